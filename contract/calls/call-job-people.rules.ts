/** Which people an outbound job calls: what a rule says, in words. Pure. */
import { yuanText } from '../money.ts';

/** All that is said must hold. */
export interface PeopleRule {
  ability?: number | undefined;
  careLevel?: number | undefined;
  building?: string | undefined;
  /** Their birthday is today or within so many days. */
  birthdayDays?: number | undefined;
  /** The account has less than this, in yuan. */
  balanceBelow?: number | undefined;
  /** Their last assessment is so many days ago, or there is none. */
  assessedBefore?: number | undefined;
  /** An assessment should have been made again by now. */
  assessmentDue?: boolean | undefined;
  /** They came back from hospital within so many days before today. */
  returnedDays?: number | undefined;
  /** A caring visit is due and was not done. */
  visitDue?: boolean | undefined;
}

const said = (value: unknown) => value !== undefined && value !== null && value !== '' && value !== false;

/** Whether a rule says anything: without a condition it would be everybody. */
export const ruleSays = (rule: PeopleRule): boolean => Object.values(rule).some(said);

/** What a rule says, for lists; conditions of dictionaries by the names that are given. */
export function ruleText(rule: PeopleRule, names: { ability?: string | undefined; careLevel?: string | undefined } = {}): string {
  const { birthdayDays: days, balanceBelow, assessedBefore, returnedDays, building } = rule;
  return [
    rule.ability !== undefined && `能力等级${names.ability ?? rule.ability}`,
    rule.careLevel !== undefined && `护理等级${names.careLevel ?? rule.careLevel}`,
    said(building) && `住${building}`,
    days !== undefined && (days === 0 ? '当天生日' : `${days}天内生日`),
    balanceBelow !== undefined && `余额低于${yuanText(balanceBelow)}`,
    assessedBefore !== undefined && `${assessedBefore}天没有评估`,
    rule.assessmentDue && '评估已到期',
    returnedDays !== undefined && (returnedDays === 1 ? '昨天出院返回' : `${returnedDays}天内出院返回`),
    rule.visitDue && '探访到期未做',
  ]
    .filter(Boolean)
    .join('，');
}
