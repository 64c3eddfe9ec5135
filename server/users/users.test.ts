import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { users as routes } from '#contract/users/users.ts';
import { givePassword, PASSWORD, putClients, signIn } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  tenantId = await t.tenant('康和护理院');
  admin = await t.user(tenantId);
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

let serial = 0;
const form = (over: object = {}) => ({
  username: `staff${++serial}`,
  nickName: '李护士',
  phone: '13912345678',
  password: PASSWORD,
  role: [],
  ...over,
});
const roleOf = async (user: TestUser) =>
  t.deps.inTenant(
    user.tenantId,
    async (tx) =>
      (
        await tx.row<{ role_id: number }>(
          db.selectFrom('user_roles').select('role_id').where('tenant_id', '=', user.tenantId).where('user_id', '=', user.userId),
        )
      )?.role_id as number,
  );
const find = async (username: string, as = admin) => (await t.route(routes.details, as, { id: username })).data;

describe('GET /admin/user/info', () => {
  it('gives the wire shape with the product’s own fields', async () => {
    const group = await t.tenant('颐安集团');
    const child = await t.tenant('颐安一院', group);
    const boss = await t.user(group, { permissions: ['sys_user_view'], name: '陈院长' });
    const { data } = await t.route(routes.info, boss);
    assert.deepEqual(data.permissions, ['sys_user_view']);
    assert.equal(data.roles.length, 1);
    assert.deepEqual([data.tenantName, data.tenantLogo, data.indexVersion], ['颐安集团', null, 1]);
    const { sysUser } = data;
    assert.deepEqual(
      [sysUser.userId, sysUser.username, sysUser.name, sysUser.nickName, sysUser.phone],
      [boss.userId, boss.username, '陈院长', '陈院长', '13800000000'],
    );
    assert.deepEqual(
      [sysUser.tenantId, sysUser.ptenantId, sysUser.tenantIds, sysUser.superAdmin, sysUser.packageCode],
      [group, 1, [group, child], 0, null],
    );
    assert.deepEqual([sysUser.lockFlag, sysUser.delFlag, sysUser.wxOpenid], ['0', '0', null]);
    assert.deepEqual(sysUser.authorities, [`ROLE_${data.roles[0]}`, 'sys_user_view']);
    assert.equal((await t.route(routes.info, await t.user(child))).data.sysUser.ptenantId, group);
    assert.equal((await t.route(routes.info, null)).status, 401);
    // The notice that ends its session is still on its way.
    await t.deps.inTenant(group, (tx) =>
      tx.run(sql`update users set deleted_at = now() where tenant_id = ${group} and id = ${boss.userId}`),
    );
    assert.deepEqual(refusal(await t.route(routes.info, boss)), [401, '获取当前用户信息失败']);
  });
});

describe('users', () => {
  it('refuses without a session, without the permission, and another tenant’s', async () => {
    assert.equal((await t.route(routes.page, null)).status, 401);
    const plain = await t.user(tenantId, { permissions: [] });
    for (const call of [
      t.route(routes.page, plain),
      t.route(routes.create, plain, form()),
      t.route(routes.update, plain, form({ userId: admin.userId })),
      t.route(routes.remove, plain, { id: admin.userId }),
    ]) {
      assert.equal((await call).status, 403);
    }
    assert.equal((await t.route(routes.update, stranger, form({ userId: admin.userId }))).status, 404);
    assert.equal((await t.route(routes.remove, stranger, { id: admin.userId })).status, 404);
    assert.equal((await t.route(routes.details, stranger, { id: String(admin.userId) })).data, null);
    assert.equal((await t.route(routes.page, admin, { tenantId: stranger.tenantId })).status, 403);
  });

  it('answers bad input in Chinese and changes nothing', async () => {
    const total = (await t.route(routes.page, admin)).data.total;
    for (const [over, message] of [
      [{ username: '' }, '用户名应为3到32位字母、数字或_.@-'],
      [{ password: 'qbcdxfgh' }, '密码必须包含数字和字母'],
      [{ password: 'a1' }, '密码长度不能少于6位'],
      [{ phone: '12345678901' }, '手机号格式不正确'],
      [{ lockFlag: '5' }, '状态不正确'],
    ] as const) {
      const answer = await t.route(routes.create, admin, form(over));
      assert.deepEqual([answer.status, answer.msg], [400, message]);
    }
    // Rights and identity take no unknown key.
    for (const extra of [{ superAdmin: 1 }, { tenant_id: 5 }, { permissions: ['x'] }])
      assert.equal((await t.route(routes.create, admin, form(extra))).status, 400);
    assert.equal((await t.route(routes.create, admin, form({ tenantId: stranger.tenantId }))).status, 403);
    assert.equal((await t.route(routes.page, admin)).data.total, total);
  });

  it('creates, lists with filters and a masked phone, and lets the account sign in', async () => {
    const role = await roleOf(await t.user(tenantId, { permissions: ['sys_user_view'] }));
    // What forms add: labels with a dollar sign and empty dates.
    const made = form({ nickName: '赵护理', role: [role], $lockFlag: '正常', createTime: '' });
    const answer = await t.route(routes.create, admin, made);
    assert.deepEqual([answer.status, answer.code, answer.msg, answer.data], [200, 0, '创建成功', true]);
    for (const filter of [{ nickName: '赵护' }, { name: '赵' }, { username: made.username }]) {
      const { data } = await t.route(routes.page, admin, { ...filter, phone: '139', tenantId, current: 0, size: 10 });
      assert.equal(data.total, 1);
      const [row] = data.records;
      assert.deepEqual(
        [row.username, row.nickName, row.phone, row.tenantName, row.lockFlag],
        [made.username, '赵护理', '139****5678', '康和护理院', '0'],
      );
      assert.deepEqual(
        row.roleList.map((one: { roleId: number }) => one.roleId),
        [role],
      );
      assert.equal(row.password, undefined);
    }
    assert.equal((await find(made.username)).phone, '13912345678');
    assert.equal((await find(made.username, await t.user(tenantId, { permissions: ['sys_user_view'] }))).phone, '139****5678');
    assert.equal(await find('free-name'), null);
    const { body } = await signIn(t, made.username);
    assert.equal(body.user_info.credentialsNonExpired, false, 'somebody else chose the password');
    assert.equal((await t.route(routes.create, admin, form({ username: made.username.toUpperCase() }))).msg, '用户名已存在');
    assert.equal((await t.route(routes.create, stranger, form({ username: made.username }))).status, 409, 'over all tenants');
  });

  it('keeps a masked phone, answers a stale version with 409', async () => {
    const made = form();
    await t.route(routes.create, admin, made);
    const row = await find(made.username);
    const answer = await t.route(routes.update, admin, {
      ...row,
      roleList: undefined,
      userId: row.userId,
      name: null,
      nickName: '钱护士',
      phone: '139****5678',
      version: row.version,
    });
    assert.deepEqual([answer.status, answer.msg], [200, '更新成功']);
    const fresh = await find(made.username);
    assert.deepEqual([fresh.nickName, fresh.phone, fresh.version], ['钱护士', '13912345678', row.version + 1]);
    await t.route(routes.update, admin, { userId: row.userId, username: made.username });
    const untouched = await find(made.username);
    assert.deepEqual([untouched.nickName, untouched.phone], ['钱护士', '13912345678'], 'what is absent stays');
    const stale = await t.route(routes.update, admin, { userId: row.userId, username: made.username, version: row.version });
    assert.deepEqual([...refusal(stale), stale.data.version], [409, '用户已被他人修改，请刷新后重试', row.version + 2]);
  });

  it('ends sessions on the next request when locked, deleted or given a new password; rights too', async () => {
    const who = async () => {
      const one = await t.user(tenantId, { permissions: ['sys_user_view'] });
      assert.equal((await t.route(routes.page, one)).status, 200);
      return one;
    };
    const base = (one: TestUser) => ({ userId: one.userId, username: one.username });
    for (const change of [{ lockFlag: '9' }, { password: 'new12345' }]) {
      const one = await who();
      assert.equal((await t.route(routes.update, admin, { ...base(one), ...change })).status, 200);
      assert.equal((await t.route(routes.page, one)).status, 401);
    }
    const gone = await who();
    assert.equal((await t.route(routes.remove, admin, { id: gone.userId })).msg, '删除成功');
    assert.equal((await t.route(routes.page, gone)).status, 401);
    assert.equal((await t.route(routes.remove, admin, { id: gone.userId })).status, 404);
    const demoted = await who();
    assert.equal((await t.route(routes.update, admin, { ...base(demoted), role: [] })).status, 200);
    assert.equal((await t.route(routes.page, demoted)).status, 403);
  });

  it('lets nobody grant what he does not hold, nor change himself', async () => {
    const clerk = await t.user(tenantId, { permissions: ['sys_user_view', 'sys_user_add', 'sys_user_edit', 'sys_user_del'], dataScope: 1 });
    const same = await roleOf(await t.user(tenantId, { permissions: ['sys_user_view'], dataScope: 1 }));
    const wider = await roleOf(await t.user(tenantId, { permissions: ['sys_user_view'], dataScope: 0 }));
    const adminRole = await roleOf(admin);
    assert.equal((await t.route(routes.create, clerk, form({ role: [same] }))).status, 200);
    for (const role of [[adminRole], [wider], [same, adminRole]]) {
      const answer = await t.route(routes.create, clerk, form({ role }));
      assert.deepEqual([answer.status, answer.msg], [403, '不能授予或更改自己没有的权限']);
    }
    assert.equal((await t.route(routes.create, clerk, form({ role: [await roleOf(stranger)] }))).status, 404);
    // Setting the administrator's password would be becoming him.
    for (const change of [{ password: 'new12345' }, { lockFlag: '9' }, {}]) {
      assert.equal((await t.route(routes.update, clerk, { userId: admin.userId, username: admin.username, ...change })).status, 403);
    }
    assert.equal((await t.route(routes.remove, clerk, { id: admin.userId })).status, 403);
    const self = { userId: clerk.userId, username: clerk.username };
    for (const change of [{ role: [await roleOf(clerk), same] }, { role: [] }, { lockFlag: '9' }]) {
      assert.equal((await t.route(routes.update, clerk, { ...self, ...change })).msg, '不能修改自己的角色、部门或状态');
    }
    assert.deepEqual(refusal(await t.route(routes.update, clerk, { ...self, password: 'new12345' })), [
      422,
      '请在个人信息中修改自己的密码',
    ]);
    assert.equal((await t.route(routes.remove, clerk, { id: clerk.userId })).msg, '不能删除自己的账号');
    assert.equal(
      (await t.route(routes.update, clerk, { ...self, role: [await roleOf(clerk)], nickName: '改名' })).status,
      200,
      'his name he may',
    );
  });
});

describe('PUT /admin/user/edit', () => {
  it('changes one’s own password against the old one and ends the other sessions', async () => {
    const me = await t.user(tenantId, { permissions: [] });
    await givePassword(t, me);
    const other = (await signIn(t, me.username)).body.access_token;
    const wrong = await t.route(routes.edit, me, { password: 'wrong123', newpassword1: 'new12345' });
    assert.deepEqual([wrong.code, wrong.msg], [1, '原密码错误，修改个人信息失败']);
    assert.equal((await signIn(t, me.username)).status, 200);
    assert.equal((await t.route(routes.edit, me, { password: PASSWORD, newpassword1: 'short' })).status, 400);
    assert.equal((await t.route(routes.edit, me, { username: 'somebody-else', phone: '13700000000' })).status, 422);
    const right = await t.route(routes.edit, me, { username: me.username, password: PASSWORD, newpassword1: 'new12345', avatar: '' });
    assert.equal(right.status, 200);
    assert.equal((await t.call('GET', '/admin/user/info', { headers: { authorization: `Bearer ${other}` } })).status, 401);
    assert.equal((await signIn(t, me.username)).status, 426);
    assert.equal((await signIn(t, me.username, 'new12345')).status, 200);
  });

  it('is locked like a sign-in against guessing the old password', async () => {
    const me = await t.user(tenantId, { permissions: [] });
    await givePassword(t, me);
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++)
      statuses.push((await t.route(routes.edit, me, { password: `wrong${round}00`, newpassword1: 'new12345' })).status);
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429]);
  });
});
