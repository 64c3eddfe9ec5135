/** Subscriptions in 现在: what the platform must verify, confirm, pay back and invoice, whose term ends, and what an institution owes. */
import { DAY } from '#contract/time.ts';
import { sql, type RawBuilder } from 'kysely';
import { invoiceStates } from '#contract/subscriptions/invoices.rules.ts';
import { invoiceIssues } from '#contract/subscriptions/invoices.ts';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { billStates, claimStates, payStatus } from '#contract/subscriptions/package-orders.rules.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { PLATFORM, tenants, tenantLevelOf } from '#contract/tenants/tenants.ts';
import type { Session } from '../context.ts';
import { instant } from '../db/instants.ts';
import { fenTextOf } from '../lists/money.ts';
import { firstOf, mayDo, severityByDue, type NowFound, type NowSource } from '../lists/now-sources.ts';

/** A term is spoken of so long before its end, and a platform still sees it so long afterwards. */
const SOON = 30 * DAY;
const PAST = 60 * DAY;
/** From then on it is urgent. */
const WEEK = 7 * DAY;

const ofPlatform = (permission: string) => (session: Session) => session.tenantId === PLATFORM && session.permissions.has(permission);
/** An institution that orders for itself, and in it who may. */
const shops = ({ tenantId, parentTenantId, superAdmin, permissions }: Session) =>
  tenantId !== PLATFORM && superAdmin && tenantLevelOf(parentTenantId) === 1 && permissions.has(packageOrders.create.access);

const nobody = sql`null::bigint as "personId", null::text as place`;

/** What belongs to an order of the platform: `found` has `order_id`, `since`, `due` and `severity`. */
const ofOrders = (found: RawBuilder<unknown>, text: RawBuilder<unknown>) => sql<NowFound>`
  select f.id, f.severity, 2 as phase, t.name, ${text} as text, o.number as note, ${nobody}, o.id as link, false as mark, f.since, f.due,
    f.total
  from ${found} f join package_orders o on o.tenant_id = ${PLATFORM} and o.id = f.order_id join tenants t on t.id = o.subscriber_id`;

export const receiptsNow: NowSource = {
  kind: 'receipt',
  may: ofPlatform(orderVerifications.verify.access),
  query: ({ now }) =>
    ofOrders(
      firstOf(
        sql`select id, order_id, created_at as since, due_at as due, ${severityByDue(sql`due_at`, instant(now))} as severity
        from package_bills where tenant_id = ${PLATFORM} and state = ${sql.lit(billStates.waiting)}`,
        'due, id',
      ),
      sql`o.package_name || ' ' || ${fenTextOf(sql`o.total_fen`)}`,
    ),
};

export const claimsNow: NowSource = {
  kind: 'claim',
  may: ofPlatform(orderVerifications.confirm.access),
  query: () =>
    ofOrders(
      firstOf(
        sql`select id, order_id, created_at as since, null::timestamptz as due, 3 as severity, kind, amount_fen, made_name
        from package_claims where tenant_id = ${PLATFORM} and state = ${sql.lit(claimStates.waiting)}`,
        'since, id',
      ),
      sql`case f.kind when 1 then '登记到账 ' else '登记退款 ' end || ${fenTextOf(sql`f.amount_fen`)} || '，' || f.made_name`,
    ),
};

export const refundsNow: NowSource = {
  kind: 'refund',
  may: ofPlatform(orderVerifications.refund.access),
  query: () =>
    ofOrders(
      firstOf(
        sql`select o.id, o.id as order_id, o.updated_at as since, null::timestamptz as due, 3 as severity, o.refund_fen
        from package_orders o where o.tenant_id = ${PLATFORM} and o.refund_fen > 0 and not exists (select from package_claims c
          where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state = ${sql.lit(claimStates.waiting)})`,
        'since, id',
      ),
      sql`'应退 ' || ${fenTextOf(sql`f.refund_fen`)}`,
    ),
};

export const invoicesNow: NowSource = {
  kind: 'invoice',
  may: ofPlatform(invoiceIssues.issue.access),
  query: () =>
    ofOrders(
      firstOf(
        sql`select id, order_id, created_at as since, null::timestamptz as due, 4 as severity, amount_fen
        from package_invoices where tenant_id = ${PLATFORM} and state = ${sql.lit(invoiceStates.waiting)}`,
        'since, id',
      ),
      sql`'申请开票 ' || ${fenTextOf(sql`f.amount_fen`)}`,
    ),
};

/** Rows of tenants: their term is what is due. */
const terms = (matching: RawBuilder<unknown>, now: number) => sql<NowFound>`
  select f.id, case when f.due < ${instant(now + WEEK)} then 3 else 4 end as severity, 2 as phase, t.name,
    case when f.due < ${instant(now)} then '已到期，仅可查看' else '即将到期' end as text, 
    (select p.name from packages p where p.code = t.package_code order by p.deleted_at is not null, p.id desc limit 1) as note, ${nobody},
    null::bigint as link, false as mark, null::timestamptz as since, f.due, f.total
  from ${firstOf(matching, 'due, id')} f join tenants t on t.id = f.id`;

/** Of the platform all tenants, of a group its institutions: row-level security shows no other ones. */
export const tenantEndsNow: NowSource = {
  kind: 'tenant_end',
  may: mayDo(tenants.page.access),
  query: ({ session: { tenantId }, now }) =>
    terms(
      sql`select id, ends_at as due from tenants where deleted_at is null and status = 0 and id not in (${PLATFORM}, ${tenantId})
        and ends_at between ${instant(now - PAST)} and ${instant(now + SOON)}`,
      now,
    ),
};

export const renewalNow: NowSource = {
  kind: 'renewal',
  may: shops,
  query: ({ session: { tenantId }, now }) =>
    terms(sql`select id, ends_at as due from tenants where id = ${tenantId} and ends_at <= ${instant(now + SOON)}`, now),
};

export const packagePaymentNow: NowSource = {
  kind: 'package_payment',
  ofPlatform: true,
  may: shops,
  query: ({ session: { tenantId }, now }) => sql<NowFound>`
    select f.id, ${severityByDue(sql`f.due`, instant(now))} as severity, 2 as phase, o.package_name as name,
      ${fenTextOf(sql`o.total_fen`)} || '，逾期未支付将自动取消' as text, o.number as note, ${nobody}, null::bigint as link, false as mark,
      f.since, f.due, f.total
    from ${firstOf(
      sql`select o.id, o.created_at as since, o.deadline_at as due from package_orders o
      where o.tenant_id = ${PLATFORM} and o.subscriber_id = ${tenantId} and o.pay_status in (${sql.lit(payStatus.pending)},
        ${sql.lit(payStatus.paying)}) and o.deadline_at > ${instant(now)} and not exists (select from package_bills b
          where b.tenant_id = o.tenant_id and b.order_id = o.id and b.state = ${sql.lit(billStates.waiting)})`,
      'due, id',
    )} f join package_orders o on o.tenant_id = ${PLATFORM} and o.id = f.id`,
};
