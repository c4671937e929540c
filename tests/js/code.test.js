import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCode, showCode } from '../../static/js/code.js';

test('a code is read as people type it', () => {
  for (const typed of ['K7M2QX', 'k7m2qx', 'K7M 2QX', ' k7m-2qx ', 'k7m–2qx', 'https://hall.example/t/K7M2QX', 'hall.example/t/k7m2qx?from=chat']) assert.equal(readCode(typed), 'K7M2QX', typed);
});

test('letters that look like digits are digits', () => {
  assert.equal(readCode('OoIiLl'), '001111');
});

test('what is no code is refused', () => {
  for (const typed of ['', 'K7M2Q', 'K7M2QXY', 'K7M2QU', 'K7M2Q!', 'Ж7М2QX']) assert.equal(readCode(typed), null, typed);
});

test('a code is shown in two groups', () => {
  assert.equal(showCode('K7M2QX'), 'K7M 2QX');
});
