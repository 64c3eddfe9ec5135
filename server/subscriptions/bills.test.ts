import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { billed, billOf, picture, receipt, send, shop, waiting } from '#test/subscriptions.ts';
import { refusal } from '#test/harness.ts';

const { t, platform, small, admin, close } = await shop();
after(close);

describe('a receipt', () => {
  it('is a jpg or png by its bytes, under 5 MB, in the words of the specification', async () => {
    const buyer = await admin();
    const path = packageOrders.upload.path;
    assert.equal((await send(t, path, await picture(), null)).status, 401);
    const type = '上传头像图片只能是 jpg|png 格式!';
    for (const bytes of [
      await picture('gif'),
      Buffer.from('%PDF-1.7 '.padEnd(200)),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ])
      assert.deepEqual(await send(t, path, bytes, buyer, '回执.png'), { status: 400, msg: type, data: null });
    const png = await picture();
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    assert.deepEqual(await send(t, path, padded(5 * 1024 * 1024), buyer), {
      status: 400,
      msg: '上传头像图片大小不能超过 5MB!',
      data: null,
    });
    assert.equal((await send(t, path, padded(5 * 1024 * 1024 - 1), buyer)).status, 200);
    assert.equal((await send(t, path, await picture('jpeg'), buyer, '回执.exe')).status, 200);
  });

  it('needs its numbers and its picture, and the amount of the order', async () => {
    const buyer = await admin();
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month });
    const good = await billOf(t, buyer, order.orderNo);
    for (const [name, msg] of [
      ['billNo', '请输入流水号'],
      ['receiptNo', '请输入回单编号'],
      ['billUrl', '请上传回执单'],
    ] as const) {
      const answer = await t.route(packageOrders.bill, buyer, { ...good, [name]: '' });
      assert.deepEqual([answer.status, answer.msg], [400, msg]);
    }
    assert.equal((await t.route(packageOrders.bill, buyer, { ...good, price: 299.99 })).status, 422);
    assert.equal(
      (await t.route(packageOrders.bill, buyer, { ...good, billUrl: '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png' }))
        .status,
      422,
    );
    const theirs = await receipt(t, await admin());
    assert.equal((await t.route(packageOrders.bill, buyer, { ...good, billUrl: theirs })).status, 422, "another tenant's picture is none");
    const sent = await t.route(packageOrders.bill, buyer, { ...good, payType: 3, price: 300 });
    assert.deepEqual(
      [sent.status, sent.msg, sent.data.payStatus, sent.data.billNo, sent.data.billState],
      [200, '提交成功!', 6, good.billNo, 1],
    );
    assert.equal((await fetch(t.url + sent.data.billLink)).status, 200);
  });

  it('replaces one that waits, which the order’s history keeps; whoever knew of none is asked first', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const again = await billOf(t, buyer, order.orderNo);
    const asked = await t.route(packageOrders.bill, buyer, { ...again, overwrite: false });
    assert.deepEqual([asked.status, asked.data.overwrite, asked.data.billNo], [409, true, order.billNo]);
    const done = await t.route(packageOrders.bill, buyer, { ...again, price: '300.00' });
    assert.deepEqual([done.status, done.data.billNo], [200, again.billNo], done.msg ?? '');
    const twice = await t.route(packageOrders.bill, buyer, { ...again, overwrite: false });
    assert.deepEqual([twice.status, twice.data.version], [200, done.data.version], 'the same receipt sent twice is one');
    const { logs } = (await t.route(packageOrders.detail, buyer, { id: order.id })).data;
    assert.ok(logs.some(({ note }: { note: string }) => note.includes(`覆盖之前的回执单（流水号${order.billNo}，`)));
    const kept = await t.deps.inTenant(1, (tx) =>
      tx.rows<{ bill_no: string; state: number }>(
        sql`select bill_no, state from package_bills where tenant_id = 1 and order_id = ${order.id} order by id`,
      ),
    );
    assert.deepEqual(
      kept.map(({ bill_no, state }) => [bill_no, state]),
      [
        [order.billNo, 4],
        [again.billNo, 1],
      ],
    );
    assert.equal((await waiting(t, platform, order.orderNo)).billNo, again.billNo);
    const files = (await t.call('GET', '/admin/sys-file/page', { as: buyer, input: { size: 50 } })).data.records;
    const removed = (url: string) =>
      t.call('DELETE', `/admin/sys-file/${files.find((row: { url: string }) => row.url === url).id}`, { as: buyer });
    assert.deepEqual(
      refusal(await removed(again.billUrl)),
      [422, '该文件是已提交的转账回执，不能删除'],
      'what is judged is not taken away',
    );
    assert.equal((await removed(order.billUrl!)).status, 200);
  });

  it('is found when it was used before, by whomever; once it has paid it never pays again', async () => {
    const [one, two] = [await admin(), await admin()];
    const bytes = await picture();
    const first = await billed(t, one, small.id, small.month);
    const its = { ...(await billOf(t, one, first.orderNo)), billUrl: await receipt(t, one, bytes), overwrite: true };
    await t.route(packageOrders.bill, one, its);
    const second = await billed(t, two, small.id, small.month);
    const copy = { ...(await billOf(t, two, second.orderNo)), billUrl: await receipt(t, two, bytes), overwrite: true };
    assert.equal((await t.route(packageOrders.bill, two, { ...copy, receiptNo: its.receiptNo })).status, 200);
    const due = await waiting(t, platform, second.orderNo);
    assert.deepEqual(
      due.duplicates.map((row: any) => [row.orderNo, row.same]),
      [[first.orderNo, ['image', 'receiptNo']]],
    );
    const verify = async (orderNo: string) => {
      const { id, billId } = await waiting(t, platform, orderNo);
      return t.route(orderVerifications.verify, platform, { id, billId });
    };
    assert.equal((await verify(first.orderNo)).status, 200);
    const refused = await verify(second.orderNo);
    assert.deepEqual([refused.status, refused.msg], [409, '该回执单或流水号已用于其他已核实的订单']);
    assert.equal((await t.route(packageOrders.current, two)).data.payStatus, 6, 'nothing has changed');
    const third = await t.route(packageOrders.bill, two, copy);
    assert.deepEqual([third.status, third.msg], [409, '该回执单或流水号已用于其他订单，请核对后重新提交']);
    const number = await t.route(packageOrders.bill, two, {
      ...(await billOf(t, two, second.orderNo)),
      billNo: its.billNo.toLowerCase(),
      overwrite: true,
    });
    assert.equal(number.status, 409);
  });

  it('of the same person and amount at about the same time is pointed out to whoever verifies, and is no duplicate', async () => {
    const one = await admin();
    const home = await t.user(await t.tenant());
    const first = await billed(t, one, small.id, small.month);
    const second = await billed(t, home, small.id, small.month);
    assert.deepEqual((await waiting(t, platform, second.orderNo)).alike, [], 'of nobody else');
    // One person, who administers both.
    await t.deps.inTenant(1, (tx) =>
      tx.run(
        sql`update package_bills set uploaded_tenant_id = ${one.tenantId}, uploaded_user_id = ${one.userId} where tenant_id = 1
          and order_id = ${second.id}`,
      ),
    );
    const due = await waiting(t, platform, second.orderNo);
    assert.deepEqual(
      [due.duplicates, due.alike.map((row: any) => [row.orderNo, row.billNo, row.state])],
      [[], [[first.orderNo, first.billNo, 1]]],
    );
    await t.deps.inTenant(1, (tx) =>
      tx.run(sql`update package_bills set created_at = created_at - interval '4 days' where tenant_id = 1 and order_id = ${first.id}`),
    );
    assert.deepEqual((await waiting(t, platform, second.orderNo)).alike, [], 'another week is another payment');
  });
});
