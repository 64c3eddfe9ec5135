/**
 * What jobs and their orders add up to, as SQL. Sums are kept by the day; an order is counted
 * on each of its days, and taken off again where an earlier one is in the span as well, so that days
 * can be added up and an order is still one (docs/decisions/032).
 */
import { nextDay } from '#contract/time.ts';
import { sql, type RawBuilder } from 'kysely';
import { GRACE_MINUTES, SHORT } from '#contract/work-orders/visits.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Tx } from '../db/tenant.ts';

type Sql = RawBuilder<unknown>;

/** What is kept by key: over `j` (jobs), or null where only orders say it. The numbers are `work_order_sums.kind`. */
export const kinds = {
  all: { kind: 1, key: sql`0::bigint`, name: sql`''` },
  project: { kind: 2, key: sql`j.project_id`, name: sql`j.project_name` },
  type: { kind: 3, key: sql`j.service_type_id`, name: sql`j.service_type_name` },
  staff: { kind: 4, key: sql`coalesce(j.user_id, 0)`, name: sql`coalesce(j.user_name, '待派单')` },
  person: { kind: 5, key: null, name: null },
} as const;
export type Kind = keyof typeof kinds;

/** The columns of `work_order_sums`: of jobs, of jobs by their orders' rating, of orders. */
const JOBS = ['jobs', 'finished', 'cancelled', 'fen', 'packaged', 'minutes', 'late', 'shorter', 'longer'] as const;
const STARS = ['stars', 'starred'] as const;
const ORDERS = ['orders', 'respondable', 'responded', 'completable', 'completed', 'scores'] as const;
export const FIGURES = [...JOBS, ...STARS, ...ORDERS] as const;
export const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
/** The type of a figure, said everywhere: of two types, adding up would be done in numeric, at several times the price. */
export const typeOf = (name: string) => sql.raw(name === 'fen' || name === 'minutes' ? 'bigint' : 'integer');
/** For `earlier`: on no day before. */
export const NEVER = sql`'-infinity'::date`;

// As visits.rules.ts says it of one.
const spent = sql`ceil(date_part('epoch', j.check_out_at - j.check_in_at) / 60)`;
const grace = sql.raw(`interval '${GRACE_MINUTES} minutes'`);
const ofJobs = sql`
  count(*)::integer as jobs, (count(*) filter (where j.status = 4))::integer as finished,
    (count(*) filter (where j.status = 6))::integer as cancelled,
  coalesce(sum(j.price_fen) filter (where j.status = 4 and j.package_id = 0), 0)::bigint as fen,
  (count(*) filter (where j.status = 4 and j.package_id <> 0))::integer as packaged,
  coalesce(sum(${spent}) filter (where j.status = 4), 0)::bigint as minutes,
  (count(*) filter (where j.check_in_at > j.service_at + ${grace}))::integer as late,
  (count(*) filter (where j.status = 4 and ${spent} < j.minutes * ${sql.lit(SHORT)}))::integer as shorter,
  (count(*) filter (where j.status = 4 and ${spent} > j.minutes + ${sql.lit(GRACE_MINUTES)}))::integer as longer`;

/** Of an order and its rating, 0 or 1. A target that is over and was not reached counts from then on. */
const ofOrder = sql`
  coalesce(s.score, 0) * g.jobs as stars, case when s.score is null then 0 else g.jobs end as starred, 1 as orders,
  coalesce(o.status <> 6 and (o.responded_at is not null or o.respond_by < now())
    and o.respond_by is not null, false)::integer as respondable,
  coalesce(o.status <> 6 and o.responded_at <= o.respond_by, false)::integer as responded,
  coalesce(o.status <> 6 and (o.status in (4, 7) or o.complete_by < now()) and o.complete_by is not null, false)::integer as completable,
  coalesce(o.status in (4, 7) and o.finished_at <= o.complete_by, false)::integer as completed,
  (s.score is not null)::integer as scores`;

/** When time alone will change that: the next target that nobody has reached. */
const nextTarget = sql`least(
  case when o.status <> 6 and o.responded_at is null and o.respond_by >= now() then o.respond_by end,
  case when o.status in (1, 2, 3, 5) and o.complete_by >= now() then o.complete_by end)`;

/**
 * Takes the tenant's lock of its sums until the end of the transaction; false when another
 * process has it. Who has it sees all that was filled before.
 */
export async function lockSums(tx: Tx): Promise<boolean> {
  const lock = await tx.row<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('work_order_sums', ${tx.tenantId})) as mine`,
  );
  return lock!.mine;
}

export interface Run {
  /** Days, yyyy-MM-dd, both included. */
  from: string;
  to: string;
}

/** Days in order as runs of days that follow each other. */
export function runsOf(days: readonly string[]): Run[] {
  const runs: Run[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && nextDay(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

export interface Lines {
  /** Null: by person. */
  key: Sql | null;
  name: Sql | null;
  /** Which jobs; told as values, so that the planner knows how few or many they are. At least one. */
  runs: readonly Run[];
  /** What lines belong to: the day of their jobs, or one day for all. Over `j`. */
  day?: Sql;
  /** Further conditions over `j`, with "and" in front. */
  jobs?: Sql;
  /** Whether earlier days of the orders are looked for. */
  earlier: boolean;
}

/**
 * One line for each day, order and key, so that an order and its rating are read once however
 * many jobs it has there. `first` is true of one line of each order and day; `earlier` is the last day
 * before on which the order has a job of this key, `earlier_any` of any.
 * Compared as timestamps with time zone: with a date the comparison is not leakproof, and row-level security would keep it from the index.
 */
export function linesOf(tenantId: number, { key, name, runs, day = sql`j.service_at::date`, jobs = sql``, earlier }: Lines): Sql {
  const others = sql`from work_order_jobs j where j.tenant_id = ${tenantId} and j.work_order_id = g.work_order_id
    and j.service_at < g.day::timestamptz`;
  // Found in the index alone; nearly no order has any, and only of these the jobs are read.
  const before = sql`cross join lateral (select max(j.service_at)::date as day ${others}) as before`;
  const ofKey =
    key === null
      ? sql`before.day`
      : sql`case when before.day is not null then (select max(j.service_at)::date ${others} and ${key} = g.key) end`;
  const within = runs.map(
    ({ from, to }) => sql`(j.service_at >= ${from}::date::timestamptz and j.service_at < (${to}::date + 1)::timestamptz)`,
  );
  return sql`
    select g.day, ${key === null ? sql`o.person_id as key, o.person_name as name` : sql`g.key, g.name`},
      g.first, ${columns(JOBS)}, ${ofOrder}, ${nextTarget} as target,
      ${
        earlier
          ? sql`coalesce(${ofKey}, ${NEVER}) as earlier,
        coalesce(before.day, ${NEVER}) as earlier_any`
          : sql`${NEVER} as earlier, ${NEVER} as earlier_any`
      }
    from (select ${day} as day, j.work_order_id, ${key ?? sql`0`} as key, max(${name ?? sql`''`}) as name,
        lag(j.work_order_id) over (partition by ${day} order by j.work_order_id,
          ${key ?? sql`0`}) is distinct from j.work_order_id as first, ${ofJobs}
      from work_order_jobs j
      where j.tenant_id = ${tenantId} and (${sql.join(within, sql` or `)}) ${jobs}
      group by 1, 2, 3) as g
    join work_orders o on o.tenant_id = ${tenantId} and o.id = g.work_order_id
    left join lateral (select r.score from work_order_scores r where r.tenant_id = ${tenantId} and r.work_order_id = o.id
      and o.status = ${sql.lit(orderStatus.rated)} offset 0) as s on true
    ${earlier ? before : sql``}`;
}

/**
 * What the lines of the query `from` add up to, by key or, `whole`, over all: `day`, `key`,
 * `earlier`, `name` and the figures. What a day has, and as negative numbers of the day `earlier` what that one has as well.
 */
export function sumsOf(from: Sql, whole: boolean): Sql {
  const key = whole ? sql`0::bigint` : sql`key`;
  const earlier = whole ? sql`earlier_any` : sql`earlier`;
  const sum = (names: readonly string[], sign: string, filter = sql``) =>
    sql.join(names.map((name) => sql`(${sql.raw(sign)}coalesce(sum(${sql.ref(name)}) ${filter}, 0))::${typeOf(name)} as ${sql.ref(name)}`));
  const first = whole ? sql`filter (where first)` : sql``;
  const name = whole ? sql`''` : sql`max(name)`;
  const nothing = sql.join([...JOBS, ...STARS].map((name) => sql`0::${typeOf(name)}`));
  return sql`
    select day, ${key} as key, ${NEVER} as earlier, ${name} as name, ${sum([...JOBS, ...STARS], '')},
      ${sum(ORDERS, '', first)} from ${from} group by 1, 2
    union all
    select day, ${key}, ${earlier}, ${name}, ${nothing},
      ${sum(ORDERS, '-')} from ${from} where ${earlier} > ${NEVER} ${whole ? sql`and first` : sql``} group by 1, 2, 3`;
}
