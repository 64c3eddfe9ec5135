import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { registrations } from '#contract/onboarding/registrations.ts';
import { givePassword, putClients, signIn } from '#test/accounts.ts';
import { harness, type Harness } from '#test/harness.ts';
import { codeFor, givePhone, newPhone } from '#test/phones.ts';

let t: Harness;
before(async () => {
  t = await harness();
  await putClients(t);
});
after(() => t.close());

describe('a forgotten password', () => {
  const reset = (input: object) => t.route(registrations.forgetPwd, null, { password: 'Neu2026wort', ...input });

  it('is replaced by the person who has the phone, ends all sessions and tells the person', async () => {
    const user = await t.user(await t.tenant());
    await givePassword(t, user);
    const phone = newPhone();
    await givePhone(t, user, phone);
    const code = await codeFor(t, 'reset', phone);
    assert.equal((await reset({ login: user.username, code, password: '123' })).status, 400);
    const refused = await reset({ login: user.username, code, password: user.username.slice(0, 12) });
    assert.match(refused.msg ?? '', /密码/);
    assert.equal((await reset({ login: user.username, code })).status, 200, 'the same code is good for another password');
    assert.equal((await t.call('GET', '/admin/user/info', { as: user })).status, 401);
    assert.equal((await signIn(t, user.username)).status, 426);
    const answer = await signIn(t, user.username, 'Neu2026wort');
    assert.equal(answer.status, 200);
    const again = await t.call('GET', '/admin/base/external/getMessageListByRecipient/0/unread', {
      as: { ...user, token: answer.body.access_token },
    });
    assert.equal(again.data.records[0].title, '密码已重置');
    assert.equal((await reset({ login: user.username, code })).status, 428, 'spent');
  });

  it('answers alike for a wrong code, an unknown name, an unknown number, a locked account and a code of another', async () => {
    const [user, thief] = [await t.user(await t.tenant()), await t.user(await t.tenant())];
    const [phone, own] = [newPhone(), newPhone()];
    await givePhone(t, user, phone);
    await givePhone(t, thief, own);
    const theirs = await codeFor(t, 'reset', own);
    const locked = await t.user(await t.tenant());
    const lockedPhone = newPhone();
    await givePhone(t, locked, lockedPhone);
    await t.deps.inTenant(locked.tenantId, (tx) =>
      tx.run(sql`update users set status = 9 where tenant_id = ${locked.tenantId} and id = ${locked.userId}`),
    );
    const answers = [
      await reset({ login: user.username, code: '000000' }),
      await reset({ login: user.username, code: theirs }),
      await reset({ login: phone, code: theirs }),
      await reset({ login: 'nobody-at-all', code: '123456' }),
      await reset({ login: newPhone(), code: '123456' }),
      await reset({ login: locked.username, code: await codeFor(t, 'reset', lockedPhone) }),
    ];
    for (const { status, msg, data } of answers) assert.deepEqual({ status, msg, data }, { status: 428, msg: '验证码不合法', data: null });
    // A code for signing in or registering resets nothing.
    const other = newPhone();
    await givePhone(t, user, other);
    assert.equal((await reset({ login: user.username, code: await codeFor(t, 'register', other) })).status, 428);
  });

  it('does not reach an account into which another person’s number was typed', async () => {
    const [owner, other] = [await t.user(await t.tenant()), await t.user(await t.tenant())];
    const phone = newPhone();
    await givePhone(t, owner, phone);
    await givePhone(t, other, phone, false);
    const code = await codeFor(t, 'reset', phone);
    assert.equal((await reset({ login: phone, code })).status, 200);
    const changed = await t.deps.inTenant(other.tenantId, (tx) =>
      tx.row<{ password_hash: string | null }>(
        sql`select password_hash from users where tenant_id = ${other.tenantId} and id = ${other.userId}`,
      ),
    );
    assert.equal(changed?.password_hash, null, 'the proven owner’s account is the one that is meant');
  });

  it('asks the owner of a number that several institutions typed which account is meant, and verifies the number there', async () => {
    const [one, other] = [await t.user(await t.tenant()), await t.user(await t.tenant())];
    const phone = newPhone();
    for (const user of [one, other]) await givePhone(t, user, phone, false);
    const code = await codeFor(t, 'reset', phone);
    assert.equal(
      (await reset({ login: phone, code: code === '111111' ? '222222' : '111111' })).data,
      null,
      'a wrong code hears of nothing',
    );
    const asked = await reset({ login: phone, code });
    assert.deepEqual([asked.status, asked.data.choose.map(({ userId }: { userId: number }) => userId)], [428, [one.userId, other.userId]]);
    assert.equal((await reset({ login: phone, code, userId: other.userId })).status, 200);
    assert.equal((await signIn(t, other.username, 'Neu2026wort')).status, 200);
    assert.equal((await signIn(t, one.username, 'Neu2026wort')).status, 426);
    const rows = await Promise.all(
      [one, other].map(({ tenantId, userId }) =>
        t.deps.inTenant(tenantId, (tx) =>
          tx.row<{ v: boolean }>(
            sql`select phone_verified_at is not null as v from users where tenant_id = ${tenantId} and id = ${userId}`,
          ),
        ),
      ),
    );
    assert.deepEqual(
      rows.map((row) => row?.v),
      [false, true],
    );
  });

  it('is not kept from the owner of a number by an account elsewhere that has the number as its sign-in name', async () => {
    const [owner, thief] = [await t.user(await t.tenant()), await t.user(await t.tenant())];
    const phone = newPhone();
    await givePhone(t, owner, phone);
    await givePhone(t, thief, newPhone());
    await t.deps.inTenant(thief.tenantId, (tx) =>
      tx.run(sql`update users set username = ${phone} where tenant_id = ${thief.tenantId} and id = ${thief.userId}`),
    );
    assert.equal((await reset({ login: phone, code: await codeFor(t, 'reset', phone) })).status, 200);
    assert.equal((await signIn(t, owner.username, 'Neu2026wort')).status, 200);
  });

  it('holds guesses back for a while', async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, () => reset({ login: `guess${process.pid}`, code: '111111' })));
    assert.ok(guesses.some(({ status }) => status === 429));
  });
});
