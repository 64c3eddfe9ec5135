/** Fair shares of the connections: nobody's slow pages are waited for by another institution, and by no alarm. */

interface Waiting {
  begin(): void;
}

/**
 * Makes the shares of one process: at most `each` pieces of work of a tenant run at once and `all` altogether, tenants that wait take turns. The work's
 * result and failure are passed on.
 */
export function fairShares(each: number, all: number) {
  const running = new Map<number, number>();
  const waiting = new Map<number, Waiting[]>();
  let total = 0;

  const free = (tenantId: number) => total < all && (running.get(tenantId) ?? 0) < each;

  function next(): void {
    for (const [tenantId, queue] of waiting) {
      if (total >= all) return;
      if (!free(tenantId)) continue;
      const one = queue.shift() as Waiting;
      // Behind the others who wait.
      waiting.delete(tenantId);
      if (queue.length > 0) waiting.set(tenantId, queue);
      return one.begin();
    }
  }

  return async function share<T>(tenantId: number, work: () => Promise<T>): Promise<T> {
    const enter = () => {
      total++;
      running.set(tenantId, (running.get(tenantId) ?? 0) + 1);
    };
    if (free(tenantId)) enter();
    else
      await new Promise<void>((resolve) => {
        const begin = () => {
          enter();
          resolve();
        };
        const queue = waiting.get(tenantId);
        if (queue) queue.push({ begin });
        else waiting.set(tenantId, [{ begin }]);
      });
    try {
      return await work();
    } finally {
      total--;
      const left = (running.get(tenantId) as number) - 1;
      if (left > 0) running.set(tenantId, left);
      else running.delete(tenantId);
      next();
    }
  };
}
