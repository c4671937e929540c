/**
 * From the server's legal moves to what can be chosen: rows of moves that come to the same, and targets on the board. Pure.
 * Nothing is judged here: what is not listed cannot be chosen.
 */

/** @typedef {import('../protocol.js').Move} Move */
/** @typedef {import('./stacks.js').Spot} Spot */
/** @typedef {import('./places.js').Place} Place */
/** @typedef {Exclude<Move, {kind: 'decline'}>} Step */
/**
 * @typedef {object} Choice moves that differ in nothing but which of two equal pieces makes them
 * @property {string} key @property {Step['kind']} kind
 * @property {number} arm @property {number} from @property {number} to @property {number} via the square counted to
 * @property {number[]} uses @property {[number, number][]} captures
 * @property {Step[]} moves by piece
 */
/**
 * @typedef {object} Target a piece that may be chosen
 * @property {string} id @property {number} arm @property {number} piece
 * @property {number} x @property {number} y @property {number} s where it is pressed, and the scale it is drawn in there
 * @property {boolean} pill whether that is in a pill above its square
 * @property {Choice[]} choices
 */
/** @typedef {{key: string, x: number, y: number, w: number, h: number, tip: {x: number, y: number}, dy: 1 | -1, targets: Target[]}} Pill */

/** The least size of what is pressed, in CSS pixels. */
export const TARGET_PX = 44;
/** A press within this of a square's centre is on it. */
const HALF_SQUARE = 0.55;
/** A piece in a pill is at least this many squares wide. */
const PILL_SQUARES = 1.15;

/** @param {readonly Move[]} legal @returns {Choice[]} in the order of the path, from base to home */
export function choicesOf(legal) {
  /** @type {Map<string, Choice>} */
  const rows = new Map();
  for (const m of legal) {
    if (m.kind === 'decline') continue;
    const key = [m.kind, m.arm, m.from, m.to, m.uses.join('+'), m.captures.join('/')].join(' ');
    const row = rows.get(key) ?? { key, kind: m.kind, arm: m.arm, from: m.from, to: m.to, via: m.via ?? m.to, uses: m.uses, captures: m.captures, moves: [] };
    row.moves.push(m);
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => a.from - b.from || a.to - b.to || a.arm - b.arm);
}

/** Whether a bonus may be refused. @param {readonly Move[]} legal */
export const mayDecline = (legal) => legal.some((m) => m.kind === 'decline');

/**
 * The pieces that may be chosen, in the order of the path; those that share a square get places in a pill.
 * @param {readonly Choice[]} choices @param {readonly Spot[]} spots
 * @param {{unit: number, box: readonly number[], middle: number}} view pixels per square, the picture's box, its middle height
 * @returns {{targets: Target[], pills: Pill[]}}
 */
export function targetsOf(choices, spots, view) {
  const targets = spots.flatMap((p) => {
    const mine = choices.filter((c) => c.moves.some((m) => m.arm === p.arm && m.piece === p.piece));
    return mine.length ? [{ target: /** @type {Target} */ ({ id: p.id, arm: p.arm, piece: p.piece, x: p.x, y: p.y, s: p.s, pill: false, choices: mine }), spot: p }] : [];
  }).sort((a, b) => a.spot.progress - b.spot.progress || a.spot.arm - b.spot.arm || a.spot.piece - b.spot.piece);
  /** @type {Map<string, typeof targets>} */
  const shared = new Map();
  for (const t of targets) if (t.spot.zone === 'ring' || t.spot.zone === 'lane') shared.set(t.spot.key, [...(shared.get(t.spot.key) ?? []), t]);
  const groups = [...shared.values()].filter((g) => g.length > 1);
  const pressed = targets.filter((t) => !groups.some((g) => g.includes(t))).map((t) => t.target);
  /** @type {Pill[]} */
  const pills = [];
  for (const g of groups) pills.push(pill(g.map((t) => t.target), g[0].spot, view, pressed, pills));
  return { targets: targets.map((t) => t.target), pills };
}

/** @param {Target[]} targets @param {Spot} spot @param {{unit: number, box: readonly number[], middle: number}} view @param {Target[]} others @param {Pill[]} before @returns {Pill} */
function pill(targets, spot, view, others, before) {
  const k = Math.max(PILL_SQUARES, TARGET_PX / view.unit), w = targets.length * k + 0.24, h = k + 0.24, [bx, by, bw, bh] = view.box;
  const x = Math.min(Math.max(spot.cx, bx + w / 2), bx + bw - w / 2);
  const inward = /** @type {1 | -1} */ (spot.cy < view.middle ? 1 : -1);
  const sides = [inward, /** @type {1 | -1} */ (-inward)].map((dy) => {
    const y = spot.cy + dy * (h / 2 + 0.78), outside = y - h / 2 < by || y + h / 2 > by + bh ? 99 : 0;
    const covers = others.filter((o) => Math.abs(o.x - x) < w / 2 + 0.3 && Math.abs(o.y - y) < h / 2 + 0.3).length;
    const meets = before.filter((p) => Math.abs(p.x - x) < (p.w + w) / 2 && Math.abs(p.y - y) < (p.h + h) / 2).length;
    return { dy, y, cost: outside + covers + 2 * meets };
  });
  const best = sides[1].cost < sides[0].cost ? sides[1] : sides[0];
  targets.forEach((t, i) => Object.assign(t, { pill: true, x: x - w / 2 + 0.12 + k * (i + 0.5), y: best.y, s: k * 0.86 }));
  return { key: spot.key, x, y: best.y, w, h, tip: { x: spot.cx, y: best.y - (best.dy * h) / 2 }, dy: best.dy, targets };
}

/**
 * What a press on the board beside all targets means: a square whose pieces stand in a pill, or one that a single choice leads to.
 * @param {{x: number, y: number}} at @param {readonly Choice[]} choices @param {readonly Target[]} targets
 * @param {(arm: number, progress: number, piece: number) => Place} place
 * @returns {Target | null} `null` where it means nothing or more than one thing
 */
export function meant(at, choices, targets, place) {
  const near = (/** @type {Place} */ p) => Math.hypot(p.cx - at.x, p.cy - at.y) < HALF_SQUARE;
  const here = choices.filter((c) => near(place(c.arm, c.from, c.moves[0].piece))), there = choices.filter((c) => near(place(c.arm, c.to, c.moves[0].piece)));
  const [only, ...more] = here.length ? here : there;
  return only && !more.length ? targets.find((t) => t.choices.length === 1 && t.choices[0].key === only.key) ?? null : null;
}

/**
 * The target (or piece) nearest to a point, if it is within `reach` squares.
 * @template {{x: number, y: number}} T
 * @param {readonly T[]} targets @param {{x: number, y: number}} at @param {number} reach @returns {T | null}
 */
export function nearest(targets, at, reach) {
  /** @type {T | null} */
  let best = null;
  let least = reach;
  for (const t of targets) {
    const d = Math.hypot(t.x - at.x, t.y - at.y);
    if (d < least) { best = t; least = d; }
  }
  return best;
}
