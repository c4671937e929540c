/**
 * The board of a table: draws what it is given and says which choice was pressed. It never judges; positions and choices come
 * from the server, squares from the ruleset's geometry.
 */
import { showFace, turnDie } from '../dice.js';
import { choicesOf, meant, nearest, targetsOf } from './choices.js';
import { ground } from './ground.js';
import { layout } from './layout.js';
import { barMarks, blockFrames, blocksOn, counts, marksAbove, marksBelow } from './marks.js';
import { createMoves } from './moves.js';
import { createPieces } from './pieces.js';
import { spread } from './stacks.js';
import { h, s, set } from './svg.js';
import { createTargets } from './targets.js';
import { showTime, timerRing, yardSign } from './yard-signs.js';

/** @typedef {import('../protocol.js').Board} Board */
/** @typedef {import('../protocol.js').Move} Move */
/** @typedef {import('../protocol.js').Event} WireEvent */
/** @typedef {import('./choices.js').Choice} Choice */
/** @typedef {import('./choices.js').Target} Target */
/**
 * @typedef {object} BoardView everything that is drawn
 * @property {Board} board @property {number | null} own the viewer's arm @property {number[]} arms the arms that are played
 * @property {readonly (readonly number[] | null)[]} pieces progress by arm and piece
 * @property {'none' | 'own' | 'own_and_mixed' | 'own_on_safe'} blocks which pieces form a block
 * @property {readonly Move[]} legal what the viewer may choose from; empty otherwise
 * @property {boolean} busy a choice is on its way
 * @property {string | null} active the key of the choice that is looked at
 * @property {import('./marks.js').LastMove | null} lastMove
 * @property {import('./yard-signs.js').Sign[]} signs
 * @property {number | null} asks the arm whose pieces that cannot move may be asked about
 * @property {readonly {arm: number, piece: number, at: number}[]} bars squares that keep a piece from moving, where somebody asked
 * @property {string | null} timer changes with every decision; `null` where nobody is to act
 * @property {boolean} mayRoll the viewer's roll is awaited
 * @property {boolean} numbers pieces show their number
 * @property {string} label
 */
/**
 * @typedef {object} BoardHandlers
 * @property {(choice: Choice, target: Target) => void} choose
 * @property {(choice: Choice | null) => void} look
 * @property {(piece: number) => void} ask why this piece cannot move
 * @property {() => void} roll the viewer's own die was pressed
 * @property {(target: Target) => string} name
 * @property {(ratio: number) => void} ratio how wide the board is, in its heights: `--ratio` for the styles
 */

/** A press within so many squares of a piece's middle is on it. */
const HALF_PIECE = 0.5;

/** @param {HTMLElement} root @param {BoardHandlers} handlers */
export function createBoard(root, handlers) {
  const layers = { ground: s('g'), signs: s('g'), timer: s('g'), blocks: s('g', { class: 'marks' }), below: s('g', { class: 'marks' }), pieces: s('g', { class: 'pieces' }), above: s('g', { class: 'marks' }) };
  const picture = s('svg', { role: 'img', class: 'picture' }, ...Object.values(layers)), press = h('div', { class: 'targets' });
  const el = h('div', { class: 'board' }, picture, press);
  root.append(el);
  const pieces = createPieces(layers.pieces), moves = createMoves(pieces);
  const targets = createTargets(press, {
    name: handlers.name,
    choose: (t) => handlers.choose(t.choices[0], t),
    still: (at, t) => asked(at, Math.hypot(t.x - at.x, t.y - at.y)),
    look: (t) => handlers.look(t?.choices[0] ?? null),
  });
  /** @type {{view: BoardView | null, scene: import('./layout.js').Scene | null, drawn: {[part: string]: string}, unit: number, targets: Target[], spots: import('./stacks.js').Spot[]}} */
  const now = { view: null, scene: null, drawn: {}, unit: 40, targets: [], spots: [] };

  /** Runs `draw` only where what it depends on has changed. @param {string} part @param {unknown} key @param {() => void} draw */
  function when(part, key, draw) {
    const k = JSON.stringify(key);
    if (now.drawn[part] === k) return;
    now.drawn[part] = k;
    draw();
  }

  /** @param {BoardView} v */
  function drawGround(v) {
    when('ground', [v.board.id, v.own, v.arms, v.board.cells.ring.length], () => {
      now.scene = layout(v.board, { own: v.own });
      set(picture, { viewBox: now.scene.box.map((n) => Math.round(n * 1000) / 1000).join(' ') });
      handlers.ratio(now.scene.box[2] / now.scene.box[3]);
      el.classList.toggle('large-squares', now.scene.box[2] < 12);
      layers.ground.replaceChildren(ground(now.scene, v.board.colours, new Set(v.arms)));
      now.drawn = { ground: now.drawn.ground };
      measure();
    });
    return /** @type {import('./layout.js').Scene} */ (now.scene);
  }

  /** @param {BoardView} v @param {import('./layout.js').Scene} scene */
  function drawSigns(v, scene) {
    when('signs', v.signs, () => layers.signs.replaceChildren(...v.signs.flatMap((sign) => {
      const yard = scene.yards.find((y) => y.arm === sign.arm);
      return yard ? [yardSign(yard, v.board.colours[sign.arm], sign)] : [];
    })));
    const acting = scene.yards.find((y) => v.signs.some((q) => q.acting && q.arm === y.arm));
    when('timer', [v.timer, acting?.arm], () => layers.timer.replaceChildren(...(acting && v.timer ? [timerRing(acting, v.board.colours[acting.arm], acting.at.y < scene.centre.y)] : [])));
  }

  /** @param {BoardView | null} view `null`: nothing is known to draw */
  function draw(view) {
    if (!view) return;
    now.view = view;
    const scene = drawGround(view), colours = view.board.colours, choices = choicesOf(view.legal);
    const spots = spread(view.pieces, scene.place, scene.w);
    const { targets: pressed, pills } = targetsOf(choices, spots, { unit: now.unit, box: scene.box, middle: scene.centre.y });
    now.targets = pressed;
    set(picture, { 'aria-label': view.label });
    drawSigns(view, scene);
    pieces.draw(spots, colours, view.numbers);
    const marked = { scene, colours, choices, targets: pressed, pills, spots, active: view.active, lastMove: view.lastMove };
    when('blocks', [view.blocks, view.pieces], () => layers.blocks.replaceChildren(...blockFrames(scene, blocksOn(scene, spots, view.blocks))));
    now.spots = spots;
    when('marks', [view.legal, view.active, view.lastMove, view.pieces, view.bars, now.unit], () => {
      layers.below.replaceChildren(...marksBelow(marked));
      layers.above.replaceChildren(...counts(spots), ...marksAbove(marked), ...barMarks(scene, view.bars));
    });
    targets.draw(pressed, { box: scene.box, unit: now.unit }, view.busy);
    el.classList.toggle('may-roll', view.mayRoll && !view.busy);
  }

  function measure() {
    const w = el.clientWidth;
    if (w && now.scene) now.unit = w / now.scene.box[2];
  }
  const resized = new ResizeObserver(() => { measure(); if (now.view) draw(now.view); });
  resized.observe(el);
  el.addEventListener('click', (e) => {
    const sign = e.target instanceof Element ? e.target.closest('.yard-die') : null;
    if (sign && now.view?.mayRoll && sign.closest('.acting')) handlers.roll();
    else if (e.target instanceof Element && picture.contains(e.target)) pressedSquare(e);
  });

  /** Asks about the piece that cannot move at a point, if there is one within reach. @param {{x: number, y: number}} at @param {number} [reach] */
  function asked(at, reach = HALF_PIECE) {
    const { view, spots } = now, still = spots.filter((p) => p.arm === view?.asks && !now.targets.some((t) => t.id === p.id));
    const piece = nearest(still, at, Math.min(reach, HALF_PIECE));
    if (piece) handlers.ask(piece.piece);
    return piece !== null;
  }

  /** @param {MouseEvent} e */
  function pressedSquare(e) {
    const { view, scene } = now, r = picture.getBoundingClientRect();
    if (!view || !scene || view.busy) return;
    const at = { x: scene.box[0] + (e.clientX - r.left) / now.unit, y: scene.box[1] + (e.clientY - r.top) / now.unit };
    if (asked(at)) return;
    const target = meant(at, choicesOf(view.legal), now.targets, scene.place);
    if (target) handlers.choose(target.choices[0], target);
  }

  return {
    draw,
    /** The time left of the present decision. @param {import('./yard-signs.js').TimeLeft} left */
    time(left) { if (layers.timer.firstElementChild) showTime(layers.timer.firstElementChild, left); },
    /**
     * Plays one event from what is drawn to what comes of it. Ends at once when `signal` is aborted.
     * @param {WireEvent} event @param {AbortSignal} signal
     */
    async animate(event, signal) {
      const { view, scene } = now;
      if (!view || !scene) return;
      layers.above.replaceChildren();
      layers.below.replaceChildren();
      targets.draw([], { box: scene.box, unit: now.unit }, true);
      now.targets = [];
      delete now.drawn.marks;
      if (event.kind === 'rolled') await rollInYard(event.arm, event.dice, signal);
      if (event.kind === 'moved' || event.kind === 'streak_penalty') {
        const after = await moves.play(event, { pieces: view.pieces, scene, colours: view.board.colours, numbers: view.numbers }, signal);
        now.view = { ...view, pieces: after };
      }
    },
    focusFirst() { press.querySelector('button')?.focus({ preventScroll: true }); },
    destroy() { resized.disconnect(); el.remove(); },
  };

  /** @param {number} arm @param {number[]} dice @param {AbortSignal} signal */
  async function rollInYard(arm, dice, signal) {
    const holder = layers.signs.querySelector(`[data-arm="${arm}"] .turning`);
    if (holder) await turnDie(holder, dice[dice.length - 1], signal).then(() => showFace(holder, dice[dice.length - 1]));
  }
}

