/**
 * Telling a person who has lost the seat apart from one who stood up, in whichever tab.
 *
 * @import {TableState} from '../state/reducer.js'
 */
import { t } from '../i18n.js';

/** The table at which this browser's person stood up last. */
const STOOD = 'ludohall.stood';

/** To be called before standing up, so that no tab takes it for a removal. @param {string} code */
export const standingUp = (code) => localStorage.setItem(STOOD, code);

/**
 * What to say where a seat was lost between two states; '' where none was.
 * @param {TableState} before @param {TableState} after
 */
export function unseatedWords(before, after) {
  const lost = before.you?.role === 'player' && after.you?.role === 'watcher' && after.table?.phase !== 'closed';
  if (!lost) {
    if (after.you?.role === 'player' && before.you?.role !== 'player') localStorage.removeItem(STOOD);
    return '';
  }
  if (localStorage.getItem(STOOD) === after.code) return '';
  return t(wasRemoved(after, before.you?.arms ?? []) ? 'waiting.kicked' : 'waiting.lost_seat');
}

/** Whether one of these seats was freed last, and not by a rematch, which frees the seats of who is not there.
 * @param {TableState} state @param {number[]} arms */
function wasRemoved({ log }, arms) {
  const last = log.findLast(({ event }) => event.kind === 'stood_up' && arms.includes(event.arm));
  return last !== undefined && !log.some(({ version, event }) => version === last.version && event.kind === 'rematch');
}
