/** How the institution has its meals, of its parameters. */
import { sql } from 'kysely';
import { mealDefaults, mealTimesOf, type MealSettings } from '#contract/meals/meals.rules.ts';
import type { Tx } from '../db/tenant.ts';

const KEYS = ['MEAL_TIMES', 'MEAL_ORDER_HOURS', 'MEAL_REFUSALS', 'FOOD_SAMPLE_GRAMS', 'FOOD_SAMPLE_HOURS'];

/** What a parameter does not say, or not as it should, is as by default. */
export async function mealSettings(tx: Tx): Promise<MealSettings> {
  const rows = await tx.rows<{ key: string; value: string }>(
    sql`select key, value from parameters where tenant_id = ${tx.tenantId} and key = any(${KEYS}::text[])`,
  );
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const number = (key: string, otherwise: number) => {
    const value = values.get(key) ?? '';
    return /^\d{1,4}$/.test(value) ? Number(value) : otherwise;
  };
  return {
    times: mealTimesOf(values.get('MEAL_TIMES') ?? '') ?? mealDefaults.times,
    orderHours: number('MEAL_ORDER_HOURS', mealDefaults.orderHours),
    refusals: number('MEAL_REFUSALS', mealDefaults.refusals),
    sampleGrams: number('FOOD_SAMPLE_GRAMS', mealDefaults.sampleGrams),
    sampleHours: number('FOOD_SAMPLE_HOURS', mealDefaults.sampleHours),
  };
}
