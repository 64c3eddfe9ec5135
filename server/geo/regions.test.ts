import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { regions } from '#contract/regions.ts';
import { flatten } from '#contract/regions.rules.ts';
import { harness } from '../../test/harness.ts';
import { db } from '../db/tenant.ts';
import { geocoderOf, refusal } from './regions.ts';

const t = await harness();
after(() => t.close());
const tenantId = await t.tenant();
const nurse = await t.user(tenantId, { permissions: [] });

describe('geocode/geo', () => {
  it('refuses without a session', async () => {
    assert.equal((await t.route(regions.geo, null, { address: '杭州西湖区' })).status, 401);
  });

  it('refuses an empty, missing or endless address', async () => {
    for (const input of [{}, { address: '' }, { address: '  ' }]) {
      const answer = await t.route(regions.geo, nurse, input);
      assert.deepEqual([answer.status, answer.code, answer.msg], [400, 1, '请输入地址']);
    }
    assert.equal((await t.route(regions.geo, nurse, { address: '杭'.repeat(201) })).status, 400);
  });

  it('answers code 0 with longitude and latitude', async () => {
    const { status, code, data } = await t.route(regions.geo, nurse, { address: '杭州西湖区文三路90号' });
    assert.deepEqual(
      [status, code, data.adcode, data.formattedAddress, data.precision],
      [200, 0, '330106', '浙江省杭州市西湖区文三路90号', 'district'],
    );
    assert.ok(Math.abs(data.longitude - 120.13) < 0.05 && Math.abs(data.latitude - 30.26) < 0.05);
  });

  it('says in Chinese that an address is not found', async () => {
    const answer = await t.route(regions.geo, nurse, { address: '南京东路100号' });
    assert.deepEqual([answer.code, answer.msg], [1, '未找到该地址，请补充所在省市区']);
  });

  it('lists what an ambiguous name can mean', async () => {
    const answer = await t.route(regions.geo, nurse, { address: '朝阳区建国路88号' });
    assert.deepEqual([answer.code, answer.msg], [1, '“朝阳区”有多处：北京市朝阳区、吉林省长春市朝阳区，请补充所在省市']);
    assert.deepEqual(
      answer.data.candidates.map(({ adcode }: { adcode: string }) => adcode),
      ['110105', '220104'],
    );
    assert.equal(
      refusal({ outcome: 'ambiguous', name: '昆山', candidates: [{ adcode: '320583', name: '江苏省苏州市昆山市' }] }).message,
      '“昆山”可能是江苏省苏州市昆山市，请补充所在省市',
    );
  });

  it('decides by the city asked for', async () => {
    for (const city of ['北京', '北京市', '110000', '110108'])
      assert.equal((await t.route(regions.geo, nurse, { address: '朝阳区建国路88号', city })).data.adcode, '110105');
    const wrong = await t.route(regions.geo, nurse, { address: '朝阳区', city: '不存在市' });
    assert.deepEqual([wrong.status, wrong.msg], [400, '城市“不存在市”不存在']);
  });

  it("decides by the institution's own region, and by no other institution's", async () => {
    const home = await t.tenant();
    const there = await t.user(home, { permissions: [] });
    await t.deps.inTenant(1, (tx) => tx.run(db.updateTable('tenants').set({ region_code: '220100' }).where('id', '=', home)));
    assert.equal((await t.route(regions.geo, there, { address: '朝阳区人民大街' })).data.adcode, '220104');
    const assumed = (await t.route(regions.geo, there, { address: '阳光小区3栋' })).data;
    assert.deepEqual([assumed.adcode, assumed.assumed, assumed.precision], ['220100', true, 'city']);
    assert.equal((await t.route(regions.geo, nurse, { address: '朝阳区人民大街' })).code, 1);
  });
});

describe('geocode/regeo', () => {
  it('refuses without a session', async () => {
    assert.equal((await t.route(regions.regeo, null, { longitude: 120, latitude: 30 })).status, 401);
  });

  it('refuses what is no position', async () => {
    for (const input of [{}, { longitude: 'a', latitude: 30 }, { longitude: 120 }, { location: '120' }, { location: '120,30,1' }]) {
      const answer = await t.route(regions.regeo, nurse, input);
      assert.equal(answer.status, 400, JSON.stringify(input));
      assert.match(answer.msg ?? '', /^(请选择位置|位置格式应为经度,纬度)$/);
    }
  });

  it('answers both spellings, in either order', async () => {
    for (const input of [
      { longitude: 120.13, latitude: 30.28 },
      { longitude: 30.28, latitude: 120.13 },
      { location: '120.13,30.28' },
      { location: '30.28, 120.13' },
    ]) {
      const { code, data } = await t.route(regions.regeo, nurse, input);
      assert.deepEqual(
        [code, data.adcode, data.formattedAddress, data.longitude, data.latitude],
        [0, '330106', '浙江省杭州市西湖区', 120.13, 30.28],
      );
    }
  });

  it('says that the sea is nowhere', async () => {
    const answer = await t.route(regions.regeo, nurse, { location: '124,30' });
    assert.deepEqual([answer.code, answer.msg], [1, '该位置不在可识别的范围内']);
  });
});

describe('region/tree', () => {
  it('is open to strangers, whom a questionnaire asks for a place', async () => {
    assert.equal((await t.route(regions.tree, null)).status, 200);
  });

  it('gives the whole tree, compressed for who takes it, and 304 to who has it', async () => {
    const headers = { authorization: `Bearer ${nurse.token}` };
    const answers = await Promise.all(
      ['gzip', 'identity'].map((encoding) => fetch(`${t.url}/admin/region/tree`, { headers: { ...headers, 'accept-encoding': encoding } })),
    );
    const [zipped, plain] = await Promise.all(answers.map(async (answer) => ({ headers: answer.headers, body: await answer.json() })));
    assert.deepEqual(zipped?.body, plain?.body);
    assert.deepEqual([zipped?.headers.get('content-encoding'), plain?.headers.get('content-encoding')], ['gzip', null]);
    assert.equal(plain?.body.code, 0);
    assert.ok(flatten(regions.tree.output.parse(plain?.body.data)).length > 3_200);
    assert.match(plain?.headers.get('cache-control') ?? '', /max-age=86400/);
    const etag = plain?.headers.get('etag') ?? '';
    for (const tag of [etag, `W/${etag}`])
      assert.equal((await fetch(`${t.url}/admin/region/tree`, { headers: { ...headers, 'if-none-match': tag } })).status, 304);
    assert.equal((await fetch(`${t.url}/admin/region/tree`, { headers: { ...headers, 'if-none-match': '"other"' } })).status, 200);
  });
});

describe('with a key', () => {
  it('asks the configured service', async () => {
    const asked: string[] = [];
    const amap = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(
        JSON.stringify({
          status: '1',
          geocodes: [
            {
              formatted_address: '浙江省杭州市西湖区文三路90号',
              province: '浙江省',
              city: '杭州市',
              district: '西湖区',
              adcode: '330106',
              level: '门牌号',
              location: '120.125,30.276',
            },
          ],
        }),
      );
    });
    amap.listen(0, '127.0.0.1');
    await once(amap, 'listening');
    const amapUrl = `http://127.0.0.1:${(amap.address() as AddressInfo).port}/`;
    const result = await geocoderOf({ ...t.deps, config: { ...t.deps.config, amapKey: 'k', amapUrl } }).geocode('文三路90号', '330100');
    amap.closeAllConnections();
    amap.close();
    assert.ok(result.outcome === 'found' && result.place.precision === 'address');
    assert.match(asked.join(), /^\/v3\/geocode\/geo\?key=k&/);
  });
});
