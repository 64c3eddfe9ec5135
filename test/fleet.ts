/**
 * Watches that keep book: what they were answered, frame by frame. One burst of frames
 * after the other, so that every answer has one meaning; an alarm without an answer is sent again, byte for byte, as real watches do.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { positionContent } from '../scripts/simulator/frames.ts';
import { connect, sendFrame, type Link } from '../scripts/simulator/link.ts';
import type { TestDevice } from './ingest.ts';
import { eventually, within } from './processes.ts';

/** What one device was answered: alarms and positions by their time (epoch ms), heartbeats by the steps they told. */
export interface Book {
  device: TestDevice;
  alarms: number[];
  positions: number[];
  heartbeats: number[];
}

export interface FleetOptions {
  port: number;
  devices: readonly TestDevice[];
  /** Milliseconds between two bursts of one watch, and bursts between two alarms. */
  pauseMs?: number;
  alarmEvery?: number;
  /** Ends the watches as they are, also after a test that failed. */
  signal?: AbortSignal;
}

const SOS = 0x0001_0000;
// Device clocks lag a little: their whole seconds never meet the time at which a heartbeat arrives.
const LAG = 300_000;
const PATIENCE = 10_000;

/** Starts the watches; every second one speaks the ZJ dialect, in which positions are answered too. */
export function startFleet({ port, devices, pauseMs = 200, alarmEvery = 5, signal }: FleetOptions) {
  const counts = { sent: 0, answered: 0, lost: 0, resent: 0 };
  let answeredAt = performance.now();
  let longest = 0;
  let stopped = false;
  let abandoned = false;
  signal?.addEventListener('abort', () => (abandoned = true));
  const books = devices.map((device): Book => ({ device, alarms: [], positions: [], heartbeats: [] }));

  function heard(): void {
    counts.answered++;
    const now = performance.now();
    longest = Math.max(longest, now - answeredAt);
    answeredAt = now;
  }

  async function live(book: Book, number: number): Promise<void> {
    const zj = number % 2 === 1;
    let link: Link | null = null;
    let burst = 0;
    let lastSecond = 0;
    let pending: { at: number; content: string } | null = null;
    let index = 0;

    function send(content: string): void {
      index = (index % 0xffff) + 1;
      sendFrame(link!, { vendor: zj ? 'ZJ' : '3G', id: book.device.imei, index: zj ? index.toString(16).padStart(4, '0') : null }, content);
      counts.sent++;
    }

    /** Sends one burst and waits for its answers; false when the connection ended first. */
    async function speak(): Promise<boolean> {
      const steps = ++burst;
      const second = Math.floor((Date.now() - LAG) / 1000) * 1000;
      const place = { lat: 30.25, lng: 120.15, battery: 20 + (steps % 80), steps };
      const wanted = new Map<string, () => void>([['LK', () => void book.heartbeats.push(steps)]]);
      const fresh = second > lastSecond;
      if (pending) counts.resent++;
      else if (fresh && (steps + number) % alarmEvery === 0)
        pending = { at: second, content: positionContent('AL', { ...place, at: second, status: SOS }) };
      const alarm = pending;
      if (alarm) {
        wanted.set('AL', () => {
          book.alarms.push(alarm.at);
          pending = null;
        });
        send(alarm.content);
      }
      send(`LK,${steps},0,${place.battery}`);
      send(`heart,${60 + (steps % 40)}`);
      if (fresh && alarm?.at !== second) {
        if (zj) wanted.set('UD', () => void book.positions.push(second));
        send(positionContent('UD', { ...place, at: second }));
      }
      lastSecond = Math.max(second, lastSecond);
      const late = setTimeout(() => link?.close(), PATIENCE);
      while (wanted.size > 0) {
        const frame = await link!.next();
        if (!frame) break;
        const command = frame.text.split(',', 1)[0]!;
        wanted.get(command)?.();
        if (wanted.delete(command)) heard();
      }
      clearTimeout(late);
      return wanted.size === 0;
    }

    // Spread over the first pause, so that they do not all speak at once.
    await wait((number / devices.length) * pauseMs);
    while (!abandoned && (!stopped || pending)) {
      link ??= await connect({ host: '127.0.0.1', port }).catch(() => null);
      if (link && !(await speak())) {
        counts.lost++;
        link.close();
        link = null;
      }
      await wait(link ? pauseMs : 50);
    }
    link?.close();
    await link?.closed;
  }

  const lives = Promise.all(books.map(live));
  // A life that ends by an error fails whoever waits for it.
  lives.catch(() => {});
  const sofar = () => JSON.stringify(counts);
  return {
    books,
    counts,
    /** Ends the watches when the last alarm is answered. */
    async stop(): Promise<void> {
      stopped = true;
      await within(lives, `every alarm answered; so far ${sofar()}`).finally(() => (abandoned = true));
    },
    /** Ends the watches as they are. */
    async abandon(): Promise<void> {
      abandoned = true;
      await within(lives, 'the end of the watches');
    },
    /** The longest time (ms) without any answer since the last call: for the report, never for an assertion. */
    gap(): number {
      const gap = Math.max(longest, performance.now() - answeredAt);
      longest = 0;
      return Math.round(gap);
    },
    /** Resolves when `more` further frames were answered. */
    async progress(more: number): Promise<void> {
      const goal = counts.answered + more;
      await eventually(
        () => counts.answered >= goal,
        () => `${goal} answered frames; so far ${sofar()}`,
      );
    },
  };
}

export type Fleet = ReturnType<typeof startFleet>;
