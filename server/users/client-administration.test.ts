import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import pg from 'pg';
import { clients as routes } from '#contract/users/clients.ts';
import { users } from '#contract/users/users.ts';
import { basic, givePassword, PASSWORD, prove, putClients } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { connection } from '../db/pool.ts';
import { addClient } from './clients.ts';

let t: Harness;
let platform: TestUser;
let nurse: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  platform = await t.user(1);
  nurse = await t.user(await t.tenant());
  await givePassword(t, nurse);
});
after(() => t.close());

const form = (id: string, over: object = {}) => ({
  id,
  description: '对接程序',
  encryptsPassword: false,
  needsCaptcha: false,
  accessSeconds: 600,
  refreshSeconds: 7200,
  ...over,
});
const enter = async (id: string, secret: string) => {
  const answer = await fetch(`${t.url}/auth/oauth/token?grant_type=password`, {
    method: 'POST',
    headers: { authorization: basic(id, secret) },
    body: new URLSearchParams({ username: nurse.username, password: PASSWORD }),
  });
  return { status: answer.status, body: (await answer.json()) as any };
};

describe('clients', () => {
  it('are the platform’s alone', async () => {
    const plain = await t.user(1, { permissions: [] });
    for (const [route, input] of [
      [routes.page, {}],
      [routes.get, { id: 'plain' }],
      [routes.create, form('a-client')],
      [routes.update, form('a-client')],
      [routes.renew, { id: 'a-client' }],
      [routes.remove, { id: 'a-client' }],
    ] as const) {
      assert.equal((await t.route(route, null, input)).status, 401, route.summary);
      assert.equal((await t.route(route, plain, input)).status, 403, route.summary);
      assert.deepEqual(
        [(await t.route(route, nurse, input)).status, (await t.route(route, nurse, input)).msg],
        [403, '只有平台可以管理客户端'],
        route.summary,
      );
    }
    const { data: coded } = await t.route(routes.get, platform, { id: 'coded' });
    assert.deepEqual(
      [coded.clientId, coded.clientSecret, coded.scope, coded.accessTokenValidity, JSON.parse(coded.additionalInformation)],
      ['coded', null, 'server', coded.accessSeconds, { enc_flag: '1', captcha_flag: '0' }],
    );
    const { records } = (await t.route(routes.page, platform, { id: 'coded' })).data;
    assert.deepEqual(records, [
      {
        id: 'coded',
        clientId: 'coded',
        clientSecret: null,
        scope: 'server',
        authorizedGrantTypes: 'password,refresh_token,mobile',
        accessTokenValidity: coded.accessSeconds,
        refreshTokenValidity: coded.refreshSeconds,
        additionalInformation: '{"enc_flag":"1","captcha_flag":"0"}',
        autoapprove: 'true',
        description: coded.description,
        encryptsPassword: true,
        needsCaptcha: false,
        accessSeconds: coded.accessSeconds,
        refreshSeconds: coded.refreshSeconds,
        sessions: 0,
        builtIn: false,
        createTime: coded.createTime,
      },
    ]);
    assert.deepEqual(refusal(await t.route(routes.get, platform, { id: 'no-such' })), [404, '客户端不存在']);
    assert.equal((await t.route(routes.create, platform, form('x y'))).msg, '客户端编号应为2到32位字母、数字、下划线或横线');
    assert.equal((await t.route(routes.create, platform, form('ok-id', { accessSeconds: 10 }))).status, 400);
    assert.equal((await t.route(routes.create, platform, form('ok-id'))).data, 'proof_needed');
  });

  it('have a secret that is shown once and works until it is renewed', async () => {
    await prove(t, platform);
    const { status, data } = await t.route(routes.create, platform, form('partner'));
    assert.equal(status, 200);
    assert.match(data.secret, /^[\w-]{43}$/);
    const row = async () => (await t.route(routes.page, platform, { id: 'partner' })).data.records[0];
    assert.ok(!JSON.stringify(await row()).includes(data.secret));
    assert.equal((await t.route(routes.create, platform, form('partner'))).msg, '客户端编号已存在');
    const first = await enter('partner', data.secret);
    assert.deepEqual([first.status, first.body.expires_in], [200, 600]);
    assert.equal((await row()).sessions, 1);
    const renewed = (await t.route(routes.renew, platform, { id: 'partner' })).data.secret;
    assert.notEqual(renewed, data.secret);
    assert.equal((await enter('partner', data.secret)).status, 401);
    assert.equal((await enter('partner', renewed)).status, 200);
    assert.equal((await t.route(routes.update, platform, form('partner', { accessSeconds: 900 }))).status, 200);
    assert.equal((await enter('partner', renewed)).body.expires_in, 900);
    assert.equal((await t.route(routes.update, platform, form('nobody'))).status, 404);
    const logged = await t.deps.pool.query('select to_jsonb(o)::text as row from app.list_clients() o');
    assert.deepEqual(logged.rows, [], 'without the platform’s context the database gives none');

    const refused = await t.route(routes.remove, platform, { id: 'partner' });
    assert.deepEqual([refused.status, refused.msg, refused.data], [422, '该客户端还有3个在线会话，确认后将全部结束', { sessions: 3 }]);
    const as = { ...nurse, token: first.body.access_token };
    assert.equal((await t.route(users.info, as)).status, 200);
    assert.equal((await t.route(routes.remove, platform, { id: 'partner', endSessions: true })).status, 200);
    assert.equal((await t.route(users.info, as)).status, 401);
    assert.equal((await enter('partner', renewed)).status, 401);
    assert.equal(await row(), undefined);
    assert.equal((await t.route(routes.create, platform, form('partner'))).status, 200, 'its id is free again');
    assert.equal((await enter('partner', renewed)).status, 401);
  });

  it('of the pages cannot be broken, and a deleted one does not come back at the next start', async () => {
    const owner = new pg.Client(connection(t.target('owner'), 'the owner'));
    await owner.connect();
    await addClient(owner, { id: 'yian', secret: 'yian', encryptsPassword: false, needsCaptcha: true, description: '网页端' });
    const own = form('yian', { needsCaptcha: true });
    assert.equal((await t.route(routes.remove, platform, { id: 'yian' })).msg, '网页端客户端不能删除');
    assert.deepEqual(refusal(await t.route(routes.renew, platform, { id: 'yian' })), [422, '网页端客户端的密钥写在网页中，不能重置']);
    assert.deepEqual(refusal(await t.route(routes.update, platform, { ...own, encryptsPassword: true })), [
      422,
      '网页端客户端的密码加密与验证码设置不能修改',
    ]);
    assert.equal((await t.route(routes.update, platform, own)).status, 200);
    const old = { id: 'old-one', secret: 'known', encryptsPassword: false, needsCaptcha: false, description: '旧' };
    await addClient(owner, old);
    assert.equal((await enter('old-one', 'known')).status, 200);
    assert.equal((await t.route(routes.remove, platform, { id: 'old-one', endSessions: 'true' })).status, 200);
    await addClient(owner, old);
    await owner.end();
    assert.equal((await enter('old-one', 'known')).status, 401);
  });
});
