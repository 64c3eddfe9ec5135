import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice } from '#test/ingest.ts';
import { createDirectory } from './directory.ts';

let t: Harness;
let tenant: number;
let now = Date.now();
before(async () => {
  t = await harness();
  tenant = await t.tenant();
});
after(() => t?.close());

const directory = () => createDirectory({ pool: t.deps.pool, inTenant: t.deps.inTenant, now: () => now });
const change = (deviceId: number, set: ReturnType<typeof sql>) =>
  t.deps.inTenant(tenant, (tx) => tx.run(sql`update devices set ${set} where tenant_id = ${tenant} and id = ${deviceId}`));

describe('the device directory', () => {
  it('finds a device by either number, with its tenant, wearer and both numbers', async () => {
    const device = await addDevice(t, tenant);
    const known = directory();
    for (const number of [device.imei, device.imei.slice(4, 14)]) {
      const found = await known.find(number);
      assert.deepEqual(
        [found?.key, found?.tenantId, found?.deviceId, found?.personId, found?.ids],
        [device.known.key, tenant, device.deviceId, device.personId, [device.imei, device.imei.slice(4, 14)]],
      );
    }
    assert.equal(known.counts.loads, 2);
    await Promise.all([known.find(device.imei), known.find(device.imei), known.current(device.known.key)]);
    assert.equal(known.counts.loads, 2, 'remembered');
  });

  it('asks once for many who ask at the same time', async () => {
    const device = await addDevice(t, tenant);
    const known = directory();
    await Promise.all(Array.from({ length: 50 }, () => known.find(device.imei)));
    assert.equal(known.counts.loads, 1);
  });

  it('knows neither strangers nor what was removed or disabled', async () => {
    const [removed, disabled] = [await addDevice(t, tenant), await addDevice(t, tenant)];
    await change(removed.deviceId, sql`deleted_at = now()`);
    await change(disabled.deviceId, sql`enabled = false`);
    const known = directory();
    for (const number of ['861111111111111', removed.imei, disabled.imei, '', "'"]) assert.equal(await known.find(number), null, number);
    const { loads } = known.counts;
    assert.equal(await known.find('861111111111111'), null);
    assert.equal(known.counts.loads, loads, 'a stranger is remembered too');
  });

  it('knows a removed device as long as it may come back, unless its number is registered again', async () => {
    const device = await addDevice(t, tenant);
    await change(device.deviceId, sql`deleted_at = now(), person_id = null`);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`insert into removals (tenant_id, kind, subject_id, name) values (${tenant}, 'device', ${device.deviceId}, '腕表')`),
    );
    const known = directory();
    const found = await known.find(device.imei);
    assert.deepEqual([found?.deviceId, found?.removed], [device.deviceId, true]);
    assert.equal((await directory().current(device.known.key))?.removed, true);
    const other = await addDevice(t, await t.tenant(), { imei: device.imei });
    known.forget(other.tenantId, other.deviceId);
    known.forget(tenant, device.deviceId);
    const now = await known.find(device.imei);
    assert.deepEqual([now?.deviceId, now?.tenantId, now?.removed], [other.deviceId, other.tenantId, undefined]);
    assert.equal(await directory().current(device.known.key), null);
  });

  it('sees a change when it is told, otherwise after half a minute', async () => {
    const device = await addDevice(t, tenant);
    const [told, untold] = [directory(), directory()];
    await Promise.all([told.find(device.imei), untold.find(device.imei)]);
    await change(device.deviceId, sql`person_id = null`);
    told.forget(tenant, device.deviceId);
    assert.equal((await told.find(device.imei))?.personId, null);
    assert.equal((await untold.find(device.imei))?.personId, device.personId);
    now += 31_000;
    assert.equal((await untold.find(device.imei))?.personId, null);
  });

  it('finds a stranger as soon as it is registered', async () => {
    const known = directory();
    const number = '864444444444444';
    assert.equal(await known.find(number), null);
    const device = await addDevice(t, tenant);
    await change(device.deviceId, sql`imei = ${number}, short_id = '4444444444'`);
    known.forget(tenant, device.deviceId);
    assert.equal((await known.find(number))?.deviceId, device.deviceId);
    assert.equal(await known.find(device.imei), null);
  });

  it('does not keep an answer that was asked for before a change', async () => {
    const device = await addDevice(t, tenant);
    const known = directory();
    const early = known.find(device.imei);
    known.forget(tenant, device.deviceId);
    await early;
    await change(device.deviceId, sql`person_id = null`);
    assert.equal((await known.current(device.known.key))?.personId, null);
  });

  it('prefers the own number over another device’s short one', async () => {
    const other = await t.tenant();
    const [long, short] = [await addDevice(t, tenant), await addDevice(t, other)];
    await t.deps.inTenant(other, (tx) =>
      tx.run(
        sql`update devices set imei = ${long.imei.slice(4, 14)}, short_id = null where tenant_id = ${other} and id = ${short.deviceId}`,
      ),
    );
    assert.equal((await directory().find(long.imei.slice(4, 14)))?.deviceId, short.deviceId);
    assert.equal((await directory().find(long.imei))?.deviceId, long.deviceId);
  });

  it('has what is special about a model, and above it the device’s own settings', async () => {
    const device = await addDevice(t, tenant);
    await change(device.deviceId, sql`model = 'ReachFar V48', settings = '{"profile": {"utcOffsetMinutes": 480}}'`);
    assert.deepEqual((await directory().find(device.imei))?.profile, {
      kind: 'watch',
      utcOffsetMinutes: 480,
      healthReplies: true,
      suppressChargerSos: false,
    });
  });

  it('may say nothing for half of what its type lets it be silent for; what staff did not change is the protocol’s to say', async () => {
    const device = await addDevice(t, tenant);
    assert.equal((await directory().find(device.imei))?.profile.heartbeatMs, undefined, 'no type');
    for (const [minutes, ms] of [
      [20, undefined],
      [60, 1_800_000],
      [5, 150_000],
    ] as const) {
      const { id } = (await t.deps.inTenant(tenant, (tx) =>
        tx.row<{ id: number }>(sql`insert into device_types (tenant_id, name, kind, protocol, silent_minutes)
          values (${tenant}, ${`静默${minutes}`}, 'watch', 'watch', ${minutes}) returning id`),
      ))!;
      await change(device.deviceId, sql`type_id = ${id}`);
      assert.equal((await directory().find(device.imei))?.profile.heartbeatMs, ms, `${minutes} minutes`);
    }
  });

  it('rejects while the database cannot be asked', async () => {
    const away = createDirectory({
      pool: { query: () => Promise.reject(new Error('away')) } as never,
      inTenant: t.deps.inTenant,
      now: () => now,
    });
    await assert.rejects(away.find('861111111111119'), /away/);
    await assert.rejects(away.find('861111111111119'), /away/, 'and asks again');
  });
});
