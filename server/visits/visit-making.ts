/** Makes the visits of the active plans for the days to come: at once where a plan, a person or a leave changes, else by the clock. */
import { sql, type RawBuilder } from 'kysely';
import { madeUntil, visitDays, type VisitFrequency } from '#contract/visits/visit-plans.rules.ts';
import { dayOf } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit, on } from '../events.ts';
import { forTenants } from '../jobs/poller.ts';
import { covers, named, visitorOf } from './covered.ts';

interface ActivePlan extends VisitFrequency {
  id: number;
}

/** The active plans that `which` leaves, over `v`. */
const activePlans = (tx: Tx, which: RawBuilder<unknown>) =>
  tx.rows<ActivePlan>(sql`
    select v.id, v.frequency, v.every, v.weekdays, v.month_days as "monthDays", v.starts_on as "startsOn", v.ends_on as "endsOn"
    from visit_plans v where v.tenant_id = ${tx.tenantId} and v.state = 2 and ${which}`);

/** Plans and days of a span, as columns. Pure. */
export function daysOf(plans: readonly ActivePlan[], from: string, until: string) {
  const all = plans.flatMap((plan) => visitDays(plan, from, until).map((day) => ({ id: plan.id, day })));
  return { plans: all.map(({ id }) => id), days: all.map(({ day }) => day) };
}

/** The leave of `user` on the day `day`, as `l`: of whom a substitute was named, that one goes. */
const awayOn = (user: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`left join lateral (
  select l.hand_to_id from staff_leaves l where l.tenant_id = v.tenant_id and l.user_id = ${user} and l.state = 2
    and l.starts_at < (${day} + 1)::timestamptz and l.ends_at > ${day}::timestamptz order by l.starts_at limit 1) l on true`;
const WORKS = sql`u.status = 0 and u.deleted_at is null`;

/** Inserts visits by one statement; those that are there stay as they are. `of` keeps to people `p`. Gives how many were new. */
export const insertVisits = (
  tx: Tx,
  { plans, days }: ReturnType<typeof daysOf>,
  today: string,
  of: RawBuilder<unknown> = sql`true`,
): Promise<number> =>
  plans.length === 0
    ? Promise.resolve(0)
    : tx.run(sql`
    insert into visit_tasks (tenant_id, plan_id, person_id, planned_on, due_on, closes_on, user_id, user_name, meant_id)
    select v.tenant_id, v.id, p.id, d.day, d.day, d.day + v.days_allowed, u.id, u.name, w.id
    from unnest(${plans}::bigint[], ${days}::date[]) as d (plan_id, day)
      join visit_plans v on v.tenant_id = ${tx.tenantId} and v.id = d.plan_id
      join people p on p.tenant_id = v.tenant_id
      ${named}
      cross join lateral (select ${visitorOf} as id) w
      ${awayOn(sql`w.id`, sql`d.day`)}
      left join users u on u.tenant_id = v.tenant_id and ${WORKS} and u.id = case when l is null then w.id else l.hand_to_id end
    where ${covers(today)} and ${of}
    order by d.day, p.id
    on conflict (tenant_id, plan_id, person_id, planned_on) do nothing`);

/** Makings of an institution wait for each other: who leaves while another one runs is not given visits behind one's back. */
const inTurn = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`visits:${tx.tenantId}`}, 0))`);

/** Makes anew what of a plan is still to come; visits that were moved, or whose visitor was chosen by hand, stay where the plan still wants them. */
export async function renewPlan(tx: Tx, deps: Dependencies, planId: number): Promise<void> {
  const today = dayOf(deps.now());
  await inTurn(tx);
  const made = daysOf(await activePlans(tx, sql`v.id = ${planId}`), today, madeUntil(today));
  await tx.run(sql`
    delete from visit_tasks t where t.tenant_id = ${tx.tenantId} and t.plan_id = ${planId} and t.state = 1 and t.due_on >= ${today}::date
      and not (t.by_hand and (t.moved_at is not null or t.due_on = any(${made.days}::date[])) and exists (select from visit_plans v
        join people p on p.tenant_id = v.tenant_id and p.id = t.person_id ${named}
        where v.tenant_id = t.tenant_id and v.id = t.plan_id and ${covers(today)}))`);
  await insertVisits(tx, made, today);
  await emit('visit.changed', { taskId: null }, tx, deps);
}

/** Takes away what of a plan that rests or has ended is not begun and could still be done. */
export const dropOpen = (tx: Tx, deps: Dependencies, planId: number): Promise<number> =>
  tx.run(sql`
    delete from visit_tasks where tenant_id = ${tx.tenantId} and plan_id = ${planId} and state = 1
      and closes_on >= ${dayOf(deps.now())}::date`);

/** Who is in hospital, away or gone, or is found by another rule, loses visits to come; who is there gets theirs. */
async function renewPerson(tx: Tx, deps: Dependencies, personId: number): Promise<void> {
  const plans = await activePlans(tx, sql`true`);
  if (plans.length === 0) return;
  const today = dayOf(deps.now());
  await inTurn(tx);
  const gone = await tx.run(sql`
    delete from visit_tasks t where t.tenant_id = ${tx.tenantId} and t.person_id = ${personId} and t.state = 1
      and t.closes_on >= ${today}::date and not exists (select from visit_plans v
        join people p on p.tenant_id = v.tenant_id and p.id = t.person_id ${named}
        where v.tenant_id = t.tenant_id and v.id = t.plan_id and ${covers(today)})`);
  const made = await insertVisits(tx, daysOf(plans, today, madeUntil(today)), today, sql`p.id = ${personId}`);
  if (gone + made > 0) await emit('visit.changed', { taskId: null }, tx, deps);
}

/** Visits in a leave go to the substitute, else lose their visitor; of a leave that ended early they come back. */
async function handOver(tx: Tx, deps: Dependencies, userId: number): Promise<void> {
  const moved = await tx.run(sql`
    update visit_tasks t set user_id = g.id, user_name = g.name, version = t.version + 1, updated_at = now()
    from (select v.id as task_id, u.id, u.name from visit_tasks v ${awayOn(sql`v.meant_id`, sql`v.due_on`)}
        left join users u on u.tenant_id = v.tenant_id and ${WORKS} and u.id = case when l is null then v.meant_id else l.hand_to_id end
      where v.tenant_id = ${tx.tenantId} and v.meant_id = ${userId} and v.state = 1 and v.due_on >= ${dayOf(deps.now())}::date) g
    where t.tenant_id = ${tx.tenantId} and t.id = g.task_id and t.user_id is distinct from g.id`);
  if (moved > 0) await emit('visit.changed', { taskId: null }, tx, deps);
}

/** What an institution lacks for the days to come. Gives how many visits were new. */
export async function makeVisits(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const today = dayOf(now);
  const until = madeUntil(today);
  await inTurn(tx);
  const made = await insertVisits(tx, daysOf(await activePlans(tx, sql`true`), today, until), today);
  await tx.run(sql`
    insert into visit_days (tenant_id, until) values (${tx.tenantId}, ${until}::date)
    on conflict (tenant_id) do update set until = greatest(visit_days.until, excluded.until)`);
  if (made > 0) await emit('visit.changed', { taskId: null }, tx, deps);
  return made;
}

/** The task of cleanup, over all institutions; gives how many visits it made, below `most` so that it is not asked again. */
export async function makeDueVisits(deps: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'visits_due',
    text: 'select tenant_id from app.visits_due($1::date) order by 1',
    values: [madeUntil(dayOf(now))],
  });
  let done = 0;
  await forTenants(deps, 'the making of visits', rows, (tenantId) =>
    deps.inTenant(tenantId, async (tx) => void (done += await makeVisits(tx, deps, now))),
  );
  return Math.min(done, most - 1);
}

/** People who leave and come back, and leaves of visitors. Called once per process. */
export function followWithVisits(): void {
  on('person.changed', ({ personId }, tx, deps) => renewPerson(tx, deps, personId));
  on('person.removed', ({ personId }, tx, deps) => renewPerson(tx, deps, personId));
  on('staff-leave.changed', ({ userId }, tx, deps) => handOver(tx, deps, userId));
}
