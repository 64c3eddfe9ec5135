/** Somebody who is missed by two fences is missed until both have them back, or are gone. */
import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { fences } from '#contract/warnings/fences.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, frame, ingest, noPlace, type TestDevice } from '#test/ingest.ts';
import { toMap } from '../geo/coordinates.ts';

const HOME = { lng: 120.16, lat: 30.26 };
let t: Harness;
let chief: TestUser;
let sink: ReturnType<typeof ingest>;
let clock = Date.parse('2026-11-16T10:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
  chief = await t.user(await t.tenant());
  sink = ingest(t);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

async function fence(device: TestDevice, name: string, radius: number): Promise<number> {
  const [longitude, latitude] = toMap([HOME.lng, HOME.lat]);
  const made = await t.route(fences.create, chief, {
    name,
    purpose: 1,
    shape: 1,
    longitude,
    latitude,
    radius,
    personIds: [device.personId],
  });
  assert.equal(made.status, 200, made.msg ?? '');
  sink.pipeline.memory.heard({ t: chief.tenantId, k: 'fence.changed', p: {} });
  return made.data;
}
async function walk(device: TestDevice, ...metres: number[]) {
  for (const distance of metres) {
    clock += MINUTE;
    const place = { ...noPlace, fix: true, lng: HOME.lng, lat: HOME.lat + distance / 111_195, accuracy: 10 };
    const fix = {
      deviceKey: device.known.key,
      at: clock,
      receivedAt: clock,
      clock: 'device',
      kind: 'position',
      late: false,
      place,
    } as const;
    await sink.pipeline.accept({ ...frame(device, fix), receivedAt: clock });
  }
}
const cleared = async (device: TestDevice) =>
  (
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.rows<{ cleared: boolean }>(
        sql`select cleared_at is not null as cleared from warnings
          where tenant_id = ${chief.tenantId} and person_id = ${device.personId} and rule = 'left_fence'`,
      ),
    )
  ).map((row) => row.cleared);

describe('two fences around one person', () => {
  it('both left, one entered again: they are still missed', async () => {
    const device = await addDevice(t, chief.tenantId);
    await fence(device, '花园', 100);
    await fence(device, '院区', 500);
    await walk(device, 0, 5, 900, 920, 940);
    assert.deepEqual(await cleared(device), [false]);
    await walk(device, 300, 300, 300);
    assert.deepEqual(await cleared(device), [false]);
    await walk(device, 0, 0, 0);
    assert.deepEqual(await cleared(device), [true]);
  });

  it('one removed while both miss them: the other still does; the last one ends it', async () => {
    const device = await addDevice(t, chief.tenantId);
    const [garden, grounds] = [await fence(device, '花园二', 100), await fence(device, '院区二', 500)];
    await walk(device, 0, 5, 900, 920, 940);
    const versionOf = async (id: number) => (await t.route(fences.get, chief, { id })).data.version;
    assert.equal((await t.route(fences.remove, chief, { id: garden, version: await versionOf(garden) })).status, 200);
    assert.deepEqual(await cleared(device), [false]);
    const { people, devices, misplaced, version, createTime, ...form } = (await t.route(fences.get, chief, { id: grounds })).data;
    assert.deepEqual([people.length, devices.length, misplaced, typeof createTime], [1, 0, 1, 'string']);
    const changed = await t.route(fences.update, chief, { ...form, version, enabled: false, personIds: [device.personId], deviceIds: [] });
    assert.equal(changed.status, 200, changed.msg ?? '');
    assert.deepEqual(await cleared(device), [true]);
  });
});
