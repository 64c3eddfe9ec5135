import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { AWAITED, failed, hasArrived } from './decision.ts';

const decision = { version: 3, processMode: 1, isDisposed: 2, remark: '误触按钮' };
const row = { version: 4, isDisposed: 2, remark: '误触按钮' };

describe('a decision about a warning', () => {
  it('that was refused says why and is not lost', () => {
    assert.deepEqual(failed(decision, { status: 409, message: '同事已处理' }), { refusal: '同事已处理', lost: null });
  });

  it('without an answer is lost until the warning shows it', () => {
    const lost = failed(decision, { status: 0, message: '网络不通' });
    assert.deepEqual(lost, { refusal: '网络不通', lost: decision });
    assert.equal(hasArrived(lost, row), true);
    assert.equal(hasArrived(lost, undefined), false);
  });

  it('has not arrived when the warning is as before, or when a colleague decided otherwise', () => {
    const lost = failed(decision, { status: 0, message: '网络不通' });
    assert.equal(hasArrived(lost, { ...row, version: 3 }), false);
    assert.equal(hasArrived(lost, { ...row, isDisposed: 1 }), false);
    assert.equal(hasArrived(lost, { ...row, remark: null }), false);
  });

  it('without a remark has arrived when the warning has none', () => {
    assert.equal(hasArrived(failed({ ...decision, remark: '' }, { status: 0, message: '' }), { ...row, remark: null }), true);
  });

  it('that is awaited has neither failed nor arrived', () => {
    assert.equal(hasArrived(AWAITED, row), false);
    assert.equal(hasArrived(failed(decision, { status: 422, message: '请填写' }), row), false);
  });
});
