/**
 * Keeps the shell of the client at hand. Pages come from the network first; files under /a/<hash>/ never change, so
 * they come from the cache; /api is none of its business.
 */
const worker = /** @type {any} */ (self);
/** One cache; what belongs to an older hash goes when a newer page has come. */
const CACHE = 'ludohall-shell';
/** The one page of the client. */
const SHELL = '/';
/** How long the network may take before the kept page is shown, in ms. */
const PATIENCE_MS = 4_000;

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/a/')) event.respondWith(asset(request));
});

/** The page: fresh where the network answers, else the kept one. @param {Request} request */
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    // A navigation's request takes no signal; one made from its address does.
    const answer = await fetch(request.url, { credentials: 'same-origin', headers: { Accept: 'text/html' }, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok && answer.headers.get('Content-Type')?.startsWith('text/html')) {
      const text = await answer.clone().text();
      await cache.put(SHELL, answer.clone());
      await forget(cache, text);
    }
    return answer;
  } catch {
    return (await cache.match(SHELL)) ?? Response.error();
  }
}

/** A file that never changes. @param {Request} request */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Drops files of other hashes than the page names. @param {Cache} cache @param {string} html */
async function forget(cache, html) {
  const base = /\/a\/[^/"]+\//.exec(html)?.[0];
  if (!base) return;
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/a/') && !pathname.startsWith(base)) await cache.delete(request);
  }
}
