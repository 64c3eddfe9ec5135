import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { compare, gathered, misfits, misfitsOfRow, type CallSite, type Declared } from './compare.ts';
import type { Seen, SeenColumn } from './recorder.ts';
import { addValue, MOST_VALUES, type Shape } from './shape.ts';

const INT8 = 20;
const TEXT = 25;
const JSONB = 3802;

function shapeOf(values: readonly unknown[]): Shape {
  const shape: Shape = { kinds: {} };
  for (const value of values) addValue(shape, value);
  return shape;
}
const column = (name: string, oid: number, ...values: unknown[]): SeenColumn => ({ name, oid, shape: shapeOf(values) });
const row = (fields: Record<string, Declared>): Declared => ({ kinds: ['object'], fields });
const number: Declared = { kinds: ['number'] };
const text: Declared = { kinds: ['string'] };

describe('a row beside its type', () => {
  it('has the kinds of values that the type names', () => {
    assert.deepEqual(misfitsOfRow(row({ n: number }), [column('n', INT8, 1)], true), []);
    assert.deepEqual(misfitsOfRow(row({ n: number }), [column('n', TEXT, '1')], true), ['n is string, its type says number']);
  });

  it('is judged by the type in PostgreSQL where no value was seen', () => {
    assert.deepEqual(misfitsOfRow(row({ n: text }), [column('n', INT8)], true), ['n is number, its type says string']);
    assert.deepEqual(misfitsOfRow(row({ n: { kinds: ['string', 'null'] } }), [column('n', INT8, null)], true), [
      'n is number, its type says string | null',
    ]);
    assert.deepEqual(misfitsOfRow(row({ n: text }), [column('n', JSONB)], true), []);
  });

  it('has null only where the type has it', () => {
    assert.deepEqual(misfitsOfRow(row({ at: text }), [column('at', TEXT, 'x', null)], true), ['at is null, its type says string']);
    assert.deepEqual(misfitsOfRow(row({ at: { kinds: ['string', 'null'] } }), [column('at', TEXT, 'x', null)], true), []);
  });

  it('has every column that the type names, unless it is optional', () => {
    assert.deepEqual(misfitsOfRow(row({ id: number, nmae: text }), [column('id', INT8, 1)], false), ['nmae is no column of the result']);
    assert.deepEqual(misfitsOfRow(row({ id: number, name: { ...text, optional: true } }), [column('id', INT8, 1)], false), []);
  });

  it('has no further column where statement and type stand side by side', () => {
    const columns = [column('id', INT8, 1), column('name', TEXT, 'x')];
    assert.deepEqual(misfitsOfRow(row({ id: number }), columns, true), ['name is selected, and its type does not name it']);
    assert.deepEqual(misfitsOfRow(row({ id: number }), columns, false), []);
  });

  it('has only the words of a union of literals', () => {
    const state: Declared = { kinds: ['string', 'null'], strings: ['open', 'closed'] };
    assert.deepEqual(misfits(state, shapeOf(['open', 'closed', null]), 'state'), []);
    assert.deepEqual(misfits(state, shapeOf(['open', 'done']), 'state'), ['state is "done", its type says open | closed']);
    assert.deepEqual(misfits(state, shapeOf(['某某']), 'state'), ['state has texts that are none of open | closed']);
    assert.deepEqual(misfits({ kinds: ['number'], numbers: [0, 1] }, shapeOf([2]), 'status'), ['status is 2, its type says 0 | 1']);
  });

  it('is compared within arrays and objects', () => {
    const parts: Declared = { kinds: ['array'], items: row({ id: number, at: { ...text, optional: true } }) };
    assert.deepEqual(misfits(parts, shapeOf([[{ id: 1, at: 'x' }], [{ id: 2 }], []]), 'parts'), []);
    assert.deepEqual(misfits(parts, shapeOf([[{ id: '1' }, { at: 'x' }]]), 'parts'), [
      'parts[].id is missing in some objects',
      'parts[].id is string, its type says number',
    ]);
    assert.deepEqual(misfits({ kinds: ['object'], fields: {}, rest: number }, shapeOf([{ a: 1, b: null }]), 'sums'), [
      'sums.b is null, its type says number',
    ]);
  });
});

describe('what is recorded of values', () => {
  it('is no text that could be of a person, and only a few words', () => {
    const { values, unkept } = shapeOf(['open', '王秀英', '13800138000', 'a b', 3]);
    assert.deepEqual(values, ['open', 3]);
    assert.equal(unkept, true);
    const many = shapeOf(Array.from({ length: MOST_VALUES + 5 }, (_, at) => at));
    assert.equal(many.values?.length, MOST_VALUES);
    assert.equal(many.more, true);
  });

  it('of several processes is put together', () => {
    const seen = (value: unknown): Seen => ({ site: 'a:1:1', index: 0, results: 1, rows: 1, columns: [column('n', TEXT, value)] });
    assert.deepEqual(gathered([seen('x'), seen(null)]), [
      {
        site: 'a:1:1',
        index: 0,
        results: 2,
        rows: 2,
        columns: [{ name: 'n', oid: TEXT, shape: { kinds: { string: 1, null: 1 }, values: ['x'] } }],
      },
    ]);
  });
});

describe('the comparison of a run', () => {
  const site = (name: string, ...rows: Declared[]): CallSite => ({ site: name, rows, handwritten: true, generic: false });
  const result = (name: string, index: number, ...columns: SeenColumn[]): Seen => ({ site: name, index, results: 1, rows: 1, columns });

  it('finds each query of a call by its place', () => {
    const sites = [site('a:1:1', row({ n: number }), row({ name: text }))];
    const seen = [result('a:1:1', 0, column('n', INT8, 1)), result('a:1:1', 1, column('name', INT8, 1))];
    assert.deepEqual(compare(sites, [], seen).problems, ['a:1:1 name is number, its type says string']);
  });

  it('counts what no test has run and what has no type, and names rows of no known call', () => {
    const sites = [
      site('a:1:1', row({ n: number })),
      site('b:1:1', { kinds: [], open: 'any' }),
      site('c:1:1', { kinds: [], open: 'unknown' }),
    ];
    const { problems, unseen, unresolved, compared } = compare(sites, [], [result('d:1:1', 0, column('n', INT8, 1))]);
    assert.deepEqual(unseen, ['a:1:1', 'b:1:1', 'c:1:1']);
    assert.deepEqual(unresolved, ['b:1:1 any']);
    assert.deepEqual(problems, ['d:1:1 gives rows to no call that is known']);
    assert.equal(compared, 0);
  });

  it('gives the row of a list the types of that list which has its columns', () => {
    const sites: CallSite[] = [{ ...site('lists:1:1', { kinds: [], open: 'any' }), generic: true }];
    const lists = [row({ id: number, name: text }), row({ id: number, at: text })];
    const check = (...columns: SeenColumn[]) => compare(sites, lists, [result('lists:1:1', 0, ...columns)]).problems;
    assert.deepEqual(check(column('id', INT8, 1), column('at', TEXT, 'x'), column('key 0', TEXT, 'x')), []);
    assert.deepEqual(check(column('id', INT8, 1), column('at', TEXT, null)), ['lists:1:1 at is null, its type says string']);
    assert.deepEqual(check(column('id', INT8, 1)), ['lists:1:1 no list has a row of id']);
  });
});
