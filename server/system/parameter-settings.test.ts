import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { parameters as routes } from '#contract/system/parameters.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addParameterRows } from './default-rows.ts';
import { parameterDefaults } from './menu-defaults.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
before(async () => {
  t = await harness();
  tenantId = await t.tenant();
  admin = await t.user(tenantId);
  await t.deps.inTenant(tenantId, (tx) =>
    addParameterRows(
      tx,
      parameterDefaults.map(({ since: _since, ...row }) => row),
    ),
  );
});
after(() => t.close());

const read = async (user = admin) => (await t.route(routes.settings, user)).data;
const one = async (key: string, user = admin) => (await read(user)).find(({ publicKey }: { publicKey: string }) => publicKey === key);
const save = (changes: object[], user = admin) => t.route(routes.save, user, { changes } as never);

describe('the settings', () => {
  it('need rights, and hold what the tenant keeps and what it could keep', async () => {
    const viewer = await t.user(tenantId, { permissions: ['admin_syspublicparam_view'] });
    assert.equal((await t.route(routes.settings, null)).status, 401);
    assert.equal((await t.route(routes.settings, await t.user(tenantId, { permissions: [] }))).status, 403);
    assert.equal((await save([{ publicKey: 'CLIP_DAYS', publicValue: '3', version: 1 }], viewer)).status, 403);
    assert.deepEqual((({ publicValue, defaultValue, version }) => [publicValue, defaultValue, version])(await one('CLIP_DAYS', viewer)), [
      '180',
      '180',
      1,
    ]);
    assert.equal((await one('MAP_TILE_URL', viewer)).version, null);
    assert.equal(await one('READING_DAYS', viewer), undefined, 'the platform’s alone');
    assert.equal((await one('READING_DAYS', await t.user(1))).publicKey, 'READING_DAYS');
  });

  it('are saved together or not at all, and say who was faster and to what', async () => {
    const [clip, message] = [await one('CLIP_DAYS'), await one('MESSAGE_DAYS')];
    const faster = await t.user(tenantId, { name: '李快手' });
    assert.equal((await save([{ publicKey: 'CLIP_DAYS', publicValue: '30', version: clip.version }], faster)).status, 200);
    const late = await save([
      { publicKey: 'MESSAGE_DAYS', publicValue: '60', version: message.version },
      { publicKey: 'CLIP_DAYS', publicValue: '90', version: clip.version },
    ]);
    assert.equal(late.status, 409);
    assert.match(late.msg ?? '', /^“预警录像保留”已被李快手于\d\d-\d\d \d\d:\d\d改为“30天”，您的修改都没有保存，请核对后再保存$/);
    assert.equal((await one('MESSAGE_DAYS')).publicValue, message.publicValue);
  });

  it('refuse what could not be read, twice the same, and what is not there', async () => {
    const { version } = await one('MESSAGE_DAYS');
    const change = (publicValue: string) => ({ publicKey: 'MESSAGE_DAYS', publicValue, version });
    for (const [changes, message] of [
      [[change('-1')], '“消息保留”不正确：应为0到3650的整数'],
      [[change('1'), change('2')], '同一个参数不能修改两次'],
      [[], '没有要保存的修改'],
      [[{ publicKey: 'UNHEARD_OF', publicValue: 'x', version: null }], '参数“UNHEARD_OF”不存在'],
      [[{ publicKey: 'READING_DAYS', publicValue: '40', version: null }], '参数“逐条体征和定位保留”不存在'],
    ] as const) {
      const answer = await save([...changes]);
      assert.equal(answer.msg, message);
    }
    const many = Array.from({ length: 101 }, (_, at) => ({ publicKey: `KEY_${at}`, publicValue: '', version: 1 }));
    assert.equal((await save(many)).msg, '一次最多保存100项');
    assert.equal((await one('MESSAGE_DAYS')).version, version);
  });

  it('add what the tenant did not keep, with the right to add, and never a second time', async () => {
    const change = { publicKey: 'MAP_TILE_URL', publicValue: 'https://tiles.example.cn/{z}/{x}/{y}.png', version: null };
    const editor = await t.user(tenantId, { permissions: ['admin_syspublicparam_view', 'admin_syspublicparam_edit'] });
    assert.equal((await save([change], editor)).status, 403);
    assert.equal((await save([change])).status, 200);
    assert.deepEqual([(await one('MAP_TILE_URL')).publicName, (await one('MAP_TILE_URL')).version], ['地图瓦片地址', 1]);
    const shown = await t.call('GET', '/admin/param/publicValue/MAP_TILE_URL', { headers: { 'tenant-id': String(tenantId) } });
    assert.equal(shown.data, change.publicValue, 'pages read it before anybody signs in');
    const again = await save([{ ...change, publicValue: 'https://other.example.cn/{z}/{x}/{y}.png' }]);
    assert.equal(again.status, 409);
  });
});
