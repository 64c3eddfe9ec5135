/** JT/T 808 as the gateway speaks it: register, authenticate, and only then be heard; every message is answered by its serial number. */
import type { RegistrationEvent } from '#server/ingest/events.ts';
import { noOutput, stamp } from '#server/ingest/tcp/decoding.ts';
import { authenticationCode, registrationOf, sameCode, shownCode } from '#server/ingest/tcp/jt808-credentials.ts';
import { createJtFramer, encodeJt, JT_LARGEST, type JtAddress, type JtFrame } from '#server/ingest/tcp/jt808-frames.ts';
import { numberAsImei } from '#server/ingest/tcp/jt808-numbers.ts';
import { decodeJt, jtTypes, NOTHING_TOLD, type JtTold } from '#server/ingest/tcp/jt808.ts';
import type { Decoded, FrameContext, TcpProtocol } from '#server/ingest/tcp/protocol.ts';

interface JtMemory {
  authenticated: boolean;
  /** Terminal id that was given the code on this connection. */
  registered: string | null;
  /** How the terminal addressed its last message, with our own serial number. */
  address: JtAddress | null;
  told: JtTold;
}

const GENERAL = 0x8001;
const REGISTERED = 0x8100;
const TIME = 0x8109;
const COMPACT_ANSWER = 0x4401;
const TEXT = 0x8300;
const NOTICE = 1;
const MOST_PARTS = 64;
/** What answers a message of ours is not answered again. */
const UNANSWERED: ReadonlySet<number> = new Set([jtTypes.answer, jtTypes.located, jtTypes.parameters, jtTypes.attributes]);
const UNHEARD: Decoded = { events: [], discarded: 0, known: true, verdict: 'unheard' };
const NOTHING: Decoded = { events: [], discarded: 0, known: true };

/** A part of a longer message: kept until the others are there. The serial numbers of parts follow one another. */
function partOf({ type, serial, part, total, body }: JtFrame): Decoded {
  if (total > MOST_PARTS) return { ...NOTHING, known: false };
  if (part < 1 || part > total) return { ...NOTHING, discarded: 1 };
  return { ...NOTHING, part: { type, serial: (serial - part + 1) & 0xffff, part, total, body } };
}

const step = (context: FrameContext, name: RegistrationEvent['step'], terminalId: string | null): RegistrationEvent => ({
  ...stamp(noOutput(context)),
  kind: 'registration',
  step: name,
  terminalId,
});

/** Who registers has not shown who he is: of it only the registration itself is written down. */
function register(frame: JtFrame, context: FrameContext, memory: JtMemory): Decoded {
  const { result, terminalId } = registrationOf(frame, context.profile);
  if (result === 0) memory.registered = terminalId;
  return { ...NOTHING, events: [step(context, result === 0 ? 'given' : 'refused', terminalId)] };
}

/** 0 done, 1 refused, 2 wrong message, 3 not supported. */
function resultOf({ verdict, known, events, discarded }: Decoded): number {
  if (verdict) return 1;
  if (!known) return 3;
  return events.length === 0 && discarded > 0 ? 2 : 0;
}

function twoBytes(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 2);
  values.forEach((value, n) => out.writeUInt16BE(value & 0xffff, n * 2));
  return out;
}

/** Year to second in UTC, two digits a byte. */
const clock = (now: number) => Buffer.from(new Date(now).toISOString().replaceAll(/\D/g, '').slice(2, 14), 'hex');

/** Makes the module of an installation; `secret` is what authentication codes are derived from. */
export function jt808Protocol(secret: Buffer): TcpProtocol<JtFrame, JtMemory> {
  /** Whether a message may be heard; the terminal's own steps towards it always are. */
  function verdictOf(frame: JtFrame, { deviceKey, profile }: FrameContext, memory: JtMemory): Decoded['verdict'] {
    if (profile.authentication === false) memory.authenticated = true;
    else if (frame.type === jtTypes.authenticate) {
      memory.authenticated = showsCode(frame, deviceKey);
      if (!memory.authenticated) return 'refused';
    }
    return memory.authenticated || frame.type === jtTypes.register ? undefined : 'unheard';
  }

  const showsCode = (frame: JtFrame, deviceKey: string) => sameCode(shownCode(frame), authenticationCode(secret, deviceKey));

  /** Shown for the first time, the code belongs to the terminal that registered: here, or on a connection before. */
  function binding(frame: JtFrame, context: FrameContext, { registered }: JtMemory): RegistrationEvent[] {
    const { deviceKey, profile } = context;
    const { given = null, bound = null } = profile.terminal ?? {};
    const open = registered === null ? given !== null && bound === null : registered !== bound;
    return frame.type === jtTypes.authenticate && open && showsCode(frame, deviceKey) ? [step(context, 'shown', registered)] : [];
  }

  return {
    name: 'jt808',
    largestFrame: JT_LARGEST,
    // Parameter 0001 is usually one to three minutes.
    heartbeatMs: 6 * 60_000,
    framer: createJtFramer,
    remember: () => ({ authenticated: false, registered: null, address: null, told: NOTHING_TOLD }),
    // Leading zeros fill the field; the number itself has none.
    idOf: ({ phone }) => phone?.replace(/^0+(?=\d)/, '') ?? null,
    spellings: (id) => [
      ...[12, 20].filter((length) => id.length < length).map((length) => id.padStart(length, '0')),
      // Six bytes of a binary IMEI may happen to look like decimal digits: the ledger knows which of them it is.
      ...[numberAsImei(id)].filter((imei) => imei !== null),
    ],
    admitted: ({ authenticated }) => authenticated,
    decode(frame, context, memory) {
      const { modern, phone, number } = frame;
      if (phone) memory.address = { modern, phone: number, serial: memory.address?.serial ?? 0 };
      const verdict = verdictOf(frame, context, memory);
      if (verdict) return { ...UNHEARD, verdict };
      if (frame.encrypted) return { ...NOTHING, known: false };
      // Registrations are short: nobody keeps anything here before he has shown who he is.
      if (frame.total > 1) return memory.authenticated ? partOf(frame) : UNHEARD;
      if (frame.type === jtTypes.register) return register(frame, context, memory);
      const decoded = decodeJt(frame, frame.body, context, memory.told);
      const bound = binding(frame, context, memory);
      return bound.length > 0 ? { ...decoded, events: [...decoded.events, ...bound] } : decoded;
    },
    join: (frame, body) => ({ ...frame, body, part: 1, total: 1 }),
    reply(frame, decoded, { deviceKey, profile, now }, memory) {
      const { type, serial, body } = frame;
      // Only now are the alarms stored that need not be said again.
      if (decoded.lasting) memory.told = { word: body.readUInt32BE(0), items: decoded.lasting };
      if (UNANSWERED.has(type) || !memory.address) return null;
      if (type === jtTypes.compact || type === jtTypes.compactKept) {
        const said = Buffer.concat([twoBytes(type), Buffer.from([resultOf(decoded)])]);
        return frame.waits ? encodeJt(COMPACT_ANSWER, said, { ...memory.address, serial: 1, compact: true }) : null;
      }
      const to = { ...memory.address, serial: memory.address.serial };
      memory.address = { ...memory.address, serial: (to.serial + 1) & 0xffff };
      if (type === jtTypes.time && !decoded.verdict) return encodeJt(TIME, clock(now), to);
      if (type !== jtTypes.register)
        return encodeJt(GENERAL, Buffer.concat([twoBytes(serial, type), Buffer.from([resultOf(decoded)])]), to);
      const { result } = registrationOf(frame, profile);
      const code = result === 0 ? Buffer.from(authenticationCode(secret, deviceKey), 'latin1') : Buffer.alloc(0);
      return encodeJt(REGISTERED, Buffer.concat([twoBytes(serial), Buffer.from([result]), code]), to);
    },
    /** `content` is the message id and its body. */
    command(content, memory) {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'hex') : content;
      if (!memory.address || bytes.length < 2) return null;
      const { serial } = memory.address;
      const to = memory.address;
      memory.address = { ...to, serial: (serial + 1) & 0xffff };
      const type = bytes.readUInt16BE(0);
      const body = bytes.subarray(2);
      // In 2019 a text says behind its flags what kind of text it is.
      const whole = type === TEXT && to.modern ? Buffer.concat([body.subarray(0, 1), Buffer.from([NOTICE]), body.subarray(1)]) : body;
      return { bytes: encodeJt(type, whole, to), index: serial.toString(16).padStart(4, '0') };
    },
  };
}
