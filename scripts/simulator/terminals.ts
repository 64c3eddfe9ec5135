/** A fleet of simulated devices of one protocol against its gateway, as `watches.ts` is for the bracket watches. */
import { setTimeout as wait } from 'node:timers/promises';
import { noSimulatorCounts, type SimulatorCounts } from './counts.ts';
import { ev07bSpeaker } from './ev07b-speaker.ts';
import { gt06Speaker } from './gt06-speaker.ts';
import { iwSpeaker } from './iw-speaker.ts';
import { jt808Speaker } from './jt808-speaker.ts';
import { mqttSpeaker, type Shape } from './mqtt-speaker.ts';
import { createRandom } from './random.ts';
import type { AlarmKind, Speaker } from './speaker.ts';
import { createTerminal } from './terminal.ts';

/** Speakers by protocol; `jt808-2019` is the newer header of the same. */
export const speakers = {
  iw: iwSpeaker,
  gt06: gt06Speaker,
  ev07b: ev07bSpeaker,
  jt808: jt808Speaker,
  'jt808-2019': (id: string) => jt808Speaker(id, { modern: true }),
} as const satisfies Record<string, (id: string) => Speaker>;

/** Those that carry messages of any shape; ids are `id:password`. */
export const messageSpeakers = { mqtt: mqttSpeaker } as const;

export interface TerminalFleetOptions {
  protocol: keyof typeof speakers | keyof typeof messageSpeakers;
  /** Of the messages, where the protocol leaves it open. */
  shape?: Shape;
  host: string;
  port: number;
  /** Numbers of registered devices. */
  ids: readonly string[];
  /** Measurements and positions a second, over the whole fleet. */
  rate?: number;
  seed?: number;
  heartbeatMs?: number;
  resendMs?: number;
}

export interface TerminalFleet {
  readonly counts: SimulatorCounts;
  readonly online: number;
  readonly pending: number;
  /** False for a foreign id. */
  alarm(id: string, kind?: AlarmKind): boolean;
  /** Waits until every device is logged in, or `ms` have passed; says which. */
  connected(ms: number): Promise<boolean>;
  /** Waits until no alarm is pending, or `ms` have passed; says which. */
  acknowledged(ms: number): Promise<boolean>;
  stop(): Promise<SimulatorCounts>;
}

const TICK = 50;
const TOWN = { lat: 30.2592, lng: 120.1303 };

/** The number of the n-th simulated device, counted from 1: fifteen digits that differ before the check digit, twelve for JT/T 808. */
export function terminalId(protocol: string, number: number): string {
  return protocol.startsWith('jt808') ? String(138_000_000_000 + number) : String(863_788_100_000_000 + number * 10);
}

/** Starts the fleet; devices connect by themselves and keep trying. Its timer does not keep the process alive. */
export function startTerminals({
  protocol,
  shape = 'plain',
  host,
  port,
  ids,
  rate = 1,
  seed = 1,
  heartbeatMs = 60_000,
  resendMs = 10_000,
}: TerminalFleetOptions): TerminalFleet {
  const counts = noSimulatorCounts();
  const fleet = new Map(
    ids.map((id, n) => {
      const random = createRandom(seed * 7919 + n);
      const home = { lat: TOWN.lat + (random.next() - 0.5) * 0.02, lng: TOWN.lng + (random.next() - 0.5) * 0.02 };
      return [
        id,
        createTerminal({
          host,
          port,
          speaker: protocol === 'mqtt' ? mqttSpeaker(id, { shape }) : speakers[protocol](id),
          home,
          random,
          counts,
          heartbeatMs,
          resendMs,
        }),
      ];
    }),
  );
  const all = [...fleet.values()];
  let last = performance.now();
  let due = 0;
  let turn = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) / 1000) * rate, rate + 1);
    last = now;
    for (const terminal of all) terminal.tick(now);
    for (; due >= 1 && all.length > 0; due--) all[turn++ % all.length]!.measure();
  }, TICK).unref();

  async function until(ms: number, done: () => boolean): Promise<boolean> {
    const end = performance.now() + ms;
    while (!done() && performance.now() < end) await wait(TICK / 2);
    return done();
  }
  const online = () => all.filter((terminal) => terminal.online).length;
  const pending = () => all.reduce((sum, terminal) => sum + terminal.pending, 0);
  return {
    counts,
    get online() {
      return online();
    },
    get pending() {
      return pending();
    },
    alarm(id, kind = 'sos') {
      fleet.get(id)?.alarm(kind);
      return fleet.has(id);
    },
    connected: (ms) => until(ms, () => online() === all.length),
    acknowledged: (ms) => until(ms, () => pending() === 0),
    async stop() {
      clearInterval(timer);
      await Promise.all(all.map((terminal) => terminal.stop()));
      return counts;
    },
  };
}
