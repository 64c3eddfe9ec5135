import { it } from 'node:test';
import assert from 'node:assert/strict';
import { countDown, isDue } from './countdown.ts';

it('takes ten seconds off a tick, and what went by when the machine slept', () => {
  assert.equal(countDown(7200, 10), 7190);
  assert.equal(countDown(7200, 9.6), 7190);
  assert.equal(countDown(7200, 3600), 3600);
  assert.equal(countDown(1000, 90_000), 0);
});

it('is due at a thousand seconds and below', () => assert.deepEqual([1001, 1000, 0].map(isDue), [false, true, true]));
