/** The thread of the sound of calls: takes orders of the process that owns it, and reports events. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Engine } from './engine.ts';
import type { Order, Report, WorkerOptions } from './media.ts';

const ALIVE_EVERY_MS = 500;
const port = parentPort;
if (!port) throw new Error('This is a thread of its own');

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const report = (message: Report) => port.postMessage(message);
const engine = new Engine(workerData as WorkerOptions, {
  emit: (event) => report({ kind: 'event', event }),
  log: (level, text) => report({ kind: 'log', level, text }),
});

// Sound comes before what else the machine does, where it lets us: on Linux this is the priority of this thread alone.
try {
  setPriority(0, -10);
} catch {
  // An ordinary user may not.
}

// One faulty packet of one peer must not end the calls of all.
for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(fault, (error: Error) =>
    report({ kind: 'log', level: 'error', text: `In the worker of calls: ${error?.stack ?? String(error)}` }),
  );

port.on('message', ({ call, method, args }: Order) => {
  // The orders are those of the interface, which the other end types.
  const work = engine[method] as (...args: unknown[]) => unknown;
  Promise.try(() => work.apply(engine, args)).then(
    (value) => report({ kind: 'answer', call, value, error: null }),
    (error: Error) => report({ kind: 'answer', call, value: null, error: error.message }),
  );
});
setInterval(() => report({ kind: 'alive' }), ALIVE_EVERY_MS);
await engine.ready();
report({ kind: 'ready' });
