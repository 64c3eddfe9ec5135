/** docs/rules.md: the rules of the contract and the tests that name them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RULES_LIST, rulesList, untestedRules } from './rules-list.ts';

describe('the list of rules', () => {
  it('is what the source says today: `npm run docs:rules` writes it', () => {
    assert.equal(readFileSync(join(import.meta.dirname, '..', RULES_LIST), 'utf8'), rulesList());
  });

  it('has no rule without a test that names it', () => assert.deepEqual(untestedRules(), []));

  it('says of every rule in a sentence what it decides', () => {
    const silent = rulesList().match(/^\| `[^`]+` \|  \|/gm);
    assert.equal(silent, null);
  });
});
