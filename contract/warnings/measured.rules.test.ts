import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { defaultLimits, type Level, type Limits } from '../health/thresholds.rules.ts';
import { metrics } from '../health/metrics.ts';
import { isHot, limitOf, measuredText, metricsOfRule, severityOfLevel, stepMeasured, wellState, type MeasuredState } from './measured.rules.ts';

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
