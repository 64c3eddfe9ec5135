import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isBlank,
  isObject,
  isSimpleChoice,
  keyOf,
  otherKeyOf,
  placesOf,
  uploadBytes,
  uploadLimit,
  type Expand,
} from './item-types.rules.ts';

const MB = 1024 ** 2;

describe('a value', () => {
  it('says nothing when it is none, blanks or an empty list', () => {
    for (const nothing of [undefined, null, '', ' \n', []]) assert.ok(isBlank(nothing));
    for (const told of [0, false, '0', [0], {}]) assert.ok(!isBlank(told));
  });

  it('is one of words, or several, of three kinds alone', () => {
    const kinds = ['RADIO', 'CHECKBOX', 'SELECT', 'IMAGE_SELECT', 'CASCADER', 'SORT'] as const;
    assert.deepEqual(kinds.filter(isSimpleChoice), ['RADIO', 'CHECKBOX', 'SELECT']);
  });
});

describe('an upload', () => {
  it('takes files up to its own size, never above what the system takes', () => {
    const cases: [Expand, most: number, bytes: number][] = [
      [{}, 100 * MB, 10 * MB],
      [{}, 5 * MB, 5 * MB],
      [{ fileSize: 500, sizeUnit: 'KB' }, 100 * MB, 500 * 1024],
      [{ fileSize: 0.5 }, 100 * MB, MB / 2],
      [{ fileSize: 20, sizeUnit: 'MB' }, 100 * MB, 20 * MB],
      [{ fileSize: 1, sizeUnit: 'GB' }, 100 * MB, 100 * MB],
      [{ fileSize: 1, sizeUnit: 'GB' }, 2048 * MB, 1024 * MB],
      // A unit that is not known is the usual one.
      [{ fileSize: 3, sizeUnit: 'B' }, 100 * MB, 3 * MB],
      [{ sizeUnit: 'KB' }, 100 * MB, 10 * 1024],
    ];
    for (const [expand, most, bytes] of cases) assert.equal(uploadBytes(expand, most), bytes, JSON.stringify(expand));
  });

  it('takes two files unless it says another number; one where it takes no more', () => {
    const cases: [Expand, number][] = [
      [{}, 2],
      [{ limit: 5 }, 5],
      [{ limit: 5, multiple: true }, 5],
      [{ multiple: true }, 2],
      [{ limit: 5, multiple: false }, 1],
      [{ multiple: false }, 1],
    ];
    for (const [expand, files] of cases) assert.equal(uploadLimit(expand), files, JSON.stringify(expand));
  });
});

describe('the keys of an answer', () => {
  it('are those of the wire, and differ from each other for every item', () => {
    assert.deepEqual([keyOf(101), otherKeyOf(101)], ['field101', 'field101other']);
    const ids = [1, 11, 101, 1011];
    assert.equal(new Set([...ids.map(keyOf), ...ids.map(otherKeyOf)]).size, 8);
  });
});

describe('small facts of answers', () => {
  it('tell an object from a list, a text and nothing', () => {
    assert.deepEqual([{}, [], 'x', null, undefined, 0].map(isObject), [true, false, false, false, false, false]);
  });
  it('count the places of an order', () => {
    const options = [1, 2, 3].map((value) => ({ value }));
    assert.deepEqual([{ options }, { options, max: 2 }, { options, max: 9 }, { options, max: 0 }, {}].map(placesOf), [3, 2, 3, 3, 0]);
  });
});
