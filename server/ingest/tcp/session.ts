/**
 * One identified watch on one connection: frames go to the sink in order, answers go out in the same order, each only after
 * its frame is committed. Reading stops while frames wait.
 */
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { EventSink, KnownDevice } from '#server/ingest/events.ts';
import type { Backlog } from '#server/ingest/tcp/backlog.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import type { GatewayCounts, GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';
import { markChargerSos, noChargerMemory } from '#server/ingest/tcp/watch-charger.ts';
import { encodeFrame, nextIndex } from '#server/ingest/tcp/watch-encode.ts';
import type { Address } from '#server/ingest/tcp/watch-encode.ts';
import { replyTo } from '#server/ingest/tcp/watch-replies.ts';
import { decodeFrame } from '#server/ingest/tcp/watch.ts';
import type { Decoded } from '#server/ingest/tcp/watch.ts';

export interface SessionParts {
  readonly sink: EventSink;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  readonly limits: GatewayLimits;
  readonly counts: GatewayCounts;
  readonly backlog: Backlog;
}

export interface Session {
  readonly device: KnownDevice;
  take(frames: readonly Frame[]): void;
  /** Sends a command; false when the device does not read. Gives the message index in the dialect that has one. */
  send(content: string | Buffer): { index: string | null } | false;
  /** Drops what has not reached the sink (the device sends it again) and resolves when the rest is settled. */
  finish(): Promise<void>;
  /** Resolves when nothing received is left to store; goes on after the connection is gone. */
  idle(): Promise<void>;
  /** Ends the connection at once. What was received is still stored. */
  drop(): void;
}

/** The last four digits: enough to find a device, too little to be one. */
export function shortened(id: string): string {
  return `…${id.slice(-4)}`;
}

/** Takes over a socket whose device is known; bytes still come through the gateway's framer and `take`. */
export function openSession(socket: Socket, device: KnownDevice, parts: SessionParts): Session {
  const { sink, clock, log, limits, counts, backlog } = parts;
  const memory = noChargerMemory();
  let queue: Frame[] = [];
  let started = 0;
  const resting: (() => void)[] = [];
  let tail: Promise<void> = Promise.resolve();
  let stopped = false;
  let address: Address | null = null;
  let failing = false;
  let lastIndex = 0;

  function write(to: Address, content: string | Buffer): boolean {
    if (socket.destroyed || !socket.writable) return false;
    if (socket.writableLength > limits.unreadBytes) {
      counts.unread++;
      socket.destroy();
      return false;
    }
    socket.write(encodeFrame(to, content));
    return true;
  }

  /** Decodes and stores; null when nothing may be answered. Never rejects. */
  async function store(frame: Frame): Promise<Decoded | null> {
    try {
      const receivedAt = clock();
      const decoded = decodeFrame(frame, { deviceKey: device.key, receivedAt, profile: device.profile });
      counts.discardedValues += decoded.discarded;
      if (!decoded.known) counts.unknownCommands++;
      if (decoded.events.length === 0) return decoded;
      const events = device.profile.suppressChargerSos ? markChargerSos(decoded.events, memory) : decoded.events;
      for (const event of events) if (event.kind === 'alarm') counts.alarms++;
      await sink.accept({ device, protocol: 'watch', receivedAt, events });
      counts.committed++;
      failing = false;
      return decoded;
    } catch (error) {
      counts.rejected++;
      const name = error instanceof Error ? error.name : 'unknown';
      // Once per outage: a fleet talking to a database that is down must not fill the log as well.
      if (!failing) log.warn({ device: shortened(frame.id), error: name }, 'watch frames not stored, not answered');
      failing = true;
      return null;
    }
  }

  function answer(frame: Frame, decoded: Decoded | null): void {
    const content = decoded && replyTo(frame, decoded, device.profile, clock());
    if (content && write(frame, content)) counts.replies++;
  }

  /** Answers a frame after those before it; never rejects. */
  async function settle(frame: Frame, before: Promise<void>, stored: Promise<Decoded | null>): Promise<void> {
    await before;
    const decoded = await stored;
    try {
      answer(frame, decoded);
    } catch (error) {
      log.error({ err: error }, 'watch answer failed');
    }
    started--;
    backlog.remove(frame.size);
    pump();
    if (started === 0 && queue.length === 0) for (const resolve of resting.splice(0)) resolve();
  }

  function pump(): void {
    let next = 0;
    while (next < queue.length && started < limits.waitingFrames && !backlog.full) {
      const frame = queue[next++]!;
      started++;
      backlog.add(frame.size);
      tail = settle(frame, tail, store(frame));
    }
    if (next > 0) queue = queue.slice(next);
    if (backlog.full && queue.length > 0) backlog.onRoom(pump);
    if (stopped) return;
    // The queue never holds more than one chunk: reading stops until the sink has taken all of it.
    if (queue.length > 0) socket.pause();
    else if (socket.isPaused()) socket.resume();
  }

  return {
    device,
    take(frames) {
      for (const frame of frames) {
        if (!device.ids.includes(frame.id)) {
          counts.foreignIds++;
          log.warn({ device: shortened(device.ids[0] ?? ''), claims: shortened(frame.id) }, 'watch changed its id');
          socket.destroy();
          break;
        }
        address = { vendor: frame.vendor, id: frame.id, index: frame.index };
        queue.push(frame);
      }
      pump();
    },
    send(content) {
      if (!address) return false;
      const { vendor, id } = address;
      const next = address.index === null ? null : nextIndex(lastIndex);
      if (next) lastIndex = next.value;
      const index = next?.text ?? null;
      if (!write({ vendor, id, index }, content)) return false;
      counts.commands++;
      return { index };
    },
    async finish() {
      stopped = true;
      queue = [];
      await tail;
    },
    idle() {
      if (started === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => resting.push(resolve));
    },
    drop() {
      socket.destroy();
    },
  };
}
