/** Writes what the calls, waits and spans of a day add up to, once the day is over for three days (docs/decisions/117). */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { planned, type InTenant, type Tx } from '../db/tenant.ts';
import { everyCall, everySpan, everyWait, ofDays, spansOf } from './call-tallies.ts';

/** Days of one transaction, from the first to the last: what lies between them is read. */
const AT_ONCE = 5;

async function fill(tx: Tx, days: readonly number[]): Promise<void> {
  const { tenantId } = tx;
  const within = ofDays(days[0] as number, days.at(-1) as number);
  const those = sql`tenant_id = ${tenantId} and day = any(${[...days]}::integer[])`;
  for (const table of ['call_day_calls', 'call_day_waits', 'call_day_spans'] as const)
    await tx.run(sql`delete from ${sql.table(table)} where ${those}`);
  await tx.run(sql`
    insert into call_sum_days (tenant_id, day, filled) select ${tenantId}, day, true from unnest(${[...days]}::integer[]) as day
    on conflict (tenant_id, day) do update set filled = true`);
  const place = sql`row_number() over (partition by day)`;
  await tx.run(
    planned(sql`
    insert into call_day_calls (tenant_id, day, place, hour, kind, established, waited, disposition, ended_by, quick, short, calls, seconds,
      longest)
    select ${tenantId}, day, ${place}, hour, kind, established, waited, disposition, ended_by, quick, short, count(*), sum(seconds),
      max(longest)
    from (${everyCall(tx, within)}) c where day = any(${[...days]}::integer[])
    group by day, hour, kind, established, waited, disposition, ended_by, quick, short`),
  );
  await tx.run(
    planned(sql`
    insert into call_day_waits (tenant_id, day, place, group_id, outcome, quick, short, calls, seconds, longest)
    select ${tenantId}, day, ${place}, group_id, outcome, quick, short, count(*), sum(seconds), max(longest)
    from (${everyWait(tx, within)}) w where day = any(${[...days]}::integer[]) group by day, group_id, outcome, quick, short`),
  );
  await tx.run(
    planned(sql`
    insert into call_day_spans (tenant_id, day, place, hour, group_id, seat_id, state, next_state, spans, seconds)
    select ${tenantId}, day, ${place}, hour, group_id, seat_id, state, next_state, spans, seconds from (
      select day, hour, group_id, seat_id, state, next_state, count(*) as spans, sum(seconds) as seconds
      from (${everySpan(spansOf(tx, within))}) s where day = any(${[...days]}::integer[])
      group by grouping sets ((day, hour, state, next_state), (day, group_id, state, next_state), (day, seat_id, state, next_state))) s
    -- Who was on duty for no group is counted by hour and by seat.
    where num_nonnulls(hour, group_id, seat_id) = 1`),
  );
}

/** Fills days of a tenant anew; false when another process is at it, or when an old day is being changed at this moment. */
const fillDays = (inTenant: InTenant, tenantId: number, days: readonly number[]): Promise<boolean> =>
  inTenant(tenantId, async (tx) => {
    const lock = await tx.row<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended('call_sums', ${tenantId})) as mine`);
    if (!lock!.mine) return false;
    await fill(tx, days);
    return true;
  });

/** A task of cleanup: up to `most` days of all tenants; gives how many. */
export async function fillCallDays({ pool, inTenant, log }: Dependencies, _now: number, most: number): Promise<number> {
  const { rows } = await pool.query<{ tenant_id: number; days: number[] }>('select tenant_id, days from app.call_days_due($1)', [most]);
  let filled = 0;
  for (const { tenant_id: tenantId, days } of rows) {
    try {
      for (const some of Object.values(Object.groupBy(days, (day) => Math.floor(day / AT_ONCE))))
        if (await fillDays(inTenant, tenantId, some!)) filled += some!.length;
    } catch (error) {
      log.warn({ err: error, tenantId }, 'the sums of calls were not filled');
    }
  }
  return filled;
}
