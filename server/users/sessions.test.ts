import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { givePassword, putClients, refresh, signIn } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { buildApp } from '../app.ts';
import { forgetOn } from '../http/session.ts';
import { endSessions } from './sessions.ts';

let t: Harness;
let offset = 0;
let tenantId: number;
let user: TestUser;
before(async () => {
  t = await harness({ now: () => Date.now() + offset });
  await putClients(t);
  tenantId = await t.tenant();
  user = await t.user(tenantId);
  await givePassword(t, user);
});
after(() => t.close());

const info = (access: string) => t.call('GET', '/admin/user/info', { headers: { authorization: `Bearer ${access}` } });
const logs = (title: string) =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.rows<any>(db.selectFrom('operation_logs').selectAll().where('tenant_id', '=', tenantId).where('title', '=', title).orderBy('id')),
  );

describe('sessions', () => {
  it('rotate: a refresh token is good once, the old access token ends', async () => {
    const first = (await signIn(t, user.username)).body;
    assert.equal((await info(first.access_token)).status, 200);
    const second = await refresh(t, first.refresh_token);
    assert.equal(second.status, 200);
    assert.notEqual(second.body.access_token, first.access_token);
    assert.notEqual(second.body.refresh_token, first.refresh_token);
    assert.equal((await info(first.access_token)).status, 401);
    assert.equal((await info(second.body.access_token)).status, 200);
    assert.equal((await refresh(t, second.body.refresh_token, 'coded')).status, 401, 'another client');
    assert.equal((await refresh(t, second.body.refresh_token)).status, 200);
  });

  it('end as a family when a refresh token is used again after half a minute', async () => {
    const first = (await signIn(t, user.username)).body;
    const second = (await refresh(t, first.refresh_token)).body;
    assert.equal((await info(second.access_token)).status, 200);
    offset += 31_000;
    const stolen = await refresh(t, first.refresh_token);
    assert.deepEqual([stolen.status, stolen.body.msg, stolen.body.data], [401, '用户凭证已过期', 'invalid_grant']);
    assert.equal((await info(second.access_token)).status, 401, 'on the next request');
    assert.equal((await refresh(t, second.refresh_token)).status, 401);
    const row = (await logs('刷新令牌')).at(-1);
    assert.deepEqual([row.type, row.user_id], [9, user.userId]);
  });

  it('survive many tabs that refresh at one moment: all get the same session, which goes on', async () => {
    const { refresh_token } = (await signIn(t, user.username)).body;
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(t, refresh_token)));
    for (const { status, body } of answers) {
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal((await info(body.access_token)).status, 200);
      assert.ok(body.expires_in > 0);
    }
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
    const again = await Promise.all(Array.from({ length: 3 }, () => refresh(t, answers[0]!.body.refresh_token)));
    assert.deepEqual(
      again.map(({ status }) => status),
      [200, 200, 200],
    );
  });

  it('give a late second tab nothing once its token was exchanged twice, and do not end for that within half a minute', async () => {
    const first = (await signIn(t, user.username)).body;
    const second = (await refresh(t, first.refresh_token)).body;
    const third = (await refresh(t, second.refresh_token)).body;
    assert.equal((await refresh(t, first.refresh_token)).status, 401);
    assert.equal((await refresh(t, second.refresh_token, 'coded')).status, 401, 'another client');
    assert.equal((await info(third.access_token)).status, 200);
    await t.deps.inTenant(tenantId, (tx) => endSessions(tx, t.deps, { userId: user.userId }, 'kicked'));
    assert.match((await refresh(t, second.refresh_token)).body.msg, /强制下线|用户凭证已过期/, 'nothing brings an ended session back');
  });

  it('end at sign-out, on the next request, with their refresh token', async () => {
    const { access_token, refresh_token } = (await signIn(t, user.username)).body;
    const signOut = (authorization?: string) => t.call('DELETE', '/auth/token/logout', { headers: authorization ? { authorization } : {} });
    assert.equal((await info(access_token)).status, 200);
    const answer = await signOut(`Bearer ${access_token}`);
    assert.deepEqual([answer.status, answer.code, answer.data], [200, 0, true]);
    assert.equal((await info(access_token)).status, 401);
    assert.equal((await refresh(t, refresh_token)).status, 401);
    assert.equal((await signOut(`Bearer ${access_token}`)).data, true, 'again is no error');
    assert.equal((await signOut()).msg, '退出失败，token 为空');
    assert.equal((await logs('退出登录')).length, 1);
  });

  it('tell every process when they end, whose cache forgets them', async () => {
    const { access_token } = (await signIn(t, user.username)).body;
    const second = await buildApp(t.deps, { webDir: null });
    const heard: string[] = [];
    const client = await t.deps.pool.connect();
    try {
      client.on('notification', (notice) => heard.push(notice.payload ?? ''));
      await client.query('listen yian_events');
      assert.equal((await second.gate.sessions.find(access_token)).userId, user.userId);
      await t.call('DELETE', '/auth/token/logout', { headers: { authorization: `Bearer ${access_token}` } });
      await client.query('select 1');
      const notice = heard.map((text) => JSON.parse(text)).find(({ k }) => k === 'session.ended');
      assert.equal(notice.t, tenantId);
      forgetOn(second.gate.sessions, notice);
      await assert.rejects(second.gate.sessions.find(access_token), /用户凭证已过期/);
    } finally {
      client.release(true);
      await second.app.close();
    }
  });

  it('idle out after half an hour, and a refresh does not wake them', async () => {
    const { access_token, refresh_token } = (await signIn(t, user.username)).body;
    offset += 31 * 60_000;
    assert.equal((await info(access_token)).status, 401);
    assert.equal((await refresh(t, refresh_token)).status, 401);
  });

  it('last twelve hours at most, however busy', async () => {
    let tokens = (await signIn(t, user.username)).body;
    const stay = () =>
      t.deps.inTenant(tenantId, (tx) =>
        tx.run(sql`update sessions set last_seen_at = ${new Date(Date.now() + offset).toISOString()} where tenant_id = ${tenantId}`),
      );
    for (let quarter = 1; quarter <= 47; quarter++) {
      offset += 15 * 60_000;
      await stay();
      if (quarter % 7 !== 0) continue;
      const renewed = await refresh(t, tokens.refresh_token);
      assert.equal(renewed.status, 200);
      tokens = renewed.body;
    }
    const left = (await refresh(t, tokens.refresh_token)).body;
    assert.ok(left.expires_in > 0 && left.expires_in <= 15 * 60, `the access token ends with the session: ${left.expires_in}`);
    assert.equal((await info(left.access_token)).status, 200);
    offset += 16 * 60_000;
    await stay();
    assert.equal((await info(left.access_token)).status, 401);
    assert.equal((await refresh(t, left.refresh_token)).status, 401);
  });
});
