/** EV07B pendants as the gateway speaks them: the id is a record of the first packet and of most others. */
import { createEvFramer, encodeEv, EV_LARGEST, type EvFrame } from '#server/ingest/tcp/ev07b-frames.ts';
import { evId, evKeys } from '#server/ingest/tcp/ev07b-records.ts';
import { decodeEv, evCommands, evServices } from '#server/ingest/tcp/ev07b.ts';
import type { TcpProtocol } from '#server/ingest/tcp/protocol.ts';

interface EvMemory {
  commands: number;
  /** Of the protocol, by the device's last packet. */
  version: number;
}

/** Higher serial numbers are the device's own. */
const MOST_COMMANDS = 0xcfff;

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
  // As it is told with its upload interval, 200 seconds; up to five minutes as it is sold.
  heartbeatMs: 6 * 60_000,
  framer: createEvFramer,
  remember: () => ({ commands: 0, version: 0 }),
  idOf({ command, records }) {
    // In a configuration the same key means something else.
    const own = ASKED.has(command) ? records.find(({ key }) => key === evKeys.id) : undefined;
    return own ? evId(own.value) : null;
  },
  decode(frame, context, memory) {
    memory.version = frame.version;
    return decodeEv(frame, context);
  },
  reply({ command, records, serial, wantsAnswer }, _, { now }) {
    if (!wantsAnswer || command === evCommands.response) return null;
    const asksTime = command === evCommands.service && records.some(({ key }) => key === evServices.time);
    return encodeEv(asksTime ? timeAnswer(now) : DONE, serial);
  },
  /** `content` is the command byte and its records. */
  command(content, memory) {
    // The keys of a newer version mean something else.
    if (memory.version !== 0) throw new RangeError('设备使用新版通信协议，暂不能下发指令');
    memory.commands = memory.commands >= MOST_COMMANDS ? 1 : memory.commands + 1;
    const body = typeof content === 'string' ? Buffer.from(content, 'hex') : content;
    if (body.length === 0) return null;
    return { bytes: encodeEv(body, memory.commands, true), index: memory.commands.toString(16).padStart(4, '0') };
  },
};
