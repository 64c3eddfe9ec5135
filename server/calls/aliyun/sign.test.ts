import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { acs3Headers, percent, rpcSignature } from './sign.ts';

/** The examples of Aliyun's documentation. */
describe('signatures of Aliyun', () => {
  it('RPC', () => {
    const parameters = {
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      Format: 'XML',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      SignatureVersion: '1.0',
      Timestamp: '2016-02-23T12:46:24Z',
      Version: '2014-05-26',
    };
    assert.equal(rpcSignature('GET', parameters, 'testsecret'), 'OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
  });

  it('ACS3-HMAC-SHA256', () => {
    const headers = acs3Headers(
      {
        method: 'POST',
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
        date: '2023-10-26T10:22:32Z',
        nonce: '3156853299f313e23d1673dc12e1703d',
      },
      { keyId: 'YourAccessKeyId', keySecret: 'YourAccessKeySecret' },
    );
    assert.match(headers['authorization'] as string, /Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/);
  });

  it('encode as RFC 3986 does', () => assert.equal(percent("a b*~!'()王"), 'a%20b%2A~%21%27%28%29%E7%8E%8B'));
});
