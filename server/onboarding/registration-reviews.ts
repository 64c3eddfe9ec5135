/**
 * The platform's decision about institutions that registered themselves. The person who registered
 * hears of it by SMS: there is no other way to reach them yet.
 */
import { sql } from 'kysely';
import { registrationStates as state, reviews } from '#contract/onboarding/registration-reviews.rules.ts';
import { registrationReviews as routes } from '#contract/onboarding/registration-reviews.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { approveOpening, refuseOpening } from '../tenants/openings.ts';
import { containing } from '../lists/like.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { smsLater } from '../messages/text-messages.ts';
import { registrationSheet } from './registration-reviews-sheet.ts';

/** An institution that was deleted meanwhile waits for nothing. */
const stateOf = sql<number>`case
  when r.status = 1 and r.opened_tenant_id is null then ${sql.lit(state.joined)}
  when r.review = ${sql.lit(reviews.refused)} then ${sql.lit(state.refused)}
  when r.status = 1 and t.deleted_at is not null then ${sql.lit(state.expired)}
  when r.status = 1 and r.review = ${sql.lit(reviews.waiting)} then ${sql.lit(state.waiting)}
  when r.status = 1 then ${sql.lit(state.opened)}
  when r.status = 9 or r.expires_at <= now() then ${sql.lit(state.expired)}
  else ${sql.lit(state.open)} end`;

const columns = [
  'r.id',
  'r.name',
  'r.username',
  'r.phone',
  stateOf.as('state'),
  'r.opened_tenant_id as tenantId',
  't.name as tenantName',
  't.code as tenantCode',
  't.region_code as regionCode',
  't.address',
  't.package_code as packageCode',
  sql<string | null>`(select p.name from packages p where p.code = t.package_code order by p.deleted_at is not null, p.id desc limit 1)`.as(
    'packageName',
  ),
  'r.reason',
  'r.reviewed_name as auditName',
  'r.reviewed_at as auditTime',
  'r.expires_at as expireTime',
  'r.version',
  'r.created_at as createTime',
] as const;

const all = () =>
  db.selectFrom('registrations as r').leftJoin('tenants as t', 't.id', 'r.opened_tenant_id').where('r.tenant_id', '=', PLATFORM);

const list = listFrom({
  matching({ state: wanted, phone, name }: SearchOf<typeof routes.page>) {
    let query = all();
    if (wanted) query = query.where(stateOf, '=', Number(wanted));
    if (phone) query = query.where('r.phone', 'like', containing(phone));
    if (name)
      query = query.where(
        sql<boolean>`(r.name like ${containing(name)} or r.username like ${containing(name)} or t.name like ${containing(name)})`,
      );
    return query;
  },
  listed: (query: ReturnType<typeof all>) => query.select(columns),
  order: (input) => orderOf(input, { create_time: 'r.created_at', audit_time: 'r.reviewed_at' }, 'r.created_at'),
});

interface Row {
  id: number;
  version: number;
  review: number | null;
  phone: string;
  username: string;
  opened_tenant_id: number | null;
}

export const registrationReviews: Handlers<typeof routes> = {
  async page(input, context) {
    const order = list.order(input);
    return pageOf(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), order), order);
  },

  export: exporting(routes.export, registrationSheet(list)),

  async audit({ id, status, reason, version }, context) {
    const { tx, deps, session } = context;
    const row = await tx.row<Row>(sql`
      select id, version, review, phone, username, opened_tenant_id from registrations
      where tenant_id = ${PLATFORM} and id = ${id} for update`);
    if (!row) throw notFound('注册');
    const fresh = await tx.row<{ state: number }>(all().where('r.id', '=', id).select(stateOf.as('state')));
    if (version !== undefined && version !== row.version)
      throw conflict('记录已变化，请刷新后重试', { id, version: row.version, state: fresh?.state });
    const { opened_tenant_id: tenantId, phone, username } = row;
    if (row.review === null || tenantId === null) throw refused('该注册不需要审核');
    if (fresh?.state !== state.waiting) throw conflict('该注册已审核', { id, version: row.version, state: fresh?.state });
    const approved = status === '1';
    if (!approved && !reason) throw invalid('请输入拒绝原因');
    const name = approved
      ? await approveOpening(tx, deps, tenantId, session.name)
      : await refuseOpening(tx, deps, tenantId, reason as string);
    await tx.run(
      db
        .updateTable('registrations')
        .set({
          review: approved ? reviews.approved : reviews.refused,
          reason: approved ? null : reason,
          reviewed_by: session.userId,
          reviewed_name: session.name,
          reviewed_at: sql`now()`,
          version: sql`version + 1`,
          updated_at: sql`now()`,
        })
        .where('tenant_id', '=', PLATFORM)
        .where('id', '=', id),
    );
    context.afterCommit(() => context.sessions.forget({ tenantId }));
    const { publicUrl } = deps.config;
    await smsLater(
      context,
      phone,
      approved
        ? `【颐安】您注册的机构“${name}”已通过审核，请用账号${username}登录${publicUrl ? `：${publicUrl}` : '。'}`
        : `【颐安】您注册的机构“${name}”未通过审核。原因：${reason}。可用本手机号重新注册。`,
    );
    return true;
  },
};
