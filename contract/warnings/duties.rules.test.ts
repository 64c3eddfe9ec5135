import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { uncovered } from './duties.rules.ts';

const shift = (startTime: string, endTime: string) => ({ startTime: `2026-11-${startTime}:00`, endTime: `2026-11-${endTime}:00` });

describe('hours without anybody on duty', () => {
  it('are the gaps between shifts, over midnight', () => {
    const night = shift('15 23:00', '16 07:00');
    const day = shift('16 07:00', '16 15:00');
    const late = shift('16 20:00', '17 08:00');
    for (const [shifts, expected] of [
      [[], [['00:00', '24:00']]],
      [[night], [['07:00', '24:00']]],
      [[day, night], [['15:00', '24:00']]],
      [[late, day, night], [['15:00', '20:00']]],
      [[night, day, shift('16 14:00', '16 23:30'), shift('16 23:00', '17 07:00')], []],
      [[shift('14 07:00', '14 15:00'), shift('18 07:00', '18 15:00')], [['00:00', '24:00']]],
      [[shift('15 20:00', '17 08:00')], []],
    ] as const)
      assert.deepEqual(uncovered(shifts, '2026-11-16'), expected);
  });
});
