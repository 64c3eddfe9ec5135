import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { product } from '#test/goods.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { LATER, orderDesk } from '#test/order-desk.ts';
import { db } from '../db/tenant.ts';

let t: Harness;
let its: Awaited<ReturnType<typeof orderDesk>>;
let desk: TestUser;
let carer: TestUser;
let stranger: TestUser;
let walk: number;
before(async () => {
  t = await harness();
  its = await orderDesk(t);
  ({ desk, carer, stranger, walk } = its);
});
after(() => t.close());

const job = (more: object = {}) => its.job(more);
const form = (more: object = {}) => its.form(more);
const make = (more: object = {}) => its.make(more);
const read = (id: number) => its.read(id);
const orders = async () => (await t.route(workOrders.page, desk)).data.total;

const bought = async (oldmanId: number) => {
  const details = [{ productId: await product(t, desk, { quantity: 5 }), num: 1 }];
  const made = await t.route(goodsOrders.create, desk, { oldmanId, nickName: '王', phone: '13911112222', address: '甲', details });
  assert.equal(made.status, 200, String(made.msg));
  return made.data as number;
};

describe('a new order', () => {
  it('asks for a session, a good form and the permission', async () => {
    const before = await orders();
    assert.equal((await t.route(workOrders.create, null, form())).status, 401);
    assert.equal((await t.route(workOrders.create, await t.user(desk.tenantId, { permissions: [] }), form())).status, 403);
    const cases: [object, number, string][] = [
      [{ oldmanId: null }, 400, '请选择服务对象'],
      [{ oldmanPhone: '' }, 400, '请完善老人信息'],
      [{ oldmanAddress: ' ' }, 400, '请完善老人信息'],
      [{ jobLists: [] }, 400, '请添加服务清单'],
      [{ jobLists: [job({ serverProjectId: null })] }, 400, '请选择工单服务项目'],
      [{ jobLists: [job({ serverTime: '' })] }, 400, '时间格式应为yyyy-MM-dd HH:mm:ss'],
      [{ jobLists: [job({ serverTime: '2020-01-01 00:00:00' })] }, 422, '服务时间不能早于昨天'],
      [{ downPhone: '12345' }, 400, '电话输入不正确'],
      [{ downName: '一'.repeat(21) }, 400, '长度不能超过20个字符'],
      [{ remarks: '一'.repeat(101) }, 400, '长度不能超过100个字符'],
      [{ emergencyType: 99 }, 400, '请选择紧急程度'],
      [{ payType: 99 }, 400, '请选择支付方式'],
      [{ payType: 3 }, 422, '新增工单不能使用服务包支付，请选择其他支付方式'],
      [{ payType: 5 }, 422, '新增工单不能使用服务包支付，请选择其他支付方式'],
      [{ oldmanId: 99999999 }, 404, '服务对象不存在'],
      [{ jobLists: [job({ serverProjectId: 99999999 })] }, 422, '服务项目不存在或已停用'],
      [{ jobLists: [job({ serverUserId: stranger.userId })] }, 422, '服务人员不存在或已停用'],
      [{ jobLists: [job({ id: 5 })] }, 400, '新增工单的服务不能带编号'],
      [{ lng: 116.3 }, 400, '坐标不正确'],
      [{ warningBusinessId: 99999999 }, 404, '预警不存在'],
      [{ goodsOrderId: 99999999 }, 404, '商品订单不存在'],
      [{ goodsOrderId: await bought(await person(t, desk.tenantId)) }, 422, '商品订单属于其他服务对象'],
    ];
    for (const [more, status, message] of cases) {
      const answer = await t.route(workOrders.create, desk, form(more));
      assert.deepEqual([answer.status, answer.msg], [status, message], JSON.stringify(more));
    }
    assert.equal((await t.route(workOrders.create, stranger, form())).status, 404, 'another tenant’s person');
    assert.equal(await orders(), before);
  });

  it('has our prices, names and number, and the position of the person’s own address', async () => {
    const answer = await t.route(
      workOrders.create,
      desk,
      form({
        downName: ' 王建国 ',
        downPhone: '13700000001',
        jobLists: [job({ serverUserId: carer.userId }), job({ serverProjectId: walk })],
      }),
    );
    assert.deepEqual([answer.status, answer.msg], [200, '创建成功']);
    const order = await read(answer.data);
    assert.match(order.workNo, /^GD20\d{6}\d{4}$/);
    assert.deepEqual(
      [
        order.downName,
        order.orderPrice,
        order.state,
        order.status,
        order.emergencyType,
        order.payType,
        order.oldmanName,
        order.careLevel,
        order.anergy,
        order.operationUserName,
        order.operationUserTenantName,
        order.serverTypeName,
      ],
      ['王建国', 78.5, 1, 4, 1, 1, '王秀英', 2, 1, '前台', '平安颐养院', '生活照料'],
    );
    assert.deepEqual(
      order.workOrderJobs.map((one: any) => [one.serverProjectName, one.orderPrice, one.status, one.serverUserName, one.activeName]),
      [
        ['助浴', 58.5, 2, '王芳', 'first'],
        ['陪同散步', 20, 1, null, 'first'],
      ],
    );
    assert.ok(order.lng > 116.39 && order.lng < 116.41);
    const away = await read(await make({ oldmanAddress: '别处', lng: 116.40387, lat: 39.91409 }));
    assert.ok(Math.abs(away.lng - 116.40387) < 1e-5 && Math.abs(away.lat - 39.91409) < 1e-5, 'the map’s position comes back');
    assert.equal((await read(await make({ oldmanAddress: '别处' }))).lng, null);
  });

  it('takes numbers without gaps or doubles, also in parallel, also when some fail', async () => {
    const numbers = async () =>
      (await t.deps.inTenant(desk.tenantId, (tx) => tx.rows(db.selectFrom('work_orders').select('number').orderBy('id')))).map((row) =>
        Number(row.number.slice(-4)),
      );
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => t.route(workOrders.create, desk, form(index % 3 ? {} : { warningBusinessId: 99999999 }))),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 8);
    const taken = (await numbers()).sort((a, b) => a - b);
    assert.deepEqual(
      taken,
      taken.map((_, index) => index + 1),
    );
  });

  it('is made once per idempotency key', async () => {
    const before = await orders();
    const send = (body: object) => t.call('POST', '/members/workorder', { as: desk, input: body, headers: { 'idempotency-key': 'k-1' } });
    const answers = await Promise.all([1, 2, 3].map(() => send(form())));
    assert.equal(new Set(answers.map(({ data }) => data)).size, 1);
    assert.equal((await send(form({ remarks: '另一个' }))).status, 422);
    assert.equal(await orders(), before + 1);
  });
});

describe('the list', () => {
  it('filters by number, person, status, urgency, staff and time', async () => {
    const chief = await t.user(await t.tenant());
    const of = await person(t, chief.tenantId, '欧阳静');
    const { projectId } = await project(t, chief);
    const add = async (more: object = {}, user: number | null = null) =>
      (
        await t.route(workOrders.create, chief, {
          ...form(),
          oldmanId: of,
          jobLists: [{ serverProjectId: projectId, serverTime: LATER, serverUserId: user }],
          ...more,
        })
      ).data as number;
    const first = await add({ downTime: '2026-11-01 08:00:00', emergencyType: 2 });
    const second = await add({ downTime: '2026-11-02 08:00:00' }, chief.userId);
    const third = await add({ downTime: '2026-11-03 08:00:00' });
    await t.route(workOrders.cancel, chief, { id: third });
    const list = async (input: Record<string, unknown>) =>
      (await t.route(workOrders.page, chief, input)).data.records.map((row: any) => row.id);
    assert.deepEqual(await list({}), [third, second, first]);
    assert.deepEqual(await list({ status: 1 }), [first]);
    assert.deepEqual(await list({ status: 2 }), [second]);
    assert.deepEqual(await list({ status: 6 }), [third]);
    assert.deepEqual(await list({ emergencyType: 2 }), [first]);
    assert.deepEqual(await list({ serverUserId: chief.userId }), [second]);
    assert.deepEqual(await list({ oldmanName: '阳静', size: 2 }), [third, second]);
    assert.deepEqual(await list({ oldmanName: '%' }), []);
    assert.deepEqual(await list({ startTime: '2026-11-02 08:00:00', endTime: '2026-11-02 23:59:59' }), [second]);
    assert.deepEqual(await list({ ascs: 'down_time' }), [first, second, third]);
    assert.deepEqual(await list({ serverTimeStart: LATER, serverTimeEnd: LATER, status: 2 }), [second]);
    assert.deepEqual(await list({ serverTimeStart: '2099-01-01 09:00:01' }), []);
    const [row] = (await t.route(workOrders.page, chief, { status: 2 })).data.records;
    assert.deepEqual(
      [row.status, row.state, row.serverTime, row.serverProjectName, row.serverUserName, row.oldmanId],
      [2, 2, LATER, '助浴', (await t.route(workOrders.get, chief, { id: second })).data.workOrder.workOrderJobs[0].serverUserName, of],
    );
    assert.deepEqual(await list({ workNo: row.workNo }), [second]);
    assert.equal((await t.route(workOrders.page, chief, { status: 7 })).status, 400);
  });

  it('shows who may not dispatch and sees the own only what she does or wrote down', async () => {
    const hers = await make({ jobLists: [job({ serverUserId: carer.userId })] });
    const others = await make();
    const written = (await t.route(workOrders.create, carer, form())).data;
    const { data } = await t.route(workOrders.page, carer, { size: 100 });
    const seen = data.records.map((row: any) => row.id);
    assert.ok(seen.includes(hers) && seen.includes(written) && !seen.includes(others));
    assert.equal(data.total, seen.length);
    for (const route of [workOrders.get, workOrders.timeline, workOrders.start])
      assert.equal((await t.route(route, carer, { id: others })).status, 404);
    const lead = await t.user(desk.tenantId, { dataScope: 3, permissions: ['members_workorder_view', 'members_workorder_dispatch'] });
    assert.equal((await t.route(workOrders.get, lead, { id: others })).status, 200);
  });

  it('shows a department the orders of its people, and no others', async () => {
    const inTenant = <T>(query: ReturnType<typeof sql>) => t.deps.inTenant(desk.tenantId, (tx) => tx.rows<T>(query as never));
    const [ward, below] = await inTenant<{ id: number }>(
      sql`insert into departments (tenant_id, name) values (${desk.tenantId}, '一部'), (${desk.tenantId}, '一部一组') returning id`,
    );
    await inTenant(sql`update departments set parent_id = ${ward!.id} where tenant_id = ${desk.tenantId} and id = ${below!.id}`);
    const resident = await person(t, desk.tenantId, '赵月娥');
    await inTenant(sql`update people set department_id = ${below!.id} where tenant_id = ${desk.tenantId} and id = ${resident}`);
    const [theirs, others] = [await make({ oldmanId: resident }), await make()];
    const head = await t.user(desk.tenantId, {
      dataScope: 2,
      departmentId: ward!.id,
      permissions: ['members_workorder_view', 'members_workorder_dispatch'],
    });
    const { data } = await t.route(workOrders.page, head, { size: 100 });
    assert.deepEqual(
      data.records.map((row: any) => row.id),
      [theirs],
    );
    assert.equal((await t.route(workOrders.get, head, { id: theirs })).status, 200);
    assert.equal((await t.route(workOrders.get, head, { id: others })).status, 404);
  });
});
