import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { users } from '#contract/users/users.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { billed, billOf, bought, discrepancies, elapse, endAt, endOf, picture, receipt, sale, send, waiting, type Sale } from '#test/subscriptions.ts';

const DAY = 86_400_000;
const time = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`);

let t: Harness;
const now = Date.now();
let platform: TestUser;
let small: Sale;
let large: Sale;
before(async () => {
  t = await harness();
  platform = await t.user(1, { name: '平台财务' });
  small = await sale(t, platform, { menus: ['members_oldman_view', 'members_oldman_add'], accountLimit: 5, deviceLimit: 2 });
  large = await sale(t, platform, { month: 900, year: 9000 });
});
after(async () => {
  assert.deepEqual(await discrepancies(t), [], 'the money adds up after everything above');
  await t.close();
});

const admin = async () => t.user(await t.tenant(), { name: '院长' });
const pay = (as: TestUser | null, input: object) => t.route(packageOrders.pay, as, { payType: 3, ...input });

describe('an order', () => {
  it('is refused without a session, with nonsense, without the right, and for what is not on sale', async () => {
    assert.equal((await t.route(packageOrders.create, null, { packageId: small.id, sku: small.month })).status, 401);
    const buyer = await admin();
    for (const input of [{}, { packageId: small.id }, { packageId: 'x', sku: small.month }, { packageId: small.id, sku: small.month, price: 0.01 }])
      assert.equal((await t.route(packageOrders.create, buyer, input)).status, 400, JSON.stringify(input));
    const nurse = await t.user(buyer.tenantId, { permissions: ['members_oldman_view'] });
    assert.equal((await t.route(packageOrders.create, nurse, { packageId: small.id, sku: small.month })).status, 403);
    assert.equal((await t.route(packageOrders.create, buyer, { packageId: 987654, sku: small.month })).status, 404);
    assert.equal((await t.route(packageOrders.create, buyer, { packageId: small.id, sku: large.month })).status, 422);
    assert.equal((await t.route(packageOrders.create, platform, { packageId: small.id, sku: small.month })).status, 422);
  });

  it('costs what the server says, is one however often it is sent, and belongs to its tenant alone', async () => {
    const buyer = await admin();
    const quote = await t.route(packageOrders.quote, buyer, { packageId: small.id, sku: small.month });
    assert.deepEqual([quote.data.price, quote.data.credit, quote.data.total, quote.data.problem], [300, 0, 300, null]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month })));
    assert.deepEqual(new Set(answers.map(({ status, msg }) => `${status} ${msg}`)), new Set(['200 提交成功!']));
    const order = answers[0]!.data;
    assert.deepEqual(new Set(answers.map(({ data }) => data.id)), new Set([order.id]));
    assert.match(order.orderNo, /^TC\d{12}$/);
    assert.deepEqual([order.itemPrice, order.itemDuration, order.payStatus, order.orderStatus, order.source], [300, 30, 1, 1, 1]);
    assert.match(order.deadline, / 23:59:00$/);
    const other = await t.route(packageOrders.create, buyer, { packageId: large.id, sku: large.month });
    assert.deepEqual([other.status, other.data.id], [409, order.id]);

    const stranger = await admin();
    assert.equal((await t.route(packageOrders.current, stranger)).data, null);
    for (const [status, answer] of [
      [404, await t.route(packageOrders.detail, stranger, { id: order.id })],
      [404, await pay(stranger, { id: order.id })],
      [404, await t.route(packageOrders.cancel, stranger, { id: order.id })],
      [404, await t.route(packageOrders.bill, stranger, await billOf(t, stranger, order.orderNo))],
    ] as const)
      assert.equal(answer.status, status);
    assert.equal((await t.route(packageOrders.page, stranger)).data.total, 0);
    assert.equal((await t.route(packageOrders.current, buyer)).data.id, order.id);
  });

  it('is made once under one idempotency key, whatever became of it', async () => {
    const buyer = await admin();
    const sent = (key: string, input: object) => t.call('POST', packageOrders.create.path, { as: buyer, input, headers: { 'idempotency-key': key } });
    const choice = { packageId: small.id, sku: small.month };
    const first = await sent('k1', choice);
    await t.route(packageOrders.cancel, buyer, { id: first.data.id });
    assert.equal((await sent('k1', choice)).data.id, first.data.id, 'a repetition hears the first answer');
    assert.equal((await sent('k1', { ...choice, sku: small.year })).status, 422);
    assert.notEqual((await sent('k2', choice)).data.id, first.data.id);
  });

  it('is cancelled while it is open, and then never paid', async () => {
    const buyer = await admin();
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month });
    const cancelled = await t.route(packageOrders.cancel, buyer, { id: order.id });
    assert.deepEqual([cancelled.status, cancelled.msg], [200, '取消成功']);
    const late = await pay(buyer, { id: order.id });
    assert.deepEqual([late.status, late.data.payStatus], [409, 5]);
    assert.equal((await t.route(packageOrders.cancel, buyer, { id: order.id })).status, 409);
    assert.equal((await t.route(packageOrders.current, buyer)).data, null);
    assert.equal((await t.route(packageOrders.page, buyer, { payStatus: 5 })).data.records[0].closeReason, '用户取消');
  });

  it('is paid by transfer alone while nothing else has keys', async () => {
    const buyer = await admin();
    assert.deepEqual((await t.route(packageOrders.payTypes, buyer)).data, [3]);
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month });
    for (const payType of [1, 2, 4]) assert.equal((await pay(buyer, { id: order.id, payType })).status, 422);
    const paying = await pay(buyer, { id: order.id });
    assert.deepEqual([paying.data.order.payStatus, paying.data.order.payType, paying.data.codeUrl], [6, 3, null]);
  });
});

describe('a receipt', () => {
  it('is a jpg or png by its bytes, under 5 MB, in the words of the specification', async () => {
    const buyer = await admin();
    const path = packageOrders.upload.path;
    assert.equal((await send(t, path, await picture(), null)).status, 401);
    const type = '上传头像图片只能是 jpg|png 格式!';
    for (const bytes of [await picture('gif'), Buffer.from('%PDF-1.7 '.padEnd(200)), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')])
      assert.deepEqual(await send(t, path, bytes, buyer, '回执.png'), { status: 400, msg: type, data: null });
    const png = await picture();
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    assert.deepEqual(await send(t, path, padded(5 * 1024 * 1024), buyer), { status: 400, msg: '上传头像图片大小不能超过 5MB!', data: null });
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
      (await t.route(packageOrders.bill, buyer, { ...good, billUrl: '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png' })).status,
      422,
    );
    const theirs = await receipt(t, await admin());
    assert.equal((await t.route(packageOrders.bill, buyer, { ...good, billUrl: theirs })).status, 422, "another tenant's picture is none");
    const sent = await t.route(packageOrders.bill, buyer, { ...good, payType: 3, price: 300 });
    assert.deepEqual([sent.status, sent.msg, sent.data.payStatus, sent.data.billNo, sent.data.billState], [200, '提交成功!', 6, good.billNo, 1]);
    assert.equal((await fetch(t.url + sent.data.billLink)).status, 200);
  });

  it('replaces one that waits only when that is confirmed', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const again = await billOf(t, buyer, order.orderNo);
    const asked = await t.route(packageOrders.bill, buyer, again);
    assert.deepEqual([asked.status, asked.data.overwrite, asked.data.billNo], [409, true, order.billNo]);
    const done = await t.route(packageOrders.bill, buyer, { ...again, overwrite: true });
    assert.deepEqual([done.status, done.data.billNo], [200, again.billNo]);
    assert.equal((await waiting(t, platform, order.orderNo)).billNo, again.billNo);
    const files = (await t.call('GET', '/admin/sys-file/page', { as: buyer, input: { size: 50 } })).data.records;
    const removed = (url: string) => t.call('DELETE', `/admin/sys-file/${files.find((row: { url: string }) => row.url === url).id}`, { as: buyer });
    assert.equal((await removed(again.billUrl)).status, 422, 'what is judged is not taken away');
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
    const number = await t.route(packageOrders.bill, two, { ...(await billOf(t, two, second.orderNo)), billNo: its.billNo.toLowerCase(), overwrite: true });
    assert.equal(number.status, 409);
  });
});

describe('verification', () => {
  it('is the platform’s, of another person than the sender, of the receipt that was looked at', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const due = await waiting(t, platform, order.orderNo);
    assert.deepEqual([due.price, due.own, due.overdue], [300, false, false]);
    assert.equal(time(due.dueTime) - time(due.createTime), DAY);
    const input = { id: due.id, billId: due.billId, version: due.version };
    assert.equal((await t.route(orderVerifications.verify, null, input)).status, 401);
    assert.equal((await t.route(orderVerifications.verify, platform, { id: due.id })).status, 400);
    assert.equal((await t.route(orderVerifications.verify, await t.user(1, { permissions: ['sys_packageorder_view'] }), input)).status, 403);
    assert.equal((await t.route(orderVerifications.verify, buyer, input)).status, 403, 'whatever permissions a tenant gives itself');
    assert.equal((await t.route(orderVerifications.verify, platform, { ...input, billId: due.billId + 9999 })).status, 409);
    await t.deps.inTenant(1, (tx) =>
      tx.run({
        compile: () => ({
          sql: 'update package_bills set uploaded_tenant_id = 1, uploaded_user_id = $1 where tenant_id = 1 and id = $2',
          parameters: [platform.userId, due.billId],
          query: {} as never,
          queryId: {} as never,
        }),
      }),
    );
    const own = await t.route(orderVerifications.verify, platform, input);
    assert.deepEqual([own.status, own.msg], [403, '回执单由您提交，需由其他人核实']);
    assert.equal((await waiting(t, platform, order.orderNo)).own, true);
    const second = await t.user(1, { name: '平台复核' });
    assert.equal((await t.route(orderVerifications.verify, second, input)).status, 200);
    const again = await t.route(orderVerifications.verify, second, { id: due.id, billId: due.billId });
    assert.deepEqual([again.status, again.data.payStatus], [409, 2]);
    const detail = (await t.route(packageOrders.detail, buyer, { id: order.id })).data;
    assert.deepEqual([detail.payStatus, detail.orderStatus, detail.verifiedName, detail.billState], [2, 2, '平台复核', 2]);
    assert.deepEqual(
      detail.payments.map((row: any) => [row.amount, row.payType, row.reference]),
      [[300, 3, order.billNo]],
    );
    assert.deepEqual(
      detail.logs.map(({ action }: { action: string }) => action),
      ['create', 'pay', 'bill', 'verify', 'activate'],
    );
  });

  it('sends a receipt back with a reason; the buyer may send another one until the next day ends', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const { id, billId } = await waiting(t, platform, order.orderNo);
    assert.equal((await t.route(orderVerifications.refuse, platform, { id, billId })).status, 400);
    assert.equal((await t.route(orderVerifications.refuse, platform, { id, billId, reason: '图片不清晰' })).status, 200);
    const current = (await t.route(packageOrders.current, buyer)).data;
    assert.deepEqual([current.payStatus, current.billState, current.billReason], [6, 3, '图片不清晰']);
    assert.ok(time(current.deadline) > time(order.deadline));
    assert.equal((await t.route(orderVerifications.verify, platform, { id, billId })).status, 409);
    assert.equal((await t.route(packageOrders.bill, buyer, await billOf(t, buyer, order.orderNo))).status, 200);
    const next = await waiting(t, platform, order.orderNo);
    assert.equal((await t.route(orderVerifications.fail, platform, { id, reason: '款项未到账' })).status, 200);
    assert.equal((await t.route(orderVerifications.verify, platform, { id, billId: next.billId })).status, 409);
    assert.equal((await t.route(packageOrders.page, buyer)).data.records[0].payStatus, 3);
  });

  it('of money that comes after all ends in its return', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const early = { id: order.id, price: 300, reference: `late${order.id}` };
    assert.equal((await t.route(orderVerifications.receive, platform, early)).status, 422, 'not while it is open');
    await t.route(packageOrders.cancel, buyer, { id: order.id });
    assert.equal((await t.route(orderVerifications.refund, platform, { id: order.id, reference: 'x' })).status, 409);
    assert.equal((await t.route(orderVerifications.receive, platform, early)).status, 200);
    assert.equal((await t.route(orderVerifications.receive, platform, early)).status, 409, 'the same money once');
    assert.equal((await t.route(packageOrders.detail, buyer, { id: order.id })).data.refund, 300);
    assert.deepEqual(await discrepancies(t), []);
    assert.equal((await t.route(orderVerifications.refund, platform, { id: order.id, reference: `back${order.id}` })).status, 200);
    const { data } = await t.route(packageOrders.detail, buyer, { id: order.id });
    assert.deepEqual([data.refund, data.payStatus, data.payments.map((row: any) => row.amount)], [0, 5, [300, -300]]);
  });
});

describe('activation', () => {
  it('opens exactly the package: menus, quotas, end; and tells the buyer', async () => {
    const buyer = await admin();
    assert.ok((await t.route(users.info, buyer)).data.permissions.includes('members_workorder_view'));
    await bought(t, platform, buyer, small.id, small.month);
    const info = (await t.route(users.info, buyer)).data;
    const care = info.permissions.filter((permission: string) => !/^(sys|admin)_|^package_order$/.test(permission));
    assert.deepEqual(care.sort(), ['members_oldman_add', 'members_oldman_view']);
    assert.deepEqual([info.sysUser.packageCode, info.sysUser.tenantLevel, info.sysUser.shopping], [small.code, 1, false]);
    assert.equal((await t.call('GET', '/members/workorder/page', { as: buyer })).status, 403);
    assert.equal((await t.call('GET', '/members/oldman/page', { as: buyer })).status, 200);
    const { data } = await t.route(packageOrders.subscription, buyer);
    assert.deepEqual([data.packageCode, data.standing, data.daysLeft, data.terms.length], [small.code, 'open', 30, 1]);
    assert.deepEqual(
      data.usage.map(({ kind, most }: any) => [kind, most]),
      [
        ['users', 5],
        ['people', null],
        ['devices', 2],
        ['storage', null],
      ],
    );
    assert.equal(Math.round((time((await endOf(t, buyer.tenantId))!) - now) / DAY), 30);
  });

  it('of a renewal extends from the end; of another package begins now with what was left taken off', async () => {
    const buyer = await admin();
    await bought(t, platform, buyer, small.id, small.month);
    await bought(t, platform, buyer, small.id, small.month);
    assert.equal(Math.round((time((await endOf(t, buyer.tenantId))!) - now) / DAY), 60);
    await elapse(t, buyer.tenantId, 10 * DAY + 3_600_000);
    // Ten days and an hour on: 19 whole days of the first month, all of the second.
    const { data: quote } = await t.route(packageOrders.quote, buyer, { packageId: large.id, sku: large.month });
    assert.deepEqual([quote.kind, quote.price, quote.credit, quote.total], [3, 900, 490, 410]);
    const order = await bought(t, platform, buyer, large.id, large.month);
    assert.deepEqual([order.kind, order.itemPrice, order.credit, order.listPrice], [3, 410, 490, 900]);
    assert.equal(Math.round((time((await endOf(t, buyer.tenantId))!) - now) / DAY), 30);
    const { data } = await t.route(packageOrders.subscription, buyer);
    assert.deepEqual(
      data.terms.map(({ ended }: { ended: boolean }) => ended),
      [true, false, true],
    );
    assert.ok((await t.route(users.info, buyer)).data.permissions.includes('members_workorder_view'), 'all menus are open again');
    // Down again at once costs nothing twice: 29 days of 900 are left, its first has begun; the month costs 300.
    const down = await t.route(packageOrders.quote, buyer, { packageId: small.id, sku: small.month });
    assert.match(down.data.problem, /剩余价值比所选套餐高570\.00元/);
    assert.equal((await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month })).status, 422);
    assert.equal((await t.route(packageOrders.quote, buyer, { packageId: small.id, sku: small.year })).data.total, 2130);
  });

  it('keeps the days of a trial', async () => {
    const buyer = await admin();
    await endAt(t, buyer.tenantId, now + 10 * DAY);
    await bought(t, platform, buyer, small.id, small.month);
    assert.equal(Math.round((time((await endOf(t, buyer.tenantId))!) - now) / DAY), 40);
  });
});
