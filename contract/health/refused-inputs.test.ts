import { describe, it } from 'node:test';
import { many, refusesChanges } from '#test/refused-inputs.ts';
import { measurements } from './measurements.ts';
import { thresholds } from './thresholds.ts';
import { vitals } from './vitals.ts';

describe('the schemas of vital signs refuse', () => {
  const sheet = { oldmanId: 1, time: '2026-06-15 08:00:00', values: [{ metric: 'heartRate', value: 70 }] };

  it('a sheet with too many values, and a round of no one or of too many people', () => {
    refusesChanges(measurements.create, sheet, [
      [{ values: many(21, () => sheet.values[0]) }, '一次最多录入20项'],
      [{ values: [{ metric: 'mood', value: 1 }] }, '请选择指标'],
      [{ time: '2026-02-30 08:00:00' }, '时间不存在'],
    ]);
    refusesChanges(measurements.round, { sheets: [sheet] }, [
      [{ sheets: [] }, '请至少填写一个人'],
      [{ sheets: many(201, () => sheet) }, '一次最多录入200人'],
    ]);
  });

  it('limits with a hysteresis that is none, from a day that is none', () => {
    refusesChanges(thresholds.setDefault, { metric: 'heartRate', high: 100, startsOn: '2026-06-15', reason: '医嘱' }, [
      [{ hysteresis: -0.1 }, '回差不能小于0'],
      [{ hysteresis: 0.6 }, '回差不能超过50%'],
      [{ startsOn: 'June' }, '日期格式应为yyyy-MM-dd'],
      [{ reason: ' ' }, '请填写设置原因'],
    ]);
  });

  it('a curve over a span that there is none of', () => {
    refusesChanges(vitals.series, { oldmanId: 1, metric: 'heartRate' }, [[{ span: 'decade' }, '时间范围不正确']]);
  });
});
