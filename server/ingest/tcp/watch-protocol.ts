/** The bracket watch as the gateway speaks it (docs/watch-protocol.md). */
import { createFramer, MAX_FRAME } from '#server/ingest/tcp/framer.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import type { TcpProtocol } from '#server/ingest/tcp/protocol.ts';
import { markChargerSos, noChargerMemory, type ChargerMemory } from '#server/ingest/tcp/watch-charger.ts';
import { encodeFrame, nextIndex, type Address } from '#server/ingest/tcp/watch-encode.ts';
import { replyTo } from '#server/ingest/tcp/watch-replies.ts';
import { decodeFrame } from '#server/ingest/tcp/watch.ts';

interface WatchMemory {
  readonly charger: ChargerMemory;
  /** How the watch addressed its last frame: commands go the same way. */
  address: Address | null;
  lastIndex: number;
}

export const watchProtocol: TcpProtocol<Frame, WatchMemory> = {
  name: 'watch',
  largestFrame: MAX_FRAME,
  // At the latest every eight minutes.
  heartbeatMs: 10 * 60_000,
  framer: createFramer,
  remember: () => ({ charger: noChargerMemory(), address: null, lastIndex: 0 }),
  idOf: (frame) => frame.id,
  spellings: (id) => [id.toUpperCase(), id.toLowerCase()].filter((other) => other !== id),
  decode(frame, context, memory) {
    const { vendor, id, index } = frame;
    memory.address = { vendor, id, index };
    const decoded = decodeFrame(frame, context);
    return context.profile.suppressChargerSos ? { ...decoded, events: markChargerSos(decoded.events, memory.charger) } : decoded;
  },
  reply(frame, decoded, { profile, now }) {
    const content = replyTo(frame, decoded, profile, now);
    return content ? encodeFrame(frame, content) : null;
  },
  command(content, memory) {
    if (!memory.address) return null;
    const { vendor, id } = memory.address;
    const next = memory.address.index === null ? null : nextIndex(memory.lastIndex);
    if (next) memory.lastIndex = next.value;
    const index = next?.text ?? null;
    return { bytes: encodeFrame({ vendor, id, index }, content), index };
  },
};
