/** What is special about a device: its own settings, before its type, before what its model is known for. */
import { AlarmCode, AlarmMeaning, Networks, type ModelProfile } from '#contract/devices/device-profiles.ts';
import { SILENT_MINUTES } from '#contract/devices/device-types.ts';
import { ItemId, ItemRule, MOST_RULES } from '#contract/devices/jt808-item-rules.ts';
import { PositionFilter } from '#contract/devices/position-filters.rules.ts';
import { plainProfile, type DeviceProfile } from './events.ts';

/** Of the device and its type; null where the device has none. */
export interface ModelRow {
  readonly model: string | null;
  readonly settings: unknown;
  readonly protocol: string | null;
  readonly utc_offset_minutes: number | null;
  readonly silent_minutes: number | null;
  readonly health_replies: boolean | null;
  readonly suppress_charger_sos: boolean | null;
  /** What the type says of codes and items. */
  readonly type_profile: unknown;
  readonly type: string | null;
  readonly integration_id: number | null;
  /** Of JT/T 808 terminals; null when none has registered. */
  readonly given_id: string | null;
  readonly bound_id: string | null;
}

/** ReachFar's health watches wait for an answer to every reading. */
const WAITS_FOR_REPLIES = /\bV(46|48|52)\b/i;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isFlag = (value: unknown) => typeof value === 'boolean';
const entries = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

/** The alarm table, without entries that mean nothing: one bad line must not take the others with it. */
const alarmsOf = (value: unknown) =>
  Object.fromEntries(
    entries(value).filter(([code, alarm]) => AlarmCode.safeParse(code).success && AlarmMeaning.safeParse(alarm).success),
  ) as NonNullable<ModelProfile['alarms']>;

/** The item table: rules that say something, by item id. */
const itemsOf = (value: unknown) =>
  Object.fromEntries(
    entries(value).flatMap(([name, rules]) =>
      ItemId.safeParse(name).success && Array.isArray(rules)
        ? [[name, rules.flatMap((rule) => ItemRule.safeParse(rule).data ?? []).slice(0, MOST_RULES)]]
        : [],
    ),
  ) as NonNullable<ModelProfile['items']>;

/** The filter of positions, line by line. */
const filterOf = (value: unknown) =>
  Object.fromEntries(
    Object.entries(PositionFilter.shape).flatMap(([name, schema]) => {
      const { data } = schema.safeParse(isObject(value) ? value[name] : undefined);
      return data === undefined ? [] : [[name, data]];
    }),
  ) as PositionFilter;

const networksOf = (value: unknown) => Networks.safeParse(value).data;

/** Staff let it be silent for twice as long as it usually is; what they did not change is the protocol's to say. */
const heartbeatOf = ({ silent_minutes: minutes }: ModelRow) =>
  minutes === null || minutes === SILENT_MINUTES ? undefined : (minutes * 60_000) / 2;

/** Only what is there, so that two equal profiles look equal. */
const present = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && !(isObject(value) && Object.keys(value).length === 0)),
  ) as Partial<T>;

/** The clock of a type: 0 of a protocol that has a clock of its own (JT/T 808 runs in Beijing's) means that clock. */
const offsetOf = ({ protocol, utc_offset_minutes: minutes }: ModelRow) => (protocol === 'jt808' && minutes === 0 ? null : minutes);

/** What a model is known for, what its type says, and on top of it, line by line, what the device's own settings say. */
export function profileOf(row: ModelRow): DeviceProfile {
  const own = isObject(row.settings) && isObject(row.settings.profile) ? row.settings.profile : {};
  // Codes that were written for another protocol mean something else now.
  const ownTables = own.protocol === undefined || own.protocol === row.protocol ? own : {};
  const model = isObject(row.type_profile) ? row.type_profile : {};
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
      heartbeatMs: heartbeatOf(row),
      networks: networksOf(model.networks),
      authentication: flag('authentication'),
      registration: flag('registration'),
      terminalId: typeof own.terminalId === 'string' ? own.terminalId : undefined,
      alarms: { ...alarmsOf(model.alarms), ...alarmsOf(ownTables.alarms) },
      items: { ...itemsOf(model.items), ...itemsOf(ownTables.items) },
      positions: { ...filterOf(model.positions), ...filterOf(own.positions) },
    }),
    ...(row.given_id === null && row.bound_id === null ? {} : { terminal: { given: row.given_id, bound: row.bound_id } }),
  };
}
