/** An institution with dishes, a published week and residents of several kinds, at a clock that tests set. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { dishes } from '#contract/meals/dishes.ts';
import { weekOf } from '#contract/meals/meals.rules.ts';
import { DAY, dayOf, instantOf, nextDay } from '#contract/time.ts';
import { person } from './care.ts';
import { harness } from './harness.ts';

/** The day that the tests are on, a few days ago: sessions are of the real time. */
export const TODAY = dayOf(Date.now() - 4 * DAY);
export const YESTERDAY = nextDay(TODAY, -1);
/** Of the week that is published. */
export const { monday: MONDAY } = weekOf(TODAY);
/** Before the order of the lunch closes. */
export const EARLY = instantOf(`${TODAY} 08:00:00`);

const ALL = ['regular', 'soft', 'minced', 'pureed'];
const KNOWN = [
  ['米饭', 'staple', [], ALL, ['low_salt', 'low_sugar']],
  ['清蒸鲈鱼', 'meat', ['fish'], ALL, ['low_salt', 'low_sugar']],
  ['炒青菜', 'vegetable', [], ALL, ['low_salt', 'low_sugar']],
  ['肉末蒸豆腐', 'meat', ['soy'], ALL, ['low_salt', 'low_sugar']],
  ['红烧肉', 'meat', ['soy'], ['regular', 'soft'], []],
] as const;

export async function mealHouse() {
  const clock = { now: EARLY };
  const t = await harness({ now: () => clock.now });
  const tenantId = await t.tenant();
  const chief = await t.user(tenantId, { name: '院长' });
  const stranger = await t.user(await t.tenant());
  const ids: Record<string, number> = {};
  for (const [name, category, allergens, textures, diets] of KNOWN) {
    const made = await t.route(dishes.create, chief, { name, category, allergens, textures, diets } as never);
    assert.equal(made.status, 200, String(made.msg));
    ids[name] = made.data;
  }
  const lunch = (day: number) => [
    { day, meal: 'lunch', dishId: ids['米饭'] },
    { day, meal: 'lunch', dishId: ids['清蒸鲈鱼'] },
    { day, meal: 'lunch', dishId: ids['炒青菜'] },
    { day, meal: 'lunch', dishId: ids['肉末蒸豆腐'], spare: true },
  ];
  const draft = async (weekDate = MONDAY, more: object = {}): Promise<number> => {
    const made = await t.route(dietPlans.create, chief, { weekDate, ...more } as never);
    assert.equal(made.status, 200, String(made.msg));
    return made.data;
  };
  const run = (query: ReturnType<typeof sql>) => t.deps.inTenant(tenantId, (tx) => tx.run(query));
  /** A resident with flags, texture and diets. */
  const resident = async (name: string, flags: string[] = [], texture: string | null = null, diets: string[] = []): Promise<number> => {
    const id = await person(t, tenantId, name);
    await run(sql`update people set flags = ${flags}::text[], meal_texture = ${texture}, meal_diets = ${diets}::text[]
      where tenant_id = ${tenantId} and id = ${id}`);
    return id;
  };
  /** The lunches of the week, published. */
  const publish = async (): Promise<number> => {
    const id = await draft();
    const filled = await t.route(dietPlans.fill, chief, { id, dishes: [0, 1, 2, 3, 4, 5, 6].flatMap(lunch) } as never);
    assert.equal(filled.status, 200, String(filled.msg));
    assert.equal((await t.route(dietPlans.publish, chief, { id })).status, 200);
    return id;
  };
  return { t, clock, tenantId, chief, stranger, ids, lunch, draft, publish, resident, run };
}
