import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callTokenOf, clockText } from './call-page.rules.ts';

describe('the page of a link that calls', () => {
  it('is known by its address alone', () => {
    assert.equal(callTokenOf('/c/12.abc_-'), '12.abc_-');
    assert.equal(callTokenOf('/c/12.abc?from=qr'), '12.abc');
    for (const other of ['/c', '/c/', '/c/a/b', '/care/plan', '/s/12']) assert.equal(callTokenOf(other), null, other);
  });

  it('counts minutes and seconds, hours when it comes to that', () => {
    assert.deepEqual([0, 5.9, 65, 3729, -3].map(clockText), ['0:00', '0:05', '1:05', '1:02:09', '0:00']);
  });
});
