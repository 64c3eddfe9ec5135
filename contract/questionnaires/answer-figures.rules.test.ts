import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { numberFigures, wordCounts } from './answer-figures.rules.ts';

describe('figures of numbers', () => {
  it('are mean, median and a bar for each of few values', () => {
    const found = numberFigures([
      [5, 3],
      [1, 1],
      [4, 2],
    ]);
    assert.deepEqual(found, {
      count: 6,
      mean: 4,
      median: 4.5,
      low: 1,
      high: 5,
      bins: [
        { from: 1, to: 1, count: 1 },
        { from: 4, to: 4, count: 2 },
        { from: 5, to: 5, count: 3 },
      ],
    });
    assert.equal(numberFigures([[7, 1]])?.median, 7);
  });

  it('are ten bars of one width where there are many values, and none is lost', () => {
    const found = numberFigures(Array.from({ length: 101 }, (_, value) => [value, 1] as const));
    assert.deepEqual(found?.bins[0], { from: 0, to: 10, count: 10 });
    assert.deepEqual(found?.bins.at(-1), { from: 90, to: 100, count: 11 });
    assert.equal(
      found?.bins.reduce((sum, { count }) => sum + count, 0),
      101,
    );
    assert.deepEqual([found?.mean, found?.median], [50, 50]);
  });

  it('are nothing without numbers', () => {
    assert.equal(numberFigures([]), null);
    assert.equal(numberFigures([[Number.NaN, 3]]), null);
  });
});

describe('words of open answers', () => {
  it('are counted once a text, without those that say nothing', () => {
    const found = wordCounts(['护士很好，护士很耐心', '护士好', '饭菜好', '2024']);
    assert.deepEqual(
      found.find(({ word }) => word === '护士'),
      { word: '护士', count: 2 },
    );
    assert.ok(found.every(({ word }) => word !== '很' && word !== '2024'));
    assert.ok(found.every(({ count }, at) => at === 0 || count <= found[at - 1]!.count));
    assert.deepEqual(wordCounts(['', '，。']), []);
  });
});
