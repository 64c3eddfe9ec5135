/** How much residents ate: listed by floor, noted with one press for one or for many. */
import type { z } from 'zod';
import { eatenLabels } from '#contract/care/eaten.rules.ts';
import { mealRecords as routes } from '#contract/meals/meal-records.ts';
import { mealAt, meals, mealsOf, type Meal, type MealSettings } from '#contract/meals/meals.rules.ts';
import { NOTE_LATE_HOURS } from '#contract/care/care-notes.ts';
import { HOUR, MINUTE, dayOf, instantOf, textOf } from '#contract/time.ts';
import { eatenOf, noteEaten } from '../care/eaten.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { dinersOf } from './diners.ts';
import { mealSettings } from './meal-settings.ts';
import { NO_MENUS } from './menus.ts';

/** When the meal began, epoch ms. Throws where it has not, or too long ago. */
function needEaten(settings: MealSettings, day: string, meal: Meal, now: number): number {
  if (!mealsOf(settings).includes(meal)) throw refused('没有这一餐次，请检查参数“餐次与时间”');
  const at = mealAt(settings, day, meal)!;
  if (at > now + 30 * MINUTE) throw invalid('还没有到用餐时间');
  if (at < now - NOTE_LATE_HOURS * HOUR) throw invalid(`只能补记${NOTE_LATE_HOURS}小时内的用餐`);
  return Math.min(at, now);
}

/** The residents at a meal whom the session reaches, with what was noted of each. */
async function recordsOf(context: Context, settings: MealSettings, day: string, meal: Meal) {
  const all = await dinersOf(context, { day, meal, settings, menus: NO_MENUS, session: context.session });
  const noted = new Map((await eatenOf(context, day, meal)).map((one) => [one.personId, one]));
  return all.map((one) => ({
    oldmanId: one.oldmanId,
    oldmanName: one.oldmanName,
    floor: one.floor,
    place: one.place,
    texture: one.texture,
    allergies: one.allergies,
    tube: one.tube,
    absent: one.away ?? (one.order?.cancelled ? '已取消' : null),
    eaten: noted.get(one.oldmanId)?.eaten ?? null,
    eatenBy: noted.get(one.oldmanId)?.userName ?? null,
  }));
}

/** When it was noted, epoch ms. Throws where a phone says a time that cannot be. */
function notedAt(notedTime: string | undefined, now: number): number {
  const at = notedTime === undefined ? now : instantOf(notedTime);
  if (at > now + 5 * MINUTE) throw invalid('登记时间不能晚于现在，请检查手机时间');
  return Math.min(at, now);
}

async function save(form: z.output<typeof routes.save.input>, context: Context): Promise<true> {
  const { day, meal, oldmanIds, eaten } = form;
  const now = context.deps.now();
  const settings = await mealSettings(context.tx);
  const at = needEaten(settings, day, meal, now);
  const noted = notedAt(form.notedTime, now);
  const all = await dinersOf(context, { day, meal, settings, menus: NO_MENUS, session: context.session });
  const known = new Map(all.map((one) => [one.oldmanId, one]));
  const earlier = new Map((await eatenOf(context, day, meal)).map((one) => [one.personId, one]));
  /** What a colleague has noted since is the same, and stays theirs. */
  const newer = new Set<number>();
  for (const id of oldmanIds) {
    const one = known.get(id);
    if (!one) throw notFound('服务对象');
    if (one.away !== null) throw refused(`${one.oldmanName}${one.away}，不能登记用餐`);
    const other = earlier.get(id);
    // Whole seconds: a phone says no more.
    if (!other || other.userId === context.session.userId || textOf(instantOf(other.noted)) <= textOf(noted)) continue;
    newer.add(id);
    if (other.eaten !== eaten)
      throw conflict(`${one.oldmanName}的${meals[meal]}已由${other.userName}登记为“${eatenLabels[other.eaten]}”，请核对`);
  }
  const left = [...new Set(oldmanIds)].filter((id) => !newer.has(id));
  await noteEaten(context, left, { day, meal, title: meals[meal], at, noted, eaten });
  return true;
}

export const mealRecords: Handlers<typeof routes> = {
  async list({ day, meal, floor }, context) {
    const rows = await recordsOf(context, await mealSettings(context.tx), day, meal);
    return rows.filter((one) => floor === undefined || one.floor === floor);
  },

  async today(_input, context) {
    const settings = await mealSettings(context.tx);
    const day = dayOf(context.deps.now());
    const found = [];
    for (const meal of mealsOf(settings))
      found.push({
        meal,
        title: meals[meal],
        time: textOf(mealAt(settings, day, meal)!),
        rows: await recordsOf(context, settings, day, meal),
      });
    return { day, meals: found };
  },

  save: (form, context) => once(context, routes.save, form, () => save(form, context)),
};
