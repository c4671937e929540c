/**
 * Keeps the shell of the client at hand. The page comes from the network first; files under /a/<hash>/ never change, so
 * they come from the cache; /api is none of its business.
 */
const worker = /** @type {any} */ (self);
/** One cache; what belongs to an older hash goes when a newer page has come. */
const CACHE = 'ludohall-shell';
/** The one page of the client. */
const SHELL = '/';
/** How long the network may take before the kept page is shown, in ms. */
const PATIENCE_MS = 4_000;
/** So many files are asked for at once when the shell is kept. */
const AT_ONCE = 6;
/** What names further files: addresses in the page, imports in modules, pictures and sheets in styles. */
const NAMES = [/(?:href|src)="(\/a\/[^"]+)"/g, /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g, /url\(["']?([^"')]+)["']?\)/g];

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(Promise.all([worker.skipWaiting(), keepShell().catch(() => { /* kept bit by bit instead, as files are asked for */ })])));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (url.pathname.startsWith('/a/')) event.respondWith(asset(request));
});

/** The page: fresh where the network answers, else the kept one. @param {any} event */
async function page(event) {
  const cache = await caches.open(CACHE);
  try {
    // A navigation's request takes no signal; one made from its address does.
    const answer = await fetch(event.request.url, { credentials: 'same-origin', headers: { Accept: 'text/html' }, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.redirected) return Response.redirect(answer.url);
    if (answer.status >= 500) return (await cache.match(SHELL)) ?? answer;
    if (isPage(answer)) {
      const known = baseOf((await (await cache.match(SHELL))?.text()) ?? '');
      const text = await answer.clone().text();
      await cache.put(SHELL, answer.clone());
      if (baseOf(text) !== known) event.waitUntil(renew(cache, text));
    }
    return answer;
  } catch {
    return (await cache.match(SHELL)) ?? Response.error();
  }
}

/** A file that never changes. Whatever says that it does is passed on and not kept. @param {Request|string} request @returns {Promise<Response>} */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get('Cache-Control')?.includes('immutable')) await cache.put(request, answer.clone());
  return answer;
}

/** The present page and all that it needs, before anybody asks. */
async function keepShell() {
  const answer = await fetch(SHELL, { credentials: 'same-origin', headers: { Accept: 'text/html' } });
  if (!isPage(answer)) return;
  const text = await answer.clone().text();
  await (await caches.open(CACHE)).put(SHELL, answer);
  await keepAll(text);
}

/** A newer version: its files come, those of others go. @param {Cache} cache @param {string} html */
async function renew(cache, html) {
  await keepAll(html).catch(() => { /* the rest comes when it is asked for */ });
  const base = baseOf(html);
  if (!base) return;
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/a/') && !pathname.startsWith(base)) await cache.delete(request);
  }
}

/** Keeps every file that the page names, and those that they name. @param {string} html */
async function keepAll(html) {
  const seen = new Set(named(html, new URL(SHELL, worker.location.origin)));
  const waiting = [...seen];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = await asset(next);
      if (!answer.ok || !/javascript|css|manifest/.test(answer.headers.get('Content-Type') ?? '')) continue;
      for (const further of named(await answer.text(), new URL(next))) {
        if (seen.has(further)) continue;
        seen.add(further);
        waiting.push(further);
      }
    }
  };
  // A worker may run dry while another is about to find more: rounds go on until nothing is left.
  while (waiting.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The files of the client that a text names; what stands in comments is no name. @param {string} text @param {URL} from where it stands */
function named(text, from) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  const names = NAMES.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name]) => new URL(name, from)));
  return names.filter(({ origin, pathname }) => origin === from.origin && pathname.startsWith('/a/')).map(({ href }) => href);
}

/** Whether an answer is the page of the client. @param {Response} answer */
const isPage = (answer) => answer.ok && Boolean(answer.headers.get('Content-Type')?.startsWith('text/html'));

/** The folder of the version that a page belongs to. @param {string} html */
const baseOf = (html) => /\/a\/[^/"]+\//.exec(html)?.[0] ?? '';
