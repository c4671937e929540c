/**
 * Where the client starts: looks and language, the guest, the rulesets, then the page of the present path.
 *
 * @import {Player, Ruleset} from './protocol.js'
 */
import { Refused, api, openSession } from './api.js';
import { currentLanguage, pickLanguage, t, useLanguage } from './i18n.js';
import { startRouter } from './router.js';
import { applySettings, settings } from './settings.js';
import { fill, h } from './ui/dom.js';
import { skeleton } from './ui/dialog.js';
import { refusalWords } from './ui/words.js';

/**
 * What every page gets.
 * @typedef {object} Context
 * @property {Player} player The person; `name` changes in place.
 * @property {Ruleset[]} rulesets
 * @property {(path: string) => Promise<void>} go
 * @property {() => Promise<void>} redraw Shows the present path anew, after a change of language.
 */

/** A failed start is tried again after so many ms. */
const RETRY_MS = 3_000;

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** Loads what every page needs. @returns {Promise<Pick<Context, 'player'|'rulesets'>>} */
async function load() {
  const { player } = await openSession();
  return { player, rulesets: await api.rulesets() };
}

async function start() {
  applySettings();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applySettings);
  await useLanguage(settings.language || pickLanguage(navigator.languages)).catch(() => useLanguage('en'));
  fill(root, h('main', { class: 'page' }, skeleton()));
  const context = await persistently(load);
  await startRouter(root, context);
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => { /* plain http or private mode: the client works without */ });
}

/**
 * Tries until it succeeds, and says meanwhile how it stands.
 * @template T
 * @param {() => Promise<T>} run @returns {Promise<T>}
 */
async function persistently(run) {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const words = error instanceof Refused ? refusalWords(error) : t('problem.internal');
      fill(root, h('main', { class: 'page narrow' }, h('div', { class: 'card pad stack', role: 'alert', lang: currentLanguage() }, h('h1', {}, t('start.failed')), h('p', {}, words), h('p', { class: 'sm muted' }, t('start.again')))));
      await wait(RETRY_MS);
    }
  }
}

/** Resolves after a while, or at once when the network returns. @param {number} ms @returns {Promise<void>} */
function wait(ms) {
  return new Promise((resolve) => {
    const done = () => { clearTimeout(timer); removeEventListener('online', done); resolve(); };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
}

start();
