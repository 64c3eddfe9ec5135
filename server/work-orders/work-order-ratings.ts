/** Rating through a link, and the follow-up of bad ratings. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { canDo, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrderRatings as routes } from '#contract/work-orders/work-order-ratings.ts';
import type { Actor, Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { workIn } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { containing } from '../lists/like.ts';
import { listFrom } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { followupSheet } from './followups-sheet.ts';
import { record } from './order-steps.ts';
import { issueLink, textLink, withLink } from './rating-links.ts';
import { inWords, keepRating } from './scores.ts';
import { readSummary } from './work-order-rows.ts';
import { visibleTo } from '../lists/work-order-reach.ts';

/** 王**: whoever was forwarded a link learns nobody's name. */
const masked = (name: string) => `${[...name][0] ?? ''}**`;
/** Who rates by a link: it says whose order it is, not who opened it. */
const PERSON: Actor = { userId: null, name: '服务对象' };

const jobs = (value: string) =>
  sql<string>`(select string_agg(distinct ${sql.raw(value)}, '、') from work_order_jobs j where j.tenant_id = work_orders.tenant_id
    and j.work_order_id = work_orders.id and j.status = 4)`;

type Query = Omit<z.output<typeof routes.followups.input>, 'current' | 'size'>;

/** The follow-ups of orders that the session reaches. */
function matching(session: Session, { id, status, oldmanName, workNo, startTime, endTime }: Query) {
  let query = visibleTo(session)
    .innerJoin('work_order_followups as f', (on) =>
      on.onRef('f.tenant_id', '=', 'work_orders.tenant_id').onRef('f.work_order_id', '=', 'work_orders.id'),
    )
    .where('f.tenant_id', '=', session.tenantId);
  if (id) query = query.where('f.id', '=', id);
  if (status) query = query.where('f.status', '=', status);
  if (oldmanName) query = query.where('work_orders.person_name', 'like', containing(oldmanName));
  if (workNo) query = query.where(sql<boolean>`work_orders.number ^@ ${workNo.toUpperCase()}`);
  if (startTime) query = query.where('f.created_at', '>=', startTime);
  if (endTime) query = query.where('f.created_at', '<=', endTime);
  return query;
}

const listed = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('work_order_scores as s', (on) =>
      on.onRef('s.tenant_id', '=', 'f.tenant_id').onRef('s.work_order_id', '=', 'f.work_order_id'),
    )
    .select(['f.id', 'f.work_order_id as workOrderId', 'work_orders.number as workNo', 'work_orders.person_id as oldmanId'])
    .select(['work_orders.person_name as oldmanName', 'work_orders.person_phone as oldmanPhone', 'f.score', 's.content as scoreContent'])
    .select([
      's.method as scoreMethod',
      's.scored_at as scoreTime',
      'f.status',
      'f.method',
      'f.result',
      'f.done_at as doneTime',
      'f.version',
    ])
    .select([
      'f.created_at as createTime',
      sql<string>`coalesce(${jobs('j.project_name')}, '')`.as('serverProjectName'),
      jobs('j.user_name').as('serverUserName'),
      sql<string | null>`(select u.name from users u where u.tenant_id = f.tenant_id and u.id = f.done_by)`.as('doneBy'),
    ]);

const order = (input: { ascs?: string[] | undefined; descs?: string[] | undefined }) =>
  orderOf(input, { create_time: 'f.created_at', score: 'f.score' }, 'f.created_at');

const list = listFrom({ matching: (input: Query, { session }) => matching(session, input), listed, order });

export const workOrderRatings: Handlers<typeof routes> = {
  async link({ workOrderId, send }, context) {
    const { tx, session } = context;
    const found = await tx.row(visibleTo(session).where('work_orders.id', '=', workOrderId).select(['status', 'person_phone']));
    if (!found) throw notFound('工单');
    if (!canDo('comment', found.status)) throw refused(found.status === orderStatus.rated ? '工单已评价' : '工单完成后才能评价');
    const { path, expires } = await issueLink(context, workOrderId);
    const sent = send && (await textLink(context, found.person_phone, path));
    if (send && !sent) throw refused('没有可接收短信的手机号，或未配置系统的公网地址');
    return { path, expires, sent };
  },

  open: ({ token }, { deps }) =>
    withLink(deps, token, async (tx, id) => {
      const found = await tx.row(
        db
          .selectFrom('work_orders')
          .select(['person_name', 'finished_at', jobs('j.project_name').as('projects'), jobs('j.user_name').as('staff')])
          .select([
            sql<string>`(select t.name from tenants t where t.id = work_orders.tenant_id)`.as('tenant'),
            sql<
              number | null
            >`(select s.score from work_order_scores s where s.tenant_id = work_orders.tenant_id and s.work_order_id = work_orders.id)`.as(
              'score',
            ),
          ])
          .where('tenant_id', '=', tx.tenantId)
          .where('id', '=', id),
      );
      if (!found) throw notFound('工单');
      return {
        tenantName: found.tenant,
        personName: masked(found.person_name),
        serverProjectName: found.projects ?? '',
        serverUserName: found.staff,
        endTime: found.finished_at,
        score: found.score,
      };
    }),

  rate: ({ token, score, scoreContent }, { deps }) =>
    withLink(deps, token, async (tx, id) => {
      const rated = await tx.row(
        db
          .updateTable('work_orders')
          .set({ status: orderStatus.rated, version: sql`version + 1`, updated_at: sql`now()` })
          .where('tenant_id', '=', tx.tenantId)
          .where('id', '=', id)
          .where('status', '=', orderStatus.finished)
          .returning(['id', 'number', 'person_name', 'warning_id']),
      );
      if (!rated) throw conflict('您已评价，感谢您的反馈');
      const rating = { score, method: 2, content: scoreContent, scoredBy: null };
      await keepRating(tx, deps, rated, rating);
      await record(workIn(tx, deps, PERSON), rated, 'comment', [{ note: inWords(rating) }]);
      return true;
    }),

  followups: (input, context) =>
    pageOf(
      context,
      input,
      matching(context.session, input),
      (query) => inOrder(listed(query as never), order(input)) as never,
      order(input),
    ) as never,
  exportFollowups: exporting(routes.exportFollowups, followupSheet(list)),

  async finishFollowup({ id, version, method, result }, context) {
    const { tx, session } = context;
    const found = await tx.row(
      db.selectFrom('work_order_followups').select('work_order_id').where('tenant_id', '=', tx.tenantId).where('id', '=', id),
    );
    if (!found) throw notFound('回访');
    const { id: workOrderId } = await readSummary(context, found.work_order_id);
    const done = await tx.run(
      db
        .updateTable('work_order_followups')
        .set({ status: 2, method, result, done_by: session.userId, done_at: sql`now()`, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', tx.tenantId)
        .where('id', '=', id)
        .where('status', '=', 1)
        .where('version', '=', version),
    );
    if (done === 0) throw conflict('该回访已被他人完成，请刷新后查看');
    await tx.run(
      db.insertInto('work_order_logs').values({
        tenant_id: tx.tenantId,
        work_order_id: workOrderId,
        action: 'followup',
        note: result,
        user_id: session.userId,
        user_name: session.name,
      }),
    );
    await context.emit('work-order.changed', { workOrderId });
    return true;
  },
};
