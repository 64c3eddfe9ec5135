/** Diet plans as they are read: the list, and one with its dishes and changes. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { mealsOf, type Meal, type MealSettings } from '#contract/meals/meals.rules.ts';
import type { DietPlanDetail, dietPlans as routes } from '#contract/meals/diet-plans.ts';
import type { Context } from '../context.ts';
import { equals, from, readOne, to, type ListOf } from '../lists/crud.ts';
import { dishOf } from './menus.ts';
import { mealSettings } from './meal-settings.ts';
import { NOUN } from './diet-plan-machine.ts';

export const list: ListOf<typeof routes.page, 'diet_plans'> = {
  table: 'diet_plans',
  noun: NOUN,
  columns: {
    id: 'id',
    weekDate: 'week_on',
    building: 'building',
    edition: 'edition',
    state: 'state',
    dishCount: () =>
      sql`(select count(*)::integer from diet_plan_dishes i where i.tenant_id = diet_plans.tenant_id and i.plan_id = diet_plans.id)`,
    remarks: 'remarks',
    publishTime: 'published_at',
    publishBy: 'published_by',
    createBy: 'user_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: { state: equals('state'), building: equals('building'), startDate: from('week_on'), endDate: to('week_on') },
  sorts: { week_date: 'week_on' },
  order: 'week_on',
};

const MOST_CHANGES = 200;

export const timesOf = (settings: MealSettings) => mealsOf(settings).map((meal) => ({ meal, time: settings.times[meal]! }));

/** One plan whole. Throws 404. */
export async function readDietPlan(context: Context, id: number): Promise<z.input<typeof DietPlanDetail>> {
  const { tx } = context;
  const row = await readOne(list, id, context);
  const settings = await mealSettings(tx);
  const dishes = await tx.rows<{
    day: number;
    meal: string;
    dishId: number;
    spare: boolean;
    name: string;
    category: string;
    allergens: string[];
    textures: string[];
    diets: string[];
  }>(sql`
    select i.day::integer as day, i.meal, i.dish_id as "dishId", i.spare, d.name, d.category, d.allergens, d.textures, d.diets
    from diet_plan_dishes i join dishes d on d.tenant_id = i.tenant_id and d.id = i.dish_id
    where i.tenant_id = ${tx.tenantId} and i.plan_id = ${id} order by i.day, i.meal, i.sort, i.dish_id`);
  const changes = await tx.rows<{
    id: number;
    day: number;
    meal: string;
    beforeName: string;
    afterName: string | null;
    reason: string;
    createBy: string;
    createTime: string;
  }>(sql`
    select id, day::integer as day, meal, before_name as "beforeName", after_name as "afterName", reason, user_name as "createBy",
      created_at as "createTime"
    from diet_plan_changes where tenant_id = ${tx.tenantId} and plan_id = ${id} order by id desc limit ${MOST_CHANGES}`);
  return {
    ...row,
    mealTimes: timesOf(settings),
    dishes: dishes.map((dish) => ({ ...dishOf(dish), meal: dish.meal as Meal })),
    changes: changes.map((change) => ({ ...change, meal: change.meal as Meal })),
  };
}
