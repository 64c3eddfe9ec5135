/** A vendor's push from the request to committed rows and the answer that the vendor waits for. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as fc from 'fast-check';
import { deviceIntegrations, results } from '#contract/devices/device-integrations.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { newAddressKey, PUSH_PATH } from '#server/devices/integration-keys.ts';
import type { EventSink } from '#server/ingest/events.ts';
import { createJournal } from '#server/ingest/delivery-journal.ts';
import { createIntegrations } from '#server/ingest/integrations.ts';
import { pushSocketOf } from '#server/push-socket.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { ingest, type TestDevice } from '#test/ingest.ts';
import { addOfType, addType } from '#test/mqtt.ts';
import { addIntegration, hmac, md5, push, SECRET } from '#test/pushes.ts';
import { servePushes } from './push-server.ts';

let t: Harness;
let nurse: TestUser;
let tenant: number;
let sink: ReturnType<typeof ingest>;
let journal: ReturnType<typeof createJournal>;
let server: Awaited<ReturnType<typeof servePushes>>;
let base: string;
let type: number;
const gates: { before?: () => Promise<void> } = {};
const lines: string[] = [];
before(async () => {
  // The data directory is that of other tests too, whose ingest processes take the socket there.
  process.env.PUSH_SOCKET = join(tmpdir(), `yian-push-test-${process.pid}.sock`);
  t = await harness();
  tenant = await t.tenant();
  nurse = await t.user(tenant);
  type = await addType(t, tenant, 'http');
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  const log = {
    ...t.deps.log,
    warn: (...parts: unknown[]) => void lines.push(JSON.stringify(parts)),
    error: (...parts: unknown[]) => void lines.push(JSON.stringify(parts)),
  };
  const deps = { ...t.deps, log: log as never };
  journal = createJournal(deps, 3_600_000);
  const gated: EventSink = {
    async accept(frame) {
      await gates.before?.();
      return sink.pipeline.accept(frame);
    },
  };
  server = await servePushes({
    deps,
    integrations: createIntegrations({ deps, ttlMs: 0 }),
    journal,
    sink: gated,
    directory: sink.directory,
    clock: Date.now,
    host: '127.0.0.1',
    port: 0,
    socketPath: pushSocketOf(t.deps.config.dataDir),
    limits: { wrongKeys: 300 },
  });
  base = `http://127.0.0.1:${server.port}`;
});
after(async () => {
  await server?.stop();
  await journal?.stop();
  await sink?.close();
  await t?.close();
  delete process.env.PUSH_SOCKET;
});

const rows = <T>(device: TestDevice, table: string) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`),
  );
const latest = async (device: TestDevice) =>
  (await rows<{ metric: number; value: number }>(device, 'latest_readings'))
    .map(({ metric, value }) => [metric, Math.round(value * 10) / 10])
    .sort((a, b) => a[0]! - b[0]!);
const add = (tenantId = tenant, typeId = type) => addOfType(t, tenantId, typeId, { password: false });
const deliveries = async (id: number) => {
  await journal.flush();
  return (await t.route(deviceIntegrations.deliveries, nurse, { id, size: 20 })).data.records as {
    result: number;
    deliveries: number;
    stored: number;
    strangers: number;
    problem: string | null;
  }[];
};

describe('a push', () => {
  it('is answered in the vendor’s words after the commit; sent again it changes nothing', async () => {
    const device = await add();
    const { id, path } = await addIntegration(t, nurse, { reply: { status: 202, type: 'text', body: 'success' } });
    const body = { id: device.imei, time: Date.now() - 1000, heartRate: 71, systolic: 128, diastolic: 79, alarm: 'fall' };
    for (let n = 0; n < 2; n++) {
      const answer = await push(base, path, body);
      assert.deepEqual([answer.status, answer.text, answer.type], [202, 'success', 'text/plain; charset=utf-8']);
      assert.deepEqual(await latest(device), [
        [1, 71],
        [2, 128],
        [3, 79],
      ]);
    }
    assert.equal((await rows(device, 'readings')).length, 3);
    const [warning, ...more] = await rows<{ rule: string; count: number }>(device, 'warnings');
    assert.deepEqual([warning!.rule, warning!.count, more.length], ['fall', 1, 0]);
    const told = await deliveries(id);
    assert.deepEqual(
      told.map(({ result, deliveries: n, stored, strangers }) => [result, n, stored, strangers]),
      [[results.stored, 2, 4, 0]],
    );
  });

  it('goes through the port of the web as well, with the bytes it was signed over', async () => {
    const device = await add();
    const { path } = await addIntegration(t, nurse, { signature: { scheme: 'hmac-sha256', place: { in: 'header', name: 'X-Signature' } } });
    const text = `{"id": "${device.imei}",  "heartRate":  66}`;
    assert.equal((await push(t.url, path, text, { 'x-signature': hmac(text) })).status, 200);
    assert.deepEqual(await latest(device), [[1, 66]]);
    assert.equal((await push(t.url, path, text, { 'x-signature': hmac(`${text} `) })).status, 401);
    const form = `id=${device.imei}&heartRate=67`;
    assert.equal((await push(t.url, path, form, { 'x-signature': hmac(form), 'content-type': 'application/x-www-form-urlencoded' })).status, 200);
    assert.deepEqual(await latest(device), [[1, 67]]);
    assert.equal((await push(t.url, PUSH_PATH + newAddressKey(), text)).status, 404);
    assert.equal((await fetch(t.url + path)).status, 404);
  });

  it('in kPa, with Baidu’s coordinates, of several devices at once', async () => {
    const [one, two] = [await add(), await add()];
    const { mapping } = mappingTemplates.meter;
    const meter = await addIntegration(t, nurse, { mapping });
    const seconds = Math.floor(Date.now() / 1000);
    assert.equal(
      (
        await push(base, meter.path, [
          { deviceId: one.imei, measureTime: seconds, HP: 17.1, LP: 10.5, BPUnit: 1 },
          { deviceId: two.imei, measureTime: seconds, BG: 100, unit: 'mg/dL' },
        ])
      ).status,
      200,
    );
    assert.deepEqual(await latest(one), [
      [2, 128.3],
      [3, 78.8],
    ]);
    assert.deepEqual(await latest(two), [[6, 5.6]]);
    const cloud = await addIntegration(t, nurse, { mapping: mappingTemplates.typed.mapping });
    // 天安门 by Baidu; 116.397… in GCJ-02, 116.391… in WGS-84.
    await push(base, cloud.path, {
      type: 'location',
      deviceNum: one.imei,
      createTime: Date.now() - 500,
      data: { longitude: 116.403963, latitude: 39.915119, locationType: 'GPS' },
    });
    const [place] = await rows<{ longitude: number; latitude: number; approximate: boolean }>(one, 'positions');
    assert.ok(Math.abs(place!.longitude - 116.3912) < 0.0005 && Math.abs(place!.latitude - 39.9073) < 0.0005, JSON.stringify(place));
    assert.equal(place!.approximate, false);
  });

  it('late ones are history, a clock that is wrong is not believed', async () => {
    const device = await add();
    const { path } = await addIntegration(t, nurse);
    const hour = 3_600_000;
    await push(base, path, { id: device.imei, time: Date.now() - hour, alarm: 'lowBattery', heartRate: 70 });
    assert.deepEqual(
      (await rows<{ code: string }>(device, 'device_events')).map(({ code }) => code),
      ['low_battery'],
    );
    assert.equal((await rows(device, 'warnings')).length, 0);
    const wrong = Date.now() + 1000 * hour;
    for (let n = 0; n < 2; n++) await push(base, path, { id: device.imei, time: wrong, alarm: 'sos' });
    const warnings = await rows<{ rule: string; count: number }>(device, 'warnings');
    assert.deepEqual([warnings[0]!.rule, warnings[0]!.count], ['sos', 1]);
  });
});

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
    assert.equal((await t.route(deviceIntegrations.update, nurse, { ...row, id, enabled: false, version: row.version })).status, 200);
    assert.equal((await push(base, fresh, body)).status, 404);
    assert.equal((await fetch(base + fresh)).status, 405);
    for (const wrong of ['', 'x', '../../etc', 'a'.repeat(44), `${'a'.repeat(42)}%00`]) assert.equal((await push(base, PUSH_PATH + wrong, body)).status, 404);
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

describe('hostile bodies', () => {
  it('are refused without a crash, in Chinese, and hinder nobody', async () => {
    const device = await add();
    const { path } = await addIntegration(t, nurse);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const cases: [body: string, status: number][] = [
      ['', 400],
      ['hello', 400],
      ['{"a":', 400],
      [deep, 422],
      [JSON.stringify({ id: { a: 1 } }), 422],
      [JSON.stringify({ __proto__: { id: device.imei } }), 422],
      ['{"__proto__":{"id":"x"},"constructor":{"id":"x"}}', 422],
      [JSON.stringify(Array.from({ length: 20_000 }, () => ({}))), 422],
      ['x'.repeat(300_000), 413],
      [`a=${'b&c='.repeat(30_000)}`, 422],
      [`{"id":"${'9'.repeat(100_000)}"}`, 422],
      ['\u0000\u0000', 400],
    ];
    for (const [body, status] of cases) {
      const answer = await push(base, path, body).catch(() => ({ status: 413, text: '{"msg":"过大"}' }));
      assert.equal(answer.status, status, body.slice(0, 40));
      assert.match(JSON.parse(answer.text).msg, /[\u4e00-\u9fff]/);
      assert.doesNotMatch(answer.text, /at |Error|select|node_modules/);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
          fc
            .dictionary(fc.constantFrom('id', 'time', 'alarm', 'heartRate', 'lng', 'lat', 'bed', '__proto__'), fc.jsonValue())
            .map((value) => JSON.stringify(value)),
        ),
        async (body) => {
          const { status } = await push(base, path, body);
          return [200, 400, 422].includes(status);
        },
      ),
      { numRuns: 300, seed: 20_261_121 },
    );
    assert.equal((await push(base, path, { id: device.imei, heartRate: 70 })).status, 200);
    assert.equal(server.counts.waitingBytes, 0);
  });

  it('of requests that are none, or never end, nothing is kept', async () => {
    const { path } = await addIntegration(t, nurse);
    for (const text of [
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"id"`,
      'GARBAGE\r\n\r\n',
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`,
      randomBytes(5000).toString('latin1'),
    ]) {
      const socket = connect({ port: server.port!, host: '127.0.0.1' });
      socket.on('error', () => {});
      socket.resume();
      socket.write(text);
      await new Promise((resolve) => setTimeout(resolve, 30));
      socket.destroy();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual([server.counts.waiting, server.counts.waitingBytes], [0, 0]);
  });

  it('wrong keys are soon not looked up any more', async () => {
    const device = await add();
    const { path } = await addIntegration(t, nurse);
    assert.equal((await push(base, path, { id: device.imei, heartRate: 70 })).status, 200);
    const answers = await Promise.all(Array.from({ length: 400 }, () => push(base, PUSH_PATH + newAddressKey(), '{}')));
    assert.ok(answers.some(({ status }) => status === 429) && answers.every(({ status }) => status === 429 || status === 404));
    assert.equal((await push(base, path, { id: device.imei, heartRate: 71 })).status, 200, 'who was here before is not hindered');
    assert.equal((await push(t.url, `${PUSH_PATH}short`, 'x'.repeat(10_000))).status, 404);
  });
});

describe('while the ingest process is away', () => {
  it('the vendor is asked to come again', async () => {
    const { path } = await addIntegration(t, nurse);
    await server.stop();
    const answer = await fetch(t.url + path, { method: 'POST', body: '{}' });
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
    assert.match(((await answer.json()) as { msg: string }).msg, /稍后重试/);
  });
});
