/**
 * A person's preferences on this device, and how they reach the page.
 *
 * @typedef {object} Settings
 * @property {'auto'|'light'|'dark'} theme
 * @property {'auto'|'high'} contrast
 * @property {'chalk'|'felt'|'paper'} skin
 * @property {string} language '' follows the browser
 * @property {boolean} sound
 * @property {'auto'|'off'} motion
 * @property {boolean} numbers Whether pieces carry their numbers.
 */

/** @type {Settings} */
const DEFAULTS = { theme: 'auto', contrast: 'auto', skin: 'chalk', language: '', sound: false, motion: 'auto', numbers: false };
/** Where they are kept. */
const KEY = 'ludohall.settings';

/** The settings in use; changed in place by `change`. @type {Settings} */
export const settings = { ...DEFAULTS, ...stored() };

/** Tells `change` events. */
export const settingsEvents = new EventTarget();

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Changes, keeps and applies settings. @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch { /* a browser without storage forgets them, nothing else */ }
  applySettings();
  settingsEvents.dispatchEvent(new Event('change'));
}

/** Puts the looks on the root element, for the tokens. */
export function applySettings() {
  const { dataset } = document.documentElement;
  const high = settings.contrast === 'high', skin = settings.skin !== 'chalk';
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = settings.theme !== 'auto' ? settings.theme : high || skin ? (dark ? 'dark' : 'light') : null;
  set(dataset, 'theme', theme);
  set(dataset, 'contrast', high ? 'high' : null);
  set(dataset, 'skin', skin ? settings.skin : null);
  set(dataset, 'motion', settings.motion === 'off' ? 'off' : null);
}

/** @param {DOMStringMap} dataset @param {string} name @param {string|null} value */
function set(dataset, name, value) {
  if (value === null) delete dataset[name];
  else dataset[name] = value;
}
