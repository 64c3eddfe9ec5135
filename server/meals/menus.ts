/** The dishes of a meal, by the published plan of its week. */
import { sql } from 'kysely';
import { weekOf, type Meal } from '#contract/meals/meals.rules.ts';
import type { MealDish } from '#contract/meals/servings.rules.ts';
import type { Allergen, Diet, DishCategory, Texture } from '#contract/meals/dishes.rules.ts';
import type { Tx } from '../db/tenant.ts';

export interface MealMenu {
  published: boolean;
  dishes: MealDish[];
}

/** A dish as its row has it: texts that the contract has checked. */
interface Stored {
  id: number;
  name: string;
  category: string;
  allergens: string[];
  textures: string[];
  diets: string[];
  spare: boolean;
}

export const dishOf = <T extends Omit<Stored, 'spare' | 'id'>>(row: T) => ({
  ...row,
  category: row.category as DishCategory,
  allergens: row.allergens as Allergen[],
  textures: row.textures as Texture[],
  diets: row.diets as Diet[],
});

/** The dishes of a meal of a day (`yyyy-MM-dd`), in the order of the plan. */
export async function menuOf(tx: Tx, day: string, meal: Meal): Promise<MealMenu> {
  const { monday, index } = weekOf(day);
  const plan = await tx.row<{ id: number }>(
    sql`select id from diet_plans where tenant_id = ${tx.tenantId} and week_on = ${monday}::date and state = 2`,
  );
  if (!plan) return { published: false, dishes: [] };
  const dishes = await tx.rows<Stored>(sql`
    select d.id, d.name, d.category, d.allergens, d.textures, d.diets, i.spare
    from diet_plan_dishes i join dishes d on d.tenant_id = i.tenant_id and d.id = i.dish_id
    where i.tenant_id = ${tx.tenantId} and i.plan_id = ${plan.id} and i.day = ${index} and i.meal = ${meal}
    order by i.sort, d.id`);
  return { published: true, dishes: dishes.map(dishOf) };
}
