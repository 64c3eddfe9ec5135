/** GT06 as the gateway speaks it: the id comes once, in the login; answers repeat type and serial number. */
import { readStatus } from '#server/ingest/tcp/gt06-fields.ts';
import { createGt06Framer, encodeGt06, GT06_LARGEST, type Gt06Frame } from '#server/ingest/tcp/gt06-frames.ts';
import { decodeGt06, gt06Types, loginId, type Gt06Memory } from '#server/ingest/tcp/gt06.ts';
import type { TcpProtocol } from '#server/ingest/tcp/protocol.ts';

const { login, heartbeat, status, time } = gt06Types;
const answered = new Set<number>(Object.values(gt06Types));
const COMMAND = 0x80;
/** Language of the answer to a command: English. */
const ENGLISH = [0, 2];

/** Year to second in UTC, one byte each. */
function clock(now: number): Buffer {
  const date = new Date(now);
  return Buffer.from([date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]);
}

export const gt06Protocol: TcpProtocol<Gt06Frame, Gt06Memory> = {
  name: 'gt06',
  largestFrame: GT06_LARGEST,
  framer: createGt06Framer,
  remember: () => ({ state: 0, commands: 0 }),
  idOf: (frame) => (frame.type === login ? loginId(frame) : null),
  decode: decodeGt06,
  reply({ type, body, serial, long }, _, { now }, memory) {
    // Only now is the state stored: a heartbeat that could not be stored is sent again and raises its alarm then.
    if (type === heartbeat || type === status) memory.state = readStatus(body, 0).state;
    if (!answered.has(type)) return null;
    return encodeGt06(type, type === time ? clock(now) : Buffer.alloc(0), serial, long);
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
