import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { figuresOf, itemFigures } from './inspection-figures.rules.ts';

const item = (key: string, name: string, points: number, fatal = false) => ({ key, name, points, fatal, note: '' });

describe('the figures of inspections', () => {
  it('have averages and shares, and none without inspections', () => {
    const counts = { inspected: 4, points: 300, passed: 3, knockedOut: 1, appealed: 2, changed: 1 };
    assert.deepEqual(figuresOf(counts), { inspected: 4, passed: 3, knockedOut: 1, appealed: 2, changed: 1, average: 75, passRate: 0.75 });
    const none = figuresOf({ inspected: 0, points: 0, passed: 0, knockedOut: 0, appealed: 0, changed: 0 });
    assert.deepEqual([none.average, none.passRate], [null, null]);
  });

  it('of an item go on over versions, by the points that each version gave it', () => {
    const versions = [
      { sheetId: 1, sheetName: '来电', serial: 1, groups: [{ name: '礼仪', items: [item('a', '问候', 40), item('old', '旧项', 60)] }] },
      {
        sheetId: 1,
        sheetName: '来电',
        serial: 2,
        groups: [{ name: '礼仪', items: [item('a', '开头问候', 50), item('x', '泄密', 0, true)] }],
      },
    ];
    const tally = (serial: number, key: string, points: number, times: number, hit = false) => ({
      sheetId: 1,
      serial,
      key,
      points,
      hit,
      times,
    });
    const found = itemFigures(versions, [
      tally(1, 'a', 40, 2),
      tally(2, 'a', 40, 1),
      tally(2, 'a', 50, 1),
      tally(1, 'old', 30, 2),
      tally(2, 'x', 0, 3),
      tally(2, 'x', 0, 1, true),
      tally(2, 'nowhere', 1, 1),
    ]);
    assert.deepEqual(
      found.map(({ name, points, times, average, faults, faultRate }) => [name, points, times, average, faults, faultRate]),
      [
        // Full points of the first version are no fault, 40 of 50 in the second are one.
        ['开头问候', 50, 4, 42.5, 1, 0.25],
        ['旧项', 60, 2, 30, 2, 1],
        ['泄密', 0, 4, null, 1, 0.25],
      ],
    );
  });
});
