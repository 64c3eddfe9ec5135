import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import { secondFactors as routes } from '#contract/users/second-factors.ts';
import { users } from '#contract/users/users.ts';
import { givePassword, PASSWORD, putClients, token } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { addMembership } from '#test/members.ts';
import { loginCode, newPhone } from '#test/phones.ts';
import { db } from '../db/tenant.ts';
import { askCaptcha } from './captchas.ts';
import { seal, unseal } from '../db/sealed.ts';

let t: Harness;
let admin: Client;
let offset = 0;
let me: TestUser;
before(async () => {
  t = await harness({ now: () => Date.now() + offset });
  await putClients(t);
  admin = new Client(t.target('superuser'));
  await admin.connect();
});
after(async () => {
  await admin.end();
  await t.close();
});
beforeEach(async () => {
  await admin.query('delete from login_failures; delete from code_sends');
  me = await t.user(await t.tenant());
  await givePassword(t, me);
});

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor((Date.now() + offset) / 1000) });
const nextStep = () => void (offset += 30_000);
const signIn = (more: Record<string, string> = {}, username = me.username) =>
  token(t, { query: { grant_type: 'password' }, form: { username, password: PASSWORD, ...more } });

/** Enrols `me`; gives the secret and the recovery codes. */
async function enrol(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, uri } = (await t.route(routes.enrol, me, { password: PASSWORD })).data;
  assert.match(uri, /^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
  const answer = await t.route(routes.confirm, me, { code: codeOf(secret) });
  assert.deepEqual([answer.status, answer.msg, answer.data.recoveryCodes.length], [200, '两步验证已启用', 10]);
  nextStep();
  return { secret, ...answer.data };
}

describe('enrolment', () => {
  it('stands in the authenticator under the name of the system, as SYSTEM_TITLE says it', async () => {
    const issuer = async () => new URL((await t.route(routes.enrol, me, { password: PASSWORD })).data.uri).searchParams.get('issuer');
    assert.equal(await issuer(), '颐安养老服务管理平台');
    const row = { tenant_id: me.tenantId, key: 'SYSTEM_TITLE', name: '系统标题', value: '松鹤养老', public: true };
    await t.deps.inTenant(me.tenantId, (tx) => tx.run(db.insertInto('parameters').values(row)));
    assert.equal(await issuer(), '松鹤养老');
  });

  it('needs a session, the password and a right code; until then nothing is asked for', async () => {
    assert.equal((await t.route(routes.enrol, null, { password: PASSWORD })).status, 401);
    assert.equal((await t.route(routes.enrol, me, {})).status, 400);
    assert.deepEqual(
      [(await t.route(routes.enrol, me, { password: 'wrong123' })).status, (await t.route(routes.confirm, me, { code: '123456' })).msg],
      [422, '请先申请两步验证'],
    );
    const { secret } = (await t.route(routes.enrol, me, { password: PASSWORD })).data;
    assert.equal((await signIn()).status, 200);
    assert.deepEqual(refusal(await t.route(routes.confirm, me, { code: codeOf(secret) === '000000' ? '111111' : '000000' })), [
      422,
      '动态验证码错误，请确认手机时间准确后重试',
    ]);
    assert.equal((await t.route(routes.confirm, me, { code: codeOf(secret) })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.enrol, me, { password: PASSWORD })), [409, '两步验证已启用，请先停用']);
    const state = (await t.route(routes.state, me)).data;
    assert.deepEqual([state.enabled, state.required, state.left], [true, false, 10]);
  });

  it('ends the other sessions and keeps neither the secret nor the codes in the clear', async () => {
    const other = (await signIn()).body.access_token;
    const { secret, recoveryCodes } = await enrol();
    assert.equal((await t.call('GET', '/admin/user/info', { headers: { authorization: `Bearer ${other}` } })).status, 401);
    const { rows } = await admin.query(
      "select encode(secret, 'escape') as text from second_factors union all select encode(hash, 'escape') from recovery_codes union all select row_to_json(o)::text from operation_logs o",
    );
    for (const { text } of rows) for (const hidden of [secret, ...recoveryCodes]) assert.ok(!text.includes(hidden));
  });

  it('seals a secret to its account', () => {
    const sealed = seal(t.deps.secrets, 'here', 'secret');
    assert.equal(unseal(t.deps.secrets, 'here', sealed), 'secret');
    assert.throws(() => unseal(t.deps.secrets, 'there', sealed));
    sealed[sealed.length - 1]! ^= 1;
    assert.throws(() => unseal(t.deps.secrets, 'here', sealed));
  });
});

describe('sign-in', () => {
  it('asks for the code after the right password only, and takes it once', async () => {
    const { secret } = await enrol();
    assert.equal(
      (await token(t, { query: { grant_type: 'password' }, form: { username: me.username, password: 'wrong123' } })).status,
      426,
    );
    const asked = await signIn();
    assert.deepEqual([asked.status, asked.body.msg, asked.body.data], [428, '请输入动态验证码', 'totp_required']);
    const code = codeOf(secret);
    assert.equal((await signIn({ totp: code })).status, 200);
    const replay = await signIn({ totp: code });
    assert.deepEqual([replay.status, replay.body.data], [428, 'totp_invalid'], 'a code seen by somebody else is worth nothing');
    nextStep();
    const both = await Promise.all([signIn({ totp: codeOf(secret) }), signIn({ totp: codeOf(secret) })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 428]);
  });

  it('keeps the captcha good for the second step, and only for that', async () => {
    const { secret } = await enrol();
    const send = (form: Record<string, string>) =>
      token(t, {
        client: 'pig',
        query: { grant_type: 'password', randomStr: 'two-steps', code: '7' },
        form: { username: me.username, ...form },
      });
    const ask = () => askCaptcha(t.deps, 'two-steps', () => ({ text: '3+4=?', answer: 7 }));
    const password = encrypted(PASSWORD);
    await ask();
    assert.equal((await send({ password })).body.data, 'totp_required');
    assert.equal((await send({ password, totp: '000000' })).body.data, 'totp_invalid');
    assert.equal((await send({ password, totp: codeOf(secret) })).status, 200);
    assert.equal((await send({ password, totp: '1' })).body.msg, '验证码不合法');
    await ask();
    assert.equal((await send({ password: encrypted('wrong123'), totp: '000000' })).status, 426);
    assert.equal((await send({ password, totp: '000000' })).body.msg, '验证码不合法', 'a wrong password used it up');
  });

  it('counts wrong codes like wrong passwords', async () => {
    await enrol();
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) statuses.push((await signIn({ totp: '000000' })).status);
    assert.deepEqual(statuses, [428, 428, 428, 428, 428, 429, 429]);
    const { rows } = await admin.query(
      "select count(*)::int as n from operation_logs where exception = '动态验证码错误' and user_id = $1",
      [me.userId],
    );
    assert.equal(rows[0].n, 5);
  });

  it('takes a recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await enrol();
    const [first = '', second = ''] = recoveryCodes;
    assert.equal((await signIn({ totp: first.toLowerCase().replace('-', ' ') })).status, 200);
    assert.equal((await signIn({ totp: first })).status, 428);
    assert.equal((await t.route(routes.state, me)).data.left, 9);
    const renewed = (await t.route(routes.renew, me, { password: PASSWORD })).data.recoveryCodes;
    assert.equal((await signIn({ totp: second })).status, 428, 'new codes replace the old');
    assert.equal((await signIn({ totp: renewed[0] })).status, 200);
  });

  it('is asked of every way: an SMS code does not go around it', async () => {
    const phone = newPhone();
    await t.deps.inTenant(me.tenantId, (tx) =>
      tx.run(db.updateTable('users').set({ phone }).where('tenant_id', '=', me.tenantId).where('id', '=', me.userId)),
    );
    const { secret } = await enrol();
    const code = await loginCode(t, phone);
    const send = (totp?: string) =>
      token(t, { path: '/auth/mobile/token/sms', query: { mobile: `SMS@${phone}`, code, ...(totp ? { totp } : {}) } });
    assert.equal((await send()).body.data, 'totp_required');
    assert.equal((await send('000000')).body.data, 'totp_invalid');
    assert.equal((await send(codeOf(secret))).status, 200);
    assert.equal((await send(codeOf(secret))).status, 428);
  });

  it('ends with password and code', async () => {
    const { secret } = await enrol();
    assert.equal((await t.route(routes.disable, me, { password: PASSWORD, code: '000000' })).status, 422);
    assert.equal((await t.route(routes.disable, me, { password: 'wrong123', code: codeOf(secret) })).status, 422);
    assert.equal((await t.route(routes.disable, me, { password: PASSWORD, code: codeOf(secret) })).status, 200);
    assert.equal((await signIn()).status, 200);
    assert.deepEqual(refusal(await t.route(routes.renew, me, { password: PASSWORD })), [422, '两步验证未启用']);
  });
});

describe('reset by an administrator', () => {
  it('is for accounts of the own tenant that hold no more, and ends their sessions', async () => {
    await enrol();
    const chief = await t.user(me.tenantId);
    const clerk = await t.user(me.tenantId, { permissions: ['sys_user_edit'] });
    const stranger = await t.user(await t.tenant());
    const input = { id: me.userId };
    assert.equal((await t.route(routes.reset, null, input)).status, 401);
    assert.equal((await t.route(routes.reset, await t.user(me.tenantId, { permissions: [] }), input)).status, 403);
    assert.equal((await t.route(routes.reset, clerk, input)).status, 403);
    assert.equal((await t.route(routes.reset, stranger, input)).status, 404);
    assert.deepEqual(refusal(await t.route(routes.reset, me, input)), [422, '请在个人信息中停用自己的两步验证']);
    assert.equal((await t.route(routes.reset, chief, input)).status, 200);
    assert.equal((await t.route(routes.state, me)).status, 401);
    assert.equal((await signIn()).status, 200);
    assert.deepEqual(refusal(await t.route(routes.reset, chief, input)), [422, '两步验证未启用']);
    const member = await addMembership(t.deps, stranger, me.tenantId);
    assert.deepEqual(refusal(await t.route(routes.reset, chief, { id: member })), [422, '该账号属于其他机构，不能在此重置']);
  });
});

describe('a tenant that asks for it', () => {
  const ask = (value: string) =>
    t.deps.inTenant(me.tenantId, (tx) =>
      tx.run(db.insertInto('parameters').values({ tenant_id: me.tenantId, name: '两步', key: 'TOTP_REQUIRED', value })),
    );
  const info = (access: string) => t.call('GET', '/admin/user/page', { headers: { authorization: `Bearer ${access}` } });

  it('leaves administrators nothing but enrolment until they have it', async () => {
    await ask('admin');
    const access = (await signIn()).body.access_token;
    const refused = await info(access);
    assert.deepEqual([refused.status, refused.msg], [403, '请先启用两步验证']);
    const who = await t.call('GET', '/admin/user/info', { headers: { authorization: `Bearer ${access}` } });
    assert.deepEqual([who.status, who.data.sysUser.mustEnrol], [200, true]);
    me = { ...me, token: access };
    assert.equal((await t.route(routes.state, me)).data.required, true);
    await enrol();
    assert.equal((await info(access)).status, 200);
    assert.equal((await t.route(users.info, me)).data.sysUser.mustEnrol, false);
  });

  it('leaves the rest of the staff alone, unless it says all', async () => {
    await ask('admin');
    const nurse = await t.user(me.tenantId, { permissions: ['members_oldman_view'] });
    assert.equal((await t.call('GET', '/members/oldman/page', { as: nurse })).status, 200);
    await t.deps.inTenant(me.tenantId, (tx) =>
      tx.run(db.updateTable('parameters').set({ value: 'all' }).where('tenant_id', '=', me.tenantId).where('key', '=', 'TOTP_REQUIRED')),
    );
    t.gate.sessions.forget({});
    assert.equal((await t.call('GET', '/members/oldman/page', { as: nurse })).msg, '请先启用两步验证');
  });
});

/** As clients encrypt a password. */
function encrypted(password: string): string {
  const cipher = createCipheriv('aes-128-cfb', 'pigxpigxpigxpigx', 'pigxpigxpigxpigx');
  return Buffer.concat([cipher.update(password), cipher.final()]).toString('base64');
}
