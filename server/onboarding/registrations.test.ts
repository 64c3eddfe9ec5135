import { instantOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { messages } from '#contract/messages/messages.ts';
import { db } from '#server/db/tenant.ts';
import { askCaptcha } from '#server/users/captchas.ts';
import { givePassword, putClients, signIn } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, givePhone, newPhone, nextSms, smsTo } from '#test/phones.ts';
import { forgetSends, NEW_PASSWORD, register } from '#test/registrants.ts';

let t: Harness;
let operator: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  operator = await t.user(1);
});
after(() => t.close());

const setPlatform = (key: string, value: string) =>
  t.deps.inTenant(1, (tx) =>
    tx.run(
      db
        .insertInto('parameters')
        .values({ tenant_id: 1, key, name: key, value })
        .onConflict((on) => on.columns(['tenant_id', 'key']).doUpdateSet({ value })),
    ),
  );
const tenantsNamed = (name: string) =>
  t.deps.inTenant(1, (tx) => tx.rows<{ id: number; status: number }>(sql`select id, status from tenants where name = ${name}`));

describe('registering', () => {
  it('needs a phone and its code, and spends the code', async () => {
    const phone = newPhone();
    assert.equal((await t.route(registrations.register, null, {})).status, 400);
    assert.equal((await t.route(registrations.register, null, { phone: '12345' })).status, 400);
    assert.equal((await t.route(registrations.register, null, { phone })).status, 428);
    const code = await codeFor(t, 'register', phone);
    const wrong = await t.route(registrations.register, null, { phone, code: code === '000000' ? '000001' : '000000' });
    assert.deepEqual([wrong.status, wrong.msg], [428, '验证码不合法']);
    const right = await t.route(registrations.register, null, { phone, code });
    assert.deepEqual([right.status, right.data.step, right.data.invitations], [200, 'proof', []]);
    assert.equal((await t.route(registrations.register, null, { phone, code })).status, 428);
    // A code for something else is none.
    assert.equal(
      (await t.route(registrations.register, null, { phone: newPhone(), code: await codeFor(t, 'bind', newPhone()) })).status,
      428,
    );
  });

  it('says that a name is taken only to whoever proved a phone, who may choose another one with the proof', async () => {
    const somebody = await t.user(await t.tenant());
    const phone = newPhone();
    const code = await codeFor(t, 'register', phone);
    const taken = await t.route(registrations.register, null, {
      phone,
      code,
      username: somebody.username.toUpperCase(),
      password: NEW_PASSWORD,
    });
    assert.deepEqual([taken.status, taken.msg, taken.data.step], [409, '用户名已被占用，请换一个', 'proof']);
    const proof = taken.data.token;
    const other = { proof, username: `free${process.pid}`, name: '李想' };
    assert.equal((await t.route(registrations.register, null, { ...other, username: newPhone(), password: NEW_PASSWORD })).status, 422);
    assert.match((await t.route(registrations.register, null, { ...other, password: 'abc' })).msg ?? '', /密码/);
    assert.match((await t.route(registrations.register, null, { ...other, password: `free${process.pid}1` })).msg ?? '', /密码/);
    const made = await t.route(registrations.register, null, { ...other, password: NEW_PASSWORD });
    assert.deepEqual([made.status, made.data.step, made.data.username], [200, 'registration', other.username]);
    assert.equal((await t.route(registrations.register, null, { ...other, password: NEW_PASSWORD })).status, 403, 'the proof is spent');
    // Nobody else can have the name meanwhile, and there is no account yet.
    const second = newPhone();
    const same = await t.route(registrations.register, null, {
      phone: second,
      code: await codeFor(t, 'register', second),
      username: other.username,
      password: NEW_PASSWORD,
    });
    assert.equal(same.status, 409);
    assert.equal((await signIn(t, other.username, NEW_PASSWORD)).status, 426);
  });

  it('is not told apart by the password of somebody whose name is wanted', async () => {
    await givePassword(t, operator, 'Secret2026');
    const phone = newPhone();
    const guess = { phone, code: await codeFor(t, 'register', phone), username: operator.username, password: 'Secret2026' };
    assert.equal((await t.route(registrations.register, null, guess)).msg, '用户名已被占用，请换一个');
  });

  it('goes on where it was, for the same phone, and is refused for the phone of an account', async () => {
    const one = await register(t);
    await forgetSends(t);
    const back = await t.route(registrations.register, null, { phone: one.phone, code: await codeFor(t, 'register', one.phone) });
    assert.deepEqual([back.status, back.data.step, back.data.username], [200, 'registration', one.username]);
    assert.equal(
      (await t.route(externalAccounts.updateUserEnterprise, null, { token: one.token, name: '旧令牌' })).status,
      403,
      'the earlier token is worth nothing',
    );
    const known = await t.user(await t.tenant());
    const phone = newPhone();
    await givePhone(t, known, phone);
    const refused = await t.route(registrations.register, null, { phone, code: await codeFor(t, 'register', phone) });
    assert.deepEqual([refused.status, refused.msg], [409, '该手机号已有账号，请直接登录；忘记密码可以找回']);
  });

  it('is open to the owner of a number that an administrator of some institution typed, whose account gets nothing of it', async () => {
    const [typed, again] = [await t.user(await t.tenant()), await t.user(await t.tenant())];
    const phone = newPhone();
    for (const user of [typed, again]) await givePhone(t, user, phone, false);
    const proof = await t.route(registrations.register, null, { phone, code: await codeFor(t, 'register', phone) });
    assert.deepEqual([proof.status, proof.data.step], [200, 'proof']);
    const made = await t.route(registrations.register, null, {
      proof: proof.data.token,
      username: `own${process.pid}`,
      name: '本人',
      password: NEW_PASSWORD,
    });
    assert.deepEqual([made.status, made.data.step], [200, 'registration']);
    const verified = await t.deps.inTenant(typed.tenantId, (tx) =>
      tx.row<{ at: string | null }>(sql`select phone_verified_at as at from users where id = ${typed.userId}`),
    );
    assert.equal(verified?.at, null);
  });

  it('sends codes after a captcha, to known and unknown numbers and names alike', async () => {
    const known = await t.user(await t.tenant());
    const phone = newPhone();
    await givePhone(t, known, phone);
    const ask = async (purpose: string, login: string) => {
      await askCaptcha(t.deps, `c-${login}`, () => ({ text: '1+1=?', answer: 2 }));
      const { status, msg, data } = await t.route(registrations.sendCode, null, { purpose, login, randomStr: `c-${login}`, code: '2' });
      return { status, msg, data };
    };
    assert.equal((await t.route(registrations.sendCode, null, { purpose: 'register', login: phone })).status, 428);
    const stranger = newPhone();
    const answers = [
      await ask('register', newPhone()),
      await ask('register', phone),
      await ask('reset', stranger),
      await ask('reset', 'nobody-at-all'),
    ];
    await forgetSends(t);
    answers.push(await ask('reset', known.username));
    for (const answer of answers) assert.deepEqual(answer, { status: 200, msg: '发送成功', data: true });
    await nextSms(t, phone, 1);
    assert.equal(smsTo(t, stranger).length, 0, 'nothing is sent to a number without an account');
  });
});

describe('an institution of one’s own', () => {
  it('is made once however often it is asked for, with everything in it, and its owner signs in', async () => {
    const { token, username } = await register(t);
    const name = `康宁之家${process.pid}`;
    const packages = await t.route(registrations.packages, null);
    assert.ok(packages.data.length > 0 && packages.data[0].price === 0);
    const input = { token, name, packageId: packages.data[0].id, regionCode: '330106', address: '文三路1号' };
    assert.equal((await t.route(registrations.createTenant, null, { ...input, name: '' })).status, 400);
    assert.equal((await t.route(registrations.createTenant, null, { ...input, packageId: 987654 })).status, 404);
    assert.equal((await t.route(registrations.createTenant, null, { ...input, token: 'x'.repeat(43) })).status, 403);
    const answers = await Promise.all(Array.from({ length: 6 }, () => t.route(registrations.createTenant, null, input)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ data }) => data.tenantId)).size, 1);
    assert.equal((await tenantsNamed(name)).length, 1);
    const { data } = answers[0]!;
    assert.deepEqual([data.tenantName, data.username, data.pending], [name, username, false]);
    const days = (instantOf(data.endTime) - Date.now()) / 86_400_000;
    assert.ok(days > 29 && days <= 30.01, `a trial of ${days} days`);

    const answer = await signIn(t, username, NEW_PASSWORD);
    assert.equal(answer.status, 200);
    const owner = { token: answer.body.access_token, userId: answer.body.user_info.id, tenantId: data.tenantId, username };
    const info = await t.call('GET', '/admin/user/info', { as: owner });
    assert.deepEqual(
      [info.data.sysUser.superAdmin, info.data.sysUser.mustChangePassword, info.data.sysUser.packageCode],
      [1, false, 'basic'],
    );
    assert.ok(info.data.permissions.includes('sys_invite_add'));
    const own = await t.route(messages.page, owner, { a: 0, b: 'unread' });
    assert.equal(own.data.records[0].title, '机构已创建');
    const platform = await t.route(messages.page, operator, { a: operator.userId, b: 'all', kind: 'notice' });
    assert.ok(
      platform.data.records.some((row: { text: string }) => row.text.includes(name)),
      'the platform is told',
    );
    // The token hears the same answer again, and is good for nothing else any more.
    assert.equal((await t.route(registrations.createTenant, null, input)).data.tenantId, data.tenantId);
    assert.equal((await t.route(externalAccounts.updateUserEnterprise, null, { token, name: '另一个' })).status, 403);
    assert.equal((await t.route(externalAccounts.unsubscribe, null, { token })).status, 403);
  });

  it('waits for the platform where that wants to look first; the trial is as long as it says', async () => {
    await setPlatform('REGISTRATION_APPROVAL', '1');
    await setPlatform('TRIAL_DAYS', '7');
    const { token, username } = await register(t);
    const name = `待审机构${process.pid}`;
    const made = await t.route(registrations.createTenant, null, { token, name });
    assert.deepEqual([made.status, made.data.pending], [200, true]);
    const days = (instantOf(made.data.endTime) - Date.now()) / 86_400_000;
    assert.ok(days > 6 && days <= 7.01);
    const refused = await signIn(t, username, NEW_PASSWORD);
    assert.deepEqual([refused.status, /冻结/.test(refused.body.msg)], [401, true]);
    await setPlatform('REGISTRATION_APPROVAL', '0');
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set status = 0 where id = ${made.data.tenantId}`));
    assert.equal((await signIn(t, username, NEW_PASSWORD)).status, 200);
    await setPlatform('REGISTRATION_OPEN', '0');
    const phone = newPhone();
    assert.equal((await t.route(registrations.register, null, { phone, code: await codeFor(t, 'register', phone) })).status, 422);
    await setPlatform('REGISTRATION_OPEN', '1');
  });

  it('leaves nothing behind when the name was taken meanwhile; another name goes on', async () => {
    const { token, username } = await register(t);
    const tenant = await t.tenant();
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`insert into users (tenant_id, username, name) values (${tenant}, ${username}, '先到的人')`),
    );
    const name = `迟到机构${process.pid}`;
    assert.equal((await t.route(registrations.createTenant, null, { token, name })).status, 409);
    assert.equal((await tenantsNamed(name)).length, 0);
    assert.equal(
      (await t.route(externalAccounts.updateUserEnterprise, null, { token, name: '林晚', username: `${username}b` })).status,
      200,
    );
    assert.equal((await t.route(registrations.createTenant, null, { token, name })).status, 200);
  });
});
