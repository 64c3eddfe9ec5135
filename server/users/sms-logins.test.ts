import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { bySms, putClients, token } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { loginCode, newPhone, ownerOf } from '#test/phones.ts';
import { db } from '../db/tenant.ts';

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

const provedOf = async ({ userId }: TestUser) =>
  (await admin.query('select phone_verified_at is not null as proved from users where id = $1', [userId])).rows[0].proved as boolean;

describe('POST /auth/mobile/token/sms', () => {
  it('opens the account of the number once, and writes it down', async () => {
    const user = await ownerOf(t, phone);
    const code = await loginCode(t, phone);
    assert.equal((await bySms(t, phone, code === '999999' ? '888888' : '999999')).status, 428);
    const answer = await bySms(t, phone, code);
    assert.equal(answer.status, 200);
    assert.deepEqual([answer.body.user_info.id, answer.body.scope, answer.body.token_type], [user.userId, 'server', 'bearer']);
    assert.deepEqual([(await bySms(t, phone, code)).status, (await bySms(t, phone, code)).body.msg], [428, '验证码不合法']);
    const { rows } = await admin.query("select type, title, user_id from operation_logs where title = '验证码登录' and user_id = $1", [
      user.userId,
    ]);
    assert.deepEqual(rows, [{ type: 0, title: '验证码登录', user_id: String(user.userId) }]);
    const failures = await admin.query(
      "select count(*)::int as n from operation_logs where title = '验证码登录' and type = 9 and username is null",
    );
    assert.ok(failures.rows[0].n >= 2);
  });

  it('refuses a wrong client and a number that is none, and a stranger like a wrong code', async () => {
    assert.equal(
      (await token(t, { client: 'nobody', path: '/auth/mobile/token/sms', query: { mobile: `SMS@${phone}`, code: '123456' } })).status,
      401,
    );
    assert.equal((await bySms(t, '12345', '123456')).status, 422);
    const known = newPhone();
    await ownerOf(t, known);
    assert.equal((await bySms(t, phone, '123456')).text, (await bySms(t, known, '123456')).text);
  });

  it('opens and closes no account by a number that was typed into another account', async () => {
    const mine = await ownerOf(t, phone, true);
    await ownerOf(t, phone, false);
    assert.equal((await bySms(t, phone, await loginCode(t, phone))).body.user_info.id, mine.userId);
    assert.equal(await provedOf(mine), true);
  });

  it('verifies the number that an administrator typed when its owner comes in by it, and from then on no other account with it counts', async () => {
    const typed = await ownerOf(t, phone);
    assert.equal(await provedOf(typed), false);
    assert.equal((await bySms(t, phone, await loginCode(t, phone))).body.user_info.id, typed.userId);
    assert.equal(await provedOf(typed), true);
    const later = await ownerOf(t, phone);
    await admin.query('delete from code_sends');
    assert.equal((await bySms(t, phone, await loginCode(t, phone))).body.user_info.id, typed.userId);
    assert.equal(await provedOf(later), false);
  });

  it('lets the owner of a number that several institutions typed choose, with the same code, and tells no other person of them', async () => {
    const [one, other] = [await ownerOf(t, phone), await ownerOf(t, phone)];
    const code = await loginCode(t, phone);
    const guess = await bySms(t, phone, code === '111111' ? '222222' : '111111');
    assert.deepEqual([guess.status, guess.body.data], [428, null], 'a wrong code hears of nothing');
    const asked = await bySms(t, phone, code);
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
    const stranger = await ownerOf(t, newPhone());
    assert.equal((await bySms(t, phone, code, { userId: String(stranger.userId) })).status, 428, 'an account without the number');
    await admin.query('delete from code_sends; delete from login_failures');
    const chosen = await bySms(t, phone, await loginCode(t, phone), { userId: String(other.userId) });
    assert.deepEqual([chosen.status, chosen.body.user_info.id], [200, other.userId]);
    assert.deepEqual([await provedOf(one), await provedOf(other)], [false, true]);
    await admin.query('delete from code_sends');
    assert.equal((await bySms(t, phone, await loginCode(t, phone))).body.user_info.id, other.userId, 'and is not asked again');
  });

  it('asks also who has verified the number in two institutions, and passes over a closed one', async () => {
    const [one, other] = [await ownerOf(t, phone, true), await ownerOf(t, phone, true)];
    const asked = await bySms(t, phone, await loginCode(t, phone));
    assert.equal(asked.body.data.choose.length, 2);
    await t.deps.inTenant(1, (tx) => tx.run(db.updateTable('tenants').set({ status: 9 }).where('id', '=', one.tenantId)));
    await admin.query('delete from code_sends');
    assert.equal((await bySms(t, phone, await loginCode(t, phone))).body.user_info.id, other.userId);
  });

  it('is not crowded out by an institution that types the number into many accounts', async () => {
    const greedy = await t.tenant();
    for (let n = 0; n < 8; n++) await ownerOf(t, phone, false, greedy);
    const mine = await ownerOf(t, phone);
    const { choose } = (await bySms(t, phone, await loginCode(t, phone))).body.data;
    assert.deepEqual([choose.length, choose.at(-1).userId], [4, mine.userId]);
  });

  it('is locked like a password against guessing, and tells of locks and frozen tenants only who read the code', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) statuses.push((await bySms(t, phone, '000000')).status);
    assert.deepEqual(statuses, [428, 428, 428, 428, 428, 429, 429]);
    const locked = newPhone();
    const user = await ownerOf(t, locked);
    await admin.query('update users set status = 9 where id = $1', [user.userId]);
    const told = await bySms(t, locked, await loginCode(t, locked));
    assert.deepEqual([told.status, told.body.msg], [426, '用户帐号已被锁定']);
    const frozen = newPhone();
    const member = await ownerOf(t, frozen);
    await t.deps.inTenant(1, (tx) => tx.run(db.updateTable('tenants').set({ status: 9 }).where('id', '=', member.tenantId)));
    assert.equal((await bySms(t, frozen, await loginCode(t, frozen))).body.msg, '租户已冻结，请联系管理员');
  });

  it('stays open where its owner signed in before, however many networks guess', async () => {
    const user = await ownerOf(t, phone);
    await admin.query("update sessions set address = '127.0.0.1' where user_id = $1", [user.userId]);
    const guess = (from: string) => token(t, { path: '/auth/mobile/token/sms', query: { mobile: `SMS@${phone}`, code: '000000' }, from });
    let through = 0;
    for (let round = 0; round < 40; round++) if ((await guess(`127.8.${round}.1`)).status === 428) through++;
    assert.ok(through <= 30, `${through} guesses went through`);
    assert.equal((await guess('127.8.200.1')).status, 429);
    assert.equal((await bySms(t, phone, await loginCode(t, phone))).status, 200);
  });

  it('forgets the proof of a number that an administrator changes', async () => {
    const user = await ownerOf(t, phone, true);
    await admin.query('update users set phone = $2 where id = $1', [user.userId, newPhone()]);
    const { rows } = await admin.query('select phone_verified_at from users where id = $1', [user.userId]);
    assert.equal(rows[0].phone_verified_at, null);
  });
});
