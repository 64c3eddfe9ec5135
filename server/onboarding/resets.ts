/** Codes that are sent before anybody is signed in, and the forgotten password. */
import { MOBILE } from '#contract/phones.rules.ts';
import { registrations as routes } from '#contract/onboarding/registrations.ts';
import type { z } from 'zod';
import type { Context, Dependencies } from '../context.ts';
import { invalid, Refusal } from '../errors.ts';
import { sendMessage } from '../messages/messages.ts';
import { logPublic } from '../system/public-logs.ts';
import { setOwnPassword } from '../users/joining.ts';
import { checkCaptcha } from '../users/captchas.ts';
import { alone, beginAttempt } from '../users/login-limits.ts';
import { checkNewPassword } from '../users/password-policies.ts';
import { hashPassword } from '../users/passwords.ts';
import { askWhich, findPhoneLogins, markVerified, meantBy, type PhoneLogin } from '../users/phone-accounts.ts';
import { sendPhoneCode, takePhoneCode } from '../users/phone-codes.ts';
import { accountsOf, personOf } from '../users/external-persons.ts';
import { asPlatform, countTry, holdToken, worthless } from '../users/external-tokens.ts';

type Known = Pick<PhoneLogin, 'tenant_id' | 'user_id' | 'username' | 'user_status'>;

/**
 * The accounts that a phone or sign-in name may mean, and the phone that proves it: a
 * name means one, a phone all that have it, also when a name looks like it.
 */
async function accountsFor(
  deps: Dependencies,
  login: string,
): Promise<{ phone: string | null; named: Known | null; byPhone: PhoneLogin[] }> {
  const stands = ({ user_status }: { user_status: number }) => user_status === 0;
  if (MOBILE.test(login)) return { phone: login, named: null, byPhone: (await findPhoneLogins(deps, login)).filter(stands) };
  const named = (await accountsOf(deps, login)).find(({ by_name }) => by_name);
  if (!named?.phone || !MOBILE.test(named.phone) || !stands(named)) return { phone: null, named: null, byPhone: [] };
  return { phone: named.phone, named, byPhone: [] };
}

/**
 * A code for a sign-in name goes to the phone of its account, if there is one.
 * Whether there is shows neither in the answer nor in its time:
 * nothing is waited for, and what limits it is counted by the name as it was typed.
 */
async function sendResetCode(login: string, { deps, request }: Context): Promise<true> {
  if (MOBILE.test(login)) {
    await sendPhoneCode(deps, { purpose: 'reset', phone: login, address: request.address });
    return true;
  }
  await beginAttempt(alone(deps.pool), deps.secrets, `reset code ${login}`, request.address);
  const send = async () => {
    const { phone } = await accountsFor(deps, login);
    if (phone) await sendPhoneCode(deps, { purpose: 'reset', phone, address: request.address });
  };
  void send().catch((error: unknown) => {
    if (!(error instanceof Refusal)) deps.log.warn({ err: error }, 'sending a code for a forgotten password failed');
  });
  return true;
}

/** To the phone that the invitation of a token was sent to: the person's own, which is not proven yet. */
async function sendBindCode(token: string, { deps, request }: Context): Promise<true> {
  await countTry(deps, token);
  const person = await asPlatform(deps, async (platform) =>
    personOf(platform, deps, await holdToken(platform, deps, token, ['invitation'])),
  );
  if (!person.phone) throw worthless();
  await sendPhoneCode(deps, { purpose: 'bind', phone: person.phone, address: request.address });
  return true;
}

/** What is proved by a phone alone, whether it has an account or not. */
const OPEN: ReadonlySet<string> = new Set(['register', 'ticket', 'visit', 'home']);

/** `POST phoneCode`. Without a token a captcha comes first. */
export async function sendCode(
  { purpose, login, token, randomStr, code }: z.output<typeof routes.sendCode.input>,
  context: Context,
): Promise<true> {
  if (purpose === 'bind') return token ? sendBindCode(token, context) : Promise.reject(worthless());
  if (!login) throw invalid(OPEN.has(purpose) ? '请输入手机号' : '请输入手机号或用户名');
  if (OPEN.has(purpose) && !MOBILE.test(login)) throw invalid('手机号格式不正确');
  await checkCaptcha(context.deps, randomStr ?? undefined, code ?? undefined);
  if (purpose === 'reset') return sendResetCode(login, context);
  if (purpose === 'order' && !MOBILE.test(login)) throw invalid('手机号格式不正确');
  await sendPhoneCode(context.deps, { purpose, phone: login, address: context.request.address });
  return true;
}

/** What an unknown name is checked against: a number that no code is ever sent to. */
const NOBODY = '10000000000';

/** `PUT forgetPwd`. Every wrong answer, also for a name or number that nobody has, is a wrong code; all sessions of the account end. */
export async function resetPassword(
  { login, code, password, userId }: z.output<typeof routes.forgetPwd.input>,
  { deps, request, sessions }: Context,
): Promise<true> {
  const attempt = await beginAttempt(alone(deps.pool), deps.secrets, `reset ${login}`, request.address);
  const { phone, named, byPhone } = await accountsFor(deps, login);
  const { again } = await takePhoneCode(deps, { purpose: 'reset', phone: phone ?? NOBODY, code });
  const known = named ?? meantBy(byPhone, userId);
  if (known === 'choose') {
    await again();
    await attempt.withdrawn();
    throw askWhich(byPhone);
  }
  if (!known || !phone) throw new Refusal(428, '验证码不合法');
  const ended = await deps
    .inTenant(known.tenant_id, async (tx) => {
      await checkNewPassword(tx, known.username, password);
      const ended = await setOwnPassword(tx, deps, known.user_id, await hashPassword(password));
      if (!ended) return null;
      await markVerified(tx, known.user_id, phone);
      await sendMessage(tx, deps, {
        recipientId: known.user_id,
        kind: 'account',
        title: '密码已重置',
        text: '您的密码刚刚通过手机验证码重置，所有登录已退出。若非本人操作，请立即联系管理员。',
      });
      await logPublic(tx, routes.forgetPwd, request, { userId: known.user_id, username: known.username });
      return ended;
    })
    .catch(async (error: unknown) => {
      // Another password may be tried with the same code.
      if (error instanceof Refusal && error.status < 500) await again();
      throw error;
    });
  if (!ended) throw new Refusal(428, '验证码不合法');
  for (const sessionId of ended) sessions.forget({ sessionId });
  await attempt.succeeded();
  return true;
}
