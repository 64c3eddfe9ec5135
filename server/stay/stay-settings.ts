/** How the institution charges the days of a stay, and who agrees to its check-outs, of its parameters. */
import { sql } from 'kysely';
import { DEFAULT_TURNS, turnsOf, type Department } from '#contract/stay/checkout-departments.rules.ts';
import { dayShares, feeBases, staySettingDefaults, type StaySettings } from '#contract/stay/stay-fees.rules.ts';
import type { Tx } from '../db/tenant.ts';

const KEYS = ['STAY_FIRST_DAY', 'STAY_LAST_DAY', 'STAY_BASIS', 'STAY_MEAL_BACK_DAYS', 'STAY_SETTLED_UNTIL', 'CHECKOUT_DEPARTMENTS'];

async function valuesOf(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.rows<{ key: string; value: string }>(
    sql`select key, value from parameters where tenant_id = ${tx.tenantId} and key = any(${KEYS}::text[])`,
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

const oneOf = <T extends string>(value: string | undefined, known: Readonly<Record<T, string>>, otherwise: T): T =>
  value !== undefined && Object.hasOwn(known, value) ? (value as T) : otherwise;

export async function staySettings(tx: Tx): Promise<StaySettings> {
  const values = await valuesOf(tx);
  const days = values.get('STAY_MEAL_BACK_DAYS') ?? '';
  return {
    firstDay: oneOf(values.get('STAY_FIRST_DAY'), dayShares, staySettingDefaults.firstDay),
    lastDay: oneOf(values.get('STAY_LAST_DAY'), dayShares, staySettingDefaults.lastDay),
    basis: oneOf(values.get('STAY_BASIS'), feeBases, staySettingDefaults.basis),
    mealBackDays: /^[1-9]\d?$/.test(days) ? Number(days) : staySettingDefaults.mealBackDays,
  };
}

/** The last day whose fees the institution settled elsewhere, for all residents; null: none. */
export async function settledUntil(tx: Tx): Promise<string | null> {
  return (await valuesOf(tx)).get('STAY_SETTLED_UNTIL') || null;
}

/** The departments that sign, turn by turn. */
export async function signingTurns(tx: Tx): Promise<Department[][]> {
  const values = await valuesOf(tx);
  return turnsOf(values.get('CHECKOUT_DEPARTMENTS') ?? DEFAULT_TURNS) ?? turnsOf(DEFAULT_TURNS)!;
}
