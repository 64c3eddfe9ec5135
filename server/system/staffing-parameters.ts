/** How many carers there should be for whom: parameters of a new tenant, see contract/system/staffing-parameters.ts. */
import { DEFAULT_DAY_HOURS, DEFAULT_RATIOS } from '#contract/warnings/staffing.rules.ts';

const values: readonly [key: string, name: string, value: string][] = [
  ['CARE_RATIOS', '日间照护配比', DEFAULT_RATIOS],
  ['CARE_RATIOS_NIGHT', '夜间照护配比', ''],
  ['CARE_DAY_HOURS', '日间起止时刻', DEFAULT_DAY_HOURS],
  ['CARE_RATIO_ROLES', '计入照护配比的角色', 'carer'],
];

export const staffingParameters = values.map(([key, name, value]) => ({ name, key, value, public: false, system: true, since: 15 }));
