/** Messages to browsers while no page of ours is open: Web Push (RFC 8030), encrypted for the browser (RFC 8291), signed by VAPID (RFC 8292). */
import webPush from 'web-push';
import { environment } from '../config.ts';
import type { WebPushSettings } from '../integration-settings.ts';
import { OutboundError, problemOf } from '../net/outbound-error.ts';
import { isGood, outbound } from '../net/outbound.ts';
import { outerOr } from '../net/reach.ts';

export interface Subscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Notice {
  title: string;
  text: string;
  link: string;
  /** A further notice with the same one takes its place. */
  tag: string;
}

const TIMEOUT_MS = 5000;
/** The service keeps it so long for a browser that is off. */
const KEPT_SECONDS = 24 * 3600;
/** What the service says of a browser that wants no more. */
const GONE = [404, 410];
/** Asked too often, or the service has trouble: later it may take it. */
const AGAIN = [408, 425, 429];

export type Pushed = { kind: 'sent' } | { kind: 'gone' } | { kind: 'failed'; reason: string; final: boolean };

/** Hands a notice to the service of one browser. Never throws. */
export async function push({ publicKey, privateKey, subject }: WebPushSettings, to: Subscription, notice: Notice): Promise<Pushed> {
  try {
    const { endpoint, headers, body, method } = webPush.generateRequestDetails(
      { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
      JSON.stringify(notice),
      { TTL: KEPT_SECONDS, contentEncoding: 'aes128gcm', urgency: 'high', vapidDetails: { subject, publicKey, privateKey } },
    );
    const answer = await outbound(endpoint, {
      // A subscription names its service: it cannot name a host of the own network.
      reach: outerOr(environment.pushHosts()),
      timeoutMs: TIMEOUT_MS,
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
    });
    if (isGood(answer)) return { kind: 'sent' };
    if (GONE.includes(answer.status)) return { kind: 'gone' };
    return { kind: 'failed', reason: `推送服务应答 ${answer.status}`, final: answer.status < 500 && !AGAIN.includes(answer.status) };
  } catch (error) {
    if (error instanceof OutboundError) return { kind: 'failed', reason: problemOf(error, '推送地址'), final: error.final };
    // Keys that are none.
    return { kind: 'failed', reason: '浏览器给出的密钥不正确', final: true };
  }
}
