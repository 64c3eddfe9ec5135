import { DAY } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { db } from '#server/db/tenant.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { discrepancies, sale, type Sale } from '#test/subscriptions.ts';
import { expire } from './expiry.ts';
import { settleNotified } from './settlements.ts';

const TENANTS = 50;
const ROUNDS = 20;
const AT_ONCE = 10;

let t: Harness;
let platform: TestUser;
let offer: Sale;
let buyers: TestUser[];
before(async () => {
  t = await harness();
  platform = await t.user(1);
  offer = await sale(t, platform, { month: 99.99 });
  buyers = [];
  for (let n = 0; n < TENANTS; n++) buyers.push(await t.user(await t.tenant(), { permissions: ['package_order'] }));
});
after(() => t.close());

/** A stored picture's row; its bytes are not what is raced for. */
async function picture({ tenantId, userId }: TestUser): Promise<string> {
  const name = `${randomUUID()}.png`;
  const file = {
    bucket: 'files',
    name,
    original: '回执.png',
    mime: 'image/png',
    size: 1,
    sha256: randomBytes(32),
    created_by: userId,
    purpose: 'private',
  };
  await t.deps.inTenant(tenantId, (tx) => tx.run(db.insertInto('files').values({ tenant_id: tenantId, ...file })));
  return `/admin/sys-file/files/${name}`;
}

const billFor = async (buyer: TestUser, orderNo: string) => ({
  orderNo,
  billNo: randomUUID(),
  receiptNo: randomUUID(),
  billUrl: await picture(buyer),
});

interface Raced {
  buyer: TestUser;
  id: number;
  orderNo: string;
  billId: number | null;
}

/** An order under way; every second one with a receipt that waits. */
async function open(buyer: TestUser, withBill: boolean): Promise<Raced> {
  const { data, status, msg } = await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month });
  assert.equal(status, 200, msg ?? '');
  if (!withBill) return { buyer, id: data.id, orderNo: data.orderNo, billId: null };
  assert.equal((await t.route(packageOrders.bill, buyer, await billFor(buyer, data.orderNo))).status, 200);
  const bill = await t.deps.inTenant(1, (tx) =>
    tx.row<{ id: number }>(sql`select id from package_bills where tenant_id = 1 and order_id = ${data.id} and state = 1`),
  );
  return { buyer, id: data.id, orderNo: data.orderNo, billId: bill!.id };
}

/** Everybody at once, in an order that changes from race to race. */
async function race({ buyer, id, orderNo, billId }: Raced, turn: number): Promise<void> {
  const cancel = () => t.route(packageOrders.cancel, buyer, { id });
  // The others come over HTTP: these two are not to be quicker by that alone.
  const arrive = () => fetch(`${t.url}/health`).then((answer) => answer.text());
  const notify = async () => {
    await arrive();
    const money = { payType: 1, amountFen: 9999, reference: `tx${orderNo}`, userName: null };
    const { outcome } = await t.deps.inTenant(1, (tx) => settleNotified(tx, t.deps, orderNo, money));
    return { status: ['settled', 'owed', 'known'].includes(outcome) ? 200 : 500, msg: outcome as string | null };
  };
  const verify = () => t.route(orderVerifications.verify, platform, { id, billId });
  const fail = () => t.route(orderVerifications.fail, platform, { id, reason: '未到账' });
  const bill = async () => t.route(packageOrders.bill, buyer, { ...(await billFor(buyer, orderNo)), overwrite: true });
  const later = { ...t.deps, now: () => Date.now() + 2 * DAY };
  const timeOut = async () => {
    await arrive();
    await t.deps.inTenant(1, (tx) => expire(tx, later, id));
    return { status: 200, msg: null };
  };
  const all: (() => Promise<{ status: number; msg: string | null }>)[] =
    billId === null ? [timeOut, cancel, bill, timeOut] : [verify, cancel, fail, timeOut, verify];
  // Of some, money comes from both sides.
  if (turn % 3 === 0) all.push(notify);
  // Of some nobody cancels, or the quick would always win.
  const some = turn % 2 ? all.filter((one) => one !== cancel) : all;
  const at = turn % some.length;
  const answers = await Promise.all([...some.slice(at), ...some.slice(0, at)].map((call) => call()));
  for (const { status, msg } of answers) assert.ok([200, 409].includes(status), `${status} ${msg}`);
  const left = await t.route(packageOrders.current, buyer);
  if (left.data) assert.equal((await cancel()).status, 200, 'what nobody ended can still be ended');
}

describe('many callers at once', () => {
  it(`pay, cancel, fail, send receipts and let ${TENANTS * ROUNDS} orders time out: one end each, and the money adds up`, async () => {
    for (let round = 0; round < ROUNDS; round++)
      for (let from = 0; from < TENANTS; from += AT_ONCE) {
        const some = buyers.slice(from, from + AT_ONCE);
        const orders = await Promise.all(some.map((buyer, at) => open(buyer, (at + round) % 2 === 0)));
        await Promise.all(orders.map((order, at) => race(order, round + at)));
      }
    const rows = await t.deps.inTenant(1, (tx) =>
      tx.rows<{ pay_status: number; ends: number; days: number }>(sql`
        select o.pay_status, (select count(*) from package_order_logs l where l.tenant_id = o.tenant_id and l.order_id = o.id
          and l.action in ('verify', 'settle', 'cancel', 'expire', 'fail')) as ends from package_orders o where o.tenant_id = 1`),
    );
    assert.equal(rows.length, TENANTS * ROUNDS);
    const seen = new Map<number, number>();
    for (const { pay_status, ends } of rows) {
      seen.set(pay_status, (seen.get(pay_status) ?? 0) + 1);
      assert.equal(ends, 1, `an order that is ${pay_status} has ended ${ends} times`);
    }
    assert.deepEqual([...seen.keys()].sort(), [2, 3, 4, 5], `every end was won: ${JSON.stringify([...seen])}`);
    assert.deepEqual(await discrepancies(t), []);
    const { data } = await t.route(orderVerifications.revenue, platform);
    const money = await t.deps.inTenant(1, (tx) =>
      tx.row<{ fen: number; due: number }>(sql`
      select (select sum(amount_fen)::bigint from package_payments where tenant_id = 1) as fen, (select sum(refund_fen)::bigint
      from package_orders where tenant_id = 1) as due`),
    );
    assert.equal(Math.round(data.total * 100), money!.fen);
    assert.equal(money!.fen - money!.due, (seen.get(2) ?? 0) * 9999, 'what is not to go back has bought something');
    // What was paid for follows without a gap and without an overlap, and the tenant's end is the last one's.
    const gaps = await t.deps.inTenant(1, (tx) =>
      tx.rows(sql`
        with terms as (select subscriber_id, starts_at, ends_at, lead(starts_at) over (partition by subscriber_id
        order by starts_at) as next from package_terms where tenant_id = 1)
        select * from terms where next is not null and abs(extract(epoch from next - ends_at)) >= 1
        union all select t.id, max(m.ends_at), t.ends_at, null from tenants t join package_terms m on m.tenant_id = 1
          and m.subscriber_id = t.id group by t.id
          having abs(extract(epoch from max(m.ends_at) - t.ends_at)) >= 1`),
    );
    assert.deepEqual(gaps, []);
  });

  it('one receipt for two orders is verified for one of them', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const [one, two] = [buyers[turn * 2]!, buyers[turn * 2 + 1]!];
      const orders = await Promise.all([open(one, true), open(two, true)]);
      // The same serial number, as if both had copied it.
      await t.deps.inTenant(1, (tx) =>
        tx.run(
          sql`update package_bills set bill_no = ${`same${turn}`} where tenant_id = 1
            and id = any(${orders.map(({ billId }) => billId)}::bigint[])`,
        ),
      );
      const answers = await Promise.all(orders.map(({ id, billId }) => t.route(orderVerifications.verify, platform, { id, billId })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      for (const [at, { buyer, id }] of orders.entries())
        if (answers[at]!.status !== 200) await t.route(packageOrders.cancel, buyer, { id });
    }
    assert.deepEqual(await discrepancies(t), []);
  });
});
