/** Voice messages and photographs from devices, whole or part by part: kept before the device is told that they were. */
import { createHash } from 'node:crypto';
import type { Dependencies } from '../context.ts';
import { keepMedia } from '../devices/media-rows.ts';
import type { Directory } from './directory.ts';
import type { EventSink, FrameEvents, MediaEvent } from './events.ts';

const KINDS = { voice: 1, photo: 2 } as const;

/** Makes the store of one process. */
export function mediaStore({ inTenant }: Pick<Dependencies, 'inTenant'>, directory: Pick<Directory, 'current'>) {
  const counts = { kept: 0, repeated: 0 };

  async function keep({ device: { key }, receivedAt }: FrameEvents, { media, name, part, total, bytes }: MediaEvent): Promise<void> {
    if (bytes.length === 0) return;
    const device = await directory.current(key);
    if (!device) throw new Error('The device was removed');
    const { tenantId, deviceId, personId } = device;
    const body = Buffer.from(bytes);
    const digest = createHash('sha256').update(body).digest();
    const made = await inTenant(tenantId, (tx) =>
      keepMedia(tx, { deviceId, personId, kind: KINDS[media], name: name ?? '', part, total, digest, body, receivedAt }),
    );
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
