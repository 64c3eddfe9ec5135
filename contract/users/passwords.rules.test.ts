import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { asPasswordPolicy, basicPasswordProblem, passwordPolicies, passwordRule, policyProblem } from './passwords.rules.ts';

describe('a password', () => {
  it('has six characters at least under every policy, and the specification’s words say so', () => {
    assert.equal(basicPasswordProblem(''), '请输入密码');
    assert.equal(basicPasswordProblem('a1234'), '密码长度不能少于6位');
    assert.equal(basicPasswordProblem('a12345'), null);
    assert.equal(basicPasswordProblem('a'.repeat(64)), null);
    assert.equal(basicPasswordProblem('a'.repeat(65)), '密码长度不能超过64位');
    for (const policy of passwordPolicies) assert.notEqual(policyProblem(policy, 'Aa1!x'), null, policy);
  });

  it('is judged by the policy that the institution names, and by either rule where it names none', () => {
    assert.deepEqual(['basic', 'normal', 'strict', 'either', 'lax', '', null, undefined].map(asPasswordPolicy), [
      'basic',
      'normal',
      'strict',
      'either',
      'either',
      'either',
      'either',
      'either',
    ]);
    const cases: [string, boolean, boolean, boolean, boolean][] = [
      // The password, and whether either, basic, normal and strict take it.
      ['abcdef', false, true, false, false],
      ['abc123', true, true, true, false],
      ['Abc12!', true, true, true, true],
      ['Abcdefgh1234!', true, true, false, true],
      ['abcdefgh12345', false, true, false, false],
    ];
    for (const [password, ...taken] of cases)
      assert.deepEqual(
        passwordPolicies.map((policy) => policyProblem(policy, password) === null),
        taken,
        password,
      );
  });

  it('has a rule that people read under every policy', () =>
    assert.equal(new Set(passwordPolicies.map(passwordRule)).size, passwordPolicies.length));
});
