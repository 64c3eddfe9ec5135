/** Threads for argon2id, started when first needed. They do not keep a process alive that has nothing else to do. */
import { Worker } from 'node:worker_threads';
import type { HashOrder } from './password-worker.ts';

const idle: Worker[] = [];

/** The tag of a password, hashed in a thread that nothing else runs in. The caller bounds how many there are. */
export function hashAside(order: HashOrder): Promise<Buffer> {
  const worker = idle.pop() ?? new Worker(new URL('./password-worker.ts', import.meta.url));
  worker.ref();
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      worker.off('message', done).off('error', failed).off('exit', ended);
      work();
    };
    const done = (tag: Uint8Array) =>
      settle(() => {
        worker.unref();
        idle.push(worker);
        resolve(Buffer.from(tag));
      });
    const failed = (error: Error) => settle(() => reject(error));
    const ended = () => settle(() => reject(new Error('The thread that hashes passwords ended')));
    worker.on('message', done).on('error', failed).on('exit', ended);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(order);
  });
}
