/** What a yard says: name, last die, whose turn it is and how long. Drawn anew whenever it changes. */
import { dieFace } from '../dice.js';
import { yardOutline } from './layout.js';
import { num } from './geometry.js';
import { move, s, set, text } from './svg.js';

/** @typedef {import('./yards.js').Yard} Yard */
/** @typedef {{arm: number, name: string, die: number | null, acting: boolean, away: boolean}} Sign */

/** @typedef {{seconds: number | null, percent: number, low: boolean}} TimeLeft whole seconds, rounded up; `null` without a clock */

/** A letter is about this wide, in type sizes: enough to know when a name must be cut. */
const LETTER = 0.56;
/** The timer runs this far outside a yard. */
const RING_GAP = 0.2;
/** Yards smaller than this have a finer ring. */
const SMALL = 0.8;

/** @param {Yard} yard @param {string} colour @param {Sign} sign @returns {SVGGElement} */
export function yardSign(yard, colour, sign) {
  const g = s('g', { class: `yard-sign c-${colour}${sign.acting ? ' acting' : ''}${sign.away ? ' away' : ''}`, 'data-arm': sign.arm });
  const { at, size, room, inside } = yard.name;
  if (room) g.append(s('text', { class: inside ? `yard-name${inside === 'plate' ? ' plain' : ''}` : 'yard-tag', x: num(at.x), y: num(at.y), 'font-size': num(size) }, cut(sign.name, room / (size * LETTER))));
  if (sign.die && yard.die.s) g.append(s('g', { class: 'yard-die', transform: move(yard.die.at, yard.die.s) }, s('g', { class: 'turning', 'data-n': sign.die }, dieFace(sign.die))));
  return g;
}

/** The ring round the acting yard, and the seconds beside it when few are left. @param {Yard} yard @param {string} colour @param {boolean} top the yard lies in the upper half */
export function timerRing(yard, colour, top) {
  const gap = Math.min(RING_GAP, yard.half / 4), d = yardOutline(yard, gap), side = yard.shape === 'round' || !top ? -1 : 1;
  return s('g', { class: `timer c-${colour}${yard.half < SMALL ? ' small' : ''}` }, s('path', { class: 'ring-track', d }), s('path', { class: 'ring', d, pathLength: 100 }),
    s('g', { class: 'ring-secs', transform: move({ x: yard.at.x, y: yard.at.y + side * (yard.half + gap) }) }, s('circle', { r: 0.42 }), s('text', { y: 0.17 })));
}

/** Shows the time left on a ring. @param {Element} ring made by `timerRing` @param {TimeLeft} left */
export function showTime(ring, { seconds, percent, low }) {
  ring.classList.toggle('low', low && seconds !== null);
  const path = ring.querySelector('.ring'), number = ring.querySelector('.ring-secs text');
  if (path) set(path, { 'stroke-dasharray': percent < 100 ? `${Math.max(0, percent)} 100` : null });
  if (number) text(number, String(seconds ?? ''));
}

/** A name that fits, by characters as people count them. @param {string} name @param {number} letters */
export function cut(name, letters) {
  const all = [...name], most = Math.max(2, Math.floor(letters));
  return all.length > most ? `${all.slice(0, most - 1).join('')}…` : name;
}
