import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { incidentTypes } from './incident-types.rules.ts';
import { gapLabels, gapNames, HIGH, riskGaps, riskKinds, riskLevels, RISKS, type RiskRow } from './person-risks.rules.ts';

const today = '2026-11-24';
const row: RiskRow = { level: 0, measures: null, next_on: today, recheck_at: null };

describe('the nine risks', () => {
  it('are those of the incidents of the same numbers', () => {
    assert.equal(RISKS.length, 9);
    assert.ok(RISKS.every((kind) => incidentTypes[kind] !== undefined && riskKinds[kind] !== undefined));
    assert.equal(riskLevels[HIGH], '高');
    assert.deepEqual(Object.keys(gapLabels), gapNames);
  });

  it('say what is missing', () => {
    for (const [one, gaps] of [
      [null, ['missing']],
      [row, []],
      [{ ...row, next_on: '2026-11-23' }, ['overdue']],
      [{ ...row, level: 1 }, ['unmeasured']],
      [{ ...row, level: 2, measures: '' }, ['unmeasured']],
      [{ ...row, level: 2, measures: '每小时巡视' }, []],
      [{ ...row, recheck_at: '2026-11-24 08:00:00' }, ['recheck']],
      [{ level: 2, measures: null, next_on: '2026-01-01', recheck_at: '2026-11-24 08:00:00' }, ['overdue', 'unmeasured', 'recheck']],
    ] as const)
      assert.deepEqual(riskGaps(one, today), gaps);
  });
});
