import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  cloudOffline,
  framePolicy,
  frameAddress,
  frameTicketOf,
  FromFrame,
  hooked,
  sdkAddresses,
  strangeSdkHost,
  type SdkHook,
} from './cloud-frame.rules.ts';

describe('the frame of the SDK', () => {
  it('is opened to the addresses of the institution alone', () => {
    const addresses = sdkAddresses('https://g.alicdn.com/a/ui.min.js  https://g.alicdn.com/a/ui.min.css http://evil.example/x.js ftp://x');
    assert.deepEqual(addresses, ['https://g.alicdn.com/a/ui.min.js', 'https://g.alicdn.com/a/ui.min.css']);
    const policy = framePolicy(addresses);
    assert.match(policy, /script-src 'self' https:\/\/g\.alicdn\.com;/);
    assert.doesNotMatch(policy, /evil|unsafe-eval|script-src[^;]*unsafe/);
  });

  it('loads scripts of Aliyun, and of hosts that the operator named', () => {
    const own = ['https://g.alicdn.com/a.js', 'https://aliyuncs.com/b.js', 'http://127.0.0.1:8000/sdk.js'];
    assert.equal(strangeSdkHost(own, []), null);
    for (const host of ['evil.example', 'evilalicdn.com', 'alicdn.com.evil.example', 'sdk.example'])
      assert.equal(strangeSdkHost([...own, `https://${host}/x.js`], []), host);
    assert.equal(strangeSdkHost(['https://cdn.sdk.example/x.js'], ['sdk.example']), null);
  });

  it('has its ticket in its address', () => {
    assert.equal(frameTicketOf(frameAddress('1.2.3.4.abc_-')), '1.2.3.4.abc_-');
    for (const other of ['/cloudcall/frame/', '/cloudcall/frame/a/b', '/cloudcall/frame/a?b', '/x'])
      assert.equal(frameTicketOf(other), null);
  });

  it('says only what is known', () => {
    assert.equal(FromFrame.safeParse({ kind: 'ask', id: 1, action: 'MakeCall', params: { callee: '1' } }).success, true);
    for (const wrong of [{ kind: 'token' }, { kind: 'hook', hook: 'eval' }, { kind: 'ask', id: '1', action: 'x', params: {} }, 'x', null])
      assert.equal(FromFrame.safeParse(wrong).success, false);
  });

  it('maps the hooks to the states of calls: 0 begun, 1 spoken, 2 hung up', () => {
    const after = (...hooks: [SdkHook, unknown][]) => hooks.reduce((now, [hook, detail]) => hooked(now, hook, detail), cloudOffline);
    const coming: [SdkHook, unknown] = ['onCallComing', { caller: '13800000001', callee: '4001', jobId: 'job-1' }];
    assert.deepEqual(after(coming).call, { callPhone: '13800000001', jobId: 'job-1', status: 0 });
    assert.deepEqual(after(coming, ['onCallEstablish', {}]).call, { callPhone: '13800000001', jobId: 'job-1', status: 1 });
    assert.deepEqual(after(coming, ['onCallEstablish', null], ['onHangUp', 'inbound']).call?.status, 2);
    assert.equal(after(['onCallDialing', { callee: '139', jobId: 7 }]).call?.callPhone, '139');
    assert.equal(after(['onHangUp', 'ringing']).call, null);
    assert.equal(after(['onStatusChange', { code: 3, lastCode: 2 }]).state, 3);
    assert.equal(after(['onStatusChange', { code: -1 }]).state, 1);
    assert.equal(after(['onErrorNotify', { errorMsg: '麦克风不可用' }]).problem, '麦克风不可用');
  });
});
