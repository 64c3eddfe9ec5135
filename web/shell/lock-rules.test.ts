import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { guessed, TRIES } from './lock-rules.ts';

const lock = { locked: true, salt: 'aa', hash: 'bb', tries: 0 };

describe('guessing a lock password', () => {
  it('opens with the right one and forgets the wrong ones', () => {
    assert.deepEqual(guessed({ ...lock, tries: 3 }, true), { ...lock, locked: false, tries: 0 });
  });

  it('counts the wrong ones and ends with the fifth', () => {
    const trail = Array.from({ length: TRIES }).reduce<(typeof lock | null)[]>((all) => [...all, guessed(all.at(-1)!, false)], [lock]);
    assert.deepEqual(
      trail.map((one) => one?.tries ?? null),
      [0, 1, 2, 3, 4, null],
    );
    assert.ok(trail.slice(0, -1).every((one) => one?.locked));
  });
});
