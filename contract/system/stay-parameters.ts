/** How the last days of a stay are charged, and who agrees to a check-out: parameters of institutions. */
import { date } from '../fields.ts';
import { departments, turnsProblem } from '../stay/checkout-departments.rules.ts';
import { dayShares, feeBases } from '../stay/stay-fees.rules.ts';
import type { KnownParameter } from './parameter-kinds.ts';

/** Why a setting of a day is refused; null when it is not. */
const dayProblem = (value: string) => (value === '' || date.safeParse(value).success ? null : '请填写日期，如2026-08-31，或留空');

const names = Object.entries(departments)
  .map(([name, label]) => `${name}${label}`)
  .join('、');

export const stayParameters: Readonly<Record<string, KnownParameter>> = {
  STAY_FIRST_DAY: {
    title: '入住当天收费',
    topic: 'money',
    kind: 'choice',
    choices: dayShares,
    hint: '入住当天的床位、护理和膳食费按全天、半天收取或不收。',
  },
  STAY_LAST_DAY: {
    title: '退住当天收费',
    topic: 'money',
    kind: 'choice',
    choices: dayShares,
    hint: '退住或去世当天的床位、护理和膳食费按全天、半天收取或不收。',
  },
  STAY_BASIS: {
    title: '不足一月的计费方式',
    topic: 'money',
    kind: 'choice',
    choices: feeBases,
    hint: '不足一月时，月费除以当月实际天数或30天，再乘以天数；住满整月一律按月费。',
  },
  STAY_MEAL_BACK_DAYS: {
    title: '外出退膳食费的天数',
    topic: 'money',
    unit: '天',
    kind: 'number',
    min: 1,
    max: 31,
    hint: '一次外出满多少个整天起退还膳食费，离开和返回当天不计；住院从次日起退还膳食费和护理费。',
  },
  STAY_SETTLED_UNTIL: {
    title: '费用已结算至',
    topic: 'money',
    kind: 'text',
    check: dayProblem,
    hint: '全院床位、护理和膳食费在别处结清到哪一天，如2026-08-31，退住时从次日起逐月收取。留空从入住日起收取；个别人员在退住单上另行登记。',
  },
  CHECKOUT_DEPARTMENTS: {
    title: '退住审核部门',
    topic: 'staff',
    kind: 'text',
    check: turnsProblem,
    hint: `退住申请由哪些部门审核：同一轮用逗号分隔，各轮用分号分隔。可用：${names}。修改后用于新的申请。`,
  },
};
