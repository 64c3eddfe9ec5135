import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { invitations } from '#contract/onboarding/invitations.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { messages } from '#contract/messages/messages.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { textJobs } from '#server/messages/text-messages.ts';
import { signIn } from '#test/accounts.ts';
import type { TestUser } from '#test/harness.ts';
import { invitingHouse } from '#test/inviting-house.ts';
import { codeFor, newPhone, sentCode, smsTo } from '#test/phones.ts';
import { forgetSends, NEW_PASSWORD, register, tokenFor } from '#test/registrants.ts';

const { t, house, admin, role, roleWith, listed, mine, rowsOf, outsider } = await invitingHouse();
after(() => t.close());

const invite = (input: object, as: TestUser | null = admin) => t.route(invitations.invite, as, { id: 0, role: [role], ...input });
const logged = (tenantId: number, title: string) =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.rows<{ username: string }>(sql`select username from operation_logs where tenant_id = ${tenantId} and title = ${title}`),
  );

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
    const answers = [
      await invite({ target: known.username }),
      await invite({ target: 'nobody-of-that-name' }),
      await invite({ target: newPhone() }),
    ];
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
        sql`update user_invitations set expires_at = now() - interval '1 hour', sent_at = now() - interval '2 days'
          where tenant_id = ${house} and id = ${second.id}`,
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
    await runJobs(t.deps, textJobs);
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
    await t.deps.inTenant(thief.tenantId, (tx) =>
      tx.run(sql`update users set phone = ${phone} where tenant_id = ${thief.tenantId} and id = ${thief.userId}`),
    );
    await invite({ target: phone });
    const own = (await mine(thief)).invitations[0];
    assert.equal(own.byPhone, true);
    const token = await tokenFor(t, thief, 'invitation', { tenantId: house, id: own.id });
    assert.equal((await t.route(invitations.accept, null, { token })).status, 428);
    assert.equal((await t.route(invitations.accept, null, { token, code: '000000' })).status, 428);
    assert.equal(
      (await t.route(invitations.accept, null, { token, code: await codeFor(t, 'register', phone) })).status,
      428,
      'a code for something else',
    );
    assert.deepEqual(await rowsOf(thief), []);
    await forgetSends(t);
    assert.equal((await t.route(registrations.sendCode, null, { purpose: 'bind', token: 'x'.repeat(43) })).status, 403);
    const before = smsTo(t, phone).length;
    assert.equal((await t.route(registrations.sendCode, null, { purpose: 'bind', token })).status, 200);
    const sent = await sentCode(t, phone, before);
    assert.equal((await t.route(invitations.accept, null, { token, code: sent })).status, 200, 'the number’s owner it is after all');
  });
});
