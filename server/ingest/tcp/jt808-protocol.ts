/** JT/T 808 as the gateway speaks it: register, authenticate, and only then be heard; every message is answered by its serial number. */
import { authenticationCode, registrationOf, sameCode, shownCode } from '#server/ingest/tcp/jt808-credentials.ts';
import { createJtFramer, encodeJt, JT_LARGEST, type JtAddress, type JtFrame } from '#server/ingest/tcp/jt808-frames.ts';
import { collectParts, type JtParts } from '#server/ingest/tcp/jt808-parts.ts';
import { decodeJt, jtTypes } from '#server/ingest/tcp/jt808.ts';
import type { Decoded, FrameContext, TcpProtocol } from '#server/ingest/tcp/protocol.ts';

interface JtMemory {
  authenticated: boolean;
  /** How the terminal addressed its last message, with our own serial number. */
  address: JtAddress | null;
  readonly parts: JtParts;
  readonly told: { word: number };
}

const GENERAL = 0x8001;
const REGISTERED = 0x8100;
const TIME = 0x8109;
const TEXT = 0x8300;
const NOTICE = 1;
/** What answers a message of ours is not answered again. */
const UNANSWERED: ReadonlySet<number> = new Set([jtTypes.answer, jtTypes.located, jtTypes.parameters, jtTypes.attributes]);
const UNHEARD: Decoded = { events: [], discarded: 0, known: true, verdict: 'unheard' };
const NOTHING: Decoded = { events: [], discarded: 0, known: true };

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
      memory.authenticated = sameCode(shownCode(frame), authenticationCode(secret, deviceKey));
      if (!memory.authenticated) return 'refused';
    }
    return memory.authenticated || frame.type === jtTypes.register ? undefined : 'unheard';
  }

  return {
    name: 'jt808',
    largestFrame: JT_LARGEST,
    framer: createJtFramer,
    remember: () => ({ authenticated: false, address: null, parts: collectParts(), told: { word: 0 } }),
    // Leading zeros fill the field; the number itself has none.
    idOf: ({ phone }) => phone?.replace(/^0+(?=\d)/, '') ?? null,
    spellings: (id) => [12, 20].filter((length) => id.length < length).map((length) => id.padStart(length, '0')),
    admitted: ({ authenticated }) => authenticated,
    decode(frame, context, memory) {
      const { modern, phone } = frame;
      if (phone) memory.address = { modern, phone, serial: memory.address?.serial ?? 0 };
      const verdict = verdictOf(frame, context, memory);
      if (verdict) return { ...UNHEARD, verdict };
      if (frame.encrypted) return { ...NOTHING, known: false };
      const body = frame.total > 1 ? memory.parts.add(frame) : frame.body;
      return body ? decodeJt(frame, body, context, memory.told) : NOTHING;
    },
    reply(frame, decoded, { deviceKey, profile, now }, memory) {
      const { type, serial, body } = frame;
      // Only now are the alarms stored that need not be said again.
      if (type === jtTypes.location && !decoded.verdict && body.length >= 4) memory.told.word = body.readUInt32BE(0);
      if (UNANSWERED.has(type) || !memory.address) return null;
      const to = { ...memory.address, serial: memory.address.serial };
      memory.address = { ...memory.address, serial: (to.serial + 1) & 0xffff };
      if (type === jtTypes.time && !decoded.verdict) return encodeJt(TIME, clock(now), to);
      if (type !== jtTypes.register) return encodeJt(GENERAL, Buffer.concat([twoBytes(serial, type), Buffer.from([resultOf(decoded)])]), to);
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
