import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { locks } from '#contract/devices/locks.ts';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { startCloud, type TestCloud } from '#test/ttlock.ts';
import { workOnLocks } from './lock-work.ts';
import { passwordOf } from './ttlock.ts';

const LOCK_ID = '9226705';
let t: Harness;
let cloud: TestCloud;
let admin: TestUser;
let stranger: TestUser;
let serial = 0;

const rows = <T = any>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(admin.tenantId, (tx) => tx.rows<T>(query));

interface Room {
  id: number;
  lock: number;
  beds: number[];
}

/** A room with two beds and a lock at its door. */
async function room(cloudLock = false): Promise<Room> {
  const name = `3${String(++serial).padStart(2, '0')}`;
  const id = (await t.route(rooms.create, admin, { building: '一号楼', floor: '3层', name, beds: 2 })).data as number;
  const own = (await t.route(beds.page, admin, { roomId: id, size: 10 })).data.records as { id: number }[];
  const lock = (await t.route(devices.create, admin, { imei: `DOOR${name}`, type: 'lock', name: `${name}房门`, roomId: id }))
    .data as number;
  const settings = cloudLock ? { provider: 'ttlock', externalId: LOCK_ID, account: 'house', password: 'geheim' } : { provider: 'manual' };
  assert.equal((await t.route(locks.save, admin, { id: lock, ...settings })).status, 200);
  return { id, lock, beds: own.map((bed) => bed.id).sort((a, b) => a - b) };
}
const resident = async (bedId: number | null, name = `老人${++serial}`) =>
  (await t.route(people.create, admin, { userName: name, bedId })).data as number;
async function move(oldmanId: number, fromBedId: number | null, bedId: number | null) {
  const answer = await t.route(placements.move, admin, { oldmanId, fromBedId, bedId });
  assert.equal(answer.status, 200, String(answer.msg));
  return answer.data.endedCodes as number;
}
const give = (deviceId: number, oldmanId: number, as: TestUser | null = admin) =>
  t.route(lockPasscodes.ofResident, as, { deviceId, oldmanId });
async function given(deviceId: number, oldmanId: number) {
  const answer = await give(deviceId, oldmanId);
  assert.equal(answer.status, 200, String(answer.msg));
  return answer.data as { id: number; code: string };
}
const codeRow = async (id: number) =>
  (
    await rows(
      sql<any>`select state, removal, end_reason, next_at is not null as due from lock_passcodes
        where tenant_id = ${admin.tenantId} and id = ${id}`,
    )
  )[0];
const doors = async (oldmanId: number) => (await t.route(lockMembers.ofPerson, admin, { oldmanId })).data as any[];

before(async () => {
  t = await harness();
  cloud = await startCloud({ username: 'house', password: passwordOf('geheim'), lockId: LOCK_ID });
  Object.assign(process.env, { TTLOCK_CLIENT_ID: 'app', TTLOCK_CLIENT_SECRET: 'secret', TTLOCK_URL: cloud.url });
  admin = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(async () => {
  await t.close();
  cloud.stop();
  for (const name of Object.keys(process.env)) if (name.startsWith('TTLOCK_')) delete process.env[name];
});

describe('the code of a resident', () => {
  it('is made with one call by those who may, for who lives there, once also when two ask', async () => {
    const one = await room();
    const other = await room();
    const person = await resident(one.beds[0]!);
    const viewer = await t.user(admin.tenantId, { permissions: ['tenant_lock_view'] });
    assert.equal((await give(one.lock, person, null)).status, 401);
    assert.equal((await t.route(lockPasscodes.ofResident, admin, { deviceId: one.lock })).status, 400);
    assert.equal((await give(one.lock, person, viewer)).status, 403);
    assert.equal((await give(one.lock, person, stranger)).status, 404);
    assert.equal((await t.route(lockMembers.ofPerson, stranger, { oldmanId: person })).status, 404);
    assert.deepEqual(
      (await doors(person)).map(({ deviceId, livesThere, codes, memberId }) => [deviceId, livesThere, codes, memberId]),
      [[one.lock, true, 0, null]],
    );
    const both = await Promise.all([give(one.lock, person), give(one.lock, person)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.match(both.find(({ status }) => status === 200)?.data.code, /^\d{6}$/);
    assert.equal((await give(other.lock, person)).msg, '该服务对象不住在这把门锁的房间');
    assert.deepEqual(
      (await doors(person)).map(({ codes }) => codes),
      [1],
    );
  });
});

describe('a resident who moves', () => {
  it('opens the old door no more from that moment on; the other bed of the room is no other door', async () => {
    const [from, to] = [await room(), await room()];
    const person = await resident(from.beds[0]!);
    const mate = await resident(null);
    const code = await given(from.lock, person);
    await t.route(lockPasscodes.confirm, admin, { id: code.id });
    const guest = (await t.route(lockPasscodes.create, admin, { deviceId: from.lock, label: '送药员', kind: 1 })).data;
    assert.equal(await move(person, from.beds[0]!, from.beds[1]!), 0);
    assert.equal((await codeRow(code.id)).state, 2);
    // On leave the bed is kept, and with it the code.
    await t.route(people.update, admin, { id: person, userName: '住院的人', status: 3 });
    assert.equal((await codeRow(code.id)).state, 2);
    await move(mate, null, from.beds[0]!);
    assert.equal(await move(person, from.beds[1]!, to.beds[0]!), 1);
    const ended = await codeRow(code.id);
    assert.deepEqual([ended.state, ended.removal, ended.end_reason], [4, 1, '成员已结束：不再住该房间']);
    // What was given to a visitor is nobody's who moved.
    assert.equal((await codeRow(guest.id)).state, 1);
    assert.deepEqual(
      (await doors(person)).map(({ deviceId, livesThere, codes, toForget, endReason }) => [
        deviceId,
        livesThere,
        codes,
        toForget,
        endReason,
      ]),
      [
        [to.lock, true, 0, 0, null],
        [from.lock, false, 0, 1, '不再住该房间'],
      ],
    );
    assert.equal((await give(to.lock, person)).status, 200);
    await t.route(lockPasscodes.removed, admin, { id: code.id });
    assert.deepEqual(
      (await doors(person)).map(({ toForget }) => toForget),
      [0, 0],
    );
  });

  it('back again has to be given a new code: the old one is never woken up', async () => {
    const [from, to] = [await room(true), await room()];
    const person = await resident(from.beds[0]!);
    const code = await given(from.lock, person);
    await workOnLocks(t.deps);
    assert.equal(cloud.codes.length, 1);
    await move(person, from.beds[0]!, to.beds[0]!);
    await move(person, to.beds[0]!, from.beds[0]!);
    assert.deepEqual([(await codeRow(code.id)).state, (await codeRow(code.id)).due], [4, true]);
    const again = await given(from.lock, person);
    assert.notEqual(again.code, code.code);
    await workOnLocks(t.deps);
    assert.deepEqual(
      cloud.codes.map(({ keyboardPwd }) => keyboardPwd),
      [again.code],
    );
    assert.deepEqual([(await codeRow(code.id)).removal, (await codeRow(again.id)).state], [2, 2]);
  });

  it('and whoever takes their bed: two who change places both lose their old doors', async () => {
    const [one, two] = [await room(), await room()];
    const [ann, ben] = [await resident(one.beds[0]!), await resident(two.beds[0]!)];
    const [hers, his] = [await given(one.lock, ann), await given(two.lock, ben)];
    assert.equal(await move(ann, one.beds[0]!, null), 1);
    assert.equal(await move(ben, two.beds[0]!, one.beds[0]!), 1);
    assert.equal(await move(ann, null, two.beds[0]!), 0);
    assert.deepEqual([(await codeRow(hers.id)).state, (await codeRow(his.id)).state], [4, 4]);
    for (const [person, door] of [
      [ann, two.lock],
      [ben, one.lock],
    ] as const)
      assert.deepEqual(
        (await doors(person)).filter(({ livesThere }) => livesThere).map(({ deviceId, codes }) => [deviceId, codes]),
        [[door, 0]],
      );
  });

  it('keeps a door that was never theirs by living there, and is found by the next round when nobody told', async () => {
    const [from, to, garden] = [await room(), await room(), await room()];
    const person = await resident(from.beds[0]!);
    const member = (await t.route(lockMembers.create, admin, { deviceId: garden.lock, oldmanId: person, startDate: '2026-01-01' }))
      .data as number;
    const shared = (await t.route(lockPasscodes.create, admin, { deviceId: garden.lock, memberId: member, kind: 1 })).data;
    // Before they moved in: it becomes the code of who lives there.
    const early = (await t.route(lockMembers.create, admin, { deviceId: to.lock, oldmanId: person, startDate: '2026-01-01' }))
      .data as number;
    const ready = (await t.route(lockPasscodes.create, admin, { deviceId: to.lock, memberId: early, kind: 1 })).data;
    const code = await given(from.lock, person);
    await rows(sql<any>`update people set bed_id = ${to.beds[0]} where tenant_id = ${admin.tenantId} and id = ${person} returning 1`);
    assert.equal((await codeRow(code.id)).state, 1);
    await workOnLocks(t.deps);
    assert.deepEqual([(await codeRow(code.id)).state, (await codeRow(shared.id)).state, (await codeRow(ready.id)).state], [4, 1, 1]);
    assert.equal((await workOnLocks(t.deps)).ended, 0);
    await move(person, to.beds[0]!, null);
    assert.deepEqual([(await codeRow(ready.id)).state, (await codeRow(shared.id)).state], [4, 1]);
  });

  it('also loses a lock that is taken to another door', async () => {
    const [one, two] = [await room(), await room()];
    const person = await resident(one.beds[0]!);
    const code = await given(one.lock, person);
    const { data: device } = await t.route(devices.get, admin, { id: one.lock });
    assert.equal(
      (await t.route(devices.update, admin, { id: one.lock, imei: device.imei, type: 'lock', name: device.name, roomId: two.id })).status,
      200,
    );
    assert.equal((await codeRow(code.id)).state, 4);
  });
});
