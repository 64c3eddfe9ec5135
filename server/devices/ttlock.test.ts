import { textOf } from '#contract/time.ts';
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { locks } from '#contract/devices/locks.ts';
import { lockHouse } from '#test/lock-house.ts';
import { enqueue } from '../jobs/queue.ts';
import { workOnLocks } from './lock-work.ts';
import { passwordOf } from './ttlock.ts';

const { t, cloud, clock, tenant, admin, lock, rows, one, settings, code, codeRow, later, told, close } = await lockHouse();
after(close);

const paths = () => cloud.calls.map(({ path }) => path.split('/').at(-1));

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
    const made = await code({ kind: 2, endTime: textOf(clock.now + 86_400_000) });
    await later(0);
    assert.deepEqual(
      [(await codeRow(made.id)).state, cloud.codes[0]?.keyboardPwd, cloud.codes[0]?.endDate],
      [2, made.code, Math.floor((clock.now + 86_400_000) / 1000) * 1000],
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
    // It was handed over, and its job was lost: it is handed over again.
    const third = await code();
    await one(
      sql<any>`update lock_passcodes set next_at = to_timestamp(${clock.now / 1000}) + interval '600 seconds', attempts = 1
        where tenant_id = ${tenant} and id = ${third.id} returning 1`,
    );
    await later(590);
    assert.equal((await codeRow(third.id)).state, 1);
    await later(11);
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
    // Another process is at it: its job is fetched, and it has not said how it went.
    const held = () =>
      t.deps.jobs.query(
        `update jobs.job set state = case state when 'active' then 'retry' else 'active' end::jobs.job_state
          where name = 'lock-code' and data->>'passcodeId' = $1`,
        [made.id],
      );
    await t.deps.inTenant(tenant, (tx) => enqueue(tx, 'lock-code', made.id, { passcodeId: made.id }));
    await held();
    cloud.codes.push({ keyboardPwdId: 77, keyboardPwd: made.code, keyboardPwdName: `YA${tenant}-${made.id}`, startDate: 0, endDate: null });
    await t.route(lockPasscodes.revoke, admin, { id: made.id, reason: '退住' });
    await later(1);
    assert.equal((await codeRow(made.id)).removal, 1);
    await held();
    await later(1);
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
    const kept = await rows(
      sql<any>`select success, note, source from lock_records where tenant_id = ${tenant} and kind = 'remote' order by id`,
    );
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
