import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { basic, givePassword, PASSWORD, putClients, signIn, token } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { askCaptcha } from './captchas.ts';

let t: Harness;
let tenantId: number;
let user: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  tenantId = await t.tenant('平安颐养院');
  user = await t.user(tenantId, { permissions: ['sys_user_view', 'members_oldman_view'], name: '王护士' });
  await givePassword(t, user);
});
after(() => t.close());

const info = (access: string) => t.call('GET', '/admin/user/info', { headers: { authorization: `Bearer ${access}` } });
const logs = (title: string, of = tenantId) =>
  t.deps.inTenant(of, (tx) =>
    tx.rows<any>(db.selectFrom('operation_logs').selectAll().where('tenant_id', '=', of).where('title', '=', title).orderBy('id')),
  );

describe('POST /auth/oauth/token', () => {
  it('answers plain OAuth2 JSON, stores hashes only and writes a log row without the password', async () => {
    const { status, body, headers, text } = await signIn(t, user.username);
    assert.equal(status, 200);
    assert.equal(body.code, undefined);
    assert.equal(headers['cache-control'], 'no-store');
    assert.deepEqual(Object.keys(body), [
      'access_token',
      'token_type',
      'refresh_token',
      'expires_in',
      'scope',
      'user_info',
      'license',
      'active',
    ]);
    assert.deepEqual([body.token_type, body.scope, body.expires_in, body.active], ['bearer', 'server', 7200, true]);
    assert.equal(Buffer.from(body.access_token, 'base64url').length, 32);
    const { user_info } = body;
    assert.deepEqual(
      [user_info.id, user_info.username, user_info.password, user_info.tenantId, user_info.enabled],
      [user.userId, user.username, null, tenantId, true],
    );
    const authorities = user_info.authorities.map((one: { authority: string }) => one.authority);
    assert.equal(authorities.length, 3);
    assert.match(authorities[0], /^ROLE_\d+$/);
    assert.deepEqual(authorities.slice(1), ['members_oldman_view', 'sys_user_view']);
    const stored = await t.deps.inTenant(tenantId, (tx) =>
      tx.rows(sql`select row_to_json(s)::text as row from sessions s where tenant_id = ${tenantId}`),
    );
    for (const secret of [body.access_token, body.refresh_token]) assert.ok(!JSON.stringify(stored).includes(secret));
    const rows = await logs('登录');
    assert.deepEqual([rows.at(-1).type, rows.at(-1).username, rows.at(-1).user_id], [0, user.username, user.userId]);
    assert.ok(!JSON.stringify(rows).includes(PASSWORD) && !text.includes(PASSWORD));
    assert.equal((await info(body.access_token)).data.sysUser.userId, user.userId);
  });

  it('takes name and password from the query too, and ignores the case of the name', async () => {
    const answer = await token(t, { query: { grant_type: 'password', username: user.username.toUpperCase(), password: PASSWORD } });
    assert.equal(answer.status, 200);
  });

  it('refuses a wrong client, a missing one and an unknown grant', async () => {
    for (const authorization of [
      undefined,
      'Basic !!',
      basic('plain', 'wrong'),
      basic('nobody', 'plain'),
      basic('', ''),
      `Bearer ${user.token}`,
    ]) {
      const answer = await fetch(`${t.url}/auth/oauth/token?grant_type=password`, {
        method: 'POST',
        headers: authorization ? { authorization } : {},
      });
      assert.equal(answer.status, 401);
      assert.deepEqual(await answer.json(), { code: 1, msg: '客户端信息错误，Basic认证失败', data: null });
    }
    const implicit = await token(t, { query: { grant_type: 'implicit' } });
    assert.deepEqual([implicit.status, implicit.body.msg], [400, '不支持的授权类型']);
  });

  it('says the same of a wrong password, an unknown name and an account without password', async () => {
    const none = await t.user(tenantId);
    const answers = [
      await signIn(t, user.username, 'wrong123'),
      await signIn(t, 'nobody-here', 'wrong123'),
      await signIn(t, none.username, 'wrong123'),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 426);
      assert.equal(text, '{"code":1,"msg":"用户名不存在或者密码错误","data":"invalid_exception"}');
    }
    const failed = (await logs('登录')).filter((row) => row.type === 9);
    assert.deepEqual(
      failed.map((row) => row.username),
      [user.username, none.username],
    );
    // A name that nobody has may be a mistyped password.
    assert.equal((await logs('登录', 1)).at(-1).username, null);
    for (const form of [
      { username: user.username, password: '' },
      { username: '', password: PASSWORD },
      { username: 'a\0b', password: PASSWORD },
    ]) {
      assert.equal((await token(t, { query: { grant_type: 'password' }, form: form as Record<string, string> })).status, 426);
    }
  });

  it('decrypts the password of clients that encrypt', async () => {
    const coded = await t.user(tenantId);
    await givePassword(t, coded, '123456');
    const send = (password: string) =>
      token(t, { client: 'coded', query: { grant_type: 'password' }, form: { username: coded.username, password } });
    assert.equal((await send('JFat0Zdc')).status, 200);
    assert.equal((await send('123456')).status, 426);
    assert.equal((await send('YehdBPev')).status, 426);
  });

  it('wants a captcha of clients that need one: right, fresh and once', async () => {
    const pig = await t.user(tenantId);
    await givePassword(t, pig, '123456');
    const send = (query: Record<string, string>) =>
      token(t, {
        client: 'pig',
        query: { grant_type: 'password', scope: 'server', ...query },
        form: { username: pig.username, password: 'JFat0Zdc' },
      });
    assert.deepEqual((await send({})).body, { code: 1, msg: '验证码不能为空', data: null });
    assert.equal((await send({})).status, 428);
    assert.equal((await send({ randomStr: 'never-asked', code: '7' })).body.msg, '验证码不合法');
    const ask = () => ({ text: '3+4=?', answer: 7 });
    await askCaptcha(t.deps, 'first', ask);
    assert.equal((await send({ randomStr: 'first', code: '8' })).status, 428);
    assert.equal((await send({ randomStr: 'first', code: '7' })).status, 428, 'a wrong answer used it up');
    await askCaptcha(t.deps, 'second', ask);
    assert.equal((await send({ randomStr: 'second', code: '7' })).status, 200);
    assert.equal((await send({ randomStr: 'second', code: '7' })).status, 428, 'single use');
    await askCaptcha(t.deps, 'third', ask);
    await superuser("update one_time_codes set expires_at = clock_timestamp() - interval '1 second'");
    assert.equal((await send({ randomStr: 'third', code: '7' })).status, 428, 'too old');
    await askCaptcha(t.deps, 'fourth', ask);
    const kept = await superuser(
      "select answer, expires_at - clock_timestamp() between interval '50 s' and interval '60 s' as fresh from one_time_codes where expires_at > clock_timestamp()",
    );
    assert.equal(kept.length, 1);
    assert.ok(kept[0].answer.length > 20 && kept[0].fresh);
  });

  it('draws the captcha as a small PNG', async () => {
    const answer = await fetch(`${t.url}/code?randomStr=picture`);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [100, 40]);
    assert.equal(
      (await superuser("select count(*)::int as n from one_time_codes where purpose = 'captcha' and expires_at > clock_timestamp()"))[0]
        .n >= 1,
      true,
    );
  });

  it('keeps locked accounts, frozen and expired tenants out, and tells only who knows the password', async () => {
    const locked = await t.user(tenantId);
    await givePassword(t, locked);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(db.updateTable('users').set({ status: 9 }).where('tenant_id', '=', tenantId).where('id', '=', locked.userId)),
    );
    assert.equal((await signIn(t, locked.username, 'wrong123')).body.msg, '用户名不存在或者密码错误');
    const told = await signIn(t, locked.username);
    assert.deepEqual([told.status, told.body.msg], [426, '用户帐号已被锁定']);
    for (const [change, message] of [
      [{ status: 9 }, '租户已冻结，请联系管理员'],
      [{ ends_at: '2020-01-01 00:00:00' }, '租户已过期，请联系管理员'],
    ] as const) {
      const other = await t.tenant();
      const member = await t.user(other);
      await givePassword(t, member);
      await t.deps.inTenant(1, (tx) => tx.run(db.updateTable('tenants').set(change).where('id', '=', other)));
      const answer = await signIn(t, member.username);
      assert.deepEqual([answer.status, answer.body.msg], [401, message]);
      assert.equal((await t.call('GET', '/admin/user/info', { as: member })).msg, message);
    }
  });
});

describe('GET /auth/oauth/check_token', () => {
  it('describes a living token', async () => {
    const { access_token } = (await signIn(t, user.username)).body;
    const { data } = await t.call('GET', '/auth/oauth/check_token', { input: { token: access_token } });
    assert.deepEqual([data.user_name, data.active, data.client_id, data.user_info.tenantId], [user.username, true, 'plain', tenantId]);
    assert.ok(data.authorities.includes('sys_user_view'));
    assert.ok(Math.abs(data.exp - Date.now() / 1000 - 7200) < 30);
    assert.equal((await t.call('GET', '/auth/oauth/check_token', { input: { token: 'x'.repeat(43) } })).status, 401);
    assert.equal((await t.call('GET', '/auth/oauth/check_token')).status, 401);
  });
});

async function superuser(text: string): Promise<any[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client(t.target('superuser'));
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
