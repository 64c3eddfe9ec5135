/** What fits together in a profile: the tables of another protocol would be misread. */
import { alarmCodes, hasAlarmCodes, plainMeaning } from './alarm-codes.rules.ts';
import type { ModelProfile, OwnProfile } from './device-profiles.ts';

/** Whether vendors' additional items are read in a protocol. */
export const hasItems = (protocol: string) => protocol === 'jt808';

/** Whether devices of a protocol connect to us themselves. */
export const hasNetworks = (protocol: string) => protocol !== 'http' && protocol !== 'none';

/** Why a profile does not fit a device of this protocol, in Chinese; null when it does. */
export function profileProblem(protocol: string, { alarms = {}, items = {} }: ModelProfile): string | null {
  if (Object.keys(items).length > 0 && !hasItems(protocol)) return '只有JT/T 808设备有附加信息项';
  const codes = Object.entries(alarms);
  if (codes.length === 0) return null;
  if (!hasAlarmCodes(protocol)) return '该通信协议的报警没有编码，不能设置报警码对照';
  const { word, most } = alarmCodes[protocol];
  for (const [code, alarm] of codes) {
    if (Number(code) > most) return `${word}${code}不存在，应为0至${most}`;
    // Whoever presses the button must be heard, whatever somebody typed here.
    if (alarm === 'none' && plainMeaning(protocol, Number(code)) === 'sos') return `${word}${code}是SOS求助，不能设为不报警`;
  }
  return null;
}

const TERMINAL = ['terminalId', 'registration', 'authentication'] as const;

/** Only what a protocol has a use for. */
export function fitting<P extends OwnProfile & Pick<ModelProfile, 'words' | 'networks'>>(protocol: string, profile: P): P {
  const kept = { ...profile };
  if (protocol !== 'watch') delete kept.words;
  if (!hasNetworks(protocol)) delete kept.networks;
  if (!hasAlarmCodes(protocol)) delete kept.alarms;
  if (!hasItems(protocol)) delete kept.items;
  if (protocol !== 'jt808') for (const name of TERMINAL) delete kept[name];
  return kept;
}
