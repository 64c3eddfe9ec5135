/** How much residents ate: listed by floor, noted with one press for one or for many. */
import type { mealRecords as routes } from '#contract/meals/meal-records.ts';
import { mealAt, meals, mealsOf, type Meal, type MealSettings } from '#contract/meals/meals.rules.ts';
import { NOTE_LATE_HOURS } from '#contract/care/care-notes.ts';
import { HOUR, MINUTE } from '#contract/time.ts';
import { eatenOf, noteEaten } from '../care/eaten.ts';
import { invalid, notFound, refused } from '../errors.ts';
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

export const mealRecords: Handlers<typeof routes> = {
  async list({ day, meal, floor }, context) {
    const settings = await mealSettings(context.tx);
    const all = await dinersOf(context, { day, meal, settings, menus: NO_MENUS, session: context.session });
    const noted = new Map((await eatenOf(context, day, meal)).map((one) => [one.personId, one]));
    return all
      .filter((one) => floor === undefined || one.floor === floor)
      .map((one) => ({
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
  },

  async save({ day, meal, oldmanIds, eaten }, context) {
    const settings = await mealSettings(context.tx);
    const at = needEaten(settings, day, meal, context.deps.now());
    const all = await dinersOf(context, { day, meal, settings, menus: NO_MENUS, session: context.session });
    const known = new Map(all.map((one) => [one.oldmanId, one]));
    for (const id of oldmanIds) {
      const one = known.get(id);
      if (!one) throw notFound('服务对象');
      if (one.away !== null) throw refused(`${one.oldmanName}${one.away}，不能登记用餐`);
    }
    await noteEaten(context, [...new Set(oldmanIds)], { day, meal, title: meals[meal], at, eaten });
    return true;
  },
};
