/** Cuts a byte stream into IW/TRV texts: `IWAP01…#`, `TRVAP01…#`. */
import { holdBytes } from '#server/ingest/tcp/held-bytes.ts';
import type { Framer, FramerCounts } from '#server/ingest/tcp/protocol.ts';

export interface IwFrame {
  /** `IW` or `TRV`, as sent. */
  readonly vendor: string;
  /** Four characters: `AP01`, `APHT`, `CP01`. */
  readonly code: string;
  /** What stands behind the code, without the `#`; latin1. */
  readonly rest: string;
  readonly size: number;
}

export const IW_LARGEST = 16 * 1024;
const HASH = 0x23;
const I = 0x49;
const T = 0x54;
/** The longest head, `TRVAP01`. */
const HEAD = 7;
const HEADS = /(IW|TRV)([ACY]P[0-9A-Z]{2})/g;

/** Whether a head may begin at `at` as far as the data goes. */
function mayBegin(data: Buffer, at: number): boolean {
  const text = data.toString('latin1', at, Math.min(data.length, at + HEAD));
  const vendor = text[0] === 'I' ? 'IW' : 'TRV';
  if (!text.startsWith(vendor.slice(0, text.length))) return false;
  const code = text.slice(vendor.length, vendor.length + 4);
  return /^(?:[ACY](?:P(?:[0-9A-Z]{1,2})?)?)?$/.test(code);
}

function nextHead(data: Buffer, from: number): number {
  for (let at = from; at < data.length; at++) {
    if ((data[at] === I || data[at] === T) && mayBegin(data, at)) return at;
  }
  return data.length;
}

/** Makes one framer for one connection. */
export function createIwFramer(counts: FramerCounts, limit = IW_LARGEST): Framer<IwFrame> {
  const held = holdBytes();
  let scanned = 0;

  function emit(text: string, out: IwFrame[]): void {
    // A text in which another begins was cut off: only the last one is whole.
    const heads = [...text.matchAll(HEADS)];
    const last = heads.at(-1);
    if (!last) return void (counts.garbageBytes += text.length + 1);
    if (last.index > 0) counts.broken++;
    counts.frames++;
    out.push({ vendor: last[1]!, code: last[2]!, rest: text.slice(last.index + last[0].length), size: text.length - last.index + 1 });
  }

  function cut(data: Buffer, out: IwFrame[]): number {
    let at = 0;
    while (at < data.length) {
      const start = nextHead(data, at);
      counts.garbageBytes += start - at;
      at = start;
      if (start === data.length) break;
      const end = data.indexOf(HASH, start + scanned);
      if (end < 0) {
        scanned = data.length - start;
        break;
      }
      scanned = 0;
      emit(data.toString('latin1', start, end), out);
      at = end + 1;
    }
    return at;
  }

  const framer: Framer<IwFrame> & { overflow: boolean } = {
    overflow: false,
    limit,
    push(chunk) {
      const out: IwFrame[] = [];
      if (framer.overflow) return out;
      const data = held.join(chunk);
      const rest = cut(data, out);
      if (data.length - rest > framer.limit || out.some(({ size }) => size > framer.limit)) {
        framer.overflow = true;
        held.clear();
        return [];
      }
      held.keep(data, rest);
      return out;
    },
  };
  return framer;
}
