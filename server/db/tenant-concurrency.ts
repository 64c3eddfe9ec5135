/** Fair shares of the connections: nobody waits for the slow pages of another institution. */

/**
 * Makes the shares of one process: at most `each` pieces of work of a tenant run at once,
 * its others wait in their order. The work's result and failure are passed on.
 */
export function fairShares(each: number) {
  const running = new Map<number, number>();
  const waiting = new Map<number, (() => void)[]>();

  /** Whoever waits takes the place over; else it is free. */
  function leave(tenantId: number): void {
    const queue = waiting.get(tenantId);
    const next = queue?.shift();
    if (queue?.length === 0) waiting.delete(tenantId);
    if (next) return next();
    const left = (running.get(tenantId) as number) - 1;
    if (left > 0) running.set(tenantId, left);
    else running.delete(tenantId);
  }

  return async function share<T>(tenantId: number, work: () => Promise<T>): Promise<T> {
    const mine = running.get(tenantId) ?? 0;
    if (mine < each) running.set(tenantId, mine + 1);
    else
      await new Promise<void>((resolve) => {
        const queue = waiting.get(tenantId);
        if (queue) queue.push(resolve);
        else waiting.set(tenantId, [resolve]);
      });
    try {
      return await work();
    } finally {
      leave(tenantId);
    }
  };
}
