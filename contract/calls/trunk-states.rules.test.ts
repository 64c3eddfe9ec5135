import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { trunkText } from './trunk-states.rules.ts';

describe('trunkText', () => {
  const trunk = { username: 'house', registers: true };
  const row = { provider: 2, enabled: true, hasSecret: true, trunk, trunkStatus: null as number | null };
  it('says whether the trunk takes us, and why not', () => {
    assert.equal(trunkText(row), '等待注册');
    assert.equal(trunkText({ ...row, trunkStatus: 200 }), '已注册');
    assert.equal(trunkText({ ...row, trunkStatus: 401 }), '失败：账号或密码不正确');
    assert.equal(trunkText({ ...row, trunkStatus: 408 }), '失败：中继没有应答，请检查地址和端口');
    assert.equal(trunkText({ ...row, hasSecret: false }), '失败：没有填写中继账号和密码');
    assert.equal(trunkText({ ...row, trunkStatus: 488 }), '失败：中继答复488');
  });
  it('says nothing of a service that has no trunk, or is not in use', () => {
    assert.equal(trunkText({ ...row, provider: 1 }), '');
    assert.equal(trunkText({ ...row, enabled: false, trunkStatus: 200 }), '');
    assert.equal(trunkText({ ...row, trunk: { ...trunk, registers: false }, trunkStatus: 200 }), '不注册');
  });
});
