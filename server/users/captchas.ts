/** Arithmetic captchas: asked once, answered once, within a minute; any process may check what another drew. */
import { createHash, createHmac, randomInt } from 'node:crypto';
import type { Dependencies } from '../context.ts';
import { Refusal } from '../errors.ts';
import { drawText } from './captcha-images.ts';

const PURPOSE = 'captcha';
const SECONDS = 60;

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

/** Draws a captcha (PNG) for a client's random string; only a keyed hash of the answer is kept. `ask` is replaced by tests. */
export async function askCaptcha(deps: Dependencies, randomStr: string, ask = arithmetic): Promise<Buffer> {
  const { text, answer } = ask();
  const values = [PURPOSE, keyOf(randomStr), answerOf(deps, randomStr, String(answer)), SECONDS];
  await deps.pool.query({ name: 'put_code', text: 'select app.put_code($1, $2, $3, $4)', values });
  return drawText(text);
}

/** Spends the captcha of a random string. Throws 428 when it is missing, wrong, too old or used. */
export async function checkCaptcha(deps: Dependencies, randomStr: string | undefined, code: string | undefined): Promise<void> {
  if (!randomStr || !code?.trim()) throw new Refusal(428, '验证码不能为空');
  const { rows } = await deps.pool.query({ name: 'take_code', text: 'select app.take_code($1, $2) as answer', values: [PURPOSE, keyOf(randomStr)] });
  const kept = (rows[0] as { answer: string | null }).answer;
  if (kept === null || kept !== answerOf(deps, randomStr, code.trim())) throw new Refusal(428, '验证码不合法');
}
