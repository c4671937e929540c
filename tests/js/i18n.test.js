import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES, directionOf, pickLanguage, rich, t } from '../../static/js/i18n.js';
import en from '../../static/js/i18n/en.js';

const client = new URL('../../static/js/', import.meta.url);
const others = Object.keys(LANGUAGES).filter((language) => language !== 'en');
const catalogues = await Promise.all(['en', ...others].map(async (language) => ({ language, words: (await import(`${client}i18n/${language}.js`)).default })));

for (const { language, words } of catalogues) {
  test(`${language} has the keys of English, no more and no less`, () => {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(en).sort());
  });

  test(`${language} has each plural form that its numbers need`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, entry] of Object.entries(words)) {
      if (typeof entry === 'string') continue;
      for (const form of forms) assert.ok(typeof entry[form] === 'string', `${key} lacks ${form}`);
      for (const form of Object.keys(entry)) assert.ok(form === 'other' || forms.includes(/** @type {any} */ (form)), `${key} has ${form} in vain`);
    }
  });

  test(`${language} fills the places that English fills`, () => {
    const places = (/** @type {unknown} */ entry) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();
    for (const [key, entry] of Object.entries(words)) {
      const mine = places(entry), theirs = places(en[key]);
      assert.deepEqual(mine.filter((place) => place !== '{n}'), theirs.filter((place) => place !== '{n}'), key);
    }
  });
}

test('every key that the client asks for by name exists', () => {
  const asked = sources(client).flatMap((text) => [...text.matchAll(/\b(?:t|t\.raw|rich)\('([a-z_]+(?:\.[\w-]+)+)'/g)].map(([, key]) => key));
  assert.ok(asked.length > 100);
  for (const key of asked) assert.ok(key in en, key);
});

test('every refusal of the server has words', () => {
  const rust = readFileSync(new URL('../../crates/protocol/src/problem.rs', import.meta.url), 'utf8');
  const codes = [...rust.matchAll(/^ {4}(\w+) = \d{3},/gm)].map(([, name]) => name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase());
  assert.ok(codes.length > 20);
  for (const code of codes) assert.ok(`problem.${code}` in en, code);
});

test('every conflict of house rules has words at its field', () => {
  const rust = readFileSync(new URL('../../crates/rules/src/flag/conflicts.rs', import.meta.url), 'utf8');
  const flags = [...rust.matchAll(/flag: "([\w.]+)"/g)].map(([, flag]) => flag);
  assert.ok(flags.length > 3);
  for (const flag of flags) assert.ok(`conflict.${flag}` in en, flag);
});

test('every reason and duty that the hall tells has words', () => {
  const rust = readFileSync(new URL('../../crates/protocol/src/why.rs', import.meta.url), 'utf8');
  const names = (/** @type {string} */ of) => [...(rust.split(`pub enum ${of} {`)[1]?.split('\n}')[0] ?? '').matchAll(/^ {4}(\w+)/gm)].map(([, name]) => name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase());
  const special = { break: 'forced.break_double', bonus: 'why.bonus_first' };
  assert.ok(names('Duty').length > 4 && names('Bar').length > 15);
  for (const duty of names('Duty')) assert.ok(`forced.${duty}` in en && (special[/** @type {'break'} */ (duty)] ?? `forced.${duty}`) in en, duty);
  for (const reason of names('Bar')) if (reason !== 'duty') assert.ok(`why.${reason}` in en, reason);
});

test('the product rolls, it does not throw', () => {
  for (const [key, entry] of Object.entries(en)) assert.doesNotMatch(JSON.stringify(entry), /\bthr(ow|ew)/i, key);
});

test('texts take numbers, names and plural forms', () => {
  assert.equal(t('lobby.online', { n: 1 }), '1 person here');
  assert.equal(t('lobby.online', { n: 2 }), '2 people here');
  assert.equal(t('profile.button', { who: '{n} $& <b>' }), '{n} $& <b>, your name');
  assert.equal(t('no.such_key'), 'no.such_key');
  assert.deepEqual(rich('lobby.with', { who: 'Ana' }), ['with ', 'Ana', '']);
});

test('a browser gets the first language it wants that there is', () => {
  assert.equal(pickLanguage(['fr-CA', 'ru-RU', 'en']), 'ru');
  assert.equal(pickLanguage(['fr']), 'en');
});

test('direction follows the language', () => {
  assert.equal(directionOf('ar'), 'rtl');
  assert.equal(directionOf('ru'), 'ltr');
});

/** @param {URL} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = new URL(entry.name + (entry.isDirectory() ? '/' : ''), folder);
    if (entry.isDirectory()) return entry.name === 'i18n' ? [] : sources(at);
    return entry.name.endsWith('.js') ? [readFileSync(at, 'utf8')] : [];
  });
}
