import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { memberships as routes } from '#contract/tenants/memberships.ts';
import { secondFactors } from '#contract/users/second-factors.ts';
import { users } from '#contract/users/users.ts';
import { basic, givePassword, PASSWORD, prove, putClients } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { createTenantDefaults } from './tenant-defaults.ts';
import { rightsChangedIn } from '#test/rights.ts';

let t: Harness;
let platform: TestUser;
let group: number;
let home: number;
let child: number;
let stranger: number;
/** Somebody of the group who may enter; nobody of the platform's right. */
let boss: TestUser;
let carer: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  group = await t.tenant('平安集团');
  child = await t.tenant('平安一院', group);
  home = await t.tenant('平安二院', group);
  stranger = await t.tenant('别家');
  for (const id of [group, child, home, stranger]) await t.deps.inTenant(id, (tx) => createTenantDefaults(tx, id));
  platform = await t.user(1);
  boss = await t.user(group, { name: '集团领导' });
  carer = await t.user(home, { permissions: [], name: '两处护理员' });
  for (const user of [boss, carer, platform]) await givePassword(t, user);
});
after(() => t.close());

/** Makes a user of one tenant a member of another, as an accepted invitation does. */
const join = (user: TestUser, tenantId: number, over: { status?: number; visiting?: boolean } = {}) =>
  t.deps.inTenant(tenantId, async (tx) => {
    const { status = 0, visiting = false } = over;
    const row = await tx.row<{
      id: number;
    }>(sql`insert into users (tenant_id, username, name, home_tenant_id, home_user_id, status, visiting)
      values (${tenantId}, ${user.username}, '成员', ${user.tenantId}, ${user.userId}, ${status}, ${visiting}) returning id`);
    return (row as { id: number }).id;
  });

interface Gone {
  status: number;
  msg: string;
  data: unknown;
  as: TestUser;
  body: any;
}
const go = async (as: TestUser, tenantId: unknown): Promise<Gone> => {
  const answer = await fetch(`${t.url}/admin/user/switchUser?tenantId=${String(tenantId)}`, {
    headers: { authorization: `Bearer ${as.token}` },
  });
  const body = await answer.json();
  const { access_token: token, user_info } = body;
  return {
    status: answer.status,
    msg: body.msg,
    data: body.data,
    body,
    as: { token, userId: user_info?.id, tenantId: user_info?.tenantId, username: user_info?.username },
  };
};
const again = async (user: TestUser): Promise<TestUser> => {
  const answer = await fetch(`${t.url}/auth/oauth/token?grant_type=password`, {
    method: 'POST',
    headers: { authorization: basic('plain', 'plain') },
    body: new URLSearchParams({ username: user.username, password: PASSWORD }),
  });
  const body = (await answer.json()) as any;
  return { ...user, token: body.access_token };
};
const logs = (id: number) =>
  t.deps.inTenant(id, (tx) =>
    tx.rows<{ title: string; username: string }>(
      sql`select title, username from operation_logs where tenant_id = ${id} order by id desc limit 3`,
    ),
  );

describe('changing the tenant', () => {
  it('refuses without a session, without a tenant, and for what is not seen', async () => {
    assert.equal((await t.route(routes.switchUser, null, { tenantId: child })).status, 401);
    const cookie = await fetch(`${t.url}/admin/user/switchUser?tenantId=${child}&access_token=${boss.token}`, {
      headers: { cookie: `token=${boss.token}` },
    });
    assert.equal(cookie.status, 401, 'only the header counts: a link changes nothing');
    assert.equal((await go(boss, 'x')).status, 400);
    for (const [as, id] of [
      [boss, stranger],
      [boss, 424_242],
      [carer, child],
      [carer, group],
      [carer, stranger],
    ] as const)
      assert.deepEqual([(await go(as, id)).status, (await go(as, id)).msg], [404, '机构不存在']);
    assert.deepEqual([(await go(boss, group)).status, (await go(boss, group)).msg], [422, '您已在该机构']);
    assert.equal((await t.route(users.info, boss)).status, 200, 'what was refused ended nothing');
  });

  it('enters an institution from above with a proof, as its administrator, written in both logs', async () => {
    const first = await go(boss, child);
    assert.deepEqual([first.status, first.msg, first.data], [403, '请先验证身份', 'proof_needed']);
    const wrong = await t.route(routes.check, boss, { password: 'no-idea-1' });
    assert.deepEqual([wrong.status, wrong.msg], [422, '密码不正确']);
    assert.deepEqual((await t.route(routes.check, boss)).data, { proved: false, until: null });
    assert.equal((await t.route(routes.check, boss, { password: PASSWORD })).data.proved, true);

    const inside = await go(boss, child);
    assert.equal(inside.status, 200, inside.msg);
    assert.deepEqual(
      [inside.body.token_type, inside.body.user_info.tenantId, inside.body.user_info.username],
      ['bearer', child, boss.username],
    );
    assert.equal((await t.route(users.info, boss)).status, 401, 'the session it came from has ended');
    const { data } = await t.route(users.info, inside.as);
    assert.deepEqual([data.tenantName, data.sysUser.superAdmin], ['平安一院', 0]);
    assert.ok(data.permissions.includes('sys_user_edit') && !data.permissions.includes('admin_systenant_add'));
    const listed = (await t.route(users.page, inside.as, { size: 100 })).data.records;
    assert.ok(
      listed.some(({ username }: { username: string }) => username === boss.username),
      'its administrator sees who came',
    );
    assert.deepEqual((await logs(group))[0], { title: '切换机构', username: boss.username });
    assert.ok((await logs(child)).some(({ title, username }) => title === '从上级进入' && username === boss.username));

    const back = await go(inside.as, group);
    assert.equal(back.status, 200, back.msg);
    assert.deepEqual([back.body.user_info.id, back.body.user_info.tenantId], [boss.userId, group]);
    const second = await go(back.as, child);
    assert.equal(second.status, 200, 'the proof went along');
    assert.equal(second.as.userId, inside.as.userId, 'the same row');
    boss = (await go(second.as, group)).as;
  });

  it('keeps the end of the session it continues', async () => {
    const ends = async (as: TestUser) =>
      (await t.deps.inTenant(as.tenantId, (tx) =>
        tx.row<{ at: string }>(
          sql`select absolute_expires_at as at from sessions
            where tenant_id = ${as.tenantId} and user_id = ${as.userId} and revoked_at is null order by id desc limit 1`,
        ),
      ))!.at;
    await t.deps.inTenant(group, (tx) =>
      tx.run(
        sql`update sessions set absolute_expires_at = now() + interval '90 minutes'
          where tenant_id = ${group} and user_id = ${boss.userId}`,
      ),
    );
    const before = await ends(boss);
    const inside = await go(boss, child);
    assert.equal(await ends(inside.as), before);
    assert.ok(inside.body.expires_in <= 5400);
    boss = (await go(inside.as, group)).as;
    assert.equal(await ends(boss), before);
  });

  it('lets members through without a proof, and nobody whose membership is locked or whose tenant is closed', async () => {
    const memberId = await join(carer, child);
    const there = await go(carer, child);
    assert.deepEqual([there.status, there.as.userId], [200, memberId]);
    carer = (await go(there.as, home)).as;
    const status = (table: string, id: number, value: number, tenant: number) =>
      t.deps.inTenant(table === 'tenants' ? 1 : tenant, (tx) =>
        tx.run(sql`update ${sql.table(table)} set status = ${value} where id = ${id}`),
      );
    await status('users', memberId, 9, child);
    assert.deepEqual([(await go(carer, child)).status, (await go(carer, child)).msg], [422, '您在该机构的账号已被锁定']);
    await status('users', memberId, 0, child);
    await status('tenants', child, 9, 1);
    assert.deepEqual([(await go(carer, child)).status, (await go(carer, child)).msg], [422, '租户已冻结，请联系管理员']);
    await status('tenants', child, 0, 1);
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set ends_at = now() - interval '1 day' where id = ${child}`));
    assert.equal((await go(carer, child)).msg, '租户已过期，请联系管理员');
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set ends_at = null where id = ${child}`));
    assert.equal((await t.route(users.info, carer)).status, 200);
  });

  it('goes to one tenant when two tabs change at once', async () => {
    const me = await again(carer);
    const answers = await Promise.all([go(me, child), go(me, child), go(me, child)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
    const opened = answers.find(({ status }) => status === 200)!.as;
    const row = await t.deps.inTenant(child, (tx) =>
      tx.row<{ n: number }>(
        sql`select count(*) as n from sessions where tenant_id = ${child} and user_id = ${opened.userId} and revoked_at is null`,
      ),
    );
    assert.equal(Number(row?.n), 1);
  });

  it('ends a visit when the right to enter is gone', async () => {
    const limited = await t.user(group, { permissions: ['sys_tenant_enter'] });
    await prove(t, limited);
    const inside = await go(limited, child);
    assert.equal(inside.status, 200, inside.msg);
    assert.equal((await t.route(users.info, inside.as)).status, 200);
    await rightsChangedIn(
      t,
      group,
      sql`delete from menus where tenant_id = ${group} and id in (select rm.menu_id from role_menus rm
        join user_roles ur on ur.tenant_id = rm.tenant_id and ur.role_id = rm.role_id
      where ur.tenant_id = ${group} and ur.user_id = ${limited.userId})`,
    );
    const after = await t.route(users.info, inside.as);
    assert.deepEqual([after.status, after.msg], [401, '您不再有权进入该机构，请重新登录']);
    assert.equal((await go(await signedInAgain(limited), child)).status, 404, 'nor may it enter again, though the row is there');
  });

  it('takes a code of the authenticator for the password, each once', async () => {
    const me = await again(boss);
    const { secret } = (await t.route(secondFactors.enrol, me, { password: PASSWORD })).data;
    const codeAt = (steps: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
    assert.equal((await t.route(routes.check, me, { totp: codeAt(1) })).msg, '动态验证码不正确', 'not yet confirmed');
    assert.equal((await t.route(secondFactors.confirm, me, { code: codeAt(0) })).status, 200);
    const fresh = await again(platform);
    assert.equal((await t.route(routes.check, fresh, { totp: codeAt(1) })).status, 422, 'somebody else’s');
    assert.equal((await t.route(routes.check, me, { totp: codeAt(0) })).status, 422, 'spent');
    assert.equal((await t.route(routes.check, me, { totp: codeAt(1) })).data.proved, true);
    await t.deps.inTenant(group, (tx) => tx.run(sql`delete from second_factors where tenant_id = ${group}`));
  });

  it('lets the platform into every tenant', async () => {
    await prove(t, platform);
    assert.deepEqual(refusal(await go(platform, await t.tenant())), [422, '该机构没有管理员角色（admin），不能进入']);
    const inside = await go(platform, stranger);
    assert.equal(inside.status, 200, inside.msg);
    assert.equal((await t.route(routes.switchUser, { ...inside.as, tenantId: 1 }, { tenantId: 1 })).status, 200);
  });
});

/** Another session for the same user, who has no password. */
async function signedInAgain(user: TestUser): Promise<TestUser> {
  await givePassword(t, user);
  return again(user);
}

describe('where somebody may work', () => {
  it('lists the own tenants and, for who may enter, those below', async () => {
    assert.equal((await t.route(routes.list, null)).status, 401);
    const me = await again(carer);
    const own = (await t.route(routes.list, me)).data;
    assert.deepEqual(
      own.map(({ tenantId, home: atHome, current, visiting }: any) => [tenantId, atHome, current, visiting]),
      [
        [home, true, true, false],
        [child, false, false, false],
      ],
    );
    const bossy = await again(boss);
    const all = (await t.route(routes.list, bossy)).data;
    assert.deepEqual(
      all.map(({ tenantId }: any) => tenantId),
      [group, child, home],
    );
    assert.deepEqual(
      all.map(({ member, visiting }: any) => [member, visiting]),
      [
        [true, false],
        [true, true],
        [false, false],
      ],
    );
    assert.deepEqual(
      (await t.route(routes.list, bossy, { name: '二院' })).data.map(({ tenantId }: any) => tenantId),
      [home],
    );
    const page = (await t.route(routes.enterable, bossy, { name: '平安' })).data;
    assert.deepEqual([page.total, page.records.map(({ tenantId }: any) => tenantId).sort()], [2, [child, home].sort()]);
    assert.equal((await t.route(routes.enterable, me)).status, 403);
    const everywhere = (await t.route(routes.list, await again(platform), { name: '别家' })).data;
    assert.deepEqual(
      everywhere.map(({ tenantId }: any) => tenantId),
      [stranger],
    );
  });

  it('tells of a colleague only what the asker may see anyway, of a stranger nothing', async () => {
    const me = await again(carer);
    const ids = async (as: TestUser, a: number, b: number) => {
      const { status, data } = await t.route(routes.ofUser, as, { a, b });
      return status === 200 ? data.map(({ tenantId }: any) => tenantId) : status;
    };
    assert.deepEqual(await ids(me, carer.userId, home), [home, child], 'oneself: all');
    const admin = await t.user(home);
    assert.deepEqual(await ids(admin, carer.userId, home), [home], 'a colleague: what is visible');
    assert.deepEqual(await ids(admin, 424_242, home), 404);
    assert.deepEqual(await ids(admin, carer.userId, child), 404, 'another tenant than the own');
    assert.deepEqual(await ids(await t.user(stranger), carer.userId, home), 404);
    assert.deepEqual(await ids(await t.user(home, { permissions: [] }), carer.userId, home), 404);
  });
});
