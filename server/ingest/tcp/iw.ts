/** Decodes IW and TRV texts into canonical events. What is read how: docs/device-protocols.md. */
import { alarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import type { Metric } from '#server/ingest/events.ts';
import {
  info,
  isOld,
  meaning,
  noOutput,
  pressure,
  raise,
  readings,
  stamp,
  urgentFirst,
  clean,
  type Output,
} from '#server/ingest/tcp/decoding.ts';
import type { IwFrame } from '#server/ingest/tcp/iw-framer.ts';
import { decimal, readIwPosition, readIwStatus, readNetworkReport, whole, type IwStatus } from '#server/ingest/tcp/iw-position.ts';
import type { Decoded, FrameContext } from '#server/ingest/tcp/protocol.ts';

/** mg/dL of glucose in one mmol/L. */
const MG_PER_MMOL = 18.016;

/** The field of the alarm code behind the columns: `,mcc,mnc,lac,cid,alarm,language,…`. */
const ALARM_FIELD = 5;

function device(out: Output, when: ReturnType<typeof stamp>, { signal, battery }: IwStatus): void {
  readings(out, when, [
    ['battery', battery],
    ['signal', signal],
  ]);
}

function measured(out: Output, values: [Metric, number | null][]): void {
  readings(out, stamp(out), values);
}

function position(out: Output, rest: string, kind: 'live' | 'late' | 'alarm'): void {
  const block = readIwPosition(rest, out.profile.utcOffsetMinutes ?? 0);
  if (!block) {
    out.discarded++;
    // An alarm whose position cannot be read is still somebody asking for help.
    if (kind === 'alarm') raise(out, stamp(out), [{ alarm: 'other', bit: null }], { place: null, late: false, written: null });
    return;
  }
  const { time, written, place, fields } = block;
  const when = stamp(out, time);
  const late = kind === 'late' || isOld(when);
  if (kind === 'alarm') {
    const code = whole(fields[ALARM_FIELD]);
    const alarm = code === null ? 'other' : (meaning(code, out.profile.alarms, alarmCodes.iw.meanings) ?? (code === 0 ? 'other' : null));
    if (alarm) raise(out, when, [{ alarm, bit: code }], { place, late, written });
  }
  if (kind === 'late' && when.clock === 'server') return void out.discarded++;
  out.events.push({ ...when, kind: 'position', place, late });
  device(out, when, block);
}

function heartbeat(out: Output, rest: string): void {
  const [, columns = '', steps] = rest.split(',', 8);
  const when = stamp(out);
  out.events.push({ ...when, kind: 'heartbeat' });
  device(out, when, readIwStatus(columns));
  readings(out, when, [['steps', whole(steps)]]);
}

/** `,bpm,systolic,diastolic,SpO₂,glucose (mg/dL),temperature`; any may be empty, 0 is "not measured". */
function health(out: Output, rest: string): void {
  const [, heartRate, systolic, diastolic, oxygen, glucose, temperature] = rest.split(',', 16).map((field) => decimal(field) || null);
  if (systolic || diastolic) pressure(out, stamp(out), systolic ?? null, diastolic ?? null);
  measured(out, [
    ['heartRate', heartRate ?? null],
    ['oxygen', oxygen ?? null],
    ['glucose', glucose ? Math.round((glucose / MG_PER_MMOL) * 100) / 100 : null],
    ['temperature', temperature ?? null],
  ]);
}

/** The answer to a command of ours: `,serial,what we set`. */
function reply(out: Output, { code, rest }: IwFrame): void {
  const [, index = null, ...values] = rest.split(',', 32).map(clean);
  out.events.push({ ...stamp(out), kind: 'reply', command: code.replace('AP', 'BP'), values, index: index || null });
}

type Decode = (out: Output, rest: string) => void;

const decoders: Record<string, Decode> = {
  AP00: (out) => out.events.push({ ...stamp(out), kind: 'heartbeat' }),
  AP01: (out, rest) => position(out, rest, 'live'),
  YP03: (out, rest) => position(out, rest, 'live'),
  YP14: (out, rest) => position(out, rest, 'live'),
  AP10: (out, rest) => position(out, rest, 'alarm'),
  AP02: (out, rest) => out.events.push({ ...stamp(out), kind: 'position', place: readNetworkReport(rest), late: false }),
  AP03: heartbeat,
  CP01: heartbeat,
  // Asks for a position aid; with the serial of a phone book that we sent it is the confirmation, which is told from it before.
  AP14: () => {},
  APLN: (out) => out.events.push({ ...stamp(out), kind: 'heartbeat' }),
  AP49: (out, rest) => {
    const value = decimal(rest.split(',', 2)[1]);
    if (value === null) out.discarded++;
    else measured(out, [['heartRate', value]]);
  },
  AP50: (out, rest) => {
    const [, temperature, battery] = rest.split(',', 4).map(decimal);
    measured(out, [
      ['temperature', temperature || null],
      ['battery', battery ?? null],
    ]);
  },
  APHT: health,
  APHP: health,
};

/** What a watch begins by itself and is not read here: voice, pictures, weather, positions of smart watches. */
const tolerated: ReadonlySet<string> = new Set(['AP07', 'AP42', 'AP95', 'APT1', 'APTQ']);

/**
 * Whether a watch begins a code by itself and waits for the answer. Any other is not
 * answered: an answer may be a command, such as a factory reset.
 */
export const isBegunByWatch = (code: string) => Object.hasOwn(decoders, code) || tolerated.has(code);

/** Codes of our commands, by which the watch confirms them. */
export const iwCommandCodes: ReadonlySet<string> = new Set(
  'AP04 AP05 AP11 AP12 AP13 AP15 AP16 AP17 AP18 AP19 AP20 AP28 AP31 AP33 AP34 AP40 AP46 AP84 AP85 AP86 AP87 APJZ APLC APXL APXT APXY APXZ APXX'.split(
    ' ',
  ),
);

/**
 * Decodes one text; `confirms` says whether it carries the serial of a command of ours with that code. Never throws; an alarm comes first.
 */
export function decodeIw(frame: IwFrame, context: FrameContext, confirms = false): Decoded {
  const out = noOutput(context);
  const command = confirms || iwCommandCodes.has(frame.code);
  const decode = !confirms && Object.hasOwn(decoders, frame.code) ? decoders[frame.code] : undefined;
  if (decode) decode(out, frame.rest);
  else if (command) reply(out, frame);
  else info(out, frame.code, frame.rest);
  return { events: urgentFirst(out.events), discarded: out.discarded, known: command || isBegunByWatch(frame.code) };
}
