import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { newPhone, putClients, sentCode, token } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { checkPhoneCode, sendPhoneCode, type PhonePurpose } from './phone-codes.ts';

let t: Harness;
let admin: Client;
let phone: string;
before(async () => {
  t = await harness();
  await putClients(t);
  admin = new Client(t.target('superuser'));
  await admin.connect();
});
after(async () => {
  await admin.end();
  await t.close();
});
beforeEach(async () => {
  phone = newPhone();
  await admin.query('delete from code_sends; delete from login_failures');
});

const send = (purpose: PhonePurpose = 'register', number = phone, address = '127.0.0.1') => sendPhoneCode(t.deps, { purpose, phone: number, address });
const check = (code: string, purpose: PhonePurpose = 'register', number = phone) => checkPhoneCode(t.deps, { purpose, phone: number, code });
const WRONG = { status: 428, message: '验证码不合法' };
const OFTEN = { status: 429, message: '验证码发送过频繁' };
const older = (by: string) => admin.query(`update code_sends set sent_at = sent_at - interval '${by}'`);

/** A signed-in user whose account has the number, proved or not. */
async function owner(number: string, verified = false, tenant?: number): Promise<TestUser> {
  const user = await t.user(tenant ?? (await t.tenant()));
  const change = db.updateTable('users').set({ phone: number }).where('tenant_id', '=', user.tenantId).where('id', '=', user.userId);
  await t.deps.inTenant(user.tenantId, (tx) => tx.run(change));
  if (verified) await admin.query('update users set phone_verified_at = now() where id = $1', [user.userId]);
  return user;
}
const provedOf = async ({ userId }: TestUser) =>
  (await admin.query('select phone_verified_at is not null as proved from users where id = $1', [userId])).rows[0].proved as boolean;
const bySms = (number: string, code: string, more: Record<string, string> = {}) =>
  token(t, { path: '/auth/mobile/token/sms', query: { mobile: `SMS@${number}`, code, grant_type: 'mobile', ...more } });

describe('codes', () => {
  it('are six digits, right once, for one number and one purpose', async () => {
    await send();
    const code = await sentCode(t, phone);
    const other = newPhone();
    await send('register', other);
    await assert.rejects(check(code, 'bind'), WRONG);
    if ((await sentCode(t, other)) !== code) await assert.rejects(check(code, 'register', other), WRONG);
    await check(` ${code} `);
    await assert.rejects(check(code), WRONG);
    await assert.rejects(check(''), { status: 428 });
    await assert.rejects(send('register', '12345'), { status: 422, message: '手机号格式不正确' });
  });

  it('are worth nothing after five wrong tries, also of many at once', async () => {
    await send();
    const code = await sentCode(t, phone);
    const wrong = code === '000000' ? '111111' : '000000';
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => check(wrong)));
    assert.ok(tries.every(({ status }) => status === 'rejected'));
    await assert.rejects(check(code), WRONG);
  });

  it('live five minutes', async () => {
    await send();
    const code = await sentCode(t, phone);
    const { rows } = await admin.query(
      "select expires_at - clock_timestamp() between '4 min 50 s' and '5 min' as fresh from one_time_codes where purpose = 'phone:register'",
    );
    assert.ok(rows.some(({ fresh }) => fresh));
    await admin.query("update one_time_codes set expires_at = clock_timestamp() - interval '1 s'");
    await assert.rejects(check(code), WRONG);
  });

  it('go to one number once a minute, five times an hour, ten times a day', async () => {
    await send();
    await assert.rejects(send(), OFTEN);
    await assert.rejects(send('bind'), OFTEN);
    for (let round = 2; round <= 10; round++) {
      if (round === 6)
        await assert.rejects(
          older('61 s').then(() => send()),
          OFTEN,
        );
      await older(round === 6 ? '61 min' : '61 s');
      await send();
    }
    await older('61 min');
    await assert.rejects(send(), OFTEN);
    await older('24 hours');
    await send();
  });

  it('go to many numbers only so often from one address, and in parallel only once to one', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => send()));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    let sent = 1;
    for (let round = 0; round < 25; round++)
      sent += await send('register', newPhone()).then(
        () => 1,
        () => 0,
      );
    assert.equal(sent, 20);
    await send('register', newPhone(), '127.0.0.9');
  });

  it('are kept hashed, as are the numbers', async () => {
    await send();
    const code = await sentCode(t, phone);
    const { rows } = await admin.query('select row_to_json(c)::text as row from one_time_codes c union all select row_to_json(s)::text from code_sends s');
    for (const { row } of rows) assert.ok(!row.includes(phone) && !row.includes(`"${code}"`));
    await assert.rejects(t.deps.pool.query('select * from code_sends'), /permission denied/);
  });
});

describe('GET /admin/mobile/{mobile}', () => {
  const outbox = () => {
    const file = join(t.deps.config.dataDir, 'outbox', 'sms.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };

  it('answers the same whether the number has an account, and sends only when it has', async () => {
    const stranger = newPhone();
    await owner(phone);
    const answers = [await t.call('GET', `/admin/mobile/${stranger}`), await t.call('GET', `/admin/mobile/${phone}`)];
    for (const answer of answers) assert.deepEqual([answer.status, answer.code, answer.data, answer.msg], [200, 0, true, '若该手机号已绑定账号，验证码已发送']);
    await sentCode(t, phone);
    assert.ok(!outbox().includes(stranger));
    const again = [await t.call('GET', `/admin/mobile/${stranger}`), await t.call('GET', `/admin/mobile/${phone}`)];
    for (const answer of again) assert.deepEqual([answer.status, answer.msg], [429, '验证码发送过频繁']);
    assert.equal((await t.call('GET', '/admin/mobile/123')).status, 422);
  });
});

describe('POST /auth/mobile/token/sms', () => {
  it('opens the account of the number once, and writes it down', async () => {
    const user = await owner(phone);
    await t.call('GET', `/admin/mobile/${phone}`);
    const code = await sentCode(t, phone);
    assert.equal((await bySms(phone, code === '999999' ? '888888' : '999999')).status, 428);
    const answer = await bySms(phone, code);
    assert.equal(answer.status, 200);
    assert.deepEqual([answer.body.user_info.id, answer.body.scope, answer.body.token_type], [user.userId, 'server', 'bearer']);
    assert.deepEqual([(await bySms(phone, code)).status, (await bySms(phone, code)).body.msg], [428, '验证码不合法']);
    const { rows } = await admin.query("select type, title, user_id from operation_logs where title = '验证码登录' and user_id = $1", [user.userId]);
    assert.deepEqual(rows, [{ type: 0, title: '验证码登录', user_id: String(user.userId) }]);
    const failures = await admin.query("select count(*)::int as n from operation_logs where title = '验证码登录' and type = 9 and username is null");
    assert.ok(failures.rows[0].n >= 2);
  });

  it('refuses a wrong client and a number that is none, and a stranger like a wrong code', async () => {
    assert.equal((await token(t, { client: 'nobody', path: '/auth/mobile/token/sms', query: { mobile: `SMS@${phone}`, code: '123456' } })).status, 401);
    assert.equal((await bySms('12345', '123456')).status, 422);
    const known = newPhone();
    await owner(known);
    assert.equal((await bySms(phone, '123456')).text, (await bySms(known, '123456')).text);
  });

  it('does not let a number that somebody wrote into another account open or close one', async () => {
    const mine = await owner(phone, true);
    await owner(phone, false);
    await t.call('GET', `/admin/mobile/${phone}`);
    assert.equal((await bySms(phone, await sentCode(t, phone))).body.user_info.id, mine.userId);
    assert.equal(await provedOf(mine), true);
  });

  it('verifies the number that an administrator typed when its owner comes in by it, and from then on no other account with it counts', async () => {
    const typed = await owner(phone);
    assert.equal(await provedOf(typed), false);
    await t.call('GET', `/admin/mobile/${phone}`);
    assert.equal((await bySms(phone, await sentCode(t, phone))).body.user_info.id, typed.userId);
    assert.equal(await provedOf(typed), true);
    const later = await owner(phone);
    await admin.query('delete from code_sends');
    await t.call('GET', `/admin/mobile/${phone}`);
    assert.equal((await bySms(phone, await sentCode(t, phone))).body.user_info.id, typed.userId);
    assert.equal(await provedOf(later), false);
  });

  it('lets the owner of a number that several institutions typed choose, with the same code, and nobody else learn of them', async () => {
    const [one, other] = [await owner(phone), await owner(phone)];
    await t.call('GET', `/admin/mobile/${phone}`);
    const code = await sentCode(t, phone);
    const guess = await bySms(phone, code === '111111' ? '222222' : '111111');
    assert.deepEqual([guess.status, guess.body.data], [428, null], 'a wrong code hears of nothing');
    const asked = await bySms(phone, code);
    assert.deepEqual([asked.status, asked.body.msg], [428, '该手机号对应多个账号，请选择一个']);
    const choices = asked.body.data.choose as { userId: number; tenantId: number; tenantName: string; name: string; username: string }[];
    assert.deepEqual(
      choices.map(({ userId, tenantId }) => [userId, tenantId]),
      [
        [one.userId, one.tenantId],
        [other.userId, other.tenantId],
      ],
    );
    assert.ok(choices.every(({ tenantName, name, username }) => tenantName && name && username));
    const stranger = await owner(newPhone());
    assert.equal((await bySms(phone, code, { userId: String(stranger.userId) })).status, 428, 'an account without the number');
    await admin.query('delete from code_sends; delete from login_failures');
    await t.call('GET', `/admin/mobile/${phone}`);
    const chosen = await bySms(phone, await sentCode(t, phone), { userId: String(other.userId) });
    assert.deepEqual([chosen.status, chosen.body.user_info.id], [200, other.userId]);
    assert.deepEqual([await provedOf(one), await provedOf(other)], [false, true]);
    await admin.query('delete from code_sends');
    await t.call('GET', `/admin/mobile/${phone}`);
    assert.equal((await bySms(phone, await sentCode(t, phone))).body.user_info.id, other.userId, 'and is not asked again');
  });

  it('asks also who has verified the number in two institutions, and passes over a closed one', async () => {
    const [one, other] = [await owner(phone, true), await owner(phone, true)];
    await t.call('GET', `/admin/mobile/${phone}`);
    const asked = await bySms(phone, await sentCode(t, phone));
    assert.equal(asked.body.data.choose.length, 2);
    await t.deps.inTenant(1, (tx) => tx.run(db.updateTable('tenants').set({ status: 9 }).where('id', '=', one.tenantId)));
    await admin.query('delete from code_sends');
    await t.call('GET', `/admin/mobile/${phone}`);
    assert.equal((await bySms(phone, await sentCode(t, phone))).body.user_info.id, other.userId);
  });

  it('is not crowded out by an institution that types the number into many accounts', async () => {
    const greedy = await t.tenant();
    for (let n = 0; n < 8; n++) await owner(phone, false, greedy);
    const mine = await owner(phone);
    await t.call('GET', `/admin/mobile/${phone}`);
    const { choose } = (await bySms(phone, await sentCode(t, phone))).body.data;
    assert.deepEqual([choose.length, choose.at(-1).userId], [4, mine.userId]);
  });

  it('is locked like a password against guessing, and tells of locks and frozen tenants only who read the code', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) statuses.push((await bySms(phone, '000000')).status);
    assert.deepEqual(statuses, [428, 428, 428, 428, 428, 429, 429]);
    const locked = newPhone();
    const user = await owner(locked);
    await admin.query('update users set status = 9 where id = $1', [user.userId]);
    await t.call('GET', `/admin/mobile/${locked}`);
    const told = await bySms(locked, await sentCode(t, locked));
    assert.deepEqual([told.status, told.body.msg], [426, '用户帐号已被锁定']);
    const frozen = newPhone();
    const member = await owner(frozen);
    await t.deps.inTenant(1, (tx) => tx.run(db.updateTable('tenants').set({ status: 9 }).where('id', '=', member.tenantId)));
    await t.call('GET', `/admin/mobile/${frozen}`);
    assert.equal((await bySms(frozen, await sentCode(t, frozen))).body.msg, '租户已冻结，请联系管理员');
  });

  it('stays open where its owner signed in before, however many networks guess', async () => {
    const user = await owner(phone);
    await admin.query("update sessions set address = '127.0.0.1' where user_id = $1", [user.userId]);
    const guess = (from: string) => token(t, { path: '/auth/mobile/token/sms', query: { mobile: `SMS@${phone}`, code: '000000' }, from });
    let through = 0;
    for (let round = 0; round < 40; round++) if ((await guess(`127.8.${round}.1`)).status === 428) through++;
    assert.ok(through <= 30, `${through} guesses went through`);
    assert.equal((await guess('127.8.200.1')).status, 429);
    await t.call('GET', `/admin/mobile/${phone}`);
    assert.equal((await bySms(phone, await sentCode(t, phone))).status, 200);
  });

  it('forgets the proof of a number that an administrator changes', async () => {
    const user = await owner(phone, true);
    await admin.query('update users set phone = $2 where id = $1', [user.userId, newPhone()]);
    const { rows } = await admin.query('select phone_verified_at from users where id = $1', [user.userId]);
    assert.equal(rows[0].phone_verified_at, null);
  });
});

describe('one’s own number', () => {
  it('changes with a code that was sent to it', async () => {
    const me = await owner(newPhone());
    const edit = (input: object) => t.call('PUT', '/admin/user/edit', { as: me, input });
    assert.equal((await t.call('POST', '/admin/user/phone-code', { input: { phone } })).status, 401);
    assert.equal((await t.call('POST', '/admin/user/phone-code', { as: me, input: { phone: '1' } })).status, 400);
    await t.call('POST', '/admin/user/phone-code', { as: me, input: { phone } });
    const code = await sentCode(t, phone);
    assert.equal((await edit({ phone: newPhone(), phoneCode: code })).status, 428);
    assert.equal((await edit({ phone, phoneCode: code })).status, 200);
    const { rows } = await admin.query('select phone, phone_verified_at is not null as proved from users where id = $1', [me.userId]);
    assert.deepEqual(rows, [{ phone, proved: true }]);
    assert.equal((await edit({ phone })).status, 200, 'what is there already needs no code');
    const other = await edit({ phone: newPhone() });
    assert.deepEqual([other.status, other.msg], [422, '原手机号已验证，可用于登录，修改需要填写发送到新手机号的验证码']);
    assert.deepEqual((await admin.query('select phone from users where id = $1', [me.userId])).rows, [{ phone }], 'nothing has changed');
  });

  it('changes without a code, as clients of the family send it, to one that proves nothing', async () => {
    const me = await owner(newPhone());
    const wanted = newPhone();
    const form = { username: me.username, password: '', newpassword1: '', phone: wanted, avatar: '' };
    assert.equal((await t.call('PUT', '/admin/user/edit', { as: me, input: form })).status, 200);
    const read = async () => (await admin.query('select phone, phone_verified_at is not null as proved from users where id = $1', [me.userId])).rows;
    assert.deepEqual(await read(), [{ phone: wanted, proved: false }]);
    const masked = `${wanted.slice(0, 3)}****${wanted.slice(7)}`;
    assert.equal((await t.call('PUT', '/admin/user/edit', { as: me, input: { ...form, phone: masked } })).status, 200);
    assert.deepEqual(await read(), [{ phone: wanted, proved: false }], 'a masked number that comes back is the one that was there');
    const holder = await owner(wanted, true);
    await t.call('GET', `/admin/mobile/${wanted}`);
    const signedIn = await bySms(wanted, await sentCode(t, wanted));
    assert.equal(signedIn.status, 200);
    assert.equal(signedIn.body.user_info.id, holder.userId, 'whoever typed it neither takes nor blocks the owner’s sign-in');
  });
});
