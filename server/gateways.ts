/** What the environment says of the services of others: short messages, WeChat. docs/operations.md lists the variables. */
import type { S3Settings } from './system/file-store-s3.ts';

export type SmsSettings =
  | { adapter: 'log' }
  | { adapter: 'http'; url: string; body: string; type: string; key: string | null }
  | { adapter: 'aliyun'; url: string; accessKeyId: string; accessKeySecret: string; sign: string; template: string; noticeTemplate: string | null };

export interface WechatSettings {
  appId: string;
  secret: string;
  /** Where the page of the QR code is, and where codes are exchanged. */
  connectUrl: string;
  apiUrl: string;
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
