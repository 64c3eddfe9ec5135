/** Receipts that wait to be verified, with what speaks against them: the same picture or number in another order, of whichever tenant. */
import { instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import { billStates } from '#contract/subscriptions/package-orders.rules.ts';
import type { DueBill } from '#contract/subscriptions/order-verifications.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Context, Work } from '../context.ts';
import { contains } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { signedLink } from '../files/file-links.ts';
import { smallPage } from './small-pages.ts';

type Due = z.output<typeof DueBill>;

interface Duplicate {
  id: number;
  orderNo: string;
  tenantName: string;
  state: number;
  image: boolean;
  bill_no: boolean;
  receipt_no: boolean;
  createTime: string;
}

const columns = [
  'o.id',
  'o.version',
  'b.id as billId',
  'o.number as orderNo',
  'o.subscriber_id as tenantId',
  't.name as tenantName',
  'o.package_name as itemName',
  'o.days as itemDuration',
  'o.kind',
  'o.total_fen',
  'b.bill_no as billNo',
  'b.receipt_no as receiptNo',
  'b.bill_url as billUrl',
  'b.uploaded_name as uploadedName',
  'b.uploaded_tenant_id',
  'b.uploaded_user_id',
  'b.created_at as createTime',
  'b.due_at as dueTime',
] as const;

/** The other receipts that are like these, by the receipt's id. */
async function duplicatesOf({ tx }: Work, billIds: readonly number[]): Promise<Map<number, Due['duplicates']>> {
  const rows = await tx.rows<Duplicate>(sql`
    select b.id, o.number as "orderNo", t.name as "tenantName", d.state, d.receipt_hash = b.receipt_hash as image,
      lower(d.bill_no) = lower(b.bill_no) as bill_no,
      lower(d.receipt_no) = lower(b.receipt_no) as receipt_no, d.created_at as "createTime"
    from package_bills b join package_bills d on d.tenant_id = b.tenant_id and d.order_id <> b.order_id
      and (d.receipt_hash = b.receipt_hash or lower(d.bill_no) = lower(b.bill_no) or lower(d.receipt_no) = lower(b.receipt_no))
    join package_orders o on o.tenant_id = d.tenant_id and o.id = d.order_id join tenants t on t.id = d.subscriber_id
    where b.tenant_id = ${PLATFORM} and b.id = any(${billIds}::bigint[]) order by d.id desc`);
  const found = new Map<number, Due['duplicates']>();
  for (const { id, image, bill_no, receipt_no, ...other } of rows) {
    const same = [
      ...(image ? (['image'] as const) : []),
      ...(bill_no ? (['billNo'] as const) : []),
      ...(receipt_no ? (['receiptNo'] as const) : []),
    ];
    found.set(id, [...(found.get(id) ?? []), { ...other, same }]);
  }
  return found;
}

/** Days within which two receipts of one amount are looked at together. */
const ALIKE_DAYS = 3;

/**
 * Other receipts of the same tenant or person with the same amount at about the same time,
 * which are no duplicates by their numbers; by the receipt's id.
 */
async function alikeOf({ tx }: Work, billIds: readonly number[]): Promise<Map<number, Due['alike']>> {
  const rows = await tx.rows<Due['alike'][number] & { id: number }>(sql`
    select b.id, o.number as "orderNo", t.name as "tenantName", d.state, d.bill_no as "billNo", d.created_at as "createTime"
    from package_bills b join package_bills d on d.tenant_id = b.tenant_id and d.order_id <> b.order_id and d.price_fen = b.price_fen
      and d.state in (${billStates.waiting}, ${billStates.verified})
      and d.created_at between b.created_at - make_interval(days => ${ALIKE_DAYS}) and b.created_at + make_interval(days => ${ALIKE_DAYS})
      and (d.subscriber_id = b.subscriber_id or (d.uploaded_tenant_id = b.uploaded_tenant_id and d.uploaded_user_id = b.uploaded_user_id))
      and d.receipt_hash <> b.receipt_hash and lower(d.bill_no) <> lower(b.bill_no) and lower(d.receipt_no) <> lower(b.receipt_no)
    join package_orders o on o.tenant_id = d.tenant_id and o.id = d.order_id join tenants t on t.id = d.subscriber_id
    where b.tenant_id = ${PLATFORM} and b.id = any(${billIds}::bigint[]) order by d.id desc`);
  const found = new Map<number, Due['alike']>();
  for (const { id, ...other } of rows) found.set(id, [...(found.get(id) ?? []), other]);
  return found;
}

/** `GET due/page`, the most urgent first. */
export async function dueBills(input: { current: number; size: number; tenantName?: string | undefined }, context: Context) {
  const { tx, deps, session } = context;
  let matching = db
    .selectFrom('package_bills as b')
    .innerJoin('package_orders as o', (on) => on.onRef('o.tenant_id', '=', 'b.tenant_id').onRef('o.id', '=', 'b.order_id'))
    .innerJoin('tenants as t', 't.id', 'b.subscriber_id')
    .where('b.tenant_id', '=', PLATFORM)
    .where('b.state', '=', billStates.waiting);
  const { tenantName } = input;
  if (tenantName) matching = matching.where((eb) => contains('t.name')(eb, tenantName));
  const found = await smallPage(tx, input, matching, (query) => query.select(columns).orderBy('b.due_at').orderBy('b.id'));
  const ids = found.records.map(({ billId }) => billId);
  const duplicates = await duplicatesOf(context, ids);
  const alike = await alikeOf(context, ids);
  const now = deps.now();
  const records = found.records.map(({ total_fen, uploaded_tenant_id, uploaded_user_id, ...row }): Due => ({
    ...row,
    price: toYuan(total_fen),
    billLink: signedLink(deps.secrets, row.tenantId, row.billUrl, now),
    own: uploaded_tenant_id === session.home.tenantId && uploaded_user_id === session.home.userId,
    overdue: instantOf(row.dueTime) <= now,
    duplicates: duplicates.get(row.billId) ?? [],
    alike: alike.get(row.billId) ?? [],
  }));
  return { ...found, records };
}
