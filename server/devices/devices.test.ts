import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
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

let serial = 0;
const imei = () => `8660${String(++serial).padStart(10, '0')}5`;
const add = async (input: Record<string, unknown> = {}, as = nurse) => {
  const { status, msg, data } = await t.route(devices.create, as, { imei: imei(), type: 'watch', ...input });
  assert.equal(status, 200, String(msg));
  return data as number;
};
const run = (query: Parameters<Parameters<Parameters<Harness['deps']['inTenant']>[1]>[0]['rows']>[0], tenantId = nurse.tenantId) =>
  t.deps.inTenant(tenantId, (tx) => tx.rows(query)) as Promise<any[]>;
const person = async (name: string, tenantId = nurse.tenantId) =>
  (await run(sql`insert into people (tenant_id, name) values (${tenantId}, ${name}) returning id`, tenantId))[0].id as number;
const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];

describe('every call', () => {
  it('refuses without a session and without the permission', async () => {
    const nobody = await t.user(nurse.tenantId, { permissions: ['nothing'] });
    const inputs = {
      page: {},
      get: { id: 1 },
      create: { imei: '1234', type: 'watch' },
      update: { id: 1, imei: '1234', type: 'watch' },
      remove: { id: 1 },
      latest: { id: 1 },
      health: { imei: '1', metric: 'x' },
      summary: {},
    };
    for (const [name, input] of Object.entries(inputs)) {
      const route = devices[name as keyof typeof devices];
      assert.equal((await t.route(route, null, input)).status, 401, name);
      assert.equal((await t.route(route, nobody, input)).status, 403, name);
    }
  });

  it('refuses bad input in Chinese', async () => {
    assert.deepEqual(answer(await t.route(devices.create, nurse, { type: 'watch' })), [400, '请输入设备编号']);
    assert.deepEqual(answer(await t.route(devices.create, nurse, { imei: '12 4', type: 'watch' })), [400, '设备编号应为4到32位数字或字母']);
    assert.deepEqual(answer(await t.route(devices.create, nurse, { imei: imei(), type: 'toaster' })), [400, '请选择设备类别']);
    assert.deepEqual(answer(await t.route(devices.health, nurse, { imei: imei(), metric: 'constructor' })), [400, '没有这个健康指标']);
  });

  it('does not find, change or remove another tenant’s device', async () => {
    const number = imei();
    const id = await add({ imei: number });
    for (const [route, input] of [
      [devices.get, { id }],
      [devices.latest, { id }],
      [devices.update, { id, imei: number, type: 'watch' }],
      [devices.remove, { id }],
      [devices.health, { imei: number, metric: 'heartRate' }],
    ] as const) {
      assert.deepEqual(answer(await t.route(route, stranger, input)), [404, '设备不存在'], route.path);
    }
    assert.equal((await t.route(devices.page, stranger)).data.total, 0);
    assert.equal((await t.route(devices.summary, stranger)).data.total, 0);
    const theirs = await person('外人', stranger.tenantId);
    assert.deepEqual(answer(await t.route(devices.create, nurse, { imei: imei(), type: 'watch', oldmanId: theirs })), [
      422,
      '服务对象不存在',
    ]);
  });
});

describe('a device', () => {
  it('is registered, bound, changed and removed', async () => {
    const number = imei();
    const wearer = await person('李阿婆');
    const id = await add({ imei: number, oldmanId: wearer, name: '腕表', model: 'V46' });
    const { data } = await t.route(devices.get, nurse, { id });
    assert.deepEqual(
      [data.imei, data.shortId, data.oldmanName, data.online, data.enabled, data.version],
      [number, number.slice(4, 14), '李阿婆', null, true, 1],
    );
    assert.equal(
      (await t.route(devices.update, nurse, { id, imei: number, type: 'watch', oldmanId: null, enabled: false, version: 1 })).status,
      200,
    );
    const stale = await t.route(devices.update, nurse, { id, imei: number, type: 'watch', version: 1 });
    assert.deepEqual([stale.status, stale.data.enabled, stale.data.oldmanId], [409, false, null]);
    assert.equal((await t.route(devices.remove, nurse, { id })).status, 200);
    assert.equal((await t.route(devices.get, nurse, { id })).status, 404);
    await add({ imei: number }, stranger);
  });

  it('exists once over all tenants, by either number, and nobody learns whose it is', async () => {
    const number = imei();
    await add({ imei: number });
    const refusal = [422, '该设备编号已被登记，请核对编号或联系平台管理员'];
    const create = (value: string, as: TestUser) => t.route(devices.create, as, { imei: value, type: 'watch' });
    for (const as of [nurse, stranger]) {
      assert.deepEqual(answer(await create(number, as)), refusal);
      assert.deepEqual(answer(await create(number.slice(4, 14), as)), refusal, 'its short number as a number of its own');
      assert.deepEqual(answer(await create(`9999${number.slice(4, 14)}9`, as)), refusal, 'another with the same short number');
    }
    const other = await add({}, stranger);
    assert.deepEqual(answer(await t.route(devices.update, stranger, { id: other, imei: number, type: 'watch' })), refusal);
    const same = imei();
    const race = await Promise.all(Array.from({ length: 10 }, (_, index) => create(same, index % 2 ? nurse : stranger)));
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 422)]);
  });

  it('is online while it was heard of in the last 20 minutes', async () => {
    const manager = await t.user(await t.tenant());
    const [fresh, stale, silent] = [await add({}, manager), await add({}, manager), await add({}, manager)];
    await run(
      sql`insert into device_states (tenant_id, device_id, last_seen_at, battery, states) values
        (${manager.tenantId}, ${fresh}, now() - interval '19 minutes', 80, 0),
          (${manager.tenantId}, ${stale}, now() - interval '21 minutes', 15, 1)`,
      manager.tenantId,
    );
    const online = async (input: object) =>
      ((await t.route(devices.page, manager, { ...input })).data.records as { id: number; online: number | null }[]).map(
        ({ id, online }) => [id, online],
      );
    assert.deepEqual(await online({ ascs: 'id' }), [
      [fresh, 1],
      [stale, 0],
      [silent, null],
    ]);
    assert.deepEqual(await online({ online: 1 }), [[fresh, 1]]);
    assert.deepEqual(await online({ online: 0, ascs: 'id' }), [
      [stale, 0],
      [silent, null],
    ]);
    assert.deepEqual((await t.route(devices.summary, manager)).data, { total: 3, online: 1, offline: 2, lowBattery: 1 });
  });

  it('is found by part of its number, type and wearer', async () => {
    const manager = await t.user(await t.tenant());
    const wearer = await person('诸葛文远', manager.tenantId);
    const [worn, radar] = [await add({ oldmanId: wearer }, manager), await add({ type: 'radar', imei: `RADAR-${Date.now()}` }, manager)];
    const ids = async (input: object) =>
      ((await t.route(devices.page, manager, { ...input })).data.records as { id: number }[]).map(({ id }) => id);
    assert.deepEqual(await ids({ oldmanName: '葛文' }), [worn]);
    assert.deepEqual(await ids({ oldmanId: wearer }), [worn]);
    assert.deepEqual(await ids({ type: 'radar' }), [radar]);
    assert.deepEqual(await ids({ imei: 'RADAR' }), [radar]);
  });

  it('is within a data scope by its wearer', async () => {
    const tenant = await t.tenant();
    const carer = await t.user(tenant, { dataScope: 3 });
    const manager = await t.user(tenant);
    const [mine] = await run(
      sql`insert into people (tenant_id, name, carer_id) values (${tenant}, '我的', ${carer.userId}) returning id`,
      tenant,
    );
    const seen = await add({ oldmanId: mine.id }, manager);
    const hidden = await add({}, manager);
    assert.deepEqual(
      ((await t.route(devices.page, carer)).data.records as { id: number }[]).map(({ id }) => id),
      [seen],
    );
    assert.equal((await t.route(devices.get, carer, { id: hidden })).status, 404);
    assert.equal((await t.route(devices.remove, carer, { id: hidden })).status, 404);
  });
});

describe('health data', () => {
  it('are single readings up to 48 hours and hourly beyond, with the newest of every metric', async () => {
    const number = imei();
    const id = await add({ imei: number });
    const { tenantId } = nurse;
    await run(
      sql`insert into readings (tenant_id, device_id, metric, at, value)
        select ${tenantId}, ${id}, 1, now() - n * interval '1 hour' - interval '1 minute', 60 + n from generate_series(0, 60) as n`,
    );
    await run(
      sql`insert into hourly_readings (tenant_id, device_id, metric, hour, count, sum, lowest, highest)
        values (${tenantId}, ${id}, 1, date_trunc('hour', now()) - interval '70 hours', 3, 211, 60, 80.4)`,
    );
    // All of this hour was taken back.
    await run(
      sql`insert into hourly_readings (tenant_id, device_id, metric, hour, count, sum, lowest, highest)
        values (${tenantId}, ${id}, 1, date_trunc('hour', now()) - interval '69 hours', 0, 0, 200, 200)`,
    );
    await run(
      sql`insert into latest_readings (tenant_id, device_id, metric, at, value)
        values (${tenantId}, ${id}, 5, now(), 36.62), (${tenantId}, ${id}, 1, now(), 60)`,
    );
    const health = async (hours: number) =>
      (await t.route(devices.health, nurse, { imei: number, metric: 'heartRate', hours })).data as {
        value: number;
        low: number;
        high: number;
      }[];
    const raw = await health(48);
    assert.deepEqual([raw.length, raw[0]?.value, raw.at(-1)?.value], [48, 107, 60]);
    assert.deepEqual(
      (await health(72)).map(({ value, low, high }) => [value, low, high]),
      [[70.3, 60, 80.4]],
    );
    const latest = (await t.route(devices.latest, nurse, { id })).data as { metric: string; label: string; unit: string; value: number }[];
    assert.deepEqual(
      latest.map(({ metric, label, unit, value }) => [metric, label, unit, value]),
      [
        ['heartRate', '心率', '次/分', 60],
        ['temperature', '体温', '℃', 36.6],
      ],
    );
  });
});
