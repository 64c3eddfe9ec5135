/** The kitchen's sheet of a meal: reckoned when it is read, its counts noted when it is confirmed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { kitchen as routes, KitchenSheet } from '#contract/meals/kitchen.ts';
import { differencesOf, totalsOf, type Count } from '#contract/meals/kitchen.rules.ts';
import { mealsOf, type Meal } from '#contract/meals/meals.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { dinersOf, type AtMeal } from './diners.ts';
import { mealSettings } from './meal-settings.ts';
import { menusOf } from './menus.ts';

interface Noted {
  version: number;
  people: number;
  counts: unknown;
  confirmBy: string;
  confirmTime: string;
}

const guestsOf = ({ order }: AtMeal) => order?.guests ?? 0;
const served = (all: readonly AtMeal[]) => all.map((one) => ({ servings: one.servings, guests: guestsOf(one) }));

/** Whether a resident is to be named: they get something otherwise than most. */
const isSpecial = ({ texture, diets, allergies, mealNote, order }: AtMeal) =>
  texture !== 'regular' || diets.length > 0 || allergies.length > 0 || mealNote !== null || order !== null;

const sum = (all: readonly AtMeal[], of: (one: AtMeal) => number) => all.reduce((total, one) => total + of(one), 0);

/** All of the institution: the kitchen cooks for all residents, with any data scope of the reader. */
async function reckon(work: Work, day: string, meal: Meal) {
  const settings = await mealSettings(work.tx);
  if (!mealsOf(settings).includes(meal)) throw refused('没有这一餐次，请检查参数“餐次与时间”');
  const menus = await menusOf(work.tx, day, meal);
  const menu = menus.all;
  const all = await dinersOf(work, { day, meal, settings, menus });
  const eating = all.filter(({ eats }) => eats);
  return { menu, all, eating, counts: totalsOf(menu.dishes, served(eating)) };
}

/** A sheet as it is now. */
async function sheetOf(work: Work, day: string, meal: Meal): Promise<z.input<typeof KitchenSheet>> {
  const { tx } = work;
  const { menu, all, eating, counts } = await reckon(work, day, meal);
  const noted = await tx.row<Noted>(sql`
    select version, people, counts, user_name as "confirmBy", confirmed_at as "confirmTime" from kitchen_sheets
    where tenant_id = ${tx.tenantId} and day = ${day}::date and meal = ${meal}`);
  const here = all.filter(({ away }) => away === null);
  const floors = [...Map.groupBy(eating, ({ floor }) => floor)];
  return {
    day,
    meal,
    published: menu.published,
    dishes: menu.dishes,
    people: eating.length,
    guests: sum(eating, guestsOf),
    away: all.length - here.length,
    cancelled: here.filter(({ order }) => order?.cancelled).length,
    tube: here.filter(({ tube, order }) => tube && !order?.cancelled).length,
    small: eating.filter(({ order }) => order?.portion === 1).length,
    large: eating.filter(({ order }) => order?.portion === 3).length,
    counts: noted ? differencesOf(counts, noted.counts as Count[]) : counts.map((count) => ({ ...count, change: 0 })),
    gaps: eating.filter(({ gaps }) => gaps.length > 0),
    specials: eating.filter(isSpecial),
    floors: floors.map(([floor, of]) => ({ floor, people: of.length, counts: totalsOf(menu.dishes, served(of)) })),
    confirmed: noted ? { version: noted.version, people: noted.people, confirmBy: noted.confirmBy, confirmTime: noted.confirmTime } : null,
  };
}

export const kitchen: Handlers<typeof routes> = {
  sheet: ({ day, meal }, context) => sheetOf(context, day, meal),

  async confirm({ day, meal, version }, context) {
    const { tx, deps, session } = context;
    const { menu, eating, counts } = await reckon(context, day, meal);
    if (!menu.published) throw refused('该周还没有发布膳食计划，不能确认厨房单');
    const values = sql`${eating.length}, ${JSON.stringify(counts)}::jsonb, ${session.userId}::bigint, ${session.name}, ${isoOf(deps.now())}`;
    const won =
      version === 0
        ? await tx.run(sql`
            insert into kitchen_sheets (tenant_id, day, meal, people, counts, user_id, user_name, confirmed_at)
            values (${tx.tenantId}, ${day}, ${meal}, ${values}) on conflict do nothing`)
        : await tx.run(sql`
            update kitchen_sheets set (people, counts, user_id, user_name, confirmed_at) = (${values}::timestamptz),
              version = version + 1, updated_at = now()
            where tenant_id = ${tx.tenantId} and day = ${day}::date and meal = ${meal} and version = ${version}`);
    if (won === 0) throw conflict('厨房单已被他人确认，请刷新后重试');
    await context.emit('kitchen.confirmed', { day });
    return true;
  },
};
