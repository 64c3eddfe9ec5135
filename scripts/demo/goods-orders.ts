/** One goods order of the demonstration, as it would have become. */
import { delivery, deliveryOf, lineNumberOf, payment, totalOf } from '../../contract/goods-orders/goods-orders.rules.ts';
import { fenText } from '../../contract/money.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Staff } from './institutions.ts';
import type { Resident } from './residents.ts';

const iso = (millis: number) => new Date(millis).toISOString();

interface SeededOrder {
  number: string;
  /** Epoch milliseconds. */
  at: number;
  paid: number;
  sent: number;
  wearer: Resident;
  by: Staff;
  lines: {
    product: { id: number; name: string; unit: string; material_id: number | null; packageId?: number };
    kind: number;
    unitFen: number;
    quantity: number;
  }[];
  /** Of what was cancelled or refunded. */
  reason: string | null;
  payType: number;
  carrier: string;
}

/** Minutes after which an order was cancelled or refunded. */
export const ENDS = 26 * 60;

/** An order with its lines, its money and its log; gives its id. */
export async function writeOrder(tx: Tx, order: SeededOrder, now: number): Promise<number> {
  const { tenantId: tenant_id } = tx;
  const { number, at, paid, sent, wearer, by, lines, reason, carrier } = order;
  const total = totalOf(lines);
  const deliveries = deliveryOf(lines);
  const after = (minutes: number) => iso(Math.min(now, at + minutes * 60_000));
  const money = paid === payment.paid || paid === payment.refunded;
  const shipped = money && deliveries !== null && sent >= delivery.sent;
  const pay_type = money ? order.payType : null;
  const made = (await tx.row(
    db
      .insertInto('goods_orders')
      .values({
        tenant_id,
        number,
        payment: paid,
        delivery: deliveries === null ? null : money ? sent : delivery.waiting,
        person_id: wearer.id,
        orderer_name: wearer.name,
        phone: wearer.phone,
        address: wearer.address,
        total_fen: total,
        pay_type,
        paid_at: money ? after(12) : null,
        carrier: shipped ? carrier : null,
        shipped_at: shipped ? after(90) : null,
        signed_at: shipped && sent === delivery.signed ? after(24 * 60) : null,
        closed_at: reason ? after(ENDS) : null,
        close_reason: reason,
        operator_id: by.id,
        created_by: by.id,
        created_at: iso(at),
      })
      .returning('id'),
  )) as { id: number };
  await tx.run(
    db.insertInto('goods_order_lines').values(
      lines.map(({ product, kind, unitFen, quantity }, index) => ({
        tenant_id,
        goods_order_id: made.id,
        number: lineNumberOf(number, index + 1),
        product_id: product.id,
        kind,
        product_name: product.name,
        unit: product.unit,
        unit_fen: unitFen,
        quantity,
        material_id: product.material_id,
        package_id: product.packageId ?? null,
      })),
    ),
  );
  const its = { tenant_id, goods_order_id: made.id, user_id: by.id, user_name: by.name };
  const log = (action: string, note: string, minutes: number) => ({ ...its, action, note, created_at: after(minutes) });
  await tx.run(
    db
      .insertInto('goods_order_logs')
      .values([
        log('create', lines.map(({ product, quantity }) => `${product.name}×${quantity}${product.unit}`).join('、'), 0),
        ...(money ? [log('pay', `${pay_type === 1 ? '现金' : '线下转账'} ${fenText(total)}`, 12)] : []),
        ...(shipped ? [log('ship', carrier, 90)] : []),
        ...(shipped && sent === delivery.signed ? [log('sign', '', 24 * 60)] : []),
        ...(reason ? [log(paid === payment.cancelled ? 'cancel' : 'refund', reason, ENDS)] : []),
      ]),
  );
  const paying = { ...its, pay_type: pay_type as number };
  if (money) await tx.run(db.insertInto('goods_order_payments').values({ ...paying, kind: 1, amount_fen: total, created_at: after(12) }));
  if (paid === payment.refunded)
    await tx.run(db.insertInto('goods_order_payments').values({ ...paying, kind: 2, amount_fen: -total, created_at: after(ENDS) }));
  return made.id;
}
