/** Who may push: keys, networks, signatures, and for which devices. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { deviceIntegrations, results } from '#contract/devices/device-integrations.ts';
import { SWITCHED_OFF } from '#contract/devices/lost-alarms.rules.ts';
import { PUSH_PATH } from '#server/devices/integration-keys.ts';
import { addOfType, addType } from '#test/mqtt.ts';
import { receiving, type Receiving } from '#test/push-server.ts';
import { addIntegration, hmac, md5, push, SECRET } from '#test/pushes.ts';

let r: Receiving;
let t: Receiving['t'];
let tenant: Receiving['tenant'];
let nurse: Receiving['nurse'];
let gates: Receiving['gates'];
let lines: Receiving['lines'];
let base: Receiving['base'];
let rows: Receiving['rows'];
let add: Receiving['add'];
let deliveries: Receiving['deliveries'];
before(async () => {
  r = await receiving();
  ({ t, tenant, nurse, gates, lines, base, rows, add, deliveries } = r);
});
after(() => r?.close());

describe('who may deliver', () => {
  it('the key opens one integration; a new one closes the old, disabling closes both', async () => {
    const device = await add();
    const { id, path } = await addIntegration(t, nurse);
    const body = { id: device.imei, heartRate: 70 };
    assert.equal((await push(base, path, body)).status, 200);
    const fresh = (await t.route(deviceIntegrations.address, nurse, { id })).data.path as string;
    assert.equal((await push(base, path, body)).status, 404);
    assert.equal((await push(base, fresh, body)).status, 200);
    const row = (await t.route(deviceIntegrations.get, nurse, { id })).data;
    const off = { ...row, id, enabled: false, mapping: { ...row.mapping, acceptedLoss: [SWITCHED_OFF] } };
    assert.equal((await t.route(deviceIntegrations.update, nurse, off)).status, 200);
    assert.equal((await push(base, fresh, body)).status, 404);
    assert.equal((await fetch(base + fresh)).status, 405);
    for (const wrong of ['', 'x', '../../etc', 'a'.repeat(44), `${'a'.repeat(42)}%00`])
      assert.equal((await push(base, PUSH_PATH + wrong, body)).status, 404);
    // Neither key nor device is in a log line.
    assert.equal(
      lines.some((line) => line.includes(fresh.slice(PUSH_PATH.length)) || line.includes(device.imei)),
      false,
    );
  });

  it('speaks for devices of its own tenant, of its own way in, of its own type', async () => {
    const other = await t.tenant();
    const foreign = await add(other, await addType(t, other, 'http'));
    const broker = await addOfType(t, tenant, await addType(t, tenant, 'mqtt'));
    const { id, path } = await addIntegration(t, nurse);
    const second = await addIntegration(t, nurse);
    const bound = await add(tenant, await addType(t, tenant, 'http', { integrationId: second.id }));
    for (const device of [foreign, broker, bound]) {
      const answer = await push(base, path, { id: device.imei, heartRate: 70, alarm: 'sos' });
      assert.deepEqual([answer.status, JSON.parse(answer.text).msg], [422, '设备未登记']);
      assert.equal((await rows(device, 'readings')).length + (await rows(device, 'device_events')).length, 0);
    }
    assert.equal((await push(base, second.path, { id: bound.imei, heartRate: 70 })).status, 200);
    const known = await add();
    assert.equal(
      (
        await push(base, path, [
          { id: known.imei, heartRate: 60 },
          { id: 'NOBODY-7', heartRate: 60 },
        ])
      ).status,
      200,
    );
    const told = await deliveries(id);
    assert.deepEqual(told.map(({ result, strangers }) => [result, strangers]).sort(), [
      [results.partial, 1],
      [results.strangers, 3],
    ]);
    assert.equal(
      told.some(({ problem }) => problem?.includes(foreign.imei)),
      false,
    );
  });

  it('networks', async () => {
    const device = await add();
    const { path } = await addIntegration(t, nurse, { signature: { scheme: 'none', networks: ['203.0.113.0/24', '2001:db8::/32'] } });
    assert.equal((await push(base, path, { id: device.imei, heartRate: 70 })).status, 403);
    assert.equal(
      (await push(base, path, { id: device.imei, heartRate: 70 }, { 'x-forwarded-for': '203.0.113.9' })).status,
      403,
      'a header says nothing on our own port',
    );
    const open = await addIntegration(t, nurse, { signature: { scheme: 'none', networks: ['127.0.0.1'] } });
    assert.equal((await push(base, open.path, { id: device.imei, heartRate: 70 })).status, 200);
    assert.equal((await push(t.url, open.path, { id: device.imei, heartRate: 70 })).status, 200);
  });
});

describe('signatures', () => {
  const header = (name: string) => ({ in: 'header', name });
  it('over timestamp, nonce and body: window, replay, retry after a failure', async () => {
    const device = await add();
    const { path } = await addIntegration(t, nurse, {
      signature: {
        scheme: 'hmac-sha256',
        over: 'timestamp+nonce+body',
        place: header('X-Sign'),
        encoding: 'base64',
        timestamp: { ...header('X-Time'), kind: 'ms' },
        nonce: header('X-Nonce'),
        windowSeconds: 60,
      },
    });
    const body = JSON.stringify({ id: device.imei, heartRate: 70 });
    const signed = (time: number, nonce: string, over = body) => ({
      'x-sign': hmac(`${time}${nonce}${over}`, 'base64'),
      'x-time': String(time),
      'x-nonce': nonce,
    });
    const say = async (headers: Record<string, string>, text = body) => {
      const answer = await push(base, path, text, headers);
      return [answer.status, answer.status === 200 ? null : JSON.parse(answer.text).msg];
    };
    const now = Date.now();
    assert.deepEqual(await say(signed(now, 'n1')), [200, null]);
    assert.deepEqual(await say(signed(now, 'n1')), [409, '重复的随机串，请求已处理过']);
    assert.deepEqual(await say(signed(now, 'n2')), [200, null]);
    assert.deepEqual(await say(signed(now - 61_000, 'n3')), [401, '时间戳缺失或超出时间窗']);
    assert.deepEqual(await say(signed(now + 120_000, 'n4')), [401, '时间戳缺失或超出时间窗']);
    assert.deepEqual(await say({ ...signed(now, 'n5'), 'x-time': 'now' }), [401, '时间戳缺失或超出时间窗']);
    assert.deepEqual(await say({ ...signed(now, 'n6'), 'x-nonce': 'n7' }), [401, '签名不正确']);
    assert.deepEqual(await say(signed(now, 'n8'), body.replace('70', '71')), [401, '签名不正确']);
    for (const shown of ['', 'zz', '===', 'a'.repeat(300)]) assert.equal((await say({ ...signed(now, 'n9'), 'x-sign': shown }))[0], 401);
    const racing = await Promise.all(Array.from({ length: 10 }, () => say(signed(now, 'once'))));
    assert.equal(racing.filter(([status]) => status === 200).length, 1);
    gates.before = () => Promise.reject(new Error('no database'));
    assert.deepEqual(await say(signed(now, 'again')), [503, '系统正在恢复，请稍后重试']);
    delete gates.before;
    assert.deepEqual(await say(signed(now, 'again')), [200, null]);
  });

  it('MD5 over sorted parameters, and over the body', async () => {
    const device = await add();
    const sorted = await addIntegration(t, nurse, { signature: { scheme: 'md5', over: 'sorted', place: { in: 'body', name: 'sign' } } });
    const text = `heartRate=70&id=${device.imei}&key=${SECRET}`;
    assert.equal((await push(base, sorted.path, { id: device.imei, heartRate: 70, empty: '', sign: md5(text).toUpperCase() })).status, 200);
    assert.equal((await push(base, sorted.path, { id: device.imei, heartRate: 71, sign: md5(text) })).status, 401);
    assert.equal((await push(base, sorted.path, { id: device.imei, heartRate: 70 })).status, 401);
    const plain = await addIntegration(t, nurse, { signature: { scheme: 'md5', over: 'body', place: { in: 'query', name: 'sign' } } });
    const body = JSON.stringify({ id: device.imei, heartRate: 72 });
    assert.equal((await push(base, `${plain.path}?sign=${md5(body + SECRET)}`, body)).status, 200);
    assert.equal((await push(base, `${plain.path}?sign=${md5(body)}`, body)).status, 401);
  });

  it('without a secret nothing is taken', async () => {
    const { id, path } = await addIntegration(t, nurse, { signature: { scheme: 'hmac-sha256', place: { in: 'header', name: 'X-Sign' } } });
    await t.route(deviceIntegrations.secret, nurse, { id, secret: '' });
    assert.equal((await push(base, path, '{}', { 'x-sign': hmac('{}') })).status, 401);
  });
});
