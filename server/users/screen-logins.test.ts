import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { DEVICE_GRANT } from '#contract/users/logins.ts';
import { sessions } from '#contract/users/sessions.ts';
import { callWallboard } from '#contract/screens/call-wallboard.ts';
import { screens } from '#contract/screens/screens.ts';
import { menus } from '#contract/users/menus.ts';
import { screenLogins as routes } from '#contract/users/screen-logins.ts';
import { users } from '#contract/users/users.ts';
import { putClients, refresh, token } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: Client;
let me: TestUser;
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
  me = await t.user(await t.tenant(), {
    permissions: [
      'tenant_screen',
      'cloudcall_wallboard',
      'members_oldman_view',
      'members_oldman_add',
      'sys_user_view',
      'members_oldman_export',
      'warning_devicewarning_view',
    ],
  });
});

const start = async () => (await token(t, { path: '/auth/oauth/device_authorization' })).body;
/** Asks for the tokens without the pause that a screen makes. */
async function poll(device_code: string, client = 'plain') {
  await admin.query("update screen_codes set polled_at = polled_at - interval '1 min'");
  return token(t, { client, query: { grant_type: DEVICE_GRANT, device_code } });
}
const settle = (user_code: string, approve: boolean, as = me) => t.route(routes.settle, as, { user_code, approve });

describe('a big screen', () => {
  it('shows a short code and waits, in the words of RFC 8628', async () => {
    assert.equal((await token(t, { client: 'nobody', path: '/auth/oauth/device_authorization' })).status, 401);
    const begun = await start();
    assert.match(begun.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    assert.deepEqual([begun.expires_in, begun.interval], [600, 5]);
    assert.equal(begun.verification_uri_complete, `${t.url}/info/screen?code=${begun.user_code}`);
    const waiting = await poll(begun.device_code);
    assert.deepEqual([waiting.status, waiting.body.error, waiting.body.code], [400, 'authorization_pending', 1]);
    assert.equal((await token(t, { query: { grant_type: DEVICE_GRANT, device_code: begun.device_code } })).body.error, 'slow_down');
    assert.equal((await poll(begun.device_code, 'coded')).body.error, 'expired_token', 'of another client');
    assert.equal((await poll('unknown')).body.error, 'expired_token');
    await admin.query('update screen_codes set expires_at = clock_timestamp()');
    assert.equal((await poll(begun.device_code)).body.error, 'expired_token');
  });

  it('is let in by somebody who may, who sees where it stands', async () => {
    const { user_code, device_code } = await start();
    const plain = await t.user(me.tenantId, { permissions: ['members_oldman_view'] });
    assert.equal((await t.route(routes.find, null, { user_code })).status, 401);
    assert.equal((await t.route(routes.find, me, { user_code: 'AEIOU' })).status, 400);
    for (const refused of [t.route(routes.find, plain, { user_code }), settle(user_code, true, plain)])
      assert.equal((await refused).status, 403);
    assert.deepEqual(refusal(await t.route(routes.find, me, { user_code: 'BBBB-BBBB' })), [404, '大屏登录请求不存在']);
    const seen = (await t.route(routes.find, me, { user_code: user_code.toLowerCase().replace('-', ' ') })).data;
    assert.deepEqual([seen.userCode, seen.address], [user_code, '127.0.0.1']);
    assert.equal((await settle(user_code, true)).status, 200);
    assert.equal((await settle(user_code, true)).status, 404, 'once');
    const opened = await poll(device_code);
    assert.deepEqual([opened.status, opened.body.scope, opened.body.user_info.id], [200, 'screen', me.userId]);
    assert.equal((await poll(device_code)).body.error, 'expired_token');
    const { rows } = await admin.query('select title from operation_logs where tenant_id = $1 order by id', [me.tenantId]);
    assert.deepEqual(
      rows.map(({ title }) => title).filter((title) => title.includes('大屏')),
      ['处理大屏登录', '大屏登录'],
    );
  });

  it('gets no tokens when it is refused, or its owner is locked meanwhile', async () => {
    const first = await start();
    assert.equal((await settle(first.user_code, false)).status, 200);
    assert.equal((await poll(first.device_code)).body.error, 'access_denied');
    const second = await start();
    await settle(second.user_code, true);
    await admin.query('update users set status = 9 where id = $1', [me.userId]);
    assert.equal((await poll(second.device_code)).body.error, 'access_denied');
  });

  it('may look at the screens that its owner may see, and at nothing else', async () => {
    const { user_code, device_code } = await start();
    await settle(user_code, true);
    const { body } = await poll(device_code);
    const screen = { ...me, token: body.access_token };
    assert.equal((await t.route(screens.tenant, screen)).status, 200);
    assert.equal((await t.route(callWallboard.read, screen)).status, 200, 'the wall of the calls is a screen, too');
    const who = (await t.route(users.info, screen)).data;
    assert.equal(who.sysUser.userId, me.userId);
    assert.equal((await t.route(menus.own, screen)).status, 200);
    const group = await t.route(screens.group, screen);
    assert.deepEqual([group.status, group.msg], [403, '权限不足，不允许访问'], 'its owner may not either');
    for (const [method, path, input] of [
      ['GET', '/members/oldman/page', undefined],
      ['GET', '/warning/devicewarning/page', undefined],
      ['GET', '/admin/home', undefined],
      ['GET', '/admin/user/page', undefined],
      ['GET', '/members/oldman/export', undefined],
      ['POST', '/members/oldman', { userName: '张三' }],
      ['PUT', '/admin/user/edit', { avatar: '/x' }],
      ['DELETE', '/members/oldman/1', undefined],
      ['POST', '/auth/oauth/device', { user_code, approve: true }],
    ] as const) {
      const answer = await t.call(method, path, { as: screen, input });
      assert.deepEqual([answer.status, answer.msg], [403, '大屏登录只能查看，不能操作'], `${method} ${path}`);
    }
    const renewed = await refresh(t, body.refresh_token);
    assert.deepEqual([renewed.status, renewed.body.scope], [200, 'screen']);
    const after = { ...me, token: renewed.body.access_token };
    assert.equal((await t.call('POST', '/members/oldman', { as: after, input: { userName: '张三' } })).msg, '大屏登录只能查看，不能操作');
    assert.equal((await t.call('DELETE', '/auth/token/logout', { headers: { authorization: `Bearer ${after.token}` } })).data, true);
    assert.equal((await t.route(users.info, after)).status, 401);
  });

  it('comes back by itself after hours without a network, not after a day', async () => {
    const { user_code, device_code } = await start();
    await settle(user_code, true);
    const { body } = await poll(device_code);
    const silent = async (hours: number) => {
      await admin.query("update sessions set last_seen_at = now() - make_interval(hours => $1) where scope = 'screen' and tenant_id = $2", [
        hours,
        me.tenantId,
      ]);
      t.gate.sessions.forget({});
    };
    await silent(20);
    assert.equal((await t.route(screens.tenant, { ...me, token: body.access_token })).status, 200);
    await silent(20);
    const listed = (await t.route(sessions.own, me)).data as { clientId?: string }[];
    assert.equal(listed.length, 2, 'it can be ended meanwhile');
    const renewed = await refresh(t, body.refresh_token);
    assert.equal(renewed.status, 200);
    await silent(25);
    assert.equal((await t.route(screens.tenant, { ...me, token: renewed.body.access_token })).status, 401);
    assert.equal((await refresh(t, renewed.body.refresh_token)).status, 401);
  });
});
