/** What the page 设备模拟 asks of a device, said on its connection. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SimulatedValues, SimulationKind } from '../../contract/devices/simulations.rules.ts';
import type { Place } from './body.ts';
import type { Terminal } from './terminal.ts';

/** Null when it was said, else why not. */
export type Said = string | null;

export interface Saying {
  values: SimulatedValues;
  /** The number of the device behind this one that it is about. */
  of?: string | undefined;
  /** Ends what takes its time. */
  signal: AbortSignal;
}

/** Longer than an answer takes on a busy machine, and shorter than whoever asked waits. */
const PATIENCE = 9000;
const [EMPTY, FULL] = [8, 96];
const CHARGED_AFTER = 20 * 60_000;
/** A device measures again when something is wrong; most limits want to see it twice. */
const AGAIN = 1100;

async function until(done: () => boolean): Promise<boolean> {
  for (const end = performance.now() + PATIENCE; !done() && performance.now() < end;) await wait(25);
  return done();
}

/**
 * Metres from home, seconds between two reports: three at home, so that the person is
 * known to have been there, out at a walker's pace, away for a while, back.
 */
const WALK = [0, 0, 0, 150, 300, 450, 600, 620, 640, 650, 640, 630, 400, 200, 0, 0, 0];
const STEP_MS = 4000;
const METRE = 1 / 111_195;
const walking = new WeakSet<Terminal>();

async function walk(terminal: Terminal, signal: AbortSignal): Promise<void> {
  const home: Place = terminal.body.home;
  try {
    for (const metres of WALK) {
      terminal.body.go(metres === 0 ? null : { lat: home.lat + metres * METRE, lng: home.lng });
      if (terminal.online) terminal.report();
      await wait(STEP_MS, null, { signal });
    }
  } catch {
    // We are leaving.
  } finally {
    terminal.body.go(null);
    walking.delete(terminal);
  }
}

/** Makes a device say it. Alarms are said when the gateway has answered, and that it does after the commit. */
export async function sayOn(terminal: Terminal, kind: SimulationKind, { values, of, signal }: Saying): Promise<Said> {
  if (kind === 'online' || kind === 'offline') {
    terminal.rest(kind === 'offline');
    if (kind === 'offline') return null;
    // It was on its charger meanwhile.
    terminal.body.charge(FULL);
    return (await until(() => terminal.online)) ? null : '设备没有连上，请稍后再试';
  }
  if (!terminal.online) return '设备已断线，请先恢复';
  switch (kind) {
    case 'measure':
      terminal.tell(values, of);
      await wait(AGAIN);
      terminal.tell(values, of);
      return null;
    case 'leave':
      if (walking.has(terminal)) return '佩戴人已在院外，约一分钟后回来';
      walking.add(terminal);
      void walk(terminal, signal);
      return null;
    case 'lowBattery':
      terminal.body.charge(EMPTY);
      // Somebody puts it on its charger.
      void wait(CHARGED_AFTER, null, { signal, ref: false }).then(
        () => terminal.body.charge(FULL),
        () => {},
      );
  }
  terminal.alarm(kind);
  return (await until(() => terminal.pending === 0)) ? null : '设备已发送，服务器还没有应答，设备会重发';
}
