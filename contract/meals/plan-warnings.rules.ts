/** What an author of a plan is told while writing it. Pure. */
import { allergenNames, allergens, type Allergen, type DishCategory } from './dishes.rules.ts';
import { meals, mealNames, type Meal } from './meals.rules.ts';

export interface PlannedDish {
  day: number;
  meal: Meal;
  dishId: number;
  spare: boolean;
}

export interface KnownDish {
  name: string;
  category: DishCategory;
  allergens: readonly Allergen[];
}

export interface PlanWarning {
  day: number;
  /** Null: of the whole day. */
  meal: Meal | null;
  text: string;
}

/** So many residents with one allergy are said. */
const MANY_ALLERGIC = 3;

const MAIN: readonly Meal[] = ['lunch', 'dinner'];

/**
 * What is worth another look in a plan: a main meal without vegetable or staple, a dish twice on a day, an ordinary dish to which many
 * residents are allergic. `allergic` counts the residents by allergen; meals without any dish say nothing.
 */
export function planWarnings(
  planned: readonly PlannedDish[],
  dishes: ReadonlyMap<number, KnownDish>,
  allergic: Readonly<Partial<Record<Allergen, number>>>,
): PlanWarning[] {
  const found: PlanWarning[] = [];
  for (let day = 0; day < 7; day++) {
    const ofDay = planned.filter((one) => one.day === day);
    for (const meal of mealNames) {
      const served = ofDay.filter((one) => one.meal === meal && !one.spare).flatMap(({ dishId }) => dishes.get(dishId) ?? []);
      if (served.length === 0) continue;
      const has = (category: DishCategory) => served.some((dish) => dish.category === category);
      if (MAIN.includes(meal)) {
        if (!has('vegetable')) found.push({ day, meal, text: `${meals[meal]}没有素菜` });
        if (!has('staple')) found.push({ day, meal, text: `${meals[meal]}没有主食` });
      }
      for (const allergen of allergenNames) {
        const count = allergic[allergen] ?? 0;
        const names = served.filter((dish) => dish.allergens.includes(allergen)).map(({ name }) => name);
        if (count >= MANY_ALLERGIC && names.length > 0)
          found.push({ day, meal, text: `${names.join('、')}：${count}人对${allergens[allergen]}过敏` });
      }
    }
    const times = Map.groupBy(
      ofDay.filter((one) => !one.spare && dishes.get(one.dishId)?.category !== 'staple'),
      ({ dishId }) => dishId,
    );
    for (const [dishId, same] of times)
      if (same.length > 1) found.push({ day, meal: null, text: `${dishes.get(dishId)?.name ?? ''}一天${same.length}次` });
  }
  return found;
}
