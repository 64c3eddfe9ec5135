/**
 * One device or hub that signed in with MQTT: its messages go to the sink in order, and
 * each is acknowledged only after its commit, in the same order.
 * What was read is bounded by the broker: it reads no further before all of a chunk is acknowledged.
 */
import type { Logger } from 'pino';
import { bodyOf } from '#contract/devices/message-bodies.rules.ts';
import { results } from '#contract/devices/device-integrations.ts';
import type { Outcome } from '#server/ingest/delivery-journal.ts';
import type { Registered } from '#server/ingest/directory.ts';
import type { EventSink } from '#server/ingest/events.ts';
import type { Backlog } from '#server/ingest/tcp/backlog.ts';
import type { FrameRates } from '#server/ingest/tcp/frame-rates.ts';
import { shortened } from '#server/ingest/tcp/session.ts';
import type { MqttCounts, MqttLimits } from './mqtt-limits.ts';
import { understand, type ReadingParts } from './mqtt-messages.ts';

export interface MqttParts extends ReadingParts {
  readonly sink: EventSink;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  readonly limits: MqttLimits;
  readonly counts: MqttCounts;
  readonly backlog: Backlog;
  readonly rates: FrameRates;
  /** Hears what became of a message, for the page of the integration that reads it. */
  note?(device: Registered, outcome: Outcome, body?: string): void;
}

/** Called once: with nothing after the commit, with an error when nothing is promised; the broker then ends the connection. */
export type Acknowledge = (error?: Error | null) => void;

interface Message {
  payload: Buffer;
  named: string | null;
  acknowledge: Acknowledge;
}

export interface MqttSession {
  readonly device: Registered;
  /** `named` is the device behind a hub that the topic names. */
  take(payload: Buffer, named: string | null, acknowledge: Acknowledge): void;
  /** The connection has gone: what waits is forgotten, it was not acknowledged. */
  leave(): void;
  /** Takes no more and resolves when what was begun is settled. */
  finish(): Promise<void>;
}

export function openMqttSession(device: Registered, parts: MqttParts): MqttSession {
  const { sink, clock, log, limits, counts, backlog, rates } = parts;
  let queue: Message[] = [];
  let started = 0;
  let tail: Promise<void> = Promise.resolve();
  let closed = false;
  let slowed: NodeJS.Timeout | null = null;
  let failing = false;

  /** Null when it is stored, or can never be; never rejects. */
  async function store({ payload, named }: Message): Promise<Error | null> {
    try {
      const receivedAt = clock();
      const text = payload.toString('utf8');
      const body = bodyOf(text);
      if (body === undefined) {
        // Sent again it would be no better: it is acknowledged, counted and forgotten.
        counts.unreadable++;
        parts.note?.(device, { result: results.unreadable, problem: '报文不是JSON' }, text);
        return null;
      }
      const { frames, outcome, discarded, reader } = await understand(device, named, body, receivedAt, parts);
      counts.discardedValues += discarded;
      counts.foreignDevices += outcome.strangers;
      for (const { events } of frames) for (const event of events) if (event.kind === 'alarm') counts.alarms++;
      // All of it or nothing is acknowledged: what was stored already changes nothing when it is sent again.
      const accepted = await Promise.all(frames.map((frame) => sink.accept(frame)));
      parts.note?.(reader, { ...outcome, stored: accepted.reduce((sum, { stored }) => sum + stored, 0) }, text);
      counts.frames++;
      counts.committed++;
      failing = false;
      return null;
    } catch (error) {
      counts.rejected++;
      parts.note?.(device, { result: results.failed, problem: '暂时无法写入，等设备重发' });
      if (!failing)
        log.warn(
          { device: shortened(device.ids[0] ?? ''), protocol: 'mqtt', error: error instanceof Error ? error.name : 'unknown' },
          'device messages not stored, not acknowledged',
        );
      failing = true;
      return new Error('not stored');
    }
  }

  async function settle({ payload, acknowledge }: Message, before: Promise<void>, stored: Promise<Error | null>): Promise<void> {
    await before;
    const error = await stored;
    try {
      acknowledge(error);
      if (!error) counts.replies++;
    } catch (thrown) {
      log.error({ err: thrown }, 'an acknowledgement failed');
    }
    started--;
    backlog.remove(payload.length);
    pump();
  }

  function mayTake(): boolean {
    if (slowed) return false;
    const ms = rates.take(device.key);
    if (ms === 0) return true;
    counts.throttled++;
    slowed = setTimeout(() => {
      slowed = null;
      pump();
    }, ms).unref();
    return false;
  }

  function pump(): void {
    if (closed) return;
    let next = 0;
    while (next < queue.length && started < limits.waitingFrames && !backlog.full && mayTake()) {
      const message = queue[next++]!;
      started++;
      backlog.add(message.payload.length);
      tail = settle(message, tail, store(message));
    }
    if (next > 0) queue = queue.slice(next);
    if (backlog.full && queue.length > 0) backlog.onRoom(pump);
  }

  function leave(): void {
    closed = true;
    queue = [];
    if (slowed) clearTimeout(slowed);
    slowed = null;
    backlog.forget(pump);
  }

  return {
    device,
    take(payload, named, acknowledge) {
      if (closed) return acknowledge(new Error('closed'));
      queue.push({ payload, named, acknowledge });
      pump();
    },
    leave,
    async finish() {
      leave();
      await tail;
    },
  };
}
