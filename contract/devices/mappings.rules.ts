/** What a message would be recorded as, by its mapping: the same on the server and in the panel where staff try it. Pure. */
import { isMetric, metrics } from '../health/metrics.ts';
import { clipAddress } from '../warnings/warning-clips.rules.ts';
import { listPath, readPath } from './json-paths.rules.ts';
import { heardBy, type MappedHeard } from './mapped-surroundings.rules.ts';
import {
  mappedMetrics,
  mappedStates,
  type MappedAlarm,
  type MappedField,
  type MappedMetric,
  type MappedState,
  type Mapping,
  type SleepPart,
} from './mappings.ts';
import { believable, sleepProblem, type SleepReport } from './sleep-reports.rules.ts';
import { canonical, timeOf } from './units.rules.ts';

export type Mapped =
  | { kind: 'reading'; metric: MappedMetric; value: number }
  | { kind: 'alarm'; alarm: Exclude<MappedAlarm, 'none'>; code: string; clip?: string }
  | {
      kind: 'position';
      lng: number;
      lat: number;
      system: 'wgs84' | 'gcj02' | 'bd09';
      fix: boolean;
      speed: number | null;
      accuracy: number | null;
    }
  | { kind: 'state'; state: MappedState; value: string }
  | { kind: 'reply'; id: string; done: boolean }
  | { kind: 'sleep'; report: SleepReport }
  | MappedHeard;

/** Something that could not be read; `field` is its place in the mapping, null for record, device and time. */
export interface Problem {
  field: number | null;
  message: string;
}

export interface MappedRecord {
  /** As the message names it; null when it does not. */
  device: string | null;
  /** Epoch ms by the vendor; null when the message says none. */
  at: number | null;
  /** The time as it was written. */
  written: string | null;
  events: (Mapped & { field: number })[];
  problems: Problem[];
}

export interface MappedBody {
  records: MappedRecord[];
  /** Of the whole message. */
  problems: Problem[];
}

/** Records of one message; what is beyond is said, not read. */
export const MOST_RECORDS = 500;
const MOST_PROBLEMS = 20;

/** Words of a value that is compared or looked up: numbers, booleans and texts, nothing else. */
const wordOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.trim().slice(0, 200) : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,12}(\.\d{1,12})?\s*$/.test(value)) return null;
  return Number(value);
}

/** Values of these that are 0 mean "not measured": no body has them. */
const ZERO_IS_NONE: ReadonlySet<MappedMetric> = new Set([
  'heartRate',
  'breathing',
  'systolic',
  'diastolic',
  'oxygen',
  'temperature',
  'glucose',
]);
const rangeOf = (metric: MappedMetric): readonly [number, number] =>
  isMetric(metric) ? metrics[metric].plausible : metric === 'signal' ? [0, 100] : [0, 1_000_000];

/** The value at a path of the record, or of one of a list in it. */
type Reads = (path: string, one?: unknown) => unknown;
type Out = { event?: Mapped; problem?: string | null } | null;

function reading(field: Extract<MappedField, { target: 'reading' }>, read: Reads): Out {
  const raw = read(field.path);
  if (raw === undefined || raw === null || raw === '') return null;
  const { label } = mappedMetrics[field.metric];
  const number = numberOf(raw);
  if (number === null) return { problem: `${label}不是数字` };
  if (number === 0 && ZERO_IS_NONE.has(field.metric)) return null;
  let { unit } = field;
  if (field.unitBy) {
    const said = wordOf(read(field.unitBy.path)) ?? '';
    const named = Object.hasOwn(field.unitBy.codes, said) ? field.unitBy.codes[said] : unit;
    if (!named) return { problem: `${label}的单位“${said.slice(0, 20)}”没有对照` };
    unit = named;
  }
  const value = canonical(number * (field.scale ?? 1), unit);
  const [low, high] = rangeOf(field.metric);
  return value >= low && value <= high
    ? { event: { kind: 'reading', metric: field.metric, value } }
    : { problem: `${label} ${Math.round(value * 10) / 10} 超出合理范围（${low}至${high}），请检查单位和倍率` };
}

/** Vendors send these where there is no alarm; a table may still name them. */
const NO_ALARM: ReadonlySet<string> = new Set(['0', 'false']);

function alarm(field: Extract<MappedField, { target: 'alarm' }>, read: Reads): Out {
  const code = wordOf(read(field.path));
  if (code === null || code === '') return null;
  const unnamed = NO_ALARM.has(code) ? 'none' : field.otherwise;
  const meant = Object.hasOwn(field.codes, code) ? (field.codes[code] as MappedAlarm) : unnamed;
  if (meant === 'none') return null;
  const said = field.clip === undefined ? '' : (read(field.clip) ?? '');
  const clip = clipAddress(said);
  if (clip !== null) return { event: { kind: 'alarm', alarm: meant, code, clip } };
  // Whatever its recording is, the alarm counts.
  return { event: { kind: 'alarm', alarm: meant, code }, problem: said === '' ? null : '录像地址不是网址，只记录报警' };
}

function position(field: Extract<MappedField, { target: 'position' }>, read: Reads): Out {
  const [rawLng, rawLat] = [read(field.lng), read(field.lat)];
  if ((rawLng === undefined || rawLng === null || rawLng === '') && (rawLat === undefined || rawLat === null || rawLat === '')) return null;
  const [lng, lat] = [numberOf(rawLng), numberOf(rawLat)];
  if (lng === null || lat === null) return { problem: '经纬度不是数字' };
  if (lng === 0 && lat === 0) return null;
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return { problem: '经纬度超出范围，请检查经度和纬度是否填反' };
  const { fix } = field;
  const optional = (path: string | undefined) => (path === undefined ? null : numberOf(read(path)));
  const fixed = !fix || fix.is.includes(wordOf(read(fix.path)) ?? '');
  return {
    event: {
      kind: 'position',
      lng,
      lat,
      system: field.system,
      fix: fixed,
      speed: optional(field.speed),
      accuracy: optional(field.accuracy),
    },
  };
}

function state(field: Extract<MappedField, { target: 'state' }>, read: Reads): Out {
  const code = wordOf(read(field.path));
  if (code === null || code === '') return null;
  const { label, values } = mappedStates[field.state];
  if (!Object.hasOwn(field.codes, code)) return { problem: `${label}的取值“${code.slice(0, 20)}”没有对照` };
  const value = field.codes[code] as string;
  return Object.hasOwn(values, value)
    ? { event: { kind: 'state', state: field.state, value } }
    : { problem: `${label}没有“${value.slice(0, 20)}”这个状态` };
}

/** Most that a part can be; heart rate and breathing as everywhere. */
const MOST_OF: Partial<Record<SleepPart, number>> = { deep: 1200, light: 1200, rem: 1200, awake: 1200, turns: 2000, score: 100 };

function sleep({ path, left, kind, unit, parts }: Extract<MappedField, { target: 'sleep' }>, read: Reads): Out {
  const [rawBed, rawLeft] = [read(path), read(left)];
  if (wordOf(rawBed) === null && wordOf(rawLeft) === null) return null;
  const [bedAt, leftAt] = [timeOf(rawBed, kind), timeOf(rawLeft, kind)];
  if (bedAt === null || leftAt === null) return { problem: '睡眠报告的上床或离床时间无法识别' };
  const wrong = sleepProblem({ bedAt, leftAt });
  if (wrong) return { problem: wrong };
  const raw = (part: SleepPart) => (parts[part] === undefined ? undefined : read(parts[part]));
  const number = (part: SleepPart) => {
    const value = numberOf(raw(part));
    const [low, high] = part === 'heartRate' || part === 'breathing' ? metrics[part].plausible : [0, MOST_OF[part] ?? 0];
    const own =
      value === null ? null : Math.round(['deep', 'light', 'rem', 'awake'].includes(part) && unit === 'seconds' ? value / 60 : value);
    return own === null || (value as number) < low || own > high ? null : own;
  };
  const { report, left: omitted } = believable({
    bedAt,
    leftAt,
    asleepAt: timeOf(raw('asleep'), kind),
    awakeAt: timeOf(raw('awakened'), kind),
    deep: number('deep'),
    light: number('light'),
    rem: number('rem'),
    awake: number('awake'),
    turns: number('turns'),
    heartRate: number('heartRate'),
    breathing: number('breathing'),
    score: number('score'),
  });
  return { event: { kind: 'sleep', report }, problem: omitted };
}

function one(field: MappedField, read: Reads): Out {
  if (field.when?.some(({ path, is }) => !is.includes(wordOf(read(path)) ?? ''))) return null;
  switch (field.target) {
    case 'reading':
      return reading(field, read);
    case 'alarm':
      return alarm(field, read);
    case 'position':
      return position(field, read);
    case 'state':
      return state(field, read);
    case 'sleep':
      return sleep(field, read);
    case 'wifi':
    case 'beacons':
    case 'cells':
      return heardBy(field, { at: read, word: wordOf, number: numberOf });
    case 'reply': {
      const id = wordOf(read(field.path));
      if (id === null || id === '') return null;
      return {
        event: { kind: 'reply', id: id.slice(0, 40), done: !field.done || field.done.is.includes(wordOf(read(field.done.path)) ?? '') },
      };
    }
  }
}

/** Both pressures are one measurement: a pair that no body has is none. */
function withoutImpossiblePressure(record: MappedRecord): void {
  const valueOf = (metric: MappedMetric) =>
    record.events.find((event) => event.kind === 'reading' && event.metric === metric) as { value: number; field: number } | undefined;
  const [upper, lower] = [valueOf('systolic'), valueOf('diastolic')];
  if (!upper || !lower || upper.value > lower.value) return;
  record.events = record.events.filter((event) => event !== (upper as unknown) && event !== (lower as unknown));
  record.problems.push({ field: upper.field, message: '收缩压不高于舒张压，这次血压不记录' });
}

function recordOf(mapping: Mapping, body: unknown, item: unknown): MappedRecord {
  const read: Reads = (path, one = item) => readPath(path, body, one);
  const record: MappedRecord = { device: null, at: null, written: null, events: [], problems: [] };
  if (mapping.device) {
    record.device = wordOf(read(mapping.device)) || null;
    if (record.device === null) record.problems.push({ field: null, message: `没有读到设备编号（${mapping.device}）` });
  }
  if (mapping.time) {
    const raw = read(mapping.time.path);
    record.at = timeOf(raw, mapping.time.kind, mapping.time.utcOffsetMinutes);
    record.written = wordOf(raw);
    if (record.at === null) record.problems.push({ field: null, message: `没有读到可用的时间（${mapping.time.path}），按收到的时间记录` });
  }
  mapping.fields.forEach((field, index) => {
    const out = one(field, read);
    if (out?.event) record.events.push({ ...out.event, field: index });
    if (out?.problem && record.problems.length < MOST_PROBLEMS) record.problems.push({ field: index, message: out.problem });
  });
  withoutImpossiblePressure(record);
  // SOS before everything else, then what else is an alarm.
  const order = (event: Mapped) => (event.kind === 'alarm' ? (event.alarm === 'sos' ? 0 : event.alarm === 'fall' ? 1 : 2) : 3);
  record.events.sort((a, b) => order(a) - order(b));
  return record;
}

/** Reads a whole message; never throws, whatever it is. */
export function mapBody(mapping: Mapping, body: unknown): MappedBody {
  const listed = mapping.items
    ? listPath(mapping.items, body, MOST_RECORDS + 1)
    : Array.isArray(body)
      ? body.slice(0, MOST_RECORDS + 1)
      : [body];
  const problems: Problem[] = [];
  if (listed.length === 0) problems.push({ field: null, message: mapping.items ? `没有读到数据（${mapping.items}）` : '报文里没有数据' });
  if (listed.length > MOST_RECORDS) problems.push({ field: null, message: `一次最多读取${MOST_RECORDS}条，多出的没有读取` });
  return { records: listed.slice(0, MOST_RECORDS).map((item) => recordOf(mapping, body, item)), problems };
}

/** The same for a message of a device that signed in: it speaks for itself, unless it is a gateway and the message names devices. */
export function mapSigned(mapping: Mapping, body: unknown): MappedBody {
  const read = mapBody(mapping, body);
  return read.records.some(({ device }) => device !== null) ? read : mapBody({ ...mapping, device: undefined }, body);
}
