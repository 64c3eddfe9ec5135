/** A profile's tables as the lines that somebody types, and back. */
import { alarmCodes, hasAlarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import { profileProblem } from '#contract/devices/device-profiles.rules.ts';
import { ModelProfile } from '#contract/devices/device-profiles.ts';
import {
  ItemRule,
  type AlarmRule,
  type CellsRule,
  type ItemKind,
  type NumberRule,
  type PointsRule,
} from '#contract/devices/jt808-item-rules.ts';
import { clashOf } from '#contract/devices/jt808-readings.rules.ts';
import { suggestedRule } from '#contract/devices/jt808-suggestions.rules.ts';
import type { MappedAlarm } from '#contract/devices/mappings.ts';

export interface AlarmLine {
  readonly key: number;
  code: number | null;
  alarm: MappedAlarm;
}

type Parts = Partial<Omit<NumberRule, 'kind'> & Omit<AlarmRule, 'kind'> & Omit<PointsRule, 'kind'> & Omit<CellsRule, 'kind'>>;

/** A line without numbers reads the first byte as it is. */
export interface ItemLine extends Parts {
  readonly key: number;
  item: string;
  kind: ItemKind;
  /** What raises an alarm: one bit, one value, or anything but 0. */
  cause?: 'bit' | 'equals' | 'any';
}

export interface ProfileDraft {
  alarms: AlarmLine[];
  items: ItemLine[];
  /** Whose devices may have sent items that nothing reads yet; nobody's while the type is new. */
  of?: { typeId?: number; deviceId?: number };
}

let last = 0;
/** Lines have no identity of their own. */
export const newKey = (): number => ++last;

function lineOf(item: string, { kind = 'number', ...rule }: ItemRule): ItemLine {
  const parts = rule as Parts;
  const cause =
    kind !== 'alarm'
      ? {}
      : { cause: parts.bit !== undefined ? ('bit' as const) : parts.equals !== undefined ? ('equals' as const) : ('any' as const) };
  return { key: newKey(), item, kind, ...cause, ...parts };
}

export const toDraft = ({ alarms = {}, items = {} }: ModelProfile = {}, of?: ProfileDraft['of']): ProfileDraft => ({
  alarms: Object.entries(alarms).map(([code, alarm]) => ({ key: newKey(), code: Number(code), alarm })),
  items: Object.entries(items).flatMap(([item, rules]) => rules.map((rule) => lineOf(item, rule))),
  ...(of ? { of } : {}),
});

/** A line for an item that nothing reads, by what it looks like; `value` is in hex digits. */
export const suggestedLine = (item: string, value: string): ItemLine =>
  lineOf(item, suggestedRule(Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))) ?? { metric: 'heartRate' });

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

const POINTS = ['at', 'counted', 'rssiFirst', 'extra'] as const;
/** What the rules of each kind say. */
const PARTS: Record<ItemKind, readonly (keyof Parts)[]> = {
  number: ['metric', 'at', 'bytes', 'signed', 'scale', 'add'],
  alarm: ['alarm', 'at', 'bytes', 'bit', 'equals'],
  wifi: POINTS,
  beacons: POINTS,
  cells: ['at', 'counted', 'network', 'mncBytes', 'areaBytes', 'cellBytes', 'cellFirst', 'withoutRssi', 'extra'],
};

/** The rule of a line, without what is as by default; a sentence when it is none. */
export function ruleOf(line: ItemLine): ItemRule | string {
  const { kind, cause } = line;
  if (kind === 'alarm' && cause === 'bit' && (line.bit ?? null) === null) return '请填写报警位';
  if (kind === 'alarm' && cause === 'equals' && (line.equals ?? null) === null) return '请填写报警取值';
  const names = PARTS[kind].filter((name) => (name !== 'bit' && name !== 'equals') || name === cause);
  const kept = Object.fromEntries(
    names.map((name) => [name, line[name]]).filter(([, value]) => value !== undefined && value !== null && value !== false),
  );
  const { data, error } = ItemRule.safeParse({ ...(kind === 'number' ? {} : { kind }), ...kept });
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
        code === null
          ? `请填写${word}`
          : code in profile.alarms
            ? `${word}${code}已在上面设置`
            : profileProblem(protocol, { alarms: { [code]: alarm } });
      if (problem) problems.set(key, problem);
      else profile.alarms[code!] = alarm;
    }
  }
  if (protocol === 'jt808') {
    for (const line of items) {
      const item = itemId(line.item);
      const rule = ruleOf(line);
      const problem =
        item === null ? '附加信息ID应为两位十六进制数，如e1' : typeof rule === 'string' ? rule : clashOf(rule, profile.items[item] ?? []);
      if (problem) problems.set(line.key, problem);
      else (profile.items[item!] ??= []).push(rule as ItemRule);
    }
  }
  const { data, error } = ModelProfile.safeParse(profile);
  if (problems.size === 0 && !data) problems.set(0, error?.issues[0]?.message ?? '设置不正确');
  return { profile: problems.size === 0 ? (data ?? null) : null, problems };
}
