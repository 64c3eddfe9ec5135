/** The demonstration's meals: dishes, the menu of this week and a draft of the next, who eats what otherwise, what was eaten, samples. */
import { sql } from 'kysely';
import { eatenLabels } from '#contract/care/eaten.rules.ts';
import type { DishCategory } from '#contract/meals/dishes.rules.ts';
import { mealAt, mealDefaults, meals, mealsOf, weekOf, type Meal } from '#contract/meals/meals.rules.ts';
import { dayOf, HOUR, MINUTE, nextDay, textOf } from '#contract/time.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { demoDishes } from './dishes.ts';
import { randomOf, type Random } from './random.ts';

interface Staff {
  id: number;
  name: string;
}

/** Of the dictionary meal_type: 普食, 软食, 半流质, 低盐低脂, 糖尿病餐. */
const KINDS = [1, 2, 3, 6, 7];
const ALLERGIES = ['花生过敏', '海鲜过敏', '鸡蛋过敏', '牛奶过敏', '花生过敏', '花生过敏'];
/** What stands in a meal: so many of a category, and so many spare ones. */
const SHAPES: Partial<Record<Meal, readonly (readonly [DishCategory, number, number])[]>> = {
  breakfast: [
    ['staple', 1, 1],
    ['porridge', 1, 1],
    ['vegetable', 1, 1],
    ['extra', 1, 1],
  ],
  lunch: [
    ['staple', 1, 1],
    ['meat', 1, 3],
    ['vegetable', 1, 1],
    ['soup', 1, 1],
  ],
  afternoon: [['fruit', 1, 1]],
  dinner: [
    ['staple', 1, 1],
    ['meat', 1, 2],
    ['vegetable', 1, 1],
    ['porridge', 1, 1],
  ],
};

async function seedDishes(tx: Tx): Promise<Map<DishCategory, { id: number; name: string }[]>> {
  const made = await tx.rows(
    db
      .insertInto('dishes')
      .values(demoDishes.map((dish) => ({ ...dish, tenant_id: tx.tenantId })))
      .returning(['id', 'name', 'category']),
  );
  return Map.groupBy(made, ({ category }) => category as DishCategory);
}

interface Week {
  weekOn: string;
  /** Where in the lists of dishes it begins. */
  turn: number;
  published: string | null;
  /** Absent: the whole institution. */
  building?: string;
}

async function seedPlan(
  tx: Tx,
  boss: Staff,
  dishes: Map<DishCategory, { id: number }[]>,
  { weekOn, turn, published, building = '' }: Week,
) {
  const plan = await tx.row(
    db
      .insertInto('diet_plans')
      .values({
        tenant_id: tx.tenantId,
        week_on: weekOn,
        building,
        state: published === null ? 1 : 2,
        published_at: published,
        published_by: published === null ? null : boss.name,
        user_id: boss.id,
        user_name: boss.name,
      })
      .returning('id'),
  );
  const next = new Map<DishCategory, number>();
  const rows = Array.from({ length: 7 }, (_, day) =>
    mealsOf(mealDefaults).flatMap((meal) =>
      (SHAPES[meal] ?? []).flatMap(([category, ordinary, spare]) =>
        Array.from({ length: ordinary + spare }, (_, n) => {
          const all = dishes.get(category)!;
          const at = next.get(category) ?? turn;
          next.set(category, at + 1);
          return { tenant_id: tx.tenantId, plan_id: plan!.id, day, meal, sort: n, dish_id: all[at % all.length]!.id, spare: n >= ordinary };
        }),
      ),
    ),
  ).flat();
  await tx.run(
    db
      .insertInto('diet_plan_dishes')
      .values(rows)
      .onConflict((on) => on.doNothing()),
  );
}

/** Kinds of meals and some allergies of those who live in the house. */
async function seedWishes(tx: Tx, random: Random, people: readonly number[]): Promise<void> {
  const kinds = people.map(() => KINDS[random.weighted([55, 20, 5, 10, 10])] as number);
  await tx.run(sql`
    update people p set meal = w.meal from unnest(${people}::bigint[], ${kinds}::smallint[]) as w(id, meal)
    where p.tenant_id = ${tx.tenantId} and p.id = w.id and p.meal is null`);
  const plain = await tx.rows<{ id: number }>(sql`
    select id from people where tenant_id = ${tx.tenantId} and id = any(${people}::bigint[]) and flags = '{}' order by id desc
    limit ${ALLERGIES.length}`);
  for (const [n, { id }] of plain.entries())
    await tx.run(sql`update people set flags = array[${ALLERGIES[n]}]::text[] where tenant_id = ${tx.tenantId} and id = ${id}`);
  const [first] = people;
  await tx.run(sql`
    update people set meal_texture = 'minced', meal_diets = array['low_salt'], meal_note = '少油，菜饭分开'
    where tenant_id = ${tx.tenantId} and id = ${first}`);
}

async function seedOrders(tx: Tx, nurse: Staff, people: readonly number[], today: string): Promise<void> {
  const changes = [{ cancelled: true, note: '家属送餐' }, { portion: 1 }, { portion: 3, note: '饭量大' }, { guests: 1, note: '儿子陪餐' }];
  await tx.run(
    db.insertInto('meal_orders').values(
      changes.flatMap((change, n) =>
        [today, nextDay(today)].map((day) => ({
          tenant_id: tx.tenantId,
          person_id: people[n + 3]!,
          day,
          meal: n % 2 === 0 ? 'lunch' : 'dinner',
          user_id: nurse.id,
          user_name: nurse.name,
          ...change,
        })),
      ),
    ),
  );
}

/** Notes of how much was eaten at the meals of yesterday and of today so far. */
async function seedEaten(tx: Tx, random: Random, carers: readonly Staff[], people: readonly number[], now: number): Promise<void> {
  const today = dayOf(now);
  const over = [nextDay(today, -1), today].flatMap((day) =>
    (['breakfast', 'lunch', 'dinner'] as const).map((meal) => ({ day, meal, at: mealAt(mealDefaults, day, meal)! })),
  );
  const rows = over
    .filter(({ at }) => at + HOUR < now)
    .flatMap(({ day, meal, at }) =>
      people.slice(0, 24).map((person_id, n) => {
        const carer = carers[n % carers.length]!;
        const eaten = n === 7 ? 5 : 1 + random.weighted([60, 20, 12, 8]);
        const noted = textOf(at + (30 + n) * MINUTE);
        return {
          tenant_id: tx.tenantId,
          person_id,
          kind: 'meal',
          noted_at: noted,
          text: `${meals[meal]}：${eatenLabels[eaten]}`,
          user_id: carer.id,
          user_name: carer.name,
          created_at: noted,
          meal_on: day,
          meal,
          eaten,
        };
      }),
    );
  if (rows.length > 0) await tx.run(db.insertInto('care_notes').values(rows));
}

/** Samples of the lunches of the days before today, the oldest disposed of. */
async function seedSamples(tx: Tx, cook: Staff, dishes: Map<DishCategory, { id: number; name: string }[]>, now: number): Promise<void> {
  const names = (['meat', 'vegetable', 'soup'] as const).flatMap((category) => dishes.get(category)!.slice(0, 2));
  const rows = [1, 3].flatMap((ago) => {
    const day = nextDay(dayOf(now), -ago);
    const taken = mealAt(mealDefaults, day, 'lunch')! - 10 * MINUTE;
    const until = taken + mealDefaults.sampleHours * HOUR;
    const over = until < now;
    return names.map(({ id, name }) => ({
      tenant_id: tx.tenantId,
      state: over ? 2 : 1,
      day,
      meal: 'lunch',
      dish_id: id,
      dish_name: name,
      grams: 150,
      taken_at: textOf(taken),
      keep_until: textOf(until),
      user_id: cook.id,
      user_name: cook.name,
      disposed_at: over ? textOf(Math.min(now, until + HOUR)) : null,
      disposed_by: over ? cook.name : null,
    }));
  });
  await tx.run(db.insertInto('food_samples').values(rows));
}

const staffOf = (tx: Tx, role: string) =>
  tx.rows<Staff>(sql`
    select distinct u.id, u.name from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where u.tenant_id = ${tx.tenantId} and r.code = ${role} and u.deleted_at is null order by u.id`);

/** To be called once residents and staff are there; an institution without beds has none. */
export async function seedMeals(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    const people = (
      await tx.rows<{ id: number }>(sql`
        select id from people where tenant_id = ${tx.tenantId} and bed_id is not null and status = 1 and deleted_at is null order by id`)
    ).map(({ id }) => id);
    const [[boss], [nurse], carers] = [await staffOf(tx, 'admin'), await staffOf(tx, 'nurse'), await staffOf(tx, 'carer')];
    if (people.length < 10 || !boss || !nurse || carers.length === 0) return;
    const now = deps.now();
    const { monday } = weekOf(dayOf(now));
    const dishes = await seedDishes(tx);
    await seedPlan(tx, boss, dishes, { weekOn: monday, turn: 0, published: `${nextDay(monday, -3)} 10:00:00` });
    await seedPlan(tx, boss, dishes, { weekOn: nextDay(monday, 7), turn: 3, published: null });
    const other = await tx.row<{ building: string }>(sql`
      select building from rooms where tenant_id = ${tx.tenantId} group by building order by building offset 1 limit 1`);
    if (other) await seedPlan(tx, boss, dishes, { weekOn: monday, turn: 2, published: `${nextDay(monday, -2)} 10:00:00`, ...other });
    await seedWishes(tx, randomOf(`meals${tenantId}`), people);
    await seedOrders(tx, nurse, people, dayOf(now));
    await seedEaten(tx, randomOf(`eaten${tenantId}`), carers, people, now);
    await seedSamples(tx, nurse, dishes, now);
  });
}
