import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { deviceTypes as routes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const form = { name: '平安腕表', kind: 'watch', protocol: 'watch', commands: ['locate', 'ring'] };
const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];
const add = async (input: object = {}, as = nurse) => (await t.route(routes.create, as, { ...form, ...input })).data as number;

describe('device types', () => {
  it('ask for a session, good input and the permission', async () => {
    const nobody = await t.user(nurse.tenantId, { permissions: [] });
    assert.equal((await t.route(routes.create, null, form)).status, 401);
    assert.deepEqual(answer(await t.route(routes.create, nurse, { ...form, name: ' ' })), [400, '请输入类别名称']);
    assert.deepEqual(answer(await t.route(routes.create, nurse, { ...form, kind: 'toaster' })), [400, '请选择设备类别']);
    assert.equal((await t.route(routes.create, nurse, { ...form, fallLevels: [1, 2] })).status, 400);
    assert.equal((await t.route(routes.create, nobody, form)).status, 403);
  });

  it('are kept per tenant, each name once', async () => {
    const id = await add({ name: '甲型', fallLevels: [6, 4, 2] });
    assert.deepEqual(answer(await t.route(routes.create, nurse, { ...form, name: '甲型' })), [409, '已有同名的设备类型']);
    assert.equal((await t.route(routes.create, stranger, { ...form, name: '甲型' })).status, 200);
    assert.equal((await t.route(routes.get, stranger, { id })).status, 404);
    assert.equal((await t.route(routes.update, stranger, { ...form, id })).status, 404);
    assert.equal((await t.route(routes.remove, stranger, { id })).status, 404);
    const { data } = await t.route(routes.get, nurse, { id });
    assert.deepEqual([data.name, data.fallLevels, data.silentMinutes, data.deviceCount, data.version], ['甲型', [6, 4, 2], 20, 0, 1]);
    assert.equal((await t.route(routes.update, nurse, { ...form, id, name: '甲型2', version: 7 })).status, 409);
    assert.equal((await t.route(routes.update, nurse, { ...form, id, name: '甲型2', version: 1 })).status, 200);
  });

  it('stay as long as a device is of them; a device is of its own kind only', async () => {
    const id = await add({ name: '乙型' });
    const bed = await add({ name: '床垫', kind: 'bed', protocol: 'mqtt' });
    const device = { imei: '866099000000015', type: 'watch' };
    assert.deepEqual(answer(await t.route(devices.create, nurse, { ...device, typeId: bed })), [422, '设备类型与所选类别不一致']);
    const strange = (await t.route(routes.create, stranger, { ...form, name: '别家的' })).data as number;
    assert.deepEqual(answer(await t.route(devices.create, nurse, { ...device, typeId: strange })), [422, '设备类型不存在']);
    const made = (await t.route(devices.create, nurse, { ...device, typeId: id })).data as number;
    const { data } = await t.route(devices.get, nurse, { id: made });
    assert.deepEqual([data.typeId, data.typeName], [id, '乙型']);
    assert.deepEqual(answer(await t.route(routes.remove, nurse, { id })), [422, '该类型下还有设备，不能删除']);
    assert.deepEqual(
      (await t.route(routes.page, nurse, { unused: 'false' })).data.records.map((row: { name: string }) => row.name),
      ['乙型'],
    );
    await t.route(devices.update, nurse, { ...device, id: made, typeId: '' });
    assert.equal((await t.route(routes.remove, nurse, { id })).status, 200);
  });
});
