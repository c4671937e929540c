/**
 * The page of a game: seats, board, tray, log, and the end. Draws the state it is given, plays the events between, and turns
 * presses into commands. It never decides what may be done.
 *
 * @import {Event as WireEvent, Answer, Record as GameRecord, Ruleset} from '../protocol.js'
 * @import {TableState} from '../state/reducer.js'
 */
import { createBoard } from '../board/board.js';
import { play as sound, soundOf } from '../sound.js';
import { t } from '../i18n.js';
import { notice } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { createAnnouncer } from './announcer.js';
import { createAsking } from './asking.js';
import { createBanner } from './banner.js';
import { boardView } from './board-view.js';
import { createClock } from './clock.js';
import { createCommands } from './commands.js';
import { createEnd } from './end.js';
import { createFoot } from './foot.js';
import { createHistory } from './history.js';
import { createInfo } from './info.js';
import { listenKeys } from './keys.js';
import { createLog } from './log.js';
import { modelOf } from './model.js';
import { createPlayback } from './playback.js';
import { promptOf } from './prompt.js';
import { rowWords, targetName } from './rows.js';
import { createSeats } from './seats.js';
import { createTray } from './tray.js';
import { barredPieces, whyWords } from './why.js';

/** @typedef {{do: string, [field: string]: any}} Command a `ClientMessage` without its id */
/**
 * @typedef {object} ViewOptions
 * @property {(command: any) => Promise<Answer>} send resolves with the server's answer
 * @property {(method: string, path: string, body?: unknown) => Promise<unknown>} request a call under the table's path
 * @property {(game: string) => Promise<GameRecord>} fetchRecord
 * @property {readonly Ruleset[]} rulesets
 * @property {{motion: 'auto' | 'off', numbers: boolean, sound: boolean}} settings read at each draw
 * @property {(path: string) => unknown} go @property {() => void} [retry]
 * @property {{openRules(): unknown}} actions
 */

/** @param {HTMLElement} root @param {ViewOptions} opts */
export function createTableView(root, opts) {
  const side = h('aside', { class: 'side' }), stage = h('section', { class: 'stage', 'aria-label': t('board.label') }), play = h('section', { class: 'play', 'aria-label': t('tray.section') });
  const bannerSlot = h('div', {}), page = h('main', { class: 'table' }, side, stage, play), el = h('div', { class: 'table-page' }, bannerSlot, page);
  root.append(el);
  const banner = createBanner(bannerSlot, { retry: opts.retry }), announcer = createAnnouncer(el);
  /** @type {{state: TableState | null, active: string | null, die: {ply: number, n: number} | null, showBoard: boolean, turn: string, over: boolean}} */
  const now = { state: null, active: null, die: null, showBoard: false, turn: '', over: false };
  const redraw = () => { if (now.state) draw(now.state); };
  const commands = createCommands(opts.send, redraw), history = createHistory(opts.fetchRecord, redraw);
  const asking = createAsking(() => opts.request('GET', 'why'), () => { announcer.say(answers().map((one) => one.text)); redraw(); });
  const model = () => (now.state ? modelOf(now.state, opts.rulesets) : null);

  /** @param {import('../board/choices.js').Choice | null} choice */
  function look(choice) {
    if ((choice?.key ?? null) === now.active) return;
    now.active = choice?.key ?? null;
    tray.look(now.active);
    const m = model();
    if (m && now.state && !playback.busy()) drawBoard(m, history.fill(now.state));
  }
  const choose = (/** @type {import('../board/choices.js').Choice} */ choice, piece = choice.moves[0].piece) => commands.move(model(), choice, piece);
  const roll = () => commands.roll(model());

  /** What is said to the question that this person asked about the present decision. */
  function answers(m = model()) {
    const about = m ? asking.about(m.table.ply) : null;
    return m && about ? whyWords(m, about.why, about.pieces) : [];
  }
  /** Asks why a piece cannot move, or all that cannot. @param {number} [piece] */
  function ask(piece) {
    const m = model(), barred = m ? barredPieces(m) : [];
    if (m?.mayRoll && piece !== undefined) notice(t('why.roll_first'));
    const pieces = barred.filter((one) => piece === undefined || one === piece);
    if (m && pieces.length) asking.ask(m.table.ply, pieces);
    return pieces.length > 0;
  }

  const seats = createSeats(side);
  const board = createBoard(stage, { choose: (choice, target) => choose(choice, target.piece), look, roll, ask, name: (target) => { const m = model(); return m ? targetName(m, target) : ''; }, ratio: (r) => page.style.setProperty('--ratio', String(r)) });
  const tray = createTray(play, { roll, choose: (c) => choose(c), decline: () => commands.decline(model()), resume: () => commands.plain('resume'), look, why: () => ask(), die: (n) => { now.die = { ply: now.state?.table?.ply ?? 0, n }; redraw(); } });
  const log = createLog(play, announcer.say), info = createInfo(side, () => opts.actions.openRules());
  const foot = createFoot(play, {
    undo: () => commands.plain('undo'), restart: () => commands.plain('restart'), say: (what) => { opts.send({ do: 'say', ...what }); },
    newGame: () => commands.plain('restart'), result: () => { now.showBoard = false; redraw(); }, sit: () => opts.request('POST', 'seats', {}),
  });
  const end = createEnd(el, { rematch: () => opts.request('POST', 'rematch'), lobby: () => opts.go('/'), verify: (id) => opts.go(`/verify/${id}`), record: opts.fetchRecord, board: () => { now.showBoard = true; redraw(); } });
  const playback = createPlayback({ motion: () => opts.settings.motion, play: (event, signal) => playOne(event, signal), done: redraw, root: el });
  const clock = createClock(() => ({ key: `${now.state?.table?.ply}`, deadlineAt: now.state?.deadlineAt ?? null, total: now.state?.deadlineTotal ?? null }),
    (left) => { board.time(left); seats.time(left); tray.time(left); seats.words(); },
    (n) => { if (model()?.myTurn) announcer.say([t('tray.seconds_left', { n })]); });
  const stopKeys = listenKeys({
    any: () => { tray.keys(true); playback.skip(); },
    roll: () => { const may = model()?.mayRoll ?? false; if (may) roll(); return may; },
    choose: (n) => { const choice = promptNow()?.choices.find((c) => c.moves.some((m) => m.piece === n - 1)); if (choice) choose(choice, n - 1); return !!choice || ask(n - 1); },
    why: () => ask(),
    undo: () => { const may = now.state?.table?.undo ?? false; if (may) commands.plain('undo'); return may; },
  });
  el.addEventListener('pointerdown', () => tray.keys(false));

  const promptFor = (/** @type {import('./model.js').Model} */ m, /** @type {TableState} */ state) => ({ ...promptOf(m, state, now.die?.ply === m.table.ply ? now.die.n : null), asks: barredPieces(m).length > 0, why: answers(m).map((one) => one.text) });
  const promptNow = () => { const m = model(); return m && now.state ? promptFor(m, now.state) : null; };
  /** @param {import('./model.js').Model} m @param {TableState} state */
  function drawBoard(m, state) {
    board.draw(boardView(m, state, { active: now.active, busy: commands.busy(m), numbers: opts.settings.numbers, bars: answers(m).flatMap((one) => one.spots), choices: promptFor(m, state).choices }));
  }

  /** @param {WireEvent} event @param {AbortSignal} signal */
  async function playOne(event, signal) {
    if (event.kind === 'rolled') await Promise.all([board.animate(event, signal), tray.roll(event.dice, signal), seats.roll(event.arm, event.dice, signal)]);
    else await board.animate(event, signal);
  }

  /** @param {TableState} told */
  function draw(told) {
    const state = history.fill(told);
    now.state = told;
    banner.update(state.conn);
    const m = modelOf(state, opts.rulesets);
    if (!m || playback.busy()) return;
    const prompt = promptFor(m, state), busy = commands.busy(m);
    if (!prompt.choices.some((c) => c.key === now.active)) now.active = null;
    if (m.over !== now.over) now.showBoard = false;
    const ended = m.over && !now.over;
    now.over = m.over;
    page.hidden = m.over && !now.showBoard;
    end.el.hidden = !page.hidden;
    seats.draw(m, state.lastDice);
    tray.draw(m, prompt, state, busy);
    tray.look(now.active);
    drawBoard(m, state);
    log.draw(m, state);
    foot.draw(m);
    info.draw(m);
    if (m.over) end.draw(m);
    if (ended) end.el.querySelector('h1')?.focus({ preventScroll: true });
    myTurn(m, prompt);
    clock.tick();
  }

  /** Says once that it is this person's turn, and what there is to choose. @param {import('./model.js').Model} m @param {import('./prompt.js').Prompt} prompt */
  function myTurn(m, prompt) {
    const turn = m.myTurn ? `${m.table.ply}` : '';
    if (turn && turn !== now.turn) {
      announcer.say([m.mayRoll ? prompt.title : prompt.choices.map((c) => rowWords(m, c).title).join(', ')]);
      if (opts.settings.sound && m.mayRoll) sound('turn');
    }
    now.turn = turn;
  }

  return {
    update: draw,
    /** @param {WireEvent[]} events what one entry did; the state that comes of it follows by `update` */
    animate(events) {
      const heard = opts.settings.sound && !document.hidden ? events.map(soundOf).find(Boolean) : null;
      if (heard) sound(heard);
      playback.add(events);
    },
    destroy() {
      stopKeys();
      clock.stop();
      playback.stop();
      board.destroy();
      banner.destroy();
      el.remove();
    },
  };
}
