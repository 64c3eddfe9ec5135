import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '../time.ts';
import { afterQuiet, concerns } from './policies.rules.ts';

describe('a policy', () => {
  it('is about what it names, and about everything where it names nothing', () => {
    const cases: [string[], number[], string, number, boolean][] = [
      [[], [], 'sos', 1, true],
      [['sos'], [], 'sos', 4, true],
      [['sos'], [], 'fall', 1, false],
      [[], [1, 2], 'fall', 2, true],
      [[], [1, 2], 'fall', 3, false],
      [['fall'], [1], 'fall', 2, false],
    ];
    for (const [rules, severities, rule, severity, expected] of cases)
      assert.equal(concerns({ rules, severities }, rule, severity), expected, `${rules}/${severities} for ${rule} ${severity}`);
  });

  it('waits for the end of the quiet hours, also over midnight; a critical warning does not wait', () => {
    const night = { from: '22:00', to: '06:00' };
    const at = (time: string) => instantOf(`2026-11-23 ${time}`);
    assert.equal(afterQuiet(night, 2, at('23:30:20')), instantOf('2026-11-24 06:00:00'));
    assert.equal(afterQuiet(night, 2, at('05:59:59')), at('06:00:00'));
    assert.equal(afterQuiet(night, 2, at('06:00:00')), at('06:00:00'));
    assert.equal(afterQuiet(night, 2, at('21:59:59')), at('21:59:59'));
    assert.equal(afterQuiet(night, 1, at('23:30:00')), at('23:30:00'));
    assert.equal(afterQuiet(null, 3, at('23:30:00')), at('23:30:00'));
  });
});
