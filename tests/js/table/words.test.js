import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import test from 'node:test';
import en from '../../../static/js/i18n/table.en.js';
import ru from '../../../static/js/i18n/table.ru.js';

/** @typedef {string|{[form: string]: string}} Entry */

const forms = (/** @type {Entry} */ entry) => (typeof entry === 'string' ? { other: entry } : entry);
const places = (/** @type {Entry} */ entry) => [...new Set(Object.values(forms(entry)).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

test('both languages have the same sentences with the same places', () => {
  assert.deepEqual(Object.keys(ru).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en)) assert.deepEqual(places(ru[key]), places(en[key]), key);
});

test('every form that a language counts in is there', () => {
  for (const [catalogue, wanted] of /** @type {[{[key: string]: Entry}, string[]][]} */ ([[en, ['one', 'other']], [ru, ['one', 'few', 'many', 'other']]])) for (const [key, entry] of Object.entries(catalogue)) {
    if (typeof entry !== 'string') assert.deepEqual(Object.keys(entry).sort(), [...wanted].sort(), key);
  }
});

test('every sentence that the table page asks for by name exists', async () => {
  const folder = new URL('../../../static/js/table/', import.meta.url);
  for (const file of await readdir(folder)) {
    const source = await readFile(new URL(file, folder), 'utf8');
    for (const [, key] of source.matchAll(/\bt\('([a-z]+\.[a-z_]+)'/g)) assert.ok(key in en || /^(common|problem)\./.test(key), `${file}: ${key}`);
    for (const [, key] of source.matchAll(/text: '(log\.[a-z_]+)'/g)) assert.ok(key in en, `${file}: ${key}`);
  }
});

test('no sentence says throw, for the word is roll', () => {
  assert.ok(!/throw|threw/i.test(JSON.stringify(en)));
});
