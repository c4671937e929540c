import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { outline } from '../../../static/js/board/shapes.js';

/** The colours of every board, as the rules name them. */
const boards = readFileSync(new URL('../../../crates/rules/src/board/star/rows.rs', import.meta.url), 'utf8');
const colours = [...new Set([...boards.matchAll(/colours: &\[([^\]]*)\]/g)].flatMap(([, list]) => list.match(/\w+/g) ?? []))];

// A04.
test('each colour has a shape of its own, so that colour is never needed to tell seats apart', () => {
  assert.ok(colours.length >= 6, String(colours));
  const shapes = new Map(colours.map((colour) => [outline(colour).d, colour]));
  assert.equal(shapes.size, colours.length, `${colours} have only the shapes of ${[...shapes.values()]}`);
});
