/**
 * What a rule reads of an additional item of JT/T 808: the same in the gateway and on the screen where staff try it. Never throws. Pure.
 */
import { cellsText, dbm, isCell, isMac, macOf, pointsText, type HeardCell, type HeardPoint } from './heard.rules.ts';
import type { AlarmRule, CellsRule, ItemAlarm, ItemRule, NumberRule, PointsRule } from './jt808-item-rules.ts';
import { mappedAlarms, mappedMetrics, type MappedMetric } from './mappings.ts';

/** What an item says by one rule; an alarm of null is none. */
export type RuleReading =
  | { readonly kind: 'number'; readonly metric: MappedMetric; readonly value: number }
  | { readonly kind: 'alarm'; readonly alarm: ItemAlarm | null }
  | { readonly kind: 'points'; readonly points: HeardPoint[] }
  | { readonly kind: 'cells'; readonly cells: HeardCell[] };

/** The longest item: its length is one byte. */
const LONGEST = 255;
const MAC = 6;
const POINT = 7;
const COUNTRY = 2;

/** A number of so many bytes, big-endian. */
function unsigned(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let n = 0; n < length; n++) value = value * 256 + bytes[at + n]!;
  return value;
}

const isNumber = (rule: ItemRule): rule is NumberRule => rule.kind === undefined || rule.kind === 'number';
const isPoints = (rule: ItemRule): rule is PointsRule => rule.kind === 'wifi' || rule.kind === 'beacons';

/** The number that a rule reads, to three decimals; null when the item is too short. */
function numberOf({ at = 0, bytes = 1, signed = false, scale = 1, add = 0 }: NumberRule, value: Uint8Array): number | null {
  if (at + bytes > value.length) return null;
  const raw = unsigned(value, at, bytes) - (signed && value[at]! >= 128 ? 256 ** bytes : 0);
  return Math.round((raw * scale + add) * 1000) / 1000;
}

/** Null when the item is too short, false when there is no alarm. */
function raised({ at = 0, bytes = 1, bit, equals }: AlarmRule, value: Uint8Array): boolean | null {
  if (at + bytes > value.length) return null;
  const raw = unsigned(value, at, bytes);
  if (bit !== undefined) return Math.floor(raw / 2 ** bit) % 2 === 1;
  return equals === undefined ? raw !== 0 : raw === equals;
}

const networkBytes = ({ mncBytes = 1 }: CellsRule) => COUNTRY + mncBytes;

/** How many bytes stand in front of the list, and how many each of it has. */
function formOf(rule: PointsRule | CellsRule): { head: number; each: number } {
  const { counted = false, extra = 0 } = rule;
  if (rule.kind !== 'cells') return { head: counted ? 1 : 0, each: POINT + extra };
  const { network = 'each', areaBytes = 2, cellBytes = 4, withoutRssi = false } = rule;
  const own = network === 'each' ? networkBytes(rule) : 0;
  return { head: (counted ? 1 : 0) + networkBytes(rule) - own, each: own + areaBytes + cellBytes + (withoutRssi ? 0 : 1) + extra };
}

/** Where each of a list begins; null when the item is shorter than the list says, or is not made of whole ones. */
function startsOf(rule: PointsRule | CellsRule, value: Uint8Array): number[] | null {
  const { at = 0, counted = false } = rule;
  const { head, each } = formOf(rule);
  const first = at + head;
  if (first > value.length) return null;
  const countAt = rule.kind === 'cells' && rule.network === 'once' ? at + networkBytes(rule) : at;
  const count = counted ? value[countAt]! : (value.length - first) / each;
  return Number.isInteger(count) && first + count * each <= value.length ? Array.from({ length: count }, (_, n) => first + n * each) : null;
}

/** Empty places of the list are left out. */
function pointsOf(rule: PointsRule, value: Uint8Array): HeardPoint[] | null {
  const beacon = rule.kind === 'beacons' ? { beacon: true as const } : {};
  return (
    startsOf(rule, value)?.flatMap((start) => {
      const from = rule.rssiFirst ? start + 1 : start;
      const mac = value.subarray(from, from + MAC);
      return isMac(mac) ? [{ mac: macOf(mac), rssi: dbm(value[rule.rssiFirst ? start : start + MAC]!), ...beacon }] : [];
    }) ?? null
  );
}

function cellsOf(rule: CellsRule, value: Uint8Array): HeardCell[] | null {
  const { at = 0, network = 'each', mncBytes = 1, areaBytes = 2, cellBytes = 4, cellFirst = false, withoutRssi = false } = rule;
  const once = network === 'once' ? at : at + 1;
  return (
    startsOf(rule, value)?.flatMap((start) => {
      const named = network === 'each' ? start : once;
      const from = network === 'each' ? start + networkBytes(rule) : start;
      const cell = {
        mcc: unsigned(value, named, COUNTRY),
        mnc: unsigned(value, named + COUNTRY, mncBytes),
        lac: unsigned(value, cellFirst ? from + cellBytes : from, areaBytes),
        cid: unsigned(value, cellFirst ? from : from + areaBytes, cellBytes),
        rssi: withoutRssi ? null : dbm(value[from + areaBytes + cellBytes]!),
      };
      return isCell(cell) ? [cell] : [];
    }) ?? null
  );
}

/**
 * What a rule reads of an item's value; null when the item is shorter than the rule says or does not fit its layout: then it says nothing.
 */
export function readRule(rule: ItemRule, value: Uint8Array): RuleReading | null {
  if (isNumber(rule)) {
    const number = numberOf(rule, value);
    return number === null ? null : { kind: 'number', metric: rule.metric, value: number };
  }
  if (rule.kind === 'alarm') {
    const is = raised(rule, value);
    return is === null ? null : { kind: 'alarm', alarm: is ? rule.alarm : null };
  }
  if (isPoints(rule)) {
    const points = pointsOf(rule, value);
    return points && { kind: 'points', points };
  }
  const cells = cellsOf(rule, value);
  return cells && { kind: 'cells', cells };
}

/** First byte that a rule reads, and the one behind the last: a list goes to the end. */
function spanOf(rule: ItemRule): [from: number, to: number] {
  const { at = 0 } = rule;
  return isNumber(rule) || rule.kind === 'alarm' ? [at, at + (rule.bytes ?? 1)] : [at, LONGEST];
}

/** Why a rule can never read anything, or not what it says; null when it can. */
export function ruleProblem(rule: ItemRule): string | null {
  const { at = 0 } = rule;
  const end = isNumber(rule) || rule.kind === 'alarm' ? spanOf(rule)[1] : at + formOf(rule).head + formOf(rule).each;
  if (end > LONGEST) return `要读到第${end - 1}字节，附加信息最长${LONGEST}字节（从第0字节起）`;
  if (rule.kind === 'alarm') {
    const { bytes = 1, bit, equals } = rule;
    if (bit !== undefined && equals !== undefined) return '报警位和报警取值只能填一个';
    if (bit !== undefined && bit >= bytes * 8) return `${bytes}字节只有报警位0至${bytes * 8 - 1}`;
    if (equals !== undefined && equals >= 256 ** bytes) return `${bytes}字节的报警取值最大为${256 ** bytes - 1}`;
  }
  return rule.kind === 'cells' && rule.network === 'behindCount' && !rule.counted ? '国家和网络号在个数之后时，列表前面要有个数' : null;
}

/** What a rule is about: `心率`, `报警：SOS求助`, `Wi-Fi热点列表`. */
export function ruleText(rule: ItemRule): string {
  if (isNumber(rule)) return mappedMetrics[rule.metric].label;
  if (rule.kind === 'alarm') return `报警：${mappedAlarms[rule.alarm]}`;
  return { wifi: 'Wi-Fi热点列表', beacons: '蓝牙信标列表', cells: '基站列表' }[rule.kind];
}

/** The byte and bit that an alarm by a bit looks at. */
const bitOf = ({ at = 0, bytes = 1, bit = 0 }: AlarmRule) => [at + bytes - 1 - Math.floor(bit / 8), bit % 8] as const;

/** Whether two alarms are raised by the same thing. Several bits of one byte, or several of its values, are several alarms. */
function sameCause(one: AlarmRule, other: AlarmRule): boolean {
  if (one.bit !== undefined && other.bit !== undefined) return bitOf(one).join() === bitOf(other).join();
  return spanOf(one).join() === spanOf(other).join() && one.bit === other.bit && one.equals === other.equals;
}

/** Why a rule does not go with those of its item in front of it: a byte means one thing; null when it does. */
export function clashOf(rule: ItemRule, before: readonly ItemRule[]): string | null {
  const [from, to] = spanOf(rule);
  for (const other of before) {
    const [start, end] = spanOf(other);
    if (from >= end || start >= to) continue;
    if (rule.kind !== 'alarm' || other.kind !== 'alarm')
      return `与前面的“${ruleText(other)}”重叠，第${Math.max(from, start)}字节只能是一种内容`;
    if (sameCause(rule, other)) return `与前面的“${ruleText(other)}”由同一个报警位或取值引起`;
  }
  return null;
}

/** What was read, as staff see it on a sample: `心率 72 次/分`, `2个Wi-Fi热点：…`. */
export function readingText(rule: ItemRule, reading: RuleReading): string {
  if (reading.kind === 'number') return `${mappedMetrics[reading.metric].label} ${reading.value} ${mappedMetrics[reading.metric].units[0]}`;
  if (reading.kind === 'points') return pointsText(reading.points, rule.kind === 'beacons');
  if (reading.kind === 'cells') return cellsText(reading.cells);
  return reading.alarm === null ? '没有报警' : `报警：${mappedAlarms[reading.alarm]}`;
}
