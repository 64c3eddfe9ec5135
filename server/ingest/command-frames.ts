/** What a command of the queue is on the wire of a protocol. */
import { MOST_REMINDERS, MOST_WHITE, repeats, type CommandParameters } from '#contract/devices/device-commands.ts';
import type { WatchWords } from '#contract/devices/device-profiles.ts';
import { commandKinds, type CommandKind } from '#contract/devices/device-types.ts';
import type { Protocol } from '#server/ingest/events.ts';
import { encodeGbk } from '#server/ingest/tcp/gbk.ts';
import { watchCommands } from '#server/ingest/tcp/watch-commands.ts';

/** Levels go from 1 to this on every sheet we know. */
const SENSITIVITY_RANGE = 8;

/** The frames' contents, in order, and the command name by which the device acknowledges the last; null where only its index tells. */
export interface Spoken {
  contents: readonly string[];
  acknowledgedBy: string | null;
}

/** Frames one after the other; the device's answer to the last of them counts. */
const all = (...contents: readonly string[]): Spoken => ({
  contents,
  acknowledgedBy: (contents.at(-1)!.split(',', 1)[0] as string).toUpperCase(),
});
const one = (content: string): Spoken => all(content);

/** Places for SOS numbers. */
const SLOTS = [1, 2, 3] as const;
/** A book goes in two frames of five. */
const FIRST_PAGE = 5;
/** Places of a list that is shorter than the device's: what stood there must not stay. */
const filled = (numbers: readonly string[], most: number) => Array.from({ length: most }, (_, n) => numbers[n] ?? '');
/** What an empty place for a reminder says: it is off. */
const NO_PILL: CommandParameters['pillReminders']['items'][number] = { time: '00:00', on: false, repeat: 'daily', text: '药' };

type Speakers = { [K in CommandKind]: (parameters: CommandParameters[K], words: WatchWords) => Spoken };

const watch: Speakers = {
  locate: () => one(watchCommands.locate()),
  ring: () => one(watchCommands.ring()),
  reboot: () => one(watchCommands.reboot()),
  powerOff: () => one(watchCommands.powerOff()),
  bodyTemperature: () => one(watchCommands.bodyTemperature()),
  message: ({ text }) => one(watchCommands.message(text)),
  uploadInterval: ({ seconds }) => one(watchCommands.uploadInterval(seconds)),
  heartRate: ({ seconds }) => one(watchCommands.heartRate(seconds)),
  fallDetection: ({ on, callGuardian }) => one(watchCommands.fallDetection(on, callGuardian)),
  // The type's own number for low, medium or high: vendors contradict each other on the direction.
  fallSensitivity: (parameters) => one(watchCommands.fallSensitivity(Number((parameters as { code?: number }).code), SENSITIVITY_RANGE)),
  removalAlarm: ({ on }) => one(watchCommands.removalAlarm(on)),
  doNotDisturb: ({ spans }) => one(watchCommands.doNotDisturb(spans)),
  // All three places are written: a number that was taken out must not be dialled any more.
  sosNumbers: ({ numbers }, { sosTogether }) => {
    const places = filled(numbers, SLOTS.length);
    return sosTogether
      ? one(watchCommands.sosNumbers(places))
      : all(...SLOTS.map((slot) => watchCommands.sosNumber(slot, places[slot - 1] as string)));
  },
  phoneBook: ({ contacts }, { wholeBook }) =>
    wholeBook
      ? one(watchCommands.phoneBookLarge(contacts))
      : all(
          watchCommands.phoneBook(contacts.slice(0, FIRST_PAGE)),
          ...(contacts.length > FIRST_PAGE ? [watchCommands.phoneBookMore(contacts.slice(FIRST_PAGE))] : []),
        ),
  temperatureInterval: ({ on, hours }) => one(watchCommands.bodyTemperatureEvery(on, hours)),
  fallAlarm: ({ on }) => one(watchCommands.fallAlert(on)),
  smsAlerts: ({ sos, lowBattery }) => all(watchCommands.smsOnSos(sos), watchCommands.smsOnLowBattery(lowBattery)),
  reminders: ({ items }) =>
    one(
      watchCommands.reminders(items.map(({ time, on, repeat, week }) => ({ time, on, type: repeats[repeat], ...(week ? { week } : {}) }))),
    ),
  pillReminders: ({ items }) =>
    all(
      ...Array.from({ length: MOST_REMINDERS }, (_, n) => {
        const { repeat, week, ...pill } = items[n] ?? NO_PILL;
        return watchCommands.pillReminder({ ...pill, frequency: repeats[repeat], number: n + 1, ...(week ? { week } : {}) });
      }),
    ),
  pedometer: ({ on, spans }) => all(...(spans ? [watchCommands.pedometerTimes(spans)] : []), watchCommands.pedometer(on)),
  sleepTimes: ({ spans }) => one(watchCommands.sleepTimes(spans)),
  guardians: ({ first, second }) => all(watchCommands.secondGuardian(second), watchCommands.guardian(first)),
  whiteList: ({ numbers }) => {
    const places = filled(numbers, MOST_WHITE);
    return all(watchCommands.whiteList(1, places.slice(0, FIRST_PAGE)), watchCommands.whiteList(2, places.slice(FIRST_PAGE)));
  },
  language: ({ chinese, hours }) => one(watchCommands.zone(chinese ? 1 : 0, hours)),
  flowers: ({ count }) => one(watchCommands.flowers(count)),
  call: ({ phone }) => one(watchCommands.call(phone)),
  report: () => all(watchCommands.firmware(), watchCommands.settings()),
};

/** Names and messages of IW watches: UTF-16, low byte first. */
const utf16 = (text: string) => Buffer.from(text, 'utf16le').toString('hex').toUpperCase();

const iw: Partial<Speakers> = {
  locate: () => one('BP16'),
  reboot: () => one('BP18'),
  powerOff: () => one('BP31'),
  bodyTemperature: () => one('BPXT'),
  message: ({ text }) => one(`BP40,${utf16(text)}`),
  uploadInterval: ({ seconds }) => one(`BP15,${seconds}`),
  heartRate: ({ seconds }) => one(seconds === 1 ? 'BPXL' : `BP86,${seconds ? 1 : 0},${Math.round(seconds / 60)}`),
  sosNumbers: ({ numbers }) => one(['BP12', ...[0, 1, 2].map((slot) => numbers[slot] ?? '')].join(',')),
  phoneBook: ({ contacts }) => one(['BP14', ...contacts.map(({ name, phone }) => `${utf16(name)}|${phone}`)].join(',')),
};

const byIndex = (...contents: string[]): Spoken => ({ contents, acknowledgedBy: null });

/** Texts of the manufacturers' SMS commands. */
const gt06: Partial<Speakers> = {
  locate: () => byIndex('WHERE#'),
  reboot: () => byIndex('RESET#'),
  uploadInterval: ({ seconds }) => byIndex(`TIMER,${seconds},${seconds}#`),
  // Numbers that were taken out must not be dialled any more.
  sosNumbers: ({ numbers }) => byIndex('SOS,D,1,2,3#', ...(numbers.length ? [`SOS,A,${numbers.join(',')}#`] : [])),
};

const hex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0');
const measured = (bytes: Buffer) => hex(bytes.length, 1) + bytes.toString('hex');
/** Shown and read aloud. */
const SHOWN_AND_READ = '0c';

/** Message id and body in hex. */
const jt808: Partial<Speakers> = {
  locate: () => byIndex('8201'),
  reboot: () => byIndex('810504'),
  powerOff: () => byIndex('810503'),
  message: ({ text }) => byIndex(`8300${SHOWN_AND_READ}${encodeGbk(text).toString('hex')}`),
  uploadInterval: ({ seconds }) => byIndex(`8103010000002904${hex(seconds, 4)}`),
  // Asks for that parameter only: a terminal has hundreds.
  report: () => byIndex('81060100000029'),
  phoneBook: ({ contacts }) =>
    byIndex(
      `840101${hex(contacts.length, 1)}${contacts.map(({ name, phone }) => `03${measured(Buffer.from(phone, 'latin1'))}${measured(encodeGbk(name))}`).join('')}`,
    ),
};

const le = (value: number) => Buffer.from(Uint32Array.of(value).buffer).toString('hex');
/** The longest number of an EV07B, a plus sign counted. */
const EV_NUMBER = 18;
/** As published gateways set them, in seconds: how often it says that it is there, and how often at least it reports at rest. */
const EV_HEARTBEAT = 200;
const EV_AT_REST = 600;
const ENABLED = 2 ** 31;

/** A contact: its place, enabled and dialled. A place without a number is switched off; a record of the place alone would be a question. */
function evContact(slot: number, number: string | undefined): string {
  if (number !== undefined && number.length > EV_NUMBER) throw new RangeError(`号码最多${EV_NUMBER}位`);
  const digits = Buffer.from(number ?? '0', 'latin1');
  return measured(Buffer.concat([Buffer.from([0x30, number === undefined ? slot : slot | 0xa0]), digits]));
}

/** Command byte and records in hex. */
const ev07b: Partial<Speakers> = {
  ring: () => byIndex('040113'),
  uploadInterval: ({ seconds }) => byIndex(`020d44${le(ENABLED + EV_HEARTBEAT)}${le(seconds)}${le(Math.max(seconds, EV_AT_REST))}`),
  sosNumbers: ({ numbers }) => byIndex(`02${[0, 1, 2].map((slot) => evContact(slot, numbers[slot])).join('')}`),
};

/** JSON; the gateway adds the number that the device's answer repeats. */
const mqtt = Object.fromEntries(
  commandKinds.map((command) => [command, (parameters: object) => byIndex(JSON.stringify({ command, parameters }))]),
) as Partial<Speakers>;

const speakers: Partial<Record<Protocol, Partial<Speakers>>> = { watch, iw, gt06, jt808, ev07b, mqtt };

/**
 * The frames of a command, in the words that the model knows; throws RangeError with a Chinese text when
 * its parameters, or the command at all, cannot be said in the protocol.
 */
export function spoken<K extends CommandKind>(
  kind: K,
  parameters: CommandParameters[K],
  protocol: Protocol,
  words: WatchWords = {},
): Spoken {
  const say = (speakers[protocol] as Partial<Speakers> | undefined)?.[kind];
  if (!say) throw new RangeError('设备所用的通信协议不支持该指令');
  return say(parameters, words);
}
