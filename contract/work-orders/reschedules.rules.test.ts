import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { shiftedTime } from './reschedules.rules.ts';

describe('shiftedTime', () => {
  it('moves by days, to a time of day where one is chosen', () => {
    assert.equal(shiftedTime('2026-11-30 09:15:30', 1, null), '2026-12-01 09:15:30');
    assert.equal(shiftedTime('2026-12-01 09:15:30', -1, ''), '2026-11-30 09:15:30');
    assert.equal(shiftedTime('2026-11-30 09:15:30', 0, '16:40'), '2026-11-30 16:40:00');
  });
});
