import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupsOf } from './metric-groups.ts';

const row = (metric: string, label: string, value: number, time = '2026-11-21 10:00:00', unit = 'mmHg') => ({
  metric,
  label,
  unit,
  value,
  time,
});

describe('newest values', () => {
  it('show the two pressures as one, where the first of them stands', () => {
    const groups = groupsOf([
      row('heartRate', '心率', 72),
      row('diastolic', '舒张压', 76),
      row('systolic', '收缩压', 128, '2026-11-21 10:00:05'),
      row('oxygen', '血氧', 97),
    ]);
    assert.deepEqual(
      groups.map(({ label, value }) => [label, value]),
      [
        ['心率', '72'],
        ['血压', '128/76'],
        ['血氧', '97'],
      ],
    );
    assert.equal(groups[1]?.time, '2026-11-21 10:00:05');
    assert.deepEqual(
      groups[1]?.metrics.map(({ name }) => name),
      ['systolic', 'diastolic'],
    );
  });
  it('show one pressure alone under its own name', () => {
    assert.deepEqual(groupsOf([row('systolic', '收缩压', 128)])[0]?.label, '收缩压');
    assert.deepEqual(groupsOf([]), []);
  });
});
