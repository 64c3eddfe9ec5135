import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { materialPurchases as routes } from '#contract/stock/material-purchases.ts';
import { materialMovements, materials } from '#contract/stock/materials.ts';
import { purchaseStates } from '#contract/stock/purchase-commands.rules.ts';
import { endApproval } from '#test/approving.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [head, nurse, keeper, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let pads: number;
const { running, approved, returned, partial, received, closed } = purchaseStates;

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  head = await t.user(tenant, { name: '院长' });
  nurse = await t.user(tenant, { name: '李敏', permissions: [routes.page.access, routes.create.access] });
  keeper = await t.user(tenant, { name: '库管', permissions: [routes.page.access, routes.receive.access] });
  stranger = await t.user(await t.tenant());
  const made = await t.route(materials.create, head, {
    code: 'HC1',
    name: '护理垫',
    unit: '片',
    quantity: 3,
    safetyQuantity: 50,
    price: 1.2,
  });
  pads = made.data;
});
after(() => t.close());

const line = (more: object = {}) => ({ materialId: pads, quantity: 100, price: 1.2, ...more });
const gloves = { name: '手套', unit: '盒', quantity: 2.5, price: 33.33, supplier: '康达' };
const form = (lines: object[] = [line(), gloves], more: object = {}) => ({ reason: '库存不足', lines, ...more }) as never;
const refusal = ({ status, msg }: { status: number; msg: unknown }) => [status, msg];
const read = async (id: number, as = head) => (await t.route(routes.get, as, { id })).data;
const asked = async (lines?: object[]): Promise<number> => {
  const made = await t.route(routes.create, nurse, form(lines));
  assert.equal(made.status, 200, String(made.msg));
  return made.data;
};
const end = async (id: number, outcome: 'approved' | 'rejected' | 'returned') => endApproval(t, head, (await read(id)).caseId, outcome);
const bought = async (lines?: object[]) => {
  const id = await asked(lines);
  await end(id, 'approved');
  return read(id);
};
const stock = async () => (await t.route(materials.get, head, { id: pads })).data.quantity;

describe('purchases of material', () => {
  it('are asked for by those who may, in words that are clear', async () => {
    assert.equal((await t.route(routes.create, null, form())).status, 401);
    assert.equal((await t.route(routes.create, keeper, form())).status, 403);
    for (const [lines, status, text] of [
      [[], 400, '请添加采购明细'],
      [[line({ quantity: 0 })], 400, '数量应大于0'],
      [[line({ quantity: 1.005 })], 400, '数量最多两位小数'],
      [[line({ price: -1 })], 400, '价格不能小于0'],
      [[{ name: '手套', quantity: 1, price: 1 }], 400, '请选择物资，或填写名称和单位'],
      [[line({ materialId: 999_999 })], 422, '物资不存在或已停用'],
      [Array.from({ length: 51 }, () => line()), 400, '最多50项明细'],
      [[line({ quantity: 9_999_999, price: 1_000_000 })], 422, '采购金额过大'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.create, nurse, form([...lines]))), [status, text]);
    assert.deepEqual(refusal(await t.route(routes.create, nurse, form(undefined, { reason: '' }))), [400, '请填写采购原因']);
    const purchase = await read(await asked());
    assert.match(purchase.number, /^CG\d{12}$/);
    assert.deepEqual([purchase.state, purchase.amount, purchase.summary], [running, 203.33, '护理垫、手套']);
    assert.deepEqual(
      purchase.lines.map(({ name, unit, received: come }: any) => [name, unit, come]),
      [
        ['护理垫', '片', 0],
        ['手套', '盒', 0],
      ],
    );
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id: purchase.id })), [404, '采购不存在']);
    assert.equal((await t.route(routes.page, stranger, {})).data.total, 0);
    const found = (await t.route(routes.page, head, { name: '手套', state: running, number: purchase.number })).data;
    assert.deepEqual([found.total, found.records[0].amount], [1, 203.33]);
    assert.equal((await t.route(routes.export, head, { state: running })).status, 200);
  });

  it('get numbers of their own when many are asked for at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => t.route(routes.create, nurse, form([line()]))));
    assert.deepEqual([...new Set(made.map(({ status }) => status))], [200]);
    const numbers = await Promise.all(made.map(async ({ data }) => (await read(data)).number));
    assert.equal(new Set(numbers).size, 20);
  });

  it('are locked while they are decided, and asked for again after they were returned', async () => {
    const id = await asked();
    const again = (as: TestUser, input: object = {}) =>
      t.route(routes.resubmit, as, { ...(form([line({ quantity: 60 })]) as object), id, ...input } as never);
    assert.deepEqual(refusal(await again(nurse)), [409, '采购审批中，不能修改']);
    assert.deepEqual(refusal(await again(head)), [403, '只能由申请人本人操作']);
    assert.deepEqual(refusal(await t.route(routes.receive, keeper, { id, lines: [{ lineId: 1, quantity: 1 }] })), [
      409,
      '采购审批中，不能入库',
    ]);
    await end(id, 'returned');
    const { version, caseId } = await read(id);
    const there = await t.route(approvalCases.resubmit, nurse, { id: caseId });
    assert.deepEqual(refusal(there), [409, '请在“物资采购”中修改后重新提交']);
    assert.deepEqual(refusal(await again(nurse, { version: version - 1 })), [409, '采购已被他人修改，请刷新后重试']);
    assert.equal((await again(nurse, { version })).status, 200);
    const purchase = await read(id);
    assert.deepEqual([purchase.state, purchase.amount, purchase.lines.length], [running, 72, 1]);
    assert.equal((await t.route(routes.withdraw, nurse, { id })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.withdraw, nurse, { id })), [409, '采购已撤回，不能撤回']);
    assert.equal(purchaseStates.returned, returned);
  });

  it('are received in parts into the stock, once for one key, never more without a reason', async () => {
    const purchase = await bought();
    assert.equal(purchase.state, approved);
    const [first, second] = purchase.lines;
    const before = await stock();
    const receive = (input: object, as = keeper, key?: string) =>
      t.call('PUT', routes.receive.path, { as, input: { id: purchase.id, ...input }, headers: key ? { 'idempotency-key': key } : {} });
    assert.equal((await receive({ lines: [{ lineId: first.id, quantity: 1 }] }, nurse)).status, 403);
    assert.equal((await receive({ lines: [{ lineId: first.id, quantity: 1 }] }, stranger)).status, 404);
    assert.deepEqual(refusal(await receive({ lines: [] })), [400, '请填写入库数量']);
    assert.deepEqual(refusal(await receive({ lines: [{ lineId: 999_999, quantity: 1 }] })), [404, '采购明细不存在']);
    assert.deepEqual(refusal(await receive({ lines: [{ lineId: first.id, quantity: 101 }] })), [
      422,
      '护理垫只剩100片未入库，多收请填写原因',
    ]);
    const part = { lines: [{ lineId: first.id, quantity: 40 }], version: purchase.version };
    const all = await Promise.all(Array.from({ length: 20 }, () => receive(part, keeper, 'part-1')));
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
    assert.deepEqual([await stock(), (await read(purchase.id)).state], [before + 40, partial]);
    assert.deepEqual(refusal(await receive(part, keeper, 'part-2')), [409, '采购已被他人修改，请刷新后重试']);
    const rest = {
      lines: [
        { lineId: first.id, quantity: 62 },
        { lineId: second.id, quantity: 2.5 },
      ],
    };
    assert.equal((await receive(rest)).status, 422);
    assert.equal((await receive({ ...rest, reason: '供应商赠送2片' })).status, 200);
    const done = await read(purchase.id);
    assert.deepEqual([await stock(), done.state, done.receipts.length], [before + 102, received, 3]);
    const { records } = (await t.route(materialMovements.page, head, { materialId: pads, size: 2 })).data;
    assert.deepEqual(
      records.map(({ kind, source, quantity, reason }: any) => [kind, source, quantity, reason]),
      [
        [1, 1, 62, `采购入库 ${purchase.number}`],
        [1, 1, 40, `采购入库 ${purchase.number}`],
      ],
    );
    assert.deepEqual(refusal(await receive(part)), [409, '采购已被他人修改，请刷新后重试']);
    const gone = await t.route(materials.remove, head, { id: pads });
    assert.equal(gone.status, 422);
  });

  it('are received by one of many at once, and closed with a reason', async () => {
    const { id, version, lines } = await bought([line()]);
    const before = await stock();
    const many = await Promise.all(
      Array.from({ length: 20 }, () => t.route(routes.receive, keeper, { id, version, lines: [{ lineId: lines[0].id, quantity: 10 }] })),
    );
    assert.deepEqual([many.filter(({ status }) => status === 200).length, many.filter(({ status }) => status === 409).length], [1, 19]);
    assert.equal(await stock(), before + 10);
    assert.deepEqual(refusal(await t.route(routes.close, keeper, { id, reason: '' })), [400, '请填写关闭原因']);
    assert.equal((await t.route(routes.close, nurse, { id, reason: '缺货' })).status, 403);
    assert.equal((await t.route(routes.close, keeper, { id, reason: '缺货' })).status, 200);
    const over = await read(id);
    assert.deepEqual([over.state, over.closeReason], [closed, '缺货']);
    assert.deepEqual(refusal(await t.route(routes.receive, keeper, { id, lines: [{ lineId: lines[0].id, quantity: 1 }] })), [
      409,
      '采购已关闭，不能入库',
    ]);
  });

  it('tell those who receive, and keep a material that was ever bought', async () => {
    await bought([line()]);
    const told = await t.deps.inTenant(head.tenantId, (tx) =>
      tx.rows<{ id: number }>(sql`
        select id from messages where tenant_id = ${tx.tenantId} and recipient_id = ${keeper.userId} and title like '采购CG%已批准'`),
    );
    assert.ok(told.length > 0);
    const fresh = (await t.route(materials.create, head, { code: 'HC2', name: '湿巾', unit: '包' })).data;
    await asked([line({ materialId: fresh })]);
    assert.deepEqual(refusal(await t.route(materials.remove, head, { id: fresh })), [
      422,
      '该物资已有库存流水或采购记录，不能删除，可以停用',
    ]);
  });
});
