/**
 * What devices tell of themselves (firmware, settings, SIM): the newest of each name, for the page that compares it with what was asked
 * of them.
 */
import { BoundedMap } from '../bounded-map.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { UNREAD_ITEM } from '#contract/devices/jt808-suggestions.rules.ts';
import { instant } from '../db/instants.ts';
import type { EventSink, FrameEvents, InfoEvent } from './events.ts';
import { phonesWithin } from '../db/sealed-phones.ts';

/** What turns with whoever lies or walks there says nothing of the device. */
const OF_ROOMS: ReadonlySet<string> = new Set(['bed', 'presence', 'door']);
/** The same value is written again so late, so that it is known how new it is. */
const AGAIN = 10 * 60_000;
const MOST_TOLD = 100_000;
const LONGEST_NAME = 40;

/** Makes the ledger of one process. */
export function reportLedger({ inTenant, now }: Pick<Dependencies, 'inTenant' | 'now'>) {
  const counts = { written: 0 };
  const told = new BoundedMap<string, { value: string; at: number }>(MOST_TOLD);

  async function note({ device: { key }, receivedAt }: FrameEvents, infos: readonly InfoEvent[]): Promise<void> {
    const newest = new Map(infos.map(({ name, value }) => [name.slice(0, LONGEST_NAME), value]));
    const fresh = [...newest].filter(([name, value]) => {
      const last = told.get(`${key} ${name}`);
      // Of what nobody reads, a sample is enough: it may be another one with every report.
      return !last || (last.value !== value && !name.startsWith(UNREAD_ITEM)) || now() - last.at >= AGAIN;
    });
    if (fresh.length === 0) return;
    const [tenantId, deviceId] = key.split(':').map(Number) as [number, number];
    await inTenant(tenantId, (tx) =>
      tx.run(sql`insert into device_reports as known (tenant_id, device_id, name, value, reported_at)
        select ${tenantId}, ${deviceId}, name, value, ${instant(receivedAt)}
        from unnest(${fresh.map(([name]) => name)}::text[], ${fresh.map(([, value]) => phonesWithin(value))}::text[]) as r (name, value)
        order by name
        on conflict (tenant_id, device_id, name) do update set value = excluded.value, reported_at = excluded.reported_at
        where known.reported_at <= excluded.reported_at`),
    );
    for (const [name, value] of fresh) {
      told.delete(`${key} ${name}`);
      told.set(`${key} ${name}`, { value, at: now() });
      counts.written++;
    }
  }

  return {
    counts,
    /** The sink that writes down, after alarms and values and before the answer, what the device says of itself. */
    around: (sink: EventSink): EventSink => ({
      async accept(frame) {
        const accepted = await sink.accept(frame);
        const infos = frame.events.filter((event): event is InfoEvent => event.kind === 'info' && !OF_ROOMS.has(event.name));
        if (infos.length > 0) await note(frame, infos);
        return accepted;
      },
    }),
  };
}
