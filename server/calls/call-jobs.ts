/** Outbound jobs: what staff write down, their states, their lists, and the figures of the last half year. */
import { callJobs as routes } from '#contract/calls/call-jobs.ts';
import { decideJob, halfYear, jobStates } from '#contract/calls/call-jobs.rules.ts';
import { dayOf, instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { instant } from '../db/instants.ts';
import { Refusal, refused } from '../errors.ts';
import { workIn } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { forTenants } from '../jobs/poller.ts';
import { contains, equals, lockOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { asJson } from './json-fields.ts';
import { addPeople } from './call-job-people.ts';
import { SYSTEM } from './call-clock.ts';

const own = { table: 'call_jobs', noun: '外呼任务' } as const;
const fields = {
  name: 'name',
  kind: 'kind',
  groupId: 'group_id',
  script: 'script',
  hours: 'hours',
  mostAttempts: 'most_attempts',
  pauseMinutes: 'pause_minutes',
  remarks: 'remarks',
} as const;
const cases = (test = sql`true`) =>
  sql<number>`(select count(*)::integer from call_job_cases c where c.tenant_id = call_jobs.tenant_id and c.job_id = call_jobs.id and ${test})`;

const list: ListOf<typeof routes.page, 'call_jobs'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    state: 'state',
    groupName: () => sql`(select g.name from call_groups g where g.tenant_id = call_jobs.tenant_id and g.id = call_jobs.group_id)`,
    automatic: 'automatic',
    rule: 'rule',
    total: () => cases(),
    done: () => cases(sql`c.state = 3`),
    inVain: () => cases(sql`c.state = 4`),
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), kind: equals('kind'), state: equals('state') },
};

const written = writes({ ...own, fields });
const refusals = { call_jobs_tenant_id_group_id_fkey: refused('技能组不存在') };

export const callJobs: Handlers<typeof routes> = {
  ...reads(list),
  async statistics(_input, { tx, deps }) {
    const months = halfYear(dayOf(deps.now()));
    const rows = await tx.rows<{ month: string; cases: number; connected: number; seconds: number }>(sql`
      select to_char(began_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, count(distinct job_case_id)::integer as cases,
        (count(distinct job_case_id) filter (where established_at is not null))::integer as connected,
        coalesce(avg(extract(epoch from coalesce(ended_at, ${instant(deps.now())}) - established_at)), 0)::integer as seconds
      from calls where tenant_id = ${tx.tenantId} and job_case_id is not null
        and began_at >= ${instant(instantOf(`${months[0]}-01 00:00:00`))} group by 1`);
    return months.map((month) => {
      const row = rows.find((one) => one.month === month);
      const rate = row ? Math.round((row.connected / row.cases) * 1000) / 10 : 0;
      return { month, cases: row?.cases ?? 0, connected: row?.connected ?? 0, rate, averageSeconds: row?.seconds ?? 0 };
    });
  },
  async create({ numbers, rule, ...form }, context) {
    const id = await explaining(refusals, written.create(asJson(form, 'hours'), context));
    return { id, ...(await addPeople(context, id, { numbers, rule }, context.session)) };
  },
  async automatic({ rule, ...form }, context) {
    const { tx, deps, session } = context;
    if (Object.values(rule).every((value) => value === undefined || value === '')) throw refused('请至少选择一个名单条件');
    if (session.dataScope > 1) throw new Refusal(403, '自动任务面向全机构，您的数据范围不含全机构，请由管理员创建');
    const id = await explaining(refusals, written.create(asJson(form, 'hours'), context));
    await tx.run(sql`update call_jobs set automatic = true, rule = ${JSON.stringify(rule)}, state = ${jobStates.running},
      filled_on = ${dayOf(deps.now())} where tenant_id = ${tx.tenantId} and id = ${id}`);
    return { id, ...(await addPeople(context, id, { rule }, null)) };
  },
  async update(form, context) {
    const before = await lockOne(list, form.id, context);
    if (before.state > jobStates.paused) throw refused('任务已结束，不能修改');
    return explaining(refusals, written.update(asJson(form, 'hours'), context));
  },
  async remove(input, context) {
    const { state } = await lockOne(list, input.id, context);
    if (state === jobStates.running) throw refused('任务正在进行，请先暂停或结束再删除');
    const { tx } = context;
    const called = await tx.row(sql`select c.id from calls c join call_job_cases k on k.tenant_id = c.tenant_id and k.id = c.job_case_id
      where c.tenant_id = ${tx.tenantId} and k.job_id = ${input.id} limit 1`);
    if (called) throw refused('任务已有通话记录，不能删除');
    return written.remove(input, context);
  },
  async move({ id, command }, context) {
    const { tx } = context;
    const before = await lockOne(list, id, context);
    const decision = decideJob({ ...before, cases: before.total }, command);
    if ('refusal' in decision) throw new Refusal(decision.status, decision.refusal);
    if (decision.change === null) return true;
    await tx.run(sql`update call_jobs set state = ${decision.change.state}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    return true;
  },
  async add({ id, ...whom }, context) {
    const before = await lockOne(list, id, context);
    if (before.state > jobStates.paused) throw refused('任务已结束，不能添加名单');
    return { id, ...(await addPeople(context, id, whom, context.session)) };
  },
};

/** Fills the automatic jobs of a tenant that have not been filled today. Gives how many. */
async function fillTenant(deps: Dependencies, tenantId: number, today: string): Promise<number> {
  return deps.inTenant(tenantId, async (tx) => {
    const due = await tx.rows<{ id: number; rule: Parameters<typeof addPeople>[2]['rule'] }>(sql`
      select id, rule from call_jobs where tenant_id = ${tenantId} and automatic and state = ${jobStates.running}
        and (filled_on is null or filled_on < ${today}::date) order by id for update skip locked`);
    for (const { id, rule } of due) {
      await addPeople(workIn(tx, deps, SYSTEM), id, { rule }, null);
      await tx.run(sql`update call_jobs set filled_on = ${today}::date where tenant_id = ${tenantId} and id = ${id}`);
    }
    return due.length;
  });
}

/** Of the clock: fills what is to be filled today, once a day. Gives how many jobs. */
export async function fillCallJobs(deps: Dependencies, now: number): Promise<number> {
  const today = dayOf(now);
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'call_jobs_due',
    text: 'select tenant_id from app.call_jobs_due($1)',
    values: [today],
  });
  let filled = 0;
  await forTenants(deps, 'outbound jobs', rows, async (tenantId) => void (filled += await fillTenant(deps, tenantId, today)));
  return filled;
}
