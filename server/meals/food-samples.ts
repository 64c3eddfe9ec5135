/** Samples of dishes: taken of each that is served, kept, disposed of. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import {
  closedFoodSample,
  decideFoodSample,
  foodSampleStateLabels,
  type FoodSampleChange,
  type FoodSampleCommand,
} from '#contract/meals/food-sample-commands.rules.ts';
import { foodSampleLabels } from '#contract/meals/food-samples.labels.ts';
import { foodSamples as routes, type FoodSample } from '#contract/meals/food-samples.ts';
import { mealAt, meals, mealsOf, type Meal } from '#contract/meals/meals.rules.ts';
import { DAY, HOUR, MINUTE, instantOf, isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { db, type Tx } from '../db/tenant.ts';
import { apply, type Machine } from '../db/transitions.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, from, reads, to, type ListOf } from '../lists/crud.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import { mealSettings } from './meal-settings.ts';
import { menusOf } from './menus.ts';

const NOUN = '留样';
const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

const list: ListOf<typeof routes.page, 'food_samples'> = {
  table: 'food_samples',
  noun: NOUN,
  columns: {
    id: 'id',
    state: 'state',
    day: 'day',
    meal: () => sql`food_samples.meal`,
    dishId: 'dish_id',
    dishName: 'dish_name',
    grams: 'grams',
    takenTime: 'taken_at',
    keepUntil: 'keep_until',
    createBy: 'user_name',
    disposeTime: 'disposed_at',
    disposeBy: 'disposed_by',
    remarks: 'remarks',
    version: 'version',
  },
  filters: {
    state: equals('state'),
    meal: equals('meal'),
    dishName: contains('dish_name'),
    startDate: from('day'),
    endDate: to('day'),
  },
  sorts: { taken_time: 'taken_at' },
  order: 'taken_at',
};

const sheet: Export<z.input<typeof FoodSample>> = {
  name: NOUN,
  list: () => listOf(list),
  columns: titled(foodSampleLabels, [
    { key: 'day', width: 12 },
    { key: 'meal', value: ({ meal }) => meals[meal], width: 8 },
    { key: 'dishName', width: 18 },
    { key: 'grams', width: 12 },
    { key: 'state', value: ({ state }) => foodSampleStateLabels[state] ?? '', width: 10 },
    { key: 'takenTime', format: 'dateTime', width: 20 },
    { key: 'keepUntil', format: 'dateTime', width: 20 },
    { key: 'createBy', width: 12 },
    { key: 'disposeTime', format: 'dateTime', width: 20 },
    { key: 'disposeBy', width: 12 },
    { key: 'remarks', width: 24 },
  ]),
};

async function lockSample(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('food_samples').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return { ...row, keepUntil: row.keep_until };
}
type Row = Awaited<ReturnType<typeof lockSample>>;

const machine: Machine<Context, Row, FoodSampleCommand, FoodSampleChange> = {
  table: 'food_samples',
  read: ({ tx }, id) => lockSample(tx, id),
  fresh: async (_work, { id, version }) => ({ id, version }),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: (row, _action, now) => closedFoodSample(row, now),
  decide: decideFoodSample,
  columns: (_work, _row, { set }) => set,
  follow: async () => {},
  record: (work, { day }) => work.emit('food-sample.changed', { day }),
};

export const foodSamples: Handlers<typeof routes> = {
  page: reads(list).page,
  export: exporting(routes.export, sheet),

  async missing({ day }, { tx, deps }) {
    const settings = await mealSettings(tx);
    const kept = new Set(
      (
        await tx.rows<{ meal: string; dishId: number }>(
          sql`select meal, dish_id as "dishId" from food_samples where tenant_id = ${tx.tenantId} and day = ${day}::date`,
        )
      ).map(({ meal, dishId }) => `${meal} ${dishId}`),
    );
    const begun = mealsOf(settings).filter((meal) => mealAt(settings, day, meal)! <= deps.now());
    const found: { meal: Meal; dishId: number; dishName: string }[] = [];
    for (const meal of begun)
      for (const { id, name } of (await menusOf(tx, day, meal)).all.dishes)
        if (!kept.has(`${meal} ${id}`)) found.push({ meal, dishId: id, dishName: name });
    return found;
  },

  create: (form, context) =>
    once(context, routes.create, form, async () => {
      const { tx, deps, session } = context;
      const { day, meal, dishId, grams, takenTime, remarks } = form;
      const now = deps.now();
      const settings = await mealSettings(tx);
      const at = takenTime === null ? now : instantOf(takenTime);
      if (at > now + 5 * MINUTE) throw invalid('时间不能晚于现在');
      if (Math.abs(at - instantOf(day)) > 2 * DAY) throw invalid('留样时间与供餐日期不符');
      if (grams < settings.sampleGrams) throw refused(`留样量不能少于${settings.sampleGrams}克`);
      const dish = (await menusOf(tx, day, meal)).all.dishes.find(({ id }) => id === dishId);
      if (!dish) throw refused('所选菜品不在该餐的膳食计划中，请重新选择');
      const made = await explaining(
        { food_samples_once: conflict('该菜品已留样') },
        tx.row(
          db
            .insertInto('food_samples')
            .values({
              tenant_id: tx.tenantId,
              day,
              meal,
              dish_id: dishId,
              dish_name: dish.name,
              grams,
              taken_at: isoOf(at),
              keep_until: isoOf(at + settings.sampleHours * HOUR),
              user_id: session.userId,
              user_name: session.name,
              remarks,
            })
            .returning('id'),
        ),
      );
      await context.emit('food-sample.changed', { day });
      return made!.id;
    }),

  dispose: (which, context) => apply(machine, context, which, { action: 'dispose', by: context.session.name }),
};
