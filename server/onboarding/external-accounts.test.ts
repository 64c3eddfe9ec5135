import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { invitations } from '#contract/onboarding/invitations.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { logins } from '#contract/users/logins.ts';
import { givePassword, PASSWORD, putClients, signIn } from '#test/accounts.ts';
import { harness, type Harness } from '#test/harness.ts';
import { addMembership, makeAdministrator } from '#test/members.ts';
import { register, tokenFor } from '#test/registrants.ts';

let t: Harness;
before(async () => {
  t = await harness();
  await putClients(t);
});
after(() => t.close());

const NEXT = 'Neu2026wort';
const row = <T>(tenantId: number, query: ReturnType<typeof sql<T>>) => t.deps.inTenant(tenantId, (tx) => tx.row<T>(query));

describe('a token of one purpose', () => {
  it('is for the caller’s own account alone', async () => {
    assert.equal((await t.route(externalAccounts.findToken, null, { purpose: 'password' })).status, 401);
    const [user, victim] = [await t.user(await t.tenant(), { permissions: [] }), await t.user(await t.tenant())];
    assert.equal((await t.route(externalAccounts.findToken, user, { purpose: 'everything' })).status, 400);
    assert.equal((await t.route(externalAccounts.findToken, user, {})).status, 400);
    // Whatever else is named, the token is the caller's: the victim's account stays as it is.
    await givePassword(t, victim);
    await givePassword(t, user);
    const named = { purpose: 'password', userId: victim.userId, username: victim.username, tenantId: victim.tenantId, id: victim.userId };
    const { data } = await t.route(externalAccounts.findToken, user, named);
    assert.ok(data.expiresIn <= 900);
    assert.equal(
      (await t.route(externalAccounts.updatePwd, null, { token: data.token, password: PASSWORD, newpassword1: NEXT })).status,
      200,
    );
    assert.equal((await signIn(t, victim.username)).status, 200);
    assert.equal((await signIn(t, user.username, NEXT)).status, 200);
    for (const purpose of ['leave', 'profile'])
      assert.equal((await t.route(externalAccounts.findToken, victim, { purpose, tenantId: user.tenantId })).status, 404);
    assert.equal((await t.route(externalAccounts.findToken, user, { purpose: 'enterprise' })).status, 403);
    assert.equal(
      (await t.route(externalAccounts.findToken, user, { purpose: 'invitation', tenantId: victim.tenantId, id: 1 })).status,
      404,
    );
  });

  it('opens nothing but its purpose, works once, and only in time', async () => {
    const user = await t.user(await t.tenant());
    await givePassword(t, user);
    const everything = (token: string) => [
      () => t.route(externalAccounts.updatePwd, null, { token, password: PASSWORD, newpassword1: NEXT }),
      () => t.route(externalAccounts.updateUserEnterprise, null, { token, name: '别名' }),
      () => t.route(externalAccounts.updateEnterprise, null, { token, name: '别的机构' }),
      () => t.route(externalAccounts.unsubscribe, null, { token, cancelAccount: true, password: PASSWORD }),
      () => t.route(invitations.accept, null, { token }),
      () => t.route(invitations.refuse, null, { token }),
      () => t.route(invitations.join, null, { token, code: 'x' }),
      () => t.route(invitations.tenants, null, { token, code: 'x' }),
      () => t.route(registrations.createTenant, null, { token, name: '一家机构' }),
    ];
    const purposes: [string, number][] = [
      ['password', 0],
      ['profile', 1],
      ['leave', 3],
      ['join', 6],
    ];
    for (const [purpose, own] of purposes) {
      const token = await tokenFor(t, user, purpose, { tenantId: user.tenantId });
      const calls = everything(token);
      const answers = await Promise.all(
        calls.map((call, index) =>
          index === own || (purpose === 'join' && index === 7) || (purpose === 'leave' && index === 3) ? null : call(),
        ),
      );
      for (const answer of answers.filter(Boolean)) assert.equal(answer?.status, 403, `${purpose}: ${answer?.msg}`);
    }
    const token = await tokenFor(t, user, 'profile', { tenantId: user.tenantId });
    await t.deps.inTenant(1, (tx) => tx.run(sql`update external_tokens set expires_at = now() - interval '1 second' where tenant_id = 1`));
    const late = await t.route(externalAccounts.updateUserEnterprise, null, { token, name: '晚了' });
    assert.deepEqual([late.status, late.msg], [403, '操作已过期，请重新开始']);
    for (const nonsense of ['x', 'x'.repeat(43), token.slice(0, -1), `${token}x`, "' or 1=1 --", '..%2f..', '%00'])
      assert.equal((await t.route(externalAccounts.updateUserEnterprise, null, { token: nonsense, name: '谁' })).status, 403, nonsense);
  });

  it('dies with the session, the account and too many tries', async () => {
    const tenantId = await t.tenant();
    const user = await t.user(tenantId);
    const token = await tokenFor(t, user, 'profile', { tenantId });
    await t.route(logins.logout, user);
    assert.equal((await t.route(externalAccounts.updateUserEnterprise, null, { token, name: '退出后' })).status, 403);
    const locked = await t.user(tenantId);
    const second = await tokenFor(t, locked, 'profile', { tenantId });
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`update users set status = 9 where tenant_id = ${tenantId} and id = ${locked.userId}`),
    );
    assert.equal((await t.route(externalAccounts.updateUserEnterprise, null, { token: second, name: '锁定后' })).status, 403);
    const tired = await t.user(tenantId);
    await givePassword(t, tired);
    const third = await tokenFor(t, tired, 'leave', { tenantId });
    for (let at = 0; at < 21; at++) await t.route(externalAccounts.unsubscribe, null, { token: third });
    assert.equal(
      (await t.route(externalAccounts.unsubscribe, null, { token: third, cancelAccount: true, password: PASSWORD })).status,
      403,
    );
  });

  it('is kept as a hash, and stands in no log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }));
    const { app } = await buildApp({ ...t.deps, log }, { webDir: null, rateFactor: 1000 });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    /** Calls the application whose log is heard. */
    const call = async (method: string, path: string, input: object) => {
      const answer = await fetch(`${url}/admin/base/external/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      return { status: answer.status, data: ((await answer.json()) as { data: any }).data };
    };
    try {
      const someone = await t.user(await t.tenant());
      const token = await tokenFor(t, someone, 'profile', { tenantId: someone.tenantId });
      assert.equal((await call('PUT', `updateUserEnterprise/${token}`, { name: '' })).status, 400);
      assert.equal((await call('PUT', `updateUserEnterprise/${token}`, { name: '新名' })).status, 200);
      assert.equal((await call('PUT', `updateUserEnterprise/${token}`, { name: '新名' })).status, 403);
      assert.equal((await call('PUT', `noSuchCall/${token}`, {})).status, 404);
      const { token: registration } = await register(t);
      const made = await call('POST', `createTenant/${registration}`, { name: '日志之家' });
      assert.equal(made.status, 200);
      assert.ok(
        lines.some((line) => line.includes('createTenant/:token')),
        'the request log was heard',
      );
      const stored: string[] = [];
      for (const tenantId of [1, someone.tenantId, made.data.tenantId as number])
        stored.push(
          JSON.stringify(await t.deps.inTenant(tenantId, (tx) => tx.rows(sql`select * from operation_logs where tenant_id = ${tenantId}`))),
        );
      assert.ok(
        stored[0]?.includes('createTenant/{token}') && stored[1]?.includes('updateUserEnterprise/{token}'),
        'the operation log has the pattern',
      );
      stored.push(
        JSON.stringify(
          await t.deps.inTenant(1, (tx) =>
            tx.rows(sql`select * , encode(hash, 'escape') as shown from external_tokens where tenant_id = 1`),
          ),
        ),
      );
      for (const secret of [token, registration])
        for (const text of [...lines, ...stored]) assert.ok(!text.includes(secret), text.slice(0, 200));
    } finally {
      await app.close();
    }
  });
});

describe('the password', () => {
  it('needs the old one too, keeps this session and ends the others', async () => {
    const tenantId = await t.tenant();
    const user = await t.user(tenantId);
    await givePassword(t, user);
    const other = await signIn(t, user.username);
    const elsewhere = { ...user, token: other.body.access_token };
    const token = await tokenFor(t, user, 'password');
    const change = (input: object) =>
      t.route(externalAccounts.updatePwd, null, { token, password: PASSWORD, newpassword1: NEXT, ...input });
    assert.equal((await change({ newpassword1: '1' })).status, 400);
    assert.deepEqual([(await change({ password: 'falsch123' })).status, (await signIn(t, user.username)).status], [422, 200]);
    assert.equal((await change({ newpassword1: PASSWORD })).status, 422, 'the same again');
    assert.equal((await change({})).status, 200);
    assert.equal((await change({})).status, 403, 'spent');
    assert.equal((await t.call('GET', '/admin/user/info', { as: user })).status, 200);
    assert.equal((await t.call('GET', '/admin/user/info', { as: elsewhere })).status, 401);
    assert.equal((await signIn(t, user.username, NEXT)).status, 200);
  });
});

describe('the institution’s data', () => {
  it('are its administrator’s to change, also at the moment of changing', async () => {
    const tenantId = await t.tenant('旧名');
    const user = await t.user(tenantId);
    assert.equal(
      (await t.route(externalAccounts.findToken, user, { purpose: 'enterprise' })).status,
      403,
      'all permissions, but no administrator',
    );
    await makeAdministrator(t.deps, tenantId, user.userId);
    const token = await tokenFor(t, user, 'enterprise');
    const input = { token, name: '新名', regionCode: '330106', address: '文二路', contactName: '陈', contactPhone: '13900001111' };
    assert.equal((await t.route(externalAccounts.updateEnterprise, null, { ...input, status: '9' })).status, 400);
    assert.equal((await t.route(externalAccounts.updateEnterprise, null, { ...input, contactPhone: '1' })).status, 400);
    assert.equal((await t.route(externalAccounts.updateEnterprise, null, input)).status, 200);
    const after = await row<{ name: string; contact_phone: string; code: string }>(
      tenantId,
      sql`select name, contact_phone, code from tenants where id = ${tenantId}`,
    );
    assert.deepEqual([after?.name, after?.contact_phone], ['新名', '13900001111']);
    const second = await tokenFor(t, user, 'enterprise');
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(
        sql`delete from user_roles where tenant_id = ${tenantId} and user_id = ${user.userId} and role_id in (select id from roles
          where tenant_id = ${tenantId} and code = 'admin')`,
      ),
    );
    assert.equal((await t.route(externalAccounts.updateEnterprise, null, { ...input, token: second })).status, 403);
  });

  it('one’s own name is of the institution that the token is for', async () => {
    const user = await t.user(await t.tenant(), { name: '在家' });
    const there = await t.tenant();
    const id = await addMembership(t.deps, user, there);
    const token = await tokenFor(t, user, 'profile', { tenantId: there });
    assert.equal((await t.route(externalAccounts.updateUserEnterprise, null, { token, name: '在外', username: 'other-name' })).status, 422);
    assert.equal((await t.route(externalAccounts.updateUserEnterprise, null, { token, name: '在外' })).status, 200);
    assert.equal((await row<{ name: string }>(there, sql`select name from users where tenant_id = ${there} and id = ${id}`))?.name, '在外');
    assert.equal(
      (await row<{ name: string }>(user.tenantId, sql`select name from users where tenant_id = ${user.tenantId} and id = ${user.userId}`))
        ?.name,
      '在家',
    );
  });
});
