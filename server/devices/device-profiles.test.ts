import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deviceProfiles as routes } from '#contract/devices/device-profiles.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { createDirectory } from '#server/ingest/directory.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let serial = 13_600_000_000;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  nurse = await t.user(tenant);
  viewer = await t.user(tenant, { permissions: ['tenant_device_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];
const ALL_KINDS = {
  e1: [{ metric: 'heartRate' }, { kind: 'alarm', alarm: 'sos', at: 1, bit: 0 }, { kind: 'alarm', alarm: 'fall', at: 1, bit: 1 }],
  e2: [{ kind: 'wifi', counted: true, rssiFirst: true, extra: 1 }],
  e3: [{ kind: 'beacons' }],
  e4: [
    { kind: 'cells', counted: true, network: 'behindCount', mncBytes: 2, areaBytes: 4, cellBytes: 8, cellFirst: true, withoutRssi: true },
  ],
};
const E1 = { e1: [{ metric: 'heartRate' }, { metric: 'temperature', at: 1, bytes: 2, scale: 0.1 }] };
const typeOf = async (protocol: string, over: object = {}) => {
  const made = await t.route(deviceTypes.create, nurse, { name: `类型${++serial}`, kind: 'pendant', protocol, ...over });
  assert.equal(made.status, 200, made.msg ?? '');
  return made.data as number;
};
async function deviceOf(typeId: number | null): Promise<number> {
  const made = await t.route(devices.create, nurse, { imei: String(++serial), type: 'pendant', ...(typeId === null ? {} : { typeId }) });
  return made.data as number;
}
const known = async (id: number) => {
  const { imei } = (await t.route(devices.get, nurse, { id })).data as { imei: string };
  return (await createDirectory({ pool: t.deps.pool, inTenant: t.deps.inTenant, now: t.deps.now }).find(imei))?.profile;
};

describe('what is special about a model', () => {
  it('is checked: codes, items, and nobody silences an SOS', async () => {
    const send = (protocol: string, profile: object) =>
      t.route(deviceTypes.create, nurse, { name: `类型${++serial}`, kind: 'pendant', protocol, profile });
    assert.deepEqual(answer(await send('jt808', { alarms: { x: 'fall' } })), [400, '报警码应为不超过三位的数字']);
    assert.deepEqual(answer(await send('jt808', { alarms: { 3: 'lunch' } })), [400, '请选择报警含义']);
    assert.deepEqual(answer(await send('jt808', { items: { E1: [{ metric: 'heartRate' }] } })), [
      400,
      '附加信息ID应为两位十六进制数，如e1',
    ]);
    assert.deepEqual(answer(await send('jt808', { items: { e1: [{ metric: 'mood' }] } })), [400, '请选择指标']);
    assert.deepEqual(answer(await send('jt808', { items: { e1: [{ metric: 'heartRate', bytes: 3 }] } })), [400, '字节数应为1、2或4']);
    assert.deepEqual(answer(await send('jt808', { items: { e1: [{ metric: 'heartRate', scale: 0 }] } })), [
      400,
      '倍率不能为0，也不能超过1000000',
    ]);
    assert.deepEqual(answer(await send('jt808', { items: { e1: [] } })), [400, '请填写附加信息项的取值规则']);
    const rules = async (...all: object[]) => answer(await send('jt808', { items: { e1: all } }));
    assert.deepEqual(await rules({ kind: 'mood' }), [400, '请选择附加信息的内容']);
    assert.deepEqual(await rules({ kind: 'alarm', alarm: 'none', bit: 0 }), [400, '请选择报警含义']);
    assert.deepEqual(await rules({ kind: 'alarm', alarm: 'sos', bit: 8 }), [400, '1字节只有报警位0至7']);
    assert.deepEqual(await rules({ kind: 'wifi', at: 250 }), [400, '要读到第256字节，附加信息最长255字节（从第0字节起）']);
    assert.deepEqual(await rules({ metric: 'heartRate' }, { metric: 'steps', bytes: 2 }), [
      400,
      '附加信息e1的第2条规则：与前面的“心率”重叠，第0字节只能是一种内容',
    ]);
    assert.deepEqual(await rules({ kind: 'wifi' }, { kind: 'alarm', alarm: 'fall', at: 9 }), [
      400,
      '附加信息e1的第2条规则：与前面的“Wi-Fi热点列表”重叠，第9字节只能是一种内容',
    ]);
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, code) => [code, 'other']));
    assert.deepEqual(answer(await send('gt06', { alarms: many })), [400, '报警码对照最多64项']);
    assert.deepEqual(answer(await send('jt808', { alarms: { 32: 'fall' } })), [422, '报警位32不存在，应为0至31']);
    assert.deepEqual(answer(await send('jt808', { alarms: { 0: 'none' } })), [422, '报警位0是SOS求助，不能设为不报警']);
    assert.deepEqual(answer(await send('gt06', { alarms: { 1: 'none' } })), [422, '报警码1是SOS求助，不能设为不报警']);
    assert.deepEqual(answer(await send('watch', { alarms: { 1: 'fall' } })), [422, '该通信协议的报警没有编码，不能设置报警码对照']);
    assert.deepEqual(answer(await send('gt06', { items: E1 })), [422, '只有JT/T 808设备有附加信息项']);
  });

  it('holds for all its devices, and goes when the model speaks another protocol', async () => {
    const typeId = await typeOf('jt808', { profile: { alarms: { 3: 'removed' }, items: E1 } });
    const id = await deviceOf(typeId);
    assert.deepEqual((await t.route(deviceTypes.get, nurse, { id: typeId })).data.profile, { alarms: { 3: 'removed' }, items: E1 });
    assert.deepEqual([(await known(id))?.alarms, (await known(id))?.items], [{ 3: 'removed' }, E1]);
    const form = { id: typeId, name: `类型${++serial}`, kind: 'pendant' };
    await t.route(deviceTypes.update, nurse, { ...form, protocol: 'jt808' });
    assert.deepEqual((await known(id))?.alarms, { 3: 'removed' }, 'a form without it leaves it as it is');
    await t.route(deviceTypes.update, nurse, { ...form, protocol: 'ev07b' });
    assert.deepEqual([(await known(id))?.alarms, (await known(id))?.items], [undefined, undefined]);
  });
});

describe('items that a model explains', () => {
  it('reach the gateway in every kind, and one that means nothing does not take the others with it', async () => {
    const typeId = await typeOf('jt808', { profile: { items: ALL_KINDS } });
    const id = await deviceOf(typeId);
    assert.deepEqual((await t.route(deviceTypes.get, nurse, { id: typeId })).data.profile, { items: ALL_KINDS });
    assert.deepEqual((await known(id))?.items, ALL_KINDS);
    const spoilt = JSON.stringify({ items: { ...ALL_KINDS, e3: [{ kind: 'moods' }, { kind: 'beacons' }, { kind: 'wifi', at: 254 }] } });
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update device_types set profile = ${spoilt}::jsonb where tenant_id = ${nurse.tenantId} and id = ${typeId}`),
    );
    assert.deepEqual((await known(id))?.items, ALL_KINDS);
  });

  it('are asked for by what nothing reads: with a device or a type, and of devices that the session sees', async () => {
    const id = await deviceOf(await typeOf('jt808'));
    assert.equal((await t.route(routes.unread, null, { deviceId: id })).status, 401);
    assert.deepEqual(answer(await t.route(routes.unread, nurse, {})), [400, '请选择设备或设备类型']);
    assert.equal((await t.route(routes.unread, stranger, { deviceId: id })).status, 404);
    assert.deepEqual((await t.route(routes.unread, viewer, { deviceId: id })).data, []);
    const nobody = await t.user(nurse.tenantId, { permissions: [] });
    assert.equal((await t.route(routes.unread, nobody, { deviceId: id })).status, 403);
  });
});

describe('what is special about one device', () => {
  it('are kept for thirty days; what else the device says of itself stays', async () => {
    const id = await deviceOf(await typeOf('jt808'));
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`insert into device_reports (tenant_id, device_id, name, value, reported_at) values
        (${nurse.tenantId}, ${id}, 'item e8', '01', now() - interval '31 days'),
          (${nurse.tenantId}, ${id}, 'item e9', '02', now() - interval '29 days'),
        (${nurse.tenantId}, ${id}, 'ICCID', '8986', now() - interval '400 days')`),
    );
    assert.equal((await t.deps.cleanup.query('select app.clear_unread_samples(1000) as gone')).rows[0].gone, 1);
    const left = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows<{ name: string }>(
        sql`select name from device_reports where tenant_id = ${nurse.tenantId} and device_id = ${id} order by name`,
      ),
    );
    assert.deepEqual(
      left.map(({ name }) => name),
      ['ICCID', 'item e9'],
    );
  });

  it('asks for a session, good input, the permission and the own tenant', async () => {
    const id = await deviceOf(await typeOf('jt808'));
    for (const [route, input] of [
      [routes.get, { id }],
      [routes.save, { id, profile: {} }],
      [routes.close, { id }],
      [routes.open, { id }],
    ] as const) {
      const call = (as: TestUser | null, over: object = {}) => t.route(route as typeof routes.save, as, { ...input, ...over } as never);
      assert.equal((await call(null)).status, 401, route.path);
      assert.equal((await call(nurse, { id: 'x' })).status, 400, route.path);
      if (route !== routes.get) assert.equal((await call(viewer)).status, 403, route.path);
      assert.equal((await call(stranger)).status, 404, route.path);
    }
    const bad = (profile: object) => t.route(routes.save, nurse, { id, profile } as never);
    assert.deepEqual(answer(await bad({ terminalId: 'with blank' })), [400, '终端ID应为1至30个字母、数字或符号']);
    assert.deepEqual(answer(await bad({ utcOffsetMinutes: 900 })), [400, '设备时钟（分钟）应为-720至840的整数']);
    assert.equal((await bad({ registration: false })).status, 400, 'that has a call of its own');
    assert.deepEqual(answer(await bad({ alarms: { 0: 'none' } })), [422, '报警位0是SOS求助，不能设为不报警']);
    assert.deepEqual(answer(await t.route(routes.save, nurse, { id: await deviceOf(null), profile: { alarms: { 1: 'fall' } } })), [
      422,
      '请先为设备选择设备类型',
    ]);
  });

  it('goes before its type line by line, and is no secret but for the terminal id', async () => {
    const id = await deviceOf(await typeOf('jt808', { profile: { alarms: { 3: 'removed', 4: 'other' }, items: E1 } }));
    const profile = { alarms: { 4: 'fall' }, terminalId: 'T000001', authentication: false, utcOffsetMinutes: 480 };
    assert.equal((await t.route(routes.save, nurse, { id, profile } as never)).status, 200);
    const { alarms, items, terminalId, authentication, utcOffsetMinutes } = (await known(id))!;
    assert.deepEqual(
      [alarms, items, terminalId, authentication, utcOffsetMinutes],
      [{ 3: 'removed', 4: 'fall' }, E1, 'T000001', false, 480],
    );
    const own = (await t.route(routes.get, nurse, { id })).data;
    assert.deepEqual([own.profile, own.model, own.hasTerminalId], [profile, { alarms: { 3: 'removed', 4: 'other' }, items: E1 }, true]);
    const seen = await t.route(routes.get, viewer, { id });
    const { terminalId: _, ...rest } = profile;
    assert.deepEqual([seen.data.profile, seen.data.hasTerminalId], [rest, true]);
    assert.ok(!JSON.stringify(seen.data).includes('T000001'));
    assert.equal((await t.route(routes.save, nurse, { id, profile: {}, version: 1 })).status, 409);
    assert.equal((await t.route(routes.save, nurse, { id, profile: {}, version: own.version })).status, 200);
    assert.equal((await known(id))?.terminalId, undefined);
  });

  it('loses its codes when the device becomes one of another protocol', async () => {
    const id = await deviceOf(await typeOf('jt808'));
    await t.route(routes.save, nurse, { id, profile: { alarms: { 7: 'none' } } });
    assert.deepEqual((await known(id))?.alarms, { 7: 'none' });
    const { imei } = (await t.route(devices.get, nurse, { id })).data as { imei: string };
    await t.route(devices.update, nurse, { id, imei, type: 'pendant', typeId: await typeOf('ev07b') });
    assert.equal((await known(id))?.alarms, undefined, 'bit 7 of a pendant is something else');
    assert.deepEqual((await t.route(routes.get, nurse, { id })).data.profile, {});
  });

  it('opens and closes a registration once, and only where there is one; two at once are one', async () => {
    const pendant = await deviceOf(await typeOf('ev07b'));
    assert.deepEqual(answer(await t.route(routes.close, nurse, { id: pendant })), [422, '只有JT/T 808设备需要注册']);
    assert.equal((await t.route(routes.get, nurse, { id: pendant })).data.registration, null);
    const id = await deviceOf(await typeOf('jt808'));
    assert.deepEqual(answer(await t.route(routes.open, nurse, { id })), [409, '注册已经开放']);
    const both = await Promise.all([t.route(routes.close, nurse, { id }), t.route(routes.close, nurse, { id })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await known(id))?.registration, false);
    await t.route(routes.save, nurse, { id, profile: { authentication: false } });
    assert.equal((await known(id))?.registration, false, 'other settings do not open it');
    assert.deepEqual(answer(await t.route(routes.open, nurse, { id })), [200, '已开放注册']);
    assert.equal((await known(id))?.registration, undefined);
    const log = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows<{ title: string }>(
        sql`select title from operation_logs where tenant_id = ${nurse.tenantId} and title in ('关闭终端注册', '重新开放终端注册')`,
      ),
    );
    assert.ok(log.length >= 2, 'and is written down');
  });
});
