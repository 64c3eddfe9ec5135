/** Helpers to read and to break the frames of any protocol. */
import type { DeviceEvent, DeviceProfile, MessagePart } from '#server/ingest/events.ts';
import { plainProfile } from '#server/ingest/events.ts';
import { noFramerCounts, type Decoded, type TcpProtocol, type WireFrame } from '#server/ingest/tcp/protocol.ts';
import type { Random } from '../scripts/simulator/random.ts';

/** Bytes of hex text with blanks. */
export const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

export interface Heard<F> {
  frames: F[];
  decoded: Decoded[];
  events: DeviceEvent[];
  /** Answers in hex; null for none. */
  answers: (string | null)[];
}

export interface HearOptions {
  receivedAt: number;
  profile?: Partial<DeviceProfile>;
  deviceKey?: string;
}

/** Puts parts of messages together as long as the test lasts; null while one is missing. */
function assembly() {
  const messages = new Map<string, Map<number, Uint8Array>>();
  return ({ type, serial, total, part, body }: MessagePart): Buffer | null => {
    const bodies = messages.getOrInsertComputed(`${type}:${serial}:${total}`, () => new Map());
    bodies.set(part, body);
    return bodies.size < total ? null : Buffer.concat([...bodies].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
  };
}

/** A connection without a socket: `hear` takes bytes, remembers as a session does, and gives events and answers. */
export function listener<F extends WireFrame, M>(
  protocol: TcpProtocol<F, M>,
  { receivedAt, profile = {}, deviceKey = '7:1' }: HearOptions,
) {
  const counts = noFramerCounts();
  const framer = protocol.framer(counts, protocol.largestFrame);
  const memory = protocol.remember();
  const keep = assembly();
  const full = { ...plainProfile, ...profile };
  return {
    counts,
    framer,
    memory,
    hear(bytes: Buffer): Heard<F> {
      const frames = framer.push(bytes);
      const decoded: Decoded[] = [];
      const answers: (string | null)[] = [];
      for (const frame of frames) {
        const context = { deviceKey, receivedAt, profile: full };
        const { part, ...first } = protocol.decode(frame, context, memory);
        const body = part && keep(part);
        const message = body && protocol.join ? protocol.join(frame, body) : frame;
        const one = message === frame ? first : protocol.decode(message, context, memory);
        decoded.push(one);
        answers.push(protocol.reply(message, one, { deviceKey, profile: full, now: receivedAt }, memory)?.toString('hex') ?? null);
      }
      return { frames, decoded, events: decoded.flatMap(({ events }) => events), answers };
    },
  };
}

/** What events say in short: `heartRate 72`, `alarm sos`, `position fix`. */
export function gist(events: readonly DeviceEvent[]): string[] {
  return events.map((event) => {
    if (event.kind === 'reading') return `${event.metric} ${event.value}`;
    if (event.kind === 'alarm') return `alarm ${event.alarm}${event.late ? ' late' : ''}`;
    if (event.kind === 'position') return `position${event.place.fix ? ' fix' : ''}${event.late ? ' late' : ''}`;
    if (event.kind === 'reply') return `reply ${event.command} ${event.values.join('|')} ${event.index}`;
    if (event.kind === 'info') return `info ${event.name} ${event.value}`;
    if (event.kind === 'registration') return `registration ${event.step}`;
    return event.kind;
  });
}

/** Bits flipped, ends cut off, bytes put in and taken out; some frames stay whole. */
export function broken(frame: Buffer, n: number, random: Random): Buffer {
  const bytes = Buffer.from(frame);
  for (let flips = random.between(0, 3); flips > 0; flips--) bytes[random.between(0, bytes.length - 1)]! ^= 1 << random.between(0, 7);
  const at = random.between(0, bytes.length);
  if (n % 5 === 0) return bytes.subarray(0, at);
  if (n % 11 === 0) return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.between(0, 255)]), bytes.subarray(at)]);
  if (n % 13 === 0) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  return bytes;
}
