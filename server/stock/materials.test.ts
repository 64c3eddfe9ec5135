import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { materialMovements, materials, projectMaterials } from '#contract/stock/materials.ts';
import { person, project } from '#test/care.ts';
import { material, product, wrongBalances } from '#test/goods.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { consume } from './movements.ts';
import { allowedMaterials } from './project-materials.ts';

let t: Harness;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  admin = await t.user(tenant, { name: '库管员' });
  reader = await t.user(tenant, {
    permissions: ['business_bcmaterial_view', 'business_bcmaterialmovement_view', 'business_bccostproject_view'],
  });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const quantityOf = async (id: number) => (await t.route(materials.get, admin, { id })).data.quantity as number;
const move = (id: number, kind: number, quantity: number, more: object = {}) =>
  t.route(materials.move, admin, { id, kind, quantity, reason: '盘点', ...more });
/** `work` with a context as a handler of `as` has it. */
const within = <T>(as: TestUser, work: (context: Context) => Promise<T>) =>
  t.deps.inTenant(as.tenantId, (tx) =>
    work({ deps: t.deps, tx, actor: { userId: as.userId, name: '护理员' }, emit: async () => {} } as unknown as Context),
  );

describe('materials', () => {
  it('ask for a session, a good form and the permission, and are a tenant’s own', async () => {
    const form = { code: 'HC001', name: '一次性手套', unit: '双', spec: 'M码', quantity: 100, safetyQuantity: 20, price: 0.55 };
    assert.equal((await t.route(materials.create, null, form)).status, 401);
    for (const [input, message] of [
      [{ code: ' ' }, '请输入物资编码'],
      [{ unit: '' }, '请输入单位'],
      [{ quantity: -1 }, '数量不能小于0'],
      [{ quantity: 1.234 }, '数量最多两位小数'],
      [{ price: -1 }, '价格不能小于0'],
    ] as const) {
      const answer = await t.route(materials.create, admin, { ...form, ...input });
      assert.deepEqual([answer.status, answer.msg], [400, message]);
    }
    assert.equal((await t.route(materials.create, reader, form)).status, 403);
    const { data: id } = await t.route(materials.create, admin, form);
    for (const route of [materials.get, materials.remove]) assert.equal((await t.route(route, stranger, { id })).msg, '物资不存在');
    assert.equal((await t.route(materials.move, stranger, { id, kind: 1, quantity: 1, reason: '偷' })).status, 404);
    assert.equal((await t.route(materials.page, stranger)).data.total, 0);
    const again = await t.route(materials.create, admin, form);
    assert.deepEqual([again.status, again.msg], [409, '物资编码已存在']);
    const { data } = await t.route(materials.get, reader, { id });
    assert.deepEqual([data.quantity, data.safetyQuantity, data.low, data.price, data.createBy], [100, 20, false, 0.55, '库管员']);
    const changed = await t.route(materials.update, admin, { ...form, id, name: '丁腈手套', quantity: 1, version: 1 });
    assert.equal(changed.status, 200);
    assert.deepEqual([(await t.route(materials.get, admin, { id })).data.name, await quantityOf(id)], ['丁腈手套', 100]);
  });

  it('come in, go out and are corrected, with a line in the ledger each time', async () => {
    const id = await material(t, admin, { name: '纸尿裤', quantity: 10, safetyQuantity: 8 });
    assert.equal((await move(id, 1, 5.5, { source: 1 })).data, 15.5);
    assert.equal((await move(id, 2, 8)).data, 7.5);
    assert.equal(
      (await t.route(materials.page, admin, { low: true })).data.records.some((row: { id: number }) => row.id === id),
      true,
    );
    assert.equal((await move(id, 3, 9)).data, 9);
    const { data } = await t.route(materialMovements.page, reader, { materialId: id });
    assert.deepEqual(
      data.records.map((row: any) => [row.kind, row.quantity, row.balance, row.reason, row.source, row.createBy]),
      [
        [3, 1.5, 9, '盘点', null, '库管员'],
        [2, -8, 7.5, '盘点', null, '库管员'],
        [1, 5.5, 15.5, '盘点', 1, '库管员'],
        [1, 10, 10, '期初库存', null, '库管员'],
      ],
    );
    assert.equal((await t.route(materialMovements.page, reader, { name: '尿裤', kind: 2 })).data.total, 1);
    assert.equal((await t.route(materialMovements.page, stranger, { materialId: id })).data.total, 0);
    for (const [kind, quantity, more, status, message] of [
      [2, 9.01, {}, 422, '库存不足：纸尿裤仅剩9片，需要9.01片'],
      [3, 9, {}, 422, '盘点数量与当前库存一致，无需校正'],
      [3, 7, { expected: 15.5 }, 409, '库存已变动，请核对后重试'],
      [1, 0, {}, 400, '数量应大于0'],
      [4, 1, {}, 400, '请选择操作类型'],
      [1, 1, { reason: '' }, 400, '请输入原因'],
    ] as const) {
      const answer = await move(id, kind, quantity, more);
      assert.deepEqual([answer.status, answer.msg], [status, message]);
    }
    assert.equal(await quantityOf(id), 9);
    const gone = await t.route(materials.remove, admin, { id });
    assert.deepEqual([gone.status, gone.msg], [422, '该物资已有库存流水或采购记录，不能删除，可以停用']);
    assert.equal((await t.route(materials.remove, admin, { id: await material(t, admin) })).status, 200);
    const sold = await material(t, admin, { name: '拐杖头' });
    await product(t, admin, { materialId: sold });
    assert.deepEqual(refusal(await t.route(materials.remove, admin, { id: sold })), [422, '该物资已关联商品，不能删除，可以停用']);
    await t.route(materials.update, admin, { id: sold, code: 'sold', name: '拐杖头', unit: '个', enabled: false });
    assert.deepEqual([...refusal(await move(sold, 1, 5)), await quantityOf(sold)], [422, '物资已停用，不能入库', 0]);
  });

  it('happen once under one key', async () => {
    const id = await material(t, admin, { quantity: 5 });
    const input = { id, kind: 2, quantity: 2, reason: '领用' };
    const send = () => t.call('POST', materials.move.path, { as: admin, input, headers: { 'idempotency-key': 'stock-1' } });
    const answers = await Promise.all([send(), send(), send()]);
    assert.deepEqual(
      answers.map(({ status, data }) => [status, data]),
      [
        [200, 3],
        [200, 3],
        [200, 3],
      ],
    );
  });

  it('100 movers at once never take more than there is, and the ledger adds up', async () => {
    const id = await material(t, admin, { name: '棉签', quantity: 60 });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => move(id, at % 10 === 9 ? 1 : 2, at % 10 === 9 ? 2 : 1.5)));
    const out = answers.filter(({ status }, at) => status === 200 && at % 10 !== 9).length;
    assert.equal(answers.filter(({ status }, at) => status === 200 && at % 10 === 9).length, 10);
    for (const { status, msg } of answers)
      if (status !== 200) assert.match(`${status} ${msg}`, /^422 库存不足：棉签仅剩[01](\.\d+)?片，需要1.5片$/);
    assert.equal(await quantityOf(id), 60 + 20 - 1.5 * out);
    assert.ok(out >= 40 && out <= 53, String(out));
    assert.deepEqual(await wrongBalances(t, admin.tenantId), []);
  });
});

describe('what a service uses up', () => {
  it('is bound to the project, and taken once per job, never below nothing', async () => {
    const { projectId } = await project(t, admin);
    const [pad, glove, off] = await Promise.all(['垫', '套', '停'].map((name) => material(t, admin, { name, quantity: 4 })));
    await t.route(materials.update, admin, { id: off, code: 'off', name: '停', unit: '片', enabled: false });
    const save = { projectId, materials: [{ materialId: pad, isDefault: true }, { materialId: glove }, { materialId: off }] };
    assert.equal((await t.route(projectMaterials.save, null, save)).status, 401);
    assert.equal((await t.route(projectMaterials.save, reader, save)).status, 403);
    assert.equal((await t.route(projectMaterials.save, stranger, save)).status, 404);
    assert.equal((await t.route(projectMaterials.list, stranger, { projectId })).status, 404);
    assert.equal((await t.route(projectMaterials.save, admin, { projectId, materials: [{ materialId: 99_999_999 }] })).msg, '物资不存在');
    assert.equal(
      (await t.route(projectMaterials.save, admin, { projectId, materials: [{ materialId: pad }, { materialId: pad }] })).msg,
      '同一物资不能重复选择',
    );
    assert.equal((await t.route(projectMaterials.save, admin, save)).status, 200);
    const allowed = await within(admin, ({ tx }) => allowedMaterials(tx, [projectId, projectId + 1]));
    assert.deepEqual(
      allowed.get(projectId)?.map(({ id, isDefault, quantity }) => [id, isDefault, quantity]),
      [
        [pad, true, 4],
        [glove, false, 4],
      ],
    );
    const other = await material(t, admin, { name: '其他', quantity: 1 });
    const { data } = await t.route(projectMaterials.pick, admin, { projectId, size: 100 });
    assert.deepEqual(
      data.records.slice(0, 2).map((row: any) => [row.id, row.allowed, row.isDefault]),
      [
        [pad, true, true],
        [glove, true, false],
      ],
    );
    assert.equal(data.records.find((row: any) => row.id === other).allowed, false);
    assert.equal(
      data.records.find((row: any) => row.id === off),
      undefined,
    );

    const oldmanId = await person(t, admin.tenantId);
    const jobLists = [{ serverProjectId: projectId, serverTime: '2099-01-01 09:00:00' }];
    const orderId = (await t.route(workOrders.create, admin, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists }))
      .data as number;
    const job = await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.row(db.selectFrom('work_order_jobs').select('id').where('work_order_id', '=', orderId)),
    );
    const jobId = job!.id;
    const lines = [
      { materialId: glove!, quantity: 1, jobId },
      { materialId: pad!, quantity: 2.5, jobId },
    ];
    await Promise.all(Array.from({ length: 5 }, () => within(admin, (context) => consume(context, lines, 'GD1'))));
    assert.deepEqual([await quantityOf(pad!), await quantityOf(glove!)], [1.5, 3]);
    const ledger = (await t.route(materialMovements.page, reader, { materialId: pad, kind: 4 })).data.records;
    assert.deepEqual([ledger.length, ledger[0].quantity, ledger[0].reason, ledger[0].orderNo.startsWith('GD')], [1, -2.5, 'GD1', true]);
    await assert.rejects(
      within(admin, (context) => consume(context, [{ materialId: pad!, quantity: 2, jobId: jobId + 1 }], 'GD2')),
      { status: 422, message: '库存不足：垫仅剩1.5片，需要2片' },
    );
    await assert.rejects(
      within(admin, (context) => consume(context, [{ materialId: pad!, quantity: 0, jobId }], 'GD2')),
      { status: 422 },
    );
    assert.deepEqual(await wrongBalances(t, admin.tenantId), []);
  });
});
