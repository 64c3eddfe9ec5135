import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { toMap } from '../geo/coordinates.ts';

let t: Harness;
let nurse: TestUser;
let colleague: TestUser;
let carer: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '李护士' });
  colleague = await t.user(tenant, { name: '张护士' });
  carer = await t.user(tenant, { permissions: ['warning_devicewarning_view'], name: '赵护工' });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const raise = async (options?: Parameters<typeof warning>[3]) => warning(t, nurse.tenantId, await person(t, nurse.tenantId), options);
const timeline = async (id: number) =>
  (await t.route(warnings.timeline, nurse, { id })).data.map((step: any) => [step.kind, step.note, step.userName]);

describe('reading warnings', () => {
  it('asks for a session and the permission, and is a tenant’s own', async () => {
    const id = await raise();
    const none = await t.user(nurse.tenantId, { permissions: [] });
    for (const route of [warnings.page, warnings.top, warnings.get, warnings.timeline]) {
      assert.equal((await t.route(route, null, { id })).status, 401);
      assert.equal((await t.route(route, none, { id })).status, 403);
    }
    for (const route of [warnings.get, warnings.timeline, warnings.acknowledge]) {
      const answer = await t.route(route, stranger, { id });
      assert.deepEqual([answer.status, answer.msg], [404, '预警不存在']);
    }
    assert.deepEqual((await t.route(warnings.top, stranger)).data, { total: 0, unanswered: 0, records: [] });
    assert.equal((await t.route(warnings.page, stranger)).data.total, 0);
    assert.equal((await t.route(warnings.get, nurse, { id: 'x' })).msg, '编号格式不正确');
  });

  it('shows who, where and on which device', async () => {
    const id = await raise();
    const { data } = await t.route(warnings.get, carer, { id });
    assert.deepEqual(
      [data.name, data.mobile, data.flags, data.modelName, data.source, data.warningText, data.warningContent, data.isDisposed, data.type],
      ['王秀英', '13911112222', ['跌倒高危'], 'W9', '穿戴设备', 'SOS求助', '按下SOS求助按钮', 0, 2],
    );
    assert.match(data.roomName, /^3号楼 3层 302-.* 1床$/);
    assert.equal(data.location, toMap([116.391, 39.907]).join(','));
    assert.notEqual(data.location, '116.391,39.907');
    const unplaced = await t.route(warnings.get, carer, { id: await raise({ placed: false }) });
    assert.deepEqual([unplaced.data.type, unplaced.data.location, unplaced.data.lastLocation], [1, null, null]);
    const loose = await t.route(warnings.get, carer, { id: await warning(t, nurse.tenantId, null) });
    assert.deepEqual([loose.data.name, loose.data.oldmanId, loose.data.mobile], ['手表', null, null]);
    const room = await person(t, nurse.tenantId, '欧阳静');
    const radar = await warning(t, nurse.tenantId, null, { rule: 'fall' });
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update warnings set room_id = (select b.room_id from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        where p.tenant_id = ${nurse.tenantId} and p.id = ${room})
        where tenant_id = ${nurse.tenantId} and id = ${radar}`),
    );
    assert.deepEqual(
      [(await t.route(warnings.get, carer, { id: radar })).data.residents, loose.data.residents, data.residents],
      ['欧阳静', null, null],
    );
  });

  it('filters, sorts, and gives the bell its three newest open ones', async () => {
    const chief = await t.user(await t.tenant());
    const [anna, bert] = [await person(t, chief.tenantId, '欧阳静'), await person(t, chief.tenantId, '静安')];
    const make = (of: number, rule: 'sos' | 'fall' | 'low_battery', severity: number, at: string) =>
      warning(t, chief.tenantId, of, { rule, severity, at });
    const ids = [
      await make(anna, 'sos', 1, '2026-11-01 08:00:00'),
      await make(anna, 'low_battery', 3, '2026-11-02 08:00:00'),
      await make(bert, 'sos', 1, '2026-11-03 08:00:00'),
      await make(bert, 'fall', 1, '2026-11-04 08:00:00'),
      await make(bert, 'low_battery', 3, '2026-11-05 08:00:00'),
    ];
    const [first, second, third, fourth, fifth] = ids;
    assert.equal((await t.route(warnings.updateStatus, chief, { id: fifth, isDisposed: 4, remark: '设备测试' })).status, 200);
    assert.equal((await t.route(warnings.updateStatus, chief, { id: first, isDisposed: 2 })).status, 200);
    const list = async (input: object) =>
      (await t.route(warnings.page, chief, { size: 50, ...input })).data.records.map((row: any) => row.id);
    assert.deepEqual(await list({}), [fifth, fourth, third, second, first]);
    assert.deepEqual(await list({ open: 'true' }), [fourth, third, second, first]);
    assert.deepEqual(await list({ open: 'false' }), [fifth]);
    assert.deepEqual(await list({ isDisposed: 2 }), [first]);
    assert.deepEqual(await list({ rule: 'sos' }), [third, first]);
    assert.deepEqual(await list({ severity: 3 }), [fifth, second]);
    assert.deepEqual(await list({ oldmanId: anna }), [second, first]);
    assert.deepEqual(await list({ name: '欧阳' }), [second, first]);
    assert.deepEqual(await list({ name: '静' }), [fifth, fourth, third, second, first]);
    assert.deepEqual(await list({ name: '静欧' }), []);
    assert.deepEqual(await list({ startTime: '2026-11-02 08:00:00', endTime: '2026-11-03 08:00:00' }), [third, second]);
    assert.deepEqual(await list({ ascs: 'severity' }), [fourth, third, first, fifth, second]);
    assert.equal((await t.route(warnings.page, chief, { rule: 'nonsense' })).status, 400);
    const { data } = await t.route(warnings.top, chief);
    assert.deepEqual([data.total, data.records.map((row: any) => row.id)], [4, [fourth, third, second]]);
  });
});

describe('handling warnings', () => {
  it('needs its own permission and a form that is right', async () => {
    const id = await raise();
    for (const route of [warnings.acknowledge, warnings.comment, warnings.updateStatus]) {
      assert.equal((await t.route(route, null, { id, note: '好' })).status, 401);
      assert.equal((await t.route(route, carer, { id, note: '好' })).status, 403);
    }
    for (const input of [{ processMode: 3 }, { isDisposed: 5 }, { remark: '长'.repeat(201) }]) {
      assert.equal((await t.route(warnings.updateStatus, nurse, { id, ...input })).status, 400);
    }
    assert.equal((await t.route(warnings.updateStatus, stranger, { id })).status, 404);
    assert.equal((await t.route(warnings.get, nurse, { id })).data.version, 1);
  });

  it('is confirmed once, and names the first', async () => {
    const id = await raise();
    const answers = await Promise.all([nurse, colleague, nurse, colleague].map((as) => t.route(warnings.acknowledge, as, { id })));
    assert.ok(answers.every(({ status, data }) => status === 200 && data === true));
    const { data } = await t.route(warnings.get, nurse, { id });
    const steps = (await timeline(id)).filter(([kind]: string[]) => kind === 'acknowledged');
    assert.deepEqual(steps, [['acknowledged', null, data.acknowledgeName]]);
    assert.deepEqual([data.isDisposed, data.version], [0, 1]);
  });

  it('defaults to online and handled, also for an empty status', async () => {
    for (const input of [{}, { processMode: 1, isDisposed: 0 }]) {
      const id = await raise();
      const answer = await t.route(warnings.updateStatus, nurse, { id, remark: '误按，已安抚', ...input });
      assert.deepEqual([answer.status, answer.msg, answer.data], [200, '处理成功', { workOrderId: null, isDisposed: 1, notice: null }]);
      const { data } = await t.route(warnings.get, nurse, { id });
      assert.deepEqual(
        [data.processMode, data.isDisposed, data.handlerName, data.remark, data.acknowledgeName],
        [1, 1, '李护士', '误按，已安抚', '李护士'],
      );
      assert.deepEqual(await timeline(id), [
        ['raised', null, null],
        ['handled', '在线处理 · 已处理 · 误按，已安抚', '李护士'],
      ]);
    }
  });

  it('goes from open or in progress to an end, once; remarks are always welcome', async () => {
    const id = await raise();
    assert.equal((await t.route(warnings.updateStatus, nurse, { id, isDisposed: 2, version: 1 })).status, 200);
    const again = await t.route(warnings.updateStatus, colleague, { id, isDisposed: 2 });
    assert.deepEqual([again.status, again.msg, again.data.version], [409, '该预警已由李护士设为处理中', 2]);
    const stale = await t.route(warnings.updateStatus, colleague, { id, isDisposed: 3, version: 1 });
    assert.deepEqual([stale.status, stale.data.isDisposed], [409, 2]);
    assert.equal((await t.route(warnings.updateStatus, colleague, { id, isDisposed: 3, version: 2, remark: '误触' })).status, 200);
    for (const isDisposed of [1, 2, 3, 4]) {
      const late = await t.route(warnings.updateStatus, nurse, { id, isDisposed });
      assert.deepEqual([late.status, late.msg], [409, '该预警已由张护士设为误触发']);
    }
    assert.equal((await t.route(warnings.comment, nurse, { id, note: '已告知家属' })).status, 200);
    assert.equal((await t.route(warnings.comment, nurse, { id, note: '  ' })).msg, '请输入备注');
    assert.deepEqual((await timeline(id)).at(-1), ['comment', '已告知家属', '李护士']);
  });

  it('sends nobody for a false trigger or a test, and nobody without a person', async () => {
    for (const isDisposed of [3, 4]) {
      const answer = await t.route(warnings.updateStatus, nurse, { id: await raise(), processMode: 2, isDisposed, remark: '误触' });
      assert.deepEqual([answer.status, answer.data], [200, { workOrderId: null, isDisposed, notice: null }]);
    }
    const id = await warning(t, nurse.tenantId, null);
    const refused = await t.route(warnings.updateStatus, nurse, { id, processMode: 2 });
    assert.deepEqual([refused.status, refused.msg], [422, '该预警没有关联服务对象，无法上门处理，请改为在线处理或先将设备绑定到服务对象']);
    assert.equal((await t.route(warnings.get, nurse, { id })).data.isDisposed, 0);
    assert.equal((await t.route(warnings.updateStatus, nurse, { id, remark: '已查看' })).status, 200);
  });

  it('drafts one order for a visit, with what the alarm and the person say', async () => {
    const id = await raise();
    const { data } = await t.route(warnings.updateStatus, nurse, { id, processMode: 2, isDisposed: 2, remark: '呼叫无应答' });
    const { workOrder } = (await t.route(workOrders.get, nurse, { id: data.workOrderId })).data;
    assert.deepEqual(
      [
        workOrder.oldmanName,
        workOrder.oldmanPhone,
        workOrder.oldmanAddress,
        workOrder.warningType,
        workOrder.warningBusinessId,
        workOrder.emergencyType,
        workOrder.remarks,
        workOrder.state,
      ],
      ['王秀英', '13911112222', '北京市东城区景山前街4号', 'sos', id, 2, '按下SOS求助按钮；呼叫无应答', 1],
    );
    assert.deepEqual([workOrder.lng, workOrder.lat], toMap([116.391, 39.907]));
    assert.deepEqual(
      workOrder.workOrderJobs.map((job: any) => [job.serverProjectName, job.serverUserName, job.status]),
      [['SOS上门服务', null, 1]],
    );
    assert.equal((await t.route(warnings.get, nurse, { id })).data.workOrderId, data.workOrderId);
    // Saying it again with the fresh version keeps the order; the alarm is not closed before anybody has gone.
    const again = await t.route(warnings.updateStatus, nurse, { id, processMode: 2, isDisposed: 1, version: 2 });
    assert.deepEqual([again.data.workOrderId, again.data.isDisposed], [data.workOrderId, 2]);
    const second = await t.route(workOrders.create, nurse, {
      oldmanId: workOrder.oldmanId,
      oldmanPhone: '13911112222',
      oldmanAddress: '甲',
      warningBusinessId: id,
      jobLists: [{ serverProjectId: workOrder.workOrderJobs[0].serverProjectId, serverTime: '2099-01-01 00:00:00' }],
    });
    assert.deepEqual([second.status, second.msg], [409, '该预警已有工单，请刷新后查看']);
  });

  it('lets one of many handlers win, with one order', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await raise();
      const choices = [
        { processMode: 2, isDisposed: 2 },
        { processMode: 2, isDisposed: 1 },
        { isDisposed: 3, version: 1, remark: '误触' },
        { processMode: 2, isDisposed: 2, version: 1 },
      ];
      const same = round % 2 ? [choices[3], choices[3], choices[3]] : [choices[1], choices[1], choices[2]];
      const answers = await Promise.all(
        same.map((choice, index) => t.route(warnings.updateStatus, index % 2 ? nurse : colleague, { id, ...choice })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
      for (const { status, data } of answers) if (status === 409) assert.deepEqual([data.id, data.version], [id, 2]);
      const orders = await t.deps.inTenant(nurse.tenantId, (tx) =>
        tx.rows(db.selectFrom('work_orders').select('id').where('warning_id', '=', id)),
      );
      assert.ok(orders.length <= 1);
      const winner = answers.find(({ status }) => status === 200);
      assert.equal(winner?.data.workOrderId ?? null, orders[0]?.id ?? null);
    }
  });

  it('lets one of many take over what is in progress', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await raise();
      await t.route(warnings.updateStatus, nurse, { id, isDisposed: 2 });
      const take = (as: TestUser) => t.route(warnings.updateStatus, as, { id, isDisposed: 2, version: 2 });
      const answers = await Promise.all([nurse, colleague, nurse, colleague].map(take));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    }
  });
});
