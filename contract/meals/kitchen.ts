/** 厨房单: what the kitchen makes for a meal, for whom otherwise, and what has changed since it took note. */
import { z } from 'zod';
import { date, ok } from '../fields.ts';
import { get, post } from '../http.ts';
import { meal } from './diet-plans.ts';
import { dishCategoryNames, textureNames } from './dishes.rules.ts';
import { mealNames } from './meals.rules.ts';
import { DinerShown } from './meal-orders.ts';

const texture = z.enum(textureNames);
const count = { dishId: z.number(), dishName: z.string(), texture, count: z.number() };

const ofFloor = z.object({
  /** Building and floor; null: without a bed. */
  floor: z.string().nullable(),
  people: z.number(),
  counts: z.array(z.object(count)),
});

export const KitchenSheet = z.object({
  day: z.string(),
  meal: z.enum(mealNames),
  published: z.boolean(),
  dishes: z.array(z.object({ id: z.number(), name: z.string(), category: z.enum(dishCategoryNames), spare: z.boolean() })),
  /** Who eats; with their guests; who is away; who cancelled; who is fed by a tube. */
  people: z.number(),
  guests: z.number(),
  away: z.number(),
  cancelled: z.number(),
  tube: z.number(),
  /** Of small and large portions. */
  small: z.number(),
  large: z.number(),
  /** What is made now; `change`: against the noted counts, 0 before they are noted. */
  counts: z.array(z.object({ ...count, change: z.number() })),
  /** Those for whom nothing suits in a place of the meal. */
  gaps: z.array(DinerShown),
  /** Those with a texture, a diet, an allergy, a note or an order of their own. */
  specials: z.array(DinerShown),
  floors: z.array(ofFloor),
  /** When the kitchen took note; null: not yet. */
  confirmed: z.object({ version: z.number(), people: z.number(), confirmBy: z.string(), confirmTime: z.string() }).nullable(),
});

const which = { day: date, meal };

export const kitchen = {
  sheet: get('/members/kitchen/sheet', '厨房单', {
    access: 'members_kitchen_view',
    input: z.object(which),
    output: KitchenSheet,
  }),
  /** Notes the counts of now, with the version of the ones noted before, 0 where there are none. */
  confirm: post('/members/kitchen/confirm', '确认厨房单', {
    access: 'members_kitchen_confirm',
    input: z.object({ ...which, version: z.int().min(0).default(0) }),
    output: ok,
    message: '已确认',
  }),
};
