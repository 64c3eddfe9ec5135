import { textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { isEasyCode } from '#contract/devices/lock-passcodes.rules.ts';
import { lockRecords } from '#contract/devices/lock-records.ts';
import { locks } from '#contract/devices/locks.ts';
import { emit } from '#server/events.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { cellsOf, fetched, imported, workbook } from '#test/workbooks.ts';
import { workOnLocks } from './lock-work.ts';

let t: Harness;
let tenant: number;
let other: number;
let admin: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let person: number;
let lock: number;
let clock = Date.now();

const rows = <T = any>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(tenant, (tx) => tx.rows<T>(query));
const one = async <T = any>(query: ReturnType<typeof sql<T>>) => (await rows<T>(query))[0] as T;
const newLock = async (imei: string) =>
  (
    await one<{ id: number }>(
      sql`insert into devices (tenant_id, imei, type, name) values (${tenant}, ${imei}, 'lock', '正门') returning id`,
    )
  ).id;
const code = async (over: object = {}) =>
  (await t.route(lockPasscodes.create, admin, { deviceId: lock, label: '访客', kind: 1, ...over })).data as { id: number; code: string };
const codeRow = async (id: number) =>
  one(sql<any>`select state, removal, code_cipher, end_reason from lock_passcodes where tenant_id = ${tenant} and id = ${id}`);
const warningsOf = (deviceId: number) =>
  rows<{ rule: string; severity: number; content: string; cleared_at: string | null; title: string | null }>(sql`
  select rule, severity, content, cleared_at, title from warnings where tenant_id = ${tenant} and device_id = ${deviceId} order by id`);

/** Lets time pass; nobody is signed out by it. */
async function pass(milliseconds: number) {
  clock += milliseconds;
  for (const id of [tenant, other])
    await t.deps.inTenant(id, (tx) =>
      tx.run(
        sql`update sessions set last_seen_at = to_timestamp(${clock / 1000}),
          access_expires_at = to_timestamp(${clock / 1000}) + interval '1 day',
          absolute_expires_at = to_timestamp(${clock / 1000}) + interval '1 day' where tenant_id = ${id}`,
      ),
    );
  t.gate.sessions.forget({});
}

before(async () => {
  t = await harness({ now: () => clock });
  tenant = await t.tenant();
  other = await t.tenant();
  admin = await t.user(tenant);
  viewer = await t.user(tenant, { permissions: ['tenant_lock_view'] });
  stranger = await t.user(other);
  person = (await one<{ id: number }>(sql`insert into people (tenant_id, name) values (${tenant}, '李桂芳') returning id`)).id;
  lock = await newLock('LOCK0001');
});
after(() => t.close());

describe('a lock', () => {
  it('is set up by those who may, in their own tenant', async () => {
    const input = { id: lock, provider: 'manual', doorMinutes: 5 };
    assert.equal((await t.route(locks.save, null, input)).status, 401);
    assert.equal((await t.route(locks.save, admin, { ...input, provider: 'tuya' })).msg, '请选择接入方式');
    assert.equal((await t.route(locks.save, admin, { ...input, provider: 'ttlock' })).msg, '请输入锁编号');
    assert.equal((await t.route(locks.save, viewer, input)).status, 403);
    assert.equal((await t.route(locks.save, stranger, input)).status, 404);
    assert.match(
      (await t.route(locks.save, admin, { ...input, provider: 'ttlock', externalId: '12', account: 'a', password: 'b' })).msg as string,
      /没有开通通通锁/,
    );
    const early = await t.route(lockPasscodes.create, admin, { deviceId: lock, label: 'x', kind: 1 });
    assert.deepEqual([early.status, early.msg], [422, '门锁还没有设置接入方式']);
    assert.equal((await t.route(locks.save, admin, input)).status, 200);
    const { data } = await t.route(locks.get, viewer, { id: lock });
    assert.deepEqual([data.provider, data.activeCount, data.hasPassword], ['manual', 0, false]);
    assert.equal((await t.route(locks.get, stranger, { id: lock })).status, 404);
    assert.equal((await t.route(locks.save, admin, { ...input, version: 77 })).status, 409);
    for (const route of [locks.check, locks.unlock])
      assert.equal((await t.route(route, admin, { id: lock, reason: '忘带钥匙' })).status, 422);
    assert.equal((await t.route(locks.unlock, viewer, { id: lock, reason: 'x' })).status, 403);
    assert.equal((await t.route(locks.unlock, admin, { id: lock })).msg, '请填写开锁原因');
  });
});

describe('a pass code', () => {
  it('is told once, kept sealed, never twice on one lock and none that is easy', async () => {
    assert.equal((await t.route(lockPasscodes.create, viewer, { deviceId: lock, label: 'x', kind: 1 })).status, 403);
    assert.equal((await t.route(lockPasscodes.create, stranger, { deviceId: lock, label: 'x', kind: 1 })).status, 404);
    const seen = new Set<string>();
    for (let turn = 0; turn < 40; turn++) {
      const made = await code({ digits: 6 + (turn % 4) });
      assert.match(made.code, new RegExp(`^\\d{${6 + (turn % 4)}}$`));
      assert.ok(!seen.has(made.code) && !isEasyCode(made.code));
      seen.add(made.code);
    }
    const text =
      JSON.stringify(
        await rows(sql<any>`select *, encode(code_cipher, 'escape') as shown from lock_passcodes where tenant_id = ${tenant}`),
      ) + JSON.stringify(await rows(sql<any>`select * from operation_logs where tenant_id = ${tenant}`));
    for (const made of seen) assert.ok(!new RegExp(`\\b${made}\\b`).test(text), made);
    const { data } = await t.route(lockPasscodes.page, viewer, { deviceId: lock });
    assert.equal(data.total, 40);
    assert.ok(!('code' in data.records[0]));
    assert.equal((await t.route(lockPasscodes.page, stranger, {})).data.total, 0);
    const plain = await one<{ code_key: Buffer }>(sql`select code_key from lock_passcodes where tenant_id = ${tenant} limit 1`);
    await assert.rejects(
      one(
        sql<any>`insert into lock_passcodes (tenant_id, device_id, label, kind, code_key, starts_at)
          values (${tenant}, ${lock}, 'x', 1, ${plain.code_key}, now())`,
      ),
      /duplicate key/,
    );
  });

  it('has times that its kind asks for', async () => {
    const refusal = async (over: object) => (await t.route(lockPasscodes.create, admin, { deviceId: lock, label: 'x', ...over })).msg;
    assert.equal(await refusal({ kind: 2 }), '请选择结束时间');
    assert.equal(await refusal({ kind: 2, startTime: '2030-01-02 00:00:00', endTime: '2030-01-01 00:00:00' }), '结束时间应晚于开始时间');
    assert.equal(await refusal({ kind: 2, startTime: '2020-01-01 00:00:00', endTime: '2020-01-02 00:00:00' }), '结束时间已经过去');
    assert.equal(await refusal({ kind: 3, startTime: '2030-01-01 00:00:00', endTime: '2030-01-03 00:00:00' }), '一次性密码最长24小时有效');
    assert.equal((await t.route(lockPasscodes.create, admin, { deviceId: lock, kind: 1 })).msg, '请选择成员或填写使用人');
    assert.match((await refusal({ kind: 1, digits: 5 })) as string, /不能小于6/);
  });

  it('of a lock without a network is confirmed by hand, moves by the rules, and one of two at once loses', async () => {
    const { id } = await code();
    assert.equal((await t.route(lockPasscodes.removed, admin, { id })).status, 409);
    assert.equal((await t.route(lockPasscodes.retry, admin, { id })).status, 409);
    const both = await Promise.all([
      t.route(lockPasscodes.confirm, admin, { id, version: 1 }),
      t.route(lockPasscodes.confirm, admin, { id, version: 1 }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)?.data.state, 2);
    assert.equal((await t.route(lockPasscodes.fail, admin, { id, reason: 'x' })).status, 409);
    assert.equal((await t.route(lockPasscodes.revoke, admin, { id })).msg, '请填写原因');
    assert.equal((await t.route(lockPasscodes.revoke, stranger, { id, reason: 'x' })).status, 404);
    assert.equal((await t.route(lockPasscodes.revoke, admin, { id, reason: '换人' })).status, 200);
    const after = await codeRow(id);
    assert.deepEqual([after.state, after.removal, after.code_cipher !== null], [4, 1, true]);
    assert.equal((await t.route(lockPasscodes.removed, admin, { id })).status, 200);
    const gone = await codeRow(id);
    assert.deepEqual([gone.removal, gone.code_cipher], [2, null]);
    assert.equal((await t.route(lockPasscodes.revoke, admin, { id, reason: 'x' })).status, 409);
    const second = await code();
    await t.route(lockPasscodes.fail, admin, { id: second.id, reason: '键盘失灵' });
    assert.equal((await t.route(lockPasscodes.retry, admin, { id: second.id })).status, 200);
    assert.equal((await codeRow(second.id)).state, 1);
  });

  it('ends when its time is over', async () => {
    const { id } = await code({ kind: 2, endTime: textOf(clock + 3_600_000) });
    await t.route(lockPasscodes.confirm, admin, { id });
    await workOnLocks(t.deps);
    assert.equal((await codeRow(id)).state, 2);
    const soon = await t.route(lockPasscodes.page, viewer, { endingDays: 7 });
    assert.deepEqual(
      soon.data.records.map((row: { id: number }) => row.id),
      [id],
    );
    await pass(3_600_001);
    await workOnLocks(t.deps);
    const row = await codeRow(id);
    assert.deepEqual([row.state, row.removal, row.end_reason], [5, 1, '已到结束时间']);
  });
});

describe('a lock with codes in it', () => {
  it('is neither deleted nor turned into something else', async () => {
    const door = await newLock('LOCK0002');
    await t.route(locks.save, admin, { id: door, provider: 'manual' });
    const { data } = await t.route(lockPasscodes.create, admin, { deviceId: door, label: '访客', kind: 1 });
    assert.match((await t.route(devices.remove, admin, { id: door })).msg as string, /还有密码/);
    assert.match((await t.route(devices.update, admin, { id: door, imei: 'LOCK0002', type: 'other' })).msg as string, /还有密码/);
    await t.route(lockPasscodes.revoke, admin, { id: data.id, reason: '拆除' });
    assert.equal((await t.route(devices.remove, admin, { id: door })).status, 422);
    await t.route(lockPasscodes.removed, admin, { id: data.id });
    assert.equal((await t.route(devices.remove, admin, { id: door })).status, 200);
  });
});

describe('a member', () => {
  it('is staff or a resident of this house, once, for a time', async () => {
    const input = { deviceId: lock, oldmanId: person, startDate: '2026-01-01' };
    assert.equal((await t.route(lockMembers.create, viewer, input)).status, 403);
    assert.equal((await t.route(lockMembers.create, stranger, input)).status, 404);
    assert.equal((await t.route(lockMembers.create, admin, { ...input, userId: admin.userId })).status, 400);
    assert.equal((await t.route(lockMembers.create, admin, { ...input, endDate: '2025-12-31' })).msg, '结束日期不能早于开始日期');
    assert.equal((await t.route(lockMembers.create, admin, { ...input, oldmanId: 987_654 })).status, 422);
    assert.equal(
      (await t.route(lockMembers.create, admin, { deviceId: lock, userId: stranger.userId, startDate: '2026-01-01' })).status,
      422,
    );
    const both = await Promise.all([t.route(lockMembers.create, admin, input), t.route(lockMembers.create, admin, input)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const list = await t.route(lockMembers.page, viewer, { deviceId: lock });
    assert.deepEqual([list.data.total, list.data.records[0].name, list.data.records[0].kind], [1, '李桂芳', 'resident']);
  });

  it('takes the codes along: a resident who checks out, staff who leave, a day that is over, by hand', async () => {
    const member = async (who: object) =>
      (await t.route(lockMembers.create, admin, { deviceId: lock, startDate: '2026-01-01', ...who })).data as number;
    const resident = (await one<{ id: number }>(sql`select id from lock_members where tenant_id = ${tenant} and person_id = ${person}`)).id;
    const nurse = await t.user(tenant);
    const hers = await code({ memberId: resident });
    const his = await code({ memberId: await member({ userId: nurse.userId }) });
    await t.deps.inTenant(tenant, async (tx) => {
      await tx.run(sql`update people set status = 4 where tenant_id = ${tenant} and id = ${person}`);
      await emit('person.changed', { personId: person }, tx, t.deps);
    });
    assert.deepEqual([(await codeRow(hers.id)).state, (await codeRow(hers.id)).end_reason], [4, '成员已结束：服务对象已离开']);
    assert.equal((await codeRow(his.id)).state, 1);
    // Nobody said so: the next round of work finds it.
    await one(sql<any>`update users set status = 9 where tenant_id = ${tenant} and id = ${nurse.userId} returning 1`);
    await workOnLocks(t.deps);
    assert.equal((await codeRow(his.id)).end_reason, '成员已结束：员工账号已停用');
    assert.equal((await t.route(lockPasscodes.create, admin, { deviceId: lock, memberId: resident, kind: 1 })).status, 422);
    const carer = await t.user(tenant);
    const today = textOf(clock).slice(0, 10);
    const timed = await member({ userId: carer.userId, endDate: today });
    const late = await t.route(lockPasscodes.create, admin, { deviceId: lock, memberId: timed, kind: 2, endTime: '2031-01-01 00:00:00' });
    assert.match(late.msg as string, /成员有效期到/);
    await pass(86_400_000);
    await workOnLocks(t.deps);
    const again = await t.route(lockMembers.end, admin, { id: timed, reason: '换岗' });
    assert.deepEqual([again.status, again.msg], [409, '该成员已经结束']);
    const fresh = await member({ userId: carer.userId });
    await code({ memberId: fresh });
    assert.deepEqual((await t.route(lockMembers.end, admin, { id: fresh, reason: '换岗' })).data, { codes: 1 });
  });
});

describe('records', () => {
  it('of a lock without a network are typed in; an alarm raises its warning', async () => {
    const time = textOf(clock - 60_000);
    const input = { deviceId: lock, time, kind: 'unlock', method: 'key', who: '王护士' };
    assert.equal((await t.route(lockRecords.create, viewer, input)).status, 403);
    assert.equal((await t.route(lockRecords.create, stranger, input)).status, 404);
    assert.equal((await t.route(lockRecords.create, admin, { ...input, time: textOf(clock + 3_600_000) })).msg, '时间不能晚于现在');
    assert.equal((await t.route(lockRecords.create, admin, { ...input, kind: 'remote' })).status, 400);
    assert.equal((await t.route(lockRecords.create, admin, input)).status, 200);
    assert.deepEqual(await warningsOf(lock), []);
    await t.route(lockRecords.create, admin, { ...input, kind: 'duress', who: '李桂芳' });
    await t.route(lockRecords.create, admin, { ...input, kind: 'tamper', time: textOf(clock - 3_600_000) });
    const raised = await warningsOf(lock);
    assert.deepEqual(
      raised.map(({ rule, severity }) => [rule, severity]),
      [
        ['sos', 1],
        ['alarm', 2],
      ],
    );
    assert.match(raised[0]!.content, /胁迫开锁.*李桂芳/);
    assert.match(raised[1]!.content, /补传/);
    const list = await t.route(lockRecords.page, viewer, { kind: 'unlock', who: '王' });
    assert.deepEqual([list.data.total, list.data.records[0].source, list.data.records[0].createName !== null], [1, 2, true]);
    assert.equal((await t.route(lockRecords.page, stranger, {})).data.total, 0);
  });

  it('come from a workbook, good rows only, and leave as one', async () => {
    const rows = [
      ['设备编号*', '时间*', '事件*', '方式', '使用人'],
      ['LOCK0001', '2026-01-02 08:30:00', '开锁', '门卡', '赵护工'],
      ['LOCK0001', '2026-01-02 08:30:00', '飞走', '', ''],
      ['LOCK9999', '2026-01-02 08:30:00', '开锁', '', ''],
    ];
    const made = await imported(t, lockRecords.import, admin, await workbook(rows), 'mode=good');
    assert.deepEqual([made.good, made.bad], [1, 2]);
    const cells = await cellsOf(await fetched(t, admin, `${lockRecords.export.path}?who=${encodeURIComponent('赵护工')}`));
    assert.equal(cells.length, 2);
    assert.ok(
      ['正门', '开锁', '门卡', '赵护工', '导入'].every((text) => cells[1]?.includes(text)),
      String(cells[1]),
    );
    assert.equal((await t.call('GET', lockRecords.export.path, { as: viewer })).status, 403);
  });
});
