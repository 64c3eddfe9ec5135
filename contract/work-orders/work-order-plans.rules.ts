/** On which days a recurring order falls. Pure; days are `yyyy-MM-dd`. */
import { DAY } from '../time.ts';

export const planStatus = { active: 1, paused: 2, ended: 3 } as const;
export const planStatusLabels: Record<number, string> = { 1: '进行中', 2: '已暂停', 3: '已结束' };
/** A filter's value besides the statuses, and its name: an active plan that misses orders. */
export const TROUBLED = 4;
export const troubledLabel = '有问题';

const RECORD = '服务对象档案';
/** What a person's record lacks or has wrong for an order, named; the record is what has to be mended. */
export const recordProblem = (fields: readonly string[], what: '缺少' | '有误：' = '缺少') => `${RECORD}${what}${fields.join('、')}`;
/** Whether a plan's problem is mended in the person's record, not in the plan. */
export const isOfRecord = (problem: string) => problem.startsWith(RECORD);
export const frequencyLabels: Record<number, string> = { 1: '每天', 2: '每周', 3: '每月' };
export const holidayModes: Record<number, string> = { 1: '照常服务', 2: '跳过', 3: '提前到前一个非假日', 4: '顺延到后一个非假日' };
export const dayStatusLabels: Record<number, string> = { 1: '已生成', 2: '节假日跳过', 3: '已取消', 4: '生成失败' };

export interface PlanRule {
  /** 1 every n days, 2 every n weeks on `weekdays`, 3 every n months on `monthDays`. */
  frequency: number;
  every: number;
  /** 1 Monday … 7 Sunday. */
  weekdays: readonly number[];
  /** 1–31; in a shorter month its last day. */
  monthDays: readonly number[];
  /** A key of `holidayModes`. */
  holidayMode: number;
  startsOn: string;
  endsOn: string | null;
  /** Days as the rule says, those left out included. */
  maxCount: number | null;
}

export interface Occurrence {
  /** As the rule says. */
  day: string;
  /** When it takes place; null: left out because of a holiday. */
  on: string | null;
  /** The holiday that `day` is. */
  holiday: string | null;
}

/** Whole days since 1970. */
const number = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY;
const text = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
/** 1 Monday … 7 Sunday: 1970-01-01 was a Thursday. */
const weekday = (day: number) => ((day + 3) % 7) + 1;
/** Nobody is off for longer. */
const LONGEST_HOLIDAY = 30;

function fits({ frequency, every, weekdays, monthDays, startsOn }: PlanRule, day: number): boolean {
  const first = number(startsOn);
  if (frequency === 1) return (day - first) % every === 0;
  if (frequency === 2) {
    const weeks = Math.floor((day + 3) / 7) - Math.floor((first + 3) / 7);
    return weeks % every === 0 && weekdays.includes(weekday(day));
  }
  const [from, at] = [new Date(first * DAY), new Date(day * DAY)];
  const months = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  if (months % every !== 0) return false;
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return monthDays.some((wanted) => Math.min(wanted, last) === at.getUTCDate());
}

/**
 * The occurrences of a rule from `from` to `to` (both included, at most 400 days
 * apart), as the rule says, in order. `holidays` gives the names of days off. An occurrence that a holiday moves onto the day of another
 * one is left out: no person is served twice because of it.
 */
export function occurrences(rule: PlanRule, from: string, to: string, holidays: ReadonlyMap<string, string>): Occurrence[] {
  const first = number(rule.startsOn);
  const last = Math.min(number(to), rule.endsOn ? number(rule.endsOn) : Infinity);
  const begin = number(from);
  const nominal: number[] = [];
  // Counted from the start, because `maxCount` is.
  for (let day = rule.maxCount === null ? Math.max(first, begin - LONGEST_HOLIDAY) : first; day <= last + LONGEST_HOLIDAY; day++) {
    if (rule.maxCount !== null && nominal.length >= rule.maxCount) break;
    if (rule.endsOn && day > number(rule.endsOn)) break;
    if (fits(rule, day)) nominal.push(day);
  }
  const own = new Set(nominal.filter((day) => !holidays.has(text(day))));
  const taken = new Set<number>();
  const found: Occurrence[] = [];
  for (const day of nominal) {
    const holiday = holidays.get(text(day)) ?? null;
    let on: number | null = day;
    if (holiday !== null && rule.holidayMode !== 1) {
      on = null;
      const step = rule.holidayMode === 3 ? -1 : 1;
      for (let moved = day + step; rule.holidayMode !== 2 && Math.abs(moved - day) <= LONGEST_HOLIDAY; moved += step) {
        if (holidays.has(text(moved))) continue;
        if (!own.has(moved) && !taken.has(moved)) on = moved;
        break;
      }
    }
    if (on !== null) taken.add(on);
    if (day >= begin && day <= last) found.push({ day: text(day), on: on === null ? null : text(on), holiday });
  }
  return found;
}

/** 每2周 周一、周四 */
export function ruleInWords({
  frequency,
  every,
  weekdays,
  monthDays,
}: Pick<PlanRule, 'frequency' | 'every' | 'weekdays' | 'monthDays'>): string {
  const unit = ['', '天', '周', '个月'][frequency] ?? '';
  const often = every === 1 ? (frequencyLabels[frequency] ?? '') : `每${every}${unit}`;
  if (frequency === 2)
    return `${often} ${[...weekdays]
      .sort()
      .map((day) => `周${'一二三四五六日'[day - 1]}`)
      .join('、')}`;
  if (frequency === 3) return `${often} ${[...monthDays].sort((a, b) => a - b).join('、')}日`;
  return often;
}
