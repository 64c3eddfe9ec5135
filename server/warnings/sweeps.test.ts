import { HOUR, MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { lifeWindows } from '#contract/warnings/life-windows.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, alarm, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';
import { instant } from '../db/instants.ts';
import { sweepWarnings } from './sweeps.ts';

let t: Harness;
let chief: TestUser;
let sink: ReturnType<typeof ingest>;
// A Monday.
let clock = Date.parse('2026-11-16T08:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
  chief = await t.user(await t.tenant());
  sink = ingest(t);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const send = (device: TestDevice, ...events: Parameters<typeof frame>[1][]) =>
  sink.pipeline.accept({ ...frame(device, ...events), receivedAt: clock });
const steps = (device: TestDevice, value: number) => send(device, reading(device, 'steps', value, clock, clock));
const alive = (device: TestDevice) => send(device, reading(device, 'battery', 80, clock, clock));
const warned = (device: TestDevice) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<any>(sql`select id, rule, severity, count, content, cleared_at, source_type, sources, acknowledged_at from warnings
      where tenant_id = ${device.tenantId} and (person_id = ${device.personId} or device_id = ${device.deviceId}) order by id`),
  );
const bind = (device: TestDevice, hoursAgo = 48) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.run(sql`update device_bindings set bound_at = ${instant(clock - hoursAgo * HOUR)}
      where tenant_id = ${device.tenantId} and device_id = ${device.deviceId} and released_at is null`),
  );
/** Waits while the device is heard of every ten minutes. */
async function pass(minutes: number, ...devices: TestDevice[]) {
  for (let passed = 0; passed < minutes; passed += 10) {
    clock += Math.min(10, minutes - passed) * MINUTE;
    for (const device of devices) await alive(device);
    await sweepWarnings(t.deps);
  }
}
const window = { from: '06:00', to: '22:00', quietMinutes: 120, sources: ['steps', 'button'] };
async function watched(extra: object = {}) {
  // The clock leaps, and sessions end.
  chief = await t.user(chief.tenantId);
  const device = await addDevice(t, chief.tenantId);
  await bind(device);
  const { data: id } = await t.route(lifeWindows.create, chief, { ...window, personId: device.personId, ...extra });
  sink.pipeline.memory.heard({ t: chief.tenantId, k: 'threshold.changed', p: { personId: device.personId } });
  await steps(device, 100);
  return { device, id };
}

describe('a quiet person', () => {
  it('is set up by those who may', async () => {
    const device = await addDevice(t, chief.tenantId);
    const form = { ...window, personId: device.personId };
    const reader = await t.user(chief.tenantId, { permissions: ['tenant_device_lifewarning_view'] });
    assert.equal((await t.route(lifeWindows.create, null, form)).status, 401);
    assert.equal((await t.route(lifeWindows.create, reader, form)).status, 403);
    assert.equal((await t.route(lifeWindows.create, chief, { ...form, sources: [] })).msg, '请选择至少一种活动来源');
    assert.equal(
      (await t.route(lifeWindows.create, chief, { ...form, from: '08:00', to: '09:00' })).msg,
      '允许无活动的时长不能超过守护时段',
    );
    assert.deepEqual(refusal(await t.route(lifeWindows.create, chief, { ...form, from: '08:00', to: '08:00' })), [
      422,
      '守护时段的开始与结束不能相同',
    ]);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(lifeWindows.create, stranger, form)).msg, '服务对象不存在');
    const { data: id } = await t.route(lifeWindows.create, chief, form);
    assert.equal((await t.route(lifeWindows.get, stranger, { id })).status, 404);
    assert.deepEqual((await t.route(lifeWindows.get, reader, { id })).data.sources, ['steps', 'button']);
    assert.equal((await t.route(lifeWindows.remove, chief, { id })).status, 200);
  });

  it('is told of after the limit, more urgently after the second, and no more once they move', async () => {
    const { device } = await watched({ secondMinutes: 30 });
    await pass(50, device);
    await steps(device, 120);
    await pass(110, device);
    assert.deepEqual(await warned(device), []);
    await pass(10, device);
    const [first] = await warned(device);
    assert.deepEqual([first.rule, first.severity, first.count, first.source_type], ['no_activity', 3, 1, 5]);
    assert.match(first.content, /^已1\d\d分钟没有活动（最后活动 08:50 步数增加）$/);
    await pass(30, device);
    assert.deepEqual([(await warned(device))[0].severity, (await warned(device))[0].count], [1, 2]);
    await pass(240, device);
    assert.equal((await warned(device))[0].count, 2);
    await steps(device, 121);
    assert.ok((await warned(device))[0].cleared_at);
  });

  it('is told of no later because the window was saved as it was read, or with other remarks', async () => {
    clock = Date.parse('2026-11-16T08:00:00+08:00');
    const { device, id } = await watched();
    await pass(110, device);
    const { data: read } = await t.route(lifeWindows.get, chief, { id });
    for (const more of [{}, { remarks: '独居' }])
      assert.equal((await t.route(lifeWindows.update, chief, { ...read, ...more, version: undefined })).status, 200);
    assert.equal((await t.route(lifeWindows.get, chief, { id })).data.nextTime, read.nextTime);
    await pass(10, device);
    assert.deepEqual(
      (await warned(device)).map(({ rule }: any) => rule),
      ['no_activity'],
    );
    // Another limit is waited for from now on.
    assert.equal((await t.route(lifeWindows.update, chief, { ...read, quietMinutes: 60, version: undefined })).status, 200);
    assert.ok((await warned(device))[0].cleared_at);
  });

  it('may sleep: nothing is due outside the hours', async () => {
    clock = Date.parse('2026-11-16T21:30:00+08:00');
    const { device } = await watched();
    await steps(device, 150);
    for (let hour = 0; hour < 10; hour++) await pass(60, device);
    assert.deepEqual(
      (await warned(device)).map(({ rule }: any) => rule),
      [],
    );
    await pass(30, device);
    assert.deepEqual(
      (await warned(device)).map(({ rule, severity }: any) => [rule, severity]),
      [['no_activity', 1]],
    );
  });

  it('is not concluded from a dead sensor, a new one, or an absence', async () => {
    clock = Date.parse('2026-11-17T08:00:00+08:00');
    const { device: dead } = await watched();
    const { device: absent } = await watched();
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.run(sql`update people set status = 3 where tenant_id = ${chief.tenantId} and id = ${absent.personId}`),
    );
    const fresh = await addDevice(t, chief.tenantId);
    await bind(fresh, 2);
    await t.route(lifeWindows.create, chief, { ...window, personId: fresh.personId });
    await pass(180, absent, fresh);
    assert.deepEqual(
      (await warned(dead)).map(({ rule }: any) => rule),
      ['device_offline'],
    );
    assert.deepEqual([await warned(absent), await warned(fresh)], [[], []]);
    // Once the sensor lives again the clock starts anew.
    await pass(100, dead);
    assert.deepEqual(
      (await warned(dead)).map(({ rule, cleared_at }: any) => [rule, cleared_at !== null]),
      [['device_offline', true]],
    );
    await pass(130, dead);
    assert.deepEqual(
      (await warned(dead)).map(({ rule }: any) => rule),
      ['device_offline', 'no_activity'],
    );
  });

  it('counts as moving when staff say so', async () => {
    clock = Date.parse('2026-11-18T08:00:00+08:00');
    const { device } = await watched();
    await pass(130, device);
    assert.equal((await warned(device)).length, 1);
    const reader = await t.user(chief.tenantId, { permissions: ['tenant_device_lifewarning_view'] });
    assert.equal((await t.route(lifeWindows.checkIn, reader, { personId: device.personId })).status, 403);
    assert.equal((await t.route(lifeWindows.checkIn, chief, { personId: device.personId, note: '在花园' })).msg, '已确认平安');
    const [quiet] = await warned(device);
    assert.ok(quiet.cleared_at);
    const steps = await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.rows<any>(
        sql`select note from warning_events where tenant_id = ${chief.tenantId} and warning_id = ${quiet.id} and kind = 'cleared'`,
      ),
    );
    assert.match(steps[0].note, /^恢复活动：人工确认（.+：在花园）$/);
    const [row] = (await t.route(lifeWindows.page, chief, { personId: device.personId })).data.records;
    assert.deepEqual([row.stage, row.lastSource, row.nextTime], [0, '人工确认', '2026-11-18 12:10:00']);
  });

  it('is told of once, however many processes sweep and restart', async () => {
    clock = Date.parse('2026-11-19T08:00:00+08:00');
    const { device } = await watched();
    clock += 110 * MINUTE;
    await alive(device);
    clock += 11 * MINUTE;
    await Promise.all(Array.from({ length: 6 }, () => sweepWarnings(t.deps)));
    assert.deepEqual(
      (await warned(device)).map(({ rule, count }: any) => [rule, count]),
      [['no_activity', 1]],
    );
  });
});

describe('a silent device', () => {
  it('is told of once, after the interval of its model, and clears when it is back', async () => {
    clock = Date.parse('2026-11-20T08:00:00+08:00');
    const [device, slow, loose] = [
      await addDevice(t, chief.tenantId),
      await addDevice(t, chief.tenantId),
      await addDevice(t, chief.tenantId, { worn: false }),
    ];
    await t.deps.inTenant(chief.tenantId, async (tx) => {
      const type = await tx.row<{ id: number }>(
        sql`insert into device_types (tenant_id, name, kind, silent_minutes) values (${chief.tenantId}, '慢', 'watch', 180) returning id`,
      );
      await tx.run(sql`update devices set type_id = ${type!.id} where tenant_id = ${chief.tenantId} and id = ${slow.deviceId}`);
    });
    for (const one of [device, slow, loose]) await alive(one);
    clock += 19 * MINUTE;
    await sweepWarnings(t.deps);
    assert.deepEqual(await warned(device), []);
    clock += 2 * MINUTE;
    await Promise.all([sweepWarnings(t.deps), sweepWarnings(t.deps)]);
    await sweepWarnings(t.deps);
    assert.deepEqual(
      (await warned(device)).map(({ rule, count, content }: any) => [rule, count, content]),
      [['device_offline', 1, '设备离线：已21分钟没有上报（最后 11-20 08:00）']],
    );
    assert.deepEqual([await warned(slow), await warned(loose)], [[], []]);
    clock += MINUTE;
    await alive(device);
    await sweepWarnings(t.deps);
    assert.ok((await warned(device))[0].cleared_at);
  });
});

describe('a fall', () => {
  it('is not closed by a movement, which is noted once', async () => {
    const watch = await addDevice(t, chief.tenantId);
    await steps(watch, 100);
    await send(watch, alarm(watch, 'fall', { at: clock, receivedAt: clock }));
    for (const count of [100, 110, 120]) {
      clock += MINUTE;
      await steps(watch, count);
    }
    const noted = await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.rows<any>(sql`select w.status, w.cleared_at, e.kind, e.note from warnings w join warning_events e on e.tenant_id = w.tenant_id
        and e.warning_id = w.id
        where w.tenant_id = ${chief.tenantId} and w.person_id = ${watch.personId} order by e.id`),
    );
    assert.deepEqual(
      noted.map(({ status, cleared_at, kind, note }) => [status, cleared_at, kind, note]),
      [
        [0, null, 'raised', '检测到跌倒'],
        [0, null, 'moved', '步数增加'],
      ],
    );
  });

  it('that several devices report within two minutes is one; a later one asks to be confirmed anew', async () => {
    const watch = await addDevice(t, chief.tenantId);
    const radar = await addDevice(t, chief.tenantId, { worn: false, type: 'radar' });
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.run(sql`update devices set person_id = ${watch.personId} where tenant_id = ${chief.tenantId} and id = ${radar.deviceId}`),
    );
    const fall = (device: TestDevice) => send(device, alarm(device, 'fall', { at: clock, receivedAt: clock }));
    await fall(watch);
    clock += 60_000;
    await fall(radar);
    const of = async () => (await warned(watch)).filter(({ rule }: any) => rule === 'fall');
    const [one] = await of();
    assert.deepEqual([one.severity, one.count, one.sources], [1, 2, [`watch:${watch.deviceId}`, `radar:${radar.deviceId}`]]);
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.run(
        sql`update warnings set acknowledged_at = now()
          where tenant_id = ${chief.tenantId} and person_id = ${watch.personId} and rule = 'fall'`,
      ),
    );
    clock += 30_000;
    await fall(watch);
    assert.ok((await of())[0].acknowledged_at);
    clock += 121_000;
    await fall(watch);
    assert.deepEqual([(await of()).length, (await of())[0].count, (await of())[0].acknowledged_at], [1, 4, null]);
  });
});
