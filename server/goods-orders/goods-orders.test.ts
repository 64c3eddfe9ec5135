import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { phoneMessages } from '#contract/phones.rules.ts';
import { goodsOrders, saleProducts } from '#contract/goods-orders/goods-orders.ts';
import { products } from '#contract/goods-orders/products.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import { materials } from '#contract/stock/materials.ts';
import { sql } from 'kysely';
import { person, project } from '#test/care.ts';
import { material, product, wrongBalances } from '#test/goods.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

const PICTURE = '/admin/sys-file/files/0f0e0d0c-0b0a-4908-8706-050403020100.png';
const contact = { nickName: '王秀英', phone: '13911112222', address: '北京市东城区景山前街4号' };

let t: Harness;
let admin: TestUser;
let stranger: TestUser;
let oldmanId: number;
let padId: number;
let pads: number;
let stick: number;
let packageId: number;
let care: number;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  admin = await t.user(tenant, { name: '前台' });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  padId = await material(t, admin, { name: '护理垫', quantity: 100 });
  pads = await product(t, admin, { name: '护理垫10片', price: 19.9, materialId: padId, images: [PICTURE], unit: '包' });
  stick = await product(t, admin, { name: '拐杖', price: 128, quantity: 3, unit: '根' });
  const { projectId } = await project(t, admin);
  packageId = (
    await t.route(servicePackages.create, admin, { name: '月护套餐', price: 999, validDays: 30, projects: [{ projectId, count: 4 }] })
  ).data;
  care = await product(t, admin, { name: '月护', kind: 2, packageId, price: 999, unit: '份' });
  // The dictionaries of a new tenant.
  await t.deps.inTenant(tenant, async (tx) => {
    const made = await tx.row<{ id: number }>(sql`insert into dictionaries (tenant_id, type) values (${tenant}, 'pay_type') returning id`);
    await tx.run(sql`insert into dictionary_items (tenant_id, dictionary_id, value, label) values
      (${tenant}, ${made!.id}, '1', '现金'), (${tenant}, ${made!.id}, '3', '服务包'), (${tenant}, ${made!.id}, '4', '线下转账')`);
  });
});
after(() => t.close());

const create = (details: { productId: number; num: number }[], more: object = {}) =>
  t.route(goodsOrders.create, admin, { oldmanId, ...contact, details, ...more });
const made = async (...details: { productId: number; num: number }[]) => (await create(details)).data as number;
const one = async (id: number) => (await t.route(goodsOrders.get, admin, { id })).data;
const stock = async () => [
  (await t.route(materials.get, admin, { id: padId })).data.quantity,
  (await t.route(products.get, admin, { id: stick })).data.quantity,
];
const packages = (id: number) =>
  t.deps.inTenant(admin.tenantId, (tx) =>
    tx.rows<{ status: number; id: number }>(
      sql`select id, status from person_packages where tenant_id = ${tx.tenantId} and goods_order_id = ${id}`,
    ),
  );

describe('a goods order', () => {
  it('asks for a session, a good form and the permission, and is a tenant’s own', async () => {
    const details = [{ productId: stick, num: 1 }];
    assert.equal((await t.route(goodsOrders.create, null, { oldmanId, ...contact, details })).status, 401);
    for (const [input, status, message] of [
      [{ details: [] }, 400, '请添加商品'],
      [{ details: [{ productId: stick, num: 0 }] }, 400, '不能小于1'],
      [{ details: [...details, ...details] }, 400, '商品不能重复，请修改数量'],
      [{ details: [{ productId: stick, num: 1, unitPrice: 0.01 }] }, 400, null],
      [{ phone: '123' }, 400, phoneMessages.contact],
      [{ address: '' }, 400, '请输入收货地址'],
      [{ oldmanId: 99_999_999 }, 422, '下单人不存在'],
      [{ details: [{ productId: 99_999_999, num: 1 }] }, 422, '商品不存在'],
      [{ details: [{ productId: stick, num: 4 }] }, 422, '库存不足：拐杖仅剩3根，需要4根'],
      [
        {
          details: [
            { productId: pads, num: 1 },
            { productId: stick, num: 4 },
          ],
        },
        422,
        '库存不足：拐杖仅剩3根，需要4根',
      ],
      [{ details: [{ productId: care, num: 2 }] }, 422, '服务套餐“月护”每单限购1份'],
    ] as const) {
      const answer = await create(details, input);
      assert.equal(answer.status, status);
      if (message) assert.equal(answer.msg, message);
    }
    assert.deepEqual(await stock(), [100, 3]);
    const reader = await t.user(admin.tenantId, { permissions: ['members_order_view'] });
    for (const route of [goodsOrders.create, goodsOrders.pay, goodsOrders.refund, goodsOrders.cancel])
      assert.equal((await t.route(route, reader, {})).status, 403);
    const id = await made(...details);
    for (const [route, input] of [
      [goodsOrders.get, {}],
      [goodsOrders.details, {}],
      [goodsOrders.remove, {}],
      [goodsOrders.pay, { payType: 1 }],
      [goodsOrders.cancel, { reason: '偷' }],
      [goodsOrders.update, contact],
    ] as const) {
      const answer = await t.route(route, stranger, { id, ...input });
      assert.deepEqual([answer.status, answer.msg], [404, '订单不存在']);
    }
    const foreign = await t.route(goodsOrders.create, stranger, { oldmanId: await person(t, stranger.tenantId), ...contact, details });
    assert.deepEqual([foreign.status, foreign.msg], [422, '商品不存在']);
    assert.equal((await t.route(goodsOrders.cancel, admin, { id, reason: '选错商品' })).status, 200);
    assert.deepEqual(await stock(), [100, 3]);
  });

  it('has its prices from the server, a sub-order per product, and takes the stock', async () => {
    const id = await made({ productId: pads, num: 3 }, { productId: stick, num: 1 });
    const order = await one(id);
    assert.match(order.orderNo, /^SP\d{12}$/);
    assert.deepEqual(
      [
        order.orderPrice,
        order.num,
        order.unitPrice,
        order.productName,
        order.productImage,
        order.payStatus,
        order.deliveryStatus,
        order.createBy,
      ],
      [187.7, 4, null, '护理垫10片、拐杖', PICTURE, 1, 1, '前台'],
    );
    assert.deepEqual(await stock(), [97, 2]);
    const { data } = await t.route(goodsOrders.details, admin, { id });
    assert.deepEqual(
      data.map((line: any) => [line.orderNo, line.productName, line.unitPrice, line.num, line.totalPrice]),
      [
        [`${order.orderNo}-01`, '护理垫10片', 19.9, 3, 59.7],
        [`${order.orderNo}-02`, '拐杖', 128, 1, 128],
      ],
    );
    // A later price is not this order's.
    const { categoryId } = (await t.route(products.get, admin, { id: stick })).data;
    await t.route(products.update, admin, { id: stick, kind: 1, name: '拐杖', unit: '根', categoryId, price: 1 });
    assert.equal((await one(id)).orderPrice, 187.7);
    await t.route(products.update, admin, { id: stick, kind: 1, name: '拐杖', unit: '根', categoryId, price: 128 });
    const refused = await t.route(goodsOrders.pay, admin, { id, payType: 3 });
    assert.deepEqual([refused.status, refused.msg], [422, '支付方式不可用，请重新选择']);
    for (const [route, message] of [
      [goodsOrders.ship, '订单待支付，不能发货'],
      [goodsOrders.refund, '订单待支付，不能退款'],
      [goodsOrders.sign, '订单待支付，不能签收'],
    ] as const) {
      const early = await t.route(route, admin, {
        id,
        ...(route === goodsOrders.ship ? { carrier: '顺丰' } : route === goodsOrders.refund ? { reason: '错' } : {}),
      });
      assert.deepEqual([early.status, early.msg, early.data.id], [409, message, id]);
    }
    assert.equal((await t.route(goodsOrders.update, admin, { id, ...contact, address: '新地址', version: 1 })).status, 200);
    assert.deepEqual(refusal(await t.route(goodsOrders.pay, admin, { id, payType: 4, version: 1 })), [
      409,
      '订单已被他人修改，请刷新后重试',
    ]);
    assert.equal((await t.route(goodsOrders.pay, admin, { id, payType: 4, version: 2 })).msg, '收款成功');
    assert.equal((await t.route(goodsOrders.cancel, admin, { id, reason: '晚了' })).status, 409);
    assert.equal((await t.route(goodsOrders.remove, admin, { id })).msg, '订单已支付、待发货，不能删除订单');
    assert.equal((await t.route(goodsOrders.ship, admin, { id, carrier: '顺丰', trackingNo: 'SF123' })).status, 200);
    assert.equal((await t.route(goodsOrders.update, admin, { id, ...contact })).status, 409);
    assert.equal((await t.route(goodsOrders.sign, admin, { id })).status, 200);
    const after = await one(id);
    assert.deepEqual(
      [after.payType, after.carrier, after.trackingNo, after.payStatus, after.deliveryStatus, after.address, after.operationUserName],
      [4, '顺丰', 'SF123', 2, 3, '新地址', '前台'],
    );
    assert.deepEqual(
      after.logs.map((log: any) => `${log.action} ${log.note}`.trim()),
      ['create 护理垫10片×3包、拐杖×1根', 'edit 地址', 'pay 线下转账 ¥187.70', 'ship 顺丰 SF123', 'sign'],
    );
    // What was sent comes back only when somebody says so.
    assert.equal((await t.route(goodsOrders.refund, admin, { id, reason: '破损', restock: false })).status, 200);
    assert.deepEqual(await stock(), [97, 2]);
    assert.deepEqual([(await one(id)).payStatus, (await one(id)).closeReason], [3, '破损']);
    assert.deepEqual(await wrongBalances(t, admin.tenantId), []);
  });

  it('is not taken for a package that is disabled, and keeps its products', async () => {
    const enable = (enabled: boolean) =>
      t.deps.inTenant(admin.tenantId, (tx) =>
        tx.run(sql`update service_packages set enabled = ${enabled} where tenant_id = ${tx.tenantId} and id = ${packageId}`),
      );
    await enable(false);
    assert.deepEqual(refusal(await create([{ productId: care, num: 1 }])), [422, '套餐“月护套餐”已停用，不能下单']);
    await enable(true);
    const id = await made({ productId: pads, num: 1 });
    assert.deepEqual(refusal(await t.route(products.remove, admin, { id: pads })), [422, '该商品已有订单，不能删除，可以下架']);
    assert.equal((await t.route(goodsOrders.cancel, admin, { id, reason: '不要了' })).status, 200);
  });

  it('grants the package it sold once, and takes it back with the money', async () => {
    const id = await made({ productId: care, num: 1 });
    assert.equal((await one(id)).deliveryStatus, null);
    assert.deepEqual(await packages(id), []);
    assert.equal((await t.route(goodsOrders.pay, admin, { id, payType: 1 })).status, 200);
    assert.equal((await t.route(goodsOrders.pay, admin, { id, payType: 1 })).status, 409);
    const [granted, ...more] = await packages(id);
    assert.deepEqual([granted?.status, more.length], [1, 0]);
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update person_package_projects set used = 1 where tenant_id = ${tx.tenantId} and person_package_id = ${granted!.id}`),
    );
    const used = await t.route(goodsOrders.refund, admin, { id, reason: '不要了' });
    assert.deepEqual([used.status, used.msg, (await one(id)).payStatus], [422, '服务包“月护套餐”已使用1次，不能退款', 2]);
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update person_package_projects set used = 0 where tenant_id = ${tx.tenantId} and person_package_id = ${granted!.id}`),
    );
    assert.equal((await t.route(goodsOrders.refund, admin, { id, reason: '不要了' })).status, 200);
    assert.deepEqual(
      (await packages(id)).map(({ status }) => status),
      [2],
    );
  });

  it('sells a package once, whichever of its products is chosen', async () => {
    const again = await product(t, admin, { name: '月护（活动价）', kind: 2, packageId, price: 899, unit: '份' });
    const both = await create([
      { productId: care, num: 1 },
      { productId: again, num: 1 },
    ]);
    assert.deepEqual([both.status, both.msg], [422, '同一服务套餐每单限购1份']);
  });

  it('is deleted only without a trace of money; its stock comes back', async () => {
    const before = await stock();
    const id = await made({ productId: stick, num: 2 });
    assert.equal((await t.route(goodsOrders.remove, admin, { id })).msg, '删除成功');
    assert.deepEqual(await stock(), before);
    assert.equal((await t.route(goodsOrders.get, admin, { id })).status, 404);
    assert.equal((await t.route(goodsOrders.remove, admin, { id })).status, 404);
    const cancelled = await made({ productId: stick, num: 1 });
    await t.route(goodsOrders.cancel, admin, { id: cancelled, reason: '不要了' });
    assert.equal((await t.route(goodsOrders.remove, admin, { id: cancelled })).status, 200);
    assert.deepEqual(await stock(), before);
  });

  it('is found by what is on it, counted, and made once under one key', async () => {
    const input = { oldmanId, ...contact, nickName: '赵六', details: [{ productId: pads, num: 1 }] };
    const send = () => t.call('POST', goodsOrders.create.path, { as: admin, input, headers: { 'idempotency-key': 'order-1' } });
    const ids = (await Promise.all([send(), send(), send()])).map(({ data }) => data);
    assert.equal(new Set(ids).size, 1);
    const { orderNo } = await one(ids[0]);
    for (const query of [
      { orderNo },
      { orderNo: orderNo.slice(2).toLowerCase() },
      { nickName: '赵' },
      { productName: '护理垫', nickName: '赵六' },
      { nickName: '赵六', payStatus: 1, deliveryStatus: 1 },
    ])
      assert.deepEqual(
        (await t.route(goodsOrders.page, admin, query)).data.records.map((row: any) => row.id),
        [ids[0]],
      );
    assert.equal((await t.route(goodsOrders.page, admin, { nickName: '赵六', phone: '000' })).data.total, 0);
    assert.equal((await t.route(goodsOrders.page, stranger)).data.total, 0);
    const { data } = await t.route(goodsOrders.statistics, admin, { nickName: '赵六' });
    assert.deepEqual(data, { orders: 1, unpaid: 1, toShip: 0, income: 0, refunded: 0 });
    const whole = (await t.route(goodsOrders.statistics, admin)).data;
    assert.deepEqual([whole.income, whole.refunded], [0, 1186.7]);
    // A carer sees the orders that she wrote down.
    const carer = await t.user(admin.tenantId, { dataScope: 3 });
    assert.equal((await t.route(goodsOrders.page, carer)).data.total, 0);
    assert.equal((await t.route(goodsOrders.get, carer, { id: ids[0] })).status, 404);
    const sale = (await t.route(saleProducts.page, admin, { name: '拐杖' })).data.records[0];
    assert.deepEqual([sale.id, sale.price, sale.unit, sale.kind], [stick, 128, '根', 1]);
    const { categoryId } = (await t.route(products.get, admin, { id: stick })).data;
    await t.route(products.update, admin, { id: stick, kind: 1, name: '拐杖', unit: '根', categoryId, price: 128, onSale: false });
    assert.equal((await t.route(saleProducts.page, admin, { name: '拐杖' })).data.total, 0);
    assert.equal((await create([{ productId: stick, num: 1 }])).msg, '商品“拐杖”已下架，不能下单');
  });
});
