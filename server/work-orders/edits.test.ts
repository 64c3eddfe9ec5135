import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { serviceProjects } from '#contract/services/services.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project, warning } from '#test/care.ts';
import { harness, refusal, type Harness } from '#test/harness.ts';
import { LATER, orderDesk } from '#test/order-desk.ts';

let t: Harness;
let its: Awaited<ReturnType<typeof orderDesk>>;
before(async () => {
  t = await harness();
  its = await orderDesk(t);
});
after(() => t.close());

describe('editing an order', () => {
  it('keeps existing jobs and their projects, adds new ones, and prices them', async () => {
    const id = await its.make();
    const [first] = await its.jobsOf(id);
    const kept = its.job({ id: first.id });
    for (const [jobLists, message] of [
      [[its.job()], '已有的服务不能删除'],
      [[its.job({ id: first.id, serverProjectId: its.walk })], '已有的服务不能更换项目'],
      [[kept, its.job({ id: 99999999 })], '服务不存在'],
      [[kept, kept], '服务清单中有重复的服务'],
      [[kept, its.job({ serverTime: '2020-01-01 00:00:00' })], '服务时间不能早于昨天'],
    ] as const) {
      assert.equal((await its.edit(id, { jobLists })).msg, message);
    }
    assert.equal((await its.read(id)).version, 1);
    const answer = await its.edit(id, {
      version: 1,
      remarks: '改期',
      jobLists: [{ ...kept, serverTime: '2099-02-01 09:00:00', serverUserId: its.carer.userId }, its.job({ serverProjectId: its.walk })],
    });
    assert.deepEqual([answer.status, answer.msg], [200, '更新成功']);
    const order = await its.read(id);
    assert.deepEqual([order.orderPrice, order.state, order.remarks, order.version], [78.5, 1, '改期', 2]);
    assert.deepEqual(
      order.workOrderJobs.map((one: any) => [one.serverTime, one.status, one.serverUserName]),
      [
        ['2099-02-01 09:00:00', 2, '王芳'],
        [LATER, 1, null],
      ],
    );
    const stale = await its.edit(id, { version: 1, jobLists: [kept] });
    assert.deepEqual([...refusal(stale), stale.data.version], [409, '工单已被他人修改，请刷新后重试', 2]);
    // A price that rose since does not change what was ordered.
    const projectRow = (await t.route(serviceProjects.get, its.desk, { id: its.bath })).data;
    await t.route(serviceProjects.update, its.desk, { ...projectRow, standardPrice: 99 });
    await its.edit(id, {
      jobLists: (await its.jobsOf(id)).map((one: any) => ({
        id: one.id,
        serverProjectId: one.serverProjectId,
        serverTime: one.serverTime,
        serverUserId: null,
      })),
    });
    assert.deepEqual([(await its.read(id)).orderPrice, (await its.read(id)).state], [78.5, 1]);
    await t.route(serviceProjects.update, its.desk, { ...projectRow, standardPrice: 58.5 });
  });

  it('locks jobs under way or over, and the whole order when its status says so', async () => {
    const id = await its.make({
      jobLists: [its.job({ serverUserId: its.carer.userId }), its.job({ serverProjectId: its.walk, serverUserId: its.carer.userId })],
    });
    const [first, second] = await its.jobsOf(id);
    await t.route(workOrders.start, its.carer, { id, jobId: first.id });
    const jobLists = [
      its.job({ id: first.id, serverUserId: its.carer.userId }),
      its.job({ id: second.id, serverProjectId: its.walk, serverUserId: its.carer.userId }),
    ];
    const running = await its.edit(id, { jobLists });
    assert.deepEqual([running.status, running.msg, running.data.state], [409, '工单服务中，不能修改工单', 3]);
    await t.route(workOrders.finish, its.carer, { id, jobId: first.id });
    await t.route(workOrders.stop, its.desk, { id });
    for (const change of [{ serverTime: '2099-03-01 09:00:00' }, { serverUserId: null }, { serverUserId: its.desk.userId }]) {
      const locked = await its.edit(id, { jobLists: [{ ...jobLists[0], ...change }, jobLists[1]] });
      assert.deepEqual([locked.status, locked.msg], [422, '服务中或已完成的服务不能修改时间和服务人员']);
    }
    const packaged = await its.edit(id, { jobLists: [{ ...jobLists[0], serverPackageId: 5 }, jobLists[1]] });
    assert.deepEqual(refusal(packaged), [422, '服务中或已完成的服务不能更换服务包']);
    assert.equal((await its.edit(id, { jobLists: [jobLists[0], { ...jobLists[1], serverUserId: its.desk.userId }] })).status, 200);
    assert.deepEqual(
      (await its.jobsOf(id)).map((one: any) => [one.status, one.serverUserName]),
      [
        [4, '王芳'],
        [5, '前台'],
      ],
    );
    assert.equal(
      (
        await its.edit(id, {
          oldmanId: await person(t, its.desk.tenantId),
          jobLists: [jobLists[0], { ...jobLists[1], serverUserId: its.desk.userId }],
        })
      ).msg,
      '由预警产生或已开始服务的工单不能更换服务对象',
    );
  });

  it('changes nothing of what it leaves out, and nothing at all of an order that is sent as it was read', async () => {
    const id = await its.make({ emergencyType: 3, payType: 2, lng: 120.12, lat: 30.28 });
    const { data: before } = await t.route(workOrders.get, its.desk, { id });
    const { workOrderJobs: _jobs, ...listed } = before.workOrder;
    assert.equal((await t.route(workOrders.update, its.desk, listed)).status, 200);
    assert.deepEqual((await t.route(workOrders.get, its.desk, { id })).data, before);
    const steps = async () => (await t.route(workOrders.timeline, its.desk, { id })).data.length;
    const logged = await steps();
    const { jobLists: _lists, ...others } = its.form({ id, remarks: '请按门铃', emergencyType: '', payType: null });
    assert.equal((await t.route(workOrders.update, its.desk, others as never)).status, 200);
    const after = await its.read(id);
    assert.deepEqual(
      [after.remarks, after.emergencyType, after.payType, after.workOrderJobs.length, after.version, await steps()],
      ['请按门铃', 3, 2, 1, before.workOrder.version + 1, logged + 1],
    );
  });

  it('is refused to others', async () => {
    const id = await its.make();
    const jobLists = [its.job({ id: (await its.jobsOf(id))[0].id })];
    assert.equal((await t.route(workOrders.update, null, { id, ...its.form({ jobLists }) })).status, 401);
    assert.equal((await its.edit(id, { jobLists }, its.carer)).status, 403);
    assert.equal((await its.edit(id, { jobLists }, its.stranger)).status, 404);
    assert.equal((await its.edit(id, { jobLists, payType: 3 })).msg, '不能改为服务包支付，请选择其他支付方式');
    assert.equal((await its.edit(id, { jobLists, oldmanId: await person(t, its.desk.tenantId, '换人') })).status, 200);
    assert.equal((await its.read(id)).oldmanName, '换人');
  });
});

describe('what depends on a part of an order', () => {
  interface Facts {
    respond_by: string;
    complete_by: string;
    warning_anew_count: number;
    acknowledged: boolean;
  }
  const inTenant = <T>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(its.desk.tenantId, (tx) => tx.row(query));
  const facts = async (id: number) =>
    (await inTenant(sql<Facts>`select o.respond_by, o.complete_by, o.warning_anew_count, w.acknowledged_at is not null as acknowledged
      from work_orders o left join warnings w on w.tenant_id = o.tenant_id and w.id = o.warning_id
      where o.tenant_id = ${its.desk.tenantId} and o.id = ${id}`)) as Facts;
  const DUE = '2090-01-01 00:00:00';

  it('is computed anew when that part changes, and stays otherwise: the targets', async () => {
    const id = await its.make({ emergencyType: 1 });
    const [first] = await its.jobsOf(id);
    const kept = its.job({ id: first.id });
    const after = async (more: object): Promise<boolean> => {
      // As it is after a job was handed back, or after the institution has set other targets.
      await inTenant(
        sql`update work_orders set respond_by = ${DUE}, complete_by = ${DUE} where tenant_id = ${its.desk.tenantId} and id
          = ${id} returning id`,
      );
      const answer = await its.edit(id, { jobLists: [kept], ...more });
      assert.equal(answer.status, 200, String(answer.msg));
      const { respond_by, complete_by } = await facts(id);
      assert.equal(respond_by === DUE, complete_by === DUE);
      return respond_by !== DUE;
    };
    const files = { workOrderJobFiles: [], workOrderJobMaterials: [], projectUserVoList: [] };
    for (const more of [
      { remarks: '请按门铃' },
      { downName: '王女士' },
      { payType: 2 },
      { jobLists: [{ ...kept, ...files, remarks: '轻声' }] },
      { oldmanPhone: '13911112223' },
    ])
      assert.equal(await after(more), false, JSON.stringify(more));
    assert.equal(await after({ jobLists: [{ ...kept, serverUserId: its.carer.userId }] }), false, 'another carer');
    assert.equal(await after({ emergencyType: 3 }), true);
    assert.equal(await after({ downTime: '2026-01-01 08:00:00' }), true);
    const moved = { ...kept, serverTime: '2099-01-02 09:00:00' };
    assert.equal(await after({ jobLists: [moved] }), true);
    assert.equal(await after({ jobLists: [moved, its.job({ serverProjectId: its.walk, serverTime: '2099-01-03 09:00:00' })] }), true);
  });

  it('and up to which call of its alarm it answers', async () => {
    await project(t, its.desk, { type: '应急', name: 'SOS上门', price: 30, sos: true });
    const alarm = await warning(t, its.desk.tenantId, its.oldmanId);
    const { data } = await t.route(warnings.updateStatus, its.desk, { id: alarm, processMode: 2, isDisposed: 2 });
    const id = data.workOrderId as number;
    await t.route(workOrders.dispatch, its.desk, { id, serverUserId: its.carer.userId });
    let calls = 0;
    const edited = async (more: object) => {
      calls++;
      await inTenant(
        sql`update warnings set anew_count = ${calls}, acknowledged_at = null, asked_why = 'test'
          where tenant_id = ${its.desk.tenantId} and id = ${alarm} returning id`,
      );
      const before = (await facts(id)).warning_anew_count;
      const order = await its.read(id);
      const [one] = order.workOrderJobs;
      const jobLists = [{ id: one.id, serverProjectId: one.serverProjectId, serverTime: one.serverTime, ...more }];
      const answer = await t.route(workOrders.update, its.desk, { ...order, jobLists, ...more });
      assert.equal(answer.status, 200, String(answer.msg));
      const { warning_anew_count: count, acknowledged } = await facts(id);
      assert.ok(count === before || count === calls);
      return [count === calls, acknowledged];
    };
    assert.deepEqual(await edited({ remarks: '请按门铃' }), [false, false], 'nobody was sent because of a remark');
    assert.deepEqual(await edited({ serverUserId: its.desk.userId }), [true, true]);
    assert.deepEqual(await edited({ serverTime: '2099-01-02 09:00:00' }), [true, true]);
    assert.deepEqual(await edited({ emergencyType: 1 }), [true, true]);
    assert.deepEqual(await edited({ oldmanPhone: '13911112223' }), [false, false]);
    const [one] = await its.jobsOf(id);
    await its.edit(id, { jobLists: [{ id: one.id, serverProjectId: one.serverProjectId, serverTime: one.serverTime }, its.job()] });
    calls++;
    await inTenant(
      sql`update warnings set anew_count = ${calls}, acknowledged_at = null
        where tenant_id = ${its.desk.tenantId} and id = ${alarm} returning id`,
    );
    const second = (await its.jobsOf(id))[1];
    await t.route(workOrders.dispatch, its.desk, { id, jobId: second.id, serverUserId: its.carer.userId });
    const { warning_anew_count: sent } = await facts(id);
    assert.equal(sent, calls, 'a dispatch does');
    await inTenant(
      sql`update warnings set anew_count = ${calls + 1} where tenant_id = ${its.desk.tenantId} and id = ${alarm} returning id`,
    );
    await t.route(workOrders.cancel, its.desk, { id, jobId: second.id, reason: '不用了' });
    assert.equal((await facts(id)).warning_anew_count, sent, 'a job that is taken off does not');
  });
});
