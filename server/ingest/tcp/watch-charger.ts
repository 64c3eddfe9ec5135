/** Some 4G firmware sends an SOS when it is taken off the charger; models known for it have their profile say so. */
import type { DeviceEvent } from '#server/ingest/events.ts';

const UNPLUGGED = 1 << 14;
const WINDOW = 10_000;

/** What one connection remembers: when the device last said that it left the charger (epoch ms), and its bits before. */
export interface ChargerMemory {
  unpluggedAt: number | null;
  bits: number;
}

export function noChargerMemory(): ChargerMemory {
  return { unpluggedAt: null, bits: 0 };
}

/**
 * Marks an SOS within ten seconds of the charger state; the event stays, so that it can be looked up. Updates `memory`.
 * Only the bit going on counts: a device that leaves it set would never be heard again.
 */
export function markChargerSos(events: readonly DeviceEvent[], memory: ChargerMemory): readonly DeviceEvent[] {
  for (const event of events) {
    if (event.kind !== 'state' || event.late) continue;
    if (event.bits & UNPLUGGED && !(memory.bits & UNPLUGGED)) memory.unpluggedAt = event.receivedAt;
    memory.bits = event.bits;
  }
  const { unpluggedAt } = memory;
  if (unpluggedAt === null) return events;
  return events.map((event) =>
    event.kind === 'alarm' && event.alarm === 'sos' && event.receivedAt - unpluggedAt <= WINDOW
      ? { ...event, suppressed: 'charger' as const }
      : event,
  );
}
