/** Work that takes a processor or much memory is done by few at a time. */
import { tooMany } from '../errors.ts';

/**
 * A gate that lets `most` works run and `queue` wait; more are refused with 429. Without it a
 * flood of sign-ins or pictures would take all of libuv's threads.
 */
export function semaphore(most: number, queue: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting.length >= queue) throw tooMany(2);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The place is handed over, so that a newcomer cannot slip in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
