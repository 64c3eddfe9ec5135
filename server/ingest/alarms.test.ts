import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, alarm, frame, ingest, noPlace, position, state, timelineOf, warningsOf, type TestDevice } from '#test/ingest.ts';
import { connection } from '../db/pool.ts';

interface Warned {
  id: number;
  rule: string;
  subject: string;
  severity: number;
  count: number;
  content: string;
  person_id: number | null;
  room_id: number | null;
  longitude: number | null;
  latitude: number | null;
  approximate: boolean | null;
  address: string | null;
  cleared_at: string | null;
  happened_at: string;
  last_at: string;
}

let t: Harness;
let tenant: number;
let sink: ReturnType<typeof ingest>;
let listener: pg.Client;
const heard: { t: number; k: string; p: Record<string, unknown> }[] = [];
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  sink = ingest(t);
  listener = new pg.Client(connection(t.target('app'), 'listener'));
  listener.on('notification', ({ payload }) => void heard.push(JSON.parse(payload ?? '{}')));
  await listener.connect();
  await listener.query('listen yian_events');
});
after(async () => {
  await sink?.close();
  await listener?.end();
  await t?.close();
});

const accept = (device: TestDevice, ...events: Parameters<typeof frame>[1][]) => sink.pipeline.accept(frame(device, ...events));
const warned = (device: TestDevice) => warningsOf<Warned>(t, device);
const seen = (device: TestDevice) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<{ code: string; warning_id: number | null; raw: string }>(
      sql`select code, warning_id, raw from device_events
        where tenant_id = ${device.tenantId} and device_id = ${device.deviceId} order by at, code`,
    ),
  );
describe('an alarm frame', () => {
  it('with SOS and low battery raises both, SOS first, and tells the open pages', async () => {
    const device = await addDevice(t, tenant);
    const at = Date.now() - 1000;
    await accept(device, alarm(device, 'sos', { at }), alarm(device, 'lowBattery', { at }), state(device, 1, at));
    const warnings = await warned(device);
    assert.deepEqual(
      warnings.map(({ rule, severity, count }) => [rule, severity, count]),
      [
        ['sos', 1, 1],
        ['low_battery', 3, 1],
      ],
    );
    assert.ok(warnings.every(({ person_id, subject }) => person_id === device.personId && subject === `p${device.personId}`));
    assert.deepEqual(
      (await seen(device)).map(({ code, warning_id }) => [code, warning_id]),
      [
        ['low_battery', warnings[1]?.id],
        ['sos', warnings[0]?.id],
      ],
    );
    assert.deepEqual(await timelineOf(t, device, warnings[0]!.id), [{ kind: 'raised', note: '按下SOS求助按钮' }]);
    await listener.query('select 1');
    assert.deepEqual(
      heard.filter(({ t: of }) => of === tenant).map(({ k, p }) => [k, p.rule, p.warningId]),
      warnings.map(({ id, rule }) => ['warning.raised', rule, id]),
    );
  });

  it('is seen by its own tenant only', async () => {
    const device = await addDevice(t, tenant);
    const other = await t.tenant();
    await accept(device, alarm(device, 'sos'));
    for (const table of ['warnings', 'warning_events', 'device_events', 'device_states']) {
      assert.deepEqual(await t.deps.inTenant(other, (tx) => tx.rows(sql`select * from ${sql.table(table)}`)), [], table);
    }
  });

  it('sent again is the same alarm, also when its time is not believed', async () => {
    const device = await addDevice(t, tenant);
    const at = Date.now() - 5000;
    assert.deepEqual(await accept(device, alarm(device, 'sos', { at })), { stored: 1 });
    assert.deepEqual(await accept(device, alarm(device, 'sos', { at })), { stored: 0 });
    const wrongClock = () => accept(device, alarm(device, 'fall', { clock: 'server', deviceTime: '010100000000' }));
    const answers = await Promise.all([wrongClock(), wrongClock(), wrongClock()]);
    assert.equal(
      answers.reduce((sum, { stored }) => sum + stored, 0),
      1,
    );
    assert.deepEqual(
      (await warned(device)).map(({ rule, count }) => [rule, count]),
      [
        ['sos', 1],
        ['fall', 1],
      ],
    );
    assert.equal((await seen(device)).length, 2);
  });

  it('of a device whose clock stands still is another one after a quarter of an hour', async () => {
    const device = await addDevice(t, tenant);
    const pressed = (receivedAt: number) =>
      accept(device, alarm(device, 'sos', { at: receivedAt, receivedAt, clock: 'server', deviceTime: '010100000000' }));
    const now = Date.now();
    assert.deepEqual(await pressed(now - 20 * MINUTE), { stored: 1 });
    assert.deepEqual(await pressed(now - 15 * MINUTE), { stored: 0 });
    assert.deepEqual(await pressed(now), { stored: 1 });
    assert.deepEqual(
      (await warned(device)).map(({ count }) => count),
      [2],
    );
  });

  it('of one person is one open warning, a thousand at once included, with the exact count', async () => {
    const device = await addDevice(t, tenant);
    const start = Date.now() - 10 * MINUTE;
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => accept(device, alarm(device, 'sos', { at: start + index * 100 }))),
    );
    assert.ok(answers.every(({ stored }) => stored === 1));
    const warnings = await warned(device);
    assert.deepEqual(
      warnings.map(({ count }) => count),
      [1000],
    );
    assert.equal((await seen(device)).filter(({ warning_id }) => warning_id === warnings[0]!.id).length, 1000);
    const kinds = (await timelineOf(t, device, warnings[0]!.id)).map(({ kind }) => kind);
    assert.deepEqual([kinds.length, kinds[0], new Set(kinds.slice(1))], [1000, 'raised', new Set(['repeated'])]);
    assert.ok(warnings[0]!.happened_at < warnings[0]!.last_at);
  });

  it('through two processes at once is still one warning', async () => {
    const second = ingest(t);
    const device = await addDevice(t, tenant);
    const start = Date.now() - 10 * MINUTE;
    const sinks = [sink, second];
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        sinks[index % 2]!.pipeline.accept(frame(device, alarm(device, 'sos', { at: start + index * 1000 }))),
      ),
    );
    assert.deepEqual(
      (await warned(device)).map(({ count }) => count),
      [200],
    );
    await second.close();
  });

  it('after the warning was handled raises a new one', async () => {
    const device = await addDevice(t, tenant);
    await accept(device, alarm(device, 'sos', { at: Date.now() - 5000 }));
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update warnings set status = 1 where tenant_id = ${tenant} and device_id = ${device.deviceId}`),
    );
    await accept(device, alarm(device, 'sos'));
    assert.deepEqual(
      (await warned(device)).map(({ count }) => count),
      [1, 1],
    );
  });

  it('that comes late is recorded; only SOS and falls are still raised, saying so', async () => {
    const device = await addDevice(t, tenant);
    const at = Date.now() - 16 * MINUTE;
    await accept(
      device,
      alarm(device, 'sos', { at }),
      alarm(device, 'removed', { at }),
      alarm(device, 'leftFence', { at: Date.now() - 14 * MINUTE }),
    );
    assert.deepEqual(
      (await warned(device)).map(({ rule, content }) => [rule, content]),
      [
        ['sos', '按下SOS求助按钮（设备补传）'],
        ['left_fence', '离开电子围栏'],
      ],
    );
    assert.deepEqual(
      (await seen(device)).map(({ code, raw }) => [code, JSON.parse(raw).late ?? false]),
      [
        ['removed', true],
        ['sos', true],
        ['left_fence', false],
      ],
    );
  });

  it('that the model is known to send by itself is recorded, not raised', async () => {
    const device = await addDevice(t, tenant);
    await accept(device, alarm(device, 'sos', { suppressed: 'charger' }));
    assert.deepEqual(await warned(device), []);
    assert.deepEqual(
      (await seen(device)).map(({ code, raw }) => [code, JSON.parse(raw).suppressed]),
      [['sos', 'charger']],
    );
  });

  it('carries its place; without one the last known place, marked approximate', async () => {
    const device = await addDevice(t, tenant);
    await accept(device, position(device, 120.5, 30.5, true));
    await accept(
      device,
      alarm(device, 'sos', { place: { ...noPlace, fix: true, lng: 120.123456, lat: 30.654321 } }),
      alarm(device, 'fall', { place: noPlace }),
    );
    const spots = (await warned(device)).map(({ rule, longitude, latitude, approximate }) => [rule, longitude, latitude, approximate]);
    assert.deepEqual(spots, [
      ['sos', 120.123456, 30.654321, false],
      ['fall', 120.5, 30.5, true],
    ]);
  });

  it('of somebody cared for at home, from a device that knows no place, is at home', async () => {
    const [home, institution] = [await addDevice(t, tenant, { type: 'other' }), await addDevice(t, tenant, { type: 'other' })];
    const live = (device: TestDevice, type: number) =>
      t.deps.inTenant(tenant, (tx) =>
        tx.run(
          sql`update people set service_type = ${type}, address = '文三路1号', longitude = 120.1, latitude = 30.3
            where tenant_id = ${tenant} and id = ${device.personId}`,
        ),
      );
    await live(home, 2);
    await live(institution, 1);
    await accept(home, alarm(home, 'sos'));
    await accept(institution, alarm(institution, 'sos'));
    const place = async (device: TestDevice) =>
      (await warned(device)).map(({ longitude, approximate, address }) => [longitude, approximate, address]);
    assert.deepEqual(await place(home), [[120.1, true, '文三路1号']]);
    assert.deepEqual(await place(institution), [[null, null, null]]);
  });

  it('names the district of its place', async () => {
    const device = await addDevice(t, tenant);
    await accept(device, alarm(device, 'sos', { place: { ...noPlace, fix: true, lng: 120.1303, lat: 30.2592 } }));
    assert.equal((await warned(device))[0]?.address, '浙江省杭州市西湖区附近');
  });

  it('follows the newest place on repetition', async () => {
    const device = await addDevice(t, tenant);
    const now = Date.now();
    const at = (ago: number, lng: number) => alarm(device, 'sos', { at: now - ago, place: { ...noPlace, fix: true, lng, lat: 30 } });
    await accept(device, at(60_000, 120.1));
    await accept(device, at(10_000, 120.2));
    await accept(device, at(30_000, 120.3));
    const [warning] = await warned(device);
    assert.deepEqual([warning?.count, warning?.longitude], [3, 120.2]);
  });

  it('of a device that nobody wears is about the device and its room, else about the wearer and their room', async () => {
    const [bare, worn] = [await addDevice(t, tenant, { worn: false }), await addDevice(t, tenant)];
    const rooms = await t.deps.inTenant(tenant, async (tx) => {
      const [first, second] = await tx.rows<{ id: number }>(
        sql`insert into rooms (tenant_id, building, floor, name) values (${tenant}, 'A', '1', '101'), (${tenant}, 'A', '1', '102')
          returning id`,
      );
      const bed = await tx.row<{ id: number }>(
        sql`insert into beds (tenant_id, room_id, name) values (${tenant}, ${second!.id}, '1') returning id`,
      );
      await tx.run(sql`update people set bed_id = ${bed!.id} where tenant_id = ${tenant} and id = ${worn.personId}`);
      await tx.run(sql`update devices set room_id = ${first!.id} where tenant_id = ${tenant} and id = ${bare.deviceId}`);
      return [first!.id, second!.id];
    });
    await accept(bare, alarm(bare, 'sos'));
    await accept(worn, alarm(worn, 'sos'));
    const [one] = await warned(bare);
    const [two] = await warned(worn);
    assert.deepEqual([one?.subject, one?.person_id, one?.room_id], [`d${bare.deviceId}`, null, rooms[0]]);
    assert.deepEqual([two?.subject, two?.person_id, two?.room_id], [`p${worn.personId}`, worn.personId, rooms[1]]);
  });

  it('of the green key is a call, of the red one an SOS, and neither hides the other', async () => {
    const device = await addDevice(t, tenant);
    const at = Date.now() - 1000;
    await accept(device, alarm(device, 'service', { at }));
    await accept(device, alarm(device, 'service', { at: at + 500 }), alarm(device, 'sos', { at: at + 500 }));
    const raised = (await warned(device)).map(({ rule, severity, count, content }) => [rule, severity, count, content]);
    assert.deepEqual(raised, [
      ['service_call', 3, 2, '按下服务呼叫按钮'],
      ['sos', 1, 1, '按下SOS求助按钮'],
    ]);
  });
});
