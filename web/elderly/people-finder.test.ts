import { it } from 'node:test';
import assert from 'node:assert/strict';
import { looksForPeople } from './people-finder.ts';

it('people are looked for when there is something to look for', () => {
  assert.deepEqual(['王', '王秀', 'w', 'wxy', '138', '1381', ''].map(looksForPeople), [false, true, false, true, false, true, false]);
});
