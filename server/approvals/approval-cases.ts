/** 审批: applying, deciding, and what applicants and watchers do besides. */
import { sql } from 'kysely';
import { isoOf, instantOf } from '#contract/time.ts';
import { caseStates, closedCase, REMIND_EVERY } from '#contract/approvals/approval-cases.rules.ts';
import { approvalCases as routes } from '#contract/approvals/approval-cases.ts';
import { comparedValues, formProblem, type FormField, type FormValues } from '#contract/approvals/approval-forms.rules.ts';
import { isRunning, taskOrigins, taskStates } from '#contract/approvals/approval-steps.rules.ts';
import { yuanText } from '#contract/money.ts';
import type { Context } from '../context.ts';
import { conflict, forbidden, notFound, Refusal, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { once } from '../http/idempotency.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import { exporting } from '../transfers/exports.ts';
import type { Described, Fact } from './approval-subjects.ts';
import { caseOf, mayWithdraw, needPart } from './case-details.ts';
import { copyTo, decide, handOn, holdTask, peopleBy } from './case-decisions.ts';
import { caseList } from './case-lists.ts';
import { lockCase, readCase, tasksOf, versionOf, writeNote, type CaseState } from './case-rows.ts';
import { caseSheet } from './case-sheet.ts';
import { addTasks, openCase, resubmitCase, tellDeciders, withdrawCase } from './case-work.ts';
import { ensureDefinitions, offers } from './definition-rows.ts';
import { subjectOf } from './approval-subjects.ts';

const fileName = (url: string) => url.split('/').at(-1)!;

/** What a general application says: its form, value by value. Throws what is wrong with it. */
async function describeForm(
  { tx }: Context,
  name: string,
  fields: readonly FormField[],
  values: FormValues,
): Promise<Described & { form: FormValues }> {
  const problem = formProblem(fields, values);
  if (problem !== null) throw refused(problem);
  const form = Object.fromEntries(fields.map(({ key }) => [key, values[key] ?? null]));
  const chosen = fields.flatMap(({ key, type }) => (type === 'person' && typeof form[key] === 'number' ? [form[key]] : []));
  const named = chosen.length > 0 ? await peopleBy(tx, chosen) : [];
  const said = ({ key, label, type }: FormField): Fact => {
    const value = form[key];
    if (Array.isArray(value)) return { label, value: value.map(fileName).join('、'), files: value as string[] };
    if (value === null || value === undefined || value === '') return { label, value: '' };
    if (type === 'person') return { label, value: named.find(({ id }) => id === value)!.name };
    return { label, value: type === 'money' ? yuanText(Number(value)) : String(value) };
  };
  const facts = fields.map(said);
  const brief = facts.find(({ value, files }) => value !== '' && !files)?.value.slice(0, 40) ?? '';
  return {
    title: brief === '' ? name : `${name}：${brief}`,
    facts,
    variables: comparedValues(fields, form),
    people: Object.fromEntries(
      fields.flatMap(({ key, type }) => (type === 'person' && form[key] != null ? [[key, [form[key] as number]]] : [])),
    ),
    personId: null,
    form,
  };
}

const NOT_OWN = '只有申请人可以操作';

async function lockOwn(context: Context, id: number): Promise<CaseState> {
  const row = await lockCase(context.tx, (await needPart(context, await readCase(context.tx, id))).id);
  if (row.applicant_id !== context.session.userId) throw forbidden(NOT_OWN);
  return row;
}

const needOpen = (row: CaseState, action: Parameters<typeof closedCase>[1]) => {
  const closed = closedCase(row.state, action);
  if (closed !== null) throw conflict(closed);
};

export const approvalCases: Handlers<typeof routes> = {
  async page(input, context) {
    const list = caseList(context.session.userId);
    const by = list.order(input);
    return pageOf(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), by), by);
  },
  export: exporting(routes.export, caseSheet),

  async count(_input, { tx, session }) {
    const row = await tx.row<{ todo: number; unread: number; returned: number }>(sql`
      select (select count(*) from approval_tasks where tenant_id = ${tx.tenantId} and user_id = ${session.userId}
          and state = ${sql.lit(taskStates.open)}) as todo,
        (select count(*) from approval_copies where tenant_id = ${tx.tenantId} and user_id = ${session.userId}
          and read_at is null) as unread,
        (select count(*) from approval_cases where tenant_id = ${tx.tenantId} and applicant_id = ${session.userId}
          and state = ${sql.lit(caseStates.returned)}) as returned`);
    return row!;
  },

  get: ({ id }, context) => caseOf(context, id),

  async offered(_input, context) {
    await ensureDefinitions(context);
    return (await offers(context.tx)).map((one) => ({
      ...one,
      fields: one.fields.map((field) => ({ ...field, options: [...field.options] })),
    }));
  },

  async apply({ definitionId, values }, context) {
    const { tx, session } = context;
    const offered = (await offers(tx)).find((one) => one.definitionId === definitionId);
    if (!offered) throw notFound('审批流程');
    if (offered.kind !== 'general') throw refused(`${offered.name}请在业务页面提交`);
    const described = await describeForm(context, offered.name, offered.fields, values as FormValues);
    const applicant = { id: session.userId, name: session.name };
    return openCase(
      context,
      { ...described, definitionId, kind: 'general', businessId: null, applicant },
      { id: offered.versionId, name: offered.name },
    );
  },

  async resubmit({ id, values }, context) {
    const row = await lockOwn(context, id);
    needOpen(row, 'resubmit');
    if (row.business_id !== null) {
      await resubmitCase(context, row, await subjectOf(row.kind).describe(context, row.business_id), null);
      return true;
    }
    const { fields } = await versionOf(context.tx, row.version_id);
    const described = await describeForm(context, row.name, fields, (values ?? row.form) as FormValues);
    await resubmitCase(context, row, described, described.form);
    return true;
  },

  decide: (form, context) =>
    once(context, routes.decide, form, () => {
      const { taskId, action, to, comment, files } = form;
      return decide(context, taskId, action, to, { comment, files });
    }),

  async batch({ taskIds, action, comment }, context) {
    const { tx } = context;
    const failed: { taskId: number; title: string; reason: string }[] = [];
    const ids = [...new Set(taskIds)].toSorted((a, b) => a - b);
    for (const taskId of ids) {
      await tx.run(sql`savepoint one`);
      try {
        await decide(context, taskId, action, '', { comment, files: [] });
        await tx.run(sql`release savepoint one`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await tx.run(sql`rollback to savepoint one`);
        const found = await tx.row<{ title: string }>(sql`
          select c.title from approval_tasks t join approval_cases c on c.tenant_id = t.tenant_id and c.id = t.case_id
          where t.tenant_id = ${tx.tenantId} and t.id = ${taskId} and t.user_id = ${context.session.userId}`);
        failed.push({ taskId, title: found?.title ?? '', reason: error.message });
      }
    }
    return { done: ids.length - failed.length, failed };
  },

  async hand({ taskId, action, userId, comment, files }, context) {
    const [to] = await peopleBy(context.tx, [userId]);
    return handOn(context, taskId, { action, to: to! }, { comment, files });
  },

  async sign({ taskId, action, ids, comment }, context) {
    const remark = { comment, files: [] };
    if (action === 'drop') return handOn(context, taskId, { action, taskIds: ids }, remark);
    return handOn(context, taskId, { action, people: await peopleBy(context.tx, ids) }, remark);
  },

  async withdraw({ id, comment }, context) {
    const row = await needPart(context, await readCase(context.tx, id));
    if (!(await mayWithdraw(context, row))) throw forbidden(NOT_OWN);
    await withdrawCase(context, await lockCase(context.tx, id), comment);
    return true;
  },

  async remind({ id }, context) {
    const { tx, deps, actor } = context;
    const row = await lockOwn(context, id);
    needOpen(row, 'remind');
    const now = deps.now();
    if (row.reminded_at !== null && now - instantOf(row.reminded_at) < REMIND_EVERY) throw refused('刚刚提醒过，请10分钟后再催办');
    await tx.run(sql`
      update approval_cases set reminded_at = ${isoOf(now)}::timestamptz where tenant_id = ${tx.tenantId} and id = ${id}`);
    const open = (await tasksOf(tx, id)).filter(({ state }) => state === taskStates.open);
    await writeNote(tx, id, actor, { action: `催办：${open.map(({ user_name }) => user_name).join('、')}` }, now);
    await tellDeciders(
      context,
      row,
      open.map(({ user_id }) => user_id),
      `${row.applicant_name}催您审批${row.name}`,
    );
    await context.emit('approval.changed', { caseId: id });
    return true;
  },

  async comment({ id, comment, files }, context) {
    const { tx, deps, actor } = context;
    await needPart(context, await readCase(tx, id));
    await writeNote(tx, id, actor, { action: '评论', text: comment, files }, deps.now());
    await context.emit('approval.changed', { caseId: id });
    return true;
  },

  async copy({ id, userIds }, context) {
    const { tx, deps, actor } = context;
    const row = await needPart(context, await readCase(tx, id));
    const told = await copyTo(context, row, await peopleBy(tx, userIds));
    if (told.length === 0) throw refused('这些人员都已收到抄送');
    await writeNote(tx, id, actor, { action: `抄送：${told.map(({ name }) => name).join('、')}` }, deps.now());
    await context.emit('approval.changed', { caseId: id });
    return true;
  },

  async reassign({ taskId, userId, comment }, context) {
    const { tx, deps, actor } = context;
    const { row, step, task, tasks } = await holdTask(context, taskId, 'any');
    const [to] = await peopleBy(tx, [userId]);
    if (task.state !== taskStates.open && task.state !== taskStates.waiting) throw conflict('审批任务已处理，请刷新');
    if (to!.id === row.applicant_id) throw refused(`${to!.name}是申请人，不能审批自己的申请`);
    if (tasks.some((one) => one.user_id === to!.id && isRunning(one))) throw refused(`${to!.name}已在这一步的审批人中`);
    await tx.run(sql`
      update approval_tasks set state = ${taskStates.transferred} where tenant_id = ${tx.tenantId} and id = ${taskId}`);
    const { place, state, origin, parent_id } = task;
    const handed = origin === taskOrigins.delegate ? { origin, parent_id } : { origin: taskOrigins.transfer, parent_id: taskId };
    await addTasks(context, row, step.id, [{ user_id: to!.id, user_name: to!.name, place, state, ...handed }]);
    const action = `改派：${task.user_name} → ${to!.name}`;
    await writeNote(tx, row.id, actor, { action, stepName: step.name, text: comment }, deps.now());
    await context.emit('approval.changed', { caseId: row.id });
    return true;
  },
};
