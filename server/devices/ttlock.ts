/**
 * TTLock's cloud (https://cnapi.ttlock.com, /oauth2/token and /v3): forms in, JSON
 * out, times in milliseconds. It answers success also when a code that is to be deleted
 * is not there; whether one is there is asked by the list.
 */
import { environment } from '../config.ts';
import { createHash } from 'node:crypto';
import { outbound } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';

export interface Token {
  access: string;
  refresh: string;
  /** Epoch ms. */
  until: number;
}

/** One lock as its account reaches it. `token` is replaced when a new one was needed: whoever called keeps it then. */
export interface TtlockAccess {
  lockId: string;
  account: string;
  /** MD5 of the password, as the cloud takes it. */
  password: string;
  token: Token | null;
}

/** Why it did not work, as staff read it. `final`: another try would not help. */
export class LockFailure extends Error {
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

const TIMEOUT_MS = 10_000;
const PAGE = 200;
const MOST_PAGES = 20;
/** addType, deleteType: through the gateway, not a phone. */
const BY_GATEWAY = '2';
const PERMANENT = '2';
const PERIOD = '3';
const TOKEN_REFUSED = [10003, 10004];

const FINAL: Record<number, string> = {
  10000: '通通锁应用编号不正确，请联系平台管理员',
  10001: '通通锁应用密钥不正确，请联系平台管理员',
  10007: '通通锁账号或密码不正确',
  [-1003]: '通通锁上没有这把锁，或该账号没有权限',
  [-2018]: '通通锁账号没有这把锁的权限',
  [-3007]: '门锁里已有相同的密码，请撤销后重新生成',
};
const PASSING: Record<number, string> = {
  [-2012]: '门锁没有连接网关',
  [-3002]: '网关离线',
  [-3003]: '网关忙，稍后重试',
  [-3037]: '门锁没有连接网关',
};

export const passwordOf = (text: string) => createHash('md5').update(text).digest('hex');

/** What the cloud answers: nothing of it is known before it is looked at. */
type Answer = Readonly<Record<string, unknown>>;

async function post(path: string, fields: Record<string, string>): Promise<Answer> {
  const application = environment.ttlock();
  if (!application) throw new LockFailure('平台没有开通通通锁，请联系平台管理员', true);
  let answer: unknown;
  try {
    const body = new URLSearchParams(fields);
    const { text } = await outbound(application.url + path, { reach: configured, timeoutMs: TIMEOUT_MS, method: 'POST', body });
    answer = JSON.parse(text);
  } catch {
    throw new LockFailure('通通锁没有应答', false);
  }
  if (typeof answer !== 'object' || answer === null) throw new LockFailure('通通锁的应答无法识别', false);
  return answer as Answer;
}

const codeOf = ({ errcode }: Answer) => (typeof errcode === 'number' ? errcode : 0);
const failureOf = (code: number) => new LockFailure(FINAL[code] ?? PASSING[code] ?? `通通锁拒绝了操作（${code}）`, code in FINAL);

async function signIn(access: TtlockAccess, now: number): Promise<void> {
  const application = environment.ttlock();
  if (!application) throw new LockFailure('平台没有开通通通锁，请联系平台管理员', true);
  const app = { clientId: application.clientId, clientSecret: application.clientSecret };
  let answer = access.token
    ? await post('/oauth2/token', { ...app, grant_type: 'refresh_token', refresh_token: access.token.refresh })
    : null;
  // A refresh token that is worth nothing any more: the account itself still is.
  if (!answer?.access_token) answer = await post('/oauth2/token', { ...app, username: access.account, password: access.password });
  if (!answer.access_token) throw failureOf(codeOf(answer) || 10007);
  access.token = {
    access: String(answer.access_token),
    refresh: String(answer.refresh_token ?? ''),
    until: now + Number(answer.expires_in ?? 3600) * 1000,
  };
}

/** Calls the lock's account; a token that has run out, or that the cloud refuses, is replaced once. Throws LockFailure. */
async function call(access: TtlockAccess, path: string, fields: Record<string, string>, now: number): Promise<Answer> {
  const clientId = environment.ttlock()?.clientId ?? '';
  let fresh = false;
  if (!access.token || access.token.until < now + 60_000) {
    await signIn(access, now);
    fresh = true;
  }
  const send = () => post(path, { clientId, accessToken: access.token!.access, lockId: access.lockId, date: String(now), ...fields });
  let answer = await send();
  if (TOKEN_REFUSED.includes(codeOf(answer)) && !fresh) {
    await signIn(access, now);
    answer = await send();
  }
  if (codeOf(answer) !== 0) throw failureOf(codeOf(answer));
  return answer;
}

export interface NewCode {
  code: string;
  /** Unique to this code: by it we find it again after an answer that was lost. */
  name: string;
  startsAt: number;
  endsAt: number | null;
}

/** Teaches the lock a code; gives its number there. */
export async function addCode(access: TtlockAccess, { code, name, startsAt, endsAt }: NewCode, now: number): Promise<string> {
  const answer = await call(
    access,
    '/v3/keyboardPwd/add',
    {
      keyboardPwd: code,
      keyboardPwdName: name,
      keyboardPwdType: endsAt === null ? PERMANENT : PERIOD,
      startDate: String(startsAt),
      ...(endsAt === null ? {} : { endDate: String(endsAt) }),
      addType: BY_GATEWAY,
    },
    now,
  );
  return String(answer.keyboardPwdId);
}

/** The number of the code that we added under this name; null when the lock does not have it. */
export async function findCode(access: TtlockAccess, name: string, now: number): Promise<string | null> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { list = [], pages = 1 } = await call(access, '/v3/lock/listKeyboardPwd', { pageNo: String(page), pageSize: String(PAGE) }, now);
    const found = (list as { keyboardPwdId: number; keyboardPwdName?: string }[]).find(({ keyboardPwdName }) => keyboardPwdName === name);
    if (found) return String(found.keyboardPwdId);
    if (page >= Number(pages)) return null;
  }
  return null;
}

export async function removeCode(access: TtlockAccess, externalId: string, now: number): Promise<void> {
  await call(access, '/v3/keyboardPwd/delete', { keyboardPwdId: externalId, deleteType: BY_GATEWAY }, now);
}

export async function openDoor(access: TtlockAccess, now: number): Promise<void> {
  await call(access, '/v3/lock/unlock', {}, now);
}

/** What the cloud knows of the lock. */
export async function inspect(
  access: TtlockAccess,
  now: number,
): Promise<{ name: string | null; battery: number | null; canUnlock: boolean }> {
  const { lockAlias, lockName, electricQuantity, hasGateway } = await call(access, '/v3/lock/detail', {}, now);
  const battery = Number(electricQuantity);
  return {
    name: String(lockAlias ?? lockName ?? '') || null,
    battery: Number.isInteger(battery) && battery >= 0 && battery <= 100 ? battery : null,
    canUnlock: Number(hasGateway) === 1,
  };
}
