/** Writes what the jobs of a day add up to, once the day has been left alone for a while. */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { planned, type InTenant } from '../db/tenant.ts';
import { columns, FIGURES, kinds, linesOf, lockSums, runsOf, sumsOf, type Kind } from './work-order-sums.ts';
import { forgetPeriods } from './work-order-sum-periods.ts';

/** Of a smaller day, keeping its sums would take as many rows as reading it does. */
export const LEAST_JOBS = 100;
/** A day is not written again with every change of a busy hour. */
const QUIET_MS = 2 * 60_000;
/** Days of one transaction: some hundred milliseconds of the largest institution we know. */
const AT_ONCE = 7;
const BY_KEY = ['project', 'type', 'staff', 'person'] as const satisfies readonly Kind[];

/**
 * Fills days (yyyy-MM-dd, in order) of a tenant anew and takes away their marks; false when another
 * process is filling this tenant's. The process that has the lock sees all that was filled before. One statement sums up and takes the
 * marks away, so that a mark which is committed meanwhile stays, and so does the change it stands for. Written in the order of the key,
 * in which a year of it is read.
 */
export function fillDays(inTenant: InTenant, tenantId: number, days: readonly string[], leastJobs: number = LEAST_JOBS): Promise<boolean> {
  return inTenant(tenantId, async (tx) => {
    if (!(await lockSums(tx))) return false;
    await tx.run(sql`set local statement_timeout = '55s'`);
    const those = sql`tenant_id = ${tenantId} and day = any(${days}::date[])`;
    await tx.run(sql`delete from work_order_sums where kind in (1, 2, 3, 4, 5) and ${those}`);
    await tx.run(sql`delete from work_order_sum_days where ${those}`);
    await forgetPeriods(tx, days);
    const lines = (kind: Kind) => sql.ref(`${kind}_lines`);
    const row = sql`key, earlier, name, ${columns(FIGURES)}`;
    const sums = (kind: Kind, from: Kind = kind) =>
      sql`select ${tenantId}::bigint, ${sql.lit(kinds[kind].kind)}, day, ${row} from (${sumsOf(lines(from), kind === 'all')}) as sums
        where day in (select day from busy)`;
    await tx.run(
      planned(sql`with gone as (delete from work_order_marks where ${those}),
        ${sql.join(BY_KEY.map((kind) => sql`${lines(kind)} as materialized (${linesOf(tenantId, { ...kinds[kind], runs: runsOf(days), earlier: true })})`))},
        busy as materialized (select day, min(target) as target from person_lines group by day having sum(jobs) >= ${sql.lit(leastJobs)}),
        kept as (insert into work_order_sum_days (tenant_id, day, good_until)
        select ${tenantId}, day, coalesce(target, 'infinity') from busy)
        insert into work_order_sums (tenant_id, kind, day, ${row}) ${sums('all', 'person')} union all ${sql.join(
          BY_KEY.map((kind) => sums(kind)),
          sql` union all `,
        )}
        order by 2, 3, 4`),
    );
    return true;
  });
}

/** A task of cleanup: up to `most` days that were not changed for two minutes, the newest of all; gives how many. */
export async function fillQuietDays({ pool, inTenant, log }: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await pool.query<{ tenant_id: number; days: string[] }>(
    'select tenant_id, days::text[] as days from app.sum_days_due($1, $2)',
    [new Date(now - QUIET_MS).toISOString(), most],
  );
  let filled = 0;
  for (const { tenant_id: tenantId, days } of rows) {
    try {
      for (let at = 0; at < days.length; at += AT_ONCE) {
        const some = days.slice(at, at + AT_ONCE);
        if (await fillDays(inTenant, tenantId, some)) filled += some.length;
      }
    } catch (error) {
      log.warn({ err: error, tenantId }, 'the sums of work orders were not filled');
    }
  }
  return filled;
}
