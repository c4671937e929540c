/** What is honestly known about the line to the hall, under the header: amber while trying, green for a moment when back, red when it is final. */
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { fill, h } from '../ui/dom.js';

/** @typedef {import('../state/reducer.js').Conn} Conn */

/** Seconds until the next attempt are counted this often. */
const TICK_MS = 1000;
/** A line that is slow to come up is not called lost before this. */
const PATIENCE_MS = 1200;

const MARKS = /** @type {const} */ ({ lost: 'off', connecting: 'clock', restart: 'clock', back: 'check', final: 'close', open: 'check' });

/** @param {HTMLElement} root @param {{retry?: () => void, t?: unknown}} on */
export function createBanner(root, { retry } = {}) {
  const words = h('span', { class: 'grow' }), mark = h('i', {}), button = h('button', { type: 'button', class: 'btn quiet sm', on: { click: () => retry?.() } }, t('conn.try_now'));
  const el = h('div', { class: 'conn', role: 'status', hidden: true }, mark, words, button);
  root.append(el);
  /** @type {Conn | null} */
  let conn = null;
  let since = Date.now(), drawn = '';

  function draw() {
    const c = conn, quiet = !c || c.status === 'open' || (c.status === 'connecting' && Date.now() - since < PATIENCE_MS);
    el.hidden = quiet;
    if (!c || quiet) { drawn = ''; return; }
    const text = textOf(c);
    if (text !== words.textContent) words.textContent = text;
    if (c.status === drawn) return;
    drawn = c.status;
    el.className = `conn ${c.status === 'back' ? 'ok' : c.status === 'final' ? 'stop' : 'trying'}`;
    fill(mark, icon(MARKS[c.status]));
    button.hidden = c.status !== 'lost' || !retry;
  }

  const timer = setInterval(draw, TICK_MS);
  return {
    /** @param {Conn} next */
    update(next) {
      if (conn?.status !== next.status) since = Date.now();
      conn = next;
      draw();
    },
    destroy() { clearInterval(timer); el.remove(); },
  };
}

/** @param {Conn} conn */
function textOf({ status, retryAt, code }) {
  if (status === 'final') return t(`conn.final_${code && [4401, 4403, 4404, 4410].includes(code) ? code : 'other'}`);
  const seconds = retryAt === null ? 0 : Math.ceil((retryAt - Date.now()) / 1000);
  return status === 'lost' && seconds > 0 ? t('conn.lost_in', { n: seconds }) : t(`conn.${status}`);
}
