import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { metrics, roundTo } from './metrics.ts';
import {
  defaultLimits,
  defaultNumbers,
  gravity,
  isUrgent,
  judge,
  judgedMetrics,
  kOfN,
  levelLabels,
  LEVELS,
  limitsProblem,
  margin,
  normalText,
  passedBelow,
  remembered,
  type JudgedMetric,
  type Level,
  type Limits,
} from './thresholds.rules.ts';

const of = (name: JudgedMetric) => defaultLimits.get(metrics[name].number) as Limits;

describe('a value and the limit that it passed', () => {
  it('says which side, also when it is exactly at it', () => {
    for (const [name, value, limit, below] of [
      ['oxygen', 86, 89, true],
      ['oxygen', 89, 89, true],
      ['heartRate', 40, 40, true],
      ['heartRate', 131, 131, false],
      ['heartRate', 140, 131, false],
      ['breathing', 25, 25, false],
      ['temperature', 35, 35, true],
      ['temperature', 37.9, 37.9, false],
    ] as const)
      assert.equal(passedBelow(metrics[name].number, value, limit), below, `${name} ${value}`);
  });
});

describe('rounding', () => {
  it('is half up, also where binary fractions are a little below', () => {
    for (const [value, decimals, rounded] of [
      [38.05, 1, 38.1],
      [38.04, 1, 38],
      [36.95, 1, 37],
      [89.5, 0, 90],
      [89.49, 0, 89],
      [1.005, 1, 1],
      [0, 0, 0],
    ] as const)
      assert.equal(roundTo(value, decimals), rounded, `${value}`);
    // As `real` columns give it.
    assert.equal(roundTo(Math.fround(38.05), 1), 38.1);
  });
});

describe('a level', () => {
  it('is urgent beyond an urgent limit, on either side, and weighs by that', () => {
    for (const [level, urgent, weight] of [
      [LEVELS.normal, false, 0],
      [LEVELS.lowWatch, false, 1],
      [LEVELS.lowUrgent, true, 2],
      [LEVELS.highWatch, false, 1],
      [LEVELS.highUrgent, true, 2],
    ] as const)
      assert.deepEqual([isUrgent(level), gravity(level)], [urgent, weight], levelLabels[level]);
  });
});

describe('judge: every band edge of the defaults', () => {
  const cases: Record<JudgedMetric, [number, Level][]> = {
    heartRate: [
      [40, 2],
      [41, 1],
      [50, 1],
      [51, 0],
      [90, 0],
      [91, 3],
      [130, 3],
      [131, 4],
    ],
    systolic: [
      [90, 2],
      [91, 1],
      [100, 1],
      [101, 0],
      [149, 0],
      [150, 3],
      [179, 3],
      [180, 4],
    ],
    diastolic: [
      [30, 1],
      [59, 1],
      [60, 0],
      [89, 0],
      [90, 3],
      [109, 3],
      [110, 4],
    ],
    oxygen: [
      [89, 2],
      [89.4, 2],
      [89.5, 1],
      [90, 1],
      [95, 1],
      [96, 0],
      [100, 0],
    ],
    temperature: [
      [35, 2],
      [35.04, 2],
      [35.1, 0],
      [37.2, 0],
      [37.24, 0],
      [37.25, 3],
      [37.3, 3],
      [37.8, 3],
      [37.9, 4],
    ],
    glucose: [
      [2.9, 2],
      [3, 1],
      [3.8, 1],
      [3.9, 0],
      [11, 0],
      [11.1, 3],
      [16.7, 3],
      [16.8, 4],
    ],
    breathing: [
      [8, 2],
      [9, 0],
      [20, 0],
      [21, 3],
      [24, 3],
      [25, 4],
    ],
  };
  for (const name of judgedMetrics)
    it(name, () => {
      for (const [value, level] of cases[name]) assert.equal(judge(of(name), value, 0), level, `${name} ${value}`);
    });

  it('every limit of every metric has both its sides in the cases', () => {
    for (const name of judgedMetrics) {
      const values = cases[name].map(([value]) => value);
      for (const limit of [
        defaultNumbers[name].lowCritical,
        defaultNumbers[name].low,
        defaultNumbers[name].high,
        defaultNumbers[name].highCritical,
      ]) {
        if (limit === null) continue;
        const step = 10 ** -metrics[name].decimals;
        const beside = values.some((value) => value !== limit && Math.abs(value - limit) <= step + 1e-9);
        assert.ok(values.includes(limit) && beside, `${name} ${limit}`);
      }
    }
  });
});

describe('judge: a level is left only inside its limit', () => {
  const follow = (limits: Limits, values: number[]) => {
    let level: Level = 0;
    return values.map((value) => (level = judge(limits, value, level)));
  };
  it('high and down again', () => {
    // Normal span 50 to 91: the margin is 2.05, so that 89 still holds and 88 does not.
    assert.deepEqual(follow(of('heartRate'), [90, 91, 90, 89, 88, 90]), [0, 3, 3, 3, 0, 0]);
    assert.deepEqual(follow(of('heartRate'), [131, 130, 129, 128, 90, 88]), [4, 4, 4, 3, 3, 0]);
  });
  it('low and up again', () => {
    assert.deepEqual(follow(of('heartRate'), [50, 51, 52, 53]), [1, 1, 1, 0]);
    assert.deepEqual(follow(of('heartRate'), [40, 42, 43, 52, 53]), [2, 2, 1, 1, 0]);
  });
  it('at least one step where the span is narrow', () => {
    assert.equal(margin(of('oxygen')), 1);
    assert.deepEqual(follow(of('oxygen'), [95, 96, 97]), [1, 1, 0]);
    assert.deepEqual(follow(of('temperature'), [37.3, 37.2, 37.1]), [3, 3, 0]);
  });
  it('from one side to the other', () => {
    assert.deepEqual(follow(of('heartRate'), [45, 95, 35, 140]), [1, 3, 2, 4]);
  });
  it('a fresh crossing outweighs what is held, also where bounds are close', () => {
    const narrow = { ...of('heartRate'), lowCritical: null, low: 59, high: 60, highCritical: null, hysteresis: 0.5 };
    assert.equal(judge(narrow, 60, 1), 3);
    assert.equal(judge(narrow, 59, 3), 1);
  });
  it('no hysteresis', () => {
    assert.deepEqual(follow({ ...of('heartRate'), hysteresis: 0 }, [91, 90, 50, 51]), [3, 0, 1, 0]);
  });
  it('only urgent limits', () => {
    const urgent = { ...of('breathing'), high: null };
    assert.deepEqual(follow(urgent, [24, 25, 24, 23]), [0, 4, 4, 0]);
  });
});

describe('k of n', () => {
  it('counts the newest', () => {
    for (const [history, k, n, holds] of [
      [0b1, 1, 1, true],
      [0b10, 1, 1, false],
      [0b11, 2, 2, true],
      [0b101, 2, 3, true],
      [0b101, 2, 2, false],
      [0b1000, 1, 3, false],
      [0, 1, 10, false],
    ] as const)
      assert.equal(kOfN(history, k, n), holds, `${history.toString(2)} ${k}/${n}`);
  });
  it('remembers 31', () => {
    let history = 0;
    for (let at = 0; at < 40; at++) history = remembered(history, true);
    assert.equal(history, 0x7fffffff);
    assert.equal(remembered(0b1, false), 0b10);
  });
});

describe('limits that somebody types', () => {
  const good = { lowCritical: 40, low: 50, high: 91, highCritical: 131, needed: 2, windowSize: 3 };
  it('must be in order, plausible and few enough', () => {
    assert.equal(limitsProblem('heartRate', good), null);
    assert.equal(limitsProblem('heartRate', { ...good, low: null, lowCritical: null }), null);
    for (const [change, text] of [
      [{ lowCritical: null, low: null, high: null, highCritical: null }, /至少填写一个/],
      [{ low: 39 }, /“过低”/],
      [{ high: 132 }, /“过高”/],
      [{ low: 95 }, /低值界限/],
      [{ low: null, lowCritical: 95, high: null, highCritical: 95 }, /低值界限/],
      [{ highCritical: 300 }, /25到250次\/分.*300/],
      [{ needed: 4 }, /连续次数/],
    ] as const)
      assert.match(limitsProblem('heartRate', { ...good, ...change }) ?? '', text);
  });
  it('read as a range', () => {
    assert.equal(normalText(of('heartRate')), '51–90');
    assert.equal(normalText(of('temperature')), '35.1–37.2');
    assert.equal(normalText(of('oxygen')), '≥96');
    assert.equal(normalText({ ...of('heartRate'), low: null, lowCritical: null }), '≤90');
  });
  it('have a gravity', () => assert.deepEqual(([0, 1, 2, 3, 4] as Level[]).map(gravity), [0, 1, 2, 1, 2]));
});
