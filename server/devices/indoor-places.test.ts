import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { indoorPlaces as routes } from '#contract/devices/indoor-places.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { heard, macOf, report, roomPlace, teach } from '#test/indoor.ts';
import { addDevice, frame, ingest, noPlace, position, type TestDevice } from '#test/ingest.ts';
import { cellsOf, fetched, imported, workbook } from '#test/workbooks.ts';

let t: Harness;
let manager: TestUser;
let stranger: TestUser;
let sink: ReturnType<typeof ingest>;
let watch: TestDevice;
let [r301, r302] = [0, 0];
before(async () => {
  t = await harness();
  manager = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  watch = await addDevice(t, manager.tenantId);
  r301 = await roomPlace(t, manager, '301');
  r302 = await roomPlace(t, manager, '302');
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];
const placeOf = async (id: number) => (await t.route(routes.get, manager, { id })).data as Record<string, any>;
const macsOf = async (id: number) => ((await t.route(routes.points, manager, { id })).data as any[]).map(({ mac, rssi }) => [mac, rssi]);

describe('indoor places', () => {
  it('ask for a session, the permission, and an own place', async () => {
    const nobody = await t.user(manager.tenantId, { permissions: ['tenant_device_view'] });
    const calls = [
      [routes.page, {}],
      [routes.get, { id: r301 }],
      [routes.create, { building: '1号楼', floor: '1层', name: '餐厅' }],
      [routes.update, { id: r301, building: '1号楼', floor: '1层', name: '餐厅' }],
      [routes.remove, { id: r301 }],
      [routes.points, { id: r301 }],
      [routes.addBeacon, { id: r301, mac: 'AC233FA10001' }],
      [routes.removePoint, { id: r301, mac: 'AC233FA10001' }],
      [routes.clear, { id: r301 }],
      [routes.undo, { id: r301 }],
      [routes.devices, {}],
      [routes.teach, { id: r301, deviceId: watch.deviceId }],
      [routes.teaching, { id: 1 }],
      [routes.saveTeaching, { id: 1 }],
      [routes.cancelTeaching, { id: 1 }],
      [routes.test, { id: watch.deviceId }],
      [routes.export, {}],
    ] as const;
    for (const [route, input] of calls) {
      assert.equal((await t.route(route, null, input as never)).status, 401, route.path);
      assert.equal((await t.route(route, nobody, input as never)).status, 403, route.path);
    }
    for (const [route, input] of [
      [routes.get, { id: r301 }],
      [routes.points, { id: r301 }],
      [routes.clear, { id: r301 }],
      [routes.teach, { id: r301, deviceId: watch.deviceId }],
      [routes.test, { id: watch.deviceId }],
    ] as const)
      assert.equal((await t.route(route, stranger, input as never)).status, 404, route.path);
    assert.deepEqual((await t.route(routes.page, stranger, {})).data.records, []);
    assert.deepEqual((await t.route(routes.devices, stranger, {})).data, []);
  });

  it('are every room by the name that it has, and what else is named', async () => {
    const room = await roomPlace(t, manager, '105', { floor: '1层' });
    const { roomId } = await placeOf(room);
    await t.route(rooms.update, manager, { id: roomId, building: '1号楼', floor: '1层', name: '106' });
    assert.equal((await placeOf(room)).name, '106');
    assert.deepEqual(answer(await t.route(routes.remove, manager, { id: room })), [
      422,
      '房间请到“房间床位”中修改或删除；这里只清除采集的信号',
    ]);
    assert.equal((await t.route(routes.update, manager, { id: room, building: '1号楼', floor: '1层', name: 'x' })).status, 422);
    await t.route(rooms.remove, manager, { id: roomId });
    assert.equal((await t.route(routes.get, manager, { id: room })).status, 404);

    const hall = await t.route(routes.create, manager, { building: '1号楼', floor: '1层', name: '餐厅' });
    assert.equal(hall.status, 200);
    assert.deepEqual(answer(await t.route(routes.create, manager, { building: '1号楼', floor: '1层', name: '餐厅' })), [
      409,
      '该楼层已有同名位置',
    ]);
    assert.deepEqual(answer(await t.route(routes.create, manager, { building: '1号楼', floor: '1层', name: ' ' })), [
      400,
      '请输入位置名称',
    ]);
    const listed = (await t.route(routes.page, manager, {})).data.records.map(({ name }: any) => name);
    assert.deepEqual(listed, ['餐厅', '301', '302']);
    assert.equal((await t.route(routes.remove, manager, { id: hall.data as number })).status, 200);
  });
});

describe('teaching a place', () => {
  it('collects what the device reports in that minute, keeps what lasts, and places the device there afterwards', async () => {
    await report(sink, watch, { 1: -50 }, Date.now() - 5000);
    const { data: id } = await t.route(routes.teach, manager, { id: r301, deviceId: watch.deviceId });
    const before = (await t.route(routes.teaching, manager, { id })).data;
    assert.deepEqual([before.state, before.reports, before.heard, before.left > 0], [0, 0, [], true]);
    assert.deepEqual(answer(await t.route(routes.saveTeaching, manager, { id })), [
      422,
      '这段时间没有收到可用的信号，请确认设备已联网，再采集一次',
    ]);
    await report(sink, watch, { 1: -48, 2: -60, 3: -74 }, Date.now() - 2);
    const phone = { mac: '26:11:22:33:44:55', rssi: -35 };
    const second = {
      ...(position(watch, 0, 0, false) as any),
      place: { ...noPlace, accessPoints: [...heard({ 1: -52, 2: -62, 3: -76 }), phone] },
    };
    await sink.pipeline.accept(frame(watch, second));
    const running = (await t.route(routes.teaching, manager, { id })).data;
    assert.deepEqual(
      [running.reports, running.heard.map(({ mac, lasting }: any) => [mac, lasting])],
      [
        2,
        [
          [phone.mac, false],
          [macOf(1), true],
          [macOf(2), true],
          [macOf(3), true],
        ],
      ],
    );
    assert.equal((await t.route(routes.saveTeaching, manager, { id })).status, 200);
    assert.deepEqual(answer(await t.route(routes.saveTeaching, manager, { id })), [409, '采集已经保存']);
    assert.deepEqual(await macsOf(r301), [
      [macOf(1), -50],
      [macOf(2), -61],
      [macOf(3), -75],
    ]);
    const place = await placeOf(r301);
    assert.deepEqual([place.accessPoints, place.beacons, place.undoable, place.teachBy !== null], [3, 0, true, true]);
    await report(sink, watch, { 1: -51, 2: -60, 3: -75 });
    const tested = (await t.route(routes.test, manager, { id: watch.deviceId })).data;
    assert.deepEqual(
      [tested.text, tested.level, tested.accuracy, tested.candidates[0].text],
      ['1号楼 3层 301附近', 'room', '约10米', '1号楼 3层 301'],
    );
  });

  it('is one at a time for a device and a place, and what comes after its minute does not count', async () => {
    const colleague = await t.user(manager.tenantId);
    const { data: id } = await t.route(routes.teach, manager, { id: r302, deviceId: watch.deviceId });
    const busy = await t.route(routes.teach, colleague, { id: r301, deviceId: watch.deviceId });
    assert.equal(busy.status, 409);
    assert.match(String(busy.msg), /正在用这台设备采集，请稍候$/);
    const { data: again } = await t.route(routes.teach, manager, { id: r302, deviceId: watch.deviceId });
    assert.deepEqual(answer(await t.route(routes.saveTeaching, manager, { id })), [409, '采集已经放弃，请重新开始']);
    await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.run(
        sql`update indoor_teachings set started_at = now() - interval '3 minutes', ends_at = now() - interval '1 minute'
          where id = ${again}`,
      ),
    );
    await report(sink, watch, { 9: -50 });
    assert.equal((await t.route(routes.teaching, manager, { id: again })).data.reports, 0);
    const { status, data: other } = await t.route(routes.teach, colleague, { id: r301, deviceId: watch.deviceId });
    assert.equal(status, 200, 'the minute is over');
    await t.route(routes.cancelTeaching, colleague, { id: other });
  });

  it('can be given up, taught anew, taken back and cleared', async () => {
    const before = await macsOf(r301);
    const { data: id } = await t.route(routes.teach, manager, { id: r302, deviceId: watch.deviceId });
    assert.equal((await t.route(routes.cancelTeaching, manager, { id })).status, 200);
    assert.deepEqual(answer(await t.route(routes.cancelTeaching, manager, { id })), [409, '采集已经结束']);
    assert.equal(await teach(t, manager, sink, watch, r301, { 20: -55, 21: -60 }), 200);
    assert.deepEqual(
      (await macsOf(r301)).map(([mac]) => mac),
      [macOf(20), macOf(21)],
    );
    assert.equal((await t.route(routes.undo, manager, { id: r301 })).status, 200);
    assert.deepEqual(await macsOf(r301), before);
    assert.deepEqual(answer(await t.route(routes.undo, manager, { id: r301 })), [422, '没有可以撤销的修改']);
    assert.equal((await t.route(routes.clear, manager, { id: r301 })).status, 200);
    assert.deepEqual([await macsOf(r301), (await placeOf(r301)).teachTime], [[], null]);
    assert.deepEqual(answer(await t.route(routes.clear, manager, { id: r301 })), [422, '这里还没有采集过']);
    await t.route(routes.undo, manager, { id: r301 });
    assert.deepEqual(await macsOf(r301), before);
  });
});

describe('a beacon', () => {
  it('is named where it hangs in the one spelling of the product', async () => {
    const { data: garden } = await t.route(routes.create, manager, { building: '3', floor: '2', name: '花园' });
    assert.equal((await t.route(routes.addBeacon, manager, { id: garden as number, mac: 'AC233FA10009' })).status, 200);
    assert.deepEqual(answer(await t.route(routes.addBeacon, manager, { id: r302, mac: 'AC233FA10009' })), [
      409,
      '信标 AC:23:3F:A1:00:09 已登记在 3号楼 2层 花园，请先在那里移除',
    ]);
    assert.equal(await teach(t, manager, sink, watch, garden as number, { 40: -50, 41: -60 }), 200);
    await report(sink, watch, { 40: -50, 41: -60 });
    assert.deepEqual((await t.route(routes.test, manager, { id: watch.deviceId })).data.candidates[0].text, '3号楼 2层 花园');
    await t.route(routes.clear, manager, { id: garden as number });
    assert.equal((await t.route(routes.remove, manager, { id: garden as number })).status, 200);
  });

  it('hangs in one place, by its address in any spelling', async () => {
    assert.equal((await t.route(routes.addBeacon, manager, { id: r301, mac: 'AC-23-3F-A1-00-01' })).status, 200);
    assert.deepEqual(answer(await t.route(routes.addBeacon, manager, { id: r301, mac: 'ac233fa10001' })), [409, '该信标已登记在这里']);
    assert.deepEqual(answer(await t.route(routes.addBeacon, manager, { id: r302, mac: 'ac:23:3f:a1:00:01' })), [
      409,
      '信标 AC:23:3F:A1:00:01 已登记在 1号楼 3层 301，请先在那里移除',
    ]);
    for (const mac of ['', 'ac:23', '000000000000', 'zz:23:3f:a1:00:01'])
      assert.deepEqual(
        answer(await t.route(routes.addBeacon, manager, { id: r302, mac })),
        [400, 'MAC地址应为12位十六进制，如 AC:23:3F:A1:00:01'],
        mac,
      );
    assert.equal((await placeOf(r301)).beacons, 1);
    assert.equal((await t.route(routes.removePoint, manager, { id: r301, mac: 'AC233FA10001' })).status, 200);
    assert.equal((await t.route(routes.removePoint, manager, { id: r301, mac: 'AC233FA10001' })).status, 404);
  });

  it('stays when its place is taught anew', async () => {
    await t.route(routes.addBeacon, manager, { id: r302, mac: 'AC233FA10002' });
    assert.equal(await teach(t, manager, sink, watch, r302, { 1: -70, 2: -50 }), 200);
    assert.deepEqual(
      (await macsOf(r302)).map(([mac]) => mac),
      ['ac:23:3f:a1:00:02', macOf(2), macOf(1)],
    );
  });
});

describe('the list as a file', () => {
  it('is exported one signal a line, and the same file teaches another house', async () => {
    const rows = await cellsOf(await fetched(t, manager, routes.export.path));
    assert.deepEqual(rows[0], ['楼栋', '楼层', '房间或位置', 'MAC地址', '类型', '信号强度', '采集次数']);
    assert.ok(
      rows.some((row) => row.join() === '1号楼,3层,302,AC:23:3F:A1:00:02,信标（安装于此）,,0'),
      JSON.stringify(rows),
    );
    const other = await t.user(await t.tenant());
    await roomPlace(t, other, '301');
    const copy = await roomPlace(t, other, '302');
    const numbers = rows.slice(1).map((row) => [...row.slice(0, 5), row[5] === '' ? null : Number(row[5]), Number(row[6])]);
    const head = ['楼栋*', '楼层*', '房间或位置*', 'MAC地址*', '类型*', '信号强度', '采集次数'];
    const done = await imported(t, routes.import, other, await workbook([head, ...numbers]), 'mode=all');
    assert.deepEqual([done.status, done.bad], ['done', 0], JSON.stringify(done.errors));
    const points = (await t.route(routes.points, other, { id: copy })).data as any[];
    assert.deepEqual(
      points.map(({ mac }) => mac),
      ['ac:23:3f:a1:00:02', macOf(2), macOf(1)],
    );
    const wrong = await imported(
      t,
      routes.import,
      other,
      await workbook([head, ['9号楼', '1层', '1', 'AC233FA10009', 'Wi-Fi', -60, 3], ['1号楼', '3层', '301', 'AC23', 'Wi-Fi', -60, 3]]),
      'mode=good',
    );
    assert.deepEqual(wrong.errors.map(({ reason }) => reason).sort(), [
      'MAC地址应为12位十六进制，如 AC:23:3F:A1:00:01',
      '没有这个房间或位置，请先新增',
    ]);
  });
});
