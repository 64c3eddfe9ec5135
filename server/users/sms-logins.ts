/** Sign-in by a code sent to a mobile number. */
import { phoneOf } from '#contract/phones.rules.ts';
import type { logins as routes } from '#contract/users/logins.ts';
import { Refusal } from '../errors.ts';
import type { Handler } from '../implement.ts';
import { authenticateClient } from './clients.ts';
import { alone, beginAttempt } from './login-limits.ts';
import { findPhoneLogins, sendPhoneCode, takePhoneCode, type PhoneLogin } from './phone-codes.ts';
import { admit, logFailure } from './sign-ins.ts';

const TITLE = '验证码登录';

export const smsCode: Handler<typeof routes.smsCode> = async ({ mobile }, { deps, request }) => {
  await sendPhoneCode(deps, { purpose: 'login', phone: mobile.replace(/^SMS@/, '').trim(), address: request.address });
  return true;
};

/**
 * The account that a number opens: the only one, or the only one whose owner proved the number. An administrator may write any number into an
 * account of his tenant; that must neither open nor close the account of somebody else.
 */
export function accountOf(logins: readonly PhoneLogin[]): PhoneLogin | null {
  const verified = logins.filter((login) => login.verified);
  if (verified.length > 0) return verified.length === 1 ? (verified[0] as PhoneLogin) : null;
  return logins.length === 1 ? (logins[0] as PhoneLogin) : null;
}

export const smsToken: Handler<typeof routes.smsToken> = async ({ mobile, code, totp }, context) => {
  const { deps, request } = context;
  const client = await authenticateClient(deps.pool, request.headers.authorization);
  const phone = phoneOf((mobile ?? '').trim().replace(/^SMS@/, ''), 'mobile');
  if (!phone) throw new Refusal(422, '手机号格式不正确');
  const logins = await findPhoneLogins(deps, phone);
  const login = accountOf(logins);
  // Guesses are counted on the number, whoever has it, so that every number is answered alike.
  const guess = await beginAttempt(alone(deps.pool), deps.secrets, `sms ${phone}`, request.address, login?.username);
  const taken = await takePhoneCode(deps, { purpose: 'login', phone, code: code ?? '' }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await logFailure(deps, request, undefined, TITLE, error.message);
    else await guess.withdrawn().catch(() => {});
    throw error;
  });
  await guess.succeeded();
  if (!login) {
    const failure = logins.length ? '该手机号对应多个帐号，请使用密码登录，并在个人信息中验证手机号' : '验证码不合法';
    await logFailure(deps, request, undefined, TITLE, failure);
    throw new Refusal(logins.length ? 426 : 428, failure, logins.length ? 'invalid_exception' : null);
  }
  const attempt = await beginAttempt(alone(deps.pool), deps.secrets, login.username, request.address);
  return admit(context, { client, login, title: TITLE, attempt, again: taken.again, totp });
};
