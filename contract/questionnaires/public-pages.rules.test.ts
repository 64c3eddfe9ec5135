import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fillKeyOf, fillReadsOf, isStrangersPage, publicResultAddress } from './public-pages.rules.ts';

describe('pages of strangers', () => {
  it('are the link of a questionnaire and its public results, with or without a query', () => {
    for (const address of ['/s/abc', '/s/abc?from=x', '/questionnaire/public/result', publicResultAddress('abc')])
      assert.ok(isStrangersPage(address), address);
    for (const address of ['/s', '/s/', '/s/a/b', '/stay/index', '/questionnaire/public/results', '/x/s/abc'])
      assert.ok(!isStrangersPage(address), address);
  });

  it('read what one questionnaire has, whatever its key looks like', () => {
    const reads = Object.values(fillReadsOf('a/b c'));
    assert.equal(reads.length, 5);
    for (const address of reads) assert.ok(address.startsWith('/questionnaire/') && address.endsWith('a%2Fb%20c'), address);
  });

  it('name their questionnaire', () => {
    assert.equal(fillKeyOf('/s/abc'), 'abc');
    assert.equal(fillKeyOf('/questionnaire/public/result'), null);
    assert.equal(publicResultAddress('a b'), '/questionnaire/public/result?projectKey=a%20b');
  });
});
