/** What a device reports of its settings, in the words of its protocol, read into those of our commands. Pure. */
import type { CommandKind } from './device-types.ts';

/** Of a command's parameters, as far as the device reports them. `code` is the device's own number of a sensitivity. */
export type Reported = Partial<Record<CommandKind, Record<string, unknown>>>;

/** `TY:…,UL:600,LS:1+8` or `ver:…;upload:600S;…`: names in upper case with their values; the first of a name counts. */
function pairs(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split(/[,;\r\n]/)) {
    const [name = '', ...rest] = part.split(':');
    const key = name.trim().toUpperCase();
    if (rest.length > 0 && key !== '' && !found.has(key)) found.set(key, rest.join(':').trim());
  }
  return found;
}

const whole = (text: string | undefined) => {
  const digits = /^(\d{1,7})\s*S?$/i.exec(text ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
};

const numbers = ['SOS1', 'SOS2', 'SOS3'];

/** CONFIG of a bracket watch: `UL` seconds between positions, `LS` sensitivity of falls and its range. */
function ofConfig(text: string): Reported {
  const config = pairs(text);
  const seconds = whole(config.get('UL'));
  const level = /^(\d)\+\d$/.exec(config.get('LS') ?? '')?.[1];
  return {
    ...(seconds === null ? {} : { uploadInterval: { seconds } }),
    ...(level === undefined ? {} : { fallSensitivity: { code: Number(level) } }),
  };
}

/** A bracket watch's answer to TS: widely seen, not of every model. */
function ofTs(text: string): Reported {
  const settings = pairs(text);
  const seconds = whole(settings.get('UPLOAD'));
  const sos = numbers.map((name) => settings.get(name));
  const [language, hours] = [settings.get('LANGUAGE'), Number(settings.get('ZONE') || Number.NaN)];
  return {
    ...(seconds === null ? {} : { uploadInterval: { seconds } }),
    ...(sos.includes(undefined) ? {} : { sosNumbers: { numbers: sos.filter((number) => number !== '') } }),
    ...((language === '0' || language === '1') && Number.isFinite(hours) ? { language: { chinese: language === '1', hours } } : {}),
  };
}

/** JT/T 808, 0104 behind its serial number, in hex: a count, then parameters of four bytes id, one byte length and the value. */
function ofParameters(hex: string): Reported {
  for (let at = 2; at + 10 <= hex.length;) {
    const [id, bytes] = [Number.parseInt(hex.slice(at, at + 8), 16), Number.parseInt(hex.slice(at + 8, at + 10), 16)];
    const value = hex.slice(at + 10, at + 10 + bytes * 2);
    if (id === 0x29 && bytes === 4 && value.length === 8) return { uploadInterval: { seconds: Number.parseInt(value, 16) } };
    at += 10 + bytes * 2;
  }
  return {};
}

const readers: Record<string, Record<string, (value: string) => Reported>> = {
  watch: { CONFIG: ofConfig, TS: ofTs },
  jt808: { '0104': ofParameters },
};

/** What is known of one setting: the parameters and when the device said so (epoch ms). */
export interface Told {
  parameters: Record<string, unknown>;
  at: number;
}

/** The settings that a device reports, each as its newest report has it; those that nobody can read are left out. */
export function reportedSettings(
  protocol: string,
  reports: readonly { name: string; value: string; at: number }[],
): Partial<Record<CommandKind, Told>> {
  const known: Partial<Record<CommandKind, Told>> = {};
  for (const { name, value, at } of reports.toSorted((a, b) => a.at - b.at))
    for (const [kind, parameters] of Object.entries(readers[protocol]?.[name]?.(value) ?? {}))
      known[kind as CommandKind] = { parameters, at };
  return known;
}

/**
 * `agrees`, `differs`, or null when nothing can be said: not asked, not reported, or not reported since it was sent. Times are epoch ms.
 */
export function compare(
  asked: { parameters: Record<string, unknown>; sentAt: number | null } | null,
  told: Told | null,
): 'agrees' | 'differs' | null {
  if (!asked || !told || asked.sentAt === null || told.at < asked.sentAt) return null;
  const same = Object.entries(told.parameters).every(([name, value]) => JSON.stringify(asked.parameters[name]) === JSON.stringify(value));
  return same ? 'agrees' : 'differs';
}
