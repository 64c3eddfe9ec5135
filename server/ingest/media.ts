/** Voice messages and photographs from devices, whole or part by part: kept before the device is told that they were. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Directory } from './directory.ts';
import type { EventSink, FrameEvents, MediaEvent } from './events.ts';

const KINDS = { voice: 1, photo: 2 } as const;
/** Of one device: the oldest go when more come. */
const MOST = 200;

/** Makes the store of one process. */
export function mediaStore({ inTenant }: Pick<Dependencies, 'inTenant'>, directory: Pick<Directory, 'current'>) {
  const counts = { kept: 0, repeated: 0 };

  async function keep({ device: { key }, receivedAt }: FrameEvents, { media, name, part, total, bytes }: MediaEvent): Promise<void> {
    if (bytes.length === 0) return;
    const device = await directory.current(key);
    if (!device) throw new Error('The device was removed');
    const { tenantId, deviceId, personId } = device;
    const body = Buffer.from(bytes);
    const made = await inTenant(tenantId, async (tx) => {
      const rows = await tx.run(sql`insert into device_media (tenant_id, device_id, person_id, kind, name, part, total, digest, body, received_at)
        values (${tenantId}, ${deviceId}, ${personId}, ${KINDS[media]}, ${name ?? ''}, ${part}, ${total}, ${createHash('sha256').update(body).digest()}, ${body},
          to_timestamp(${receivedAt}::float8 / 1000)) on conflict do nothing`);
      await tx.run(sql`delete from device_media where tenant_id = ${tenantId} and device_id = ${deviceId} and id <= (
        select id from device_media where tenant_id = ${tenantId} and device_id = ${deviceId} order by id desc offset ${MOST} limit 1)`);
      return rows;
    });
    if (made > 0) counts.kept++;
    else counts.repeated++;
  }

  return {
    counts,
    /** The sink that keeps what was recorded after the rest of the frame, and before the answer. */
    around: (sink: EventSink): EventSink => ({
      async accept(frame) {
        const accepted = await sink.accept(frame);
        for (const event of frame.events) if (event.kind === 'media') await keep(frame, event);
        return accepted;
      },
    }),
  };
}
