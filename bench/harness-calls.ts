/** The other ends of calls, in a process of their own: browsers that say a tone; and the bare relay that the engine is compared with. */
import { fork, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { Clock } from '../server/call-media/clock.ts';
import { CallBrowser } from '../test/call-browser.ts';

export type Asked = { offer: number } | { answer: string; of: number } | { silence: true };
export type Told = { offer: string; of: number } | { sound: number; of: number };

/** Answers orders of the parent: makes browsers, connects them, tells when they hear something. */
function serveBrowsers() {
  const browsers = new Map<number, CallBrowser>();
  const tell = (told: Told) => process.send?.(told);
  process.on('message', async (asked: Asked) => {
    if ('offer' in asked) {
      const browser = new CallBrowser(400 + (asked.offer % 20) * 50);
      browsers.set(asked.offer, browser);
      tell({ of: asked.offer, offer: await browser.offer() });
    } else if ('answer' in asked) {
      const browser = browsers.get(asked.of) as CallBrowser;
      await browser.take(asked.answer);
      await browser.firstSound.promise;
      tell({ of: asked.of, sound: performance.now() });
    } else process.exit(0);
  });
}

export class Browsers {
  readonly #child: ChildProcess = fork(import.meta.filename, ['browsers']);

  async #told<K extends 'offer' | 'sound'>(of: number, kind: K) {
    for (;;) {
      const [told] = (await once(this.#child, 'message')) as [Told];
      if (told.of === of && kind in told) return told;
    }
  }
  /** Connects one; gives the milliseconds from its offer to its first sound. `open` answers offers. */
  async join(of: number, open: (offer: string) => Promise<string>): Promise<number> {
    const offered = this.#told(of, 'offer');
    this.#child.send({ offer: of } satisfies Asked);
    const { offer } = (await offered) as { offer: string };
    const began = performance.now();
    const answer = await open(offer);
    const sound = this.#told(of, 'sound');
    this.#child.send({ answer, of } satisfies Asked);
    await sound;
    return performance.now() - began;
  }
  close() {
    this.#child.send({ silence: true } satisfies Asked);
  }
}

/** Passes packets on between pairs of ports, and does nothing else. */
async function serveRelay() {
  const port = parentPort;
  if (!port) return;
  const sockets = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const socket = createSocket('udp4');
      await new Promise<void>((resolve) => {
        socket.bind(0, '127.0.0.1', resolve);
      });
      return socket;
    }),
  );
  const [one, two] = sockets as [(typeof sockets)[0], (typeof sockets)[0]];
  one.on('message', (bytes) => two.send(bytes, 9, '127.0.0.1'));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port.postMessage(one.address().port);
}

/** Milliseconds of processor time that a thread takes for passing on the packets of `calls` calls for a while: two legs, 50 a second each. */
export async function relayTime(calls: number, seconds: number): Promise<number> {
  const worker = new Worker(import.meta.filename, { argv: ['relay'] });
  const [port] = (await once(worker, 'message')) as [number];
  const socket = createSocket('udp4');
  const packet = Buffer.alloc(182);
  const before = await worker.cpuUsage();
  const end = performance.now() + seconds * 1000;
  let due = performance.now();
  while (performance.now() < end) {
    for (; due <= performance.now(); due += 20) for (let leg = 0; leg < 2 * calls; leg += 1) socket.send(packet, port, '127.0.0.1');
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, due - performance.now())));
  }
  const { user, system } = await worker.cpuUsage(before);
  socket.close();
  await worker.terminate();
  return (user + system) / 1000;
}

/** Turns a clock as the engine's, with its priority, and does nothing in its ticks. */
function serveClock() {
  try {
    setPriority(0, -10);
  } catch {
    // An ordinary user may not; then the engine has none either.
  }
  const clock = new Clock(() => {});
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.on('message', () => parentPort?.postMessage({ ticks: clock.ticks, late: clock.late }));
}

/** A clock that does nothing in a thread of its own: the share of its ticks that come late is that of the machine. */
export class BareClock {
  readonly #worker = new Worker(import.meta.filename, { argv: ['clock'] });
  #since = { ticks: 0, late: 0 };

  async #read() {
    const told = once(this.#worker, 'message') as Promise<[{ ticks: number; late: number }]>;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage('read');
    return (await told)[0];
  }
  async begin() {
    this.#since = await this.#read();
  }
  /** The share of late ticks since `begin`. Ends the clock. */
  async end(): Promise<number> {
    const { ticks, late } = await this.#read();
    await this.#worker.terminate();
    return (late - this.#since.late) / (ticks - this.#since.ticks);
  }
}

if (process.argv[2] === 'clock') serveClock();
if (process.argv[2] === 'browsers') serveBrowsers();
if (process.argv[2] === 'relay') await serveRelay();
