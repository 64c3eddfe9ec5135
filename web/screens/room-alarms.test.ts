import { it } from 'node:test';
import assert from 'node:assert/strict';
import { alarmsByRoom } from './room-alarms.ts';

const one = (roomId: number | null, severity: number, isDisposed = 0, acknowledgeTime: string | null = null) => ({
  roomId,
  severity,
  isDisposed,
  acknowledgeTime,
});
const NOW = '2026-11-22 07:00:00';

it('a room burns for its gravest open warning, as long as nobody has answered that one', () => {
  const list = [one(1, 3), one(1, 1, 0, NOW), one(2, 2), one(2, 2, 0, NOW), one(3, 1, 1), one(4, 1, 2, NOW), one(null, 1)];
  const urgent = [one(5, 1), one(1, 4)];
  assert.deepEqual(
    [...alarmsByRoom({ list, urgent })],
    [
      [1, { severity: 1, waits: false }],
      [2, { severity: 2, waits: true }],
      [4, { severity: 1, waits: false }],
      [5, { severity: 1, waits: true }],
    ],
  );
});
