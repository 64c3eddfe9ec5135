/** EV07B pendants as the gateway speaks them: the id is a record of the first packet and of most others. */
import { createEvFramer, encodeEv, EV_LARGEST, type EvFrame } from '#server/ingest/tcp/ev07b-frames.ts';
import { evId, evKeys } from '#server/ingest/tcp/ev07b-records.ts';
import { decodeEv, evCommands, evServices } from '#server/ingest/tcp/ev07b.ts';
import type { TcpProtocol } from '#server/ingest/tcp/protocol.ts';

interface EvMemory {
  commands: number;
}

const DONE = Buffer.from([evCommands.response, 1, 0]);
const ASKED: ReadonlySet<number> = new Set([evCommands.data, evCommands.service]);

function timeAnswer(now: number): Buffer {
  const body = Buffer.from([evCommands.service, 5, evServices.time, 0, 0, 0, 0]);
  body.writeUInt32LE(Math.floor(now / 1000), 3);
  return body;
}

export const ev07bProtocol: TcpProtocol<EvFrame, EvMemory> = {
  name: 'ev07b',
  largestFrame: EV_LARGEST,
  framer: createEvFramer,
  remember: () => ({ commands: 0 }),
  idOf({ command, records }) {
    // In a configuration the same key means something else.
    const own = ASKED.has(command) ? records.find(({ key }) => key === evKeys.id) : undefined;
    return own ? evId(own.value) : null;
  },
  decode: decodeEv,
  reply({ command, records, serial, wantsAnswer }, _, { now }) {
    if (!wantsAnswer || command === evCommands.response) return null;
    const asksTime = command === evCommands.service && records.some(({ key }) => key === evServices.time);
    return encodeEv(asksTime ? timeAnswer(now) : DONE, serial);
  },
  /** `content` is the command byte and its records. */
  command(content, memory) {
    memory.commands = memory.commands >= 0xffff ? 1 : memory.commands + 1;
    const body = typeof content === 'string' ? Buffer.from(content, 'hex') : content;
    if (body.length === 0) return null;
    return { bytes: encodeEv(body, memory.commands, true), index: memory.commands.toString(16).padStart(4, '0') };
  },
};
