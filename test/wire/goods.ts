/** Goods orders: `order`, `orderdetailed`. */
import assert from 'node:assert/strict';
import { product } from '#test/goods.ts';
import { form, has, paged, rows, type Replay } from './wire.ts';

const GOODS = 'orderNo buyTime payTime unitPrice num payType orderPrice nickName phone address productName productImage';

export const goods: Replay[] = [
  [
    'members POST order',
    async (w) => {
      const productId = await product(w.t, w.staff, { quantity: 9 });
      const { oldman } = w.kept;
      return {
        body: {
          id: '',
          orderNo: '',
          oldmanId: oldman.id,
          nickName: '周女士',
          phone: '13911112222',
          address: '杭州市西湖区文三路90号',
          remarks: '',
          $oldmanId: oldman.userName,
          createTime: '',
          details: [{ productId: String(productId), num: '2' }],
        },
      };
    },
    (id, { kept }) => (kept.goods = { id }),
  ],
  [
    'members GET order/page',
    () => ({ query: { ...paged, orderNo: '', payStatus: '' } }),
    (page, { kept }) => (kept.goods = rows(page, GOODS).find(({ id }) => id === kept.goods.id)),
  ],
  [
    'members GET orderdetailed/getOrderdetailedList/{id}',
    ({ kept }) => ({ at: [kept.goods.id] }),
    (list) => list.forEach((line: object) => has(line, 'orderNo productName unitPrice')),
  ],
  ['members GET order/{id}', ({ kept }) => ({ at: [kept.goods.id] }), (row) => has(row, GOODS)],
  ['members PUT order', ({ kept }) => ({ body: form(kept.goods, { address: '文三路91号' }) }), (done) => assert.equal(done, true)],
  [
    'members DELETE order/{id}',
    async (w) => {
      const fresh = (await w.t.call('GET', `/members/order/${w.kept.goods.id}`, { as: w.staff })).data;
      const cancelled = await w.t.call('POST', '/members/order/cancel', { as: w.staff, input: { id: fresh.id, reason: '录错' } });
      assert.equal(cancelled.code, 0, cancelled.msg ?? '');
      return { at: [fresh.id] };
    },
    (done) => assert.equal(done, true),
  ],
];
