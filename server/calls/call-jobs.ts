/** Outbound jobs: what staff write down, their states, their lists, and the figures of the last half year. */
import { ruleSays } from '#contract/calls/call-job-people.rules.ts';
import { callJobs as routes, type CallJobRule } from '#contract/calls/call-jobs.ts';
import { decideJob, dialWays, jobStates } from '#contract/calls/call-jobs.rules.ts';
import { callProviders } from '#contract/calls/call-services.ts';
import { dayOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import type { Context, Dependencies, Session } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { Refusal, refused } from '../errors.ts';
import { workIn } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { forTenants } from '../jobs/poller.ts';
import { contains, equals, lockOne, readOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { asJson } from './json-fields.ts';
import { jobFigures } from './call-job-figures.ts';
import { needNotice } from './call-job-notices.ts';
import { addPeople, choosePeople } from './call-job-people.ts';
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
  dialling: 'dialling',
  menuId: 'menu_id',
  lines: 'lines',
  questionnaireId: 'questionnaire_id',
  remarks: 'remarks',
} as const;
const cases = (test = sql`true`) =>
  sql<number>`(select count(*)::integer from call_job_cases c where c.tenant_id = call_jobs.tenant_id
    and c.job_id = call_jobs.id and ${test})`;

const list: ListOf<typeof routes.page, 'call_jobs'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    state: 'state',
    groupName: () => sql`(select g.name from call_groups g where g.tenant_id = call_jobs.tenant_id and g.id = call_jobs.group_id)`,
    menuName: () => sql`(select m.name from call_menus m where m.tenant_id = call_jobs.tenant_id and m.id = call_jobs.menu_id)`,
    noLine: () => sql`(call_jobs.dialling = ${dialWays.notice} and not exists (select from call_services s
      where s.tenant_id = call_jobs.tenant_id and s.enabled and s.provider = ${callProviders.sip}))`,
    questionnaireName: () =>
      sql`(select q.name from questionnaires q where q.tenant_id = call_jobs.tenant_id and q.id = call_jobs.questionnaire_id)`,
    automatic: 'automatic',
    rule: 'rule',
    againDays: 'again_days',
    nextFill: () => sql`case when call_jobs.automatic and call_jobs.state = ${jobStates.running}
      then (call_jobs.filled_on + 1)::timestamp at time zone 'Asia/Shanghai' end`,
    total: () => cases(),
    done: () => cases(sql`c.state = 3`),
    inVain: () => cases(sql`c.state = 4`),
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), kind: equals('kind'), state: equals('state') },
};

const written = writes({ ...own, fields });
/** Throws 422 unless the institution collects answers with the questionnaire. */
async function checkQuestionnaire({ tx }: Context, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const found = await tx.row(sql`
    select id from questionnaires where tenant_id = ${tx.tenantId} and id = ${id} and status = ${questionnaireStatus.published}
      and deleted_at is null for share`);
  if (!found) throw refused('问卷不存在或未发布');
}

/** Throws 422 for a rule that says nothing, 403 for who does not see the whole institution. */
function needRule(rule: CallJobRule, session: Session): void {
  if (!ruleSays(rule)) throw refused('请至少选择一个名单条件');
  if (session.dataScope > 1) throw new Refusal(403, '自动任务面向全机构，您的数据范围不含全机构，请由管理员创建');
}

const refusals = {
  call_jobs_tenant_id_group_id_fkey: refused('技能组不存在'),
  call_jobs_tenant_id_menu_id_fkey: refused('语音菜单不存在'),
  call_jobs_notice: refused('请为语音通知选择语音菜单'),
};

export const callJobs: Handlers<typeof routes> = {
  ...reads(list),
  ...jobFigures,
  async create({ numbers, rule, ...form }, context) {
    await checkQuestionnaire(context, form.questionnaireId);
    const id = await explaining(refusals, written.create(asJson(form, 'hours'), context));
    return { id, ...(await addPeople(context, id, { numbers, rule }, context.session)) };
  },
  async automatic({ rule, againDays, ...form }, context) {
    const { tx, deps, session } = context;
    needRule(rule, session);
    await checkQuestionnaire(context, form.questionnaireId);
    const id = await explaining(refusals, written.create(asJson(form, 'hours'), context));
    await tx.run(sql`update call_jobs set automatic = true, rule = ${JSON.stringify(rule)}, again_days = ${againDays},
      state = ${jobStates.running},
      filled_on = ${dayOf(deps.now())} where tenant_id = ${tx.tenantId} and id = ${id}`);
    if (form.dialling === dialWays.notice) await needNotice(tx, id);
    return { id, ...(await addPeople(context, id, { rule, againDays }, null)) };
  },
  async preview({ id, rule, againDays }, context) {
    if (!ruleSays(rule)) throw refused('请至少选择一个名单条件');
    if (id !== undefined) await readOne(list, id, context);
    const { wanted, blocked } = await choosePeople(context, id ?? null, { rule, againDays }, context.session);
    const people = wanted.slice(0, 50).map(({ personId, name, mobile }) => ({ oldmanId: personId as number, name, mobile }));
    return { total: wanted.length, blocked, people };
  },
  async update({ rule, againDays, ...form }, context) {
    const before = await lockOne(list, form.id, context);
    if (before.state > jobStates.paused) throw refused('任务已结束，不能修改');
    if (form.questionnaireId !== before.questionnaireId) await checkQuestionnaire(context, form.questionnaireId);
    // A row that is sent back as it was read brings a rule that says nothing.
    if (!before.automatic && rule !== undefined && ruleSays(rule)) throw refused('只有自动任务有名单条件');
    if (before.automatic && (rule !== undefined || againDays !== undefined)) {
      if (rule !== undefined) needRule(rule, context.session);
      const { tx } = context;
      await tx.run(sql`
        update call_jobs set rule = coalesce(${rule === undefined ? null : JSON.stringify(rule)}::jsonb, rule),
          again_days = coalesce(${againDays ?? null}, again_days)
        where tenant_id = ${tx.tenantId} and id = ${form.id}`);
    }
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
    if (command === 'start' && before.dialling === dialWays.notice) await needNotice(tx, id);
    await tx.run(sql`update call_jobs set state = ${decision.change.state}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    return true;
  },
  async results({ id }, context) {
    const { tx } = context;
    await readOne(list, id, context);
    const its = sql`from call_job_cases where tenant_id = ${tx.tenantId} and job_id = ${id}`;
    return {
      results: await tx.rows<{ result: number; cases: number }>(sql`
        select result, count(*)::integer as cases ${its} and result is not null group by result order by result`),
      keys: await tx.rows<{ key: string; name: string; cases: number }>(sql`
        select key, key_name as name, count(*)::integer as cases ${its} and key <> '' group by key, key_name order by key, key_name`),
    };
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
    const due = await tx.rows<{ id: number; rule: CallJobRule; againDays: number }>(sql`
      select id, rule, again_days as "againDays" from call_jobs where tenant_id = ${tenantId} and automatic and state = ${jobStates.running}
        and (filled_on is null or filled_on < ${today}::date) order by id for update skip locked`);
    for (const { id, rule, againDays } of due) {
      await addPeople(workIn(tx, deps, SYSTEM), id, { rule, againDays }, null);
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
