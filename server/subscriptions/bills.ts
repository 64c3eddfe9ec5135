/** Receipts of corporate transfers: the picture, what it says, and whether it was used before. In the platform's context. */
import { isoOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { toFen } from '#contract/fields.ts';
import { fenText } from '#contract/money.ts';
import { billStates, dueOf, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import {
  RECEIPT_MOST_BYTES,
  RECEIPT_SIZE_MESSAGE,
  RECEIPT_TYPE_MESSAGE,
  type packageOrders as routes,
} from '#contract/subscriptions/package-orders.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Dependencies, Upload } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { applyTo, needOpen } from '../db/transitions.ts';
import { conflict, invalid, refused } from '../errors.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { nameFile, type KeptFile, type StoredFile } from '../files/file-keeping.ts';
import { typeOf } from '../files/file-types.ts';
import { inside } from '../db/inside.ts';
import type { Buyer } from './buyers.ts';
import { lockOrder, packageOrder, type Order, type WaitingBill } from './order-steps.ts';

/** Throws 400 in the specification's words unless it is a jpg or png, by its bytes, under 5 MB. */
export function checkReceipt({ bytes }: Upload): void {
  const extension = typeOf(bytes)?.extension;
  if (extension !== 'jpg' && extension !== 'png') throw invalid(RECEIPT_TYPE_MESSAGE);
  if (bytes.length >= RECEIPT_MOST_BYTES) throw invalid(RECEIPT_SIZE_MESSAGE);
}

/** Names a stored picture, which `checkReceipt` let in, among the files of the buyer's institution. */
export const nameReceipt = (platform: Tx, deps: Dependencies, buyer: Buyer, stored: StoredFile): Promise<KeptFile> =>
  inside(platform, deps, buyer.tenantId, (tx) => nameFile(tx, deps, stored, { purpose: 'private', userId: buyer.userId, counted: false }));

const FILE = /^\/admin\/sys-file\/files\/([0-9a-f-]{36}\.(?:jpg|png))$/;

/** The hash of a stored picture of the institution. Throws 422 when there is none. */
async function hashOf(platform: Tx, deps: Dependencies, tenantId: number, url: string): Promise<Buffer> {
  const name = FILE.exec(url)?.[1];
  const file =
    name &&
    (await inside(platform, deps, tenantId, (tx) =>
      tx.row<{ sha256: Buffer }>(
        db.selectFrom('files').select('sha256').where('tenant_id', '=', tenantId).where('name', '=', name).where('deleted_at', 'is', null),
      ),
    ));
  if (!file) throw refused('回执单图片不存在，请重新上传');
  return file.sha256;
}

/** Throws 409 when a receipt has paid for another order already; which one is not said. */
async function needUnused(platform: Tx, order: Order, hash: Buffer, billNo: string): Promise<void> {
  const used = await platform.row(sql`
    select 1 from package_bills where tenant_id = ${PLATFORM} and state = ${billStates.verified} and order_id <> ${order.id}
      and (receipt_hash = ${hash} or lower(bill_no) = lower(${billNo}))
    union all select 1 from package_payments where tenant_id = ${PLATFORM} and kind = 1
      and pay_type = ${payTypes.transfer} and lower(reference) = lower(${billNo}) limit 1`);
  if (used) throw conflict('该回执单或流水号已用于其他订单，请核对后重新提交');
}

type Bill = Omit<z.output<typeof routes.bill.input>, 'payType' | 'price'> & { price?: number | null };

/** The same receipt once more: a click that came twice, or a repeat after a lost answer. */
const isSame = (earlier: WaitingBill, { billNo, receiptNo, billUrl }: Bill) =>
  earlier.bill_no === billNo && earlier.receipt_no === receiptNo && earlier.bill_url === billUrl;

/**
 * Takes a receipt. One that waits is replaced and kept as such; to `overwrite` false it is 409 instead. The same one sent twice is one.
 * Throws 404, 409 (state, an earlier one, used), 422 (amount, picture).
 */
export async function addBill(platform: Tx, deps: Dependencies, buyer: Buyer, input: Bill): Promise<number> {
  const work = { tx: platform, deps };
  const order = await lockOrder(platform, { number: input.orderNo, subscriberId: buyer.tenantId });
  const { bill: earlier } = order;
  await needOpen(packageOrder, work, order, 'bill');
  if (typeof input.price === 'number' && toFen(input.price) !== order.total_fen) throw refused(`金额应为${fenText(order.total_fen)}`);
  const hash = await hashOf(platform, deps, buyer.tenantId, input.billUrl);
  if (earlier && isSame(earlier, input)) return order.id;
  if (earlier && input.overwrite === false) {
    const { bill_no: billNo, receipt_no: receiptNo, created_at: createTime } = earlier;
    throw conflict('已提交过回执单，再次提交将覆盖之前的回执单', { overwrite: true, billNo, receiptNo, createTime });
  }
  await needUnused(platform, order, hash, input.billNo);
  const now = deps.now();
  const { billNo, receiptNo, billUrl } = input;
  await applyTo(packageOrder, work, order, { action: 'bill', by: buyer.name, billNo, receiptNo }, () =>
    platform.run(
      db.insertInto('package_bills').values({
        tenant_id: PLATFORM,
        order_id: order.id,
        subscriber_id: order.subscriber_id,
        bill_no: billNo,
        receipt_no: receiptNo,
        bill_url: billUrl,
        receipt_hash: hash,
        price_fen: order.total_fen,
        uploaded_tenant_id: buyer.home.tenantId,
        uploaded_user_id: buyer.home.userId,
        uploaded_name: buyer.name,
        due_at: isoOf(dueOf(now)),
        created_at: isoOf(now),
      }),
    ),
  );
  await tellThoseWith(platform, deps, 'sys_packageorder_verify', {
    kind: 'notice',
    title: '有转账回执待核实',
    text: `订单${order.number}（${fenText(order.total_fen)}）已提交回执单，请在24小时内核实。`,
    link: '/platform/verification',
  });
  return order.id;
}
