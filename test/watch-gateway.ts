/** A watch gateway on a free port with a sink in memory, for tests that need sockets but no database. */
import { plainProfile } from '#server/ingest/events.ts';
import type { Accepted, DeviceDirectory, DeviceEvent, DeviceProfile, EventSink, FrameEvents } from '#server/ingest/events.ts';
import type { GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';
import { startWatchGateway } from '#server/ingest/tcp/gateway.ts';
import type { WatchGateway } from '#server/ingest/tcp/gateway.ts';
import type { SessionParts } from '#server/ingest/tcp/session.ts';

type Log = SessionParts['log'];

export interface MemorySink extends EventSink {
  readonly frames: FrameEvents[];
  readonly events: DeviceEvent[];
}

/** Commits at once. */
export function memorySink(): MemorySink {
  const frames: FrameEvents[] = [];
  return {
    frames,
    get events() {
      return frames.flatMap((frame) => frame.events);
    },
    accept(frame) {
      frames.push(frame);
      return Promise.resolve({ stored: frame.events.length });
    },
  };
}

/** Commits when it is told to, so that a test decides what has happened before. */
export function slowSink(): EventSink & { waiting: { frame: FrameEvents; commit(): void; fail(): void }[] } {
  const waiting: { frame: FrameEvents; commit(): void; fail(): void }[] = [];
  return {
    waiting,
    accept(frame) {
      return new Promise<Accepted>((resolve, reject) => {
        waiting.push({ frame, commit: () => resolve({ stored: frame.events.length }), fail: () => reject(new Error('no database')) });
      });
    },
  };
}

/** Knows the given devices, each by all its ids; the first id is the key. */
export function directoryOf(devices: readonly (readonly string[])[], profile: DeviceProfile = plainProfile): DeviceDirectory & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    find(id) {
      asked.push(id);
      const ids = devices.find((one) => one.includes(id));
      return Promise.resolve(ids ? { key: ids[0]!, tenantId: 1, ids, profile } : null);
    },
  };
}

/** A log that keeps its lines. */
export function memoryLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const write = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts));
  return { lines, debug: write, info: write, warn: write, error: write };
}

export interface GatewayParts {
  port?: number;
  sink: EventSink;
  directory: DeviceDirectory;
  log?: Log;
  limits?: Partial<GatewayLimits>;
  clock?: () => number;
}

export function startTestGateway({ port = 0, log = memoryLog(), clock = Date.now, ...parts }: GatewayParts): Promise<WatchGateway> {
  return startWatchGateway({ host: '127.0.0.1', port, clock, log, ...parts });
}

const PATIENCE = 20_000;

/** Waits until a condition holds; throws instead of polling for ever, because a loop would outlive its failed test. */
export async function eventually(holds: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`still not: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
