import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { databaseOf, isStale, KEPT_MS, putFirst, readOwners, type Owner } from './owners.ts';

const owner = (tenantId: number, userId: number, change: Partial<Owner> = {}): Owner => ({
  tenantId,
  userId,
  name: '王芳',
  syncedAt: null,
  waiting: 0,
  ...change,
});

describe('whose data lies on the phone', () => {
  it('is told apart by tenant and user', () => {
    assert.equal(new Set([owner(1, 2), owner(1, 3), owner(2, 2), owner(12, 2), owner(1, 22)].map(databaseOf)).size, 5);
    assert.deepEqual(
      putFirst([owner(1, 2), owner(2, 2)], owner(2, 2, { waiting: 3 })).map(({ tenantId, waiting }) => [tenantId, waiting]),
      [
        [2, 3],
        [1, 0],
      ],
    );
  });
  it('is nobody’s when the note is broken', () => {
    for (const text of [null, '', '{', '{}', 'null', '[null]', '[{"tenantId":"1","userId":2}]'])
      assert.deepEqual(readOwners(text), [], String(text));
    assert.deepEqual(readOwners(JSON.stringify([owner(1, 2)])), [owner(1, 2)]);
  });
  const now = Date.parse('2026-11-21T09:00:00+08:00');
  for (const [name, syncedAt, expected] of [
    ['just now', now, false],
    ['three days ago', now - KEPT_MS, false],
    ['a moment longer ago', now - KEPT_MS - 1, true],
    ['never', null, false],
    ['by a clock that went a little wrong', now + 60_000, false],
    ['by a clock that was turned back', now + 3_700_000, true],
  ] as const)
    it(`goes when last synchronised ${name}: ${expected}`, () => assert.equal(isStale({ syncedAt }, now), expected));
});
