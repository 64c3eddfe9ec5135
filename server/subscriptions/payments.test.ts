import { isoOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { messages } from '#contract/messages/messages.ts';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { alipayNotice, MERCHANT, thief, wechatHeaders, wechatNotice } from '#test/payment-notices.ts';
import { startPaymentPeers, type PaymentPeers } from '#test/payment-peers.ts';
import { billOf, discrepancies, endOf, sale, waiting, type Sale } from '#test/subscriptions.ts';
import { checkPayments } from './payment-checks.ts';

let t: Harness;
let platform: TestUser;
let offer: Sale;
let peers: PaymentPeers;
before(async () => {
  t = await harness();
  platform = await t.user(1);
  offer = await sale(t, platform);
  peers = await startPaymentPeers();
  Object.assign(t.deps.config, { publicUrl: 'https://yian.example.com', wechatPay: peers.wechatPay, alipay: peers.alipay });
});
after(async () => {
  assert.deepEqual(await discrepancies(t), []);
  peers.stop();
  await t.close();
});

async function post(path: string, body: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const answer = await fetch(t.url + path, { method: 'POST', body, headers });
  return { status: answer.status, text: await answer.text() };
}
const tellWechat = (body: string, headers = wechatHeaders(body)) =>
  post(externalOrders.wechatNotify.path, body, { 'content-type': 'application/json', ...headers });

const tellAlipay = (body: string) => post(externalOrders.alipayNotify.path, body, { 'content-type': 'application/x-www-form-urlencoded' });

async function order(payType: number) {
  const buyer = await t.user(await t.tenant());
  const made = await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month });
  const paying = await t.route(packageOrders.pay, buyer, { id: made.data.id, payType });
  assert.equal(paying.status, 200, paying.msg ?? '');
  return { buyer, ...paying.data, id: made.data.id as number, orderNo: made.data.orderNo as string };
}
const stateOf = async (buyer: TestUser, id: number) => (await t.route(packageOrders.detail, buyer, { id })).data;

describe('WeChat Pay', () => {
  it('is offered once it has keys, and asks with our signature for the server’s amount', async () => {
    const { buyer, codeUrl, orderNo } = await order(1);
    assert.deepEqual((await t.route(packageOrders.payTypes, buyer)).data, [1, 2, 3]);
    assert.match(codeUrl, /^weixin:\/\//);
    const { body, right } = peers.asked.at(-1)!;
    assert.deepEqual([right, body.out_trade_no, body.amount, body.mchid], [true, orderNo, { total: 30_000, currency: 'CNY' }, MERCHANT]);
    assert.equal(body.notify_url, 'https://yian.example.com/admin/base/external/notify/wechat');
    assert.match(body.time_expire, /T23:59:00\+08:00$/);
  });

  it('is believed by its signature alone, and counted once', async () => {
    const { buyer, id, orderNo } = await order(1);
    const notice = wechatNotice(orderNo, 30_000);
    const now = Date.now();
    const bad: [string, string, Record<string, string>][] = [
      ['nothing', notice, {}],
      ['a stranger’s key', notice, wechatHeaders(notice, { key: thief.privateKey })],
      ['an unknown serial', notice, wechatHeaders(notice, { serial: 'OTHER' })],
      ['an old one', notice, wechatHeaders(notice, { at: now - 310_000 })],
      ['one from the future', notice, wechatHeaders(notice, { at: now + 310_000 })],
      ['another text', notice.replace('TRANSACTION', 'transaction'), wechatHeaders(notice)],
      ['a space more', `${notice} `, wechatHeaders(notice)],
    ];
    for (const [what, body, headers] of bad) assert.deepEqual((await tellWechat(body, headers)).status, 400, what);
    for (const [what, body] of [
      ['another amount', wechatNotice(orderNo, 1)],
      ['another merchant', wechatNotice(orderNo, 30_000, { mchid: '1900000009' })],
      ['another currency', wechatNotice(orderNo, 30_000, { amount: { total: 30_000, currency: 'USD' } })],
      ['another key', wechatNotice(orderNo, 30_000, {}, randomBytes(16).toString('hex'))],
      ['an order that is none', wechatNotice('TC209901010001', 30_000)],
      ['no JSON', '{'],
    ] as const)
      assert.equal((await tellWechat(body)).status, 400, what);
    assert.equal((await tellWechat(wechatNotice(orderNo, 30_000, { trade_state: 'USERPAYING' }))).status, 200, 'heard, and nothing done');
    assert.equal((await stateOf(buyer, id)).payStatus, 6);

    const answers = await Promise.all(Array.from({ length: 10 }, () => tellWechat(notice)));
    for (const { status, text } of answers) assert.deepEqual([status, JSON.parse(text).code], [200, 'SUCCESS']);
    const paid = await stateOf(buyer, id);
    assert.deepEqual([paid.payStatus, paid.orderStatus, paid.payType, paid.payments.length], [2, 2, 1, 1]);
    assert.ok(await endOf(t, buyer.tenantId));
  });

  it('of an order that has ended, or was paid already, is money to give back', async () => {
    const { buyer, id, orderNo } = await order(1);
    await t.route(packageOrders.cancel, buyer, { id });
    assert.equal((await tellWechat(wechatNotice(orderNo, 30_000))).status, 200);
    const late = await stateOf(buyer, id);
    assert.deepEqual([late.payStatus, late.refund, late.payments.length], [5, 300, 1]);
    const again = await order(1);
    assert.equal((await tellWechat(wechatNotice(again.orderNo, 30_000))).status, 200);
    assert.equal((await tellAlipay(alipayNotice(again.orderNo, '300.00'))).text, 'success');
    const twice = await stateOf(again.buyer, again.id);
    assert.deepEqual([twice.payStatus, twice.refund, twice.payments.length], [2, 300, 2]);
  });

  it('withdraws a receipt that waits', async () => {
    const { buyer, id, orderNo } = await order(3);
    assert.equal((await t.route(packageOrders.bill, buyer, await billOf(t, buyer, orderNo))).status, 200);
    assert.equal((await tellWechat(wechatNotice(orderNo, 30_000))).status, 200);
    const paid = await stateOf(buyer, id);
    assert.deepEqual([paid.payStatus, paid.billState], [2, 5]);
    assert.equal(await waiting(t, platform, orderNo), undefined);
  });
});

describe('Alipay', () => {
  it('opens a page with what is to be paid, signed', async () => {
    const { payUrl, orderNo } = await order(2);
    const { searchParams } = new URL(payUrl);
    const { sign: signature, ...said } = Object.fromEntries(searchParams) as Record<string, string>;
    assert.ok(peers.isOurs(said, signature ?? ''));
    const content = JSON.parse(said.biz_content!);
    assert.deepEqual([content.out_trade_no, content.total_amount, said.method], [orderNo, '300.00', 'alipay.trade.page.pay']);
    assert.equal(said.return_url, 'https://yian.example.com/paid', 'a page that needs no session');
  });

  it('is believed by its signature alone, and counted once', async () => {
    const { buyer, id, orderNo } = await order(2);
    const good = alipayNotice(orderNo, '300.00');
    for (const [what, body] of [
      ['a stranger’s key', alipayNotice(orderNo, '300.00', {}, thief.privateKey)],
      ['a changed amount', good.replace('total_amount=300.00', 'total_amount=300.01')],
      ['another amount', alipayNotice(orderNo, '0.01')],
      ['another application', alipayNotice(orderNo, '300.00', { app_id: '2021000000000009' })],
      ['no signature', good.replace(/sign=[^&]*/, 'sign=')],
      ['an order that is none', alipayNotice('TC209901010001', '300.00')],
    ] as const)
      assert.equal((await tellAlipay(body)).text, 'failure', what);
    assert.equal((await tellAlipay(alipayNotice(orderNo, '300.00', { trade_status: 'WAIT_BUYER_PAY' }))).text, 'success');
    assert.equal((await stateOf(buyer, id)).payStatus, 6);
    for (let round = 0; round < 3; round++) assert.equal((await tellAlipay(good)).text, 'success');
    const paid = await stateOf(buyer, id);
    assert.deepEqual([paid.payStatus, paid.orderStatus, paid.payType, paid.payments.length], [2, 2, 2, 1]);
  });
});

describe('a payment whose notice never came', () => {
  const check = (as: TestUser | null, id: number) => t.route(packageOrders.check, as, { id });
  before(() => void (peers.mood.silent = true));
  after(() => void (peers.mood.silent = false));

  it('is asked for by its buyer alone, and booked once', async () => {
    const { buyer, id, codeUrl } = await order(1);
    assert.equal((await check(null, id)).status, 401);
    assert.equal((await t.route(packageOrders.check, buyer, { id: 'x' })).status, 400);
    assert.equal((await check(await t.user(buyer.tenantId, { permissions: [] }), id)).status, 403);
    assert.equal((await check(await t.user(await t.tenant()), id)).status, 404);
    const waits = await check(buyer, id);
    assert.deepEqual([waits.status, waits.data.payStatus], [200, 6], 'nobody has paid yet');
    await peers.scan(codeUrl);
    const again = await t.route(packageOrders.pay, buyer, { id, payType: 1 });
    assert.deepEqual([again.status, again.msg], [422, '该订单在微信已支付，请点“我已支付”更新结果']);
    const answers = await Promise.all(Array.from({ length: 5 }, () => check(buyer, id)));
    assert.deepEqual(new Set(answers.map(({ status, data }) => `${status} ${data.payStatus}`)), new Set(['200 2']));
    assert.equal((await stateOf(buyer, id)).payments.length, 1);
    assert.ok(await endOf(t, buyer.tenantId));
  });

  it('is asked for while no transaction is open', async (test) => {
    const open: number[] = [];
    peers.watch.whileAsked = async () => {
      const found = await t.admin.query(`select 1 from pg_stat_activity where datname = $1 and state like 'idle in transaction%'`, [
        t.database,
      ]);
      open.push(found.rowCount ?? 0);
    };
    test.after(() => void (peers.watch.whileAsked = null));
    const { buyer, id } = await order(1);
    assert.equal((await check(buyer, id)).status, 200);
    // Once for the code, once for what became of it.
    assert.deepEqual(open, [0, 0]);
  });

  it('is found at Alipay as well, also while nobody has opened its page', async () => {
    const { buyer, id, payUrl } = await order(2);
    assert.equal((await check(buyer, id)).data.payStatus, 6);
    await (await fetch(payUrl)).text();
    assert.equal((await check(buyer, id)).data.payStatus, 6);
    const { searchParams } = new URL(payUrl);
    await fetch(`${peers.wechatPay.url}/cashier?number=${JSON.parse(searchParams.get('biz_content')!).out_trade_no}`, {
      method: 'POST',
      redirect: 'manual',
    });
    assert.equal((await check(buyer, id)).data.payStatus, 2);
  });

  it('of an order that has ended is money to give back, of which its payer is told', async () => {
    const { buyer, id, codeUrl, orderNo } = await order(1);
    await t.route(packageOrders.cancel, buyer, { id });
    await peers.scan(codeUrl);
    const late = await check(buyer, id);
    assert.deepEqual([late.data.payStatus, late.data.refund], [5, 300]);
    const { data } = await t.route(messages.page, buyer, { a: 0, b: 'all' });
    assert.ok(
      data.records.some(({ title, text }: { title: string; text: string }) => title === '收到的款项将退回' && text.includes(orderNo)),
    );
  });

  it('is found by the cleanup, once a notice has had its time', async () => {
    const { buyer, id, codeUrl } = await order(1);
    await peers.scan(codeUrl);
    assert.equal(await checkPayments(t.deps, Date.now(), 1000), 0, 'a notice may still be on its way');
    await t.deps.inTenant(1, (tx) =>
      tx.run(sql`update package_orders set updated_at = ${isoOf(Date.now() - 120_000)} where tenant_id = 1 and id = ${id}`),
    );
    assert.equal(await checkPayments(t.deps, Date.now(), 1000), 1);
    assert.equal((await stateOf(buyer, id)).payStatus, 2);
  });

  it('is not believed when somebody else answers', async () => {
    const { buyer, id, codeUrl } = await order(1);
    await peers.scan(codeUrl);
    const { wechatPay } = t.deps.config;
    Object.assign(t.deps.config, { wechatPay: { ...wechatPay, publicKey: thief.publicKey } });
    const answer = await check(buyer, id);
    Object.assign(t.deps.config, { wechatPay });
    assert.deepEqual([answer.status, answer.msg], [503, '微信支付暂不可用，请稍后重试']);
    const second = await order(2);
    const { alipay } = t.deps.config;
    Object.assign(t.deps.config, { alipay: { ...alipay, publicKey: thief.publicKey } });
    assert.deepEqual(refusal(await check(second.buyer, second.id)), [503, '支付宝暂不可用，请稍后重试']);
    Object.assign(t.deps.config, { alipay });
    assert.equal((await stateOf(buyer, id)).payStatus, 6);
    assert.equal((await check(buyer, id)).data.payStatus, 2);
  });
});

describe('beginning again', () => {
  it('gives the same code, and is no new step of the order', async () => {
    const { buyer, id, codeUrl } = await order(1);
    const again = await t.route(packageOrders.pay, buyer, { id, payType: 1 });
    assert.deepEqual([again.status, again.data.codeUrl], [200, codeUrl]);
    assert.equal((await stateOf(buyer, id)).logs.filter(({ action }: { action: string }) => action === 'pay').length, 1);
    await t.route(packageOrders.pay, buyer, { id, payType: 2 });
    assert.equal((await stateOf(buyer, id)).logs.filter(({ action }: { action: string }) => action === 'pay').length, 2);
  });
});

describe('without keys', () => {
  it('nothing is believed', async () => {
    const { buyer, id, orderNo } = await order(1);
    const { wechatPay, alipay: keys } = t.deps.config;
    Object.assign(t.deps.config, { wechatPay: null, alipay: null });
    assert.equal((await tellWechat(wechatNotice(orderNo, 30_000))).status, 400);
    assert.equal((await tellAlipay(alipayNotice(orderNo, '300.00'))).text, 'failure');
    assert.equal((await t.route(packageOrders.pay, buyer, { id, payType: 1 })).status, 422);
    Object.assign(t.deps.config, { wechatPay, alipay: keys });
  });

  it('a gateway that is away costs nothing but patience', async () => {
    const { wechatPay } = t.deps.config;
    const buyer = await t.user(await t.tenant());
    const { data } = await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month });
    Object.assign(t.deps.config, { wechatPay: { ...wechatPay, url: 'http://127.0.0.1:9' } });
    const answer = await t.route(packageOrders.pay, buyer, { id: data.id, payType: 1 });
    assert.deepEqual([answer.status, answer.msg], [503, '微信支付暂不可用，请稍后重试']);
    Object.assign(t.deps.config, { wechatPay });
    assert.equal((await t.route(packageOrders.current, buyer)).data.payStatus, 1);
  });
});
