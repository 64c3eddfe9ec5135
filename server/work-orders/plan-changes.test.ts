import { nextDay } from '#contract/time.ts';
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { holidays, workOrderPlans as plans } from '#contract/work-orders/work-order-plans.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { harness } from '#test/harness.ts';
import { recurring } from '#test/recurring.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

const t = await harness();
const { desk, carer, stranger, today, form, create, days, orders, version, settled } = await recurring(t);
after(() => t.close());

describe('orders of a plan that are there already', () => {
  it('keeps holidays that are entered after its orders were made, when somebody says so', async () => {
    const id = await create({ holidayMode: 2 });
    const by = await create({ holidayMode: 4, startsOn: nextDay(today, 1), maxCount: 1 });
    const find = () => t.route(plans.misplaced, desk);
    assert.deepEqual([(await t.route(plans.misplaced, null)).status, (await t.route(plans.realign, carer)).status], [401, 403]);
    assert.deepEqual((await find()).data, { plans: 0, days: 0 });
    assert.deepEqual(
      [(await t.route(plans.realign, desk)).status, (await t.route(plans.realign, desk)).msg],
      [422, '没有需要重新安排的服务'],
    );
    const day = nextDay(today, 1);
    const entered = await t.route(holidays.create, desk, { day, name: '院庆', kind: 1 });
    assert.deepEqual((await find()).data, { plans: 2, days: 2 });
    assert.deepEqual((await t.route(plans.misplaced, stranger)).data, { plans: 0, days: 0 });
    // What was moved by hand is nobody else's.
    const [order] = (await days(by)).filter((one) => one.day === day);
    const { version: seen } = (await t.route(workOrders.get, desk, { id: order.workOrderId })).data.workOrder;
    await t.route(plans.reschedule, desk, { orders: [{ id: order.workOrderId, version: seen }], shiftDays: 2, force: true });
    assert.deepEqual((await find()).data, { plans: 1, days: 1 });
    assert.equal((await t.route(plans.realign, desk)).status, 200);
    await settled(id);
    assert.deepEqual((await days(id)).map((one) => [one.day, one.status]).slice(0, 3), [
      [today, 1],
      [day, 2],
      [nextDay(today, 2), 1],
    ]);
    assert.equal((await orders(id)).filter(({ state }) => state === 6).length, 1);
    // And back again.
    await t.route(holidays.remove, desk, { id: entered.data });
    assert.deepEqual((await find()).data, { plans: 1, days: 1 });
    await t.route(plans.realign, desk);
    await settled(id);
    assert.deepEqual([(await days(id)).map((one) => one.status).slice(0, 3), (await find()).data], [[1, 1, 1], { plans: 0, days: 0 }]);
    for (const plan of [id, by]) await t.route(plans.end, desk, { id: plan, version: await version(plan), cancelFuture: true });
  });

  it('leaves what was cancelled by hand when it is changed', async () => {
    const id = await create();
    const [, tomorrow] = await orders(id).then((all) => all.toSorted((a, b) => (a.serverTime < b.serverTime ? -1 : 1)));
    await t.route(workOrders.cancel, desk, { id: tomorrow.id, reason: '住院' });
    assert.equal(
      (await t.route(plans.update, desk, { ...form({ name: '改名' }), id, version: await version(id), cancelFuture: true })).status,
      200,
    );
    await settled(id);
    const kept = (await days(id)).find((one) => one.day === nextDay(today, 1));
    assert.deepEqual([kept.workOrderId, kept.state], [tomorrow.id, 6]);
    await t.route(plans.end, desk, { id, version: await version(id), cancelFuture: true });
  });
});

describe('an order of a plan', () => {
  it('calls the next contact who has a number, when neither the person nor the first one has', async () => {
    const { data: personId } = await t.route(people.create, desk, { userName: '只有女儿', address: '幸福路2号' });
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.run(sql`insert into person_contacts (tenant_id, person_id, position, name, phone)
        values (${tx.tenantId}, ${personId}, 3, '邻居', ${sealed('13700000009')}), (${tx.tenantId}, ${personId}, 2, '女儿', ${sealed('13700000008')})`),
    );
    const id = await create({ oldmanId: personId, name: '有联系人的计划' });
    const [order] = await orders(id);
    assert.equal((await t.route(workOrders.get, desk, { id: order.id })).data.workOrder.oldmanPhone, '13700000008');
  });
});
