import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createAmapGeocoder } from './amap.ts';
import { createGeocoder, type Geocoder } from './geocoder.ts';
import { regionCentroids, regionTree } from './region-data.ts';

/** A server that speaks AMap's format; `answer` is what it says next, null hangs up. */
let answer: unknown = null;
let asked: URL[] = [];
const server = createServer((request, response) => {
  asked.push(new URL(request.url ?? '/', 'http://amap'));
  if (answer === null) return void request.socket.destroy();
  response.setHeader('content-type', 'application/json');
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
});

const tables = createGeocoder(regionTree(), regionCentroids());
const offline: Geocoder = {
  geocode: async (address, hint) => tables.geocode(address, hint),
  regeocode: async (lng, lat) => tables.regeocode(lng, lat),
};

let baseUrl = '';
let clock = 0;
let warnings: string[] = [];
let amap: Geocoder;

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());
beforeEach(() => {
  asked = [];
  warnings = [];
  clock = 0;
  amap = createAmapGeocoder({
    key: 'secret-key',
    baseUrl,
    offline,
    now: () => clock,
    log: { warn: (...parts: unknown[]) => void warnings.push(JSON.stringify(parts)) },
  });
});

const hit = (adcode: string, district: string, more: object = {}) => ({
  formatted_address: `北京市${district}阜通东大街6号`,
  country: '中国',
  province: '北京市',
  citycode: '010',
  city: '北京市',
  district,
  township: [],
  neighborhood: { name: [], type: [] },
  building: { name: [], type: [] },
  adcode,
  street: '阜通东大街',
  number: '6号',
  location: '116.483038,39.990633',
  level: '门牌号',
  ...more,
});
const geo = (...geocodes: object[]) => ({ status: '1', info: 'OK', infocode: '10000', count: String(geocodes.length), geocodes });
const regeo = (component: object, name: unknown) => ({
  status: '1',
  info: 'OK',
  infocode: '10000',
  regeocode: { formatted_address: name, addressComponent: component },
});

describe('geocode through AMap', () => {
  it('gives the street number and asks with key, address and region', async () => {
    answer = geo(hit('110105', '朝阳区'));
    assert.deepEqual(await amap.geocode(' 北京市朝阳区 阜通东大街6号', '110000'), {
      outcome: 'found',
      place: {
        province: '北京市',
        city: '',
        district: '朝阳区',
        adcode: '110105',
        longitude: 116.483038,
        latitude: 39.990633,
        formattedAddress: '北京市朝阳区阜通东大街6号',
        rest: '阜通东大街6号',
        level: 'district',
        precision: 'address',
        assumed: false,
      },
    });
    assert.equal(asked[0]?.pathname, '/v3/geocode/geo');
    assert.deepEqual(Object.fromEntries(asked[0]?.searchParams ?? []), {
      key: 'secret-key',
      output: 'JSON',
      address: '北京市朝阳区阜通东大街6号',
      city: '110000',
    });
  });

  it('asks once for the same address', async () => {
    answer = geo(hit('110105', '朝阳区'));
    assert.deepEqual(await amap.geocode('阜通东大街6号'), await amap.geocode('阜通 东大街6号'));
    assert.equal(asked.length, 1);
  });

  it('says when it only found the district or the city', async () => {
    answer = geo(hit('110105', '朝阳区', { level: '区县' }));
    assert.equal((await amap.geocode('a')).outcome, 'found');
    const city = { province: '浙江省', city: '杭州市', district: [], adcode: '330100', level: '市', formatted_address: '浙江省杭州市' };
    answer = geo(hit('', '', city));
    const result = await amap.geocode('b');
    assert.ok(result.outcome === 'found');
    assert.deepEqual(
      [result.place.city, result.place.district, result.place.level, result.place.precision, result.place.rest],
      ['杭州市', '', 'city', 'city', ''],
    );
  });

  it('is ambiguous when the hits lie in several districts, not when in one', async () => {
    answer = geo(hit('110105', '朝阳区'), hit('110105', '朝阳区'));
    assert.equal((await amap.geocode('one')).outcome, 'found');
    answer = geo(hit('110105', '朝阳区'), hit('110108', '海淀区'));
    assert.deepEqual(await amap.geocode('two'), {
      outcome: 'ambiguous',
      name: 'two',
      candidates: [
        { adcode: '110105', name: '北京市朝阳区阜通东大街6号' },
        { adcode: '110108', name: '北京市海淀区阜通东大街6号' },
      ],
    });
  });

  for (const [what, body] of [
    ['no hit', geo()],
    ['a hit without an adcode', geo(hit([] as unknown as string, '朝阳区'))],
  ] as const) {
    it(`${what} is answered offline without a pause`, async () => {
      answer = body;
      const result = await amap.geocode('杭州西湖区文三路');
      assert.ok(result.outcome === 'found');
      assert.deepEqual([result.place.adcode, result.place.precision], ['330106', 'district']);
      await amap.geocode('杭州西湖区文二路');
      assert.equal(asked.length, 2);
      assert.deepEqual(warnings, []);
    });
  }

  for (const [what, body] of [
    ['a refused key', { status: '0', info: 'INVALID_USER_KEY', infocode: '10001' }],
    ['a broken answer', '<html>'],
    ['null', 'null'],
    ['a position that is none', geo(hit('110105', '朝阳区', { location: '[]' }))],
    ['a lost connection', null],
  ] as const) {
    it(`${what} is answered offline, logged without the key, and not asked again for a minute`, async () => {
      answer = body;
      const result = await amap.geocode('杭州西湖区文三路');
      assert.ok(result.outcome === 'found' && result.place.adcode === '330106');
      assert.equal(warnings.length, 1);
      assert.doesNotMatch(warnings.join(), /secret-key|文三路/);
      clock = 59_999;
      answer = geo(hit('110105', '朝阳区'));
      assert.equal((await amap.regeocode(120.13, 30.28))?.adcode, '330106');
      assert.equal(asked.length, 1);
      clock = 60_000;
      const later = await amap.geocode('杭州西湖区文三路');
      assert.ok(later.outcome === 'found' && later.place.precision === 'address');
      assert.equal(asked.length, 2);
    });
  }

  it('gives up on a server that stays silent', async () => {
    const silent = createServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const waiting = createAmapGeocoder({
      key: 'k',
      baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      offline,
      timeout: 50,
      now: () => clock,
      log: { warn: (...parts: unknown[]) => void warnings.push(JSON.stringify(parts)) },
    });
    const result = await waiting.geocode('杭州西湖区文三路');
    silent.closeAllConnections();
    silent.close();
    assert.ok(result.outcome === 'found' && result.place.adcode === '330106');
    assert.match(warnings.join(), /timeout/);
  });
});

describe('regeocode through AMap', () => {
  it('gives the address around a position', async () => {
    answer = regeo(
      { country: '中国', province: '北京市', city: [], citycode: '010', district: '朝阳区', adcode: '110105', township: '望京街道' },
      '北京市朝阳区望京街道方恒国际',
    );
    assert.deepEqual(await amap.regeocode(116.48303801, 39.990633), {
      province: '北京市',
      city: '',
      district: '朝阳区',
      adcode: '110105',
      longitude: 116.483038,
      latitude: 39.990633,
      formattedAddress: '北京市朝阳区望京街道方恒国际',
      rest: '望京街道方恒国际',
      level: 'district',
      precision: 'address',
      assumed: false,
      kilometres: 0,
    });
    assert.equal(asked[0]?.pathname, '/v3/geocode/regeo');
    assert.equal(asked[0]?.searchParams.get('location'), '116.483038,39.990633');
  });

  it('the sea, which AMap answers with empty arrays, is nowhere', async () => {
    answer = regeo({ country: [], province: [], city: [], district: [], adcode: '900000' }, []);
    assert.equal(await amap.regeocode(124, 30), null);
    assert.deepEqual(warnings, []);
  });

  it('does not ask for numbers that are no degrees', async () => {
    assert.equal(await amap.regeocode(NaN, 30), null);
    assert.equal(asked.length, 0);
  });
});
