/**
 * From events to lines of the log: what happened and why, in order, each once. Pure; words are keys of the catalogues.
 *
 * @import {Event} from '../protocol.js'
 * @import {LogLine} from '../state/reducer.js'
 */

/**
 * @typedef {object} Line
 * @property {string} key unique and stable
 * @property {string} text key of the sentence
 * @property {number | null} arm whose mark stands before it; `{who}` in the sentence
 * @property {number[]} whom arms that it was done to
 * @property {{[name: string]: number | string}} params
 * @property {number[]} dice faces that were rolled and nothing else
 * @property {boolean} undone
 */

/** @typedef {(line: Partial<Line> & {text: string}) => void} Write */

/** @param {readonly LogLine[]} log @param {boolean} [grid] whether a piece that does not stay climbs or slides, or hops @returns {Line[]} */
export function linesOf(log, grid = true) {
  /** @type {Line[]} */
  const lines = [];
  for (let i = 0; i < log.length; i++) {
    const { event, version, undone } = log[i], beside = [log[i - 1], log[i + 1]].map((line) => (line?.version === version ? line.event : undefined));
    write(event, beside, grid, (line) => {
      const whole = { key: `${version}.${log[i].i}`, arm: 'arm' in event ? event.arm : null, whom: [], params: {}, dice: [], undone, ...line };
      if (told(lines[lines.length - 1], event)) lines.pop();
      lines.push(whole);
    });
  }
  return lines;
}

/** A move tells its roll as well. @param {Line | undefined} before @param {Event} event */
const told = (before, event) => before !== undefined && event.kind === 'moved' && before.arm === event.arm && before.dice.length === 1 && event.uses.length === 1 && before.dice[0] === event.uses[0];

/** @param {Event} event @param {(Event | undefined)[]} beside what went before in the same entry, and what follows there @param {boolean} grid @param {Write} out */
function write(event, [before, next], grid, out) {
  switch (event.kind) {
    case 'rolled': return rolled(event, next, out);
    case 'moved': return moved(event, grid, out);
    case 'roll_lost': return before?.kind === 'rolled' && event.reason !== 'queue_dead' ? undefined : out({ text: `log.lost_${event.reason}`, params: { dice: event.dice.join(', ') } });
    case 'streak_penalty': return out({ text: 'log.penalty' });
    case 'extra_roll': return out({ text: `log.again_${event.reason}` });
    case 'bonus': return out({ text: `log.bonus_${event.reason}`, params: { n: event.steps } });
    case 'bonus_lost': return out({ text: 'log.bonus_lost', params: { n: event.steps } });
    case 'bottoms': return out({ text: 'log.bottoms', params: { dice: event.dice.join(' + ') } });
    case 'declined': return out({ text: 'log.declined' });
    case 'control': return out({ text: `log.control_${event.reason}` });
    case 'started': return out({ text: event.start_rolls.length > 1 ? 'log.begins_by_roll' : 'log.begins', arm: event.start, params: { n: event.start_rolls.findLast(([arm]) => arm === event.start)?.[1] ?? 0 } });
    case 'finished_arm': return out({ text: 'log.place', params: { n: event.place } });
    case 'seated': return out({ text: 'log.seated' });
    case 'undone': case 'finished': case 'paused': case 'continued': case 'closed': return out({ text: `log.${event.kind}` });
    default: return undefined;
  }
}

/** A roll, with the reason where it came to nothing. @param {Extract<Event, {kind: 'rolled'}>} event @param {Event | undefined} next @param {Write} out */
function rolled(event, next, out) {
  const dice = event.dice.join(' + '), clock = event.by === 'clock' ? '_clock' : '';
  if (next?.kind === 'roll_lost' && next.reason !== 'queue_dead') return out({ text: `log.rolled_${next.reason}`, params: { dice } });
  out({ text: `log.rolled${clock}`, params: { dice }, dice: clock ? [] : event.dice });
}

/** @param {Extract<Event, {kind: 'moved'}>} event @param {boolean} grid @param {Write} out */
function moved(event, grid, out) {
  const { from, to, via, captures, by } = event, n = event.uses.reduce((a, b) => a + b, 0), whom = [...new Set(captures.map(([arm]) => arm))];
  const params = { n, from, to: via ?? to, end: to, pieces: captures.length };
  if (by === 'clock') out({ text: 'log.clock_moved', params, whom });
  else if (to < 0) out({ text: 'log.repelled', params });
  else if (grid && via !== undefined && via !== null && via !== to) out({ text: to > via ? 'log.moved_up' : 'log.moved_down', params });
  else if (captures.length) out({ text: 'log.captured', params, whom });
  else if (via !== undefined && via !== null && via !== to) out({ text: 'log.hopped', params });
  else if (from < 0) out({ text: 'log.out', params });
  else out({ text: 'log.moved', params });
}

/** The lines of what was played for an arm since a bot took it, newest last. @param {readonly LogLine[]} log @param {number} arm */
export function playedFor(log, arm) {
  const since = log.findLastIndex(({ event }) => event.kind === 'control' && event.arm === arm && event.controller === 'bot');
  const acts = new Set(['rolled', 'moved', 'declined', 'roll_lost', 'streak_penalty']);
  const theirs = log.slice(since + 1).filter(({ event }) => acts.has(event.kind) && 'arm' in event && event.arm === arm);
  return since < 0 ? [] : linesOf(theirs);
}
