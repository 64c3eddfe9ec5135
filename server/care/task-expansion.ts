/** Makes the tasks of the plans in force, for today and tomorrow: at once where a plan or a person changes, else by the clock. */
import { sql, type RawBuilder } from 'kysely';
import { duesOf, spanInForce, type CareSpan, type CareTimes } from '#contract/care/care-times.rules.ts';
import { midnightOf, SECOND } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { forTenants } from '../jobs/poller.ts';
import { emit, on } from '../events.ts';

/** Dictionary `oldman_status`: who is in the house, or looked after at home. */
const PRESENT = 1;
const DAYS = 2;

/** Up to when tasks are made at `now` (epoch ms): the end of tomorrow. */
export const wantedUntil = (now: number): number => midnightOf(now, DAYS);

export interface ExpandedRow extends CareTimes {
  id: number;
  personId: number;
  starts_at: string;
  ends_at: string | null;
}

/** Interventions in force within a span, of people who are there; `of`: of which plans. */
const inForce = (tx: Tx, { until, from }: CareSpan, of: RawBuilder<unknown>) =>
  tx.rows<ExpandedRow>(sql`
    select i.id, p.person_id as "personId", p.starts_at, p.ends_at, i.mode, i.clocks, i.every_hours as "everyHours",
      i.window_start as "windowStart", i.window_end as "windowEnd", i.weekdays, i.before_minutes as "beforeMinutes",
      i.after_minutes as "afterMinutes"
    from care_plans p
      join people e on e.tenant_id = p.tenant_id and e.id = p.person_id and e.status = ${sql.lit(PRESENT)} and e.deleted_at is null
      join care_interventions i on i.tenant_id = p.tenant_id and i.plan_id = p.id
    where p.tenant_id = ${tx.tenantId} and p.state = 2 and p.starts_at < ${instant(until)}
      and (p.ends_at is null or p.ends_at > ${instant(from)}) and ${of}
    order by i.id`);

/** The rows of a span, as columns. Pure. */
export function tasksOf(rows: readonly ExpandedRow[], span: CareSpan) {
  const made = {
    interventions: [] as number[],
    people: [] as number[],
    opens: [] as number[],
    dues: [] as number[],
    closes: [] as number[],
  };
  for (const row of rows) {
    const part = spanInForce(row, span);
    for (const { opens, due, closes } of part === null ? [] : duesOf(row, part)) {
      made.interventions.push(row.id);
      made.people.push(row.personId);
      made.opens.push(opens / SECOND);
      made.dues.push(due / SECOND);
      made.closes.push(closes / SECOND);
    }
  }
  return made;
}

/** Inserts tasks by one statement; those that are there stay as they are. Gives how many were new. */
export const insertTasks = (tx: Tx, { interventions, people, opens, dues, closes }: ReturnType<typeof tasksOf>): Promise<number> =>
  tx.run(sql`
    insert into care_tasks (tenant_id, intervention_id, person_id, opens_at, due_at, closes_at)
    select ${tx.tenantId}, t.intervention, t.person, to_timestamp(t.opens), to_timestamp(t.due), to_timestamp(t.closes)
    from unnest(${interventions}::bigint[], ${people}::bigint[], ${opens}::float8[], ${dues}::float8[], ${closes}::float8[])
      as t (intervention, person, opens, due, closes)
    on conflict (tenant_id, intervention_id, due_at) do nothing`);

/** Expansions of an institution wait for each other: who leaves while another one runs is not given tasks behind one's back. */
const inTurn = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`care:${tx.tenantId}`}, 0))`);

/** Makes the tasks of a span, of the plans that `of` names by the alias `p`. Gives how many were new. */
export async function expand(tx: Tx, span: CareSpan, of: RawBuilder<unknown> = sql`true`): Promise<number> {
  const made = tasksOf(await inForce(tx, span, of), span);
  return made.dues.length === 0 ? 0 : insertTasks(tx, made);
}

/** Takes away what a person's plans ask for from `from` (epoch ms) on and is not done yet, and makes it anew as it is now. */
export async function renewTasks(tx: Tx, deps: Dependencies, personId: number): Promise<void> {
  const now = deps.now();
  await inTurn(tx);
  const gone = await tx.run(sql`
    delete from care_tasks t using care_interventions i, care_plans p, people e
    where t.tenant_id = ${tx.tenantId} and t.person_id = ${personId} and t.state = 1 and t.due_at >= ${instant(now)}
      and i.tenant_id = t.tenant_id and i.id = t.intervention_id and p.tenant_id = i.tenant_id and p.id = i.plan_id
      and e.tenant_id = t.tenant_id and e.id = t.person_id
      and (p.state <> 2 or t.due_at >= p.ends_at or e.status <> ${sql.lit(PRESENT)} or e.deleted_at is not null)`);
  const made = await expand(tx, { from: now, until: wantedUntil(now) }, sql`p.person_id = ${personId}`);
  if (gone + made > 0) await emit('care-task.changed', { taskId: null }, tx, deps);
}

/** What an institution lacks up to the end of tomorrow; versions that have ended are stopped. Gives how many rows changed. */
export async function expandTenant(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const until = wantedUntil(now);
  await inTurn(tx);
  const passed = await tx.run(sql`
    update care_plans set state = 3, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and state = 2 and ends_at <= ${instant(now)}`);
  const day = await tx.row<{ known: boolean }>(sql`
    select until >= ${instant(until)} as known from care_days where tenant_id = ${tx.tenantId}`);
  const made = day?.known ? 0 : await expand(tx, { from: now, until });
  await tx.run(sql`
    insert into care_days (tenant_id, until) values (${tx.tenantId}, ${instant(until)})
    on conflict (tenant_id) do update set until = greatest(care_days.until, excluded.until)`);
  if (passed > 0) await emit('care-plan.changed', { planId: null }, tx, deps);
  if (made > 0) await emit('care-task.changed', { taskId: null }, tx, deps);
  return passed + made;
}

/** The task of cleanup, over all institutions; gives how many rows it made or changed, below `most` so that it is not asked again. */
export async function expandCare(deps: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'care_due',
    text: 'select tenant_id from app.care_due(to_timestamp($1::float8 / 1000), to_timestamp($2::float8 / 1000)) order by 1',
    values: [now, wantedUntil(now)],
  });
  let done = 0;
  await forTenants(deps, 'the expansion of care tasks', rows, (tenantId) =>
    deps.inTenant(tenantId, async (tx) => void (done += await expandTenant(tx, deps, now))),
  );
  return Math.min(done, most - 1);
}

/** Who is on leave, in hospital or gone has no tasks; who is back has them again. Called once per process. */
export function followPeopleWithCare(): void {
  on('person.changed', async ({ personId }, tx, deps) => {
    const planned = await tx.row(sql`
      select 1 from care_plans where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = 2 limit 1`);
    if (planned) await renewTasks(tx, deps, personId);
  });
}
