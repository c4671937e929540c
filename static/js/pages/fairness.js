/**
 * The sealed dice of the game to come: the seal, to be noted before the start, and a way to add randomness of one's own.
 *
 * @import {Answer} from '../protocol.js'
 * @import {TableState} from '../state/reducer.js'
 * @import {Command} from '../table-socket.js'
 */
import { t } from '../i18n.js';
import { toHex } from '../sha256.js';
import { h } from '../ui/dom.js';

/** A contribution has so many bytes; the protocol takes up to 32. */
const BYTES = 16;

/** @param {(command: Command) => Promise<Answer>} send */
export function createFairness(send) {
  const seal = h('p', { class: 'hash xs', dir: 'ltr' });
  const count = h('p', { class: 'sm muted', 'aria-live': 'polite' });
  const button = h('button', { type: 'button', class: 'btn sm', on: { click: add } }, t('fair.add'));
  const element = h('details', { class: 'card pad more' }, h('summary', {}, t('fair.title')),
    h('div', { class: 'stack tight' }, h('p', { class: 'sm' }, t('fair.text')), h('p', { class: 'sm muted' }, t('fair.seal')), seal, count, h('div', {}, button)));
  /** The game that was contributed to from here, also where the line to the log is short. */
  let added = '';
  let game = '';

  async function add() {
    button.disabled = true;
    const mine = game;
    const answer = await send({ do: 'entropy', hex: toHex(crypto.getRandomValues(new Uint8Array(BYTES))) });
    // Once a seat and game: refused means that it is in already, from another tab.
    if (answer.ok || answer.code === 'not_allowed') added = mine;
    button.disabled = false;
    button.hidden = added === game;
  }

  return {
    element,
    /** @param {TableState} state */
    update({ table, you, log }) {
      if (!table || !you) return;
      game = table.game.id;
      const given = contributors(log);
      const mine = added === game || you.arms.some((arm) => given.has(arm));
      seal.textContent = table.game.commitment;
      count.textContent = mine ? t('fair.added') : given.size > 0 ? t('fair.count', { n: given.size }) : '';
      button.hidden = mine || you.role !== 'player';
    },
  };
}

/** The arms whose contribution to the coming game stands: who leaves takes it along. @param {TableState['log']} log @returns {Set<number>} */
function contributors(log) {
  /** @type {Set<number>} */
  const given = new Set();
  for (const { event } of log) {
    if (event.kind === 'entropy') given.add(event.arm);
    else if (event.kind === 'stood_up') given.delete(event.arm);
    else if (event.kind === 'rematch' || event.kind === 'started') given.clear();
  }
  return given;
}
