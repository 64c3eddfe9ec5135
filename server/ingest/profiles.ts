/** What is special about a device: its own settings, before its type, before what its model is known for. */
import { plainProfile, type Alarm, type DeviceProfile, type ItemRule, type Metric } from './events.ts';

/** Of the device and its type; null where the device has none. */
export interface ModelRow {
  readonly model: string | null;
  readonly settings: unknown;
  readonly protocol: string | null;
  readonly utc_offset_minutes: number | null;
  readonly health_replies: boolean | null;
  readonly suppress_charger_sos: boolean | null;
  readonly type: string | null;
  readonly integration_id: number | null;
}

/** ReachFar's health watches wait for an answer to every reading. */
const WAITS_FOR_REPLIES = /\bV(46|48|52)\b/i;
const ALARMS: ReadonlySet<unknown> = new Set<Alarm | 'none'>(['sos', 'fall', 'removed', 'leftFence', 'enteredFence', 'lowBattery', 'other', 'none']);
const METRICS: ReadonlySet<unknown> = new Set<Metric>([
  'heartRate',
  'systolic',
  'diastolic',
  'oxygen',
  'temperature',
  'glucose',
  'breathing',
  'steps',
  'rolls',
  'battery',
  'signal',
]);
const MOST_RULES = 16;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isFlag = (value: unknown) => typeof value === 'boolean';

/** The alarm table of a model, without entries that mean nothing. */
function alarmsOf(value: unknown): DeviceProfile['alarms'] {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([code, alarm]) => /^\d{1,3}$/.test(code) && ALARMS.has(alarm))) as DeviceProfile['alarms'];
}

function isRule(value: unknown): value is ItemRule {
  if (!isObject(value) || !METRICS.has(value.metric)) return false;
  const numbers = ['at', 'bytes', 'scale', 'add'].every((name) => value[name] === undefined || Number.isFinite(value[name]));
  return numbers && (value.signed === undefined || isFlag(value.signed)) && [undefined, 1, 2, 4].includes(value.bytes as number | undefined);
}

/** The item table of a model: rules that say something, by item id in two hex digits. */
function itemsOf(value: unknown): DeviceProfile['items'] {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).filter(([id, rules]) => /^[0-9a-f]{2}$/.test(id) && Array.isArray(rules)) as [string, unknown[]][];
  return Object.fromEntries(found.map(([id, rules]) => [id, rules.filter(isRule).slice(0, MOST_RULES)]));
}

/** Only what is there, so that two equal profiles look equal. */
const present = <T extends object>(values: T) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The clock of a type: 0 of a protocol that has a clock of its own (JT/T 808 runs in Beijing's) means that clock. */
const offsetOf = ({ protocol, utc_offset_minutes: minutes }: ModelRow) => (protocol === 'jt808' && minutes === 0 ? null : minutes);

/** What a model is known for, what its type says, and on top of it what the device's own settings say. */
export function profileOf(row: ModelRow): DeviceProfile {
  const own = isObject(row.settings) && isObject(row.settings.profile) ? row.settings.profile : {};
  const flag = (name: string) => (isFlag(own[name]) ? (own[name] as boolean) : undefined);
  const minutes = Number.isInteger(own.utcOffsetMinutes) ? (own.utcOffsetMinutes as number) : offsetOf(row);
  return {
    utcOffsetMinutes: minutes ?? plainProfile.utcOffsetMinutes,
    healthReplies: flag('healthReplies') ?? (row.health_replies || WAITS_FOR_REPLIES.test(row.model ?? '')),
    suppressChargerSos: flag('suppressChargerSos') ?? row.suppress_charger_sos ?? plainProfile.suppressChargerSos,
    ...present({
      kind: row.type ?? undefined,
      integrationId: row.integration_id ?? undefined,
      protocol: row.protocol ?? undefined,
      authentication: flag('authentication'),
      registration: flag('registration'),
      terminalId: typeof own.terminalId === 'string' ? own.terminalId : undefined,
      alarms: alarmsOf(own.alarms),
      items: itemsOf(own.items),
    }),
  };
}
