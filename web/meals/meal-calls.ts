/** What the pages of meals have in common. */
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { kitchen } from '#contract/meals/kitchen.ts';
import { mealOrders } from '#contract/meals/meal-orders.ts';
import type { Meal } from '#contract/meals/meals.rules.ts';
import type { Output } from '#contract/http.ts';
import { instantOf, nextDay, textOf } from '#contract/time.ts';

export type Plan = Output<typeof dietPlans.get>;
export type Planned = Plan['dishes'][number];
export type Diner = Output<typeof mealOrders.page>['records'][number];
export type Sheet = Output<typeof kitchen.sheet>;
export type Times = Plan['mealTimes'];

export const PLANS = '/management/managedietplan/index';
export const planAddress = (id: number) => `/management/managedietplan/detail?id=${id}`;
export const editorAddress = (id: number) => `/management/managedietplan/add?id=${id}`;

/** What is read again after a plan was changed. */
export const planChanges = { changes: [dietPlans.page, dietPlans.get, dietPlans.week] };

const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
export const dayName = (day: number) => DAYS[day] as string;
/** `11-23`: of the week that begins on `monday`. */
export const dayText = (monday: string, day: number) => nextDay(monday, day).slice(5);
/** For whom a plan is. */
export const buildingText = ({ building }: { building: string }) => (building === '' ? '全机构' : building);
export const weekText = (monday: string) => `${monday} 至 ${nextDay(monday, 6)}`;

/** The meal that is on at `now` (epoch ms), or comes next; the last one after it. */
export function mealNow(times: Times, now: number): Meal | undefined {
  const day = textOf(now).slice(0, 10);
  const next = times.find(({ time }) => instantOf(`${day} ${time}:00`) + 2 * 3600_000 > now);
  return (next ?? times.at(-1))?.meal;
}
