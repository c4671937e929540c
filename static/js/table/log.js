/** The log: what happened and what was said, newest last. The live region says the same lines once, as text. */
import { isGrid } from '../board/cells.js';
import { seatMark } from '../board/mark.js';
import { t } from '../i18n.js';
import { h, keyed } from '../ui/dom.js';
import { linesOf } from './lines.js';
import { colourOf } from './model.js';
import { bold, plain, styled } from './speech.js';
import { phraseWords } from './say.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./lines.js').Line} Line */
/** @typedef {import('../protocol.js').ChatLine} ChatLine */
/** @typedef {{key: string, after: number, said: ChatLine}} Said `after`: the version that was the newest when it came */
/** @typedef {{key: string, line: Line | null, said: ChatLine | null}} Row */

/** Lines on the screen; the rest is in the record. */
const SHOWN = 120;
/** More news than this at once is summed up by its last lines: nobody listens to fifty. */
const SPOKEN = 5;
/** What was said before this page was opened stands behind what had happened by then; so many lines of it. */
const EARLIER = 10;

/** @param {HTMLElement} root @param {(messages: string[]) => void} speak */
export function createLog(root, speak) {
  const list = h('ol', { tabindex: 0, 'aria-label': t('log.title') }), el = h('section', { class: 'log card', 'aria-label': t('log.title') }, h('h2', {}, t('log.title')), list);
  root.append(el);
  const newest = () => { list.scrollTop = list.scrollHeight; };
  new ResizeObserver(newest).observe(list);
  /** @type {Said[]} */
  let said = [];
  /** @type {readonly ChatLine[]} */
  let chat = [];
  let spoken = new Set(), first = true, since = 0, heard = 0;

  /** What was said since the last draw. @param {readonly ChatLine[]} now @param {number} after */
  function hear(now, after) {
    const fresh = first ? now.slice(-EARLIER) : now === chat ? [] : newLines(chat, now);
    chat = now;
    said = [...said, ...fresh.map((line) => ({ key: `s${heard++}`, after, said: line }))].slice(-SHOWN);
  }

  return {
    /** @param {Model} model @param {import('../state/reducer.js').TableState} state */
    draw(model, state) {
      hear(model.table.chat, state.version);
      const rows = rowsOf(linesOf(state.log, !model.board || isGrid(model.board)).slice(-SHOWN), said);
      if (first) since = state.version;
      const before = rows.filter((r) => !spoken.has(r.key) && (!r.line || versionOf(r.line) > since));
      keyed(list, rows, (r) => r.key, (r, old) => old && old.dataset.undone === String(r.line?.undone ?? false) ? old : item(model, r));
      for (const li of list.children) li.classList.toggle('new', before.some((r) => r.key === li.getAttribute('data-key')) && !first);
      if (rows.length > spoken.size || before.length) newest();
      if (!first) speak(before.slice(-SPOKEN).map((r) => (r.line ? plain(model, r.line) : saidPlain(r))));
      spoken = new Set([...spoken, ...rows.map((r) => r.key)].slice(-4 * SHOWN));
      first = false;
    },
  };
}

/**
 * What happened, and what was said behind that which had happened by then.
 * @param {readonly Line[]} lines @param {readonly Said[]} said both in order
 * @returns {Row[]}
 */
export function rowsOf(lines, said) {
  /** @type {Row[]} */
  const rows = [];
  let next = 0;
  const talk = (/** @type {number} */ before) => { for (; next < said.length && said[next].after < before; next++) rows.push({ key: said[next].key, line: null, said: said[next].said }); };
  for (const line of lines) {
    talk(versionOf(line));
    rows.push({ key: line.key, line, said: null });
  }
  talk(Infinity);
  return rows;
}

/** The entry of a line. @param {Line} line */
const versionOf = (line) => Number(line.key.split('.')[0]);

/** What `now` has beyond `before`, both the last lines of one talk. @param {readonly ChatLine[]} before @param {readonly ChatLine[]} now */
export function newLines(before, now) {
  const print = (/** @type {ChatLine} */ c) => JSON.stringify([c.from.id, c.phrase, c.text]), old = before.map(print), all = now.map(print);
  for (let shift = 0; shift < old.length; shift++) {
    const kept = old.slice(shift);
    if (kept.every((line, i) => line === all[i])) return now.slice(kept.length);
  }
  return [...now];
}

/** @param {Model} model @param {Row} row */
function item(model, { line, said }) {
  const arm = line ? line.arm : model.table.seats.find((s) => s.player?.id === said?.from.id)?.arm ?? null;
  const mark = arm === null ? h('i', {}) : h('i', {}, seatMark(colourOf(model, arm)));
  const words = line ? styled(model, line) : [bold(said?.from.name ?? ''), ': ', h('bdi', {}, phraseWords(said))];
  return h('li', { class: line?.undone ? 'undone' : said ? 'said' : null, 'data-undone': String(line?.undone ?? false) }, mark, h('span', {}, ...words));
}

/** @param {Row} row */
const saidPlain = ({ said }) => (said ? `${said.from.name}: ${phraseWords(said)}` : '');

