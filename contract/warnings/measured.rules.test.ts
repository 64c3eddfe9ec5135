import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { defaultLimits, type Level, type Limits } from '../health/thresholds.rules.ts';
import { metrics } from '../health/metrics.ts';
import {
  isHot,
  limitOf,
  measuredText,
  metricsOfRule,
  restate,
  severityOfLevel,
  stepMeasured,
  wellState,
  type MeasuredState,
} from './measured.rules.ts';

const limits = (name: keyof typeof metrics) => defaultLimits.get(metrics[name].number) as Limits;
/** The levels in force after each value, and how many occurrences there were. */
function course(of: Limits, values: readonly number[], device: number | null = 1) {
  let state: MeasuredState = wellState;
  const levels: Level[] = [];
  let occurred = 0;
  values.forEach((value, index) => {
    const step = stepMeasured(state, { at: index * 60_000, device, value }, of);
    assert.ok(step);
    state = step.state;
    levels.push(state.level);
    if (step.occurs) occurred++;
  });
  return { levels, occurred, state };
}

describe('values of one metric', () => {
  it('count when two of three are out of bounds, and end when two of three are not', () => {
    const { levels, occurred } = course(limits('heartRate'), [140, 70, 140, 70, 70, 70]);
    assert.deepEqual(levels, [0, 0, 4, 0, 0, 0]);
    assert.equal(occurred, 1);
    assert.deepEqual(course(limits('heartRate'), [140, 140, 70, 70]).levels, [0, 4, 4, 0]);
  });

  it('move up and down with what enough of them say', () => {
    const { levels } = course(limits('heartRate'), [100, 100, 140, 140, 100, 100, 70, 70]);
    assert.deepEqual(levels, [0, 3, 3, 4, 4, 3, 3, 0]);
  });

  it('stay where they are on the edge', () => {
    assert.deepEqual(course(limits('systolic'), [180, 178, 177, 181, 150, 149, 147, 140]).levels, [4, 4, 3, 4, 3, 3, 0, 0]);
  });

  it('count at once when staff measured', () => {
    assert.deepEqual(course(limits('heartRate'), [140], null).levels, [4]);
    assert.equal(course(limits('heartRate'), [140], null).occurred, 1);
  });

  it('count once however often they come', () => {
    const of = limits('glucose');
    const first = stepMeasured(wellState, { at: 5, device: 1, value: 2.5 }, of);
    assert.equal(first?.occurs, 2);
    assert.equal(stepMeasured(first!.state, { at: 5, device: 1, value: 2.5 }, of), null);
    assert.equal(stepMeasured(first!.state, { at: 5, device: 2, value: 2.5 }, of)?.occurs, 2);
  });

  it('that come late are told, and leave the level to what is newer', () => {
    const of = limits('glucose');
    const { state } = course(of, [2.5, 6]);
    const late = stepMeasured(state, { at: 30_000, device: 1, value: 2.5 }, of);
    assert.deepEqual([late?.occurs, late?.state.level], [2, 0]);
  });

  it('keep few', () => {
    const { state } = course(
      limits('glucose'),
      Array.from({ length: 200 }, () => 2.5),
    );
    assert.equal(state.seen.length, 24);
    assert.deepEqual([isHot(state, limits('glucose')), isHot(wellState, limits('glucose'))], [true, false]);
    assert.equal(isHot(course(limits('heartRate'), [140]).state, limits('heartRate')), true);
    assert.equal(isHot(course(limits('heartRate'), [140, 70, 70, 70]).state, limits('heartRate')), false);
  });
});

describe('a corrected value', () => {
  const fallenOf = (state: MeasuredState, at: number, value: number | null, of: Limits, device: number | null = 1) => {
    const restated = restate(state, { at, device, value }, of);
    return restated && { level: restated.state.level, fallen: restated.fallen.map((one) => one.at / 60_000), occurs: restated.occurs };
  };

  it('takes with it what it alone spoke for', () => {
    const of = limits('temperature');
    const { state } = course(of, [39.5], null);
    assert.deepEqual(fallenOf(state, 0, 36.5, of, null), { level: 0, fallen: [0], occurs: 0 });
    assert.deepEqual(fallenOf(state, 0, null, of, null), { level: 0, fallen: [0], occurs: 0 });
    assert.deepEqual(fallenOf(state, 0, 38.5, of, null), { level: 4, fallen: [], occurs: 4 });
    assert.deepEqual(fallenOf(state, 0, 37.5, of, null), { level: 3, fallen: [], occurs: 3 });
  });

  it('takes with it those that counted only together with it, and no earlier ones', () => {
    const of = limits('heartRate');
    const { state, occurred } = course(of, [140, 140, 70, 140]);
    assert.equal(occurred, 2);
    // Two of three: without the second, neither it nor the fourth stands.
    assert.deepEqual(fallenOf(state, 60_000, 70, of), { level: 0, fallen: [1, 3], occurs: 0 });
    assert.deepEqual(fallenOf(state, 3 * 60_000, null, of), { level: 4, fallen: [3], occurs: 0 });
  });

  it('leaves a level that others still speak for', () => {
    const of = limits('glucose');
    const { state } = course(of, [2.5, 2.4, 2.6]);
    assert.deepEqual(fallenOf(state, 60_000, 6, of), { level: 2, fallen: [1], occurs: 0 });
  });

  it('is judged anew when it turns out to be worse', () => {
    const of = limits('glucose');
    const { state } = course(of, [2.5, 5]);
    assert.deepEqual(fallenOf(state, 60_000, 2.6, of), { level: 2, fallen: [], occurs: 2 });
    assert.equal(restate(wellState, { at: 0, device: 1, value: 5 }, of), null);
  });
});

it('says what it is about', () => {
  assert.equal(measuredText(4, 2, 85, 89), '血氧过低 85 %（≤89）');
  assert.equal(measuredText(2, 4, 185, 180), '收缩压过高 185 mmHg（≥180）');
  assert.deepEqual(metricsOfRule('blood_pressure'), [2, 3]);
  assert.deepEqual(([1, 2, 3, 4] as const).map(severityOfLevel), [3, 2, 3, 2]);
  assert.deepEqual(
    ([0, 1, 2, 3, 4] as const).map((level) => limitOf(limits('heartRate'), level)),
    [null, 50, 40, 91, 131],
  );
  assert.equal(limitOf(limits('breathing'), 1), 8);
});
