/**
 * The frame in which the official SDK of Aliyun's call centre runs: a document of its own, whose policy alone is open to the address that
 * the institution gave. What it and our page say to each other stands here. Pure.
 */
import { z } from 'zod';

const FRAME = /^\/cloudcall\/frame\/([\w.-]{1,200})$/;
/** The address of the frame that a ticket opens. */
export const frameAddress = (ticket: string): string => `/cloudcall/frame/${ticket}`;
/** The ticket in the address of a frame; null on every other page. */
export const frameTicketOf = (address: string): string | null => FRAME.exec(address)?.[1] ?? null;

/** The scripts and styles of the SDK, in the order in which they are loaded: addresses with spaces between them. */
export const sdkAddresses = (text: string): string[] =>
  text.split(/\s+/).filter((address) => /^(https:\/\/|http:\/\/127\.0\.0\.1:)/.test(address) && URL.canParse(address));

/** Whose scripts may run in the frame: Aliyun's. They run in our origin, so an institution may not name any others by itself. */
const OWN_HOSTS = ['alicdn.com', 'aliyun.com', 'aliyuncs.com', '127.0.0.1'];

/** The first host that is neither Aliyun's nor one of `more`, each with all below it; null when all may be loaded. */
export function strangeSdkHost(addresses: readonly string[], more: readonly string[]): string | null {
  const known = [...OWN_HOSTS, ...more];
  const isKnown = (host: string) => known.some((one) => host === one || host.endsWith(`.${one}`));
  return addresses.map((address) => new URL(address).hostname).find((host) => !isKnown(host)) ?? null;
}

/** What the SDK speaks to: its sockets stand at addresses that the cloud names when a seat comes on duty. */
const CLOUD = 'https://*.aliyuncs.com wss://*.aliyuncs.com';

/** The content security policy of the frame. The SDK sets styles of its own. */
export function framePolicy(addresses: readonly string[]): string {
  const origins = [...new Set(addresses.map((address) => new URL(address).origin))].join(' ');
  return (
    `default-src 'none'; script-src 'self' ${origins}; style-src 'self' 'unsafe-inline' ${origins}; connect-src ${origins} ${CLOUD}; ` +
    `img-src 'self' data: ${origins}; font-src data: ${origins}; media-src blob: data: ${origins}; worker-src blob:; base-uri 'none'; ` +
    "form-action 'none'; frame-ancestors 'self'"
  );
}

/** Hooks of the SDK that we follow. */
export const sdkHooks = [
  'onStatusChange',
  'onCallComing',
  'onCallDialing',
  'onCallEstablish',
  'onCallRelease',
  'onHangUp',
  'onErrorNotify',
] as const;
export type SdkHook = (typeof sdkHooks)[number];

export interface FrameConfig {
  addresses: string[];
  instanceId: string;
  regionId: string;
  afterCallRule: number;
}
export type ToFrame =
  | { kind: 'begin'; config: FrameConfig }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'call'; callee: string };
export const FromFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('ask'), id: z.number(), action: z.string().max(60), params: z.looseObject({}) }),
  z.object({ kind: z.literal('hook'), hook: z.enum(sdkHooks), detail: z.unknown() }),
  z.object({ kind: z.literal('problem'), text: z.string().max(200) }),
]);
export type FromFrame = z.output<typeof FromFrame>;

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))
  .catch('');
const Detail = z
  .looseObject({ caller: text, callee: text, jobId: text, code: z.number().nullish().catch(null), errorMsg: text })
  .catch({ caller: '', callee: '', jobId: '', code: null, errorMsg: '' });

/** The call at hand and the code of the seat, as our pages know them. */
export interface CloudNow {
  state: number;
  call: { callPhone: string; jobId: string; status: 0 | 1 | 2 } | null;
  problem: string | null;
}
export const cloudOffline: CloudNow = { state: 1, call: null, problem: null };

const STATUS: Partial<Record<SdkHook, 0 | 1 | 2>> = {
  onCallComing: 0,
  onCallDialing: 0,
  onCallEstablish: 1,
  onCallRelease: 2,
  onHangUp: 2,
};

/** What a hook makes of what was known. Not registered (-1, 0) is offline. */
export function hooked(now: CloudNow, hook: SdkHook, given: unknown): CloudNow {
  const { caller, callee, jobId, code, errorMsg } = Detail.parse(given ?? {});
  if (hook === 'onStatusChange') return typeof code === 'number' ? { ...now, state: Math.max(1, code), problem: null } : now;
  if (hook === 'onErrorNotify') return { ...now, problem: errorMsg || '阿里云语音出错，请刷新页面重试' };
  const status = STATUS[hook] as 0 | 1 | 2;
  const before = now.call;
  const other = hook === 'onCallComing' ? caller : hook === 'onCallDialing' ? callee : '';
  // What ends or is established without having begun is of an earlier page: there is nothing to say of it.
  if (status > 0 && before === null) return now;
  return { ...now, call: { callPhone: other || (before?.callPhone ?? ''), jobId: jobId || (before?.jobId ?? ''), status } };
}
