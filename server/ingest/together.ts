/**
 * Questions to the database that are worth more asked together: those of one turn, and those
 * that come while answers are under way, share the next one.
 */

const MOST = 500;

interface Asking<V> {
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
}

/**
 * Makes an asker out of `ask`, which answers up to 500 keys of one group at once; one
 * question of a group runs at a time. A key that `ask` leaves out is undefined to a caller that
 * asked for it, an error is everybody's who asked with it.
 */
export function together<G, K, V>(
  ask: (group: G, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (group: G, key: K) => Promise<V | undefined> {
  const groups = new Map<G, Map<K, Asking<V>[]>>();

  async function run(group: G, waiting: Map<K, Asking<V>[]>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.size > 0) {
      const part = waiting.size > MOST ? [...waiting].slice(0, MOST) : [...waiting];
      for (const [key] of part) waiting.delete(key);
      try {
        const answers = await ask(
          group,
          part.map(([key]) => key),
        );
        for (const [key, those] of part) for (const { resolve } of those) resolve(answers.get(key));
      } catch (error) {
        for (const [, those] of part) for (const { reject } of those) reject(error);
      }
    }
    groups.delete(group);
  }

  return (group, key) =>
    new Promise((resolve, reject) => {
      let waiting = groups.get(group);
      if (!waiting) {
        waiting = new Map();
        groups.set(group, waiting);
        void run(group, waiting);
      }
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
    });
}
