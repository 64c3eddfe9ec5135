/** WeChat's web sign-in (OAuth2, scope snsapi_login): the way to its QR code, and from the code that comes back to a person. */
import type { WechatSettings } from '../integration-settings.ts';
import { Refusal, unauthorized } from '../errors.ts';
import { isGood, outbound } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';

const TIMEOUT_MS = 5000;
const away = () => new Refusal(503, '微信暂时无法访问，请稍后重试', null, { 'retry-after': '10' });

/** The address of the QR code. `state` comes back unchanged. */
export function connectAddress({ connectUrl, appId }: WechatSettings, publicUrl: string, state: string): string {
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: `${publicUrl}/authredirect`,
    response_type: 'code',
    scope: 'snsapi_login',
    state,
  });
  return `${connectUrl}/connect/qrconnect?${query}#wechat_redirect`;
}

/** Codes that WeChat refuses because of the code itself: invalid, or used before. */
const USED = new Set([40029, 40163, 41008]);

/**
 * Who a code stands for: the unionid, which is the same in all applications of the
 * operator, else the openid. Throws 401 (code), 503 (WeChat).
 */
export async function personOf({ apiUrl, appId, secret }: WechatSettings, code: string): Promise<string> {
  const query = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' });
  const answer = await outbound(`${apiUrl}/sns/oauth2/access_token?${query}`, { reach: configured, timeoutMs: TIMEOUT_MS })
    .then((given) => (isGood(given) ? (JSON.parse(given.text) as { errcode?: number; openid?: unknown; unionid?: unknown } | null) : null))
    .catch(() => null);
  if (!answer) throw away();
  if (answer.errcode) throw USED.has(answer.errcode) ? unauthorized('微信授权已失效，请重新扫码') : away();
  const person = answer.unionid || answer.openid;
  if (typeof person !== 'string' || person.length > 100) throw away();
  return person;
}
