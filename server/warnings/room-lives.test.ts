import { HOUR, MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { locks } from '#contract/devices/locks.ts';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { lifeWindows } from '#contract/warnings/life-windows.ts';
import { instant } from '../db/instants.ts';
import { takeIn } from '../devices/lock-events.ts';
import type { DeviceEvent } from '../ingest/events.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';
import { sweepWarnings } from './sweeps.ts';

// A Monday.
const EIGHT = Date.parse('2026-11-16T08:00:00+08:00');
let clock = EIGHT;
let t: Harness;
let chief: TestUser;
let sink: ReturnType<typeof ingest>;
let serial = 0;

before(async () => {
  t = await harness({ now: () => clock });
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const run = (query: ReturnType<typeof sql>) => t.deps.inTenant(chief.tenantId, (tx) => tx.run(query));
const tell = (device: TestDevice, name: string, value: string, at = clock): DeviceEvent => ({
  deviceKey: device.known.key,
  at,
  receivedAt: clock,
  clock: 'device',
  kind: 'info',
  name,
  value,
});
const send = (device: TestDevice, ...events: DeviceEvent[]) => sink.pipeline.accept({ ...frame(device, ...events), receivedAt: clock });
const say = (device: TestDevice, name: string, value: string, at = clock) => send(device, tell(device, name, value, at));
const alive = (device: TestDevice) => send(device, reading(device, 'battery', 80, clock, clock));

/** A room of two beds, with devices of these kinds on its walls for two days. */
async function room(...kinds: string[]) {
  clock = EIGHT;
  chief = await t.user(await t.tenant(), { name: '张护士长' });
  const roomId = (await t.route(rooms.create, chief, { building: '一', floor: '1', name: `1${++serial}`, beds: 2 })).data as number;
  const own = ((await t.route(beds.page, chief, { roomId, size: 10 })).data.records as { id: number }[])
    .map(({ id }) => id)
    .sort((a, b) => a - b);
  const walls: TestDevice[] = [];
  for (const type of kinds) walls.push(await addDevice(t, chief.tenantId, { type, worn: false }));
  await run(sql`update devices set room_id = ${roomId} where tenant_id = ${chief.tenantId}`);
  await run(sql`update device_bindings set bound_at = ${instant(clock - 48 * HOUR)} where tenant_id = ${chief.tenantId}`);
  await sink?.close();
  sink = ingest(t);
  return { roomId, beds: own, walls };
}
async function resident(bedId: number | null, sources: string[] | null): Promise<number> {
  const id = (await t.route(people.create, chief, { userName: `老人${++serial}`, bedId })).data as number;
  if (sources)
    assert.equal(
      (await t.route(lifeWindows.create, chief, { from: '06:00', to: '22:00', quietMinutes: 60, sources, personId: id })).status,
      200,
    );
  return id;
}
const status = async (id: number, value: number) =>
  assert.equal((await t.route(people.update, chief, { id, userName: `老人${++serial}`, status: value })).status, 200);
async function pass(minutes: number, ...living: TestDevice[]) {
  for (let passed = 0; passed < minutes; passed += 10) {
    clock += 10 * MINUTE;
    for (const device of living) await alive(device);
    await sweepWarnings(t.deps);
  }
}
const warned = (personId: number) =>
  t.deps.inTenant(chief.tenantId, (tx) =>
    tx.rows<any>(
      sql`select rule, content, cleared_at is not null as cleared from warnings
        where tenant_id = ${chief.tenantId} and person_id = ${personId} and rule = 'no_activity' order by id`,
    ),
  );
const lastOf = async (personId: number) =>
  (
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.rows<{ at: number; source: string | null }>(
        sql`select extract(epoch from last_at)::float8 * 1000 as at, last_source as source from life_states
          where tenant_id = ${chief.tenantId} and person_id = ${personId}`,
      ),
    )
  )[0];

describe('a device of a room', () => {
  it('speaks for who is alone there: its turns are signs of life, its silence while it lives means something', async () => {
    const { beds: own, walls } = await room('radar');
    const [radar] = walls as [TestDevice];
    const person = await resident(own[0]!, ['presence']);
    await say(radar, 'presence', 'yes');
    await pass(40, radar);
    await say(radar, 'presence', 'no');
    assert.equal((await lastOf(person))?.source, 'presence');
    await pass(50, radar);
    assert.deepEqual(await warned(person), []);
    // Said again it is no turn.
    await say(radar, 'presence', 'no');
    await pass(10, radar);
    assert.match((await warned(person))[0]?.content, /最后活动 08:40 进出雷达范围/);
    await say(radar, 'presence', 'yes');
    assert.equal((await warned(person))[0].cleared, true);
  });

  it('that is dead, or that never tells of anybody, is no quiet person', async () => {
    const { beds: own, walls } = await room('radar', 'other', 'hub');
    const [radar, ...rest] = walls as [TestDevice, ...TestDevice[]];
    const person = await resident(own[0]!, ['presence', 'door']);
    await say(radar, 'presence', 'yes');
    await pass(180, ...rest);
    assert.deepEqual(await warned(person), []);
    // It lives again: the wait begins now.
    await alive(radar);
    await sweepWarnings(t.deps);
    await pass(50, radar);
    assert.deepEqual(await warned(person), []);
    await pass(20, radar);
    assert.equal((await warned(person)).length, 1);
  });

  it('that was away is waited for from its return, whatever else hangs there', async () => {
    const { beds: own, walls } = await room('radar', 'camera', 'lock');
    const [radar] = walls as [TestDevice, ...TestDevice[]];
    const person = await resident(own[0]!, ['presence', 'door']);
    await say(radar, 'presence', 'yes');
    // Ten minutes before the next look at who is quiet.
    await pass(170);
    await alive(radar);
    await sweepWarnings(t.deps);
    await pass(50, radar);
    assert.deepEqual(await warned(person), []);
    await pass(20, radar);
    assert.equal((await warned(person)).length, 1);
  });

  it('is what a person rests on who wears a watch for something else', async () => {
    const { beds: own, walls } = await room('radar');
    const [radar] = walls as [TestDevice];
    const [ann, ben] = [await resident(own[0]!, ['presence']), await resident(own[1]!, null)];
    const watch = await addDevice(t, chief.tenantId, { worn: false });
    await run(sql`update devices set person_id = ${ann} where tenant_id = ${chief.tenantId} and id = ${watch.deviceId}`);
    await run(sql`update device_bindings set bound_at = ${instant(clock - 48 * HOUR)} where tenant_id = ${chief.tenantId}`);
    await pass(170, radar, watch);
    await status(ben, 2);
    await pass(50, radar, watch);
    assert.deepEqual(await warned(ann), []);
    await pass(20, radar, watch);
    assert.equal((await warned(ann)).length, 1);
  });

  it('speaks for nobody where two are, and for the one who stays from the moment the other goes', async () => {
    const { beds: own, walls } = await room('radar');
    const [radar] = walls as [TestDevice];
    const [ann, ben] = [await resident(own[0]!, ['presence']), await resident(own[1]!, ['presence'])];
    await say(radar, 'presence', 'yes');
    await pass(30, radar);
    await say(radar, 'presence', 'no');
    assert.deepEqual([(await lastOf(ann))?.source, (await lastOf(ben))?.source], [null, null]);
    await pass(190, radar);
    assert.deepEqual([await warned(ann), await warned(ben)], [[], []]);
    // A minute before Ann would be due: what the radar saw until now was nobody's.
    clock += 9 * MINUTE;
    await status(ben, 3);
    await pass(50, radar);
    assert.deepEqual(await warned(ann), []);
    await say(radar, 'presence', 'yes');
    assert.equal((await lastOf(ann))?.source, 'presence');
    // What is told late was seen when two were there.
    await say(radar, 'presence', 'no', clock - 3 * HOUR);
    assert.equal((await lastOf(ann))?.at, clock);
    await pass(70, radar);
    assert.equal((await warned(ann)).length, 1);
    assert.deepEqual(await warned(ben), []);
    // Back from hospital: two again, and the one who is back is waited for anew.
    await status(ben, 1);
    const back = clock;
    assert.equal((await lastOf(ben))?.at, back);
    clock += MINUTE;
    await say(radar, 'presence', 'yes');
    assert.equal((await lastOf(ben))?.source, null);
    assert.equal((await warned(ann))[0].cleared, false);
  });

  it('moves with nobody: who comes into its room is waited for from then on, who left hears nothing of it', async () => {
    const { beds: own, walls } = await room('radar');
    const [radar] = walls as [TestDevice];
    const other = (await t.route(rooms.create, chief, { building: '一', floor: '1', name: `9${++serial}`, beds: 1 })).data as number;
    const elsewhere = ((await t.route(beds.page, chief, { roomId: other, size: 10 })).data.records as { id: number }[])[0]!.id;
    const [ann, ben] = [await resident(own[0]!, ['presence']), await resident(elsewhere, ['presence'])];
    await say(radar, 'presence', 'yes');
    await pass(50, radar);
    const move = (oldmanId: number, fromBedId: number | null, bedId: number | null) =>
      t.route(placements.move, chief, { oldmanId, fromBedId, bedId });
    await move(ann, own[0]!, null);
    await move(ben, elsewhere, own[0]!);
    const moved = clock;
    assert.equal((await lastOf(ben))?.at, moved);
    await move(ann, null, elsewhere);
    await pass(50, radar);
    await say(radar, 'presence', 'no');
    assert.equal((await lastOf(ben))?.source, 'presence');
    await pass(70, radar);
    assert.equal((await warned(ben)).length, 1);
    assert.deepEqual(await warned(ann), []);
  });

  it('belongs to the person it is bound to, whoever else lives there', async () => {
    const { roomId, beds: own, walls } = await room('radar');
    const [radar] = walls as [TestDevice];
    const [ann, ben] = [await resident(own[0]!, ['presence']), await resident(own[1]!, ['presence'])];
    assert.equal(
      (await t.route(devices.update, chief, { id: radar.deviceId, imei: radar.imei, type: 'radar', oldmanId: ann, roomId })).status,
      200,
    );
    await sink.close();
    sink = ingest(t);
    await say(radar, 'presence', 'yes');
    clock += 2 * MINUTE;
    await say(radar, 'presence', 'no');
    assert.deepEqual([(await lastOf(ann))?.source, (await lastOf(ben))?.source], ['presence', null]);
  });

  it('an empty bed of a room notices nobody', async () => {
    const { beds: own, walls } = await room('bed');
    const [bed] = walls as [TestDevice];
    const person = await resident(own[0]!, ['bed']);
    await say(bed, 'bed', 'in');
    clock += 2 * MINUTE;
    await say(bed, 'bed', 'out');
    assert.equal((await lastOf(person))?.source, 'bed');
    await pass(180, bed);
    assert.deepEqual(await warned(person), []);
    await say(bed, 'bed', 'in');
    await pass(70, bed);
    assert.equal((await warned(person)).length, 1);
  });

  it('may be a lock that tells of its door: a sign of life, but a lock that is only heard of when somebody comes keeps nobody waiting', async () => {
    const { roomId, beds: own } = await room();
    const lock = await addDevice(t, chief.tenantId, { type: 'lock', worn: false, imei: `DOOR${serial}` });
    await run(sql`update devices set room_id = ${roomId} where tenant_id = ${chief.tenantId} and id = ${lock.deviceId}`);
    assert.equal((await t.route(locks.save, chief, { id: lock.deviceId, provider: 'manual' })).status, 200);
    const person = await resident(own[0]!, ['door']);
    const heard = (at: number, key: string) =>
      t.deps.inTenant(chief.tenantId, (tx) =>
        takeIn(tx, t.deps, lock.deviceId, [{ at, kind: 'open', method: null, success: true, who: null, key }], 1),
      );
    clock += 5 * MINUTE;
    await heard(clock, 'a');
    assert.deepEqual(await lastOf(person), { at: clock, source: 'door' });
    const before = clock;
    clock += HOUR;
    await heard(clock - 30 * MINUTE, 'b');
    assert.equal((await lastOf(person))?.at, before);
    await pass(120);
    assert.deepEqual(await warned(person), []);
  });
});
