import { it } from 'node:test';
import assert from 'node:assert/strict';
import { finder, toEnter } from './entry-finder.ts';

it('a round is asked for by the word and a room or a name', () => {
  assert.deepEqual(['录入 302', '录入冯克勤', '录入', '体征录入', '302'].map(toEnter), ['302', '冯克勤', null, null, null]);
  assert.deepEqual([finder.looksFor('录入 302', () => true), finder.looksFor('录入 302', () => false)], [true, false]);
});
