/**
 * Words. Catalogues are flat objects per language; a value is a text with `{name}` places, or one text per plural
 * form of `n`. The server sends codes; every sentence on the screen comes from here.
 */
import en from './i18n/en.js';

/** @typedef {string | {[form: string]: string}} Entry */
/** @typedef {{[key: string]: Entry}} Catalogue */
/** @typedef {{[name: string]: string|number}} Params */
/**
 * @typedef {((key: string, params?: Params) => string) & {raw: (key: string, n?: number) => string, has: (key: string) => boolean}} Translate
 */

/** The languages that are complete, with their own names. A further one is a line here and a catalogue. */
export const LANGUAGES = { en: 'English', ru: 'Русский' };

/** @type {{[language: string]: () => Promise<{default: Catalogue}>}} */
const LOADERS = { ru: () => import('./i18n/ru.js') };
/** Scripts that run from right to left. */
const RTL = ['ar', 'fa', 'he', 'ur'];

let language = 'en';
/** @type {Catalogue} */
let catalogue = en;
let plural = new Intl.PluralRules('en');
let number = new Intl.NumberFormat('en');

/** The language in use. */
export const currentLanguage = () => language;

/** `rtl` or `ltr`. @param {string} tag */
export const directionOf = (tag) => (RTL.includes(tag.split('-')[0]) ? 'rtl' : 'ltr');

/**
 * The first of the wanted languages that there is a catalogue for.
 * @param {readonly string[]} wanted BCP 47 tags, best first
 */
export function pickLanguage(wanted) {
  const bases = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return bases.find((base) => base in LANGUAGES) ?? 'en';
}

/** Loads a catalogue and turns the page to it. @param {string} tag one of `LANGUAGES` */
export async function useLanguage(tag) {
  catalogue = tag in LOADERS ? (await LOADERS[tag]()).default : en;
  language = tag;
  plural = new Intl.PluralRules(tag);
  number = new Intl.NumberFormat(tag);
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
}

/**
 * The template of a key, its plural form chosen, its places unfilled; the key itself where there is none.
 * @param {string} key @param {number} [n]
 */
function raw(key, n) {
  const entry = catalogue[key] ?? en[key];
  if (entry === undefined) return key;
  if (typeof entry === 'string') return entry;
  return entry[plural.select(n ?? 0)] ?? entry.other;
}

/** @param {string} key @param {Params} [params] */
function translate(key, params = {}) {
  return raw(key, counted(params)).replace(/\{(\w+)\}/g, (place, name) => (name in params ? show(params[name]) : place));
}

/** The number that decides the plural form. @param {{[name: string]: unknown}} params */
const counted = (params) => /** @type {number|undefined} */ ([params.n, params.count].find((value) => typeof value === 'number'));

/** @param {string|number} value */
const show = (value) => (typeof value === 'number' ? number.format(value) : value);

/** The text of a key. @type {Translate} */
export const t = Object.assign(translate, { raw, has: (/** @type {string} */ key) => key in catalogue || key in en });

/**
 * A text whose places may hold nodes (a name in `bdi`, a bold word), as nodes in reading order.
 * @param {string} key @param {{[name: string]: string|number|Node}} params
 * @returns {(string|Node)[]}
 */
export function rich(key, params) {
  return raw(key, counted(params)).split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = name === undefined ? part : params[name] ?? part;
    return typeof value === 'number' ? number.format(value) : value;
  });
}
