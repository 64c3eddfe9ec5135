import { it } from 'node:test';
import assert from 'node:assert/strict';
import { BoundedMap } from './bounded-map.ts';

it('a bounded map forgets what was set first, and a repeated key does not count twice', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  assert.deepEqual(
    [...map],
    [
      ['a', 3],
      ['b', 2],
    ],
  );
  map.set('c', 4);
  assert.deepEqual([...map.keys()], ['b', 'c']);
});
