/** How much of the meals of today was eaten, on the phone: what the steps are, and what they make of the list. Pure. */
import type { mealRecords } from '#contract/meals/meal-records.ts';
import type { Output } from '#contract/http.ts';
import { MINUTE, instantOf, textOf } from '#contract/time.ts';
import type { Step } from './steps.ts';

export type Meals = Output<typeof mealRecords.today>;
export type MealOfDay = Meals['meals'][number];
export type Eater = MealOfDay['rows'][number];
type About = Pick<Step, 'kind' | 'body'>;

/** It may be noted so long before the meal begins. */
const EARLY = 30 * MINUTE;
const OWN = '本人';

/** The name of what is noted of a person and a meal: said again it takes the place of what waits. */
export const eatenId = (day: string, meal: string, personId: number) => `eaten.${day}.${meal}.${personId}`;

/** The input of a note at a moment. */
export const eatenBody = (day: string, meal: string, personId: number, eaten: number, at: number) => ({
  day,
  meal,
  oldmanIds: [personId],
  eaten,
  notedTime: textOf(at),
});

/** The meals once a step has happened; another step changes nothing. */
export function withEaten<M extends Meals>(meals: M, { kind, body }: About): M {
  if (kind !== 'eaten' || body.day !== meals.day) return meals;
  const ids = body.oldmanIds as readonly number[];
  return {
    ...meals,
    meals: meals.meals.map((one) =>
      one.meal === body.meal
        ? {
            ...one,
            rows: one.rows.map((row) => (ids.includes(row.oldmanId) ? { ...row, eaten: body.eaten as number, eatenBy: OWN } : row)),
          }
        : one,
    ),
  };
}

/** The meals with all that waits and was not refused. */
export const mealsNow = (meals: Meals, steps: readonly Step[]): Meals =>
  steps.filter(({ problem }) => problem === null).reduce<Meals>(withEaten, meals);

/** Those of the meals that have begun at `now`, or begin soon: the last of them is the one to be noted. */
export const begunMeals = ({ meals }: Meals, now: number): MealOfDay[] => meals.filter(({ time }) => instantOf(time) - EARLY <= now);

/** Who is still to be noted: not who is away, has cancelled, or is fed by a tube. */
export const isLeft = ({ eaten, absent, tube }: Eater): boolean => eaten === null && absent === null && !tube;
