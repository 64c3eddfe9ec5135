import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { externalAccounts } from '#contract/external/external-accounts.ts';
import { invitations } from '#contract/external/invitations.ts';
import { registrations } from '#contract/external/registrations.ts';
import { messages } from '#contract/messages/messages.ts';
import { putClients, signIn } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, forgetSends, NEW_PASSWORD, newPhone, register, smsTo, tokenFor } from '#test/registrants.ts';

let t: Harness;
let house: number;
let admin: TestUser;
let role: number;
before(async () => {
  t = await harness();
  await putClients(t);
  house = await t.tenant('松鹤院');
  admin = await t.user(house, { name: '院长' });
  role = await roleWith(['members_oldman_view']);
});
after(() => t.close());

/** A role of the house; its id. */
async function roleWith(permissions: string[], tenantId = house): Promise<number> {
  const holder = await t.user(tenantId, { permissions });
  const row = await t.deps.inTenant(tenantId, (tx) =>
    tx.row<{ role_id: number }>(sql`select role_id from user_roles where tenant_id = ${tenantId} and user_id = ${holder.userId}`),
  );
  return (row as { role_id: number }).role_id;
}
const invite = (input: object, as: TestUser | null = admin) => t.route(invitations.invite, as, { id: 0, role: [role], ...input });
const listed = async (target: string, as = admin) => (await t.route(invitations.page, as, { target })).data.records[0];
const mine = async (as: TestUser) => (await t.route(invitations.mine, as)).data;
const rowsOf = (user: TestUser, tenantId = house) =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.rows<{ id: number; roles: number[] }>(sql`
    select u.id, (select jsonb_agg(role_id) from user_roles r where r.tenant_id = u.tenant_id and r.user_id = u.id) as roles from users u
    where u.tenant_id = ${tenantId} and u.home_tenant_id = ${user.tenantId} and u.home_user_id = ${user.userId} and u.deleted_at is null`),
  );
const outsider = async (name = '外人') => t.user(await t.tenant(), { permissions: [], name });
const logged = (tenantId: number, title: string) =>
  t.deps.inTenant(tenantId, (tx) => tx.rows<{ username: string }>(sql`select username from operation_logs where tenant_id = ${tenantId} and title = ${title}`));

describe('inviting', () => {
  it('is for those who may, with roles they hold themselves', async () => {
    const target = (await outsider()).username;
    assert.equal((await invite({ target }, null)).status, 401);
    const nurse = await t.user(house, { permissions: ['sys_invite_view'] });
    assert.equal((await invite({ target }, nurse)).status, 403);
    assert.equal((await invite({ target: '' })).status, 400);
    assert.equal((await invite({ target, role: [] })).status, 400);
    assert.equal((await invite({ target, days: 99 })).status, 400);
    assert.equal((await invite({ target, superAdmin: true })).status, 400);
    assert.equal((await invite({ target, role: [987654] })).status, 404);
    const foreign = await roleWith(['members_oldman_view'], await t.tenant());
    assert.equal((await invite({ target, role: [foreign] })).status, 404);
    const small = await t.user(house, { permissions: ['sys_invite_add', 'sys_invite_view'], dataScope: 1 });
    assert.equal((await invite({ target, role: [await roleWith(['sys_user_del'])] }, small)).status, 403);
    assert.equal((await invite({ target, deptId: 987654 })).status, 404);
    assert.equal((await t.route(invitations.page, await t.user(house, { permissions: [] }))).status, 403);
  });

  it('says the same whether a name or number is anybody’s', async () => {
    const known = await outsider();
    const answers = [await invite({ target: known.username }), await invite({ target: 'nobody-of-that-name' }), await invite({ target: newPhone() })];
    for (const { status, msg, data } of answers) assert.deepEqual({ status, msg, data }, { status: 200, msg: '操作成功', data: true });
    const again = await invite({ target: known.username });
    assert.deepEqual([again.status, again.msg], [409, '已有等待处理的邀请或申请']);
  });

  it('reaches the person as a message where the account is, and accepting makes one member', async () => {
    const guest = await outsider('小周');
    await invite({ target: guest.username, note: '夜班' });
    const told = await t.route(messages.page, guest, { a: 0, b: 'unread' });
    assert.deepEqual([told.data.records[0].kind, told.data.records[0].link], ['invitation', '/userPanel?name=invitations']);
    const own = (await mine(guest)).invitations[0];
    assert.deepEqual([own.tenantName, own.status, own.byPhone, own.note], ['松鹤院', 0, false, '夜班']);
    // Nobody else can take a token for it, nor use the person's.
    const other = await outsider();
    assert.equal((await t.route(externalAccounts.findToken, other, { purpose: 'invitation', tenantId: house, id: own.id })).status, 404);
    assert.equal((await t.route(externalAccounts.findToken, null, { purpose: 'invitation', tenantId: house, id: own.id })).status, 401);
    const token = await tokenFor(t, guest, 'invitation', { tenantId: house, id: own.id });
    assert.equal((await t.route(externalAccounts.updatePwd, null, { token, password: 'abc12345', newpassword1: 'abc12346' })).status, 403);
    assert.equal((await t.route(invitations.join, null, { token, code: 'whatever' })).status, 403);
    const answers = await Promise.all(Array.from({ length: 5 }, () => t.route(invitations.accept, null, { token })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403, 403, 403]);
    const rows = await rowsOf(guest);
    assert.deepEqual(
      rows.map(({ roles }) => roles),
      [[role]],
    );
    assert.equal((await listed(guest.username)).status, 1);
    const thanked = await t.route(messages.page, admin, { a: 0, b: 'unread', kind: 'invitation' });
    assert.ok(thanked.data.records.some((row: { text: string }) => row.text.includes('小周')));
    assert.ok((await logged(house, '接受邀请')).some(({ username }) => username === guest.username));
    assert.ok((await logged(guest.tenantId, '接受邀请')).some(({ username }) => username === guest.username));
    assert.equal((await invite({ target: guest.username })).msg, '该用户已是本机构成员');
    assert.ok((await mine(guest)).tenants.some((one: { tenantId: number }) => one.tenantId === house));
  });

  it('two invitations at once still make one row, and a second acceptance is 409', async () => {
    const guest = await outsider();
    await invite({ target: guest.username });
    const own = (await mine(guest)).invitations[0];
    const first = await tokenFor(t, guest, 'invitation', { tenantId: house, id: own.id });
    // A later token replaces the earlier one.
    const token = await tokenFor(t, guest, 'invitation', { tenantId: house, id: own.id });
    assert.equal((await t.route(invitations.accept, null, { token: first })).status, 403);
    await t.deps.inTenant(house, (tx) => tx.run(sql`update user_invitations set status = 3 where tenant_id = ${house} and id = ${own.id}`));
    assert.equal((await t.route(invitations.accept, null, { token })).status, 409);
    assert.deepEqual(await rowsOf(guest), []);
  });

  it('is refused, withdrawn, sent again and expires', async () => {
    const guest = await outsider();
    await invite({ target: guest.username });
    const { id } = (await mine(guest)).invitations[0];
    const token = await tokenFor(t, guest, 'invitation', { tenantId: house, id });
    assert.equal((await t.route(invitations.refuse, null, { token, reason: '太远' })).status, 200);
    assert.deepEqual([(await listed(guest.username)).status, (await listed(guest.username)).reason], [2, '太远']);
    const late = await t.route(invitations.invite, admin, { id, action: 'withdraw' });
    assert.deepEqual([late.status, late.data.status], [409, 2]);
    // Another one may follow.
    await invite({ target: guest.username });
    const second = await listed(guest.username);
    const stale = await t.route(invitations.invite, admin, { id: second.id, action: 'withdraw', version: 99 });
    assert.deepEqual([stale.status, stale.data.version], [409, 1]);
    assert.equal((await t.route(invitations.invite, admin, { id: second.id, action: 'resend' })).status, 429, 'not twice in a minute');
    await t.deps.inTenant(house, (tx) =>
      tx.run(
        sql`update user_invitations set expires_at = now() - interval '1 hour', sent_at = now() - interval '2 days' where tenant_id = ${house} and id = ${second.id}`,
      ),
    );
    assert.equal((await listed(guest.username)).status, 4);
    assert.equal((await t.route(externalAccounts.findToken, guest, { purpose: 'invitation', tenantId: house, id: second.id })).status, 404);
    assert.equal((await t.route(invitations.invite, admin, { id: second.id, action: 'resend' })).status, 200);
    assert.deepEqual([(await listed(guest.username)).status, (await listed(guest.username)).sendCount], [0, 2]);
    assert.equal((await t.route(invitations.invite, admin, { id: second.id, action: 'withdraw' })).status, 200);
    assert.equal((await mine(guest)).invitations[0].status, 3);
    const foreign = await t.user(await t.tenant());
    assert.equal((await t.route(invitations.invite, foreign, { id: second.id, action: 'resend' })).status, 404);
  });

  it('gives nothing that the inviter does not hold any more', async () => {
    const inviter = await t.user(house, { name: '前主管' });
    const guest = await outsider();
    await invite({ target: guest.username }, inviter);
    const { id } = (await mine(guest)).invitations[0];
    await t.deps.inTenant(house, (tx) => tx.run(sql`update users set status = 9 where tenant_id = ${house} and id = ${inviter.userId}`));
    const token = await tokenFor(t, guest, 'invitation', { tenantId: house, id });
    const answer = await t.route(invitations.accept, null, { token });
    assert.deepEqual([answer.status, answer.msg], [422, '邀请已失效，请联系机构管理员重新邀请']);
    assert.deepEqual(await rowsOf(guest), []);
  });
});

describe('an invitation by phone', () => {
  it('tells the number by SMS; a registrant with it accepts and has an account there', async () => {
    const phone = newPhone();
    await invite({ target: phone, name: '新护工' });
    for (let round = 0; round < 50 && smsTo(t, phone).length === 0; round++) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.match(smsTo(t, phone)[0] ?? '', /松鹤院邀请您加入/);
    const { token, username } = await register(t, phone);
    const stranger = await register(t);
    const { id } = await listed(phone);
    assert.equal((await t.route(invitations.accept, null, { token: stranger.token, tenantId: house, id })).status, 404);
    const accepted = await t.route(invitations.accept, null, { token, tenantId: house, id });
    assert.deepEqual([accepted.status, accepted.data.tenantId, accepted.data.username], [200, house, username]);
    const answer = await signIn(t, username, NEW_PASSWORD);
    assert.deepEqual([answer.status, answer.body.user_info.tenantId], [200, house]);
    assert.equal((await t.route(invitations.accept, null, { token, tenantId: house, id })).status, 403);
  });

  it('is not accepted by an account with that number typed in, until a code proves it', async () => {
    const phone = newPhone();
    const thief = await outsider();
    await t.deps.inTenant(thief.tenantId, (tx) => tx.run(sql`update users set phone = ${phone} where tenant_id = ${thief.tenantId} and id = ${thief.userId}`));
    await invite({ target: phone });
    const own = (await mine(thief)).invitations[0];
    assert.equal(own.byPhone, true);
    const token = await tokenFor(t, thief, 'invitation', { tenantId: house, id: own.id });
    assert.equal((await t.route(invitations.accept, null, { token })).status, 428);
    assert.equal((await t.route(invitations.accept, null, { token, code: '000000' })).status, 428);
    assert.equal((await t.route(invitations.accept, null, { token, code: await codeFor(t, 'register', phone) })).status, 428, 'a code for something else');
    assert.deepEqual(await rowsOf(thief), []);
    await forgetSends(t);
    assert.equal((await t.route(registrations.sendCode, null, { purpose: 'bind', token: 'x'.repeat(43) })).status, 403);
    const before = smsTo(t, phone).length;
    assert.equal((await t.route(registrations.sendCode, null, { purpose: 'bind', token })).status, 200);
    for (let round = 0; round < 50 && smsTo(t, phone).length === before; round++) await new Promise((resolve) => setTimeout(resolve, 20));
    const sent = /验证码(\d{6})/.exec(smsTo(t, phone).at(-1) ?? '')?.[1];
    assert.equal((await t.route(invitations.accept, null, { token, code: sent })).status, 200, 'the number’s owner it is after all');
  });
});

describe('applying to join', () => {
  const code = async () => (await t.deps.inTenant(1, (tx) => tx.row<{ code: string }>(sql`select code from tenants where id = ${house}`)))!.code;

  it('finds institutions only by exact code or full name', async () => {
    const guest = await outsider();
    const token = await tokenFor(t, guest, 'join');
    const find = async (input: object) => t.route(invitations.tenants, null, { token, ...input });
    assert.equal((await find({})).status, 400);
    assert.equal((await find({ name: '松鹤' })).data.total, 0);
    assert.equal((await find({ name: '%' })).data.total, 0);
    assert.deepEqual((await find({ name: '松鹤院' })).data.records, [{ code: await code(), name: '松鹤院' }]);
    assert.equal((await find({ code: (await code()).toUpperCase() })).data.total, 1);
    assert.equal((await find({ code: 'platform' })).data.total, 0, 'the platform is not joined');
    assert.equal((await t.route(invitations.tenants, null, { token: 'x'.repeat(43), code: await code() })).status, 403);
  });

  it('waits for the administrator, who takes in with roles once', async () => {
    const guest = await outsider('小何');
    const token = await tokenFor(t, guest, 'join');
    assert.equal((await t.route(invitations.join, null, { token, code: 'no-such-code' })).status, 404);
    assert.equal((await t.route(invitations.join, null, { token, code: await code(), note: '两年经验' })).status, 200);
    assert.equal((await t.route(invitations.join, null, { token, code: await code() })).status, 403, 'spent');
    const second = await tokenFor(t, guest, 'join');
    assert.equal((await t.route(invitations.join, null, { token: second, code: await code() })).status, 409);
    assert.ok((await t.route(messages.page, admin, { a: 0, b: 'unread', kind: 'application' })).data.total > 0);
    const row = await listed(guest.username.slice(0, 3), admin).then(
      async () => (await t.route(invitations.page, admin, { kind: '2', name: '小何' })).data.records[0],
    );
    assert.match(row.target, /\*{4}/);
    const audit = (input: object, as: TestUser | null = admin) => t.route(invitations.audit, as, { id: row.id, status: '1', role: [role], ...input });
    assert.equal((await audit({}, null)).status, 401);
    assert.equal((await audit({ status: '7' })).status, 400);
    assert.equal((await audit({ status: '2' })).status, 400, 'a reason is needed');
    assert.equal((await t.route(invitations.audit, admin, { id: row.id, status: '1' })).status, 400);
    assert.equal((await audit({}, await t.user(house, { permissions: ['sys_invite_add'] }))).status, 403);
    assert.equal((await audit({ role: [await roleWith(['sys_user_del'])] }, await t.user(house, { permissions: ['sys_user_audit'] }))).status, 403);
    assert.equal((await audit({}, await t.user(await t.tenant()))).status, 404);
    const answers = await Promise.all([audit({}), audit({ status: '2', reason: '名额已满' }), audit({})]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const approved = (await rowsOf(guest)).length;
    assert.equal(approved, answers[1]?.status === 200 ? 0 : 1);
    const decided = (await mine(guest)).applications[0];
    assert.equal(decided.status, answers[1]?.status === 200 ? 2 : 1);
    assert.equal((await t.route(messages.page, guest, { a: 0, b: 'unread', kind: 'application' })).data.total, 1);
  });

  it('gives a registrant an account there, and their other applications follow', async () => {
    const { token, username, phone } = await register(t);
    const elsewhere = await t.tenant('别处');
    const elsewhereAdmin = await t.user(elsewhere);
    const elsewhereCode = (await t.deps.inTenant(1, (tx) => tx.row<{ code: string }>(sql`select code from tenants where id = ${elsewhere}`)))!.code;
    assert.equal((await t.route(invitations.join, null, { token, code: await code() })).status, 200);
    assert.equal((await t.route(invitations.join, null, { token, code: elsewhereCode })).status, 200);
    const row = (await t.route(invitations.page, admin, { kind: '2', status: '0' })).data.records[0];
    assert.equal((await t.route(invitations.audit, admin, { id: row.id, status: '1', role: [role] })).status, 200);
    const answer = await signIn(t, username, NEW_PASSWORD);
    assert.deepEqual([answer.status, answer.body.user_info.tenantId], [200, house]);
    for (let round = 0; round < 50 && !smsTo(t, phone).some((text) => text.includes('已通过')); round++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(smsTo(t, phone).some((text) => text.includes('已通过您的加入申请')));
    const person = { token: answer.body.access_token, userId: answer.body.user_info.id, tenantId: house, username };
    const waiting = (await mine(person)).applications.find((one: { tenantId: number }) => one.tenantId === elsewhere);
    assert.equal(waiting.status, 0);
    const there = (await t.route(invitations.page, elsewhereAdmin, { kind: '2' })).data.records[0];
    const elsewhereRole = await roleWith(['members_oldman_view'], elsewhere);
    assert.equal((await t.route(invitations.audit, elsewhereAdmin, { id: there.id, status: '1', role: [elsewhereRole] })).status, 200);
    assert.equal((await rowsOf(person, elsewhere)).length, 1);
  });

  it('is withdrawn by the applicant, and given up with the registration', async () => {
    const guest = await outsider();
    await t.route(invitations.join, null, { token: await tokenFor(t, guest, 'join'), code: await code() });
    const own = (await mine(guest)).applications[0];
    const token = await tokenFor(t, guest, 'invitation', { tenantId: house, id: own.id });
    assert.equal((await t.route(invitations.accept, null, { token })).status, 422, 'nobody takes himself in');
    assert.equal((await t.route(invitations.refuse, null, { token })).status, 200);
    assert.equal((await mine(guest)).applications[0].status, 3);
    const someone = await register(t);
    await t.route(invitations.join, null, { token: someone.token, code: await code() });
    assert.deepEqual((await t.route(externalAccounts.unsubscribe, null, { token: someone.token })).data, { account: false });
    assert.equal((await t.route(invitations.page, admin, { kind: '2', status: '0', target: someone.phone.slice(-4) })).data.total, 0);
    assert.equal((await t.route(registrations.createTenant, null, { token: someone.token, name: '不再' })).status, 403);
  });
});
