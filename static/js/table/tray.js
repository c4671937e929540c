/** The tray: headline, time, dice, and every choice as a row in words. Wears the colour of the seat that is to act. */
import { seatMark } from '../board/mark.js';
import { set } from '../board/svg.js';
import { die, turnDie } from '../dice.js';
import { icon } from '../icons.js';
import { currentLanguage, t } from '../i18n.js';
import { fill, h } from '../ui/dom.js';
import { colourOf } from './model.js';
import { playedFor } from './lines.js';
import { rowWords } from './rows.js';
import { styled } from './speech.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./prompt.js').Prompt} Prompt */
/** @typedef {import('../board/choices.js').Choice} Choice */
/** @typedef {import('../state/reducer.js').TableState} TableState */
/**
 * @typedef {object} TrayHandlers
 * @property {() => void} roll @property {(choice: Choice) => void} choose @property {() => void} decline @property {() => void} resume
 * @property {(choice: Choice | null) => void} look
 * @property {() => void} why why the other pieces cannot move
 * @property {(n: number) => void} die this die shall be played first
 */

/** How many lines of what was played meanwhile are shown. */
const MEANWHILE = 4;

/** @param {HTMLElement} root @param {TrayHandlers} on */
export function createTray(root, on) {
  const title = h('h2', { class: 'tray-title' }), count = h('span', { class: 'count', role: 'timer', 'aria-live': 'off' }), dice = h('div', { class: 'dice' }), hint = h('p', { class: 'hint' }), why = h('ul', { class: 'why', hidden: true }), body = h('div', { class: 'choices' });
  const ask = h('button', { type: 'button', class: 'ask', hidden: true, 'aria-label': t('why.button'), title: t('why.button'), on: { click: () => on.why() } }, '?');
  const el = h('section', { class: 'tray card', 'aria-label': t('tray.label') }, h('div', { class: 'head' }, title, count, ask), why, h('div', { class: 'dice-row' }, dice, hint), body);
  root.append(el);
  let drawnBody = '', drawnDice = '', waiting = false;

  /** @param {string} label @param {() => void} act @param {string} cls */
  const button = (label, act, cls) => h('button', { type: 'button', class: `btn ${cls}`, on: { click: () => { if (!waiting) act(); } } }, label);

  /** @param {Model} model @param {Choice} choice */
  function row(model, choice) {
    const { title: what, detail } = rowWords(model, choice), colour = colourOf(model, choice.arm);
    const marks = choice.moves.slice(0, 4).map((m) => h('i', {}, seatMark(colour, { n: m.piece + 1 })));
    const b = h('button', { type: 'button', class: 'choice', 'data-choice': choice.key },
      h('span', { class: 'ms' }, ...marks), h('span', {}, h('b', {}, what), h('small', {}, detail)), icon('next', { flip: true }));
    b.addEventListener('click', () => { if (!waiting) on.choose(choice); });
    for (const kind of ['focus', 'pointerenter']) b.addEventListener(kind, () => on.look(choice));
    for (const kind of ['blur', 'pointerleave']) b.addEventListener(kind, () => on.look(null));
    return b;
  }

  /** @param {Model} model @param {Prompt} prompt @param {TableState} state */
  function content(model, prompt, state) {
    if (prompt.kind === 'roll') return [button(t('tray.roll'), on.roll, 'go big wide')];
    if (prompt.kind === 'held') return [button(t('away.take_back'), on.resume, 'primary big wide'), ...meanwhile(model, state)];
    if (prompt.kind === 'choose') return [...prompt.choices.map((c) => row(model, c)), prompt.decline ? button(t('tray.decline'), on.decline, 'wide') : null];
    return [];
  }

  /** @param {Prompt['dice'][number]} d */
  function one({ n, state, pick }) {
    const cls = `one ${state}`, label = t('tray.die', { n });
    if (!pick) return h('i', { class: cls, 'data-n': n, role: 'img', 'aria-label': label }, die(n));
    return h('button', { type: 'button', class: `${cls} pick`, 'data-n': n, 'aria-pressed': String(state === 'next'), 'aria-label': label, on: { click: () => { if (!waiting) on.die(n); } } }, die(n));
  }

  /** Other dice, or another one to be played first; focus stays where it was. @param {Prompt['dice']} all */
  function renewDice(all) {
    const at = [...dice.children].indexOf(/** @type {Element} */ (document.activeElement));
    fill(dice, ...all.map(one));
    const again = at < 0 ? null : dice.children[at];
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** Other choices; the keyboard's focus stays with them. @param {Model} model @param {Prompt} prompt @param {TableState} state */
  function renew(model, prompt, state) {
    const inside = body.contains(document.activeElement) || document.activeElement === document.body;
    fill(body, ...content(model, prompt, state));
    if (inside && el.dataset.keys === 'true') body.querySelector('button')?.focus({ preventScroll: true });
  }

  return {
    /** @param {Model} model @param {Prompt} prompt @param {TableState} state @param {boolean} busy */
    draw(model, prompt, state, busy) {
      el.className = `tray card ${prompt.kind}${prompt.told ? ' told' : ''}${prompt.arm === null ? '' : ` c-${colourOf(model, prompt.arm)}`}`;
      if (title.textContent !== prompt.title) title.textContent = prompt.title;
      if (hint.textContent !== prompt.hint) hint.textContent = prompt.hint;
      ask.hidden = !prompt.asks;
      why.hidden = !prompt.why?.length;
      if (why.dataset.text !== prompt.why?.join()) fill(why, ...(prompt.why ?? []).map((text) => h('li', {}, text)));
      why.dataset.text = prompt.why?.join() ?? '';
      const faces = JSON.stringify(prompt.dice), print = JSON.stringify([prompt.kind, prompt.choices.map((c) => [c.key, c.moves.length]), model.table.ply, prompt.kind === 'held' ? state.version : 0, model.mine, currentLanguage()]);
      if (faces !== drawnDice) renewDice(prompt.dice);
      drawnDice = faces;
      waiting = busy;
      if (print !== drawnBody) renew(model, prompt, state);
      drawnBody = print;
      for (const b of body.querySelectorAll('button')) set(b, { 'aria-disabled': busy ? 'true' : null });
    },
    /** @param {string | null} key the choice that is looked at on the board */
    look(key) { for (const b of body.querySelectorAll('.choice')) b.classList.toggle('focus', b.getAttribute('data-choice') === key); },
    /** @param {import('./clock.js').TimeLeft} left */
    time({ seconds, low }) {
      const text = seconds === null ? '' : t('tray.seconds', { n: seconds });
      if (count.textContent !== text) count.textContent = text;
      count.setAttribute('aria-label', seconds === null ? '' : t('tray.seconds_left', { n: seconds }));
      count.classList.toggle('low', low && seconds !== null);
    },
    /** @param {number[]} faces @param {AbortSignal} signal */
    async roll(faces, signal) {
      drawnDice = '';
      const holders = dice.querySelectorAll('.one'), last = holders[holders.length - 1];
      if (!last) return;
      last.className = 'one next';
      await turnDie(last, faces[faces.length - 1], signal);
    },
    /** Whether the keyboard is in use: then focus follows the choices. @param {boolean} keys */
    keys(keys) { el.dataset.keys = String(keys); },
  };
}

/** What was played for a seat while a bot kept it. @param {Model} model @param {TableState} state */
function meanwhile(model, state) {
  const lines = model.held ? playedFor(state.log, model.held.arm).slice(-MEANWHILE) : [], arm = model.held?.arm ?? 0;
  if (!lines.length) return [];
  return [h('p', { class: 'sm' }, t('away.meanwhile')), h('ul', { class: 'meanwhile' }, ...lines.map((line) => h('li', {}, h('i', {}, seatMark(colourOf(model, arm))), h('span', {}, ...styled(model, line)))))];
}
