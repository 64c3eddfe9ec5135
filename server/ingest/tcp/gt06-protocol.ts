/** GT06 as the gateway speaks it: the id comes once, in the login; answers repeat type and serial number. */
import { createGt06Framer, encodeGt06, GT06_LARGEST, type Gt06Frame } from '#server/ingest/tcp/gt06-frames.ts';
import { lastingStatus } from '#server/ingest/tcp/gt06-heartbeats.ts';
import { alarmsOf, type Gt06Memory } from '#server/ingest/tcp/gt06-output.ts';
import { decodeGt06, LOGIN, loginId, TIME } from '#server/ingest/tcp/gt06.ts';
import type { TcpProtocol } from '#server/ingest/tcp/protocol.ts';

/**
 * Reports and answers for which the manual wants no answer. Everything else is
 * answered, also what is not known: a device that waits in vain connects again and sends nothing else meanwhile.
 */
const UNANSWERED: ReadonlySet<number> = new Set([0x12, 0x15, 0x21, 0x22, 0x28, 0x2c, 0x80, 0x81, 0x82, 0x94, 0xa0, 0xa1]);
const COMMAND = 0x80;
/** Language of the answer to a command: English. */
const ENGLISH = [0, 2];

/** Year to second in UTC, one byte each. */
function clock(now: number): Buffer {
  const date = new Date(now);
  return Buffer.from([
    date.getUTCFullYear() - 2000,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ]);
}

export const gt06Protocol: TcpProtocol<Gt06Frame, Gt06Memory> = {
  name: 'gt06',
  largestFrame: GT06_LARGEST,
  // Usually every three minutes, of some makers every five.
  heartbeatMs: 6 * 60_000,
  framer: createGt06Framer,
  remember: () => ({ lasting: [], percent: false, zone: null, belief: null, commands: 0 }),
  idOf: (frame) => (frame.type === LOGIN ? loginId(frame) : null),
  decode: decodeGt06,
  reply(frame, _, { now, profile }, memory) {
    const { type, serial, long } = frame;
    // Only now is what lasts stored: a heartbeat that could not be stored is sent again and raises its alarm then.
    const status = lastingStatus(frame);
    if (status) memory.lasting = alarmsOf(status, profile).map(({ alarm }) => alarm);
    if (UNANSWERED.has(type)) return null;
    return encodeGt06(type, type === TIME ? clock(now) : Buffer.alloc(0), serial, long);
  },
  command(content, memory) {
    memory.commands = memory.commands >= 0xffff ? 1 : memory.commands + 1;
    const flag = Buffer.alloc(4);
    flag.writeUInt32BE(memory.commands);
    const text = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    const body = Buffer.concat([Buffer.from([Math.min(0xff, 4 + text.length)]), flag, text, Buffer.from(ENGLISH)]);
    return { bytes: encodeGt06(COMMAND, body, memory.commands), index: flag.toString('hex') };
  },
};
