import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { socialAccounts as routes } from '#contract/users/social-accounts.ts';
import { putClients, token } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: Client;
let wechat: Server;
let me: TestUser;
/** Codes that WeChat has given out and not yet exchanged, and how often it was asked. */
const codes = new Map<string, { openid: string; unionid?: string }>();
let asked = 0;
let down = false;

before(async () => {
  t = await harness();
  await putClients(t);
  admin = new Client(t.target('superuser'));
  await admin.connect();
  wechat = createServer((request, response) => {
    asked++;
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://wechat');
    if (down) return void response.writeHead(502).end();
    const person = codes.get(query.get('code') ?? '');
    codes.delete(query.get('code') ?? '');
    const known =
      pathname === '/sns/oauth2/access_token' && query.get('appid') === 'wx-app' && query.get('grant_type') === 'authorization_code';
    const body =
      !known || query.get('secret') !== 'wx-secret'
        ? { errcode: 40125, errmsg: 'invalid appsecret' }
        : person
          ? { access_token: 'at', expires_in: 7200, refresh_token: 'rt', scope: 'snsapi_login', ...person }
          : { errcode: 40029, errmsg: 'invalid code' };
    response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => wechat.listen(0, '127.0.0.1', resolve));
  t.deps.config.publicUrl = 'https://yian.example';
  t.deps.config.wechat = {
    appId: 'wx-app',
    secret: 'wx-secret',
    connectUrl: 'https://open.weixin.qq.com',
    apiUrl: `http://127.0.0.1:${(wechat.address() as AddressInfo).port}`,
  };
});
after(async () => {
  wechat.close();
  await admin.end();
  await t.close();
});
beforeEach(async () => {
  down = false;
  me = await t.user(await t.tenant());
});

let serial = 0;
const newPerson = (more: object = {}) => ({ openid: `o-${process.pid}-${++serial}`, ...more });
/** A person scans the QR code: what comes back to /authredirect. */
function scan(person: { openid: string; unionid?: string }): string {
  const code = `code-${++serial}`;
  codes.set(code, person);
  return code;
}
/** A browser goes to WeChat: its cookie, and the nonce that WeChat brings back. */
async function leave(purpose: 'login' | 'bind'): Promise<{ cookie: string; nonce: string; location: URL }> {
  const answer = await fetch(`${t.url}/auth/social/wechat?for=${purpose}`, { redirect: 'manual' });
  assert.equal(answer.status, 302);
  const location = new URL(answer.headers.get('location') ?? '');
  const set = answer.headers.get('set-cookie') ?? '';
  assert.match(set, /^yian_social=[0-9a-f]{32}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  return { cookie: set.split(';')[0] as string, nonce: (location.searchParams.get('state') ?? '').split('.')[1] ?? '', location };
}
const bind = (as: TestUser, code: string, { cookie, nonce }: { cookie: string; nonce: string }) =>
  t.call('POST', `/admin/social/bind?state=WX&code=${code}&nonce=${nonce}`, { as, headers: { cookie } });
const signIn = (code: string, { cookie, nonce }: { cookie?: string; nonce: string }, more: Record<string, string> = {}) =>
  token(t, { path: '/auth/mobile/token/social', query: { mobile: `WX@${code}`, grant_type: 'mobile', nonce, ...more }, cookie });

describe('WeChat', () => {
  it('is asked for with our application, the way back, and a state of this browser', async () => {
    const { location } = await leave('login');
    assert.equal(location.origin + location.pathname, 'https://open.weixin.qq.com/connect/qrconnect');
    const { state, ...query } = Object.fromEntries(location.searchParams);
    assert.deepEqual(query, {
      appid: 'wx-app',
      redirect_uri: 'https://yian.example/authredirect',
      response_type: 'code',
      scope: 'snsapi_login',
    });
    assert.match(state ?? '', /^login\.[0-9a-f]{32}$/);
    assert.equal(location.hash, '#wechat_redirect');
  });

  it('opens no account before it is bound, and then that one', async () => {
    const person = newPerson();
    const unbound = await signIn(scan(person), await leave('login'));
    assert.deepEqual([unbound.status, unbound.body.code, unbound.body.msg], [417, 1, '未绑定登录账号，请使用密码登录后绑定']);
    const bound = await bind(me, scan(person), await leave('bind'));
    assert.deepEqual([bound.status, bound.msg], [200, '绑定成功']);
    const answer = await signIn(scan(person), await leave('login'));
    assert.deepEqual([answer.status, answer.body.user_info.id, answer.body.scope], [200, me.userId, 'server']);
    const { rows } = await admin.query("select type from operation_logs where title = '微信登录' order by id");
    assert.deepEqual(
      rows.map(({ type }) => type),
      [9, 0],
    );
  });

  it('knows a person by the unionid, which all applications of an operator share', async () => {
    const unionid = `u-${process.pid}-${++serial}`;
    await bind(me, scan(newPerson({ unionid })), await leave('bind'));
    assert.equal((await signIn(scan(newPerson({ unionid })), await leave('login'))).status, 200);
  });

  it('brings back what another browser, another purpose or nobody asked for: refused without asking WeChat', async () => {
    const person = newPerson();
    await bind(me, scan(person), await leave('bind'));
    const [mine, theirs] = [await leave('login'), await leave('login')];
    const before = asked;
    for (const way of [
      { nonce: mine.nonce },
      { cookie: mine.cookie, nonce: '' },
      { cookie: mine.cookie, nonce: theirs.nonce },
      await leave('bind'),
    ]) {
      const answer = await signIn(scan(person), way);
      assert.deepEqual([answer.status, answer.body.msg], [401, '登录请求已失效，请重新扫码']);
    }
    assert.equal((await bind(me, scan(person), await leave('login'))).status, 422);
    assert.equal(asked, before);
    const way = await leave('login');
    assert.equal((await signIn(scan(person), way)).status, 200);
    assert.equal((await signIn(scan(person), way)).status, 401, 'a nonce is good once');
  });

  it('is bound to one account only, which may let go of it', async () => {
    const person = newPerson();
    const other = await t.user(await t.tenant());
    assert.equal((await t.call('POST', '/admin/social/bind?state=WX&code=1')).status, 401);
    assert.equal((await t.call('POST', '/admin/social/bind?state=WX', { as: me })).status, 400);
    assert.equal((await bind(me, scan(person), await leave('bind'))).status, 200);
    assert.deepEqual(refusal(await bind(other, scan(person), await leave('bind'))), [409, '该微信或该账号已有绑定，请先解绑']);
    assert.deepEqual(refusal(await bind(me, scan(newPerson()), await leave('bind'))), [409, '该微信或该账号已有绑定，请先解绑']);
    const [row] = (await t.route(routes.own, me)).data;
    assert.deepEqual([row.state, row.bound, row.available], ['WX', true, true]);
    assert.ok(!JSON.stringify(row).includes(person.openid));
    assert.equal((await t.route(routes.unbind, me, { state: 'WX' })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.unbind, me, { state: 'WX' })), [422, '该账号未绑定微信']);
    assert.equal((await signIn(scan(person), await leave('login'))).status, 417);
    assert.equal((await bind(other, scan(person), await leave('bind'))).status, 200);
  });

  it('refuses in clear words: a used code, WeChat down, a locked account, other services', async () => {
    const person = newPerson();
    await bind(me, scan(person), await leave('bind'));
    assert.equal((await signIn('used', await leave('login'))).body.msg, '微信授权已失效，请重新扫码');
    assert.equal((await bind(me, 'used', await leave('bind'))).status, 422);
    down = true;
    const away = await signIn(scan(person), await leave('login'));
    assert.deepEqual([away.status, away.body.msg], [503, '微信暂时无法访问，请稍后重试']);
    down = false;
    const qq = await token(t, { path: '/auth/mobile/token/social', query: { mobile: 'QQ@1' } });
    assert.deepEqual([qq.status, qq.body.msg], [422, '该登录方式未开通']);
    await admin.query('update users set status = 9 where id = $1', [me.userId]);
    const locked = await signIn(scan(person), await leave('login'));
    assert.deepEqual([locked.status, locked.body.msg], [426, '用户帐号已被锁定']);
  });

  it('is off unless the installation has it', async () => {
    const { wechat: settings } = t.deps.config;
    t.deps.config.wechat = null;
    assert.equal((await t.call('GET', '/auth/ways')).data.wechat, false);
    assert.equal((await t.call('GET', '/auth/social/wechat?for=login')).msg, '微信登录未开通');
    assert.equal((await signIn('x', { nonce: 'x' })).status, 422);
    t.deps.config.wechat = settings ?? null;
    assert.equal((await t.call('GET', '/auth/ways')).data.wechat, true);
  });
});
