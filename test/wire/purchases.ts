/**
 * Package orders, signed in and outside of login: bodies as the purchase dialog sends
 * them (sku, buyType, source; id, orderNo, payType; a bill).
 */
import assert from 'node:assert/strict';
import { codeFor, newPhone } from '#test/phones.ts';
import { picture, send } from '#test/subscriptions.ts';
import { sql } from 'kysely';
import { has, rows, type Replay, type World } from './wire.ts';

const ORDER = 'id orderNo createTime itemName itemDuration itemPrice endTime billNo receiptNo billUrl orderStatus payStatus payType';

const receiptOf = async ({ t, buyer }: World) => (await send(t, '/admin/sysbill/upload', await picture(), buyer)).data.url;
const billOf = async (w: World, billNo: string) => ({
  billNo,
  orderNo: w.kept.order.orderNo,
  payType: 3,
  price: Number(w.kept.order.itemPrice).toFixed(2),
  receiptNo: `R${billNo}`,
  billUrl: await receiptOf(w),
});

/** A token of the mode outside of login, with the phone and the institution that go with it. */
async function outside(w: World) {
  const phone = newPhone();
  const user = await w.t.user(await w.t.tenant());
  await w.t.deps.inTenant(user.tenantId, async (tx) => {
    await tx.run(sql`update users set phone = ${phone} where tenant_id = ${user.tenantId} and id = ${user.userId}`);
    await tx.run(sql`update users set phone_verified_at = now() where tenant_id = ${user.tenantId} and id = ${user.userId}`);
  });
  const code = await codeFor(w.t, 'order', phone);
  const answer = await w.t.call('POST', '/admin/base/external/orderToken', { input: { phone, code } });
  return { token: answer.data.token as string, phone, tenantId: String(user.tenantId) };
}

export const purchases: Replay[] = [
  [
    'admin POST sysorder',
    ({ buyer, offer }) => ({ as: buyer, body: { sku: offer.month, buyType: 1, source: 1 } }),
    (order, { kept, buyer }) => {
      has(order, ORDER);
      assert.deepEqual([order.payStatus, order.source, order.tenantId, order.itemPrice], [1, 1, buyer.tenantId, 300]);
      kept.order = order;
    },
  ],
  [
    'admin GET sysorder/getOrderInfo',
    ({ buyer }) => ({ as: buyer, query: { id: '' } }),
    (order, { kept }) => assert.equal(order.id, kept.order.id),
  ],
  [
    'admin GET sysorder/getOrderList',
    ({ buyer }) => ({ as: buyer, query: { current: 1, size: 10, orderNo: '' } }),
    (page) => void rows(page, ORDER),
  ],
  [
    'admin PUT sysorder/payOrder',
    ({ buyer, kept }) => ({ as: buyer, body: { id: kept.order.id, orderNo: kept.order.orderNo, payType: 3 } }),
    (paid) => assert.deepEqual([paid.order.payStatus, paid.order.payType], [6, 3]),
  ],
  [
    'admin POST sysbill',
    async (w) => ({ as: w.buyer, body: await billOf(w, 'W1') }),
    (order) => {
      has(order, ORDER);
      assert.deepEqual([order.billNo, order.receiptNo, order.payStatus], ['W1', 'RW1', 6]);
    },
  ],
  [
    'admin POST sysbill',
    async (w) => ({ as: w.buyer, body: await billOf(w, 'W2') }),
    (order) => assert.equal(order.billNo, 'W2', 'the dialog has asked'),
  ],
  ['admin PUT sysorder/cancelOrder/{id}', ({ buyer, kept }) => ({ as: buyer, at: [kept.order.id] }), (done) => assert.equal(done, true)],

  ['admin GET base/external/basePackage', () => ({ as: null }), (list) => list.forEach((one: object) => has(one, 'id packageName'))],
  [
    'admin GET base/external/getPackageAll/{id}',
    () => ({ as: null, at: [0] }),
    (list) => {
      assert.ok(list.length > 0);
      list.forEach((one: object) => has(one, 'id packageName'));
    },
  ],
  [
    'admin GET base/external/getPackageItemAll/{id}',
    ({ offer }) => ({ as: null, at: [offer.id] }),
    (list) => list.forEach((one: object) => has(one, 'timeNum price sku')),
  ],
  [
    'admin POST base/external/saveOrderBase',
    async (w) => {
      w.kept.outside = await outside(w);
      return { as: null, body: { sku: w.offer.month, buyType: 1, source: 3, ...w.kept.outside } };
    },
    (order, { kept }) => {
      has(order, ORDER);
      assert.deepEqual([order.source, String(order.tenantId)], [3, kept.outside.tenantId]);
      kept.outsideOrder = order;
    },
  ],
  [
    'admin GET base/external/getOrderInfo/{id}',
    ({ kept }) => ({ as: null, at: [kept.outside.token] }),
    (order, { kept }) => assert.equal(order.id, kept.outsideOrder.id),
  ],
  [
    'admin GET base/external/getOrderList/{id}',
    ({ kept }) => ({ as: null, at: [kept.outside.token], query: { current: 1, size: 10 } }),
    (page) => void rows(page, ORDER),
  ],
  [
    'admin PUT base/external/payOrder',
    ({ kept: { outsideOrder, outside } }) => ({
      as: null,
      body: { id: String(outsideOrder.id), orderNo: outsideOrder.orderNo, payType: 3, ...outside },
    }),
    (paid) => assert.equal(paid.order.payStatus, 6),
  ],
  [
    'admin PUT base/external/payOrder',
    ({ kept: { outsideOrder, outside } }) => ({
      as: null,
      headers: { authorization: `Bearer ${outside.token}`, 'TENANT-ID': outside.tenantId },
      body: { id: outsideOrder.id, orderNo: outsideOrder.orderNo, payType: 3 },
    }),
    (paid) => assert.equal(paid.order.payStatus, 6),
  ],
  [
    'admin POST base/external/addBill',
    async ({ t, kept: { outsideOrder, outside } }) => {
      const { url } = (await send(t, `/admin/base/external/uploadBill/${outside.token}`, await picture(), null)).data;
      const { orderNo } = outsideOrder;
      return { as: null, body: { billNo: 'X1', orderNo, payType: 3, price: '300', receiptNo: 'Y1', billUrl: url, ...outside } };
    },
    (order) => assert.deepEqual([order.billNo, order.payStatus], ['X1', 6]),
  ],
  [
    'admin PUT base/external/cancelOrder/{a}/{b}',
    ({ kept }) => ({ as: null, at: [kept.outsideOrder.id, kept.outside.token] }),
    (done) => assert.equal(done, true),
  ],
];
