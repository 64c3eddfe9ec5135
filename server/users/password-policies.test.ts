import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { ownAccounts } from '#contract/users/own-accounts.ts';
import { users } from '#contract/users/users.ts';
import { givePassword, PASSWORD, putClients } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { isCommonPassword, knownWords } from './common-passwords.ts';
import { checkNewPassword, resembles } from './password-policies.ts';
import { randomPassword } from './passwords.ts';

let t: Harness;
let me: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  me = await t.user(await t.tenant());
  await givePassword(t, me);
});
after(() => t.close());

const verdict = (password: string, username = 'wanghushi') =>
  t.deps
    .inTenant(me.tenantId, (tx) => checkNewPassword(tx, username, password))
    .then(
      () => null,
      (error: Error) => error.message,
    );
const choose = (value: string) =>
  t.deps.inTenant(me.tenantId, (tx) =>
    tx.run(
      db
        .insertInto('parameters')
        .values({ tenant_id: me.tenantId, name: '密码规则', key: 'PASSWORD_POLICY', value })
        .onConflict((on) => on.columns(['tenant_id', 'key']).doUpdateSet({ value })),
    ),
  );

describe('the policy of a tenant', () => {
  it('is one of the specification, and either of two until one is chosen', async () => {
    const cases: Record<string, [accepted: string[], refused: [string, string][]]> = {
      '': [
        ['tulip4827', 'Tulip-Garden4827'],
        [
          ['tulipgarden', '密码必须包含数字和字母'],
          ['tulipgarden4827', '密码长度不能超过12位'],
        ],
      ],
      basic: [['tulipgarden', 'tulip4'], [['tuli4', '密码长度不能少于6位']]],
      normal: [['tulip4827'], [['Tulip-Garden4827', '密码长度不能超过12位']]],
      strict: [['Tulip-4827'], [['tulip4827', '密码应为6到16位，且包含大写字母、小写字母、数字和特殊符号']]],
      nonsense: [['tulip4827'], [['tulipgarden', '密码必须包含数字和字母']]],
    };
    for (const [policy, [accepted, refused]] of Object.entries(cases)) {
      if (policy) await choose(policy);
      for (const password of accepted) assert.equal(await verdict(password), null, `${policy} ${password}`);
      for (const [password, message] of refused) assert.equal(await verdict(password), message, `${policy} ${password}`);
    }
    await choose('either');
  });

  it('holds wherever a password is set, and the person can read it', async () => {
    await choose('strict');
    const told = (await t.route(ownAccounts.passwordPolicy, me)).data;
    assert.deepEqual(told, { policy: 'strict', rule: '6到16位，包含大写字母、小写字母、数字和特殊符号。' });
    assert.equal((await t.route(ownAccounts.passwordPolicy, null)).status, 401);
    const own = await t.route(users.edit, me, { password: PASSWORD, newpassword1: 'garden4827' });
    assert.equal(own.status, 400);
    const made = await t.route(users.create, me, { username: 'policy-user', nickName: '新人', password: 'garden4827', role: [] });
    assert.deepEqual([made.status, made.msg], [400, '密码应为6到16位，且包含大写字母、小写字母、数字和特殊符号']);
    await choose('either');
  });

  it('never allows the sign-in name, the old password or what everybody tries', async () => {
    assert.equal(await verdict('wanghushi1', 'wanghushi'), '密码不能包含用户名');
    assert.equal(await verdict('ihsuhgnaw7', 'wanghushi'), '密码不能包含用户名');
    assert.equal(await verdict(PASSWORD, me.username), '新密码不能与原密码相同');
    assert.equal(await verdict('woaini1314'), '密码过于常见，请换一个不易被猜到的密码');
    const kept = await t.route(users.edit, me, { password: PASSWORD, newpassword1: PASSWORD });
    assert.deepEqual([kept.status, kept.msg], [422, '新密码不能与原密码相同']);
  });
});

describe('common passwords', () => {
  it('are known by list and by shape', () => {
    assert.ok(knownWords >= 200);
    const common =
      'abc123 abc12345 qwe123 1qaz2wsx admin2024 Admin@2024 woaini1314 woaini520 1314woaini P@ssw0rd a1b2c3d4 a1a1a1 aaa111 111111 123456 654321 112233 19900101 13800001111 Qwe123!@ zxcvbnm1 password1! yanglao2026 Hushi123 zhongguo666';
    for (const password of common.split(' ')) assert.ok(isCommonPassword(password), password);
  });

  it('do not include what is hard to guess', () => {
    for (const password of ['tulip4827', 'Changed9', 'new12345', 'k7m2pq9w', 'Sun9flower', '3Cranes-fly', '雨后春笋8q'])
      assert.ok(!isCommonPassword(password), password);
    for (let round = 0; round < 500; round++) assert.ok(!isCommonPassword(randomPassword()));
  });

  it('are judged at once, however they are made', () => {
    // Shapes that make careless patterns run away.
    for (const text of ['a@'.repeat(32), '1'.repeat(63) + '!', `${'a'.repeat(31)}1!${'1'.repeat(30)}?x`, '!'.repeat(64)])
      assert.equal(typeof isCommonPassword(text), 'boolean');
  });

  it('resemble a name forwards, backwards and in part', () => {
    assert.deepEqual(
      [
        resembles('Zhangsan88', 'zhangsan'),
        resembles('nasgnahz88', 'zhangsan'),
        resembles('zhangsan', 'zhangsan.nurse'),
        resembles('tulip4827', 'zhangsan'),
        resembles('ab4827xy', 'ab'),
      ],
      [true, true, true, false, false],
    );
  });
});
