/**
 * Visits without a carer, that do not begin or do not end in time: told once each, to dispatchers and to the carer who should be there.
 */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { recipientsWith } from '../messages/messages.ts';
import { settingsOf } from './work-order-settings.ts';

interface Missed {
  job_id: number;
  work_order_id: number;
  kind: 1 | 2 | 3;
  due_at: string;
  number: string;
  person_name: string;
  project_name: string;
  service_at: string;
  user_id: number | null;
  user_name: string | null;
}

/** Of one institution at once; what is left is told by the next run. */
const MOST = 200;
/** Named in one message; the others are counted. */
const NAMED = 3;

/** What was due within a day before `at` and not told yet; the same conditions as `app.visits_overdue` over all institutions. */
const missedOf = (tenantId: number, at: string, patience: number) => sql<Missed>`
  select m.job_id, m.work_order_id, m.kind, date_trunc('second', m.due) as due_at, o.number, o.person_name, j.project_name, j.service_at,
    j.user_id, j.user_name
  from (
    select j.id as job_id, j.work_order_id, 1 as kind, o.respond_by as due
    from work_orders o join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
    where o.tenant_id = ${tenantId} and o.responded_at is null and o.status in (1, 2, 3, 5) and j.status = 1
      and o.respond_by between ${at}::timestamptz - interval '1 day' and ${at}::timestamptz
    union all
    select id, work_order_id, 2, service_at from work_order_jobs
    where tenant_id = ${tenantId} and status in (1, 2)
      and service_at between ${at}::timestamptz - interval '1 day' and ${at}::timestamptz - make_interval(mins => ${patience})
    union all
    select id, work_order_id, 3, check_in_at + make_interval(mins => minutes) from work_order_jobs
    where tenant_id = ${tenantId} and status = 3 and check_in_at >= ${at}::timestamptz - interval '2 days'
      and check_in_at + make_interval(mins => minutes + ${patience}) between ${at}::timestamptz - interval '1 day' and ${at}::timestamptz
  ) as m
    join work_orders o on o.tenant_id = ${tenantId} and o.id = m.work_order_id
    join work_order_jobs j on j.tenant_id = ${tenantId} and j.id = m.job_id
  where not exists (select from work_order_alerts a where a.tenant_id = ${tenantId} and a.job_id = m.job_id and a.kind = m.kind
    and a.due_at = date_trunc('second', m.due))
  order by m.due, m.job_id limit ${MOST}`;

const clock = (time: string) => time.slice(5, 16);

/** What was missed, without saying of whose. */
const missedText = ({ kind, due_at, service_at, user_name }: Missed) =>
  kind === 1
    ? `应在 ${clock(due_at)} 前派单，尚未派单`
    : kind === 2
      ? `计划 ${clock(service_at)} 开始，${user_name === null ? '尚未派单' : `${user_name}尚未签到`}`
      : `应在 ${clock(due_at)} 结束，${user_name ?? ''}尚未签退`;

const line = (one: Missed) => `${one.person_name} ${one.project_name}（${one.number}）：${missedText(one)}`;

async function tell(tx: Tx, deps: Dependencies, recipients: readonly number[], missed: readonly Missed[]): Promise<void> {
  const orders = new Set(missed.map(({ work_order_id: id }) => id));
  await sendMessages(tx, deps, recipients, {
    kind: 'workorder',
    title: missed.length === 1 ? '服务超时，请处理' : `${missed.length}项服务超时，请处理`,
    text: [...missed.slice(0, NAMED).map(line), ...(missed.length > NAMED ? [`等${missed.length}项`] : [])].join('；'),
    link: orders.size === 1 ? `/order/workorder/detail?id=${missed[0]?.work_order_id}` : '/order/workorder',
  });
}

/** Tells what one institution has missed as of `now`; gives how many visits. One message for each person, however many visits there are. */
async function alertTenant(deps: Dependencies, tenantId: number, now: number): Promise<number> {
  return deps.inTenant(tenantId, async (tx) => {
    const { alerts, alertMinutes } = await settingsOf(tx);
    if (!alerts) return 0;
    const found = await tx.rows(missedOf(tenantId, textOf(now), alertMinutes));
    if (found.length === 0) return 0;
    const rows = found.map(({ job_id, work_order_id, kind, due_at }) => ({ tenant_id: tenantId, job_id, work_order_id, kind, due_at }));
    const taken = await tx.rows(
      db
        .insertInto('work_order_alerts')
        .values(rows)
        .onConflict((on) => on.columns(['tenant_id', 'job_id', 'kind', 'due_at']).doNothing())
        .returning(['job_id', 'kind']),
    );
    const missed = found.filter((one) => taken.some(({ job_id, kind }) => job_id === one.job_id && kind === one.kind));
    if (missed.length === 0) return 0;
    const notes = missed.map((one) => ({
      note: `${one.project_name}，${missedText(one)}`,
      job_id: one.job_id,
      work_order_id: one.work_order_id,
    }));
    await tx.run(db.insertInto('work_order_logs').values(notes.map((note) => ({ tenant_id: tenantId, action: 'alert', ...note }))));
    const dispatchers = await recipientsWith(tx, 'members_workorder_dispatch');
    await tell(tx, deps, dispatchers, missed);
    for (const [userId, own] of Map.groupBy(missed, ({ user_id }) => user_id))
      if (userId !== null && !dispatchers.includes(userId)) await tell(tx, deps, [userId], own);
    for (const workOrderId of new Set(missed.map(({ work_order_id: id }) => id)))
      await emit('work-order.changed', { workOrderId }, tx, deps);
    return missed.length;
  });
}

/** The task of cleanup, over all institutions; gives how many visits it told of. */
export async function alertOverdueVisits(deps: Dependencies, now: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'visits_overdue',
    text: 'select tenant_id from app.visits_overdue($1)',
    values: [new Date(now).toISOString()],
  });
  let told = 0;
  for (const { tenant_id: tenantId } of rows) {
    try {
      told += await alertTenant(deps, tenantId, now);
    } catch (error) {
      deps.log.warn({ err: error, tenantId }, 'overdue visits of an institution were not told');
    }
  }
  return told;
}
