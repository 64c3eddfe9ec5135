import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { invitations } from '#contract/onboarding/invitations.ts';
import { registrationReviews } from '#contract/onboarding/registration-reviews.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { givePassword, PASSWORD } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, givePhone, newPhone } from '#test/phones.ts';
import { refuses, runIn, type Statement } from '#test/refusing.ts';
import { register, tokenFor } from '#test/registrants.ts';

let t: Harness;
let house: number;
let admin: TestUser;
let role: number;
const run = (tenantId: number, statement: Statement) => runIn(t, tenantId, statement);
const code = (tenantId: number) =>
  t.deps.inTenant(1, (tx) => tx.row<{ code: string }>(sql`select code from tenants where id = ${tenantId}`)).then((row) => row!.code);

before(async () => {
  t = await harness();
  house = await t.tenant('松鹤院');
  admin = await t.user(house, { name: '院长' });
  const holder = await t.user(house, { permissions: ['members_oldman_view'] });
  const found = await t.deps.inTenant(house, (tx) =>
    tx.row<{ role_id: number }>(sql`select role_id from user_roles where tenant_id = ${house} and user_id = ${holder.userId}`),
  );
  role = found!.role_id;
});
after(() => t.close());

const outsider = async () => t.user(await t.tenant(), { permissions: [] });
const invite = (target: string) => t.route(invitations.invite, admin, { id: 0, role: [role], target });
const listed = async (target: string) => (await t.route(invitations.page, admin, { target })).data.records[0];

describe('an invitation is refused', () => {
  it('400 without a person, a role or an action, 403 or 404 for a department', async () => {
    const form = { id: 0, target: 'somebody', role: [role] };
    for (const [more, text] of [
      [{ target: ' ' }, '请输入手机号或用户名'],
      [{ role: undefined }, '请选择角色'],
      [{ role: [] }, '请选择角色'],
      [{ role: Array.from({ length: 21 }, (_, i) => i + 1) }, '角色过多'],
      [{ id: 1 }, '请选择操作'],
    ] as const)
      await refuses(t, admin, invitations.invite, { ...form, ...more }, [400, text]);
    await refuses(t, admin, invitations.page, { kind: '9' }, [400, '类型不正确']);
    await refuses(t, admin, invitations.invite, { ...form, deptId: 987_654 }, [404, '部门不存在']);
    const small = await t.user(house, { permissions: ['sys_invite_add', 'members_oldman_view'], dataScope: 3 });
    await refuses(t, small, invitations.invite, { ...form, deptId: 987_654 }, [403, /^(不能选择数据权限以外的部门|不能授予)/]);
  });

  it('429 when 200 were sent in a day', async () => {
    await run(
      house,
      sql`insert into user_invitations (tenant_id, kind, target, role_ids, expires_at, status, created_name)
      select ${house}, 1, 'day' || n, ${[role]}::bigint[], now() + interval '1 day', 3, '院长' from generate_series(1, 200) n`,
    );
    await refuses(t, admin, invitations.invite, { id: 0, target: 'one-more', role: [role] }, [429, '今天的邀请过多，请明天再试']);
    await run(house, sql`update user_invitations set created_at = now() - interval '2 days' where tenant_id = ${house}`);
  });

  it('when it is sent again too soon or too often, was changed, or is over', async () => {
    const guest = await outsider();
    await invite(guest.username);
    const { id } = await listed(guest.username);
    await refuses(t, admin, invitations.invite, { id, action: 'resend', version: 99 }, [409, '记录已变化，请刷新后重试']);
    await refuses(t, admin, invitations.invite, { id, action: 'resend' }, [429, '发送过于频繁，请稍后再试']);
    await run(house, sql`update user_invitations set sent_count = 5 where tenant_id = ${house} and id = ${id}`);
    await refuses(t, admin, invitations.invite, { id, action: 'resend' }, [422, '同一邀请最多发送5次']);
    await refuses(t, admin, invitations.audit, { id, status: '1', role: [role] }, [422, '邀请由对方处理，不能审核']);
    await t.route(invitations.invite, admin, { id, action: 'withdraw' });
    await refuses(t, admin, invitations.invite, { id, action: 'withdraw' }, [409, '邀请已处理，不能再操作']);
  });
});

describe('accepting or refusing an invitation is refused', () => {
  const invited = async (phone: string | null) => {
    const guest = await outsider();
    if (phone) await givePhone(t, guest, phone, false);
    const target = phone ?? guest.username;
    await invite(target);
    const { id } = await listed(target);
    return { guest, id, token: await tokenFor(t, guest, 'invitation', { tenantId: house, id }) };
  };

  it('428 or 422 until the phone that it was sent to is proved', async () => {
    const { token } = await invited(newPhone());
    await refuses(t, null, invitations.accept, { token }, [428, '请先验证收到邀请的手机号']);
    await refuses(t, null, invitations.refuse, { token }, [422, '请先在个人信息中验证手机号，再处理发给该手机号的邀请']);
  });

  it('409 when it was withdrawn, 422 when the institution is frozen, 404 for a token of none', async () => {
    const { guest, id, token } = await invited(null);
    await run(1, sql`update tenants set status = 9 where id = ${house}`);
    await refuses(t, null, invitations.accept, { token }, [422, '该机构暂停服务，暂时不能加入']);
    await run(1, sql`update tenants set status = 0 where id = ${house}`);
    await t.route(invitations.invite, admin, { id, action: 'withdraw' });
    await refuses(t, null, invitations.accept, { token }, [409, '邀请已处理或已过期']);
    await refuses(t, guest, externalAccounts.findToken, { purpose: 'invitation', tenantId: house, id }, [404, '邀请不存在']);
    await refuses(t, guest, externalAccounts.findToken, { purpose: 'party' }, [400, '用途不正确']);
    await refuses(t, guest, externalAccounts.findToken, { purpose: 'enterprise' }, [403, '只有机构管理员可以修改机构信息']);
    await refuses(t, null, registrations.register, { proof: 'x'.repeat(201) }, [400, '链接已失效，请重新操作']);
  });
});

describe('asking to join is refused', () => {
  const joiner = async () => {
    const guest = await outsider();
    return { guest, token: await tokenFor(t, guest, 'join') };
  };

  it('400 when no institution is named', async () => {
    const { token } = await joiner();
    await refuses(t, null, invitations.tenants, { token }, [400, '请输入机构编码或完整名称']);
  });

  it('409 to who is invited, has asked, or is a member', async () => {
    const { guest, token } = await joiner();
    const wish = { token, code: await code(house) };
    await invite(guest.username);
    await refuses(t, null, invitations.join, wish, [409, '该机构已邀请您，请直接接受邀请']);
    const other = await joiner();
    await t.route(invitations.join, null, { ...wish, token: other.token });
    const again = { ...wish, token: await tokenFor(t, other.guest, 'join') };
    await refuses(t, null, invitations.join, again, [409, '您已申请加入该机构，请等待审核']);
    const own = { token: await tokenFor(t, admin, 'join'), code: await code(house) };
    await refuses(t, null, invitations.join, own, [409, '您已是该机构成员']);
  });

  it('422 while five wait, and for a day after a refusal', async () => {
    const { guest } = await joiner();
    for (let i = 0; i < 5; i++) {
      const wish = { token: await tokenFor(t, guest, 'join'), code: await code(await t.tenant()) };
      await t.route(invitations.join, null, wish);
    }
    const sixth = { token: await tokenFor(t, guest, 'join'), code: await code(house) };
    await refuses(t, null, invitations.join, sixth, [422, '等待审核的申请过多，请等待处理或撤回后再试']);

    const { guest: turned, token } = await joiner();
    await t.route(invitations.join, null, { token, code: await code(house) });
    const { id } = await listed(turned.username);
    await refuses(t, admin, invitations.invite, { id, action: 'withdraw' }, [422, '加入申请只能审核']);
    await run(turned.tenantId, sql`update users set status = 9 where tenant_id = ${turned.tenantId} and id = ${turned.userId}`);
    await refuses(t, admin, invitations.audit, { id, status: '1', role: [role] }, [409, '申请人的账号已停用或注册已失效']);
    await run(turned.tenantId, sql`update users set status = 0 where tenant_id = ${turned.tenantId} and id = ${turned.userId}`);
    const accepted = { token: await tokenFor(t, turned, 'invitation', { tenantId: house, id }).catch(() => ''), tenantId: house, id };
    if (accepted.token) await refuses(t, null, invitations.accept, accepted, [422, '加入申请由机构审核']);
    await t.route(invitations.audit, admin, { id, status: '2', reason: '不认识' });
    await refuses(t, admin, invitations.audit, { id, status: '2', reason: '不认识' }, [409, '申请已被处理']);
    const next = { token: await tokenFor(t, turned, 'join'), code: await code(house) };
    await refuses(t, null, invitations.join, next, [422, '该机构24小时内已拒绝您的申请，请稍后再试']);
  });
});

describe('one’s own account outside of login', () => {
  it('keeps its sign-in name', async () => {
    const guest = await outsider();
    const token = await tokenFor(t, guest, 'profile', { tenantId: guest.tenantId });
    await refuses(t, null, externalAccounts.updateUserEnterprise, { token, name: '新名', username: 'another-name' }, [
      422,
      '用户名不能修改',
    ]);
  });

  it('takes no name of a registrant that is a number or an account of another person', async () => {
    const { token } = await register(t);
    const form = { token, name: '访客' };
    await refuses(t, null, externalAccounts.updateUserEnterprise, { ...form, username: newPhone() }, [422, '用户名不能是他人的手机号']);
    await refuses(t, null, externalAccounts.updateUserEnterprise, { ...form, username: admin.username }, [409, '用户名已被占用，请换一个']);
  });

  it('leaves its home only with a password, after the other institutions, and never without an administrator', async () => {
    const guest = await outsider();
    await givePassword(t, guest);
    const leave = async (user: TestUser, tenantId: number) => ({ token: await tokenFor(t, user, 'leave', { tenantId }) });
    const plain = await leave(guest, guest.tenantId);
    await refuses(t, null, externalAccounts.unsubscribe, plain, [422, '这是您账号所在的机构，退出将注销账号，请确认注销并输入密码']);
    await invite(guest.username);
    const { id } = await listed(guest.username);
    await t.route(invitations.accept, null, { token: await tokenFor(t, guest, 'invitation', { tenantId: house, id }) });
    const whole = { ...(await leave(guest, guest.tenantId)), cancelAccount: true, password: PASSWORD };
    await refuses(t, null, externalAccounts.unsubscribe, whole, [422, '请先退出其他机构，再注销账号']);
    const chief = await t.user(await t.tenant());
    await givePassword(t, chief);
    await run(chief.tenantId, sql`update roles set code = 'admin' where tenant_id = ${chief.tenantId}`);
    const last = { ...(await leave(chief, chief.tenantId)), cancelAccount: true, password: PASSWORD };
    await refuses(t, null, externalAccounts.unsubscribe, last, [422, '您是该机构最后一名管理员，请先将管理员角色交给他人']);
  });
});

describe('a registration is refused', () => {
  it('400 for an unknown purpose, no name, or a short name of the institution', async () => {
    await refuses(t, null, registrations.sendCode, { purpose: 'party', login: newPhone() }, [400, '验证码用途不正确']);
    const { token } = await register(t);
    await refuses(t, null, registrations.createTenant, { token, name: '家' }, [400, '机构名称至少2个字']);
    await refuses(t, null, registrations.createTenant, { token, name: '新家园', packageId: 987_654 }, [404, '产品包不存在']);
    await refuses(t, null, registrations.forgetPwd, { login: 'nobody', code: '123456', password: 5 }, [400, '请输入密码']);
  });

  it('404 when it is reviewed and there is none', async () => {
    await refuses(t, await t.user(1), registrationReviews.audit, { id: 987_654, status: '1' }, [404, '注册不存在']);
  });

  it('409 when an account took its name meanwhile', async () => {
    const { token, username } = await register(t);
    const other = await outsider();
    await run(other.tenantId, sql`update users set username = ${username} where tenant_id = ${other.tenantId} and id = ${other.userId}`);
    await refuses(t, null, registrations.createTenant, { token, name: '新家园' }, [409, '用户名已被占用，请更换用户名']);
  });

  it('422 while the platform takes none', async () => {
    const phone = newPhone();
    const form = { phone, code: await codeFor(t, 'register', phone) };
    await run(
      1,
      sql`insert into parameters (tenant_id, key, name, value) values (1, 'REGISTRATION_OPEN', '自助注册', '0')
      on conflict (tenant_id, key) do update set value = '0'`,
    );
    const answer = await t.route(registrations.register, null, form);
    assert.deepEqual([answer.status, answer.msg], [422, '平台暂未开放自助注册，请联系平台管理员']);
    await run(1, sql`update parameters set value = '1' where tenant_id = 1 and key = 'REGISTRATION_OPEN'`);
  });
});
