/** Care tasks: who did what when, once each, also when a phone says it late or twice. */
import { sql } from 'kysely';
import { MOST_TASKS, careTasks as routes } from '#contract/care/care-tasks.ts';
import { closedTask, decideTask, taskPhases, type TaskChange, type TaskCommand } from '#contract/care/care-tasks.rules.ts';
import { instantOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { apply, type Machine } from '../db/transitions.ts';
import { notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import { listed, lockTask, NOUN, roundOf, taskOrder, tasksOf, type Matching, type TaskRow, type Wire } from './task-rows.ts';

/** The task as its readers see it now, for who was not the first. */
async function fresh(context: Context, { id }: { id: number }): Promise<Wire> {
  const { session, deps, tx } = context;
  const query = tasksOf({}, session, deps.now())
    .clearWhere()
    .where('care_tasks.tenant_id', '=', tx.tenantId)
    .where('care_tasks.id', '=', id);
  const row = await tx.row<Wire>(listed(query) as never);
  if (!row) throw notFound(NOUN);
  return row;
}

const CHANGED = `${NOUN}已被他人登记，请刷新后重试`;

const taskMachine: Machine<Context, TaskRow, TaskCommand, TaskChange, Wire> = {
  table: 'care_tasks',
  read: lockTask,
  fresh,
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedTask,
  decide: decideTask,
  columns: (_context, _row, { set }) => set,
  follow: async () => {},
  async record(context, { id }) {
    await context.emit('care-task.changed', { taskId: id });
  },
};

/** Another member of staff who works here. */
async function helperOf({ tx }: Context, id: number | null) {
  if (id === null) return null;
  const user = await tx.row<{ id: number; name: string }>(sql`
    select id, name from users where tenant_id = ${tx.tenantId} and id = ${id} and status = 0 and deleted_at is null`);
  if (!user) throw refused('另一名护理员不存在或已停用');
  return user;
}

const by = ({ session }: Context) => ({ id: session.userId, name: session.name });
const momentOf = (doneTime: string | null, { deps }: Context) => (doneTime === null ? deps.now() : instantOf(doneTime));

export const careTasks: Handlers<typeof routes> = {
  page: (input, context) =>
    pageOf(
      context,
      input,
      tasksOf(input, context.session, context.deps.now()),
      (query: Matching) => inOrder(listed(query), taskOrder),
      taskOrder,
    ),

  async figures(input, { tx, session, deps }) {
    const { done, due, overdue, missed } = taskPhases;
    const counted = (phase: number) => sql<number>`(count(*) filter (where stands.phase = ${sql.lit(phase)}))::integer`;
    const query = tasksOf(input, session, deps.now()).select([
      sql<number>`count(*)::integer`.as('total'),
      counted(done).as('done'),
      counted(due).as('due'),
      counted(overdue).as('overdue'),
      counted(missed).as('missed'),
    ]);
    return (await tx.row<{ total: number; done: number; due: number; overdue: number; missed: number }>(query as never))!;
  },

  async round(_input, { tx, session, deps }) {
    const rows = await tx.rows<Wire>(roundOf(session, deps.now(), MOST_TASKS) as never);
    const helpers = await tx.rows<{ id: number; name: string }>(sql`
      select u.id, u.name from users u where u.tenant_id = ${tx.tenantId} and u.id <> ${session.userId} and u.status = 0
        and u.deleted_at is null and not u.visiting and exists (select from user_roles ur
          join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
          join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id and m.permission = ${routes.done.access}
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id)
      order by u.name collate app.pinyin, u.id limit 300`);
    return { tasks: rows.slice(0, MOST_TASKS), more: rows.length > MOST_TASKS, helpers };
  },

  // A phone that lost the answer sends the same once more.
  done: ({ id, version, doneTime, secondUserId, value, note }, context) =>
    once(context, routes.done, { id, doneTime, secondUserId, value, note }, async () => {
      const second = await helperOf(context, secondUserId);
      const at = momentOf(doneTime, context);
      return apply(taskMachine, context, { id, version }, { action: 'done', by: by(context), at, second, value, note });
    }),

  notDone: ({ id, version, doneTime, reason, note }, context) =>
    once(context, routes.notDone, { id, doneTime, reason, note }, () =>
      apply(taskMachine, context, { id, version }, { action: 'notDone', by: by(context), at: momentOf(doneTime, context), reason, note }),
    ),

  undo: ({ id }, context) => apply(taskMachine, context, { id }, { action: 'undo', by: by(context) }),
};
