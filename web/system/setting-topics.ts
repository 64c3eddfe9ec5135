/** The parameters of an institution by topic, as the settings show them. Pure. */
import { knownParameters, parameterProblem } from '#contract/system/known-parameters.ts';
import { parameterTopics, type KnownParameter, type ParameterTopic } from '#contract/system/parameter-kinds.ts';

export interface Setting {
  publicKey: string;
  publicName: string;
  publicValue: string;
  defaultValue: string | null;
  /** Null: the institution has not kept it yet. */
  version: number | null;
}

/** `other` are the institution's own. */
export type SettingTopic = ParameterTopic | 'other';

export const topicTitles: Readonly<Record<SettingTopic, string>> = { ...parameterTopics, other: '其他' };

export const knownOf = (key: string): KnownParameter | undefined =>
  Object.hasOwn(knownParameters, key) ? knownParameters[key] : undefined;
export const titleOf = ({ publicKey, publicName }: Pick<Setting, 'publicKey' | 'publicName'>): string =>
  knownOf(publicKey)?.title ?? publicName;

const topicOf = (key: string): SettingTopic => knownOf(key)?.topic ?? 'other';
const order = Object.keys(topicTitles) as SettingTopic[];
const places = new Map(Object.keys(knownParameters).map((key, at) => [key, at]));

export interface SettingGroup {
  topic: SettingTopic;
  settings: Setting[];
}

/** The topics that have something, in their order; `words` narrows by title, name, key and meaning. */
export function settingGroups(settings: readonly Setting[], words: string): SettingGroup[] {
  const wanted = words.trim().toLowerCase();
  const fits = (one: Setting) =>
    [titleOf(one), one.publicName, one.publicKey, knownOf(one.publicKey)?.hint ?? ''].some((text) => text.toLowerCase().includes(wanted));
  const place = ({ publicKey }: Setting) => places.get(publicKey) ?? places.size;
  return order.flatMap((topic) => {
    const its = settings.filter((one) => topicOf(one.publicKey) === topic && fits(one));
    return its.length > 0 ? [{ topic, settings: its.toSorted((a, b) => place(a) - place(b)) }] : [];
  });
}

export type Edits = Readonly<Record<string, string>>;

export const valueOf = (setting: Setting, edits: Edits): string => edits[setting.publicKey] ?? setting.publicValue;

/** What has been typed and is not what is kept. */
export const changesOf = (settings: readonly Setting[], edits: Edits) =>
  settings.flatMap((one) => {
    const publicValue = valueOf(one, edits);
    return publicValue === one.publicValue ? [] : [{ publicKey: one.publicKey, publicValue, version: one.version }];
  });

/** Why a value is refused, or null. */
export const problemOf = (setting: Setting, edits: Edits): string | null => parameterProblem(setting.publicKey, valueOf(setting, edits));

/** 0到3650天 */
export function boundsOf(key: string): string | null {
  const known = knownOf(key);
  return known?.kind === 'number' && known.min !== undefined && known.max !== undefined
    ? `${known.min}到${known.max}${known.unit ?? ''}`
    : null;
}
