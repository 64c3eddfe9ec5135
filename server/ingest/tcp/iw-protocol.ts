/** IW/TRV text watches as the gateway speaks them: the id comes once, in the login; an answer is the same code one letter on. */
import { BoundedMap } from '../../bounded-map.ts';
import { createIwFramer, IW_LARGEST, type IwFrame } from '#server/ingest/tcp/iw-framer.ts';
import { decodeIw, isBegunByWatch } from '#server/ingest/tcp/iw.ts';
import type { TcpProtocol } from '#server/ingest/tcp/protocol.ts';

interface IwMemory {
  /** `IW` or `TRV`; commands go in the dialect of the watch. */
  vendor: string | null;
  /** As the watch logged in: commands repeat it. */
  id: string;
  commands: number;
  /** Our last commands: the code with which the watch confirms, by its serial. */
  readonly sent: Map<string, string>;
}

const MOST_SENT = 64;

/** Hours of China ahead of UTC: the watch adds them to the time of its login. */
const ZONE = 8;

/** The number of a login. */
const loginId = ({ code, rest }: IwFrame) => (code === 'AP00' ? (/^,?(\d{10,20})/.exec(rest)?.[1] ?? null) : null);

/** The confirming code of a command: `BP14` → `AP14`. */
const before = (code: string) => String.fromCharCode(code.charCodeAt(0) - 1) + code.slice(1);

/** Whether a text carries the serial of a command that was sent with its code; sent again it does so, too. */
const confirms = ({ code, rest }: IwFrame, { sent }: IwMemory) => sent.get(rest.split(',', 2)[1]?.trim() ?? '') === code;

/** The answering code: `AP01` → `BP01`, `CP01` → `DP01`, `YP03` → `ZP03`. */
const next = (code: string) => String.fromCharCode(code.charCodeAt(0) + 1) + code.slice(1);

function answer({ vendor, code }: IwFrame, now: number): string | null {
  // The answer to what confirms a command of ours would be that command again, without its values.
  if (!isBegunByWatch(code)) return null;
  if (code === 'AP00' && vendor === 'IW') return `,${new Date(now).toISOString().replaceAll(/\D/g, '').slice(0, 14)},${ZONE}`;
  return code === 'AP14' ? ',0.000,0.000' : '';
}

export const iwProtocol: TcpProtocol<IwFrame, IwMemory> = {
  name: 'iw',
  largestFrame: IW_LARGEST,
  // Usually every five minutes.
  heartbeatMs: 6 * 60_000,
  framer: createIwFramer,
  remember: () => ({ vendor: null, id: '', commands: 0, sent: new BoundedMap(MOST_SENT) }),
  idOf: loginId,
  decode(frame, context, memory) {
    memory.vendor = frame.vendor;
    memory.id = loginId(frame) ?? memory.id;
    return decodeIw(frame, context, confirms(frame, memory));
  },
  reply(frame, _, { now }, memory) {
    const values = confirms(frame, memory) ? null : answer(frame, now);
    return values === null ? null : Buffer.from(`${frame.vendor}${next(frame.code)}${values}#`, 'latin1');
  },
  /** `content` is the code and its values: `BP16` or `BP15,600`. The watch's number and a serial of six digits go in between. */
  command(content, memory) {
    if (memory.vendor === null) return null;
    memory.commands = memory.commands >= 999_999 ? 1 : memory.commands + 1;
    const index = String(memory.commands).padStart(6, '0');
    const [code = '', ...values] = (typeof content === 'string' ? content : content.toString('latin1')).split(',');
    memory.sent.set(index, before(code));
    return { bytes: Buffer.from(`${[memory.vendor + code, memory.id, index, ...values].join(',')}#`, 'latin1'), index };
  },
};
