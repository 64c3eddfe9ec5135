/** What the environment says of the services of others: short messages, files, WeChat, payment. docs/operations.md lists the variables. */
import { readFileSync } from 'node:fs';
import type { S3Settings } from './files/file-store-s3.ts';
import type { LocatorSettings } from './geo/network-locator.ts';

export type SmsSettings =
  | { adapter: 'log' }
  | { adapter: 'http'; url: string; body: string; type: string; key: string | null }
  | {
      adapter: 'aliyun';
      url: string;
      accessKeyId: string;
      accessKeySecret: string;
      sign: string;
      template: string;
      noticeTemplate: string | null;
    };

export interface WechatSettings {
  appId: string;
  secret: string;
  /** Where the page of the QR code is, and where codes are exchanged. */
  connectUrl: string;
  apiUrl: string;
}

/** VAPID (RFC 8292), as `npx web-push generate-vapid-keys` writes the keys. */
export interface WebPushSettings {
  publicKey: string;
  privateKey: string;
  /** Whom a push service may write to: `mailto:` or an https address. */
  subject: string;
}

/** Of WeChat Pay, API v3. */
export interface WechatPaySettings {
  mchId: string;
  appId: string;
  /** Of our certificate, and its private key (PEM). */
  serial: string;
  privateKey: string;
  /** 32 bytes, for what notices carry. */
  apiV3Key: string;
  /** WeChat's public key (PEM) with its id: what answers and notices are signed with. */
  publicKeyId: string;
  publicKey: string;
  url: string;
}

/** Of Alipay's RSA2. */
export interface AlipaySettings {
  appId: string;
  /** Ours, PEM. */
  privateKey: string;
  /** Alipay's, PEM. */
  publicKey: string;
  url: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An http(s) address without its trailing slash. Throws when it is none. */
export function readAddress(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) throw new Error(`${name} must be an http(s) address`);
  return value.replace(/\/+$/, '');
}

function need(env: Environment, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/**
 * Where cells and access points are looked up: LOCATE_SERVICE `amap` or `geolocate`; null without. Throws when what it needs is missing.
 */
export function readLocator(env: Environment): LocatorSettings | null {
  switch (env.LOCATE_SERVICE || '') {
    case '':
      return null;
    case 'amap':
      return {
        service: 'amap',
        url: readAddress('LOCATE_URL', env.LOCATE_URL || 'https://apilocate.amap.com'),
        key: need(env, 'LOCATE_KEY'),
      };
    case 'geolocate':
      return { service: 'geolocate', url: readAddress('LOCATE_URL', need(env, 'LOCATE_URL')), key: env.LOCATE_KEY || null };
    default:
      throw new Error('LOCATE_SERVICE must be amap or geolocate');
  }
}

/** How short messages leave: SMS_ADAPTER `log` (default), `http` or `aliyun`. Throws when what the adapter needs is missing. */
export function readSms(env: Environment): SmsSettings {
  switch (env.SMS_ADAPTER || 'log') {
    case 'log':
      return { adapter: 'log' };
    case 'http':
      return {
        adapter: 'http',
        url: readAddress('SMS_URL', need(env, 'SMS_URL')),
        body: env.SMS_BODY || '{"phone":"{phone}","text":"{text}"}',
        type: env.SMS_CONTENT_TYPE || 'application/json',
        key: env.SMS_KEY || null,
      };
    case 'aliyun':
      return {
        adapter: 'aliyun',
        url: readAddress('SMS_URL', env.SMS_URL || 'https://dysmsapi.aliyuncs.com'),
        accessKeyId: need(env, 'SMS_ACCESS_KEY_ID'),
        accessKeySecret: need(env, 'SMS_ACCESS_KEY_SECRET'),
        sign: need(env, 'SMS_SIGN'),
        template: need(env, 'SMS_TEMPLATE'),
        noticeTemplate: env.SMS_NOTICE_TEMPLATE || null,
      };
    default:
      throw new Error('SMS_ADAPTER must be log, http or aliyun');
  }
}

/** Files in an S3-compatible store: on when S3_ENDPOINT is set. Throws when the rest is missing. */
export function readS3(env: Environment): S3Settings | null {
  if (!env.S3_ENDPOINT) return null;
  return {
    endpoint: readAddress('S3_ENDPOINT', env.S3_ENDPOINT),
    bucket: need(env, 'S3_BUCKET'),
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: need(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: need(env, 'S3_SECRET_ACCESS_KEY'),
    prefix: env.S3_PREFIX || '',
  };
}

/** Messages to browsers without an open page: off unless the public key is set. Throws when the rest is missing. */
export function readWebPush(env: Environment): WebPushSettings | null {
  const publicKey = env.WEB_PUSH_PUBLIC_KEY;
  if (!publicKey) return null;
  const subject = need(env, 'WEB_PUSH_SUBJECT');
  if (!/^(mailto:|https:)/.test(subject)) throw new Error('WEB_PUSH_SUBJECT must be a mailto: or https: address');
  return { publicKey, privateKey: need(env, 'WEB_PUSH_PRIVATE_KEY'), subject };
}

/** Sign-in by WeChat: off unless the application's id is set. Throws when the rest is missing. */
export function readWechat(env: Environment, publicUrl: string | null): WechatSettings | null {
  const appId = env.YIAN_WECHAT_APP_ID;
  if (!appId) return null;
  if (!publicUrl) throw new Error('Sign-in by WeChat needs PUBLIC_URL: WeChat sends people back there');
  return {
    appId,
    secret: need(env, 'YIAN_WECHAT_SECRET'),
    connectUrl: readAddress('YIAN_WECHAT_CONNECT_URL', env.YIAN_WECHAT_CONNECT_URL || 'https://open.weixin.qq.com'),
    apiUrl: readAddress('YIAN_WECHAT_URL', env.YIAN_WECHAT_URL || 'https://api.weixin.qq.com'),
  };
}

/** A key in PEM, from the file that a variable names. Throws when there is none. */
function needKey(env: Environment, name: string): string {
  const text = readFileSync(need(env, name), 'utf8');
  if (!text.includes('-----BEGIN ')) throw new Error(`${name} must name a PEM file`);
  return text;
}

const needPublicUrl = (publicUrl: string | null, what: string) => {
  if (!publicUrl) throw new Error(`${what} needs PUBLIC_URL: it is told there what was paid`);
};

/** WeChat Pay: off unless WECHATPAY_MCHID is set. Throws when the rest is missing. */
export function readWechatPay(env: Environment, publicUrl: string | null): WechatPaySettings | null {
  const mchId = env.WECHATPAY_MCHID;
  if (!mchId) return null;
  needPublicUrl(publicUrl, 'WeChat Pay');
  const apiV3Key = need(env, 'WECHATPAY_APIV3_KEY');
  if (Buffer.byteLength(apiV3Key) !== 32) throw new Error('WECHATPAY_APIV3_KEY must have 32 bytes');
  return {
    mchId,
    appId: need(env, 'WECHATPAY_APPID'),
    serial: need(env, 'WECHATPAY_SERIAL'),
    privateKey: needKey(env, 'WECHATPAY_KEY_FILE'),
    apiV3Key,
    publicKeyId: need(env, 'WECHATPAY_PUBLIC_KEY_ID'),
    publicKey: needKey(env, 'WECHATPAY_PUBLIC_KEY_FILE'),
    url: readAddress('WECHATPAY_URL', env.WECHATPAY_URL || 'https://api.mch.weixin.qq.com'),
  };
}

/** Alipay: off unless ALIPAY_APP_ID is set. Throws when the rest is missing. */
export function readAlipay(env: Environment, publicUrl: string | null): AlipaySettings | null {
  const appId = env.ALIPAY_APP_ID;
  if (!appId) return null;
  needPublicUrl(publicUrl, 'Alipay');
  return {
    appId,
    privateKey: needKey(env, 'ALIPAY_KEY_FILE'),
    publicKey: needKey(env, 'ALIPAY_PUBLIC_KEY_FILE'),
    url: readAddress('ALIPAY_URL', env.ALIPAY_URL || 'https://openapi.alipay.com/gateway.do'),
  };
}

/** The application at TTLock's open platform (`TTLOCK_*`); null where it is off. */
export function readTtlock({ TTLOCK_CLIENT_ID: clientId, TTLOCK_CLIENT_SECRET: clientSecret, TTLOCK_URL: url }: Environment) {
  return clientId && clientSecret ? { clientId, clientSecret, url: (url || 'https://cnapi.ttlock.com').replace(/\/+$/, '') } : null;
}
