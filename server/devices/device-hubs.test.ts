import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deviceHubs as routes } from '#contract/devices/device-hubs.ts';
import { devices } from '#contract/devices/devices.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { addOfType, addType } from '#test/mqtt.ts';
import { overtaken } from '#test/overtaking.ts';
import type { Tx } from '../db/tenant.ts';

let t: Harness;
let chief: TestUser;
let looker: TestUser;
let stranger: TestUser;
let hubType: number;
let beltType: number;
before(async () => {
  t = await harness();
  chief = await t.user(await t.tenant());
  looker = await t.user(chief.tenantId, { permissions: ['tenant_device_view'] });
  stranger = await t.user(await t.tenant());
  hubType = await addType(t, chief.tenantId, 'mqtt', { kind: 'hub' });
  beltType = await addType(t, chief.tenantId, 'mqtt');
});
after(() => t?.close());

const addHub = async () => (await addOfType(t, chief.tenantId, hubType, { kind: 'hub' })).deviceId;
const addBelt = async (type = beltType) => (await addOfType(t, chief.tenantId, type, { password: false })).deviceId;
const get = async (id: number) => (await t.route(devices.get, chief, { id })).data;
const listed = async (query: object) =>
  (await t.route(devices.page, chief, { size: 100, ...query })).data.records.map(({ id }: { id: number }) => id) as number[];

describe('devices behind a gateway', () => {
  it('are assigned by those who may, in their own tenant', async () => {
    const input = { hubId: await addHub(), deviceIds: [await addBelt()] };
    for (const route of [routes.assign, routes.release]) {
      assert.equal((await t.route(route, null, input)).status, 401);
      assert.equal((await t.route(route, chief, { ...input, deviceIds: [] })).status, 400);
      assert.equal((await t.route(route, looker, input)).status, 403);
      assert.equal((await t.route(route, stranger, input)).status, 404);
      const [foreign] = [(await addOfType(t, stranger.tenantId, await addType(t, stranger.tenantId, 'mqtt'))).deviceId];
      assert.equal((await t.route(route, chief, { ...input, deviceIds: [...input.deviceIds, foreign] })).status, 404);
    }
    assert.equal((await get(input.deviceIds[0]!)).hubId, null);
  });

  it('are listed with it, and offered until they are', async () => {
    const [hub, one, two] = [await addHub(), await addBelt(), await addBelt()];
    const http = await addBelt(await addType(t, chief.tenantId, 'http'));
    const offered = await listed({ assignable: true });
    assert.deepEqual(
      [one, two, http, hub].map((id) => offered.includes(id)),
      [true, true, false, false],
    );
    assert.deepEqual((await t.route(routes.assign, chief, { hubId: hub, deviceIds: [one, two, one] })).data, 2);
    assert.deepEqual((await listed({ hubId: hub })).sort(), [one, two].sort());
    assert.equal((await listed({ assignable: true })).includes(one), false);
    const row = await get(one);
    assert.deepEqual([row.hubId, row.hubName], [hub, (await get(hub)).imei]);
    assert.equal((await t.route(routes.assign, chief, { hubId: hub, deviceIds: [one] })).data, 0, 'again is no change');
    assert.equal((await t.route(routes.release, chief, { hubId: hub, deviceIds: [one] })).data, 1);
    assert.deepEqual(await listed({ hubId: hub }), [two]);
    assert.equal((await t.route(routes.release, chief, { hubId: hub, deviceIds: [one] })).status, 409);
  });

  it('come by MQTT, are no gateways, and behind one only', async () => {
    const [hub, other, one] = [await addHub(), await addHub(), await addBelt()];
    const http = await addBelt(await addType(t, chief.tenantId, 'http'));
    await t.route(routes.assign, chief, { hubId: other, deviceIds: [one] });
    for (const id of [http, one, other, hub]) {
      const { status, msg } = await t.route(routes.assign, chief, { hubId: hub, deviceIds: [id] });
      assert.equal(status, 422);
      assert.match(msg ?? '', /只能分配通信协议为MQTT、还没有所属网关的设备/);
    }
    assert.equal((await t.route(routes.assign, chief, { hubId: one, deviceIds: [http] })).status, 422, 'a belt is no gateway');
  });

  it('keep their gateway from being deleted or becoming something else', async () => {
    const [hub, one] = [await addHub(), await addBelt()];
    await t.route(routes.assign, chief, { hubId: hub, deviceIds: [one] });
    const [row, belt] = [await get(hub), await get(one)];
    const form = { id: hub, imei: row.imei, typeId: null, oldmanId: null };
    assert.equal((await t.route(devices.update, chief, { ...form, type: 'other' })).status, 422);
    assert.equal(
      (await t.route(devices.update, chief, { id: one, imei: belt.imei, typeId: null, oldmanId: belt.oldmanId, type: 'hub' })).status,
      422,
    );
    assert.equal((await t.route(devices.update, chief, { ...form, type: 'hub', name: '二楼网关' })).status, 200);
    await t.route(devices.update, chief, { ...form, type: 'hub' });
    assert.equal((await t.route(devices.remove, chief, { id: hub })).status, 422);
    await t.route(routes.release, chief, { hubId: hub, deviceIds: [one] });
    assert.equal((await t.route(devices.remove, chief, { id: hub })).status, 200);
  });

  it('a gateway that is deleted while devices are assigned to it gets none', async () => {
    const [hub, belt] = [await addHub(), await addBelt()];
    const remove = (tx: Tx) => tx.run(sql`update devices set deleted_at = now() where tenant_id = ${tx.tenantId} and id = ${hub}`);
    const late = await overtaken(t, chief.tenantId, remove, () => t.route(routes.assign, chief, { hubId: hub, deviceIds: [belt] }));
    assert.deepEqual(refusal(late), [409, '网关已被他人修改，请刷新后重试']);
    assert.equal((await get(belt)).hubId, null);
  });

  it('two gateways that reach for one device at once: one has it', async () => {
    const [one, two, belt] = [await addHub(), await addHub(), await addBelt()];
    const answers = await Promise.all([one, two].map((hubId) => t.route(routes.assign, chief, { hubId, deviceIds: [belt] })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    assert.equal((await get(belt)).hubId, answers[0]!.status === 200 ? one : two);
  });
});
