/** Plans of a week: drafted, filled, published in place of the edition before, and changed for a reason. */
import { sql } from 'kysely';
import { allergenNames, allergiesOf } from '#contract/meals/dishes.rules.ts';
import { dietPlanStates } from '#contract/meals/diet-plan-commands.rules.ts';
import type { dietPlans as routes } from '#contract/meals/diet-plans.ts';
import { weekOf } from '#contract/meals/meals.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { db, type Tx } from '../db/tenant.ts';
import { apply, applyTo, needOpen, openFor } from '../db/transitions.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { reads } from '../lists/crud.ts';
import { dietPlanMachine, lockDietPlan, type DietPlanRow } from './diet-plan-machine.ts';
import { list, readDietPlan, timesOf } from './diet-plan-rows.ts';
import { mealSettings } from './meal-settings.ts';

const refusals = { diet_plans_draft: conflict('该周已有草稿，请在草稿上编排') };

interface Planned {
  day: number;
  meal: string;
  dishId: number;
  spare: boolean;
}

/** Puts dishes in the place of all that a plan has. Throws 422 where one is not there or not in use. */
async function writeDishes(tx: Tx, planId: number, dishes: readonly Planned[]): Promise<void> {
  const ids = [...new Set(dishes.map(({ dishId }) => dishId))];
  const known = await tx.row<{ count: number }>(
    sql`select count(*)::integer as count from dishes where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) and status = 0`,
  );
  if (known!.count !== ids.length) throw refused('有菜品不存在或已停用，请重新选择');
  const cells = new Set(dishes.map(({ day, meal, dishId }) => `${day} ${meal} ${dishId}`));
  if (cells.size !== dishes.length) throw invalid('同一餐次中有重复的菜品');
  await tx.run(sql`delete from diet_plan_dishes where tenant_id = ${tx.tenantId} and plan_id = ${planId}`);
  await tx.run(sql`
    insert into diet_plan_dishes (tenant_id, plan_id, day, meal, sort, dish_id, spare)
    select ${tx.tenantId}::bigint, ${planId}::bigint, d.day, d.meal, d.sort, d."dishId", d.spare
    from jsonb_to_recordset(${JSON.stringify(dishes.map((dish, sort) => ({ ...dish, sort })))}::jsonb)
      as d(day smallint, meal text, sort smallint, "dishId" bigint, spare boolean)`);
}

/** Throws 422 unless the institution has a building of that name; empty is the institution itself. */
async function needBuilding(tx: Tx, building: string): Promise<void> {
  if (building === '') return;
  const found = await tx.row(sql`select from rooms where tenant_id = ${tx.tenantId} and building = ${building} limit 1`);
  if (!found) throw refused('没有这栋楼，请重新选择适用楼栋');
}

/** Copies what is still in use of another plan. Throws 422 where there is none. */
async function copyDishes(tx: Tx, fromId: number, toId: number): Promise<void> {
  const other = await tx.row(sql`select 1 from diet_plans where tenant_id = ${tx.tenantId} and id = ${fromId}`);
  if (!other) throw refused('要复制的膳食计划不存在');
  await tx.run(sql`
    insert into diet_plan_dishes (tenant_id, plan_id, day, meal, sort, dish_id, spare)
    select i.tenant_id, ${toId}::bigint, i.day, i.meal, i.sort, i.dish_id, i.spare
    from diet_plan_dishes i join dishes d on d.tenant_id = i.tenant_id and d.id = i.dish_id and d.status = 0
    where i.tenant_id = ${tx.tenantId} and i.plan_id = ${fromId}`);
}

/** The published plan of the same week and building that gives way; nothing where there is none. */
async function replaceEarlier(context: Context, { week_on: weekOn, building }: DietPlanRow): Promise<void> {
  const { tx } = context;
  const earlier = await tx.row<{ id: number }>(
    sql`select id from diet_plans where tenant_id = ${tx.tenantId} and week_on = ${weekOn}::date and building = ${building}
      and state = ${dietPlanStates.published}`,
  );
  if (earlier) await apply(dietPlanMachine, context, { id: earlier.id }, { action: 'replace' });
}

export const dietPlans: Handlers<typeof routes> = {
  page: reads(list).page,
  get: ({ id }, context) => readDietPlan(context, id),

  meals: async (_input, { tx }) => timesOf(await mealSettings(tx)),

  async week({ day, building = '' }, context) {
    const { tx } = context;
    const plan = await tx.row<{ id: number }>(sql`
      select id from diet_plans where tenant_id = ${tx.tenantId} and week_on = ${weekOf(day).monday}::date
        and building in ('', ${building}) and state = ${dietPlanStates.published} order by building desc limit 1`);
    return plan ? readDietPlan(context, plan.id) : null;
  },

  async allergic(_input, { tx }) {
    const people = await tx.rows<{ flags: string[] }>(sql`
      select flags from people where tenant_id = ${tx.tenantId} and deleted_at is null and bed_id is not null and status in (1, 2, 3)
        and flags <> '{}'`);
    const all = people.map(({ flags }) => allergiesOf(flags).allergens);
    return allergenNames
      .map((allergen) => ({ allergen, count: all.filter((names) => names.includes(allergen)).length }))
      .filter(({ count }) => count > 0);
  },

  async create({ weekDate, building, copyId, remarks }, context) {
    const { tx, session } = context;
    await needBuilding(tx, building);
    const made = await explaining(
      refusals,
      tx.row(
        db
          .insertInto('diet_plans')
          .values({
            tenant_id: tx.tenantId,
            week_on: weekDate,
            edition: sql`(select coalesce(max(edition), 0) + 1 from diet_plans
              where tenant_id = ${tx.tenantId} and week_on = ${weekDate}::date and building = ${building})`,
            building,
            remarks,
            user_id: session.userId,
            user_name: session.name,
          })
          .returning('id'),
      ),
    );
    if (copyId !== null) await copyDishes(tx, copyId, made!.id);
    await context.emit('diet-plan.changed', { planId: made!.id });
    return made!.id;
  },

  async fill({ dishes, remarks, ...which }, context) {
    const { tx } = context;
    const row = await openFor(dietPlanMachine, context, which, 'fill');
    return applyTo(dietPlanMachine, context, row, { action: 'fill' }, async () => {
      await writeDishes(tx, row.id, dishes);
      if (remarks !== undefined)
        await tx.run(sql`update diet_plans set remarks = ${remarks} where tenant_id = ${tx.tenantId} and id = ${row.id}`);
    });
  },

  async publish(which, context) {
    const { tx, session } = context;
    const row = await openFor(dietPlanMachine, context, which, 'publish');
    const has = await tx.row<{ count: number }>(
      sql`select count(*)::integer as count from diet_plan_dishes where tenant_id = ${tx.tenantId} and plan_id = ${row.id}`,
    );
    if (has!.count > 0) await replaceEarlier(context, row);
    return applyTo(dietPlanMachine, context, row, { action: 'publish', dishes: has!.count, by: session.name });
  },

  async change({ day, meal, dishId, replaceId, reason, ...which }, context) {
    const { tx, deps, session } = context;
    const row = await openFor(dietPlanMachine, context, which, 'change');
    return applyTo(dietPlanMachine, context, row, { action: 'change' }, async () => {
      const cell = sql`tenant_id = ${tx.tenantId} and plan_id = ${row.id} and day = ${day} and meal = ${meal}`;
      const before = await tx.row<{ name: string }>(sql`
        select d.name from diet_plan_dishes i join dishes d on d.tenant_id = i.tenant_id and d.id = i.dish_id
        where i.tenant_id = ${tx.tenantId} and i.plan_id = ${row.id} and i.day = ${day} and i.meal = ${meal} and i.dish_id = ${dishId}`);
      if (!before) throw refused('该餐没有这道菜品，请刷新后重试');
      const after =
        replaceId === null
          ? null
          : await tx.row<{ name: string }>(
              sql`select name from dishes where tenant_id = ${tx.tenantId} and id = ${replaceId} and status = 0`,
            );
      if (after === undefined) throw refused('有菜品不存在或已停用，请重新选择');
      if (replaceId === null) await tx.run(sql`delete from diet_plan_dishes where ${cell} and dish_id = ${dishId}`);
      else
        await explaining(
          { diet_plan_dishes_pkey: invalid('同一餐次中有重复的菜品') },
          tx.run(sql`update diet_plan_dishes set dish_id = ${replaceId} where ${cell} and dish_id = ${dishId}`),
        );
      await tx.run(
        db.insertInto('diet_plan_changes').values({
          tenant_id: tx.tenantId,
          plan_id: row.id,
          day,
          meal,
          before_name: before.name,
          after_name: after?.name ?? null,
          reason,
          user_id: session.userId,
          user_name: session.name,
          created_at: isoOf(deps.now()),
        }),
      );
    });
  },

  async remove({ id }, context) {
    const { tx } = context;
    const row = await lockDietPlan(tx, id);
    await needOpen(dietPlanMachine, context, row, 'delete');
    await tx.run(sql`delete from diet_plans where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('diet-plan.changed', { planId: id });
    return true;
  },
};
