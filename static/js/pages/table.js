/**
 * The page of one table: its line, its state, and the view that fits its phase.
 *
 * @import {Context} from '../app.js'
 * @import {Event, ServerMessage, Table} from '../protocol.js'
 * @import {LocalMessage, TableState} from '../state/reducer.js'
 * @import {Command} from '../table-socket.js'
 */
import { api, renewSession, request } from '../api.js';
import { readCode, showCode } from '../code.js';
import { t } from '../i18n.js';
import { settings, settingsEvents } from '../settings.js';
import { browserWorld } from '../socket.js';
import { initialState, reduce } from '../state/reducer.js';
import { createTableView } from '../table/view.js';
import { TableSocket } from '../table-socket.js';
import { notice } from '../ui/dialog.js';
import { fill, h, name } from '../ui/dom.js';
import { iconButton, tableHeader } from '../ui/header.js';
import { openRules } from '../ui/rules-sheet.js';
import { openSettings } from '../ui/settings-dialog.js';
import { refusalWords, tableName } from '../ui/words.js';
import { createGate } from './gate.js';
import { keepLog, keptLog } from './kept-log.js';
import { openTableMenu } from './table-menu.js';
import { openShare } from './share.js';
import { standingUp, unseatedWords } from './unseated.js';
import { createWaiting } from './waiting.js';

/** @typedef {{update(state: TableState): void, animate?(events: Event[]): unknown, destroy(): void}} View */

/** @param {HTMLElement} root @param {Context} context @param {string} typed the code as it stands in the path */
export function mount(root, context, typed) {
  const code = readCode(typed);
  if (!code) return createGate(root, context, { code: typed, reason: 'unreadable' });
  if (code !== typed) history.replaceState(null, '', `/t/${code}`);
  return new TablePage(root, context, code);
}

class TablePage {
  /** @type {View|null} */ #view = null;
  /** @type {string} */ #shown = '';
  #header = h('div', { class: 'table-head' });
  #body = h('div', { class: 'table-body' });

  /** @param {HTMLElement} root @param {Context} context @param {string} code */
  constructor(root, context, code) {
    this.root = root;
    this.context = context;
    this.code = code;
    this.state = initialState(code);
    fill(root, this.#header, this.#body);
    document.title = `${showCode(code)} · Ludohall`;
    this.socket = new TableSocket({
      code,
      after: () => (this.state.table && !this.state.stale ? this.state.version : null),
      onMessage: (message) => this.#apply(message),
      onConn: (conn) => this.#apply({ type: 'conn', conn }),
      onPending: (ids) => this.#apply({ type: 'pending', ids }),
      renew: renewSession,
    }, browserWorld());
    settingsEvents.addEventListener('change', this.#redraw);
    addEventListener('pagehide', this.#keep);
    this.#draw();
  }

  destroy() {
    settingsEvents.removeEventListener('change', this.#redraw);
    removeEventListener('pagehide', this.#keep);
    this.#keep();
    this.socket.close();
    this.#view?.destroy();
  }

  #redraw = () => this.#draw();
  #keep = () => keepLog(this.state);

  /** @param {ServerMessage|LocalMessage} message */
  #apply(message) {
    const before = this.state;
    this.state = reduce(before, message, Date.now());
    if (this.state === before) return;
    const unseated = unseatedWords(before, this.state);
    if (unseated) notice(unseated);
    if (message.type === 'snapshot' && !before.table) this.state = reduce(this.state, { type: 'log', lines: keptLog(this.state) }, Date.now());
    if (message.type === 'event' && this.state.version === message.version && this.#shown === shownFor(this.state)) this.#view?.animate?.(message.events);
    this.#draw();
    if (this.state.stale && !before.stale) this.socket.refresh();
  }

  #draw() {
    const shown = shownFor(this.state);
    if (shown !== this.#shown) {
      this.#view?.destroy();
      this.#shown = shown;
      this.#view = this.#open(shown);
    }
    this.#drawHeader();
    this.#view?.update(this.state);
  }

  /** @param {string} shown @returns {View} */
  #open(shown) {
    fill(this.#body);
    if (shown === 'gate') return createGate(this.#body, this.context, { code: this.code, reason: this.state.conn.code ?? CLOSED });
    const options = { ...this.context, t, settings, code: this.code, send: this.#send, request: this.#request, retry: () => this.socket.retry(), fetchRecord: api.record, actions: this.#actions };
    return shown === 'waiting' ? createWaiting(this.#body, options) : createTableView(this.#body, { ...options, request: this.#ask });
  }

  #send = (/** @type {Command} */ command) => this.socket.send(command);

  /** A call under this table's path; what it answers reaches the page over the line as well. */
  #request = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body) => {
    if (path === 'seats/mine') standingUp(this.code);
    return /** @type {Table} */ (await request(method, `/api/v1/tables/${this.code}/${path}`, body ?? (method === 'POST' ? {} : undefined)));
  };

  /** The same for the table view: a refusal is said here, in words. */
  #ask = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body) => {
    try {
      return path === 'rematch' ? await api.rematch(this.code) : await this.#request(method, path, body);
    } catch (error) {
      notice(refusalWords(error));
      return undefined;
    }
  };

  #actions = {
    openRules: () => this.state.table && openRules(this.context.rulesets, this.state.table),
    openShare: () => openShare(this.code),
    openSettings: () => openSettings(this.context),
  };

  #drawHeader() {
    const { table } = this.state;
    const key = table ? `${table.title}|${table.ruleset}|${table.seats.length}|${this.state.you?.role}|${table.phase}` : '';
    if (this.#header.dataset.key === key) return;
    this.#header.dataset.key = key;
    const title = table ? [name(tableName(table)), ' ', h('span', { class: 'muted' }, '· ', h('bdi', { class: 'code', dir: 'ltr' }, showCode(this.code)))] : [h('bdi', { class: 'code', dir: 'ltr' }, showCode(this.code))];
    if (table) document.title = `${tableName(table)} · Ludohall`;
    fill(this.#header, tableHeader({ title, buttons: table ? [
      ...(this.#isWatching() ? [h('span', { class: 'tag' }, t('table.watching'))] : []),
      iconButton('share', t('share.title'), this.#actions.openShare), iconButton('rules', t('rules.title'), this.#actions.openRules),
      iconButton('menu', t('menu.title'), () => openTableMenu({ ...this.context, state: () => this.state, leave: this.#leave })),
    ] : [] }));
  }

  /** Whether a game is looked on at: then the page says so whatever else it has to say. */
  #isWatching() {
    const { table, you } = this.state;
    return you?.role === 'watcher' && (table?.phase === 'playing' || table?.phase === 'paused');
  }

  #leave = async () => {
    try {
      standingUp(this.code);
      await api.leave(this.code);
      await this.context.go('/');
    } catch (error) {
      notice(refusalWords(error));
    }
  };
}

/** The close code of a table that is no more. */
const CLOSED = 4410;

/** Which view a state wants: a table that closed before any game has nothing to look at. @param {TableState} state */
function shownFor(state) {
  if (!state.table) return state.conn.status === 'final' ? 'gate' : 'waiting';
  if (state.table.phase === 'closed' && !state.table.position) return 'gate';
  return state.table.phase === 'waiting' ? 'waiting' : 'table';
}
