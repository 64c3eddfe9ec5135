/**
 * What the kept days of a month and of a quarter add up to, by project, type, staff and
 * person: a year reads one row of a person for each whole quarter instead of one for each of her days (docs/decisions/055).
 */
import { nextDay } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { planned, type InTenant, type Tx } from '../db/tenant.ts';
import { columns, FIGURES, kinds, lockSums, NEVER, typeOf } from './work-order-sums.ts';

/** Lengths in months, the longest first, with what each adds to `work_order_sums.kind`. */
const LENGTHS = [
  { months: 3, adds: 20 },
  { months: 1, adds: 10 },
] as const;
const KEYED = [kinds.project, kinds.type, kinds.staff, kinds.person].map(({ kind }) => kind);
/** A period is summed again when none of its days was filled for so long: a day that changes takes its whole quarter along. */
const QUIET_MS = 60 * 60_000;

/** A calendar month or quarter. */
export interface Period {
  months: number;
  /** Its first day, yyyy-MM-dd. */
  day: string;
}

const addsOf = (period: Period) => LENGTHS.find(({ months }) => months === period.months)!.adds;

/** The first day of the period of `months` that a day (yyyy-MM-dd) is in. */
function firstOf(day: string, months: number): string {
  const month = Number(day.slice(5, 7)) - 1;
  return `${day.slice(0, 5)}${String(month - (month % months) + 1).padStart(2, '0')}-01`;
}

/** The last day of a period: a day of the month after it gives that month's first. */
const lastOf = ({ day, months }: Period) => nextDay(firstOf(nextDay(day, months * 31), 1), -1);

/** What `work_order_sums.kind` says of a kind's rows of a period. */
export const kindOf = (kind: number, period: Period) => kind + addsOf(period);

/** Deletes the periods of days that are filled anew: in the transaction that fills them, under the lock of the sums. */
export async function forgetPeriods(tx: Tx, days: readonly string[]): Promise<void> {
  for (const { months } of LENGTHS) {
    const firsts = [...new Set(days.map((day) => firstOf(day, months)))];
    await tx.run(
      sql`delete from work_order_sum_periods
        where tenant_id = ${tx.tenantId} and months = ${sql.lit(months)} and day = any(${firsts}::date[])`,
    );
  }
}

/**
 * Sums the kept days of a period; false when another process is filling this tenant's sums. A
 * period is only read as a whole, so an order with an earlier day in it counts once in every
 * span; what is taken off for a day before the period keeps that day.
 */
export function fillPeriod(inTenant: InTenant, tenantId: number, period: Period): Promise<boolean> {
  const { day, months } = period;
  const own = KEYED.map((kind) => kindOf(kind, period));
  const sums = sql.join(FIGURES.map((name) => sql`sum(${sql.ref(name)})::${typeOf(name)}`));
  return inTenant(tenantId, async (tx) => {
    if (!(await lockSums(tx))) return false;
    await tx.run(sql`set local statement_timeout = '55s'`);
    await tx.run(sql`delete from work_order_sums where tenant_id = ${tenantId} and kind = any(${own}::smallint[]) and day = ${day}::date`);
    await tx.run(
      planned(sql`insert into work_order_sums (tenant_id, kind, day, key, earlier, name, ${columns(FIGURES)})
        select ${tenantId}::bigint, kind + ${sql.lit(addsOf(period))}, ${day}::date, key,
          case when earlier >= ${day}::date then ${NEVER} else earlier end, max(name), ${sums}
        from work_order_sums
        where tenant_id = ${tenantId} and kind = any(${KEYED}::smallint[]) and day >= ${day}::date and day <= ${lastOf(period)}::date
        group by 2, 4, 5 order by 2, 4`),
    );
    await tx.run(
      sql`insert into work_order_sum_periods (tenant_id, months, day) values (${tenantId}, ${months}, ${day}) on conflict do nothing`,
    );
    return true;
  });
}

/** A task of cleanup: up to `most` periods, the newest of all, of which no day was filled for an hour; gives how many. */
export async function fillQuietPeriods({ pool, inTenant, log }: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await pool.query<Period & { tenant_id: number }>(
    'select tenant_id, months, day::text as day from app.sum_periods_due($1, $2)',
    [new Date(now - QUIET_MS).toISOString(), most],
  );
  let filled = 0;
  for (const { tenant_id: tenantId, ...period } of rows) {
    try {
      if (await fillPeriod(inTenant, tenantId, period)) filled++;
    } catch (error) {
      log.warn({ err: error, tenantId }, 'the sums of a month or quarter of work orders were not filled');
    }
  }
  return filled;
}

/**
 * The periods to read for the days from `from` to `to`, of which `changed` are those kept
 * days that no longer hold: quarters, and the months that are in none of them. With the first,
 * gives `rest`: those of the days `clean` that no period contains.
 */
export async function periodsOf(
  tx: Tx,
  { from, to }: { from: string; to: string },
  changed: readonly string[],
  clean: readonly string[],
): Promise<{ periods: Period[]; rest: string[] }> {
  const kept = await tx.rows<Period>(sql`select months, day::text as day from work_order_sum_periods
    where tenant_id = ${tx.tenantId} and day >= ${from}::date and day <= ${to}::date order by months desc, day`);
  const periods: Period[] = [];
  let rest = [...clean];
  for (const period of kept) {
    const last = lastOf(period);
    const has = (day: string) => period.day <= day && day <= last;
    if (last > to || changed.some(has) || periods.some((longer) => longer.day <= period.day && period.day <= lastOf(longer))) continue;
    periods.push(period);
    rest = rest.filter((day) => !has(day));
  }
  return { periods, rest };
}
