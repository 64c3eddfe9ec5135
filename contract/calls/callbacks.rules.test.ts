import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { callbackNumber } from './callbacks.rules.ts';

describe('the number that is called back', () => {
  const of = (kind: number, caller: string, callee = '4001') => callbackNumber({ kind, caller, callee });
  it('is that of the other side, as it is dialled', () => {
    assert.equal(of(1, '+8613800000001'), '13800000001');
    assert.equal(of(1, '0571-87654321'), '057187654321');
    assert.equal(of(4, '4001', '13800000002'), '13800000002');
    assert.equal(of(2, '8001', '13800000003'), '13800000003');
  });
  it('is none where the caller shows none', () => {
    for (const caller of ['', 'anonymous', 'unknown', 'sip:x']) assert.equal(of(1, caller), null, caller);
  });
});
