import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAlipay, readWechatPay } from './integration-settings.ts';

const PUBLIC = 'https://yian.example.com';
let folder: string;
let pem: string;
let text: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'yian-keys-'));
  pem = join(folder, 'key.pem');
  text = join(folder, 'key.txt');
  writeFileSync(pem, '-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----\n');
  writeFileSync(text, 'AA==');
});
after(() => rmSync(folder, { recursive: true }));

describe('ways to pay', () => {
  it('are off without their first variable', () => {
    assert.equal(readWechatPay({}, PUBLIC), null);
    assert.equal(readAlipay({}, null), null);
  });

  it('say what is missing instead of starting without it', () => {
    const wechat = () => ({
      WECHATPAY_MCHID: '1900000001',
      WECHATPAY_APPID: 'wx1',
      WECHATPAY_SERIAL: 'S1',
      WECHATPAY_KEY_FILE: pem,
      WECHATPAY_APIV3_KEY: 'k'.repeat(32),
      WECHATPAY_PUBLIC_KEY_ID: 'PUB1',
      WECHATPAY_PUBLIC_KEY_FILE: pem,
    });
    assert.equal(readWechatPay(wechat(), PUBLIC)?.url, 'https://api.mch.weixin.qq.com');
    assert.throws(() => readWechatPay(wechat(), null), /PUBLIC_URL/);
    for (const name of Object.keys(wechat()).slice(1))
      assert.throws(() => readWechatPay({ ...wechat(), [name]: '' }, PUBLIC), new RegExp(name));
    assert.throws(() => readWechatPay({ ...wechat(), WECHATPAY_APIV3_KEY: 'short' }, PUBLIC), /32 bytes/);
    assert.throws(() => readWechatPay({ ...wechat(), WECHATPAY_KEY_FILE: text }, PUBLIC), /PEM/);
    const alipay = { ALIPAY_APP_ID: '2021', ALIPAY_KEY_FILE: pem, ALIPAY_PUBLIC_KEY_FILE: pem };
    assert.equal(readAlipay(alipay, PUBLIC)?.url, 'https://openapi.alipay.com/gateway.do');
    assert.throws(() => readAlipay(alipay, null), /PUBLIC_URL/);
    assert.throws(() => readAlipay({ ...alipay, ALIPAY_PUBLIC_KEY_FILE: '' }, PUBLIC), /ALIPAY_PUBLIC_KEY_FILE/);
  });
});
