/** `POST /auth/oauth/token`: OAuth2 bodies, not enveloped, and free of the contract's schemas because the login page carries this file. */
import { CallError, textOf, TIMED_OUT, UNREACHABLE } from './refusals.ts';

/** What the server knows of the person when it gives tokens; the rest comes with user/info. */
export interface SignedIn {
  id: number;
  username: string;
  tenantId: number;
  authorities?: { authority: string }[];
}

export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  user_info: SignedIn;
}

/** The web's own client: its password field is not encrypted a second time under TLS, its captcha is asked for. */
const CLIENT = 'Basic eWlhbjp5aWFu';
export const TIMEOUT_MS = 30_000;

async function exchange(query: Record<string, string>, body: Record<string, string>): Promise<TokenAnswer> {
  let answer: Response;
  try {
    answer = await fetch(`/auth/oauth/token?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { authorization: CLIENT },
      body: new URLSearchParams(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new CallError(0, (error as Error).name === 'TimeoutError' ? TIMED_OUT : UNREACHABLE);
  }
  const content = (await answer.json().catch(() => null)) as (Partial<TokenAnswer> & { msg?: string }) | null;
  if (!answer.ok || !content?.access_token) throw new CallError(answer.status, textOf(answer.status, content?.msg), content);
  return content as TokenAnswer;
}

/** Signs in. `randomStr` names the captcha that `code` answers. Throws CallError: 428 captcha, 426 credentials, 423 locked, 429 too often. */
export const withPassword = (username: string, password: string, randomStr: string, code: string) =>
  exchange({ randomStr, code, grant_type: 'password', scope: 'server' }, { username, password });

/** New tokens for old; the old refresh token is worth nothing afterwards, which is why it travels in the body and never in a log. */
export const withRefreshToken = (token: string) => exchange({ grant_type: 'refresh_token', scope: 'server' }, { refresh_token: token });
