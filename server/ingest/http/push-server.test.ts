/** A vendor's push from the request to committed rows and the answer that the vendor waits for. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { results } from '#contract/devices/device-integrations.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { newAddressKey, PUSH_PATH } from '#server/devices/integration-keys.ts';
import { receiving, type Receiving } from '#test/push-server.ts';
import { addIntegration, hmac, push } from '#test/pushes.ts';

let r: Receiving;
let t: Receiving['t'];
let nurse: Receiving['nurse'];
let server: Receiving['server'];
let base: Receiving['base'];
let rows: Receiving['rows'];
let latest: Receiving['latest'];
let add: Receiving['add'];
let deliveries: Receiving['deliveries'];
before(async () => {
  r = await receiving();
  ({ t, nurse, server, base, rows, latest, add, deliveries } = r);
});
after(() => r?.close());

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
    const form = `id=${device.imei}&heartRate=77`;
    assert.equal(
      (await push(t.url, path, form, { 'x-signature': hmac(form), 'content-type': 'application/x-www-form-urlencoded' })).status,
      200,
    );
    assert.deepEqual(await latest(device), [[1, 77]]);
    assert.equal((await push(t.url, PUSH_PATH + newAddressKey(), text)).status, 404);
    assert.equal((await fetch(t.url + path)).status, 404);
  });

  it('says what devices hear around them, by the vendor’s own names', async () => {
    const device = await add();
    const mapping = {
      device: 'sn',
      items: '$.list',
      fields: [
        { target: 'wifi', path: 'aps', mac: 'b', rssi: 's' },
        { target: 'cells', path: 'bts', mcc: 'mcc', mnc: 'mnc', lac: 'lac', cid: 'ci' },
        { target: 'alarm', path: 'type', codes: { '7': 'fall' } },
      ],
    };
    const { path } = await addIntegration(t, nurse, { mapping });
    const aps = [
      { b: '24:69:68:00:00:01', s: '-48' },
      { b: '24:69:68:00:00:02', s: 66 },
    ];
    assert.equal(
      (await push(base, path, { list: [{ sn: device.imei, type: 7, aps, bts: { mcc: 460, mnc: 1, lac: 7, ci: 9 } }] })).status,
      200,
    );
    const points = [
      { mac: '24:69:68:00:00:01', rssi: -48 },
      { mac: '24:69:68:00:00:02', rssi: -66 },
    ];
    const cells = [{ mcc: 460, mnc: 1, lac: 7, cid: 9, rssi: null }];
    const [around] = await rows<{ cells: unknown; access_points: unknown }>(device, 'device_surroundings');
    assert.deepEqual([around?.access_points, around?.cells], [points, cells]);
    const [event] = await rows<{ surroundings: unknown }>(device, 'device_events');
    assert.deepEqual(event?.surroundings, { cells, accessPoints: points });
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
    const left = () => server.counts.waiting + server.counts.waitingBytes;
    for (const end = performance.now() + 30_000; left() > 0 && performance.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([server.counts.waiting, server.counts.waitingBytes], [0, 0]);
  });

  it('wrong keys are soon not looked up any more', async () => {
    const device = await add();
    const { path } = await addIntegration(t, nurse);
    assert.equal((await push(base, path, { id: device.imei, heartRate: 70 })).status, 200);
    const answers = await Promise.all(Array.from({ length: 400 }, () => push(base, PUSH_PATH + newAddressKey(), '{}')));
    assert.ok(answers.every(({ status }) => status === 429 || status === 404));
    // Where the database is slow, all of them are asked for before the first is known to be wrong.
    assert.equal((await push(base, PUSH_PATH + newAddressKey(), '{}')).status, 429);
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
