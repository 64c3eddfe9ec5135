/** Every service of meals: `contract/index.ts` takes them in, `server/meals/meal-handlers.ts` implements each. */
import type { Route } from '../http.ts';
import { dietPlans } from './diet-plans.ts';
import { dishes } from './dishes.ts';
import { foodSamples } from './food-samples.ts';
import { kitchen } from './kitchen.ts';
import { mealOrders } from './meal-orders.ts';
import { mealRecords } from './meal-records.ts';

export const mealServices = {
  dietPlans,
  dishes,
  foodSamples,
  kitchen,
  mealOrders,
  mealRecords,
} satisfies Record<string, Record<string, Route>>;
