/**
 * Paths of the client: which page shows what, without a reload.
 *
 * @typedef {{destroy(): void}} Page
 * @typedef {{match: RegExp, load: () => Promise<{mount: (root: HTMLElement, context: any, arg?: any) => Page}>}} Route
 */

/** @type {Route[]} */
export const ROUTES = [
  { match: /^\/$/, load: () => import('./pages/lobby.js') },
  { match: /^\/create$/, load: () => import('./pages/create.js') },
  { match: /^\/t\/([^/]+)$/, load: () => import('./pages/table.js') },
  { match: /^\/verify(?:\/([^/]+))?$/, load: () => import('./pages/verify.js') },
];

/** @type {Route} */
const MISSING = { match: /^/, load: () => import('./pages/missing.js') };

/** The page is loaded anew at most this often, in ms. */
const AFRESH_MS = 10_000;

/** @type {Page|null} */
let page = null;
/** Counts navigations, so that a page that loads late does not cover a newer one. */
let serial = 0;

/** @param {HTMLElement} root @param {any} context */
export function startRouter(root, context) {
  const render = () => show(root, context);
  context.go = (/** @type {string} */ path) => {
    if (path !== location.pathname + location.search) history.pushState(null, '', path);
    return render();
  };
  context.redraw = render;
  addEventListener('popstate', render);
  document.addEventListener('click', (event) => follow(event, context.go));
  return render();
}

/** @param {HTMLElement} root @param {any} context */
async function show(root, context) {
  const mine = ++serial;
  const path = location.pathname.replace(/(.)\/+$/, '$1');
  const route = ROUTES.find(({ match }) => match.test(path));
  const arg = route?.match.exec(path)?.[1];
  const module = await (route ?? MISSING).load().catch(startAfresh);
  if (!module || mine !== serial) return;
  page?.destroy();
  const first = page === null;
  page = module.mount(root, context, arg && decode(arg));
  scrollTo(0, 0);
  // Who cannot see the page change lands in its content.
  if (!first) document.getElementById('main')?.focus({ preventScroll: true });
}

/** A page's code is gone: the hall has been renewed since. Loads the present one, but not over and over. */
function startAfresh() {
  const last = Number(sessionStorage.getItem('ludohall.afresh'));
  if (Date.now() - last < AFRESH_MS) return null;
  sessionStorage.setItem('ludohall.afresh', String(Date.now()));
  location.reload();
  return null;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {MouseEvent} event @param {(path: string) => void} go */
function follow(event, go) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  if (link.hash && link.pathname === location.pathname) return document.getElementById(link.hash.slice(1))?.focus();
  go(link.pathname + link.search);
}
