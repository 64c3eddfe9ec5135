/**
 * One device that signed in with MQTT: its messages go to the sink in order, and each is acknowledged only after its commit, in the same order.
 * What was read is bounded by the broker: it reads no further before all of a chunk is acknowledged.
 */
import type { Logger } from 'pino';
import { mapBody } from '#contract/devices/mappings.rules.ts';
import type { Mapping } from '#contract/devices/mappings.ts';
import { bodyOf } from '#contract/devices/message-bodies.rules.ts';
import { results } from '#contract/devices/device-integrations.ts';
import type { Outcome } from '#server/ingest/delivery-journal.ts';
import type { EventSink, KnownDevice } from '#server/ingest/events.ts';
import { frameOf } from '#server/ingest/mapped-events.ts';
import type { Backlog } from '#server/ingest/tcp/backlog.ts';
import type { FrameRates } from '#server/ingest/tcp/frame-rates.ts';
import { shortened } from '#server/ingest/tcp/session.ts';
import type { MqttCounts, MqttLimits } from './mqtt-limits.ts';

export interface MqttParts {
  readonly sink: EventSink;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  readonly limits: MqttLimits;
  readonly counts: MqttCounts;
  readonly backlog: Backlog;
  readonly rates: FrameRates;
  /** How the device's messages are read now. */
  mappingFor(device: KnownDevice): Promise<Mapping>;
  /** Hears what became of a message, for the page of the integration that reads it. */
  note?(device: KnownDevice, outcome: Outcome, body?: string): void;
}

/** Called once: with nothing after the commit, with an error when nothing is promised; the broker then ends the connection. */
export type Acknowledge = (error?: Error | null) => void;

interface Message {
  payload: Buffer;
  acknowledge: Acknowledge;
}

export interface MqttSession {
  readonly device: KnownDevice;
  take(payload: Buffer, acknowledge: Acknowledge): void;
  /** The connection has gone: what waits is forgotten, it was not acknowledged. */
  leave(): void;
  /** Takes no more and resolves when what was begun is settled. */
  finish(): Promise<void>;
}

export function openMqttSession(device: KnownDevice, parts: MqttParts): MqttSession {
  const { sink, clock, log, limits, counts, backlog, rates } = parts;
  let queue: Message[] = [];
  let started = 0;
  let tail: Promise<void> = Promise.resolve();
  let closed = false;
  let slowed: NodeJS.Timeout | null = null;
  let failing = false;

  /** Null when it is stored, or can never be; never rejects. */
  async function store(payload: Buffer): Promise<Error | null> {
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
      const mapping = await parts.mappingFor(device);
      const { records, problems } = mapBody({ ...mapping, device: undefined }, body);
      counts.discardedValues += records.reduce((sum, { problems: own }) => sum + own.length, 0);
      const frame = frameOf(device, 'mqtt', records, receivedAt);
      for (const event of frame.events) if (event.kind === 'alarm') counts.alarms++;
      const { stored } = await sink.accept(frame);
      const said = [...problems, ...records.flatMap((record) => record.problems)][0]?.message ?? null;
      parts.note?.(device, { result: said === null ? results.stored : results.partial, records: records.length, stored, problem: said }, text);
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
      tail = settle(message, tail, store(message.payload));
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
    take(payload, acknowledge) {
      if (closed) return acknowledge(new Error('closed'));
      queue.push({ payload, acknowledge });
      pump();
    },
    leave,
    async finish() {
      leave();
      await tail;
    },
  };
}
