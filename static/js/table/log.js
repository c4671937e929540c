/** The log: what happened and what was said, newest last. The live region says the same lines once, as text. */
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
/** @typedef {{key: string, after: string, said: ChatLine}} Said `after`: the line it came behind */
/** @typedef {{key: string, line: Line | null, said: ChatLine | null}} Row */

/** Lines on the screen; the rest is in the record. */
const SHOWN = 120;
/** More news than this at once is summed up by its last lines: nobody listens to fifty. */
const SPOKEN = 5;

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
  let spoken = new Set(), first = true, since = 0;

  /** What was said since the last draw, behind the line that was newest. @param {readonly ChatLine[]} now @param {string} after */
  function hear(now, after) {
    const fresh = now === chat || first ? [] : newLines(chat, now);
    chat = now;
    said = [...said, ...fresh.map((line, i) => ({ key: `s${said.length + i}-${after}`, after, said: line }))].slice(-SHOWN);
  }

  return {
    /** @param {Model} model @param {import('../state/reducer.js').TableState} state */
    draw(model, state) {
      const lines = linesOf(state.log).slice(-SHOWN), last = lines[lines.length - 1]?.key ?? '';
      hear(model.table.chat, last);
      /** @type {Row[]} */
      const rows = lines.flatMap((line) => [{ key: line.key, line, said: null }, ...said.filter((q) => q.after === line.key).map((q) => ({ key: q.key, line: null, said: q.said }))]);
      if (!lines.length) rows.push(...said.map((q) => ({ key: q.key, line: null, said: q.said })));
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

