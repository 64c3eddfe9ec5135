/** By what care is judged: parameters of a new tenant, see contract/system/known-parameters.ts. */
import { careSettingDefaults, type CareSettings } from '#contract/care/care-settings.ts';

const names: Record<keyof CareSettings, string> = {
  CARE_TURN_HOURS: '翻身间隔（小时）',
  PATROL_DAY_HOURS: '白天巡视间隔（小时，0为不要求）',
  PATROL_NIGHT_ROUNDS: '夜间巡视次数（次，0为不要求）',
  RESTRAINT_MOST_HOURS: '约束最长时限（小时）',
  RESTRAINT_LOOK_MINUTES: '约束观察间隔（分钟）',
  RESTRAINT_LOOSEN_MINUTES: '约束松解间隔（分钟）',
};

export const careParameters = (Object.keys(names) as (keyof CareSettings)[]).map((key) => ({
  name: names[key],
  key,
  value: String(careSettingDefaults[key]),
  public: false,
  system: true,
  since: 15,
}));
