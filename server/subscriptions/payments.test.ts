import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createCipheriv, createSign, createVerify, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { billOf, discrepancies, endOf, sale, waiting, type Sale } from '#test/subscriptions.ts';

const pair = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
const [ours, wechat, alipay, thief] = [pair(), pair(), pair(), pair()];
const API_V3_KEY = randomBytes(16).toString('hex');
const KEY_ID = 'PUB_KEY_ID_0001';
const MCH = '1900000001';
const APP = 'wx0000000000000001';

const sign = (key: string, text: string) => createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');

/** The headers with which WeChat signs what it says. */
function wechatHeaders(body: string, { key = wechat.privateKey, at = Date.now(), serial = KEY_ID } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const nonce = randomBytes(8).toString('hex');
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': sign(key, `${timestamp}\n${nonce}\n${body}\n`),
  };
}

let t: Harness;
let platform: TestUser;
let offer: Sale;
let peer: Server;
/** What the gateway was asked for. */
const asked: { body: any; right: boolean }[] = [];
before(async () => {
  t = await harness();
  platform = await t.user(1);
  offer = await sale(t, platform);
  // A merchant's API as WeChat has it: it checks our signature over exactly what we sent, and signs its answer.
  peer = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const fields = Object.fromEntries([...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
      const text = `${request.method}\n${request.url}\n${fields.timestamp}\n${fields.nonce_str}\n${body}\n`;
      const right = createVerify('RSA-SHA256')
        .update(text, 'utf8')
        .verify(ours.publicKey, fields.signature ?? '', 'base64');
      asked.push({ body: JSON.parse(body), right });
      const answer = JSON.stringify({ code_url: `weixin://wxpay/bizpayurl?pr=${asked.length}` });
      response.writeHead(right ? 200 : 401, { 'content-type': 'application/json', ...wechatHeaders(answer) }).end(answer);
    });
  });
  await new Promise<void>((ready) => peer.listen(0, '127.0.0.1', ready));
  Object.assign(t.deps.config, {
    publicUrl: 'https://yian.example.com',
    wechatPay: {
      mchId: MCH,
      appId: APP,
      serial: 'OUR1',
      privateKey: ours.privateKey,
      apiV3Key: API_V3_KEY,
      publicKeyId: KEY_ID,
      publicKey: wechat.publicKey,
      url: `http://127.0.0.1:${(peer.address() as AddressInfo).port}`,
    },
    alipay: { appId: '2021000000000001', privateKey: ours.privateKey, publicKey: alipay.publicKey, url: 'https://openapi.alipay.com/gateway.do' },
  });
});
after(async () => {
  assert.deepEqual(await discrepancies(t), []);
  peer.close();
  await t.close();
});

/** A notice of a payment as WeChat sends it. */
function wechatNotice(number: string, total: number, changes: object = {}, key = API_V3_KEY) {
  const said = {
    mchid: MCH,
    appid: APP,
    out_trade_no: number,
    transaction_id: `42000${randomUUID().replaceAll('-', '').slice(0, 20)}`,
    trade_state: 'SUCCESS',
    amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
    ...changes,
  };
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from('transaction'));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(said), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const resource = {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: sealed.toString('base64'),
    nonce,
    associated_data: 'transaction',
    original_type: 'transaction',
  };
  // Spaces as no JSON library of ours would put them: what is signed is the text itself.
  return `{ "id":"${randomUUID()}",  "event_type":"TRANSACTION.SUCCESS", "resource_type":"encrypt-resource","resource":${JSON.stringify(resource)} }`;
}

async function post(path: string, body: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const answer = await fetch(t.url + path, { method: 'POST', body, headers });
  return { status: answer.status, text: await answer.text() };
}
const tellWechat = (body: string, headers = wechatHeaders(body)) =>
  post(externalOrders.wechatNotify.path, body, { 'content-type': 'application/json', ...headers });

function alipayNotice(number: string, amount: string, changes: Record<string, string> = {}, key = alipay.privateKey): string {
  const said: Record<string, string> = {
    notify_time: '2026-06-15 10:00:00',
    notify_type: 'trade_status_sync',
    app_id: '2021000000000001',
    charset: 'utf-8',
    version: '1.0',
    out_trade_no: number,
    trade_no: `2026${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    trade_status: 'TRADE_SUCCESS',
    total_amount: amount,
    subject: '套餐30天',
    body: '',
    ...changes,
  };
  const text = Object.keys(said)
    .filter((name) => said[name] !== '')
    .sort()
    .map((name) => `${name}=${said[name]}`)
    .join('&');
  return new URLSearchParams({ ...said, sign_type: 'RSA2', sign: sign(key, text) }).toString();
}
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
    const { body, right } = asked.at(-1)!;
    assert.deepEqual([right, body.out_trade_no, body.amount, body.mchid], [true, orderNo, { total: 30_000, currency: 'CNY' }, MCH]);
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
      ['an old one', notice, wechatHeaders(notice, { at: now - 301_000 })],
      ['one from the future', notice, wechatHeaders(notice, { at: now + 301_000 })],
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
    const text = Object.keys(said)
      .sort()
      .map((name) => `${name}=${said[name]}`)
      .join('&');
    assert.ok(
      createVerify('RSA-SHA256')
        .update(text, 'utf8')
        .verify(ours.publicKey, signature ?? '', 'base64'),
    );
    const content = JSON.parse(said.biz_content!);
    assert.deepEqual([content.out_trade_no, content.total_amount, said.method], [orderNo, '300.00', 'alipay.trade.page.pay']);
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
