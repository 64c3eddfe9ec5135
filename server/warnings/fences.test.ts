import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fences } from '#contract/warnings/fences.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice } from '#test/ingest.ts';

let t: Harness;
let chief: TestUser;
let reader: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  chief = await t.user(await t.tenant());
  reader = await t.user(chief.tenantId, { permissions: ['tenant_device_fence_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const circle = { name: '院区', purpose: 1, shape: 1, longitude: 116.4, latitude: 39.91, radius: 300 };
const corner = (lng: number, lat: number) => ({ lng, lat });
const square = [corner(116.4, 39.9), corner(116.41, 39.9), corner(116.41, 39.91), corner(116.4, 39.91)];

describe('fences', () => {
  it('need a session, a right, and a shape that has an inside', async () => {
    assert.equal((await t.route(fences.create, null, circle)).status, 401);
    assert.equal((await t.route(fences.create, reader, circle)).status, 403);
    for (const [input, message] of [
      [{ ...circle, name: ' ' }, '请输入围栏名称'],
      [{ ...circle, radius: 10 }, '半径不能小于20米'],
      [{ ...circle, windows: [{ days: [8], from: '21:00', to: '06:00' }] }, null],
      [{ ...circle, windows: [{ days: [], from: '25:00', to: '06:00' }] }, '时间格式应为HH:mm'],
      [{ ...circle, points: Array.from({ length: 201 }, () => corner(116, 39)) }, '最多200个顶点'],
    ] as const) {
      const answer = await t.route(fences.create, chief, input);
      assert.equal(answer.status, 400, JSON.stringify(input));
      if (message) assert.equal(answer.msg, message);
    }
    for (const [input, message] of [
      [{ ...circle, radius: null }, '请输入半径'],
      [{ name: '院区', purpose: 1, shape: 1, radius: 300 }, '请在地图上选择圆心'],
      [{ ...circle, windows: [{ days: [], from: '21:00', to: '21:00' }] }, '时段的开始与结束不能相同'],
      [{ ...circle, shape: 2, points: square.slice(0, 2) }, '多边形至少需要3个顶点'],
      [{ ...circle, shape: 2, points: [square[0], square[1], square[0]] }, '多边形至少需要3个不同的顶点'],
      [{ ...circle, shape: 2, points: [square[0], square[2], square[1], square[3]] }, '多边形的边不能相互交叉，请调整顶点'],
      [{ ...circle, shape: 3, points: [square[0], square[0]] }, '路线至少需要2个不同的点'],
      [{ ...circle, shape: 3, radius: null, points: square.slice(0, 2) }, '请输入路线两侧的宽度'],
      [{ ...circle, personIds: [999_999] }, '服务对象不存在'],
      [{ ...circle, deviceIds: [999_999] }, '设备不存在'],
    ] as const) {
      const answer = await t.route(fences.create, chief, input as object as Record<string, unknown>);
      assert.deepEqual([answer.status, answer.msg], [422, message]);
    }
    assert.equal((await t.route(fences.page, chief)).data.total, 0);
  });

  it('are kept as they were drawn, with whom they are for', async () => {
    const device = await addDevice(t, chief.tenantId);
    const windows = [{ days: [1, 7], from: '21:00', to: '06:00' }];
    const id = (
      await t.route(fences.create, chief, {
        ...circle,
        windows,
        personIds: [device.personId, device.personId],
        deviceIds: [device.deviceId],
      })
    ).data;
    const { data } = await t.route(fences.get, reader, { id });
    assert.ok(Math.abs(data.longitude - 116.4) < 2e-6 && Math.abs(data.latitude - 39.91) < 2e-6);
    assert.deepEqual([data.radius, data.points, data.windows, data.margin, data.misplaced, data.enabled], [300, [], windows, 50, 0, true]);
    assert.deepEqual(
      [data.people.map((one: any) => one.id), data.devices],
      [[device.personId], [{ id: device.deviceId, name: device.imei }]],
    );
    assert.equal((await t.route(fences.get, stranger, { id })).status, 404);
    assert.equal((await t.route(fences.update, stranger, { ...circle, id })).status, 404);
    assert.deepEqual((await t.route(fences.page, chief, { oldmanId: device.personId })).data.total, 1);

    const polygon = { name: '水塘', purpose: 2, shape: 2, points: square, personIds: [], deviceIds: [], id, version: data.version };
    assert.equal((await t.route(fences.update, chief, polygon)).status, 200);
    const changed = (await t.route(fences.get, chief, { id })).data;
    assert.deepEqual([changed.name, changed.radius, changed.people, changed.devices, changed.points.length], ['水塘', null, [], [], 4]);
    assert.ok(
      changed.points.every(
        ({ lng, lat }: any, at: number) => Math.abs(lng - square[at]!.lng) < 2e-6 && Math.abs(lat - square[at]!.lat) < 2e-6,
      ),
    );
    assert.equal((await t.route(fences.update, chief, polygon)).status, 409);
    const way = { name: '河边', purpose: 2, shape: 3, radius: 25, points: square.slice(0, 3), id, version: changed.version };
    assert.equal((await t.route(fences.update, chief, way)).status, 200);
    const line = (await t.route(fences.get, chief, { id })).data;
    assert.deepEqual([line.shape, line.radius, line.points.length], [3, 25, 3]);
    assert.equal((await t.route(fences.remove, reader, { id })).status, 403);
    assert.equal((await t.route(fences.remove, chief, { id })).status, 200);
    assert.equal((await t.route(fences.get, chief, { id })).status, 404);
  });
});
