import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { listPath, parsePath, pathOf, readPath } from './json-paths.rules.ts';

const body = {
  id: 'A1',
  data: { heart: 72, 'a-b': 1, 心率: 70, list: [{ v: 1 }, { v: 2 }], '0': 'zero' },
  constructor_: 1,
  rows: [[1, 2], [3]],
};
const record = body.data;

describe('a path', () => {
  const cases: [path: string, value: unknown][] = [
    ['heart', 72],
    ['@.heart', 72],
    ['@', record],
    ['$', body],
    ['$.id', 'A1'],
    ['$.data.heart', 72],
    ['$["data"]["a-b"]', 1],
    ["$['data'].heart", 72],
    ['a-b', 1],
    ['心率', 70],
    ['list[0].v', 1],
    ['list[-1].v', 2],
    ['list.1.v', 2],
    ['$.rows[0][1]', 2],
    ['["0"]', 'zero'],
    ['nothing', undefined],
    ['heart.more', undefined],
    ['list[9].v', undefined],
    ['list[*].v', undefined],
    // What every object inherits is no part of the message.
    ['constructor', undefined],
    ['__proto__', undefined],
    ['list.length', undefined],
    ['$.id.length', undefined],
    ['toString', undefined],
  ];
  for (const [path, value] of cases)
    it(`${path} reads ${JSON.stringify(value)}`, () => assert.deepEqual(readPath(path, body, record), value));

  for (const path of [
    '',
    ' ',
    'a..b',
    'a b',
    'a[',
    'a[x]',
    'a[?(@.b)]',
    'a[(1)]',
    '$..a',
    'a.',
    '$a.',
    'a[1',
    'a"b',
    'f()',
    `a${'.a'.repeat(12)}`,
    'x'.repeat(200),
  ])
    it(`${path.slice(0, 20) || '(nothing)'} is none, and says so in Chinese`, () =>
      assert.match(parsePath(path) as string, /[\u4e00-\u9fff]/));

  it('lists records', () => {
    assert.deepEqual(listPath('$.data.list[*]', body, 10), record.list);
    assert.deepEqual(listPath('$.data.list', body, 10), record.list);
    assert.deepEqual(listPath('$.data.list[*].v', body, 10), [1, 2]);
    assert.deepEqual(listPath('$.rows[*][*]', body, 10), [1, 2, 3]);
    assert.deepEqual(listPath('$.data', body, 10), [record]);
    assert.deepEqual(listPath('$.data.list', body, 1), [record.list[0]]);
    assert.deepEqual(listPath('$.none[*]', body, 10), []);
    assert.deepEqual(listPath('$', [1, 2], 10), [1, 2]);
  });

  it('of anything at all throws nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.jsonValue(), (path, value) => {
        readPath(path, value, value);
        return Array.isArray(listPath(path, value, 5)) && ['string', 'object'].includes(typeof pathOf(path));
      }),
      { numRuns: 2000 },
    );
  });
});
