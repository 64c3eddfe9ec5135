import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readLocator } from '../integration-settings.ts';
import { createNetworkLocator, LocatorFailure, type LocatorSettings } from './network-locator.ts';

/** A local peer that speaks both protocols; `answer` is what it says next. */
let answer: { status?: number; body?: unknown; headers?: Record<string, string> } | null = null;
let asked: { url: URL; body: any; request: IncomingMessage }[] = [];
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => void pieces.push(piece));
  request.on('end', () => {
    const text = Buffer.concat(pieces).toString('utf8');
    asked.push({ url: new URL(request.url ?? '/', 'http://peer'), body: text ? JSON.parse(text) : null, request });
    if (!answer) return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
});
let origin = '';
let clock = 0;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());
beforeEach(() => {
  asked = [];
  clock = 0;
});

const locator = (service: LocatorSettings['service'], url = origin) =>
  createNetworkLocator({ service, url, key: 'secret' }, { now: () => clock, timeout: 300 });
const cells = [
  { mcc: 460, mnc: 0, lac: 9346, cid: 4401, rssi: -80 },
  { mcc: 460, mnc: 0, lac: 9346, cid: 4402, rssi: null },
];
const points = [
  { mac: '24:69:68:5b:c2:10', rssi: -61 },
  { mac: 'b0:95:8e:3f:77:02', rssi: null },
];

describe('a location service', () => {
  it('of AMap is asked with cells and access points, and its GCJ-02 becomes WGS-84', async () => {
    answer = {
      body: {
        status: '1',
        info: 'OK',
        infocode: '10000',
        result: { type: '2', location: '120.154668,30.247613', radius: '35', desc: '浙江省杭州市' },
      },
    };
    const place = await locator('amap').locate(cells, points);
    const [{ url } = { url: null }] = asked;
    assert.deepEqual(
      ['accesstype', 'bts', 'nearbts', 'macs', 'key', 'output', 'imei'].map((name) => url?.searchParams.get(name)),
      ['1', '460,0,9346,4401,-80', '460,0,9346,4402,-75', '24:69:68:5b:c2:10,-61,|b0:95:8e:3f:77:02,-75,', 'secret', 'json', null],
    );
    assert.equal(url?.pathname, '/position');
    assert.equal(place?.metres, 35);
    assert.ok(Math.abs((place?.lng ?? 0) - 120.15) < 2e-4 && Math.abs((place?.lat ?? 0) - 30.25) < 2e-4, JSON.stringify(place));
    await locator('amap').locate(cells, []);
    assert.deepEqual([asked[1]?.url.searchParams.get('accesstype'), asked[1]?.url.searchParams.has('macs')], ['0', false]);
  });

  it('of AMap that located nothing says so; one that refuses is a failure without the key', async () => {
    answer = { body: { status: '1', info: 'OK', infocode: '10000', result: { type: '0' } } };
    assert.equal(await locator('amap').locate(cells, points), null);
    answer = { body: { status: '0', info: 'INVALID_USER_KEY', infocode: '10001' } };
    await assert.rejects(
      locator('amap').locate(cells, points),
      (error: Error) => error instanceof LocatorFailure && error.message === 'status 200, infocode 10001',
    );
  });

  it('that speaks geolocate is asked never by our own address, and answers in WGS-84', async () => {
    answer = { body: { location: { lat: 30.25, lng: 120.15 }, accuracy: 42.5 } };
    assert.deepEqual(await locator('geolocate', `${origin}/v1/geolocate`).locate(cells, points), { lng: 120.15, lat: 30.25, metres: 42.5 });
    const [first] = asked;
    assert.deepEqual([first?.request.method, first?.url.pathname, first?.url.searchParams.get('key')], ['POST', '/v1/geolocate', 'secret']);
    assert.deepEqual(first?.body, {
      considerIp: false,
      fallbacks: { ipf: false, lacf: true },
      cellTowers: [
        { radioType: 'gsm', mobileCountryCode: 460, mobileNetworkCode: 0, locationAreaCode: 9346, cellId: 4401, signalStrength: -80 },
        { radioType: 'gsm', mobileCountryCode: 460, mobileNetworkCode: 0, locationAreaCode: 9346, cellId: 4402 },
      ],
      wifiAccessPoints: [{ macAddress: '24:69:68:5b:c2:10', signalStrength: -61 }, { macAddress: 'b0:95:8e:3f:77:02' }],
    });
    answer = { status: 404, body: { error: { code: 404, message: 'Not found' } } };
    assert.equal(await locator('geolocate').locate(cells, points), null);
  });

  for (const [what, said] of [
    ['hangs up', null],
    ['says nonsense', { body: '<html>' }],
    ['says too much', { body: JSON.stringify('x'.repeat(70_000)) }],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: {} }],
    ['gives degrees that cannot be', { body: { location: { lat: 300, lng: 900 } } }],
    ['is broken', { status: 500, body: {} }],
  ] as const)
    it(`that ${what} is not asked again for a minute`, async () => {
      answer = said;
      const one = locator('geolocate');
      await assert.rejects(one.locate(cells, points), LocatorFailure);
      answer = { body: { location: { lat: 30.25, lng: 120.15 } } };
      await assert.rejects(one.locate(cells, points), /paused/);
      assert.equal(asked.length, 1);
      clock = 61_000;
      assert.deepEqual(await one.locate(cells, points), { lng: 120.15, lat: 30.25, metres: null });
    });

  it('is off without settings, and refuses half of them', () => {
    assert.equal(readLocator({}), null);
    assert.throws(() => readLocator({ LOCATE_SERVICE: 'amap' }), /LOCATE_KEY is missing/);
    assert.throws(() => readLocator({ LOCATE_SERVICE: 'geolocate' }), /LOCATE_URL is missing/);
    assert.throws(() => readLocator({ LOCATE_SERVICE: 'else' }), /amap or geolocate/);
    assert.deepEqual(readLocator({ LOCATE_SERVICE: 'amap', LOCATE_KEY: 'k' }), {
      service: 'amap',
      url: 'https://apilocate.amap.com',
      key: 'k',
    });
  });
});
