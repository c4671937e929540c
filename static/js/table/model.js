/**
 * What the views need to know of a table's state, worked out once: whose turn it is, what this person may do, names and colours. Pure.
 *
 * @import {Board, Move, Position, Ruleset, Seat, Table} from '../protocol.js'
 * @import {TableState} from '../state/reducer.js'
 */

import { homeFrom } from '../board/places.js';

/**
 * @typedef {object} Model
 * @property {Table} table @property {Position | null} position
 * @property {Ruleset | undefined} ruleset @property {Board | undefined} board
 * @property {number[]} mine the arms this person owns
 * @property {number | null} own the arm drawn at the bottom
 * @property {number | null} acting the arm that is to act; `null` where nobody is
 * @property {boolean} myTurn the acting arm is this person's and in this person's hands
 * @property {boolean} mayRoll @property {readonly Move[]} legal what this person may choose from
 * @property {number | null} hand the arm whose pieces are played: the acting one, or its partner's once its own are home
 * @property {number} dice how many are rolled at once
 * @property {Seat | null} held this person's seat, while a bot plays it
 * @property {boolean} solo @property {boolean} watching @property {boolean} over
 */

/** @type {readonly Move[]} */
const NOTHING = [];

/** @param {TableState} state @param {readonly Ruleset[]} rulesets @returns {Model | null} `null` before the first snapshot */
export function modelOf(state, rulesets) {
  const { table, you } = state;
  if (!table) return null;
  const ruleset = rulesets.find((r) => r.id === table.ruleset), board = ruleset?.boards.find((b) => b.id === table.board);
  const position = table.position ?? null, playing = table.phase === 'playing', mine = you?.arms ?? [];
  const acting = playing && position && table.awaits ? position.turn : null;
  const held = table.seats.find((s) => mine.includes(s.arm) && s.controller === 'bot' && !s.left) ?? null;
  const myTurn = acting !== null && mine.includes(acting) && seatAt(table, acting)?.controller !== 'bot';
  const model = {
    table, position, ruleset, board, mine, own: mine[0] ?? lowest(table.seats), acting, myTurn,
    mayRoll: myTurn && table.awaits === 'roll', legal: myTurn && table.awaits === 'move' ? table.legal : NOTHING,
    held: playing || table.phase === 'paused' ? held : null, solo: table.solo, watching: mine.length === 0,
    over: table.phase === 'finished' || table.phase === 'closed', hand: acting, dice: ruleset?.dice ?? 1,
  };
  return { ...model, hand: handOf(model) };
}

/** @param {Model} model */
function handOf(model) {
  const { acting, board, position } = model, step = model.table.legal.find((m) => m.kind !== 'decline');
  if (step) return step.arm;
  const pieces = acting === null ? [] : position?.pieces[acting] ?? [], partner = acting === null ? null : partnerOf(model, acting);
  const home = board && acting !== null ? homeFrom(board, acting) : Infinity;
  return partner !== null && pieces.length && pieces.every((p) => p >= home) ? partner : acting;
}

/** @param {readonly Seat[]} seats */
const lowest = (seats) => (seats.length ? Math.min(...seats.map((s) => s.arm)) : null);

/** @param {Table} table @param {number} arm */
export const seatAt = (table, arm) => table.seats.find((s) => s.arm === arm);

/** The colour of an arm. @param {Model} model @param {number} arm */
export const colourOf = (model, arm) => model.board?.colours[arm] ?? 'red';

/** Whether a bot acts for a seat for good: it was put there, or its owner has left. @param {Seat} seat */
export const isBot = (seat) => !seat.player || seat.left;

/** How many of an arm's pieces are home. @param {Model} model @param {number} arm @param {number} home the progress that is home */
export const homeCount = (model, arm, home) => (model.position?.pieces[arm] ?? []).filter((p) => p >= home).length;

/** The arm that plays with another one; `null` where everybody plays alone. @param {Model} model @param {number} arm */
export function partnerOf({ table, ruleset, board }, arm) {
  const teams = table.options.teams ?? (table.options.pachisi || ruleset?.teams);
  if (!board || !teams || teams === 'none') return null;
  const partner = (arm + board.colours.length / 2) % board.colours.length;
  return table.seats.some((s) => s.arm === partner) ? partner : null;
}
