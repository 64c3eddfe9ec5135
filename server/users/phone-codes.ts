/** Codes sent to a mobile number: six digits, five minutes, one use, five tries; bound to the number and to what they are for. */
import { createHash, createHmac, randomInt } from 'node:crypto';
import { MOBILE } from '#contract/phones.rules.ts';
import type { Dependencies } from '../context.ts';
import { Refusal, refused, tooMany } from '../errors.ts';
import { findPhoneLogins } from './phone-accounts.ts';
import { sendSms } from '../sms/messages.ts';
import { plainAddress } from '../http/client-addresses.ts';

export type PhonePurpose = 'login' | 'register' | 'reset' | 'bind' | 'order' | 'ticket' | 'visit' | 'home' | 'survey';

const SECONDS = 5 * 60;
const WORDS: Record<PhonePurpose, string> = {
  login: '登录',
  register: '注册',
  reset: '重置密码',
  bind: '绑定手机号',
  order: '订购',
  ticket: '诉求',
  visit: '来访预约',
  home: '居家预约',
  survey: '问卷',
};
/** Whoever asks for these must not learn whether the number has an account: without one nothing is sent, and the answer is the same. */
const SECRET: ReadonlySet<PhonePurpose> = new Set(['login', 'reset', 'order']);

const kindOf = (purpose: PhonePurpose) => `phone:${purpose}`;
const keyOf = (phone: string) => createHash('sha256').update(`phone\0${phone}`).digest();
const keyed = ({ secrets }: Dependencies, ...parts: string[]) =>
  createHmac('sha256', secrets.blind).update(parts.join('\0')).digest('base64url');
const answerOf = (deps: Dependencies, purpose: PhonePurpose, phone: string, code: string) =>
  keyed(deps, 'phone-code', purpose, phone, code);

async function keep(deps: Dependencies, purpose: PhonePurpose, phone: string, code: string): Promise<void> {
  const values = [kindOf(purpose), keyOf(phone), answerOf(deps, purpose, phone, code), SECONDS];
  await deps.pool.query({ name: 'put_code', text: 'select app.put_code($1, $2, $3, $4)', values });
}

/**
 * Sends a code; it replaces the one before. For `login`, `reset` and `order` only to
 * numbers that have an account, without saying so, and without waiting for the gateway, whose time would say it. Throws 422 (number), 429
 * (too often), 503 (`register`, `bind`: the gateway is down).
 */
export async function sendPhoneCode(
  deps: Dependencies,
  { purpose, phone, address }: { purpose: PhonePurpose; phone: string; address: string },
): Promise<void> {
  if (!MOBILE.test(phone)) throw refused('手机号格式不正确');
  const keys = [keyed(deps, 'send', 'phone', phone), keyed(deps, 'send', 'address', plainAddress(address))];
  const { rows } = await deps.pool.query<{ wait: number }>({
    name: 'begin_code_send',
    text: 'select app.begin_code_send($1, $2) as wait',
    values: keys,
  });
  const { wait } = rows[0]!;
  if (wait > 0) throw tooMany(wait, '验证码发送过频繁');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await keep(deps, purpose, phone, code);
  const send = () => sendSms(deps, { phone, text: `【颐安】${WORDS[purpose]}验证码${code}，5分钟内有效，请勿告诉他人。`, code });
  if (!SECRET.has(purpose)) return send();
  const logins = await findPhoneLogins(deps, phone);
  if (logins.length > 0) setImmediate(() => void send().catch(() => {}));
}

/**
 * Spends a code. Gives what makes it good once more, for a caller that asks a second question
 * after it. Throws 428; after five tries the right one too.
 */
export async function takePhoneCode(
  deps: Dependencies,
  { purpose, phone, code }: { purpose: PhonePurpose; phone: string; code: string },
): Promise<{ again(): Promise<void> }> {
  const given = code.trim();
  if (given === '') throw new Refusal(428, '验证码不能为空');
  const values = [kindOf(purpose), keyOf(phone), answerOf(deps, purpose, phone, given)];
  const { rows } = await deps.pool.query<{ fits: boolean }>({
    name: 'check_code',
    text: 'select app.check_code($1, $2, $3) as fits',
    values,
  });
  if (!rows[0]!.fits) throw new Refusal(428, '验证码不合法');
  return { again: () => keep(deps, purpose, phone, given) };
}

/** Spends a code when it is right; throws 428 when it is not, or after five tries. */
export async function checkPhoneCode(deps: Dependencies, input: { purpose: PhonePurpose; phone: string; code: string }): Promise<void> {
  await takePhoneCode(deps, input);
}
