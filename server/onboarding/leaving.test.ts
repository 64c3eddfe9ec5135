/** Who leaves an institution, and when that ends the account. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { givePassword, PASSWORD, putClients, signIn } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { addMembership, makeAdministrator } from '#test/members.ts';
import { overtaken } from '#test/overtaking.ts';
import { tokenFor } from '#test/registrants.ts';
import type { Tx } from '../db/tenant.ts';

let t: Harness;
before(async () => {
  t = await harness();
  await putClients(t);
});
after(() => t.close());

const row = <T>(tenantId: number, query: ReturnType<typeof sql<T>>) => t.deps.inTenant(tenantId, (tx) => tx.row<T>(query));

describe('leaving', () => {
  const leave = async (user: TestUser, tenantId: number, input: object = {}) =>
    t.route(externalAccounts.unsubscribe, null, { token: await tokenFor(t, user, 'leave', { tenantId }), ...input });

  it('ends the membership and its sessions, not the account', async () => {
    const user = await t.user(await t.tenant());
    const there = await t.tenant();
    const id = await addMembership(t.deps, user, there);
    await t.deps.inTenant(there, (tx) =>
      tx.run(sql`insert into sessions (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at,
        absolute_expires_at)
      values (${there}, ${id}, 'test', sha256('a'), sha256('b'), now() + interval '1 hour', now() + interval '1 hour',
        now() + interval '1 hour')`),
    );
    const answer = await leave(user, there);
    assert.deepEqual([answer.status, answer.data], [200, { account: false }]);
    assert.equal(
      (await row<{ n: number }>(there, sql`select count(*) as n from sessions where tenant_id = ${there} and revoked_at is null`))?.n,
      0,
    );
    assert.ok(
      (await row<{ deleted_at: string }>(there, sql`select deleted_at from users where tenant_id = ${there} and id = ${id}`))?.deleted_at,
    );
    assert.equal((await t.call('GET', '/admin/user/info', { as: user })).status, 200);
    assert.equal((await t.route(externalAccounts.findToken, user, { purpose: 'leave', tenantId: there })).status, 404);
    assert.ok(await row(there, sql`select 1 as one from operation_logs where tenant_id = ${there} and title = '退出机构'`));
  });

  it('is refused to a member who was removed at the same moment', async () => {
    const user = await t.user(await t.tenant());
    const there = await t.tenant();
    const id = await addMembership(t.deps, user, there);
    const remove = (tx: Tx) => tx.run(sql`update users set deleted_at = now() where tenant_id = ${there} and id = ${id}`);
    const late = await overtaken(t, there, remove, () => leave(user, there));
    assert.deepEqual(refusal(late), [409, '您已退出该机构']);
  });

  it('is not for the last administrator, also not when two go at once', async () => {
    const there = await t.tenant();
    const users = [await t.user(await t.tenant()), await t.user(await t.tenant())];
    for (const user of users) await addMembership(t.deps, user, there, 'admin');
    const answers = await Promise.all(users.map((user) => leave(user, there)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    assert.match(answers.find(({ status }) => status === 422)?.msg ?? '', /最后一名管理员/);
  });

  it('at home is the end of the account: said so, with the password, and after everything else', async () => {
    const home = await t.tenant();
    const [user, stays] = [await t.user(home), await t.user(home)];
    await makeAdministrator(t.deps, home, stays.userId);
    await givePassword(t, user);
    assert.match((await leave(user, home)).msg ?? '', /注销/);
    assert.equal((await leave(user, home, { cancelAccount: true })).status, 422);
    assert.equal((await leave(user, home, { cancelAccount: true, password: 'falsch12' })).msg, '密码错误，不能注销账号');
    const there = await t.tenant();
    await addMembership(t.deps, user, there);
    assert.match((await leave(user, home, { cancelAccount: true, password: PASSWORD })).msg ?? '', /先退出其他机构/);
    await leave(user, there);
    const done = await leave(user, home, { cancelAccount: true, password: PASSWORD });
    assert.deepEqual([done.status, done.data], [200, { account: true }]);
    assert.equal((await t.call('GET', '/admin/user/info', { as: user })).status, 401);
    assert.equal((await signIn(t, user.username)).status, 426);
    await givePassword(t, stays);
    assert.match((await leave(stays, home, { cancelAccount: true, password: PASSWORD })).msg ?? '', /最后一名管理员/);
  });
});
