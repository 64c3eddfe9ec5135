import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { callMenus as routes } from '#contract/calls/call-menus.ts';
import { callLinks } from '#contract/calls/call-links.ts';
import { callHouse, type CallHouse } from '#test/calls.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let house: CallHouse;
let admin: TestUser;
let group: number;
before(async () => {
  t = await harness();
  house = await callHouse(t);
  group = await house.group('服务台');
  admin = await t.user(house.tenantId);
});
after(() => t.close());

const tree = (groupId: number) => ({
  greeting: '服务台请按1',
  fileId: null,
  keys: [{ key: '1', name: '服务台', action: { to: 'group', groupId } }],
  seconds: 5,
  repeats: 1,
  otherwise: { to: 'hangup' },
});

describe('menus of callers', () => {
  it('are written, read, changed, and refused where a key leads nowhere', async () => {
    const make = (form: object) => t.route(routes.create, admin, { name: '总机', tree: tree(group), ...form });
    const { data: id } = await make({});
    assert.deepEqual(refusal(await make({})), [409, '已有同名的语音菜单']);
    const foreign = await (await callHouse(t)).group('别家');
    assert.deepEqual(refusal(await make({ name: '二', tree: tree(foreign) })), [404, '技能组不存在']);
    assert.deepEqual(refusal(await make({ name: '' })), [400, '请输入菜单名称']);
    const up = { ...tree(group), otherwise: { to: 'up' } };
    assert.deepEqual(refusal(await make({ name: '二', tree: up })), [400, '第一层没有上一层']);
    const hours = [{ days: [1], from: '08:00', to: '18:00' }];
    assert.deepEqual(refusal(await t.route(routes.update, admin, { id, name: '总机', tree: tree(group), hours })), [200, '更新成功']);
    const { data } = await t.route(routes.get, admin, { id });
    assert.deepEqual([data.tree, data.hours, data.holidays], [tree(group), hours, true]);
    const stranger = await t.user(await t.tenant());
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id })), [404, '语音菜单不存在']);
    const link = (await t.route(callLinks.create, admin, { name: '大厅', menuId: id })).data;
    assert.deepEqual(refusal(await t.route(routes.remove, admin, { id })), [422, '语音菜单正被号码或通话链接使用，不能删除，请停用']);
    await t.route(callLinks.remove, admin, { id: link.id });
    assert.equal((await t.route(routes.remove, admin, { id })).status, 200);
  });
});
