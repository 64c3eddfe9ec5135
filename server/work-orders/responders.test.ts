import { MINUTE, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import { responders } from '#contract/work-orders/responders.ts';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project, warning } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

let t: Harness;
let tenant: number;
let [nurse, colleague, qiu, li, stranger] = [] as unknown as TestUser[] as [TestUser, TestUser, TestUser, TestUser, TestUser];
let oldmanId = 0;
let projectId = 0;

before(async () => {
  t = await harness();
  tenant = await t.tenant();
  const onSite = ['members_workorder_view', 'members_workorder_serve'];
  nurse = await t.user(tenant, { name: '王丽' });
  colleague = await t.user(tenant, { name: '张敏' });
  qiu = await t.user(tenant, { name: '邱伟', dataScope: 3, permissions: onSite });
  li = await t.user(tenant, { name: '李芳', dataScope: 3, permissions: onSite });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  ({ projectId } = await project(t, nurse, { type: '应急服务', name: '应急上门', sos: true }));
});
after(() => t?.close());

const alarm = async (whom: number | null = oldmanId) => {
  if (whom !== null)
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(
        sql`update warnings set status = 1, handled_at = now() where tenant_id = ${tenant} and person_id = ${whom} and status in (0, 2)`,
      ),
    );
  return warning(t, tenant, whom);
};
const read = async (id: number) => (await t.route(warnings.get, nurse, { id })).data;
const who = async (id: number, as = nurse) => t.route(responders.list, as, { id });
const send = (id: number, user: TestUser, as = nurse, version = 1, more: object = {}) =>
  t.route(responders.dispatch, as, { id, version, userId: user.userId, ...more });
const ordersOf = (warningId: number) =>
  t.deps.inTenant(tenant, (tx) =>
    tx.rows<{ id: number; status: number; user_id: number | null; user_name: string | null }>(sql`
      select o.id, o.status, j.user_id, j.user_name from work_orders o join work_order_jobs j on j.tenant_id = o.tenant_id
        and j.work_order_id = o.id where o.tenant_id = ${tenant} and o.warning_id = ${warningId} order by o.id, j.id`),
  );
/** A job of a carer that began so many minutes ago, for a person. */
async function atWork(user: TestUser, whom: number, minutesAgo: number, minutes = 45) {
  const jobLists = [{ serverProjectId: projectId, serverTime: textOf(Date.now() - minutesAgo * MINUTE), serverUserId: user.userId }];
  const made = await t.route(workOrders.create, nurse, { oldmanId: whom, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists });
  assert.equal(made.status, 200, made.msg ?? '');
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`update work_order_jobs set minutes = ${minutes} where tenant_id = ${tenant} and work_order_id = ${made.data}`),
  );
  return made.data as number;
}
const cancel = async (id: number) => assert.equal((await t.route(workOrders.cancel, nurse, { id })).status, 200);

describe('who can go to an alarm', () => {
  it('is refused: 401, 403, another tenant’s 404, and 422 without a person', async () => {
    const id = await alarm();
    assert.equal((await t.route(responders.list, null, { id })).status, 401);
    assert.equal((await who(id, qiu)).status, 403);
    for (const permissions of [
      ['members_workorder_dispatch', 'members_workorder_view'],
      ['members_workorder_dispatch', 'warning_devicewarning_handle'],
      ['members_workorder_view', 'warning_devicewarning_handle'],
    ])
      assert.equal((await who(id, await t.user(tenant, { permissions }))).status, 403, permissions.join());
    assert.deepEqual(refusal(await who(id, stranger)), [404, '预警不存在']);
    assert.deepEqual(refusal(await who(await alarm(null))), [
      422,
      '该预警没有关联服务对象，无法上门处理，请改为在线处理或先将设备绑定到服务对象',
    ]);
  });

  it('is ranked before any order is there, and nothing is drafted by looking', async () => {
    const id = await alarm();
    const { status, data } = await who(id);
    assert.equal(status, 200);
    const one = data.find(({ userId }: any) => userId === qiu.userId);
    assert.deepEqual([one.duty, one.doing, one.near, one.blocks], ['无排班', '空闲', '', []]);
    assert.equal(one.parts.length, 6);
    assert.deepEqual(await ordersOf(id), []);
  });

  it('says who is at work with whom, and puts that person behind, not out', async () => {
    const id = await alarm();
    const other = await person(t, tenant, '赵六');
    const order = await atWork(qiu, other, 10);
    const { data } = await who(id);
    const [busy, free] = [qiu, li].map(({ userId }) => data.find((one: any) => one.userId === userId));
    assert.match(busy.doing, /^忙（赵六·应急上门，至 \d\d:\d\d）$/);
    assert.deepEqual(busy.blocks, []);
    assert.equal(busy.parts.find(({ key }: any) => key === 'overlap').score, 0);
    assert.equal(free.doing, '空闲');
    assert.ok(data.indexOf(free) < data.indexOf(busy));
    assert.equal(busy.near, '同楼层', 'both lie on the third floor of building 3');
    await cancel(order);
  });

  it('sees duties: who is on duty first, the others after all of them', async () => {
    const id = await alarm();
    const on = { starts_at: textOf(Date.now() - 60 * MINUTE), ends_at: textOf(Date.now() + 120 * MINUTE) };
    await t.deps.inTenant(tenant, (tx) => tx.run(db.insertInto('duties').values({ tenant_id: tenant, user_id: li.userId, ...on })));
    const { data } = await who(id);
    assert.deepEqual([data[0].name, data[0].duty], ['李芳', '当班']);
    const off = data.find((one: any) => one.userId === qiu.userId);
    assert.deepEqual([off.duty, off.blocks], ['不当班', ['不当班']]);
    await t.deps.inTenant(tenant, (tx) => tx.run(db.deleteFrom('duties').where('tenant_id', '=', tenant)));
  });
});

describe('one press', () => {
  it('confirms, decides, drafts and dispatches; the carer sees it, and what was written stays', async () => {
    const id = await alarm();
    const { status, data, msg } = await send(id, qiu, nurse, 1, { remark: '电话无人接听' });
    assert.deepEqual([status, msg, data.userName], [200, '派单成功', '邱伟']);
    const now = await read(id);
    assert.deepEqual([now.isDisposed, now.processMode, now.remark, now.handlerName], [2, 2, '电话无人接听', '王丽']);
    assert.deepEqual([now.acknowledgeName, now.workOrderId, now.workOrderState], ['王丽', data.workOrderId, 2]);
    assert.deepEqual(
      (await ordersOf(id)).map((one) => [one.id, one.status, one.user_name]),
      [[data.workOrderId, 2, '邱伟']],
    );
    const steps = (await t.route(warnings.timeline, nurse, { id })).data.map(({ title, note }: any) => `${title}：${note ?? ''}`);
    for (const part of ['上门处理 · 处理中 · 电话无人接听', '生成工单', '应急上门派给邱伟'])
      assert.ok(
        steps.some((note: string) => note.includes(part)),
        `${part}: ${steps.join(' | ')}`,
      );
    const day = textOf(Date.now()).slice(0, 10);
    const own = await t.route(ownJobs.list, qiu, { from: day, to: day });
    assert.ok(JSON.stringify(own.data).includes(data.workNo), 'on her phone');
    const told = await t.deps.inTenant(tenant, (tx) =>
      tx.rows(
        sql`select id from messages where tenant_id = ${tenant} and recipient_id = ${qiu.userId} and text like ${`%${data.workNo}%`}`,
      ),
    );
    assert.ok(told.length > 0, 'she is told');
  });

  it('sends somebody who is at work elsewhere', async () => {
    const order = await atWork(li, await person(t, tenant, '赵六'), 5);
    const id = await alarm();
    assert.equal((await send(id, li)).status, 200);
    assert.equal((await ordersOf(id))[0]?.user_id, li.userId);
    await cancel(order);
  });

  it('takes the order that waits', async () => {
    const id = await alarm();
    const drafted = await t.route(warnings.updateStatus, nurse, { id, processMode: 2, isDisposed: 2, remark: '看一下' });
    const { version } = await read(id);
    const { data } = await send(id, qiu, colleague, version);
    assert.equal(data.workOrderId, drafted.data.workOrderId);
    const now = await read(id);
    assert.deepEqual([now.workOrderState, now.remark, now.handlerName], [2, '看一下', '张敏']);
  });

  it('is possible while one is on the telephone about it', async () => {
    const id = await alarm();
    assert.equal((await t.route(warningRecords.startCall, nurse, { warningId: id, phone: '13911112222', contact: '王秀英' })).status, 200);
    assert.equal((await send(id, qiu)).status, 200);
  });

  it('that is sent again under its key does nothing twice and gives the first answer', async () => {
    const id = await alarm();
    const input = { id, version: 1, userId: qiu.userId };
    const press = () => t.call('POST', responders.dispatch.path, { as: nurse, input, headers: { 'idempotency-key': `press-${id}` } });
    const [first, again] = [await press(), await press()];
    assert.deepEqual([first.status, again.status, again.data], [200, 200, first.data]);
    assert.equal((await ordersOf(id)).length, 1);
  });

  it('is refused, and nothing has changed', async () => {
    const id = await alarm();
    const off = await t.user(tenant, { name: '离职', permissions: [] });
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update users set status = 9 where tenant_id = ${tenant} and id = ${off.userId}`));
    assert.equal((await t.route(responders.dispatch, null, { id, version: 1, userId: qiu.userId })).status, 401);
    assert.equal((await send(id, qiu, qiu)).status, 403);
    const sendsOnly = await t.user(tenant, { permissions: ['members_workorder_dispatch', 'members_workorder_view'] });
    assert.equal((await send(id, qiu, sendsOnly)).status, 403);
    assert.deepEqual(refusal(await send(id, stranger)), [422, '服务人员不存在或已停用']);
    assert.deepEqual(refusal(await send(id, off)), [422, '服务人员不存在或已停用']);
    assert.deepEqual(refusal(await t.route(responders.dispatch, nurse, { id, version: 1 })), [400, '请选择服务人员']);
    assert.equal((await send(id, stranger, stranger)).status, 404);
    const nobodys = await alarm(null);
    assert.equal((await send(nobodys, qiu)).status, 422);
    const still = await read(id);
    assert.deepEqual([still.isDisposed, still.version, still.acknowledgeTime], [0, 1, null]);
    assert.deepEqual(await ordersOf(id), []);
  });

  it('is refused with the warning as it is when that has changed or is closed', async () => {
    const id = await alarm();
    const old = await send(id, qiu, nurse, 7);
    assert.deepEqual([old.status, old.data.id, old.data.version], [409, id, 1]);
    await t.route(warnings.updateStatus, colleague, { id, isDisposed: 3, remark: '误触按钮' });
    const closed = await send(id, qiu);
    assert.deepEqual([...refusal(closed), closed.data.isDisposed], [409, '该预警已由张敏设为误触发', 3]);
    assert.deepEqual(await ordersOf(id), []);
  });

  it('of a colleague who was faster stands, and says so', async () => {
    const id = await alarm();
    assert.equal((await send(id, qiu)).status, 200);
    const late = await send(id, li, colleague);
    assert.deepEqual([...refusal(late), late.data.id, late.data.workOrderState], [409, '王丽已派给邱伟', id, 2]);
    const knowing = await send(id, li, colleague, (await read(id)).version);
    assert.deepEqual(refusal(knowing), [409, '王丽已派给邱伟'], 'one press redirects nobody');
  });
});

describe('presses at the same time', () => {
  it('make exactly one order with one carer, whoever pressed', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await alarm();
      // Every other time there is an order already.
      if (round % 2) await t.route(warnings.updateStatus, nurse, { id, processMode: 2, isDisposed: 2, remark: '看一下' });
      const { version } = await read(id);
      const answers = await Promise.all(
        [nurse, colleague, nurse, colleague].map((as, index) => send(id, index % 2 ? li : qiu, as, version)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409], answers.map(({ msg }) => msg).join());
      const won = answers.find(({ status }) => status === 200)!.data;
      for (const { status, msg, data } of answers)
        if (status === 409) assert.deepEqual([data.id, /^(王丽|张敏)已派给(邱伟|李芳)$/.test(msg ?? '')], [id, true], msg ?? '');
      assert.deepEqual(
        (await ordersOf(id)).map((one) => [one.id, one.user_name]),
        [[won.workOrderId, won.userName]],
      );
    }
  });

  it('of the popup and of the order’s own dialog end with one carer, none of them failing for the other', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await alarm();
      const drafted = await t.route(warnings.updateStatus, nurse, { id, processMode: 2, isDisposed: 2, remark: '看一下' });
      const { version } = await read(id);
      const answers = await Promise.all([
        send(id, qiu, nurse, version),
        t.route(workOrders.dispatch, colleague, { id: drafted.data.workOrderId, version: 1, serverUserId: li.userId }),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], answers.map(({ msg }) => msg).join());
      assert.equal((await ordersOf(id)).length, 1);
    }
  });
});
