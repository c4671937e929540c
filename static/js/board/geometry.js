/**
 * Plane geometry for boards: points in squares, angles in degrees, y downward. Knows no game.
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, r: number}} Disc
 */

/** How many points stand for a full circle where an outline is sampled: 0.004 squares off at radius 2. */
const CIRCLE_POINTS = 48;

/** @param {readonly number[]} pair @returns {Point} */
export const point = ([x, y]) => ({ x, y });

/** @param {Point} a @param {Point} b @returns {Point} */
export const add = (a, b) => ({ x: a.x + b.x, y: a.y + b.y });

/** @param {Point} a @param {Point} b @returns {Point} */
export const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });

/** @param {Point} a @param {number} k @returns {Point} */
export const times = (a, k) => ({ x: a.x * k, y: a.y * k });

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** The direction from `a` to `b`, in degrees. @param {Point} a @param {Point} b */
export const bearing = (a, b) => (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;

/** A step of length `r` in direction `deg`. @param {number} deg @param {number} [r] @returns {Point} */
export const heading = (deg, r = 1) => {
  const a = (deg * Math.PI) / 180;
  return { x: r * Math.cos(a), y: r * Math.sin(a) };
};

/** `p` turned round `c`. @param {Point} p @param {Point} c @param {number} deg @returns {Point} */
export function turn(p, c, deg) {
  if (deg === 0) return p;
  const u = heading(deg), d = sub(p, c);
  return tidy({ x: c.x + d.x * u.x - d.y * u.y, y: c.y + d.x * u.y + d.y * u.x });
}

/** Without the dust of turning. @param {Point} p @returns {Point} */
const tidy = (p) => ({ x: Math.round(p.x * 1e6) / 1e6, y: Math.round(p.y * 1e6) / 1e6 });

/** @param {readonly Point[]} points @returns {Point} */
export function mean(points) {
  const sum = points.reduce(add, { x: 0, y: 0 });
  return tidy(times(sum, 1 / Math.max(1, points.length)));
}

/** The middle between the outermost points. @param {readonly Point[]} points @returns {Point} */
export function middle(points) {
  const b = bounds(points);
  return { x: b.x + b.w / 2, y: b.y + b.h / 2 };
}

/** @param {readonly Point[]} points @param {number} [pad] */
export function bounds(points, pad = 0) {
  const xs = points.map((p) => p.x), ys = points.map((p) => p.y);
  const x = Math.min(...xs) - pad, y = Math.min(...ys) - pad;
  return { x, y, w: Math.max(...xs) + pad - x, h: Math.max(...ys) + pad - y };
}

/** A number for an attribute: three decimals are finer than any screen. @param {number} n */
export const num = (n) => String(Math.round(n * 1000) / 1000);

/** @param {Point} p */
export const pair = (p) => `${num(p.x)} ${num(p.y)}`;

/** @param {readonly Point[]} points @param {boolean} [closed] */
export const polyline = (points, closed = false) =>
  points.map((p, i) => (i ? 'L' : 'M') + pair(p)).join('') + (closed ? 'Z' : '');

/** The outline of a rectangle with round corners, from the middle of its top, clockwise. @param {Point} c @param {number} w @param {number} h @param {number} r */
export function roundRect(c, w, h, r) {
  const x = c.x - w / 2, y = c.y - h / 2, arc = (/** @type {number} */ px, /** @type {number} */ py) => `A${num(r)} ${num(r)} 0 0 1 ${num(px)} ${num(py)}`;
  return `M${pair({ x: c.x, y })}H${num(x + w - r)}${arc(x + w, y + r)}V${num(y + h - r)}${arc(x + w - r, y + h)}` +
    `H${num(x + r)}${arc(x, y + h - r)}V${num(y + r)}${arc(x + r, y)}Z`;
}

/** A circle from its top, clockwise. @param {Point} c @param {number} r */
export const circlePath = (c, r) =>
  `M${num(c.x)} ${num(c.y - r)}A${num(r)} ${num(r)} 0 0 1 ${num(c.x)} ${num(c.y + r)}A${num(r)} ${num(r)} 0 0 1 ${num(c.x)} ${num(c.y - r)}Z`;

/**
 * The tightest outline round all discs, as a path.
 * @param {readonly Disc[]} discs @param {number} [soft] corners are rounded over so many squares to either side, outward
 */
export function wrap(discs, soft = 0) {
  const points = discs.flatMap((d) => Array.from({ length: CIRCLE_POINTS }, (_, i) => add(d, heading((i * 360) / CIRCLE_POINTS, d.r))));
  const tight = hull(points);
  return polyline(soft ? soften(tight, soft) : tight, true);
}

/** A closed line whose corners swell: each point the mean of its surroundings, then moved out as far as that moved it in. @param {Point[]} line @param {number} reach */
function soften(line, reach) {
  const even = resample(line, 0.2), n = even.length, k = Math.round(reach / 0.2), c = mean(even);
  const smooth = even.map((_, i) => mean(Array.from({ length: 2 * k + 1 }, (_, j) => even[(i + j - k + n) % n])));
  const lost = Math.max(...smooth.map((p, i) => distance(even[i], c) - distance(p, c)));
  return smooth.map((p) => add(p, heading(bearing(c, p), lost)));
}

/** Points along a closed line, `step` apart. @param {Point[]} line @param {number} step @returns {Point[]} */
function resample(line, step) {
  return line.flatMap((a, i) => {
    const b = line[(i + 1) % line.length], count = Math.max(1, Math.round(distance(a, b) / step));
    return Array.from({ length: count }, (_, j) => add(a, times(sub(b, a), j / count)));
  });
}

/** The convex hull, counted round once (monotone chain). @param {readonly Point[]} points @returns {Point[]} */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (/** @type {Point[]} */ list) => {
    /** @type {Point[]} */
    const out = [];
    for (const p of list) {
      while (out.length > 1 && cross(out[out.length - 2], out[out.length - 1], p) <= 1e-9) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** @param {Point} o @param {Point} a @param {Point} b */
const cross = (o, a, b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
