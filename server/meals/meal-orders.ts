/** What residents have otherwise than plan and diet say: chosen, cancelled, smaller or larger, until the order closes. */
import { sql } from 'kysely';
import { harmOf, textureFor } from '#contract/meals/servings.rules.ts';
import { textures, type Diner } from '#contract/meals/dishes.rules.ts';
import { MEAL_ORDER_LATE, type mealOrders as routes } from '#contract/meals/meal-orders.ts';
import { orderState, mealsOf, type Meal, type MealSettings } from '#contract/meals/meals.rules.ts';
import type { MealDish } from '#contract/meals/servings.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict, forbidden, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { dinerBy, dinersPage } from './diners.ts';
import { mealSettings } from './meal-settings.ts';
import { menusOf, NO_MENUS } from './menus.ts';

const CHANGED = '订餐已被他人修改，请刷新后重试';

/** Whether the order is late. Throws 422 where there is no such meal or it is over, 403 where only others may change it now. */
function needOrderable({ session, deps }: Context, settings: MealSettings, day: string, meal: Meal): boolean {
  if (!mealsOf(settings).includes(meal)) throw refused('没有这一餐次，请检查参数“餐次与时间”');
  const state = orderState(settings, day, meal, deps.now());
  if (state === 'over') throw refused('该餐已结束，不能修改订餐');
  if (state === 'late' && !session.permissions.has(MEAL_ORDER_LATE)) throw forbidden('已过订餐截止时间，只有有权限的人可临时修改');
  return state === 'late';
}

/** Throws 422 unless each chosen dish is in the meal, does no harm, and can be served in the person's texture. */
function needSafe(name: string, diner: Diner, dishes: readonly MealDish[], chosen: readonly number[]): void {
  for (const id of chosen) {
    const dish = dishes.find((one) => one.id === id);
    if (!dish) throw refused('所选菜品不在该餐的膳食计划中，请重新选择');
    const harm = harmOf(dish, diner);
    if (harm !== null) throw refused(`${name}${harm}，不能选择${dish.name}`);
    if (textureFor(dish, diner.texture) === null) throw refused(`${dish.name}不能做成${textures[diner.texture].label}，不能选择`);
  }
}

export const mealOrders: Handlers<typeof routes> = {
  async page({ day, meal, current, size, ...search }, context) {
    const settings = await mealSettings(context.tx);
    const menus = await menusOf(context.tx, day, meal);
    const page = { ...search, limit: size, offset: (current - 1) * size };
    const { diners: records, total } = await dinersPage(context, { day, meal, settings, menus, session: context.session, search: page });
    return { records, total, size, current, pages: Math.ceil(total / size) };
  },

  async menu({ day, meal, oldmanId }, context) {
    const { tx, deps, session } = context;
    const settings = await mealSettings(tx);
    const menus = await menusOf(tx, day, meal);
    const diner = oldmanId === undefined ? null : await dinerBy(context, session, oldmanId, { day, meal, settings, menus });
    const { published, dishes } = diner === null ? menus.all : menus.ofBuilding(diner.building);
    return { published, state: orderState(settings, day, meal, deps.now()), dishes };
  },

  async save({ oldmanId, day, meal, version, ...wanted }, context) {
    const { tx, session } = context;
    const settings = await mealSettings(tx);
    const menus = await menusOf(tx, day, meal);
    const found = await dinerBy(context, session, oldmanId, { day, meal, settings, menus });
    if (!found) throw notFound('服务对象');
    const late = needOrderable(context, settings, day, meal);
    needSafe(found.name, found.diner, menus.ofBuilding(found.building).dishes, wanted.dishIds);
    const set = {
      cancelled: wanted.cancelled,
      portion: wanted.portion,
      dish_ids: wanted.dishIds,
      guests: wanted.guests,
      note: wanted.note,
      user_id: session.userId,
      user_name: session.name,
    };
    const saved =
      version === 0
        ? await tx.row(
            db
              .insertInto('meal_orders')
              .values({ tenant_id: tx.tenantId, person_id: oldmanId, day, meal, late, ...set })
              .onConflict((on) => on.doNothing())
              .returning('id'),
          )
        : await tx.row(
            db
              .updateTable('meal_orders')
              .set({ ...set, late: sql`late or ${late}`, version: sql`version + 1`, updated_at: sql`now()` })
              .where('tenant_id', '=', tx.tenantId)
              .where('day', '=', day)
              .where('meal', '=', meal)
              .where('person_id', '=', oldmanId)
              .where('version', '=', version)
              .returning('id'),
          );
    if (!saved) throw conflict(CHANGED);
    await context.emit('meal-order.changed', { day });
    return saved.id;
  },

  async remove({ id }, context) {
    const { tx, session } = context;
    const row = await tx.row<{ personId: number; day: string; meal: string }>(sql`
      select person_id as "personId", day, meal from meal_orders where tenant_id = ${tx.tenantId} and id = ${id} for update`);
    if (!row) throw notFound('订餐');
    const settings = await mealSettings(tx);
    const { day } = row;
    const meal = row.meal as Meal;
    if (!(await dinerBy(context, session, row.personId, { day, meal, settings, menus: NO_MENUS }))) throw notFound('订餐');
    needOrderable(context, settings, day, meal);
    await tx.run(sql`delete from meal_orders where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('meal-order.changed', { day });
    return true;
  },
};
