import { DAY, instantOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { messages } from '#contract/messages/messages.ts';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders, type PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { db } from '#server/db/tenant.ts';
import { runCleanup, tasks } from '#server/cleanup.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { textJobs } from '#server/messages/text-messages.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, alarm, frame, ingest } from '#test/ingest.ts';
import { newPhone, smsTo } from '#test/phones.ts';
import { billed, billOf, bought, discrepancies, endAt, sale, waiting, type Sale } from '#test/subscriptions.ts';
import { expireOrders } from './expiry.ts';
import { remindOfBills, remindOfEnds } from './reminders.ts';

let t: Harness;
let platform: TestUser;
let offer: Sale;
let sink: ReturnType<typeof ingest>;
before(async () => {
  t = await harness();
  platform = await t.user(1);
  offer = await sale(t, platform);
  sink = ingest(t);
  await t.deps.inTenant(1, (tx) =>
    tx.run(db.insertInto('parameters').values({ tenant_id: 1, key: 'GRACE_DAYS', name: '宽限', value: '7' })),
  );
});
after(async () => {
  await sink.close();
  assert.deepEqual(await discrepancies(t), []);
  await t.close();
});

const admin = async () => t.user(await t.tenant());
const later = (now: number) => ({ ...t.deps, now: () => now });

describe('an unpaid order', () => {
  it('ends at 23:59, by the cleanup or a request, the first of them', async () => {
    const [one, two] = [await admin(), await admin()];
    const orders: PackageOrder[] = [];
    for (const buyer of [one, two])
      orders.push((await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month })).data);
    await t.route(packageOrders.pay, two, { id: orders[1]!.id });
    const deadline = instantOf(orders[0]!.deadline);
    assert.equal(await expireOrders(later(deadline - 1), 0, 100), 0, 'not a moment before');
    // The clock of one process stands past the deadline; it was not running when that passed.
    const ended = await runCleanup(
      later(deadline + 8 * 3_600_000),
      tasks.filter(({ name }) => name === 'unpaidOrders'),
    );
    assert.equal(ended!.removed.unpaidOrders, 2);
    for (const [at, buyer] of [one, two].entries()) {
      const { data } = await t.route(packageOrders.detail, buyer, { id: orders[at]!.id });
      assert.deepEqual([data.payStatus, data.closeReason], [4, '超过支付期限未支付，订单已自动取消']);
      assert.equal((await t.route(packageOrders.current, buyer)).data, null);
      assert.equal((await t.route(packageOrders.pay, buyer, { id: orders[at]!.id })).status, 409);
      assert.equal(
        (await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month })).status,
        200,
        'another may be made',
      );
    }
  });

  it('whose deadline has passed cannot be paid before the cleanup has come either', async () => {
    const buyer = await admin();
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month });
    await t.deps.inTenant(1, (tx) =>
      tx.run(sql`update package_orders set deadline_at = now() - interval '1 second' where tenant_id = 1 and id = ${order.id}`),
    );
    assert.equal((await t.route(packageOrders.pay, buyer, { id: order.id })).status, 409);
    assert.equal((await t.route(packageOrders.bill, buyer, await billOf(t, buyer, order.orderNo))).status, 409);
    assert.equal((await t.route(packageOrders.cancel, buyer, { id: order.id })).status, 409);
    assert.equal((await t.route(packageOrders.current, buyer)).data, null);
    assert.equal((await t.route(packageOrders.page, buyer)).data.records[0].payStatus, 4);
  });

  it('with a receipt waits for the platform, which is reminded after 24 hours, once', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, offer.id, offer.month);
    const past = instantOf(order.deadline) + 3 * DAY;
    await expireOrders(later(past), 0, 100);
    assert.equal((await t.route(packageOrders.current, buyer)).data.payStatus, 6);
    assert.equal(await remindOfBills(t.deps, Date.now(), 100), 0);
    assert.equal(await remindOfBills(t.deps, past, 100), 1);
    assert.equal(await remindOfBills(t.deps, past + DAY, 100), 0);
    const told = (await t.route(messages.page, platform, { a: 0, b: 'unread' })).data.records;
    assert.ok(told.some(({ title, text }: any) => title === '转账回执超过24小时未核实' && text.includes(order.orderNo)));
    const { id, billId } = await waiting(t, platform, order.orderNo);
    assert.equal((await t.route(orderVerifications.refuse, platform, { id, billId, reason: '看不清' })).status, 200);
    assert.equal(await expireOrders(later(Date.now() + 3 * DAY), 0, 100), 1, 'without one it ends again');
  });
});

describe('the end of a term', () => {
  it('is reminded of 30, 7 and 1 days before, at the end and when reading ends, once each', async () => {
    const buyer = await admin();
    const now = Date.now();
    const end = Math.floor(now / 1000) * 1000 + 100 * DAY;
    await endAt(t, buyer.tenantId, end);
    const phone = newPhone();
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set contact_phone = ${phone} where id = ${buyer.tenantId}`));
    const titles = async () => {
      const { data } = await t.route(messages.page, buyer, { a: 0, b: 'all', ascs: 'create_time', size: 50 });
      return data.records.map(({ title }: { title: string }) => title);
    };
    for (const [days, expected] of [
      [-31, 0],
      [-30, 1],
      [-29, 1],
      [-7, 2],
      [-1, 3],
      [-0.5, 3],
      [0.1, 4],
      [6, 4],
      [7.1, 5],
      [8, 5],
    ] as const) {
      // Several processes, and a restart, at the same time.
      await Promise.all([1, 2, 3].map(() => remindOfEnds(t.deps, end + days * DAY, 1000)));
      assert.equal((await titles()).length, expected, `${days} days`);
    }
    assert.deepEqual(await titles(), [
      '产品包将在30天内到期',
      '产品包将在7天内到期',
      '产品包将在1天内到期',
      '产品包已到期',
      '产品包已到期，机构已停用',
    ]);
    await runJobs(t.deps, textJobs);
    assert.equal(smsTo(t, phone).length, 5);
    await endAt(t, buyer.tenantId, end + 365 * DAY);
    await remindOfEnds(t.deps, end + 360 * DAY, 1000);
    assert.equal((await titles()).length, 6, 'another end is another reminder');
  });

  it('leaves reading for the days of grace, and alarms go on being answered; then nobody enters; paying opens everything again', async () => {
    const buyer = await admin();
    await bought(t, platform, buyer, offer.id, offer.month);
    const device = await addDevice(t, buyer.tenantId);
    const sos = async () => {
      await sink.pipeline.accept(frame(device, alarm(device, 'sos', { at: Date.now() })));
      return t.deps.inTenant(buyer.tenantId, (tx) =>
        tx.rows<{ id: number; count: number }>(
          sql`select id, count from warnings where tenant_id = ${buyer.tenantId} and rule = 'sos' order by id`,
        ),
      );
    };
    const write = () => t.call('POST', '/admin/dept', { as: buyer, input: { name: '新部门' } });
    assert.equal((await write()).status, 200);

    await endAt(t, buyer.tenantId, Date.now() - DAY);
    const refused = await write();
    assert.deepEqual([refused.status, refused.msg], [403, '租户已过期，仅可查看，续费后可继续操作']);
    assert.equal((await t.call('GET', '/members/oldman/page', { as: buyer })).status, 200);
    const [raised] = await sos();
    assert.ok(raised, 'an alarm is recorded');
    assert.equal((await t.route(warnings.acknowledge, buyer, { id: raised.id })).status, 200);
    assert.equal(
      (await t.route(warnings.updateStatus, buyer, { id: raised.id, isDisposed: 1, remark: '老人无恙' })).status,
      200,
      'and handled',
    );
    assert.equal(
      (await t.route(workOrders.dispatch, buyer, { id: 99_999_999, serverUserId: buyer.userId })).status,
      404,
      'somebody can be sent',
    );
    const subscription = (await t.route(packageOrders.subscription, buyer)).data;
    assert.deepEqual([subscription.standing, subscription.daysLeft], ['reading', 0]);
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month });
    assert.equal(order.payStatus, 1, 'buying goes on');

    await endAt(t, buyer.tenantId, Date.now() - 8 * DAY);
    for (const answer of [await write(), await t.call('GET', '/members/oldman/page', { as: buyer })])
      assert.deepEqual([answer.status, answer.msg], [401, '租户已过期，请联系管理员']);
    assert.equal((await sos()).length, 2, 'an alarm is recorded all the same');
    const usage = (await t.route(orderVerifications.usage, platform, { standing: 'closed' })).data.records;
    assert.ok(usage.some(({ tenantId }: { tenantId: number }) => tenantId === buyer.tenantId));

    await endAt(t, buyer.tenantId, Date.now() - DAY);
    await t.route(packageOrders.bill, buyer, await billOf(t, buyer, order.orderNo));
    await endAt(t, buyer.tenantId, Date.now() - 8 * DAY);
    const due = await waiting(t, platform, order.orderNo);
    assert.equal((await t.route(orderVerifications.verify, platform, { id: due.id, billId: due.billId })).status, 200);
    assert.equal((await write()).status, 200, 'open again, from today on');
    const again = (await t.route(packageOrders.subscription, buyer)).data;
    assert.deepEqual([again.standing, again.daysLeft], ['open', 30]);
    const list = await t.call('GET', '/warning/devicewarning/page', { as: buyer });
    assert.equal(list.data.total, 2, 'with every alarm of the time between');
  });

  it('does not open what the platform has frozen', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, offer.id, offer.month);
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set status = 9, frozen_reason = '违规' where id = ${buyer.tenantId}`));
    t.gate.sessions.forget({ tenantId: buyer.tenantId });
    const due = await waiting(t, platform, order.orderNo);
    assert.equal((await t.route(orderVerifications.verify, platform, { id: due.id, billId: due.billId })).status, 200);
    const answer = await t.route(packageOrders.current, buyer);
    assert.deepEqual([answer.status, answer.msg], [401, '租户已冻结，请联系管理员']);
  });
});
