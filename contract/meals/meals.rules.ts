/** The meals of a day: which there are, when, until when they are ordered, and who is there to eat. Pure. */
import { HOUR, instantOf, nextDay, weekdayOf } from '../time.ts';

/** In the order of the day. */
export const meals = {
  breakfast: '早餐',
  morning: '早点',
  lunch: '午餐',
  afternoon: '午点',
  dinner: '晚餐',
  evening: '晚点',
} as const;
export type Meal = keyof typeof meals;
export const mealNames = Object.keys(meals) as [Meal, ...Meal[]];

/** Of the institution's parameters. */
export interface MealSettings {
  /** `HH:mm` of the meals that there are. */
  times: Partial<Record<Meal, string>>;
  /** So many hours before a meal its order closes. */
  orderHours: number;
  /** So often in a row a person eats nothing before it stands in 现在. */
  refusals: number;
  sampleGrams: number;
  sampleHours: number;
}

export const DEFAULT_TIMES = '早餐07:00、午餐11:30、午点15:00、晚餐17:00';
export const mealDefaults: MealSettings = {
  times: { breakfast: '07:00', lunch: '11:30', afternoon: '15:00', dinner: '17:00' },
  orderHours: 3,
  refusals: 2,
  sampleGrams: 125,
  sampleHours: 48,
};

const PART = /^(早餐|早点|午餐|午点|晚餐|晚点)\s*([01]\d|2[0-3]):([0-5]\d)$/;

/** The times of a text as `早餐07:00、午餐11:30`; null when it is none, names a meal twice, or not in the order of the day. */
export function mealTimesOf(said: string): Partial<Record<Meal, string>> | null {
  const times: Partial<Record<Meal, string>> = {};
  let last = '';
  for (const part of said.split(/[、，,;；]/)) {
    const found = PART.exec(part.trim());
    const meal = found && mealNames.find((name) => meals[name] === found[1]);
    const at = found ? `${found[2]}:${found[3]}` : '';
    if (!meal || times[meal] !== undefined || at <= last) return null;
    times[meal] = at;
    last = at;
  }
  return times;
}

/** Why a text is no times of meals; null when it is. */
export const mealTimesProblem = (said: string): string | null =>
  mealTimesOf(said) === null ? '请按时间先后写成“早餐07:00、午餐11:30、晚餐17:00”，每餐一次' : null;

/** The meals that there are, in the order of the day. */
export const mealsOf = ({ times }: Pick<MealSettings, 'times'>): Meal[] => mealNames.filter((name) => times[name] !== undefined);

/** When a meal of a day (`yyyy-MM-dd`) begins, epoch ms; null when there is none of that name. */
export function mealAt({ times }: Pick<MealSettings, 'times'>, day: string, meal: Meal): number | null {
  const at = times[meal];
  return at === undefined ? null : instantOf(`${day} ${at}:00`);
}

/** Whether the order of a meal is closed at `now` (epoch ms), and whether the meal is over, six hours after it began. */
export function orderState(settings: MealSettings, day: string, meal: Meal, now: number): 'open' | 'late' | 'over' {
  const at = mealAt(settings, day, meal) ?? instantOf(`${day} 23:59:59`);
  if (now < at - settings.orderHours * HOUR) return 'open';
  return now < at + 6 * HOUR ? 'late' : 'over';
}

/** The Monday of a day's week, and the day's place in it, 0 for Monday. Days are `yyyy-MM-dd`. */
export function weekOf(day: string): { monday: string; index: number } {
  const index = (weekdayOf(instantOf(day)) + 6) % 7;
  return { monday: nextDay(day, -index), index };
}

/** What is known of where a resident is. */
export interface Whereabouts {
  /** Dictionary `oldman_status`. */
  status: number;
  /** Their open outing, as planned, epoch ms; null: none. */
  outing: { leaveAt: number; dueAt: number; left: boolean } | null;
}

/** Why a resident is not there for a meal at `at`, seen at `now` (epoch ms); null when they are. Who is late to come back stays away. */
export function awayAt({ status, outing }: Whereabouts, at: number, now: number): '住院' | '外出' | null {
  if (status === 3) return '住院';
  if (outing !== null) {
    if (outing.left) return at < outing.dueAt || (at <= now && status === 2) ? '外出' : null;
    return at >= outing.leaveAt && at < outing.dueAt ? '外出' : null;
  }
  return status === 2 ? '外出' : null;
}
