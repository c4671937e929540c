/**
 * Where the pieces and dice are after an event. No rule is decided here: events say what happened.
 *
 * @import {Event, Position} from '../protocol.js'
 */

/**
 * The position after an event; the same object where it says nothing about it.
 * @param {Position} position
 * @param {Event} event
 * @returns {Position}
 */
export function positionAfter(position, event) {
  return after(event.kind === 'rolled' || event.kind === 'moved' || event.kind === 'turn' ? settled(position) : position, event);
}

/** Blocks that have to open are told by snapshots only, and hold for one roll: old ones must not be shown for new ones. @param {Position} position @returns {Position} */
const settled = (position) => (position.duty?.length || position.split?.length ? { ...position, duty: [], split: [] } : position);

/** @param {Position} position @param {Event} event @returns {Position} */
function after(position, event) {
  switch (event.kind) {
    case 'rolled': return { ...position, dice: [...position.dice, ...event.dice], streak: streak(position, event.dice) };
    case 'bottoms': return { ...position, dice: [...position.dice, ...event.dice] };
    case 'moved': return moved(position, event);
    case 'declined': return { ...position, bonus: position.bonus.slice(1) };
    case 'bonus': return { ...position, bonus: [...position.bonus, event.steps] };
    case 'bonus_lost': return { ...position, bonus: without(position.bonus, [event.steps]) };
    case 'extra_roll': return event.reason === 'capture' || event.reason === 'home' ? { ...position, dice: [] } : position;
    case 'roll_lost': return { ...position, dice: without(position.dice, event.dice) };
    case 'streak_penalty': return { ...position, dice: [], pieces: placed(position.pieces, [[event.arm, event.piece, event.to]]) };
    case 'finished_arm': return position.places.includes(event.arm) ? position : { ...position, places: [...position.places, event.arm] };
    case 'turn': return turn(position, event);
    case 'undone': return event.position;
    case 'finished': case 'closed': return { ...position, phase: 'over', dice: [], bonus: [], streak: 0 };
    default: return position;
  }
}

/** @param {Position} position @param {number[]} dice */
function streak(position, dice) {
  const again = dice.length > 1 ? dice[0] === dice[1] : dice[0] === 6;
  return again ? position.streak + 1 : 0;
}

/** @param {Position} position @param {Extract<Event, {kind: 'moved'}>} event @returns {Position} */
function moved(position, event) {
  const { arm, piece, to, captures, uses } = event;
  const bonus = position.bonus.length > 0 && position.bonus[0] === uses[0];
  return {
    ...position,
    pieces: placed(position.pieces, [[arm, piece, to], ...captures.map(([a, p]) => /** @type {[number, number, number]} */ ([a, p, -1]))]),
    bonus: bonus ? position.bonus.slice(1) : position.bonus,
    dice: bonus ? position.dice : without(position.dice, uses),
    last_moved: [arm, piece],
  };
}

/** Another arm's turn begins with nothing rolled and nothing pending.
 * @param {Position} position @param {Extract<Event, {kind: 'turn'}>} event @returns {Position} */
function turn(position, event) {
  const next = { ...position, turn: event.arm, phase: event.awaits };
  return event.arm === position.turn ? next : { ...next, dice: [], bonus: [], streak: 0, last_moved: null };
}

/** @param {Position['pieces']} pieces @param {[arm: number, piece: number, to: number][]} changes */
function placed(pieces, changes) {
  const next = [...pieces];
  for (const [arm, piece, to] of changes) next[arm] = (next[arm] ?? []).map((at, index) => (index === piece ? to : at));
  return next;
}

/** `list` less one of each of `taken`. @param {number[]} list @param {number[]} taken */
function without(list, taken) {
  const rest = [...list];
  for (const value of taken) {
    const at = rest.indexOf(value);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}
