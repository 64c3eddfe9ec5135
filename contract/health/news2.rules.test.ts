import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { news2, type News2Input, type News2Metric, type OxygenScale } from './news2.rules.ts';

const well: News2Input = { breathing: 18, oxygen: 97, oxygenFlow: 0, systolic: 130, heartRate: 75, consciousness: 0, temperature: 36.8 };
const points = (metric: News2Metric, value: number, scale: OxygenScale = 1, rest: News2Input = {}) =>
  news2({ ...rest, [metric]: value }, scale).parts.find((part) => part.metric === metric)?.points;

describe('NEWS2', () => {
  it('both sides of every band', () => {
    const bands: Record<string, [number, number][]> = {
      breathing: [
        [3, 3],
        [8, 3],
        [9, 1],
        [11, 1],
        [12, 0],
        [20, 0],
        [21, 2],
        [24, 2],
        [25, 3],
        [60, 3],
      ],
      oxygen: [
        [80, 3],
        [91, 3],
        [92, 2],
        [93, 2],
        [94, 1],
        [95, 1],
        [96, 0],
        [100, 0],
      ],
      oxygenFlow: [
        [0, 0],
        [0.5, 2],
        [15, 2],
      ],
      systolic: [
        [60, 3],
        [90, 3],
        [91, 2],
        [100, 2],
        [101, 1],
        [110, 1],
        [111, 0],
        [219, 0],
        [220, 3],
        [260, 3],
      ],
      heartRate: [
        [30, 3],
        [40, 3],
        [41, 1],
        [50, 1],
        [51, 0],
        [90, 0],
        [91, 1],
        [110, 1],
        [111, 2],
        [130, 2],
        [131, 3],
      ],
      consciousness: [
        [0, 0],
        [1, 3],
        [2, 3],
        [3, 3],
        [4, 3],
      ],
      temperature: [
        [34, 3],
        [35, 3],
        [35.1, 1],
        [36, 1],
        [36.1, 0],
        [38, 0],
        [38.1, 1],
        [39, 1],
        [39.1, 2],
        [41, 2],
      ],
    };
    for (const [metric, cases] of Object.entries(bands))
      for (const [value, expected] of cases) assert.equal(points(metric as News2Metric, value), expected, `${metric} ${value}`);
  });
  it('scale 2 asks whether oxygen is given above its target', () => {
    for (const [value, onAir, onOxygen] of [
      [83, 3, 3],
      [84, 2, 2],
      [85, 2, 2],
      [86, 1, 1],
      [87, 1, 1],
      [88, 0, 0],
      [92, 0, 0],
      [93, 0, 1],
      [94, 0, 1],
      [95, 0, 2],
      [96, 0, 2],
      [97, 0, 3],
      [100, 0, 3],
    ] as const) {
      assert.equal(points('oxygen', value, 2, { oxygenFlow: 0 }), onAir, `${value} on air`);
      assert.equal(points('oxygen', value, 2, { oxygenFlow: 2 }), onOxygen, `${value} on oxygen`);
    }
    assert.equal(points('oxygen', 95, 2), null);
    assert.equal(points('oxygen', 90, 2), 0);
  });
  it('the vectors of the chart', () => {
    const of = (change: News2Input, scale: OxygenScale = 1) => {
      const { score, single, risk, complete } = news2({ ...well, ...change }, scale);
      return [score, single, risk, complete];
    };
    assert.deepEqual(of({}), [0, false, 'low', true]);
    assert.deepEqual(of({ breathing: 21, oxygen: 95, systolic: 105, heartRate: 92, temperature: 38.1 }), [6, false, 'medium', true]);
    assert.deepEqual(of({ consciousness: 1 }), [3, true, 'lowMedium', true]);
    assert.deepEqual(of({ oxygen: 94, oxygenFlow: 2 }, 2), [3, false, 'low', true]);
    assert.deepEqual(of({ breathing: 25, oxygen: 90, heartRate: 111 }), [8, true, 'high', true]);
  });
  it('rounds half up before it scores', () => {
    assert.equal(points('temperature', 38.05), 1);
    assert.equal(points('temperature', 38.04), 0);
    assert.equal(points('oxygen', 95.5), 0);
    assert.equal(points('heartRate', 90.5), 1);
  });
  it('what is not known is no zero', () => {
    const { known, complete, score, parts } = news2({ heartRate: 112, temperature: 36.8 }, 1);
    assert.deepEqual([known, complete, score, parts.filter((part) => part.points === null).length], [2, false, 2, 5]);
    assert.equal(news2({ ...well, oxygenFlow: undefined as never }, 1).known, 6);
  });
});
