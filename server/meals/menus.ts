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

/** The published menus of a meal: that of the institution, and those of buildings that have their own. */
export interface Menus {
  ofBuilding(building: string | null): MealMenu;
  /** Of the institution and all buildings, each dish once, in the order of the plans. */
  all: MealMenu;
}

/** Nothing is served: for what asks only who is there. */
export const NO_MENUS: Menus = { ofBuilding: () => NONE, all: { published: false, dishes: [] } };
const NONE: MealMenu = { published: false, dishes: [] };

/** The menus of a meal of a day (`yyyy-MM-dd`). */
export async function menusOf(tx: Tx, day: string, meal: Meal): Promise<Menus> {
  const { monday, index } = weekOf(day);
  const rows = await tx.rows<{ building: string; dish: Stored | null }>(sql`
    select p.building, case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name, 'category', d.category,
      'allergens', d.allergens, 'textures', d.textures, 'diets', d.diets, 'spare', i.spare) end as dish
    from diet_plans p
      left join diet_plan_dishes i on i.tenant_id = p.tenant_id and i.plan_id = p.id and i.day = ${index} and i.meal = ${meal}
      left join dishes d on d.tenant_id = i.tenant_id and d.id = i.dish_id
    where p.tenant_id = ${tx.tenantId} and p.week_on = ${monday}::date and p.state = 2
    order by p.building, i.sort, d.id`);
  const menus = new Map(
    [...Map.groupBy(rows, ({ building }) => building)].map(([building, of]) => [
      building,
      { published: true, dishes: of.flatMap(({ dish }) => (dish === null ? [] : [dishOf(dish)])) },
    ]),
  );
  const dishes = new Map([...menus.values()].flatMap((menu) => menu.dishes.map((dish) => [dish.id, dish] as const)).toReversed());
  return {
    ofBuilding: (building) => menus.get(building ?? '') ?? menus.get('') ?? NONE,
    all: { published: menus.size > 0, dishes: [...dishes.values()].toReversed() },
  };
}
