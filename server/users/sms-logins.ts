/** Sign-in by a code sent to a mobile number. */
import { phoneOf } from '#contract/phones.rules.ts';
import type { logins as routes } from '#contract/users/logins.ts';
import { Refusal } from '../errors.ts';
import type { Handler } from '../http/implement.ts';
import { authenticateClient } from './clients.ts';
import { alone, beginAttempt } from './login-limits.ts';
import { askWhich, findPhoneLogins, meantBy } from './phone-accounts.ts';
import { sendPhoneCode, takePhoneCode } from './phone-codes.ts';
import { admit, logFailure } from './sign-ins.ts';

const TITLE = '验证码登录';

export const smsCode: Handler<typeof routes.smsCode> = async ({ mobile }, { deps, request }) => {
  await sendPhoneCode(deps, { purpose: 'login', phone: mobile.replace(/^SMS@/, '').trim(), address: request.address });
  return true;
};

export const smsToken: Handler<typeof routes.smsToken> = async ({ mobile, code, totp, userId }, context) => {
  const { deps, request } = context;
  const client = await authenticateClient(deps.logins, request.headers.authorization);
  const phone = phoneOf((mobile ?? '').trim().replace(/^SMS@/, ''), 'mobile');
  if (!phone) throw new Refusal(422, '手机号格式不正确');
  const logins = await findPhoneLogins(deps, phone);
  const wanted = /^\d{1,15}$/.test(userId ?? '') ? Number(userId) : null;
  const login = meantBy(logins, wanted);
  const one = login === 'choose' ? null : login;
  // Guesses are counted on the number, whoever has it, so that every number is answered alike.
  const guess = await beginAttempt(
    alone(deps.pool),
    deps.secrets,
    `sms ${phone}`,
    request.address,
    one?.username ?? (login === 'choose' ? logins[0]?.username : undefined),
  );
  const taken = await takePhoneCode(deps, { purpose: 'login', phone, code: code ?? '' }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await logFailure(deps, request, undefined, TITLE, error.message);
    else await guess.withdrawn().catch(() => {});
    throw error;
  });
  await guess.succeeded();
  if (login === 'choose') {
    await taken.again();
    throw askWhich(logins);
  }
  if (!login) {
    await logFailure(deps, request, undefined, TITLE, '验证码不合法');
    throw new Refusal(428, '验证码不合法');
  }
  const attempt = await beginAttempt(alone(deps.pool), deps.secrets, login.username, request.address);
  return admit(context, { client, login: { ...login, password_hash: null }, title: TITLE, attempt, again: taken.again, totp, phone });
};
