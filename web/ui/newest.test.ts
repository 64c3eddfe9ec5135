import { it } from 'node:test';
import assert from 'node:assert/strict';
import { newest } from './newest.ts';

it('an answer counts until the next question is asked, in whichever order they come', () => {
  const ask = newest();
  const first = ask();
  assert.equal(first(), true);
  const second = ask();
  assert.deepEqual([first(), second()], [false, true]);
});

it('questions of two places do not end each other', () => {
  const here = newest()();
  newest()();
  assert.equal(here(), true);
});
