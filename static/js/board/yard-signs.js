/** What a yard says: name, last die, whose turn it is and how long. Drawn anew whenever it changes. */
import { dieFace } from '../dice.js';
import { yardOutline } from './layout.js';
import { num } from './geometry.js';
import { move, s } from './svg.js';

/** @typedef {import('./yards.js').Yard} Yard */
/** @typedef {{arm: number, name: string, die: number | null, acting: boolean, away: boolean}} Sign */

/** A letter is about this wide, in type sizes: enough to know when a name must be cut. */
const LETTER = 0.56;
/** The timer runs this far outside a yard. */
const RING_GAP = 0.2;

/** @param {Yard} yard @param {string} colour @param {Sign} sign @returns {SVGGElement} */
export function yardSign(yard, colour, sign) {
  const g = s('g', { class: `yard-sign c-${colour}${sign.acting ? ' acting' : ''}${sign.away ? ' away' : ''}`, 'data-arm': sign.arm });
  const { at, size, room, inside } = yard.name;
  if (room) g.append(s('text', { class: inside ? 'yard-name' : 'yard-tag', x: num(at.x), y: num(at.y), 'font-size': num(size) }, cut(sign.name, room / (size * LETTER))));
  if (sign.die && yard.die.s) g.append(s('g', { class: 'yard-die', transform: move(yard.die.at, yard.die.s) }, s('g', { class: 'turning', 'data-n': sign.die }, dieFace(sign.die))));
  return g;
}

/** The ring round the acting yard. @param {Yard} yard @param {string} colour */
export function timerRing(yard, colour) {
  const d = yardOutline(yard, Math.min(RING_GAP, yard.half / 4));
  return s('g', { class: `timer c-${colour}` }, s('path', { class: 'ring-track', d }), s('path', { class: 'ring', d, pathLength: 100 }));
}

/** A name that fits, by characters as people count them. @param {string} name @param {number} letters */
export function cut(name, letters) {
  const all = [...name], most = Math.max(2, Math.floor(letters));
  return all.length > most ? `${all.slice(0, most - 1).join('')}…` : name;
}
