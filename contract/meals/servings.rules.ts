/** What a person is served of a meal: what suits, what stands in for what does not, and what the kitchen has to see to. Pure. */
import {
  allergens,
  diets,
  textureNames,
  textures,
  type Allergen,
  type Diet,
  type Diner,
  type DishCategory,
  type Texture,
} from './dishes.rules.ts';

/** A dish of a meal, in the order of the plan. */
export interface MealDish {
  id: number;
  name: string;
  category: DishCategory;
  allergens: readonly Allergen[];
  textures: readonly Texture[];
  diets: readonly Diet[];
  /** Served only to whom another does not suit, or who chose it. */
  spare: boolean;
}

export interface Serving {
  dishId: number;
  texture: Texture;
  /** The dish in whose place it is served; null: in none. */
  insteadOf: string | null;
}

/** A dish that is not served and has nothing in its place. */
export interface Gap {
  category: DishCategory;
  dishName: string;
  why: string;
}

/** Why a dish is harmful to a person; null when it is not. */
export function harmOf(dish: Pick<MealDish, 'name' | 'allergens'>, diner: Diner): string | null {
  const hit = dish.allergens.filter((name) => diner.allergens.includes(name)).map((name) => allergens[name]);
  const words = diner.words.filter((word) => dish.name.includes(word));
  const all = [...hit, ...words];
  return all.length === 0 ? null : `${all.join('、')}过敏`;
}

/** The firmest texture of a dish that is not firmer than the person's; null when it has none. */
export const textureFor = (dish: Pick<MealDish, 'textures'>, texture: Texture): Texture | null =>
  textureNames.slice(textureNames.indexOf(texture)).find((name) => dish.textures.includes(name)) ?? null;

/** Why a dish does not suit a person; null when it does. */
export function unsuitable(dish: MealDish, diner: Diner): string | null {
  const harm = harmOf(dish, diner);
  if (harm !== null) return harm;
  const missing = diner.diets.filter((name) => !dish.diets.includes(name)).map((name) => diets[name]);
  if (missing.length > 0) return `不适合${missing.join('、')}`;
  return textureFor(dish, diner.texture) === null ? `不能做成${textures[diner.texture].label}` : null;
}

/**
 * What a person is served of the dishes of a meal. The ordinary ones are served; `chosen` ids that the meal has take the place of
 * the ordinary ones. What does not suit is replaced by the first spare dish of its category that does; where there is none it is a gap.
 */
export function servingsOf(dishes: readonly MealDish[], diner: Diner, chosen: readonly number[]): { servings: Serving[]; gaps: Gap[] } {
  if (diner.tube) return { servings: [], gaps: [] };
  const wanted = dishes.filter(({ id }) => chosen.includes(id));
  const first = wanted.length > 0 ? wanted : dishes.filter(({ spare }) => !spare);
  const served = new Set<number>();
  const servings: Serving[] = [];
  const gaps: Gap[] = [];
  const serve = (dish: MealDish, insteadOf: string | null) => {
    served.add(dish.id);
    servings.push({ dishId: dish.id, texture: textureFor(dish, diner.texture)!, insteadOf });
  };
  const refused = first.filter((dish) => {
    if (unsuitable(dish, diner) !== null) return true;
    serve(dish, null);
    return false;
  });
  for (const dish of refused) {
    const other = dishes.find(
      (one) => one.category === dish.category && one.id !== dish.id && !served.has(one.id) && unsuitable(one, diner) === null,
    );
    if (other) serve(other, dish.name);
    else gaps.push({ category: dish.category, dishName: dish.name, why: unsuitable(dish, diner)! });
  }
  return { servings, gaps };
}
