/** Bytes of a connection that wait for the rest of their frame. They are moved only by amounts that just arrived. */

export interface HeldBytes {
  /** The waiting bytes with the chunk behind them; valid until `keep` or the next `join`. */
  join(chunk: Buffer): Buffer;
  /** Keeps what stands at `from` and behind it. */
  keep(data: Buffer, from: number): void;
  clear(): void;
}

const EMPTY: Buffer = Buffer.alloc(0);

export function holdBytes(): HeldBytes {
  let store = EMPTY;
  let held = 0;
  return {
    join(chunk) {
      if (held === 0) return chunk;
      const length = held + chunk.length;
      if (length > store.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(length, store.length * 2));
        store.copy(larger, 0, 0, held);
        store = larger;
      }
      chunk.copy(store, held);
      return store.subarray(0, length);
    },
    keep(data, from) {
      const own = held > 0;
      held = data.length - from;
      if (held === 0) store = EMPTY;
      else if (own) store.copyWithin(0, from, data.length);
      else {
        store = Buffer.allocUnsafeSlow(Math.max(256, held));
        data.copy(store, 0, from);
      }
    },
    clear() {
      store = EMPTY;
      held = 0;
    },
  };
}
