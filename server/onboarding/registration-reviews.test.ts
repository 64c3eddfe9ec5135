import { instantOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { registrationStates as state } from '#contract/onboarding/registration-reviews.rules.ts';
import { registrationReviews } from '#contract/onboarding/registration-reviews.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { messages } from '#contract/messages/messages.ts';
import { tenants } from '#contract/tenants/tenants.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { textJobs } from '#server/messages/text-messages.ts';
import { putClients, signIn } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, smsTo } from '#test/phones.ts';
import { forgetSends, NEW_PASSWORD, register } from '#test/registrants.ts';

let t: Harness;
let operator: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  operator = await t.user(1);
  await t.deps.inTenant(1, (tx) =>
    tx.run(
      sql`insert into parameters (tenant_id, key, name, value) values (1, 'REGISTRATION_APPROVAL', '审核', '1') on conflict (tenant_id, key)
        do update set value = '1'`,
    ),
  );
});
after(() => t.close());

const page = async (input: object) =>
  (await t.route(registrationReviews.page, operator, input as never)).data as { records: any[]; total: number };
const audit = (input: object, as: TestUser | null = operator) => t.route(registrationReviews.audit, as, input as never);

let serial = 0;
/** Somebody whose institution waits, with the row of the list. */
async function waiting() {
  const one = await register(t);
  const name = `待审${process.pid}号${++serial}院`;
  const made = await t.route(registrations.createTenant, null, { token: one.token, name });
  assert.deepEqual([made.status, made.data.pending], [200, true]);
  const row = (await page({ phone: one.phone })).records[0];
  return { ...one, name, tenantId: made.data.tenantId as number, row };
}

/** The last SMS to a number that says something. */
async function told(phone: string, what: RegExp): Promise<string> {
  await runJobs(t.deps, textJobs);
  const text = smsTo(t, phone).find((one) => what.test(one));
  if (text) return text;
  throw new Error(`nothing like ${what} reached ${phone}`);
}

describe('registrations', () => {
  it('are the platform’s alone, and only for whoever may', async () => {
    const elsewhere = await t.user(await t.tenant());
    const viewer = await t.user(1, { permissions: ['sys_registration_view'] });
    const { row } = await waiting();
    const decision = { id: row.id, status: '1' };
    assert.equal((await audit(decision, null)).status, 401);
    assert.equal((await audit({ ...decision, status: '3' })).msg, '请选择审核结果');
    assert.equal((await audit(decision, viewer)).status, 403);
    for (const answer of [
      await audit(decision, elsewhere),
      await t.route(registrationReviews.page, elsewhere),
      await t.route(registrationReviews.export, elsewhere),
    ])
      assert.equal(answer.status, 403);
    assert.equal((await audit({ ...decision, id: 987654 })).status, 404);
    assert.equal((await page({ phone: row.phone })).records[0].state, state.waiting, 'nothing of it decided anything');
  });

  it('are not approved of an institution that was opened in another way', async () => {
    const { row, tenantId } = await waiting();
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set status = 0 where id = ${tenantId}`));
    assert.deepEqual(refusal(await audit({ id: row.id, status: '1' })), [409, '机构已变化，请刷新后重试']);
    assert.equal((await page({ phone: row.phone })).records[0].state, state.waiting);
  });

  it('are found by state, phone and name, in pages and orders', async () => {
    const open = await register(t);
    const { name, phone } = await waiting();
    assert.deepEqual(
      (await page({ phone })).records.map((row) => [row.tenantName, row.state]),
      [[name, state.waiting]],
    );
    assert.deepEqual(
      (await page({ name: name.slice(2) })).records.map((row) => row.phone),
      [phone],
    );
    assert.deepEqual(
      (await page({ name: open.username })).records.map((row) => row.state),
      [state.open],
    );
    assert.equal((await page({ name: '%' })).total, 0);
    const states = (await page({ state: '1', size: 100 })).records.map((row) => row.state);
    assert.ok(states.length > 0 && states.every((one) => one === state.waiting));
    const both = [(await page({ size: 1, ascs: 'create_time' })).records[0], (await page({ size: 1 })).records[0]];
    assert.ok(both[0].id < both[1].id);
    assert.equal((await t.route(registrationReviews.page, operator, { state: '8' })).status, 400);
    assert.ok(!JSON.stringify(await page({ size: 100 })).includes('argon2'));
  });
});

describe('approving', () => {
  it('opens the institution, begins its trial now and tells the registrant', async () => {
    const { row, phone, username, name, tenantId } = await waiting();
    const days = (ends: string) => Math.round((instantOf(ends) - Date.now()) / 86_400_000);
    await t.deps.inTenant(1, (tx) =>
      tx.run(
        sql`update tenants set created_at = created_at - interval '5 days', ends_at = ends_at - interval '5 days' where id = ${tenantId}`,
      ),
    );
    assert.equal((await signIn(t, username, NEW_PASSWORD)).status, 401);
    const decided = await audit({ id: row.id, status: '1', version: row.version });
    assert.deepEqual([decided.status, decided.msg], [200, '操作成功']);
    assert.match(await told(phone, /审核/), new RegExp(`^【颐安】您注册的机构“${name}”已通过审核，请用账号${username}登录`));
    assert.equal((await signIn(t, username, NEW_PASSWORD)).status, 200);
    const after = (await page({ phone })).records[0];
    assert.deepEqual([after.state, after.reason, typeof after.auditTime], [state.opened, null, 'string']);
    const tenant = (await t.route(tenants.get, operator, { id: tenantId })).data;
    assert.deepEqual([tenant.status, tenant.frozenReason, days(tenant.endTime as string)], ['0', null, 30]);
  });

  it('is decided once, whoever is faster', async () => {
    const { row, phone } = await waiting();
    const answers = await Promise.all(
      ['1', '2', '1', '2'].map((status) => audit({ id: row.id, status, reason: '材料不全', version: row.version })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    await told(phone, /审核/);
    assert.equal(smsTo(t, phone).filter((text) => /审核/.test(text)).length, 1);
    assert.equal((await audit({ id: row.id, status: '1' })).msg, '该注册已审核');
  });

  it('is not done past the registrant in the list of tenants', async () => {
    const { row, tenantId, name } = await waiting();
    const thaw = await t.route(tenants.freeze, operator, { id: tenantId, status: '0' });
    assert.deepEqual([thaw.status, thaw.msg], [422, '该机构正在等待注册审核，请在注册审核中处理']);
    const tenant = (await t.route(tenants.get, operator, { id: tenantId })).data;
    assert.equal((await t.route(tenants.update, operator, { id: tenantId, name, code: tenant.code, status: '0' } as never)).status, 422);
    assert.equal((await audit({ id: row.id, status: '1' })).status, 200);
    assert.equal(
      (await audit({ id: (await page({ name: (await register(t)).username })).records[0].id, status: '1' })).msg,
      '该注册不需要审核',
    );
  });
});

describe('refusing', () => {
  it('needs a reason, tells it, closes the institution and lets the person register again', async () => {
    const { row, phone, username, name, tenantId } = await waiting();
    const silent = await audit({ id: row.id, status: '2' });
    assert.deepEqual([silent.status, silent.msg], [400, '请输入拒绝原因']);
    assert.equal((await audit({ id: row.id, status: '2', reason: '机构名称与营业执照不符' })).status, 200);
    assert.equal(
      await told(phone, /未通过/),
      `【颐安】您注册的机构“${name}”未通过审核。原因：机构名称与营业执照不符。可用本手机号重新注册。`,
    );
    const after = (await page({ phone })).records[0];
    assert.deepEqual([after.state, after.reason, after.tenantName], [state.refused, '机构名称与营业执照不符', name]);
    assert.equal((await t.route(tenants.get, operator, { id: tenantId })).status, 404);
    assert.equal((await signIn(t, username, NEW_PASSWORD)).status, 426);
    await forgetSends(t);
    const again = await t.route(registrations.register, null, {
      phone,
      code: await codeFor(t, 'register', phone),
      username,
      name: '再来一次',
      password: NEW_PASSWORD,
    });
    assert.deepEqual([again.status, again.data.step, again.data.username], [200, 'registration', username]);
  });

  it('asks those who decide, with a link to what waits', async () => {
    const { name } = await waiting();
    const inbox = (await t.route(messages.page, operator, { a: 0, b: 'unread', size: 100 })).data.records as {
      text: string;
      link: string | null;
    }[];
    const message = inbox.find(({ text }) => text.startsWith(name));
    assert.equal(message?.link, '/admin/registration/index?state=1');
  });
});
