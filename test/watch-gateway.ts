/** A watch gateway on a free port with a sink in memory, for tests that need sockets but no database. */
import type { TestContext } from 'node:test';
import { plainProfile } from '#server/ingest/events.ts';
import type { Accepted, DeviceDirectory, DeviceEvent, DeviceProfile, EventSink, FrameEvents, KnownDevice } from '#server/ingest/events.ts';
import type { GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';
import { startTcpGateway, type ConnectionNote } from '#server/ingest/tcp/gateway.ts';
import type { TcpGateway } from '#server/ingest/tcp/gateway.ts';
import { watchProtocol } from '#server/ingest/tcp/watch-protocol.ts';
import type { SessionParts } from '#server/ingest/tcp/session.ts';
import { positionContent } from '../scripts/simulator/frames.ts';
import { connect } from '../scripts/simulator/link.ts';
import type { Link } from '../scripts/simulator/link.ts';

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
export function directoryOf(
  devices: readonly (readonly string[])[],
  profile: DeviceProfile = plainProfile,
): DeviceDirectory & { asked: string[] } {
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
  adopt?: (number: string) => Promise<boolean>;
  note?: (device: KnownDevice, note: ConnectionNote) => void;
  sink: EventSink;
  directory: DeviceDirectory;
  log?: Log;
  limits?: Partial<GatewayLimits>;
  clock?: () => number;
}

export function startTestGateway({ port = 0, log = memoryLog(), clock = Date.now, ...parts }: GatewayParts): Promise<TcpGateway> {
  return startTcpGateway({ protocol: watchProtocol, host: '127.0.0.1', port, clock, log, ...parts });
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

/** One registered watch, by its short id and its IMEI. */
export const ID = '8800000015';
export const IMEI = '863788000000152';
export const watch = { vendor: '3G', id: ID };

export interface Bench {
  gateway: TcpGateway;
  link(): Promise<Link>;
}

/** A gateway that knows the watch above, and links to it; all closed when the test ends. */
export async function bench(t: TestContext, parts: Partial<GatewayParts>): Promise<Bench> {
  const gateway = await startTestGateway({ sink: memorySink(), directory: directoryOf([[ID, IMEI]]), ...parts });
  const links: Link[] = [];
  t.after(async () => {
    for (const link of links) link.close();
    await gateway.stop();
  });
  return {
    gateway,
    async link() {
      const link = await connect({ host: '127.0.0.1', port: gateway.port });
      links.push(link);
      return link;
    },
  };
}

/** The content of an alarm frame from the watch; SOS and the low-battery state unless another status word is given. */
export const alarm = (status = 0x10001): string => positionContent('AL', { at: Date.now(), lat: 30.2, lng: 120.1, status });
