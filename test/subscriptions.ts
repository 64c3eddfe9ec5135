/** Packages, receipts and orders for tests, made as people make them: over HTTP. */
import { isoOf } from '#contract/time.ts';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import sharp from 'sharp';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders, type PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { packages } from '#contract/subscriptions/packages.ts';
import { harness, type Harness, type TestUser } from './harness.ts';

let serial = 0;

export interface Sale {
  id: number;
  code: string;
  month: string;
  year: string;
}

/** A package on sale with a month (30 days) and a year (365 days); prices in yuan. */
export async function sale(
  t: Harness,
  platform: TestUser,
  { month = 300, year = 3000, ...form }: Record<string, unknown> = {},
): Promise<Sale> {
  const code = `p${process.pid}_${++serial}`;
  const items = [
    { sku: `${code}-m`, timeNum: 30, price: month },
    { sku: `${code}-y`, timeNum: 365, price: year },
  ];
  const made = await t.route(packages.create, platform, { packageName: `产品包${serial}`, packageCode: code, open: true, items, ...form });
  assert.equal(made.status, 200, made.msg ?? '');
  return { id: made.data, code, month: `${code}-m`, year: `${code}-y` };
}

/** A picture unlike every other of the run. */
export function picture(kind: 'png' | 'jpeg' | 'gif' = 'png', shade = ++serial): Promise<Buffer> {
  const background = { r: shade % 256, g: Math.floor(shade / 256) % 256, b: 120 };
  return sharp({ create: { width: 24, height: 24, channels: 3, background } })
    .toFormat(kind)
    .toBuffer();
}

/** Sends a file to a multipart address. */
export async function send(t: Harness, path: string, bytes: Buffer, as: TestUser | null, name = '回执.png') {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(t.url + path, { method: 'POST', body: form, headers: as ? { authorization: `Bearer ${as.token}` } : {} });
  const { msg, data } = await answer.json();
  return { status: answer.status, msg, data };
}

/** Uploads a receipt; gives its address. */
export async function receipt(t: Harness, as: TestUser, bytes?: Buffer): Promise<string> {
  const answer = await send(t, packageOrders.upload.path, bytes ?? (await picture()), as);
  assert.equal(answer.status, 200, answer.msg);
  return answer.data.url;
}

export const billOf = async (t: Harness, as: TestUser, orderNo: string) => ({
  orderNo,
  billNo: `B${process.pid}${++serial}`,
  receiptNo: `R${process.pid}${serial}`,
  billUrl: await receipt(t, as),
});

/** An order, paid by transfer as far as the receipt; gives the order as it is then. */
export async function billed(t: Harness, buyer: TestUser, packageId: number, sku: string): Promise<PackageOrder> {
  const made = await t.route(packageOrders.create, buyer, { packageId, sku });
  assert.equal(made.status, 200, made.msg ?? '');
  assert.equal((await t.route(packageOrders.pay, buyer, { id: made.data.id, payType: 3 })).status, 200);
  const sent = await t.route(packageOrders.bill, buyer, await billOf(t, buyer, made.data.orderNo));
  assert.equal(sent.status, 200, sent.msg ?? '');
  return sent.data;
}

/** The receipt of an order as the platform has it waiting. */
export async function waiting(t: Harness, platform: TestUser, orderNo: string) {
  const { data } = await t.route(orderVerifications.due, platform, { size: 100 });
  return data.records.find((row: { orderNo: string }) => row.orderNo === orderNo);
}

/** Buys, pays and is verified; gives the order as it is then. */
export async function bought(t: Harness, platform: TestUser, buyer: TestUser, packageId: number, sku: string): Promise<PackageOrder> {
  const order = await billed(t, buyer, packageId, sku);
  const due = await waiting(t, platform, order.orderNo);
  const verified = await t.route(orderVerifications.verify, platform, { id: due.id, billId: due.billId, version: due.version });
  assert.equal(verified.status, 200, verified.msg ?? '');
  return (await t.route(packageOrders.detail, buyer, { id: order.id })).data;
}

/** Until when a tenant may work, as the database has it; null without an end. */
export const endOf = (t: Harness, tenantId: number) =>
  t.deps
    .inTenant(1, (tx) => tx.row<{ ends_at: string | null }>(sql`select ends_at from tenants where id = ${tenantId}`))
    .then((row) => row!.ends_at);

/** Sets the end of a tenant, as time would bring it. */
export async function endAt(t: Harness, tenantId: number, at: number): Promise<void> {
  await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set ends_at = ${isoOf(at)}::timestamptz where id = ${tenantId}`));
  t.gate.sessions.forget({ tenantId });
}

/** Lets time go by for a tenant's terms: sessions would not outlive a clock that is moved. */
export async function elapse(t: Harness, tenantId: number, milliseconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${milliseconds / 1000})`;
  await t.deps.inTenant(1, async (tx) => {
    await tx.run(
      sql`update package_terms set starts_at = starts_at - ${by}, ends_at = ends_at - ${by} where tenant_id = 1
        and subscriber_id = ${tenantId}`,
    );
    await tx.run(sql`update tenants set starts_at = starts_at - ${by}, ends_at = ends_at - ${by} where id = ${tenantId}`);
  });
  t.gate.sessions.forget({ tenantId });
}

/** Whatever does not add up in the books: money in and out against what the orders say; empty when all is well. */
export const discrepancies = (t: Harness) =>
  t.deps.inTenant(1, (tx) =>
    tx.rows(sql`
      select o.number, o.pay_status, o.total_fen, o.refund_fen, m.money, m.terms from package_orders o, lateral (
        select coalesce((select sum(p.amount_fen) from package_payments p where p.tenant_id = o.tenant_id and p.order_id = o.id),
          0)::bigint as money,
          (select count(*) from package_terms x where x.tenant_id = o.tenant_id and x.order_id = o.id) as terms,
          (select count(*) from package_bills b where b.tenant_id = o.tenant_id and b.order_id = o.id and b.state = 1) as waiting,
          (select count(*) from package_bills b where b.tenant_id = o.tenant_id and b.order_id = o.id and b.state = 2) as verified) m
      where o.tenant_id = 1 and (m.money <> case when o.pay_status = 2 then o.total_fen else 0 end + o.refund_fen
        or m.terms <> case when o.pay_status = 2 then 1 else 0 end or o.order_status <> case when o.pay_status = 2 then 2 else 1 end
        or (m.waiting > 0 and o.pay_status <> 6) or (m.verified > 0 and o.pay_status <> 2))`),
  );

/**
 * A platform that sells a small package, for a file of tests; `admin` gives a user of a
 * new institution, `close` looks whether the money adds up.
 */
export async function shop(form: Record<string, unknown> = {}) {
  const t = await harness();
  const platform = await t.user(1, { name: '平台财务' });
  return {
    t,
    platform,
    small: await sale(t, platform, form),
    admin: async () => t.user(await t.tenant(), { name: '院长' }),
    async close() {
      assert.deepEqual(await discrepancies(t), [], 'the money adds up after everything above');
      await t.close();
    },
  };
}
