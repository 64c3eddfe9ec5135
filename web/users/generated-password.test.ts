import { it } from 'node:test';
import assert from 'node:assert/strict';
import { passwordPolicies, policyProblem } from '#contract/users/passwords.rules.ts';
import { generatePassword, secureRandom } from './generated-password.ts';

it('makes passwords that every policy takes, and never the same twice', () => {
  const made = Array.from({ length: 500 }, () => generatePassword(secureRandom));
  for (const password of made)
    for (const policy of passwordPolicies) assert.equal(policyProblem(policy, password), null, `${policy}: ${password}`);
  assert.equal(new Set(made).size, made.length);
});

it('mixes: no place always has the same kind', () => {
  const made = Array.from({ length: 500 }, () => generatePassword(secureRandom));
  for (let at = 0; at < 12; at++) {
    const kinds = new Set(
      made.map((password) => (/[a-z]/.test(password[at] as string) ? 'small' : /[A-Z]/.test(password[at] as string) ? 'capital' : 'other')),
    );
    assert.equal(kinds.size, 3, `place ${at}`);
  }
});
