import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { nonceOf, readReturn } from './wechat.ts';

describe('the way back from WeChat', () => {
  it('is ours only with a purpose, a nonce and a code', () => {
    const nonce = 'a'.repeat(32);
    assert.deepEqual(readReturn(`?code=c1&state=login.${nonce}`), { purpose: 'login', code: 'c1', nonce });
    assert.deepEqual(readReturn(`?state=bind.${nonce}&code=c%2F2`), { purpose: 'bind', code: 'c/2', nonce });
    for (const search of [
      '',
      `?state=login.${nonce}`,
      '?code=c1',
      '?code=c1&state=login',
      `?code=c1&state=other.${nonce}`,
      `?code=c1&state=login.${nonce}0`,
    ])
      assert.equal(readReturn(search), null, search);
  });

  it('gives the nonce of a sign-in only, not of a binding', () => {
    assert.equal(nonceOf(`login.${'b'.repeat(32)}`), 'b'.repeat(32));
    for (const state of [null, '', 'login.x', `bind.${'b'.repeat(32)}`]) assert.equal(nonceOf(state), '', String(state));
  });
});
