/** `POST /auth/oauth/token`: OAuth2 bodies, not enveloped, and free of the contract's schemas because the login page carries this file. */
import { CallError, textOf, TIMED_OUT, UNREACHABLE } from './refusals.ts';

/** What the server knows of the person when it gives tokens; the rest comes with user/info. */
export interface SignedIn {
  id: number;
  username: string;
  tenantId: number;
  authorities?: { authority: string }[];
  /** False: the password was set by somebody else and must be changed first. */
  credentialsNonExpired?: boolean;
  /** The tenant asks for a second factor that the account does not have; known from user/info on. */
  mustEnrol?: boolean;
}

export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  scope?: 'server' | 'screen';
  user_info: SignedIn;
}

/** The web's own client: its password field is not encrypted a second time under TLS, its captcha is asked for. */
export const CLIENT = 'Basic eWlhbjp5aWFu';
export const TIMEOUT_MS = 30_000;

/** Asks a service of signing in. Throws CallError whose `data` is the whole answer. */
async function post<T>(path: string, query: Record<string, string>, body: Record<string, string>): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { authorization: CLIENT },
      body: new URLSearchParams(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new CallError(0, (error as Error).name === 'TimeoutError' ? TIMED_OUT : UNREACHABLE);
  }
  const content = (await answer.json().catch(() => null)) as { code?: number; msg?: string } | null;
  if (!answer.ok || content === null || content.code) throw new CallError(answer.status, textOf(answer.status, content?.msg), content);
  return content as T;
}

const exchange = (query: Record<string, string>, body: Record<string, string>, path = '/auth/oauth/token') =>
  post<TokenAnswer>(path, query, body);
const second = (totp: string | undefined): Record<string, string> => (totp ? { totp } : {});

/** What answers the captcha: a sum by its name, or the token of a slider. */
export type CaptchaProof = { randomStr: string; code: string } | { token: string };

/** Signs in. Throws CallError: 428 captcha or second factor (`asksTotp`), 426 credentials, 423 locked, 429 too often. */
export const withPassword = (username: string, password: string, captcha: CaptchaProof, totp?: string) =>
  exchange({ ...captcha, grant_type: 'password', scope: 'server' }, { username, password, ...second(totp) });

/** Signs in by the code that was sent to a number; `userId` says which of its accounts, once the server has asked. */
export const withSms = (phone: string, code: string, userId: number | null, totp?: string) =>
  exchange(
    { mobile: `SMS@${phone}`, grant_type: 'mobile' },
    { code, ...(userId === null ? {} : { userId: String(userId) }), ...second(totp) },
    '/auth/mobile/token/sms',
  );

/** Signs in by what WeChat brought back. */
export const withWechat = (code: string, nonce: string, totp?: string) =>
  exchange({ grant_type: 'mobile' }, { mobile: `WX@${code}`, nonce, ...second(totp) }, '/auth/mobile/token/social');

export interface ScreenCode {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
  /** Seconds. */
  expires_in: number;
  interval: number;
}

/** A screen begins to wait. */
export const startScreen = () => post<ScreenCode>('/auth/oauth/device_authorization', {}, {});

/** Asks whether a screen has been let in. Throws CallError whose `errorOf` is `authorization_pending` while it has not. */
export const withScreen = (device_code: string) => exchange({}, { device_code }, '/auth/oauth/device_token');

/** The `data` of a refusal: `totp_required`, `totp_invalid`, `authorization_pending`… */
export const errorOf = (error: unknown): unknown => (error instanceof CallError ? (error.data as { data?: unknown } | null)?.data : null);

/** New tokens for old; the old refresh token is worth nothing afterwards, which is why it travels in the body and never in a log. */
export const withRefreshToken = (token: string) => exchange({ grant_type: 'refresh_token', scope: 'server' }, { refresh_token: token });
