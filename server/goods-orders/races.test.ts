import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { products } from '#contract/goods-orders/products.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import { materials } from '#contract/stock/materials.ts';
import { person, project } from '#test/care.ts';
import { material, product, wrongBalances } from '#test/goods.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { overtaken } from '#test/overtaking.ts';
import type { Tx } from '../db/tenant.ts';

const ORDERS = 100;
const AT_ONCE = 5;
/**
 * Ten callers for each order: a thousand races. Of every second order no caller wants the end, or the quicker calls would always come
 * first.
 */
const CALLS = ['pay', 'cancel', 'refund', 'pay', 'remove', 'cancel', 'refund', 'pay', 'cancel', 'refund'] as const;
const PAID = ['pay', 'refund', 'pay', 'refund', 'pay', 'pay', 'refund', 'pay', 'pay', 'refund'] as const;
const PRICE = 10.01;

let t: Harness;
let desk: TestUser;
let oldmanId: number;
let materialId: number;
let fromMaterial: number;
let own: number;
let care: number;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  desk = await t.user(tenant, { name: '前台' });
  oldmanId = await person(t, tenant);
  materialId = await material(t, desk, { name: '护理垫', quantity: 1000 });
  fromMaterial = await product(t, desk, { price: PRICE, materialId });
  own = await product(t, desk, { price: 5, quantity: 1000 });
  const { projectId } = await project(t, desk);
  const { data: packageId } = await t.route(servicePackages.create, desk, {
    name: '月护',
    price: 99,
    validDays: 30,
    projects: [{ projectId, count: 2 }],
  });
  care = await product(t, desk, { kind: 2, packageId, price: 99 });
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`with made as (insert into dictionaries (tenant_id, type) values (${tenant}, 'pay_type') returning id)
      insert into dictionary_items (tenant_id, dictionary_id, value, label) select ${tenant}, id, '1', '现金' from made`),
  );
});
after(() => t.close());

const contact = { nickName: '王秀英', phone: '13911112222', address: '景山前街4号' };
const create = (details: { productId: number; num: number }[]) => t.route(goodsOrders.create, desk, { oldmanId, ...contact, details });
const left = async () => [
  (await t.route(materials.get, desk, { id: materialId })).data.quantity as number,
  (await t.route(products.get, desk, { id: own })).data.quantity as number,
];
const rows = <T>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(desk.tenantId, (tx) => tx.rows<T>(query));

describe('many callers at once', () => {
  it(`pay, cancel, refund and delete ${ORDERS} orders × ${CALLS.length}: one end each, money, stock and packages add up`, async () => {
    const details = [
      { productId: fromMaterial, num: 2 },
      { productId: own, num: 1 },
      { productId: care, num: 1 },
    ];
    const ids: number[] = [];
    for (let at = 0; at < ORDERS; at += AT_ONCE)
      ids.push(...(await Promise.all(Array.from({ length: AT_ONCE }, async () => (await create(details)).data as number))));
    assert.deepEqual(await left(), [1000 - 2 * ORDERS, 1000 - ORDERS]);
    const wins = new Map<string, number>();
    const race = async (id: number, from: number) => {
      const some = from % 2 ? PAID : CALLS;
      const calls = some.map((_, at) => some[(at + from) % some.length]!);
      const answers = await Promise.all(
        calls.map((name) =>
          t.route(goodsOrders[name], desk, { id, ...(name === 'pay' ? { payType: 1 } : name === 'remove' ? {} : { reason: '测试' }) }),
        ),
      );
      answers.forEach(({ status, msg }, at) => {
        assert.ok(status === 200 || status === 409 || status === 404, `${calls[at]}: ${status} ${msg}`);
        if (status === 200) wins.set(`${id} ${calls[at]}`, (wins.get(`${id} ${calls[at]}`) ?? 0) + 1);
      });
    };
    for (let at = 0; at < ORDERS; at += AT_ONCE) await Promise.all(ids.slice(at, at + AT_ONCE).map((id, index) => race(id, at + index)));
    for (const [what, times] of wins) assert.equal(times, 1, what);

    const total = Math.round((2 * PRICE + 5 + 99) * 100);
    const ends = await rows<{
      id: number;
      payment: number;
      deleted: boolean;
      money: number;
      lines: number;
      back: number;
      granted: number;
      live: number;
    }>(sql`
      select o.id, o.payment, o.deleted_at is not null as deleted,
        (select coalesce(sum(p.amount_fen), 0) from goods_order_payments p where p.tenant_id = o.tenant_id
          and p.goods_order_id = o.id) as money,
        (select count(*) from goods_order_payments p where p.tenant_id = o.tenant_id and p.goods_order_id = o.id) as lines,
        (select count(*) from material_movements m where m.tenant_id = o.tenant_id and m.goods_order_id = o.id and m.kind = 6)
          + (select count(*) from product_movements m where m.tenant_id = o.tenant_id and m.goods_order_id = o.id and m.kind = 6) as back,
        (select count(*) from person_packages k where k.tenant_id = o.tenant_id and k.goods_order_id = o.id) as granted,
        (select count(*) from person_packages k where k.tenant_id = o.tenant_id and k.goods_order_id = o.id and k.status = 1) as live
      from goods_orders o where o.tenant_id = ${desk.tenantId}`);
    assert.equal(ends.length, ORDERS);
    const seen = new Map<number, number>();
    for (const { id, payment, deleted, ...end } of ends) {
      seen.set(payment, (seen.get(payment) ?? 0) + 1);
      const won = (name: string) => wins.has(`${id} ${name}`);
      const expected = { 2: [total, 1, 0, 1, 1], 3: [0, 2, 2, 1, 0], 4: [0, 0, 2, 0, 0] }[payment];
      assert.deepEqual([end.money, end.lines, end.back, end.granted, end.live], expected, `order ${id} ended as ${payment}`);
      assert.equal(won('pay'), payment !== 4);
      assert.equal(won('refund'), payment === 3);
      assert.equal(deleted, won('remove'));
      assert.equal(won('cancel') || won('remove'), payment === 4);
    }
    const paid = seen.get(2) ?? 0;
    assert.ok((seen.get(4) ?? 0) > 0 && paid + (seen.get(3) ?? 0) > 0, JSON.stringify([...seen]));
    assert.deepEqual(await left(), [1000 - 2 * paid, 1000 - paid]);
    assert.deepEqual(await wrongBalances(t, desk.tenantId), []);
    const { data } = await t.route(goodsOrders.statistics, desk);
    assert.equal(Math.round(data.income * 100), paid * total);
  });

  it('order the last pieces: exactly as many orders as there are, each with a number of its own', async () => {
    const last = await product(t, desk, { name: '最后几件', quantity: 12 });
    const scarce = await material(t, desk, { name: '稀缺物资', quantity: 9 });
    const other = await product(t, desk, { name: '稀缺商品', materialId: scarce });
    const lines = [
      { productId: last, num: 1 },
      { productId: other, num: 1 },
    ];
    // Named in either order: nobody waits for somebody who waits for him.
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => create(at % 2 ? lines : lines.toReversed())));
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 9);
    for (const { status, msg } of answers) if (status !== 200) assert.match(`${status} ${msg}`, /^422 库存不足：稀缺物资仅剩0片，需要1片$/);
    assert.equal((await t.route(products.get, desk, { id: last })).data.quantity, 3);
    const numbers = await rows<{ number: string }>(sql`select number from goods_orders where tenant_id = ${desk.tenantId}`);
    assert.equal(new Set(numbers.map(({ number }) => number)).size, ORDERS + 9);
    assert.deepEqual(await wrongBalances(t, desk.tenantId), []);
  });

  it('are told when another overtakes them while they write', async () => {
    const { data: id } = await create([{ productId: own, num: 1 }]);
    const other = (tx: Tx) => tx.run(sql`update goods_orders set version = version + 1 where tenant_id = ${tx.tenantId} and id = ${id}`);
    const late = await overtaken(t, desk.tenantId, other, () => t.route(goodsOrders.pay, desk, { id, payType: 1 }));
    assert.deepEqual([...refusal(late), late.data.id, late.data.payStatus], [409, '订单已被他人处理，请刷新后重试', id, 1]);
    assert.equal((await t.route(goodsOrders.remove, desk, { id })).status, 200);
  });
});
