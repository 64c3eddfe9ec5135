/** What implements the services of meals: one without its handlers does not compile. */
import type { mealServices } from '#contract/meals/meal-services.ts';
import type { Handlers } from '../http/implement.ts';
import { dietPlans } from './diet-plans.ts';
import { dishes } from './dishes.ts';
import { foodSamples } from './food-samples.ts';
import { kitchen } from './kitchen.ts';
import { mealOrders } from './meal-orders.ts';
import { mealRecords } from './meal-records.ts';

type Services = typeof mealServices;

export const mealHandlers: { [S in keyof Services]: Handlers<Services[S]> } = {
  dietPlans,
  dishes,
  foodSamples,
  kitchen,
  mealOrders,
  mealRecords,
};
