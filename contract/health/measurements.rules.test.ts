import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { metrics } from './metrics.ts';
import { enteredMetrics, mannerText, setProblem, timeProblem, valueProblem, valueText, type EnteredMetric } from './measurements.rules.ts';

const one = (metric: EnteredMetric, value: number, manner: number | null = null) => ({ metric, value, manner });

describe('what staff enter', () => {
  it('may be anything that a body can have, to the limit', () => {
    for (const metric of enteredMetrics) {
      const [least, most] = metrics[metric].plausible;
      const step = 10 ** -metrics[metric].decimals;
      for (const value of [least, most]) assert.equal(valueProblem(one(metric, value)), null, `${metric} ${value}`);
      for (const value of [Number((least - step).toFixed(1)), Number((most + step).toFixed(1))])
        assert.match(valueProblem(one(metric, value)) ?? '', /不可能，应在/, `${metric} ${value}`);
    }
    assert.equal(valueProblem(one('temperature', 365)), '体温365℃不可能，应在30到43℃之间，请核对后重新填写');
  });
  it('has the decimals and the manner of its metric', () => {
    assert.equal(valueProblem(one('heartRate', 72.5)), '心率应为整数');
    assert.equal(valueProblem(one('temperature', 36.55)), '体温最多1位小数');
    assert.equal(valueProblem(one('temperature', 36.5, 1)), null);
    assert.equal(valueProblem(one('temperature', 36.5, 9)), '体温的测量方式不正确');
    assert.equal(valueProblem(one('oxygen', 97, 1)), '血氧的测量方式不正确');
  });
  it('belongs together', () => {
    assert.equal(setProblem([]), '请至少填写一项数值');
    assert.equal(setProblem([one('systolic', 120)]), '收缩压和舒张压请一起填写');
    assert.equal(setProblem([one('systolic', 80), one('diastolic', 120)]), '收缩压80应高于舒张压120，请核对是否填反');
    assert.equal(setProblem([one('oxygen', 97), one('oxygen', 98)]), '血氧填写了两次');
    assert.equal(setProblem([one('systolic', 120), one('diastolic', 80), one('oxygen', 97)]), null);
  });
  it('was measured lately', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    assert.equal(timeProblem(now + 5 * 60_000, now), null);
    assert.match(timeProblem(now + 5 * 60_000 + 1, now) ?? '', /不能晚于现在/);
    assert.equal(timeProblem(now - 90 * 86_400_000, now), null);
    assert.match(timeProblem(now - 90 * 86_400_000 - 1, now) ?? '', /最近90天/);
  });
  it('is read in words', () => {
    assert.deepEqual(
      [valueText('consciousness', 1), valueText('temperature', 36.5), mannerText('glucose', 1), mannerText('glucose', null)],
      ['新发意识模糊', '36.5', '空腹', null],
    );
  });
});
