/** A fleet of simulated watches against one gateway: for the command line, for demonstration mode and for tests. */
import { setTimeout as wait } from 'node:timers/promises';
import { createBody } from './body.ts';
import type { Place } from './body.ts';
import { createChaos, noMishaps } from './chaos.ts';
import type { Mishap } from './chaos.ts';
import { noSimulatorCounts } from './counts.ts';
import type { SimulatorCounts } from './counts.ts';
import { createRandom } from './random.ts';
import { createWatch } from './watch.ts';
import type { SimulatedWatch } from './watch.ts';

export interface FleetOptions {
  host: string;
  port: number;
  /** Ids of registered devices, 10 or 15 digits. */
  ids: readonly string[];
  /** Measurement and position frames a second, over the whole fleet; 0 sends heartbeats only. */
  rate?: number;
  /** Dialect: 3G, SG, CS or ZJ; by default 3G. */
  vendor?: string;
  /** Where each wearer lives; by default all in one town. */
  places?: Readonly<Record<string, Place>>;
  chaos?: boolean;
  seed?: number;
  heartbeatMs?: number;
  resendMs?: number;
}

export interface Fleet {
  readonly counts: SimulatorCounts;
  readonly mishaps: Record<Mishap, number> | null;
  /** Alarms no server acknowledged yet. */
  readonly pending: number;
  readonly online: number;
  /** Raises an alarm on one watch; the default word has SOS and the low-battery state set. False for a foreign id. */
  alarm(id: string, status?: number): boolean;
  watch(id: string): SimulatedWatch | undefined;
  /** Waits until every watch is connected, or `ms` have passed; says which. */
  connected(ms: number): Promise<boolean>;
  /** Waits until no alarm is pending, or `ms` have passed; says which. */
  acknowledged(ms: number): Promise<boolean>;
  stop(): Promise<SimulatorCounts>;
}

/** SOS, and low battery as a state: the pair that hides the SOS from careless decoders. */
export const SOS = 0x0001_0001;

const TICK = 50;
const TOWN: Place = { lat: 30.2592, lng: 120.1303 };

/** The id of the n-th simulated watch, counted from 1. */
export function watchId(number: number): string {
  return String(8_800_000_000 + number);
}

/** Starts the fleet; watches connect by themselves and keep trying. Its timer does not keep the process alive. */
export function startWatches(options: FleetOptions): Fleet {
  const { host, port, ids, rate = 1, vendor = '3G', places = {}, seed = 1 } = options;
  const { heartbeatMs = 60_000, resendMs = 10_000 } = options;
  const counts = noSimulatorCounts();
  const mishaps = options.chaos ? noMishaps() : null;
  const watches = new Map<string, SimulatedWatch>();
  for (const [n, id] of ids.entries()) {
    const random = createRandom(seed * 7919 + n);
    const home = places[id] ?? { lat: TOWN.lat + (random.next() - 0.5) * 0.02, lng: TOWN.lng + (random.next() - 0.5) * 0.02 };
    const body = createBody(home, random);
    const chaos = mishaps ? createChaos(random, mishaps) : null;
    watches.set(id, createWatch({ host, port, vendor, id, body, random, chaos, counts, heartbeatMs, resendMs }));
  }
  const fleet = [...watches.values()];
  let last = performance.now();
  let due = 0;
  let turn = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) / 1000) * rate, rate + 1);
    last = now;
    for (const watch of fleet) watch.tick(now);
    for (; due >= 1 && fleet.length > 0; due--) fleet[turn++ % fleet.length]!.measure();
  }, TICK).unref();

  async function until(ms: number, done: () => boolean): Promise<boolean> {
    const end = performance.now() + ms;
    while (!done() && performance.now() < end) await wait(TICK / 2);
    return done();
  }

  const online = (): number => fleet.filter((watch) => watch.online).length;
  const pending = (): number => fleet.reduce((sum, watch) => sum + watch.pending, 0);
  return {
    counts,
    mishaps,
    get pending() {
      return pending();
    },
    get online() {
      return online();
    },
    alarm(id, status = SOS) {
      watches.get(id)?.alarm(status);
      return watches.has(id);
    },
    watch: (id) => watches.get(id),
    connected: (ms) => until(ms, () => online() === fleet.length),
    acknowledged: (ms) => until(ms, () => pending() === 0),
    async stop() {
      clearInterval(timer);
      await Promise.all(fleet.map((watch) => watch.stop()));
      return counts;
    },
  };
}
