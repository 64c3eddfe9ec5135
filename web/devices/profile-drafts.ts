/** A profile's tables as the lines that somebody types, and back. */
import { alarmCodes, hasAlarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import { profileProblem } from '#contract/devices/device-profiles.rules.ts';
import { ItemRule, ModelProfile } from '#contract/devices/device-profiles.ts';
import type { MappedAlarm } from '#contract/devices/mappings.ts';

export interface AlarmLine {
  readonly key: number;
  code: number | null;
  alarm: MappedAlarm;
}

/** A line without numbers reads the first byte as it is. */
export interface ItemLine extends Partial<Omit<ItemRule, 'metric'>> {
  readonly key: number;
  item: string;
  metric: ItemRule['metric'];
}

export interface ProfileDraft {
  alarms: AlarmLine[];
  items: ItemLine[];
}

let last = 0;
/** Lines have no identity of their own. */
export const newKey = (): number => ++last;

export const toDraft = ({ alarms = {}, items = {} }: ModelProfile = {}): ProfileDraft => ({
  alarms: Object.entries(alarms).map(([code, alarm]) => ({ key: newKey(), code: Number(code), alarm })),
  items: Object.entries(items).flatMap(([item, rules]) => rules.map((rule) => ({ key: newKey(), item, ...rule }))),
});

export interface ReadProfile {
  readonly profile: ModelProfile | null;
  /** What is wrong, by the key of its line; 0 is about the whole. */
  readonly problems: ReadonlyMap<number, string>;
}

/** An item's id as it is kept, of what was typed; null when it is none. */
export const itemId = (text: string) => {
  const digits = text.trim().toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{1,2}$/.test(digits) ? digits.padStart(2, '0') : null;
};

/** The rule of a line, without what is as by default; a sentence when it is none. */
export function ruleOf({ metric, at, bytes, signed, scale, add }: ItemLine): ItemRule | string {
  const said = { at, bytes, signed, scale, add };
  const kept = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== null && value !== false));
  const { data, error } = ItemRule.safeParse({ metric, ...kept });
  return data ?? error?.issues[0]?.message ?? '规则不正确';
}

/** What a draft says for a protocol; only complete when there are no problems. */
export function readDraft(protocol: string, { alarms, items }: ProfileDraft): ReadProfile {
  const problems = new Map<number, string>();
  const profile = { alarms: {} as Record<string, MappedAlarm>, items: {} as Record<string, ItemRule[]> };
  if (hasAlarmCodes(protocol)) {
    const { word } = alarmCodes[protocol];
    for (const { key, code, alarm } of alarms) {
      const problem =
        code === null ? `请填写${word}` : code in profile.alarms ? `${word}${code}已在上面设置` : profileProblem(protocol, { alarms: { [code]: alarm } });
      if (problem) problems.set(key, problem);
      else profile.alarms[code!] = alarm;
    }
  }
  if (protocol === 'jt808') {
    for (const line of items) {
      const item = itemId(line.item);
      const rule = ruleOf(line);
      if (item === null) problems.set(line.key, '附加信息ID应为两位十六进制数，如e1');
      else if (typeof rule === 'string') problems.set(line.key, rule);
      else (profile.items[item] ??= []).push(rule);
    }
  }
  const { data, error } = ModelProfile.safeParse(profile);
  if (problems.size === 0 && !data) problems.set(0, error?.issues[0]?.message ?? '设置不正确');
  return { profile: problems.size === 0 ? (data ?? null) : null, problems };
}
