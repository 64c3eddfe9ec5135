/** Everything the environment decides; nothing else on the server reads it. docs/operations.md lists the variables. */
import { resolve } from 'node:path';
import {
  readAddress,
  readAlipay,
  readLocator,
  readS3,
  readSms,
  readTtlock,
  readWechat,
  readWebPush,
  readWechatPay,
  type AlipaySettings,
  type SmsSettings,
  type WebPushSettings,
  type WechatPaySettings,
  type WechatSettings,
} from './integration-settings.ts';
import type { S3Settings } from './files/file-store-s3.ts';
import type { LocatorSettings } from './geo/network-locator.ts';

const env = process.env;
const number = (name: string, fallback: number) => {
  const value = env[name] === undefined || env[name] === '' ? fallback : Number(env[name]);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new Error(`${name} must be a port or count between 0 and 65535`);
  return value;
};

/** Environment variables of the device ports beside that of the watches: a protocol without one is off. */
export const devicePorts = { iw: 'IW_PORT', gt06: 'GT06_PORT', jt808: 'JT808_PORT', ev07b: 'EV07B_PORT' } as const;

function readDevicePorts(taken: readonly number[]): Config['devicePorts'] {
  const named = Object.entries(devicePorts).filter(([, name]) => env[name]);
  const ports = named.map(([protocol, name]) => [protocol, number(name, 0)] as const);
  const used = [...taken, ...ports.map(([, port]) => port), ...messagePorts.map(optional)].filter(Boolean);
  if (new Set(used).size < used.length)
    throw new Error(
      `PORT, WATCH_PORT, the ports behind them (counters) and ${[...Object.values(devicePorts), ...messagePorts].join(', ')} must differ`,
    );
  return Object.fromEntries(ports);
}

/** Ports of the gateways that take messages; like the others they are off until they are set. */
const messagePorts = ['MQTT_PORT', 'WEBHOOK_PORT'] as const;
const optional = (name: (typeof messagePorts)[number]) => (env[name] ? number(name, 0) : null);

export interface Config {
  /** Where files are kept; absent, under the data directory. */
  s3?: S3Settings | null;
  /** Ways for tenants to pay the platform beside a transfer; null is off. */
  wechatPay?: WechatPaySettings | null;
  alipay?: AlipaySettings | null;
  /** Demonstration data and loopback only; on unless a database or production is named. */
  demo: boolean;
  production: boolean;
  host: string;
  port: number;
  watchPort: number;
  /** TCP ports of further device protocols; 0 takes any free port. */
  devicePorts?: Partial<Record<keyof typeof devicePorts, number>>;
  /** MQTT 3.1.1 of devices; null is off, 0 any free port. */
  mqttPort?: number | null;
  /** Where vendors post beside the web's own port; null is off, 0 any free port. */
  webhookPort?: number | null;
  dataDir: string;
  databaseUrl: string | null;
  poolSize: number;
  logLevel: string;
  /** CIDR list of proxies whose X-Forwarded-For counts; never a number. */
  trustProxy: string[];
  amapKey: string | null;
  /** Another origin than AMap's own: the proxy of an inner network. */
  amapUrl?: string | null;
  /** Where cells and access points are looked up, for tenants that allow it; null is off. */
  locator?: LocatorSettings | null;
  /** 16 ASCII characters with which clients encrypt a password (contract/users/passwords.rules.ts has the default). */
  passwordKey?: string;
  /** Origins that pages may load map tiles from (MAP_TILE_ORIGINS), as the content security policy writes them. */
  mapTileOrigins?: readonly string[];
  /** How short messages leave; absent they end in a file of the data directory. */
  sms?: SmsSettings;
  /** The address that people open, without a trailing slash; links and redirections need it. */
  publicUrl?: string | null;
  /** Sign-in by WeChat; null is off. */
  wechat?: WechatSettings | null;
  /** Messages to browsers without an open page; null is off. */
  webPush?: WebPushSettings | null;
}

/** AMap's tiles, unless the operator names others. Throws on what is no origin: it would open or break the policy of every page. */
function readTileOrigins(value: string | undefined): string[] {
  const origins = (value ?? 'https://*.is.autonavi.com').split(/[\s,]+/).filter(Boolean);
  for (const origin of origins)
    if (!/^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i.test(origin))
      throw new Error(`MAP_TILE_ORIGINS: ${origin} is no origin like https://tiles.example.cn`);
  return origins;
}

/** The configuration from the environment. Throws on a contradiction: demonstration mode in production, or on a public address. */
export function readConfig(): Config {
  const production = env.NODE_ENV === 'production';
  const databaseUrl = env.DATABASE_URL || null;
  const demo = env.DEMO === undefined ? !production && databaseUrl === null : env.DEMO === '1';
  const host = env.HOST || '127.0.0.1';
  if (demo && production) throw new Error('Demonstration mode refuses NODE_ENV=production');
  if (demo && !['127.0.0.1', '::1', 'localhost'].includes(host)) throw new Error('Demonstration mode binds to loopback only');
  if (env.PASSWORD_KEY && !/^[\x21-\x7e]{16}$/.test(env.PASSWORD_KEY)) throw new Error('PASSWORD_KEY must be 16 ASCII characters');
  const port = number('PORT', 8080);
  const watchPort = number('WATCH_PORT', 8841);
  const publicUrl = env.PUBLIC_URL ? readAddress('PUBLIC_URL', env.PUBLIC_URL) : null;
  return {
    demo,
    production,
    host,
    port,
    watchPort,
    devicePorts: readDevicePorts([port, port && port + 1, watchPort, watchPort && watchPort + 1]),
    mqttPort: optional('MQTT_PORT'),
    webhookPort: optional('WEBHOOK_PORT'),
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    poolSize: number('DB_POOL', 10),
    logLevel: env.LOG_LEVEL || 'info',
    trustProxy: (env.TRUST_PROXY || '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    amapKey: env.AMAP_KEY || null,
    amapUrl: env.AMAP_URL || null,
    locator: readLocator(env),
    ...(env.PASSWORD_KEY ? { passwordKey: env.PASSWORD_KEY } : {}),
    mapTileOrigins: readTileOrigins(env.MAP_TILE_ORIGINS),
    sms: readSms(env),
    publicUrl,
    wechat: readWechat(env, publicUrl),
    webPush: readWebPush(env),
    s3: readS3(env),
    wechatPay: readWechatPay(env, publicUrl),
    alipay: readAlipay(env, publicUrl),
  };
}

const listed = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);

/** `40000-40999`. Throws on what is no range of at least ten ports. */
function readCallPorts(value: string | undefined): [number, number] {
  const [, from, to] = /^(\d{4,5})-(\d{4,5})$/.exec(value || '40000-40999') ?? [];
  const range: [number, number] = [Number(from), Number(to)];
  if (!(range[0] >= 1024 && range[1] <= 65_535 && range[1] - range[0] >= 9)) throw new Error('CALL_PORTS must be a range like 40000-40999');
  return range;
}

/** What single areas ask the environment for, read when it is used. */
export const environment = {
  /** Keys of sealed columns, the one that writes first; without it there is that of the key file. */
  fieldKeys: () => listed(env.FIELD_KEYS),
  /** Local socket on which the ingest process takes vendors' pushes; null: in the data directory. */
  pushSocket: () => env.PUSH_SOCKET || null,
  /** Hosts of the own network that may be asked for data; none by default. */
  privateHosts: () => listed(env.POLL_PRIVATE_HOSTS),
  /** Hosts to which tenants may have warnings posted; none by default. */
  webhookHosts: () => listed(env.WARNING_WEBHOOK_HOSTS),
  /** TURN servers that browsers of calls are told, and the secret of their passwords; none by default. */
  turn: () => ({ urls: listed(env.TURN_URLS), secret: env.TURN_SECRET || null }),
  /** Addresses that browsers and telephones reach the sound of calls by; none: those of the interfaces. */
  callAddresses: () => listed(env.CALL_ADDRESSES),
  /** UDP ports of the sound of calls, both ends included; and of SIP, 0 is off. */
  callPorts: () => readCallPorts(env.CALL_PORTS),
  sipPort: () => number('SIP_PORT', 0),
  /** Hosts beside Aliyun's own whose scripts an institution may name as the SDK of its call centre; none by default. */
  callSdkHosts: () => listed(env.CALL_SDK_HOSTS),
  /** A gateway that takes mails as a POST; null: they are written down. */
  mailUrl: () => env.WARNING_MAIL_URL || null,
  /** Push services in the own network, beside those of browsers' makers; none by default. */
  pushHosts: () => listed(env.WEB_PUSH_HOSTS),
  /** Where pictures of cameras may be fetched, as the operator wrote it. */
  cameraNetworks: () => env.CAMERA_NETWORKS ?? '',
  /** Cameras that are turned into streams at once. */
  cameraStreams: () => Number(env.CAMERA_STREAMS || 8),
  ffmpeg: () => env.FFMPEG_PATH || 'ffmpeg',
  /** The application at TTLock; null where it is off. */
  ttlock: () => readTtlock(env),
  /** The secret part of the address that TTLock calls; null where it is off. */
  ttlockCallbackKey: () => env.TTLOCK_CALLBACK_KEY || null,
};
