import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { locks } from '#contract/devices/locks.ts';
import { textOf } from '#server/db/times.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { startCloud, type TestCloud } from '#test/ttlock.ts';
import { workOnLocks } from './lock-work.ts';
import { passwordOf } from './ttlock.ts';

const LOCK_ID = '9226705';
const KEY = 'k'.repeat(40);
let t: Harness;
let cloud: TestCloud;
let tenant: number;
let admin: TestUser;
let lock: number;
let clock = Date.now();

const rows = <T = any>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(tenant, (tx) => tx.rows<T>(query));
const one = async <T = any>(query: ReturnType<typeof sql<T>>) => (await rows<T>(query))[0] as T;
const settings = (over: object = {}) => ({ id: lock, provider: 'ttlock', externalId: LOCK_ID, account: 'house', password: 'geheim', doorMinutes: 5, ...over });
const code = async (over: object = {}) =>
  (await t.route(lockPasscodes.create, admin, { deviceId: lock, label: '访客', kind: 1, ...over })).data as { id: number; code: string };
const codeRow = (id: number) =>
  one(
    sql<any>`select state, removal, problem, external_id, attempts, next_at, code_cipher is null as forgotten from lock_passcodes where tenant_id = ${tenant} and id = ${id}`,
  );
/** Lets time pass, which signs nobody out, and works until nothing is due. */
async function later(seconds: number) {
  clock += seconds * 1000;
  await rows(
    sql<any>`update sessions set last_seen_at = to_timestamp(${clock / 1000}), access_expires_at = to_timestamp(${clock / 1000}) + interval '1 day', absolute_expires_at = to_timestamp(${clock / 1000}) + interval '1 day' where tenant_id = ${tenant}`,
  );
  t.gate.sessions.forget({});
  await workOnLocks(t.deps);
}
const told = async (records: object[], over: Record<string, string> = {}, key = KEY) => {
  const answer = await fetch(`${t.url}/tenant-device/lock/callback/${key}`, {
    method: 'POST',
    body: new URLSearchParams({ lockId: LOCK_ID, lockMac: 'AA:BB', admin: 'house', notifyType: '1', records: JSON.stringify(records), ...over }),
  });
  return [answer.status, await answer.text()] as const;
};
const paths = () => cloud.calls.map(({ path }) => path.split('/').at(-1));
const warningsOf = () =>
  rows<{ rule: string; content: string; cleared: boolean; count: number }>(
    sql`select rule, content, cleared_at is not null as cleared, count from warnings where tenant_id = ${tenant} and device_id = ${lock} order by id`,
  );

before(async () => {
  t = await harness({ now: () => clock });
  cloud = await startCloud({ username: 'house', password: passwordOf('geheim'), lockId: LOCK_ID });
  Object.assign(process.env, { TTLOCK_CLIENT_ID: 'app', TTLOCK_CLIENT_SECRET: 'secret', TTLOCK_URL: cloud.url, TTLOCK_CALLBACK_KEY: KEY });
  tenant = await t.tenant();
  admin = await t.user(tenant);
  lock = (await one<{ id: number }>(sql`insert into devices (tenant_id, imei, type, name) values (${tenant}, 'TTLOCK0001', 'lock', '201房门') returning id`))
    .id;
});
after(async () => {
  await t.close();
  cloud.stop();
  for (const name of Object.keys(process.env)) if (name.startsWith('TTLOCK_')) delete process.env[name];
});

describe('a lock of TTLock', () => {
  it('is tried with its account, which is kept sealed', async () => {
    assert.equal((await t.route(locks.save, admin, settings({ password: undefined }))).msg, '请输入通通锁账号的密码');
    await t.route(locks.save, admin, settings({ password: 'wrong' }));
    const wrong = await t.route(locks.check, admin, { id: lock });
    assert.deepEqual([wrong.status, wrong.msg], [422, '通通锁账号或密码不正确']);
    await t.route(locks.save, admin, settings({ externalId: '1' }));
    assert.equal((await t.route(locks.check, admin, { id: lock })).msg, '通通锁上没有这把锁，或该账号没有权限');
    assert.deepEqual(await told([]), [200, 'success']);
    await t.route(locks.save, admin, settings());
    const right = await t.route(locks.check, admin, { id: lock });
    assert.deepEqual(right.data, { name: '201室', battery: 64, canUnlock: true });
    const row = await one(
      sql<any>`select encode(password_cipher, 'escape') || encode(token_cipher, 'escape') as sealed from locks where tenant_id = ${tenant}`,
    );
    assert.ok(!/geheim|access-|refresh-/.test(row.sealed) && !row.sealed.includes(passwordOf('geheim')));
    assert.ok(!JSON.stringify((await t.route(locks.get, admin, { id: lock })).data).includes(passwordOf('geheim')));
  });

  it('learns a code and forgets it', async () => {
    const made = await code({ kind: 2, endTime: textOf(clock + 86_400_000) });
    await later(0);
    assert.deepEqual(
      [(await codeRow(made.id)).state, cloud.codes[0]?.keyboardPwd, cloud.codes[0]?.endDate],
      [2, made.code, Math.floor((clock + 86_400_000) / 1000) * 1000],
    );
    assert.ok(!cloud.codes[0]?.keyboardPwdName.includes('访客'));
    assert.match((await t.route(lockPasscodes.confirm, admin, { id: made.id })).msg as string, /自动下发/);
    assert.match((await t.route(locks.save, admin, settings({ externalId: '5' }))).msg as string, /先撤销并删除/);
    await t.route(lockPasscodes.revoke, admin, { id: made.id, reason: '退住' });
    await later(0);
    const row = await codeRow(made.id);
    assert.deepEqual([row.state, row.removal, row.forgotten, cloud.codes.length], [4, 2, true, 0]);
    // Gone already: the cloud says success all the same.
    const other = await code();
    await later(0);
    cloud.codes = [];
    await t.route(lockPasscodes.revoke, admin, { id: other.id, reason: '退住' });
    await later(0);
    assert.equal((await codeRow(other.id)).removal, 2);
  });

  it('is tried again with longer and longer pauses, also by another process, and never told twice', async () => {
    cloud.mishaps['/v3/keyboardPwd/add'] = [-3002, 'silence'];
    const made = await code();
    await later(0);
    let row = await codeRow(made.id);
    assert.deepEqual([row.state, row.problem, row.attempts], [1, '网关离线', 1]);
    assert.equal((await t.route(locks.get, admin, { id: lock })).data.problem, '网关离线');
    await later(5);
    assert.equal((await codeRow(made.id)).attempts, 1);
    await later(6);
    assert.deepEqual([(await codeRow(made.id)).problem, (await codeRow(made.id)).attempts], ['通通锁没有应答', 2]);
    await later(31);
    row = await codeRow(made.id);
    assert.deepEqual([row.state, row.problem, row.next_at], [2, null, null]);
    // The lock learnt it, the answer was lost: it is found by its name, not added again.
    cloud.mishaps['/v3/keyboardPwd/add'] = ['lost'];
    const lost = await code();
    await later(0);
    assert.equal((await codeRow(lost.id)).state, 1);
    cloud.calls.length = 0;
    await Promise.all([later(11), workOnLocks(t.deps), workOnLocks(t.deps)]);
    assert.equal((await codeRow(lost.id)).state, 2);
    assert.deepEqual(paths(), ['listKeyboardPwd']);
    // Whoever had taken it was killed: after its lease another takes it.
    const third = await code();
    await one(
      sql<any>`update lock_passcodes set busy_until = to_timestamp(${clock / 1000}) + interval '90 seconds', attempts = 1 where tenant_id = ${tenant} and id = ${third.id} returning 1`,
    );
    await later(60);
    assert.equal((await codeRow(third.id)).state, 1);
    await later(31);
    assert.equal((await codeRow(third.id)).state, 2);
  });

  it('gives up teaching after six tries or at once where it is useless, can be told again, and never gives up forgetting', async () => {
    cloud.mishaps['/v3/keyboardPwd/add'] = [-3003, -3003, -3003, -3003, -3003, -3003];
    const made = await code();
    await later(0);
    for (let turn = 0; turn < 5; turn++) await later(3601);
    assert.deepEqual([(await codeRow(made.id)).state, (await codeRow(made.id)).problem], [3, '网关忙，稍后重试']);
    await t.route(lockPasscodes.retry, admin, { id: made.id });
    await later(0);
    assert.equal((await codeRow(made.id)).state, 2);
    cloud.mishaps['/v3/keyboardPwd/add'] = [-2018];
    const useless = await code();
    await later(0);
    assert.deepEqual([(await codeRow(useless.id)).state, (await codeRow(useless.id)).problem], [3, '通通锁账号没有这把锁的权限']);
    cloud.mishaps['/v3/keyboardPwd/delete'] = Array<number>(8).fill(-3002);
    await t.route(lockPasscodes.revoke, admin, { id: made.id, reason: '退住' });
    await later(0);
    for (let turn = 0; turn < 7; turn++) await later(3601);
    assert.deepEqual([(await codeRow(made.id)).removal, (await codeRow(made.id)).problem], [1, '网关离线']);
    await later(3601);
    assert.equal((await codeRow(made.id)).removal, 2);
  });

  it('forgets a code that was revoked while it was being taught', async () => {
    const made = await code();
    // Another process is at it.
    await one(
      sql<any>`update lock_passcodes set busy_until = to_timestamp(${clock / 1000}) + interval '90 seconds', attempts = 1 where tenant_id = ${tenant} and id = ${made.id} returning 1`,
    );
    cloud.codes.push({ keyboardPwdId: 77, keyboardPwd: made.code, keyboardPwdName: `YA${tenant}-${made.id}`, startDate: 0, endDate: null });
    await t.route(lockPasscodes.revoke, admin, { id: made.id, reason: '退住' });
    await later(1);
    assert.equal((await codeRow(made.id)).removal, 1);
    await later(91);
    assert.equal((await codeRow(made.id)).removal, 2);
    assert.ok(!cloud.codes.some(({ keyboardPwd }) => keyboardPwd === made.code));
  });

  it('renews a token that has run out, and signs in anew when that cannot be', async () => {
    cloud.expireTokens();
    cloud.calls.length = 0;
    assert.equal((await t.route(locks.check, admin, { id: lock })).status, 200);
    assert.deepEqual(paths(), ['detail', 'token', 'detail']);
    cloud.expireTokens();
    cloud.mishaps['/oauth2/token'] = [10011];
    cloud.calls.length = 0;
    assert.equal((await t.route(locks.check, admin, { id: lock })).status, 200);
    assert.deepEqual(
      cloud.calls.filter(({ path }) => path === '/oauth2/token').map(({ fields }) => fields.grant_type ?? 'password'),
      ['refresh_token', 'password'],
    );
    cloud.calls.length = 0;
    await t.route(locks.check, admin, { id: lock });
    assert.deepEqual(paths(), ['detail']);
  });

  it('is opened from here with a reason, and with a record even when it does not open', async () => {
    const noRight = await t.user(tenant, { permissions: ['tenant_lock_view', 'tenant_lock_edit', 'tenant_lock_code'] });
    await later(0);
    assert.equal((await t.route(locks.unlock, noRight, { id: lock, reason: '送药' })).status, 403);
    cloud.mishaps['/v3/lock/unlock'] = [-2012];
    const failed = await t.route(locks.unlock, admin, { id: lock, reason: '老人跌倒' });
    assert.deepEqual([failed.status, failed.msg, cloud.unlocked], [422, '没有打开：门锁没有连接网关', 0]);
    assert.equal((await t.route(locks.unlock, admin, { id: lock, reason: '老人跌倒' })).msg, '已开锁');
    assert.equal(cloud.unlocked, 1);
    const kept = await rows(sql<any>`select success, note, source from lock_records where tenant_id = ${tenant} and kind = 'remote' order by id`);
    assert.deepEqual(
      kept.map(({ success, note }) => [success, note]),
      [
        [false, '老人跌倒'],
        [true, '老人跌倒'],
      ],
    );
    const log = await one(sql<any>`select title from operation_logs where tenant_id = ${tenant} order by id desc limit 1`);
    assert.equal(log.title, '远程开锁');
  });
});

describe('what TTLock posts', () => {
  it('is heard with the operator’s key only, and once', async () => {
    assert.equal((await told([{}], {}, 'x'.repeat(40)))[0], 404);
    assert.equal((await told([], { records: 'no list' }))[0], 400);
    const record = { recordTypeFromLock: 27, recordType: 10, success: 1, lockDate: clock - 1000, username: '机械钥匙', electricQuantity: 64 };
    for (let turn = 0; turn < 3; turn++) assert.deepEqual(await told([record]), [200, 'success']);
    assert.deepEqual(await told([record], { lockId: '4711' }), [200, 'success']);
    assert.equal((await rows(sql<any>`select 1 from lock_records where tenant_id = ${tenant} and source = 1`)).length, 1);
    // Whoever only types in somebody else's number hears nothing.
    const thief = await t.tenant();
    await t.deps.inTenant(thief, async (tx) => {
      const made = await tx.row<{ id: number }>(sql`insert into devices (tenant_id, imei, type) values (${thief}, 'THIEF001', 'lock') returning id`);
      await tx.run(sql`insert into locks (tenant_id, device_id, provider, external_id) values (${thief}, ${made?.id}, 'ttlock', ${LOCK_ID})`);
    });
    await told([{ ...record, lockDate: clock - 500 }]);
    assert.equal((await t.deps.inTenant(thief, (tx) => tx.rows(sql`select 1 from lock_records where tenant_id = ${thief}`))).length, 0);
    assert.deepEqual(await warningsOf(), []);
  });

  it('names whose code it was, uses up a one-time code, and knows a code that says help', async () => {
    const once = await code({ kind: 3, label: '送药员' });
    const forced = await code({ duress: true, label: '李桂芳' });
    await later(0);
    const opened = (number: string, at: number) => ({ recordTypeFromLock: 4, recordType: 4, success: 1, lockDate: at, username: 'YA1-2', keyboardPwd: number });
    await told([opened(once.code, clock - 2000)]);
    const record = await one(sql<any>`select who, kind, passcode_id from lock_records where tenant_id = ${tenant} order by id desc limit 1`);
    assert.deepEqual([record.who, record.kind, record.passcode_id], ['送药员', 'unlock', once.id]);
    assert.deepEqual([(await codeRow(once.id)).state], [5]);
    await later(0);
    assert.equal((await codeRow(once.id)).removal, 2);
    await told([opened(forced.code, clock - 1000)]);
    const [sos] = await warningsOf();
    assert.deepEqual([sos?.rule, /胁迫开锁.*李桂芳/.test(sos?.content ?? '')], ['sos', true]);
    const text = JSON.stringify(await rows(sql<any>`select * from lock_records where tenant_id = ${tenant}`));
    assert.ok(!text.includes(forced.code) && !text.includes(once.code));
  });

  it('warns of force, of a door left open and of weak batteries, and takes back what is mended', async () => {
    const at = (recordTypeFromLock: number, electricQuantity?: number) => ({
      recordTypeFromLock,
      recordType: 1,
      success: 1,
      lockDate: clock,
      ...(electricQuantity === undefined ? {} : { electricQuantity }),
    });
    const before = (await warningsOf()).length;
    const since = async () => (await warningsOf()).slice(before);
    await told([at(31)]);
    await later(299);
    assert.deepEqual(await since(), []);
    await later(2);
    await later(60);
    let [open] = await since();
    assert.deepEqual([open?.rule, open?.count, /门打开后一直没有关上/.test(open?.content ?? ''), open?.cleared], ['alarm', 1, true, false]);
    await told([at(30)]);
    [open] = await since();
    assert.equal(open?.cleared, true);
    await told([at(26, 20)]);
    clock += 1000;
    await told([at(26, 19)]);
    let low = (await since())[1];
    assert.deepEqual([low?.rule, low?.count], ['low_battery', 1]);
    clock += 1000;
    await told([at(26, 100)]);
    low = (await since())[1];
    assert.equal(low?.cleared, true);
    await told([at(44)]);
    assert.match((await since())[2]?.content ?? '', /被撬/);
    // A closed door mends no forced lock.
    await told([at(31)]);
    await later(301);
    clock += 1000;
    await told([at(30)]);
    assert.deepEqual(
      (await since()).filter(({ cleared }) => !cleared).map(({ rule }) => rule),
      ['alarm', 'alarm'],
    );
  });
});
