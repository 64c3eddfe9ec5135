/** Puts messages that came in parts together, within bounds. */
import type { JtFrame } from '#server/ingest/tcp/jt808-frames.ts';

export interface JtParts {
  /** The whole body once the last missing part has come; null before. */
  add(frame: JtFrame): Buffer | null;
}

const MOST_PARTS = 64;
const MOST_BYTES = 32 * 1024;
const MOST_MESSAGES = 4;

interface Assembly {
  readonly bodies: (Buffer | undefined)[];
  missing: number;
  bytes: number;
}

/** The memory of one connection: a few messages at a time, the oldest is given up. */
export function collectParts(): JtParts {
  const assemblies = new Map<string, Assembly>();
  return {
    add({ type, serial, part, total, body }) {
      if (part < 1 || part > total || total > MOST_PARTS) return null;
      // Serial numbers of the parts follow one another: the first one's names the message.
      const key = `${type}:${(serial - part + 1) & 0xffff}:${total}`;
      const known = assemblies.get(key) ?? { bodies: Array<Buffer | undefined>(total).fill(undefined), missing: total, bytes: 0 };
      assemblies.set(key, known);
      if (known.bodies[part - 1] === undefined) {
        known.bodies[part - 1] = Buffer.from(body);
        known.missing--;
        known.bytes += body.length;
      }
      if (known.bytes > MOST_BYTES || known.missing === 0) assemblies.delete(key);
      if (assemblies.size > MOST_MESSAGES) assemblies.delete(assemblies.keys().next().value as string);
      return known.missing === 0 && known.bytes <= MOST_BYTES ? Buffer.concat(known.bodies as Buffer[]) : null;
    },
  };
}
