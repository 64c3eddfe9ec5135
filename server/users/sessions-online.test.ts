import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { sessions as routes } from '#contract/users/sessions.ts';
import { loginLogs } from '#contract/users/login-logs.ts';
import { users } from '#contract/users/users.ts';
import { givePassword, putClients, refresh, signIn } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { servePages } from '../realtime/page-sockets.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  tenantId = await t.tenant();
  admin = await t.user(tenantId, { name: '院长' });
  nurse = await t.user(tenantId, { permissions: [], dataScope: 3, name: '小李' });
  await givePassword(t, nurse);
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const list = async (as = admin, input = {}) => (await t.route(routes.page, as, { size: 100, ...input })).data.records as any[];

describe('who is online', () => {
  it('is for those who may see it, in their own tenant', async () => {
    assert.equal((await t.route(routes.page, null)).status, 401);
    assert.equal((await t.route(routes.page, admin, { size: 'x' })).status, 400);
    assert.equal((await t.route(routes.page, nurse)).status, 403);
    assert.equal((await t.route(routes.remove, nurse, { id: 1 })).status, 403);
    const { body } = await signIn(t, nurse.username);
    assert.ok(body.access_token);
    const rows = await list();
    assert.deepEqual([...new Set(rows.map(({ tenantId: its }) => its))], [tenantId]);
    assert.equal(rows.filter(({ current }) => current).length, 1);
    const [found] = await list(admin, { name: '小李', ascs: ['create_time'] });
    assert.ok(
      ['username', 'createTime', 'lastSeenTime', 'expireTime', 'browser', 'system', 'clientId'].every(
        (key) => typeof found[key] === 'string',
      ),
    );
    assert.deepEqual(
      [found.accessToken, found.tokenType, found.expiresAt],
      [String(found.id), 'bearer', found.expireTime],
      'never the token itself',
    );
    assert.ok(found.expiresIn > 0);
    assert.equal(
      (await list(stranger)).some(({ username }) => username === nurse.username),
      false,
    );
  });

  it('shows no session that has ended, idled out or run out', async () => {
    const gone = await t.user(tenantId, { name: '已离开' });
    const count = async () => (await list(admin, { name: '已离开' })).length;
    assert.equal(await count(), 1);
    const set = (change: object) =>
      t.deps.inTenant(tenantId, (tx) =>
        tx.run(
          db
            .updateTable('sessions')
            .set(change as never)
            .where('tenant_id', '=', tenantId)
            .where('user_id', '=', gone.userId),
        ),
      );
    await set({ last_seen_at: sql`now() - interval '31 minutes'` });
    assert.equal(await count(), 0);
    await set({ last_seen_at: sql`now()`, absolute_expires_at: sql`now() - interval '1 second'` });
    assert.equal(await count(), 0);
  });
});

describe('ending a session', () => {
  it('takes effect on the next request, with the reason, and its refresh token is dead too', async () => {
    const { body } = await signIn(t, nurse.username);
    const as = { ...nurse, token: body.access_token as string };
    assert.equal((await t.route(users.info, as)).status, 200);
    const rows = await list(admin, { name: '小李', descs: ['create_time'] });
    assert.deepEqual(refusal(await t.route(routes.remove, stranger, { id: rows[0].id })), [404, '会话不存在'], 'another tenant');
    const kicked = await t.route(routes.remove, admin, { id: rows[0].id });
    assert.deepEqual([kicked.status, kicked.msg], [200, '已强制下线']);
    const after = await t.route(users.info, as);
    assert.deepEqual([after.status, after.msg], [401, '您已被管理员强制下线，请重新登录']);
    assert.equal((await refresh(t, body.refresh_token)).status, 401);
    assert.equal((await t.route(routes.remove, admin, { id: rows[0].id })).status, 404, 'once');
  });

  it('is not for the own one, nor for that of somebody who holds more', async () => {
    const own = (await list()).find(({ current }) => current);
    assert.equal((await t.route(routes.remove, admin, { id: own.id })).msg, '不能强制下线自己，请使用退出登录');
    const lesser = await t.user(tenantId, { permissions: ['sys_token_view', 'sys_token_del'], dataScope: 1 });
    const refused = await t.route(routes.remove, lesser, { id: own.id });
    assert.deepEqual([refused.status, refused.msg], [403, '不能强制下线权限比自己大的用户']);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`update users set super_admin = true where tenant_id = ${tenantId} and id = ${nurse.userId}`),
    );
    await signIn(t, nurse.username);
    const [target] = await list(admin, { name: '小李' });
    assert.equal((await t.route(routes.remove, admin, { id: target.id })).status, 403, 'a super administrator');
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`update users set super_admin = false where tenant_id = ${tenantId} and id = ${nurse.userId}`),
    );
    assert.equal((await t.route(users.info, admin)).status, 200);
  });

  it('ends the other devices of oneself, whatever the tenant, and only those', async () => {
    const first = (await signIn(t, nurse.username)).body.access_token as string;
    const second = (await signIn(t, nurse.username)).body.access_token as string;
    const me = { ...nurse, token: second };
    const rows = (await t.route(routes.own, me)).data;
    assert.ok(rows.length >= 2 && rows.every(({ tenantName }: any) => tenantName));
    const current = rows.find((row: any) => row.current);
    assert.deepEqual(refusal(await t.route(routes.removeOwn, me, { id: current.id })), [422, '这是当前的登录，请使用退出登录']);
    const { id: foreign } = await t.gate.sessions.find(admin.token);
    assert.deepEqual(refusal(await t.route(routes.removeOwn, me, { id: foreign })), [404, '会话不存在']);
    const { id } = await t.gate.sessions.find(first);
    assert.equal((await t.route(routes.removeOwn, me, { id })).status, 200);
    const after = await t.route(users.info, { ...nurse, token: first });
    assert.deepEqual([after.status, after.msg], [401, '您已在其他设备上让此处退出登录']);
    assert.equal((await t.route(users.info, me)).status, 200);
  });

  it('happens by itself to the oldest when the tenant allows so many', async () => {
    const busy = await t.user(tenantId, { permissions: [] });
    await givePassword(t, busy);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${tenantId}, '在线数', 'SESSION_MOST', '2')`),
    );
    const realtime = servePages(t.app, t.gate, t.target('app'));
    await realtime.ready;
    try {
      const tokens: string[] = [];
      for (let n = 0; n < 3; n++) tokens.push((await signIn(t, busy.username)).body.access_token);
      const answers = await Promise.all(tokens.map((token) => t.route(users.info, { ...busy, token })));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [401, 200, 200],
      );
      assert.equal(answers[0]!.msg, '您的账号在其他设备上登录，此处已下线');
    } finally {
      await realtime.close();
      await t.deps.inTenant(tenantId, (tx) => tx.run(sql`delete from parameters where tenant_id = ${tenantId} and key = 'SESSION_MOST'`));
    }
  });
});

describe('the login log', () => {
  it('has what worked and what did not, with the reason, and nothing else', async () => {
    assert.equal((await t.route(loginLogs.page, null)).status, 401);
    assert.equal((await t.route(loginLogs.page, nurse)).status, 403);
    await signIn(t, nurse.username, 'wrong-one-1');
    const read = async (input: object, as = admin) => (await t.route(loginLogs.page, as, { size: 100, ...input })).data.records as any[];
    const rows = await read({ username: nurse.username });
    assert.deepEqual([rows[0].type, rows[0].reason, rows[0].title, rows[0].name], ['9', '用户名不存在或者密码错误', '登录', '小李']);
    assert.ok(rows.some(({ type }) => type === '0'));
    assert.equal(
      (await read({ username: nurse.username, type: '9' })).every(({ type }) => type === '9'),
      true,
    );
    assert.ok(
      (await read({})).every(({ title }) => !/强制下线/.test(title)),
      'other operations are elsewhere',
    );
    assert.deepEqual(await read({ startTime: '2001-01-01 00:00:00', endTime: '2001-01-02 00:00:00' }), []);
    assert.equal((await t.route(loginLogs.page, admin, { startTime: 'gestern' })).status, 400);
    assert.deepEqual(await read({ username: nurse.username }, stranger), []);
  });
});
