import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { briefVitals } from './alarm-facts.rules.ts';

const value = (metric: number, number: number, time = '2026-11-23 08:00:00') => ({ metric, value: number, time });

describe('the vital signs of a card', () => {
  it('are the pulse, the oxygen and the pressure, each with its time', () => {
    const found = briefVitals([value(5, 36.6), value(3, 82, '2026-11-22 09:00:00'), value(2, 135), value(4, 96), value(1, 88)]);
    assert.deepEqual(found, [
      { text: '心率 88', time: '2026-11-23 08:00:00' },
      { text: '血氧 96%', time: '2026-11-23 08:00:00' },
      { text: '血压 135/82', time: '2026-11-22 09:00:00' },
    ]);
  });

  it('leave out what was never measured, and half a pressure', () => {
    assert.deepEqual(briefVitals([value(2, 135)]), []);
    assert.deepEqual(briefVitals([]), []);
  });
});
