import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { boards } from '#contract/work-orders/boards.ts';
import { defaultSettings, workOrderSettings } from '#contract/work-orders/work-order-settings.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { messageJobs } from '#server/messages/message-jobs.ts';
import { person, project, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { givePhone, newPhone, nextSms, smsTo } from '#test/phones.ts';
import { planJobs } from './plan-changes.ts';

let t: Harness;
let desk: TestUser;
let carer: TestUser;
let other: TestUser;
let oldmanId: number;
let projectId: number;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  const onSite = ['members_workorder_view', 'members_workorder_serve'];
  desk = await t.user(tenant, { name: '调度' });
  carer = await t.user(tenant, { name: '王芳', permissions: onSite });
  other = await t.user(tenant, { name: '赵敏', permissions: onSite });
  oldmanId = await person(t, tenant);
  projectId = (await project(t, desk)).projectId;
});
after(() => t.close());

const make = async (user: TestUser | null) => {
  const jobLists = [{ serverProjectId: projectId, serverTime: '2099-01-01 09:00:00', serverUserId: user?.userId ?? null }];
  return (await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists })).data as number;
};
const read = async (id: number) => (await t.route(workOrders.get, desk, { id })).data.workOrder;
/** What a user was told since the last call. */
const messages = ({ userId }: TestUser) =>
  t.deps.inTenant(desk.tenantId, (tx) =>
    tx.rows<{ title: string; text: string }>(
      sql`with gone as (delete from messages where tenant_id = ${tx.tenantId} and recipient_id = ${userId} returning *)
        select title, text from gone order by id`,
    ),
  );
const told = async (user: TestUser) => (await messages(user)).map(({ title }) => title);

describe('staff are told', () => {
  it('what they are given, what is taken off them, and what becomes of it, but not what they did themselves', async () => {
    const id = await make(carer);
    assert.deepEqual(await told(carer), ['您有新的服务']);
    await t.route(workOrders.dispatch, desk, { id, serverUserId: other.userId, version: (await read(id)).version });
    assert.deepEqual([await told(carer), await told(other)], [['服务已改派他人'], ['您有新的服务']]);
    await t.route(workOrders.start, other, { id });
    await t.route(workOrders.stop, desk, { id, reason: '外出' });
    await t.route(workOrders.continue, desk, { id });
    await t.route(workOrders.cancel, desk, { id });
    assert.deepEqual(await told(other), ['服务已暂停', '服务已恢复', '服务已取消']);
    const own = await make(desk);
    await t.route(workOrders.cancel, desk, { id: own });
    assert.deepEqual(await told(desk), []);
  });

  it('when their time is moved: by editing, on the board, with many others', async () => {
    const id = await make(carer);
    await told(carer);
    const order = await read(id);
    const [job] = order.workOrderJobs;
    const form = { id, oldmanId, oldmanPhone: order.oldmanPhone, oldmanAddress: order.oldmanAddress };
    const edit = (serverTime: string, serverUserId: number | null) =>
      t.route(workOrders.update, desk, { ...form, jobLists: [{ id: job.id, serverProjectId: projectId, serverTime, serverUserId }] });
    assert.equal((await edit('2099-01-01 10:00:00', carer.userId)).status, 200);
    const move = async (change: object) =>
      assert.equal((await t.route(boards.move, desk, { jobId: job.id, version: (await read(id)).version, ...change })).status, 200);
    await move({ serverTime: '2099-01-01 11:00:00' });
    const { version } = await read(id);
    await t.route(workOrderPlans.reschedule, desk, { orders: [{ id, version }], shiftDays: 1 });
    assert.deepEqual(await told(carer), ['服务时间已修改', '服务时间已修改', '服务时间已修改']);
    await move({ serverUserId: null });
    await edit('2099-01-02 11:00:00', carer.userId);
    await edit('2099-01-02 11:00:00', null);
    assert.deepEqual(await told(carer), ['服务已改派他人', '您有新的服务', '服务已改派他人']);
  });

  it('of a plan at once, not with each of its orders', async () => {
    const plan = {
      name: '每日助浴',
      oldmanId,
      jobs: [{ serverProjectId: projectId, time: '09:00', serverUserId: carer.userId }],
      frequency: 1,
      startsOn: '2026-01-01',
      daysAhead: 5,
    };
    const id = (await t.route(workOrderPlans.create, desk, plan)).data as number;
    await runJobs(t.deps, planJobs);
    assert.deepEqual(await told(carer), ['您有新的周期服务']);
    const { version } = (await t.route(workOrderPlans.get, desk, { id })).data;
    await t.route(workOrderPlans.end, desk, { id, version, cancelFuture: true });
    assert.deepEqual(await told(carer), ['周期服务已取消']);
  });

  it('of an alarm by a text message as well, unless the institution wants none', async () => {
    const phone = newPhone();
    await givePhone(t, carer, phone, false);
    const send = async () => {
      const alarm = await warning(t, desk.tenantId, await person(t, desk.tenantId));
      const id = (await t.route(warnings.updateStatus, desk, { id: alarm, processMode: 2, isDisposed: 2 })).data.workOrderId;
      assert.equal((await t.route(workOrders.dispatch, desk, { id, serverUserId: carer.userId })).status, 200);
      await runJobs(t.deps, messageJobs);
      const [message, ...more] = await messages(carer);
      assert.deepEqual([message?.title, more], ['请立即上门', []]);
      // The alarm came from outside: she reads where, and where the room is.
      assert.match(message?.text ?? '', /^王秀英 .+（.+），报警位置 北京市西城区，距机构 \d+ 米，住 3号楼 3层 302-\w+ 1床$/);
    };
    await send();
    assert.match(await nextSms(t, phone), /^【颐安】.+：请立即上门，王秀英，报警位置 .+，住 3号楼 3层 302-\w+ 1床，工单\w+$/);
    assert.equal((await t.route(workOrderSettings.update, desk, { ...defaultSettings, urgentSms: false })).status, 200);
    await send();
    await make(carer);
    assert.equal(smsTo(t, phone).length, 1);
  });
});

describe('a booked person', () => {
  it('is sent all the same, unless the caller asks not to force it', async () => {
    const before = await make(null);
    const busy = await t.user(desk.tenantId, { name: '孙丽', permissions: ['members_workorder_view', 'members_workorder_serve'] });
    await t.route(workOrders.dispatch, desk, { id: before, serverUserId: busy.userId });
    const id = await make(null);
    const asked = await t.route(workOrders.dispatch, desk, { id, serverUserId: busy.userId, force: false });
    assert.equal(asked.status, 422);
    assert.match(String(asked.msg), /^与 01-01 09:00 的.*时间重叠$/);
    assert.equal(asked.data[0].serverTime, '2099-01-01 09:00:00');
    assert.equal((await read(id)).state, 1, 'nothing has changed');
    assert.equal((await t.route(workOrders.dispatch, desk, { id, serverUserId: busy.userId })).status, 200);
  });
});

describe('a cancelled job', () => {
  it('is not brought back by editing its order', async () => {
    const jobLists = [carer, carer].map(({ userId }) => ({
      serverProjectId: projectId,
      serverTime: '2099-01-01 09:00:00',
      serverUserId: userId,
    }));
    const id = (await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists }))
      .data as number;
    const [one, two] = (await read(id)).workOrderJobs;
    await t.route(workOrders.cancel, desk, { id, jobId: two.id });
    const edit = (change: object) =>
      t.route(workOrders.update, desk, {
        id,
        oldmanId,
        oldmanPhone: '13911112222',
        oldmanAddress: '甲',
        jobLists: [one, two].map((job: any) => ({
          id: job.id,
          serverProjectId: projectId,
          serverTime: job.serverTime,
          serverUserId: carer.userId,
          ...(job === two ? change : {}),
        })),
      });
    for (const change of [{ serverUserId: other.userId }, { serverUserId: null }, { serverTime: '2099-01-02 09:00:00' }]) {
      const answer = await edit(change);
      assert.deepEqual([answer.status, answer.msg], [422, '已取消的服务不能修改时间和服务人员']);
    }
    assert.equal((await edit({ remarks: '记录' })).status, 200);
    assert.deepEqual(
      (await read(id)).workOrderJobs.map(({ status }: any) => status),
      [2, 6],
    );
  });
});
