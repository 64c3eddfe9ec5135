/**
 * Alike calls, waits and spans of seats, counted together: those of filled days from what they add up to (call-day-filling.ts), all others
 * from the calls. contract/calls/call-figures.rules.ts says what they are.
 */
import { sql, type RawBuilder } from 'kysely';
import { LEVEL_SECONDS, SHORT_SECONDS, type SpanTally, type Tally } from '#contract/calls/call-figures.rules.ts';
import { callKinds, callStatus } from '#contract/calls/seat-states.rules.ts';
import { AHEAD, DAY, HOUR, isoOf, SECOND } from '#contract/time.ts';
import { planned, type Tx } from '../db/tenant.ts';

/** Instants, the last one exclusive; `seatId` null: of all seats and also of callers whom none answered. */
export interface Asked {
  from: string;
  until: string;
  now: string;
  seatId: number | null;
}
type Counted = Pick<Tally, 'waited' | 'quick' | 'short' | 'calls' | 'waitSeconds' | 'longestWait'>;
export interface CallRow extends Counted {
  day: number | null;
  hour: number | null;
  kind: number;
  established: boolean;
  disposition: string | null;
  endedBy: number | null;
}
export interface WaitRow extends Counted {
  groupId: number;
  outcome: number;
}
export interface SpanRow extends SpanTally {
  day: number | null;
  hour: number | null;
  groupId: number | null;
  seatId: number | null;
}
type Sql = RawBuilder<unknown>;
/** Which rows, by a column of instants. */
type Within = (at: string) => Sql;

/** When a day begins; it is numbered as by `app.call_day`. */
const dayBegin = (day: number): string => isoOf(day * DAY - AHEAD);

/** The days of a span that are filled, in order. */
export async function filledDays(tx: Tx, { from, until }: Pick<Asked, 'from' | 'until'>): Promise<number[]> {
  const rows = await tx.rows<{ day: number }>(sql`
    select day from call_sum_days where tenant_id = ${tx.tenantId} and filled and day >= app.call_day(${from}::timestamptz)
      and day < app.call_day(${until}::timestamptz) order by day`);
  return rows.map(({ day }) => day);
}

/** The span without days: told as values, so that the planner knows how little is left of it. */
function without({ from, until }: Pick<Asked, 'from' | 'until'>, days: readonly number[]): Within {
  const runs: [string, string][] = [];
  let begins = from;
  for (const day of days) {
    if (begins < dayBegin(day)) runs.push([begins, dayBegin(day)]);
    begins = dayBegin(day + 1);
  }
  if (begins < until || runs.length === 0) runs.push([begins, until]);
  return (at) =>
    sql`(${sql.join(
      runs.map(([first, end]) => sql`${sql.ref(at)} >= ${first}::timestamptz and ${sql.ref(at)} < ${end}::timestamptz`),
      sql` or `,
    )})`;
}
export const ofDays =
  (first: number, last: number): Within =>
  (at) =>
    sql`${sql.ref(at)} >= ${dayBegin(first)}::timestamptz and ${sql.ref(at)} < ${dayBegin(last + 1)}::timestamptz`;

const counted = (seconds: Sql, group: string) => sql`
  coalesce(${seconds} <= coalesce(${sql.ref(`${group}.level_seconds`)}, ${sql.lit(LEVEL_SECONDS)}), false) as quick,
  coalesce(${seconds} < coalesce(${sql.ref(`${group}.short_seconds`)}, ${sql.lit(SHORT_SECONDS)}), false) as short`;
const sums = sql`sum(calls)::integer as calls, coalesce(sum(seconds), 0)::float8 as "waitSeconds",
  coalesce(max(longest), 0)::float8 as "longestWait"`;
/** Whole numbers: hours and days as Shanghai counts them since 1970. Texts of a million rows take longer than all the rest. */
const since1970 = (at: string, unit: number) => sql`floor((date_part('epoch', ${sql.ref(at)}) + ${sql.lit(AHEAD / SECOND)})
  / ${sql.lit(unit / SECOND)})::integer`;
const hour = (at: string) => sql`${since1970(at, HOUR)} % 24 as hour`;
const day = (at: string) => sql`${since1970(at, DAY)} as day`;

/** Calls that are established or over, each a row. A caller waits from the first queue to the answer. */
export const everyCall = (tx: Tx, within: Within, seatId: number | null = null) => sql`
  select ${day('c.began_at')}, ${hour('c.began_at')}, c.kind, c.established_at is not null as established,
    w.call_id is not null as waited, c.disposition, c.ended_by, ${counted(sql`x.seconds`, 'g')}, 1 as calls, x.seconds,
    x.seconds as longest
  from calls c
    left join call_waits w on w.tenant_id = c.tenant_id and w.call_id = c.id and w.nth = 1
    left join call_groups g on g.tenant_id = w.tenant_id and g.id = w.group_id
    cross join lateral (select date_part('epoch', coalesce(c.established_at, c.ended_at) - w.began_at) as seconds) x
  where c.tenant_id = ${tx.tenantId} and ${within('c.began_at')}
    and c.kind in (${sql.lit(callKinds.inbound)}, ${sql.lit(callKinds.outbound)}, ${sql.lit(callKinds.job)})
    and (c.status = ${sql.lit(callStatus.hungUp)} or c.established_at is not null)
    and (${seatId}::bigint is null or c.seat_id = ${seatId}::bigint)`;

/** Waits that are over, each a row. */
export const everyWait = (tx: Tx, within: Within, seatId: number | null = null) => sql`
  select ${day('w.began_at')}, w.group_id, w.outcome, ${counted(sql`x.seconds`, 'g')}, 1 as calls, x.seconds, x.seconds as longest
  from call_waits w join call_groups g on g.tenant_id = w.tenant_id and g.id = w.group_id
    cross join lateral (select date_part('epoch', w.ended_at - w.began_at) as seconds) x
  where w.tenant_id = ${tx.tenantId} and ${within('w.began_at')}
    and w.outcome is not null and (${seatId}::bigint is null or w.seat_id = ${seatId}::bigint)`;

/** What seats did, each a row of `from`: rows of spans. They lie within one hour of the clock. */
export const everySpan = (from: Sql) => sql`
  select ${day('s.began_at')}, ${hour('s.began_at')}, s.group_id, s.seat_id,
    case when s.state > 3 and s.call_id is null then 0 else s.state end as state, s.next_state,
    date_part('epoch', s.ended_at - s.began_at) as seconds
  from (${from}) s`;
export const spansOf = (tx: Tx, within: Within) => sql`
  select seat_id, state, call_id, group_id, began_at, ended_at, next_state from call_seat_spans
  where tenant_id = ${tx.tenantId} and ${within('began_at')}`;

const kept = (tx: Tx, table: string, columns: Sql, days: readonly number[]) =>
  days.length === 0
    ? sql``
    : sql`union all select ${columns} from ${sql.table(table)}
        where tenant_id = ${tx.tenantId} and day = any(${[...days]}::integer[])`;

const CALL = sql`day, hour, kind, established, waited, disposition, ended_by, quick, short, calls, seconds, longest`;
const WAIT = sql`group_id, outcome, quick, short, calls, seconds, longest`;

/** Calls by the day and by the hour in which they began. */
export const callRows = (tx: Tx, { seatId, ...span }: Asked, days: readonly number[]) =>
  tx.rows<CallRow>(
    planned(sql`
    select day, hour, kind, established, waited, disposition, ended_by as "endedBy", quick, short, ${sums}
    from (select ${CALL} from (${everyCall(tx, without(span, days), seatId)}) c ${kept(tx, 'call_day_calls', CALL, days)}) c
    group by grouping sets ((day, kind, established, waited, disposition, ended_by, quick, short),
      (hour, kind, established, waited, disposition, ended_by, quick, short))`),
  );

/** Waits by their group. */
export const waitRows = (tx: Tx, { seatId, ...span }: Asked, days: readonly number[]) =>
  tx.rows<WaitRow>(
    planned(sql`
    select group_id as "groupId", outcome, true as waited, quick, short, ${sums}
    from (select ${WAIT} from (${everyWait(tx, without(span, days), seatId)}) w ${kept(tx, 'call_day_waits', WAIT, days)}) w
    group by group_id, outcome, quick, short`),
  );

/** What days have of spans: by day and by hour from the rows of hours, and as they are kept by group and by seat. */
const keptSpans = (tx: Tx, days: readonly number[]) => {
  if (days.length === 0) return sql``;
  const those = sql`from call_day_spans where tenant_id = ${tx.tenantId} and day = any(${[...days]}::integer[])`;
  const sums = sql`state, next_state, sum(spans) as spans, sum(seconds) as seconds`;
  return sql`
    union all select day, hour, null::bigint, null::bigint, ${sums} ${those} and hour is not null
      group by grouping sets ((day, state, next_state), (hour, state, next_state))
    union all select null::integer, null::integer, group_id, seat_id, ${sums} ${those} and hour is null
      group by group_id, seat_id, state, next_state`;
};

/** What seats did, with what they do now: by day, hour, group and seat. */
export const spanRows = (tx: Tx, { from, until, now, seatId }: Asked, days: readonly number[]) =>
  tx.rows<SpanRow>(
    planned(sql`
    select day, hour, group_id as "groupId", seat_id as "seatId", state, next_state as next, sum(spans)::integer as spans,
      sum(seconds) as seconds
    from (
      select day, hour, group_id, seat_id, state, next_state, count(*) as spans, sum(seconds) as seconds
      from (${everySpan(sql`
        ${spansOf(tx, without({ from, until }, days))}
        union all
        select p.seat_id, p.state, p.about_call_id, p.about_group_id, greatest(h, p.since),
          least(h + interval '1 hour', ${now}::timestamptz), null
        from call_presences p, generate_series(date_trunc('hour', greatest(p.since, ${from}::timestamptz)),
          least(${now}::timestamptz, ${until}::timestamptz - interval '1 microsecond'), interval '1 hour') h
        where p.tenant_id = ${tx.tenantId} and p.state <> 1 and p.since < ${now}::timestamptz`)}) s
      where ${seatId}::bigint is null or seat_id = ${seatId}::bigint
      group by grouping sets ((day, state, next_state), (hour, state, next_state), (group_id, state, next_state),
        (seat_id, state, next_state))
      ${keptSpans(tx, days)}
    ) s group by day, hour, group_id, seat_id, state, next_state`),
  );
