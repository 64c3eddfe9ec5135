/** People who ask an institution to take them in, and who decides it. */
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
import { smsTo } from '#test/phones.ts';
import { NEW_PASSWORD, register, tokenFor } from '#test/registrants.ts';

const { t, house, admin, role, roleWith, listed, mine, rowsOf, outsider } = await invitingHouse();
after(() => t.close());

describe('applying to join', () => {
  const code = async () =>
    (await t.deps.inTenant(1, (tx) => tx.row<{ code: string }>(sql`select code from tenants where id = ${house}`)))!.code;

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
    const row = await listed(guest.username.slice(0, 3)).then(
      async () => (await t.route(invitations.page, admin, { kind: '2', name: '小何' })).data.records[0],
    );
    assert.match(row.target, /\*{4}/);
    const audit = (input: object, as: TestUser | null = admin) =>
      t.route(invitations.audit, as, { id: row.id, status: '1', role: [role], ...input });
    assert.equal((await audit({}, null)).status, 401);
    assert.equal((await audit({ status: '7' })).status, 400);
    assert.equal((await audit({ status: '2' })).status, 400, 'a reason is needed');
    assert.equal((await t.route(invitations.audit, admin, { id: row.id, status: '1' })).status, 400);
    assert.equal((await audit({}, await t.user(house, { permissions: ['sys_invite_add'] }))).status, 403);
    assert.equal(
      (await audit({ role: [await roleWith(['sys_user_del'])] }, await t.user(house, { permissions: ['sys_user_audit'] }))).status,
      403,
    );
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
    const elsewhereCode = (await t.deps.inTenant(1, (tx) =>
      tx.row<{ code: string }>(sql`select code from tenants where id = ${elsewhere}`),
    ))!.code;
    assert.equal((await t.route(invitations.join, null, { token, code: await code() })).status, 200);
    assert.equal((await t.route(invitations.join, null, { token, code: elsewhereCode })).status, 200);
    const row = (await t.route(invitations.page, admin, { kind: '2', status: '0' })).data.records[0];
    assert.equal((await t.route(invitations.audit, admin, { id: row.id, status: '1', role: [role] })).status, 200);
    const answer = await signIn(t, username, NEW_PASSWORD);
    assert.deepEqual([answer.status, answer.body.user_info.tenantId], [200, house]);
    await runJobs(t.deps, textJobs);
    assert.ok(smsTo(t, phone).some((text) => text.includes('已通过您的加入申请')));
    const person = { token: answer.body.access_token, userId: answer.body.user_info.id, tenantId: house, username };
    const waiting = (await mine(person)).applications.find((one: { tenantId: number }) => one.tenantId === elsewhere);
    assert.equal(waiting.status, 0);
    const there = (await t.route(invitations.page, elsewhereAdmin, { kind: '2' })).data.records[0];
    const elsewhereRole = await roleWith(['members_oldman_view'], elsewhere);
    assert.equal((await t.route(invitations.audit, elsewhereAdmin, { id: there.id, status: '1', role: [elsewhereRole] })).status, 200);
    assert.equal((await rowsOf(person, elsewhere)).length, 1);
  });

  it('is found by all of the number, and by no part that the list masks', async () => {
    const { token, phone } = await register(t);
    assert.equal((await t.route(invitations.join, null, { token, code: await code() })).status, 200);
    const total = async (target: string) => (await t.route(invitations.page, admin, { kind: '2', target })).data.total;
    for (const part of [phone.slice(0, 4), phone.slice(3, 7), phone.slice(-4), phone.slice(0, 10)])
      assert.equal(await total(part), 0, part);
    assert.equal(await total(phone), 1);
    assert.equal((await listed(phone)).target, `${phone.slice(0, 3)}****${phone.slice(7)}`);
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
