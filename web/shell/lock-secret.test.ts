import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { hashOf, newSalt } from './lock-secret.ts';

describe('what is kept of a lock password', () => {
  it('is PBKDF2, as node:crypto makes it', () => {
    for (const password of ['1', '锁屏密码', 'x'.repeat(64), 'y'.repeat(65), 'z'.repeat(200), 'Abc123!@#']) {
      for (const [salt, rounds] of [
        ['00ff', 1],
        [newSalt(), 2],
        ['s'.repeat(80), 37],
      ] as const)
        assert.equal(
          hashOf(password, salt, rounds),
          pbkdf2Sync(password, salt, rounds, 32, 'sha256').toString('hex'),
          `${password} ${salt} ${rounds}`,
        );
    }
    assert.equal(hashOf('1234', 'ab'), pbkdf2Sync('1234', 'ab', 10_000, 32, 'sha256').toString('hex'));
  });

  it('differs from salt to salt', () => {
    const [one, other] = [newSalt(), newSalt()];
    assert.match(one, /^[0-9a-f]{32}$/);
    assert.notEqual(one, other);
    assert.notEqual(hashOf('1234', one, 10), hashOf('1234', other, 10));
  });
});
