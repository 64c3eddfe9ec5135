/** Which rooms of the plan have an alarm. Pure. */
import type { ScreenWarning } from '#contract/screens/screens.ts';
import { disposals, isOpen } from '#contract/warnings/warnings.rules.ts';

export interface RoomAlarm {
  severity: number;
  /** Nobody has answered it. */
  waits: boolean;
}

type Seen = Pick<ScreenWarning, 'roomId' | 'severity' | 'isDisposed' | 'acknowledgeTime'>;

/** Room id → the gravest open warning in it, and whether one of that severity still waits for an answer. */
export function alarmsByRoom({ list, urgent }: { list: readonly Seen[]; urgent: readonly Seen[] }): ReadonlyMap<number, RoomAlarm> {
  const found = new Map<number, RoomAlarm>();
  for (const { roomId, severity, isDisposed, acknowledgeTime } of [...list, ...urgent]) {
    if (roomId === null || !isOpen(isDisposed)) continue;
    const known = found.get(roomId);
    const waits = isDisposed === disposals.open && acknowledgeTime === null;
    if (!known || severity < known.severity) found.set(roomId, { severity, waits });
    else if (severity === known.severity) known.waits ||= waits;
  }
  return found;
}
