import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matrixOf, npsOf, ranksOf } from './part-figures.rules.ts';

const options = [
  { label: '好', value: 1 },
  { label: '差', value: 2 },
];
const rows = [
  { label: '饭菜', value: 1 },
  { label: '房间', value: 2 },
];

describe('figures of answers with parts', () => {
  it('of a recommendation are the three groups and the score', () => {
    const counted = Array.from({ length: 11 }, (_, mark) => [mark, 1] as const);
    assert.deepEqual(npsOf(counted), { kind: 'nps', promoters: 2, passives: 2, detractors: 7, score: -45.5 });
    assert.equal(
      npsOf([
        [9, 3],
        [6, 1],
      ]).score,
      50,
    );
    assert.equal(npsOf([[10, 1]]).score, 100);
    assert.deepEqual(npsOf([['x', 2]]), { kind: 'nps', promoters: 0, passives: 0, detractors: 0, score: null });
  });

  it('of an order are the mean place and the first places', () => {
    const counted = [
      { value: 1, place: 1, n: 3 },
      { value: 1, place: 2, n: 1 },
      { value: 9, place: 1, n: 5 },
    ];
    assert.deepEqual(ranksOf(options, counted).options, [
      { label: '好', ranked: 4, average: 1.25, firsts: 3 },
      { label: '差', ranked: 0, average: null, firsts: 0 },
    ]);
  });

  it('of rows are counts by column, with the mean of marks', () => {
    const choices = matrixOf({ type: 'MATRIX_SELECT', expand: { rows, options } }, [
      { row: '1', value: 1, n: 2 },
      { row: '2', value: [1, 2], n: 3 },
      { row: '7', value: 1, n: 9 },
    ]);
    assert.deepEqual(choices, {
      kind: 'matrix',
      columns: ['好', '差'],
      rows: [
        { label: '饭菜', counts: [2, 0], mean: null },
        { label: '房间', counts: [3, 3], mean: null },
      ],
    });
    const marks = matrixOf({ type: 'MATRIX_SCALE', expand: { rows, max: 3 } }, [
      { row: '1', value: 3, n: 1 },
      { row: '1', value: 2, n: 1 },
    ]);
    assert.deepEqual(
      [marks.columns, marks.rows.map(({ mean }) => mean)],
      [
        ['1', '2', '3'],
        [2.5, null],
      ],
    );
    const texts = matrixOf({ type: 'MATRIX_INPUT', expand: { rows, options } }, [{ row: '1', value: '2', n: 4 }]);
    assert.deepEqual(texts.rows[0]?.counts, [0, 4]);
  });
});
