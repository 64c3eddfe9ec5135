/**
 * Which calls for help (SOS, fall) a setting keeps from being raised, that would be raised
 * without it, in the words that staff read. The person who saves such a setting confirms each of these texts; they are kept with it
 * (`acceptedLoss`), so that the audit log has them. Pure.
 */
import { alarmCodes, hasAlarmCodes } from './alarm-codes.rules.ts';
import type { ModelProfile } from './device-profiles.ts';
import { readRule } from './jt808-readings.rules.ts';
import { defaultMapping } from './mapping-templates.ts';
import { mappedAlarms, type MappedAlarm, type MappedField, type Mapping } from './mappings.ts';

type Grave = 'sos' | 'fall';
type Fields = Pick<Mapping, 'fields'>;
const isGrave = (alarm: MappedAlarm | null | undefined): alarm is Grave => alarm === 'sos' || alarm === 'fall';

/** JT/T 808 item e7 as the gateway reads it by itself: eight bytes, the three SOS keys are bits 1 to 3 of the first two. */
const SOS_ITEM = { id: 'e7', length: 8, keys: [1, 2, 3] } as const;

/** Whether the rules of a model raise a call for help for each key that the gateway would raise an SOS for. */
const itemCalls = (rules: NonNullable<ModelProfile['items']>[string]): boolean =>
  SOS_ITEM.keys.every((bit) => {
    const value = new Uint8Array(SOS_ITEM.length);
    value[1] = 1 << bit;
    return rules.some((rule) => {
      const read = readRule(rule, value);
      return read?.kind === 'alarm' && isGrave(read.alarm);
    });
  });

export interface RaisingSettings extends Pick<ModelProfile, 'alarms' | 'items'> {
  protocol: string | null;
  suppressChargerSos?: boolean | null | undefined;
}

/** By the codes, the items and the filter of SOS off the charger; of a type, or of a device on top of its type. */
export function lostByProfile({ protocol, alarms = {}, items = {}, suppressChargerSos }: RaisingSettings): string[] {
  const lost: string[] = [];
  if (protocol !== null && hasAlarmCodes(protocol)) {
    const { word, meanings } = alarmCodes[protocol];
    for (const [code, meaning] of Object.entries(meanings as Readonly<Record<string, MappedAlarm>>)) {
      const now = Object.hasOwn(alarms, code) ? alarms[code] : meaning;
      if (!isGrave(meaning) || isGrave(now)) continue;
      lost.push(`${word}${code}的${mappedAlarms[meaning]}：${now === 'none' ? '不报警' : `只报“${mappedAlarms[now as MappedAlarm]}”`}`);
    }
  }
  const own = protocol === 'jt808' ? items[SOS_ITEM.id] : undefined;
  if (own && !itemCalls(own))
    lost.push(`附加信息${SOS_ITEM.id}的SOS求助：平台自带的规则不再读它，这里的规则没有把它的三个按键都报为SOS求助`);
  if (protocol === 'watch' && suppressChargerSos) lost.push('离开充电器后10秒内的SOS求助：只记录，不报警');
  return lost;
}

interface Call {
  alarm: Grave;
  path: string;
  code: string;
  when: string;
}

/** The values of a message that a mapping raises as calls for help. */
const callsOf = ({ fields }: Fields): Call[] =>
  fields
    .filter((field): field is Extract<MappedField, { target: 'alarm' }> => field.target === 'alarm')
    .flatMap(({ path, codes, when = [] }) => {
      const condition = when.map(({ path: of, is }) => `${of}为${is.join('、')}`).join('，');
      return Object.entries(codes).flatMap(([code, alarm]) => (isGrave(alarm) ? [{ alarm, path, code, when: condition }] : []));
    });

export const SWITCHED_OFF = '停用后，使用这个数据接入的设备发来的SOS求助和跌倒';
/** What an integration loses that is switched off. */
export const lostBySwitch = (mapping: Fields, enabled: boolean): string[] =>
  !enabled && callsOf(mapping).length > 0 ? [SWITCHED_OFF] : [];

/** What an integration does not raise today: everything while it is switched off, and the values whose loss was confirmed. */
export const lostByIntegration = ({ acceptedLoss = [], ...fields }: Mapping, enabled: boolean): string[] => [
  ...new Set([...lostBySwitch(fields, enabled), ...acceptedLoss]),
];

/** A value that is raised under no condition is raised under each. */
const textOf = ({ alarm, path, code, when }: Call) =>
  `${path}取值“${code}”的${mappedAlarms[alarm]}${when === '' ? '' : `（${when}）`}`.slice(0, 300);
const raisedBy = (fields: Fields) => callsOf(fields).map((call) => ({ text: textOf(call), always: call.when === '' }));

/**
 * Values that were raised as calls for help and are not by `after`: those of `before`
 * (null where the mapping is new), and those whose loss was `accepted` earlier and that stand until today.
 */
export function lostByMapping(before: Fields | null, after: Fields, accepted: readonly string[] = []): string[] {
  const now = raisedBy(after);
  const known = [...accepted.filter((text) => text !== SWITCHED_OFF), ...(before ? raisedBy(before).map(({ text }) => text) : [])];
  return [...new Set(known)].filter((lost) => !now.some(({ text, always }) => text === lost || (always && lost.startsWith(`${text}（`))));
}

/** Devices of these kinds send no call for help, even if the plain format has a word for it. */
const NO_CALLERS: ReadonlySet<string> = new Set(['hub', 'camera', 'lock']);

/**
 * Of devices over MQTT: calls for help that the format of their kind has, and that the
 * mapping chosen in its place (null: none) never raises.
 */
export function lostByChoice(kind: string, chosen: Fields | null): string[] {
  if (chosen === null || NO_CALLERS.has(kind)) return [];
  const [usual, now] = [callsOf(defaultMapping(kind)), callsOf(chosen)];
  return (['sos', 'fall'] as const)
    .filter((alarm) => usual.some((call) => call.alarm === alarm) && !now.some((call) => call.alarm === alarm))
    .map((alarm) => `${mappedAlarms[alarm]}：所选的数据接入没有任何取值会报出`);
}
