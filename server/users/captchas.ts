/** Captchas: asked once, answered once, within a minute; any process may check what another drew. */
import { createHash, createHmac, randomInt } from 'node:crypto';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { drawText } from './captcha-images.ts';
import { takeSlider } from './sliders.ts';

const PURPOSE = 'captcha';
const SECONDS = 60;
/** How long the first step of a sign-in stays proved while the second is typed. */
const AGAIN_SECONDS = 5 * 60;

const keyOf = (randomStr: string) => createHash('sha256').update(randomStr).digest();
const answerOf = ({ secrets }: Dependencies, randomStr: string, answer: string) =>
  createHmac('sha256', secrets.blind).update(`captcha\0${randomStr}\0${answer}`).digest('base64url');

/** A sum of two small numbers and its answer, never negative. */
export function arithmetic(): { text: string; answer: number } {
  const [a, b] = [randomInt(1, 10), randomInt(1, 10)];
  switch (randomInt(3)) {
    case 0:
      return { text: `${a}+${b}=?`, answer: a + b };
    case 1:
      return { text: `${Math.max(a, b)}-${Math.min(a, b)}=?`, answer: Math.abs(a - b) };
    default:
      return { text: `${a}×${b}=?`, answer: a * b };
  }
}

async function keep(deps: Dependencies, randomStr: string, answer: string, seconds: number): Promise<void> {
  const values = [PURPOSE, keyOf(randomStr), answerOf(deps, randomStr, answer), seconds];
  await deps.pool.query({ name: 'put_code', text: 'select app.put_code($1, $2, $3, $4)', values });
}

/** Draws a captcha (PNG) for a client's random string; only a keyed hash of the answer is kept. `ask` is replaced by tests. */
export async function askCaptcha(deps: Dependencies, randomStr: string, ask = arithmetic): Promise<Buffer> {
  const { text, answer } = ask();
  await keep(deps, randomStr, String(answer), SECONDS);
  return drawText(text);
}

/**
 * Which captcha the login page shows, and whether it takes a sum: the slider, with a
 * sum for those who cannot drag it or have an older client.
 * The platform's parameter `CAPTCHA_KIND` `image` shows the sum alone, `slider` takes the slider alone.
 */
export async function captchasOf({ inTenant }: Dependencies): Promise<{ captcha: 'image' | 'slider'; sum: boolean }> {
  const row = await inTenant(PLATFORM, (tx) =>
    tx.row<{ value: string }>(
      db.selectFrom('parameters').select('value').where('tenant_id', '=', PLATFORM).where('key', '=', 'CAPTCHA_KIND'),
    ),
  );
  return { captcha: row?.value === 'image' ? 'image' : 'slider', sum: row?.value !== 'slider' };
}

const isSum = (randomStr: string | undefined, token: string | undefined) => randomStr !== 'blockPuzzle' && !token;

/** Throws 428 for a sum where the platform takes only the slider to sign in. */
export async function needTakenKind(
  deps: Dependencies,
  { randomStr, code, token }: { randomStr?: string | undefined; code?: string | undefined; token?: string | undefined },
): Promise<void> {
  if (isSum(randomStr, token) && randomStr && code?.trim() && !(await captchasOf(deps)).sum) throw new Refusal(428, '请完成滑块验证');
}

/**
 * Spends a captcha: a sum (`randomStr`, `code`) or a solved slider (`blockPuzzle` with
 * its proof as `code`, or its `token`). Gives what makes it good once more, for a caller that asks a second
 * question after it. Throws 428 when it is missing, wrong, too old or used.
 */
export async function checkCaptcha(
  deps: Dependencies,
  randomStr: string | undefined,
  code: string | undefined,
  token?: string | undefined,
): Promise<{ again(): Promise<void> }> {
  const sum = isSum(randomStr, token);
  const given = code?.trim() ?? '';
  if (sum ? !randomStr || given === '' : !token && given === '') throw new Refusal(428, '验证码不能为空');
  if (!sum) return takeSlider(deps, token, given, AGAIN_SECONDS);
  const values = [PURPOSE, keyOf(randomStr as string)];
  const { rows } = await deps.pool.query<{ answer: string | null }>({
    name: 'take_code',
    text: 'select app.take_code($1, $2) as answer',
    values,
  });
  const kept = rows[0]!.answer;
  if (kept === null || kept !== answerOf(deps, randomStr as string, given)) throw new Refusal(428, '验证码不合法');
  return { again: () => keep(deps, randomStr as string, given, AGAIN_SECONDS) };
}
