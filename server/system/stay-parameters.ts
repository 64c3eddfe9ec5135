/** How a stay is charged and who agrees to a check-out: parameters of a new tenant, see contract/system/known-parameters.ts. */
import { DEFAULT_TURNS } from '#contract/stay/checkout-departments.rules.ts';
import { staySettingDefaults } from '#contract/stay/stay-fees.rules.ts';

const { firstDay, lastDay, basis, mealBackDays } = staySettingDefaults;
const values: readonly [key: string, name: string, value: string][] = [
  ['STAY_FIRST_DAY', '入住当天收费', firstDay],
  ['STAY_LAST_DAY', '退住当天收费', lastDay],
  ['STAY_BASIS', '不足一月的计费方式', basis],
  ['STAY_MEAL_BACK_DAYS', '外出退膳食费的天数（天）', String(mealBackDays)],
  ['STAY_SETTLED_UNTIL', '床位、护理和膳食费已结算至', ''],
  ['CHECKOUT_DEPARTMENTS', '退住审核部门', DEFAULT_TURNS],
];

export const stayParameters = values.map(([key, name, value]) => ({ name, key, value, public: false, system: true, since: 14 }));
