/** Puzzle captchas in the shapes of AJ-Captcha: a piece is slid into its hole, and where it was dropped comes back encrypted. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { semaphore } from '../jobs/semaphore.ts';
import type { Dependencies } from '../context.ts';
import { Refusal } from '../errors.ts';
import { drawPuzzle } from './slider-images.ts';

const SECONDS = 60;
/** Pixels of the picture, which is 310 wide. */
const TOLERANCE = 5;

const keyOf = (text: string) => createHash('sha256').update(text).digest();
const enter = semaphore(1, 30);

const put = (deps: Dependencies, purpose: string, key: string, answer: string, seconds: number) =>
  deps.pool.query({ name: 'put_code', text: 'select app.put_code($1, $2, $3, $4)', values: [purpose, keyOf(key), answer, seconds] });

async function take(deps: Dependencies, purpose: string, key: string): Promise<string | null> {
  const { rows } = await deps.pool.query<{ answer: string | null }>({
    name: 'take_code',
    text: 'select app.take_code($1, $2) as answer',
    values: [purpose, keyOf(key)],
  });
  return rows[0]!.answer;
}

/** AES-128-ECB with PKCS7, base64: the cipher that the known clients have. It hides nothing from whoever draws the piece. */
export function encryptPoint(text: string, secretKey: string): string {
  const cipher = createCipheriv('aes-128-ecb', secretKey, null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

/** Our own page sends the point as it is: browsers have no ECB, and it would hide nothing. */
function decryptPoint(sent: string, secretKey: string): string | null {
  if (sent.startsWith('{')) return sent;
  try {
    const decipher = createDecipheriv('aes-128-ecb', secretKey, null);
    return Buffer.concat([decipher.update(Buffer.from(sent.replaceAll(' ', '+'), 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** A puzzle as clients expect it. Throws 429 when too many are being drawn. */
export async function askSlider(deps: Dependencies, draw = drawPuzzle) {
  const { x, picture, piece } = await enter(draw);
  const token = randomBytes(16).toString('hex');
  const secretKey = randomBytes(12).toString('base64url');
  await put(deps, 'slider', token, `${x} ${secretKey}`, SECONDS);
  const repData = { originalImageBase64: picture.toString('base64'), jigsawImageBase64: piece.toString('base64'), token, secretKey };
  return { repCode: '0000', repMsg: null, success: true, repData };
}

const failed = (repCode: string, repMsg: string) => ({ repCode, repMsg, success: false, repData: null });

function xOf(point: string | null): number {
  try {
    return Number((JSON.parse(point ?? '') as { x?: unknown }).x);
  } catch {
    return Number.NaN;
  }
}

/** Judges where a piece was dropped; one try a puzzle. What was right can be used once to sign in. */
export async function checkSlider(deps: Dependencies, token: string, pointJson: string) {
  const kept = await take(deps, 'slider', token);
  if (kept === null) return failed('6110', '验证码已失效，请重新获取');
  const [x, secretKey] = kept.split(' ') as [string, string];
  const point = decryptPoint(pointJson, secretKey);
  if (!(Math.abs(xOf(point) - Number(x)) <= TOLERANCE)) return failed('6111', '验证失败');
  const proof = encryptPoint(`${token}---${point}`, secretKey);
  await put(deps, 'slider-token', token, 'solved', SECONDS);
  await put(deps, 'slider-proof', proof, token, SECONDS);
  return { repCode: '0000', repMsg: null, success: true, repData: { token, result: true } };
}

/** Spends a solved puzzle, named by its token or by `code`, the proof that clients make of it. Throws 428 when it is not there. */
export async function takeSlider(
  deps: Dependencies,
  token: string | undefined,
  code: string,
  againSeconds: number,
): Promise<{ again(): Promise<void> }> {
  const proof = code.replaceAll(' ', '+');
  const named = token || (await take(deps, 'slider-proof', proof));
  if (!named || (await take(deps, 'slider-token', named)) === null) throw new Refusal(428, '验证码不合法');
  return {
    async again() {
      await put(deps, 'slider-token', named, 'solved', againSeconds);
      if (!token) await put(deps, 'slider-proof', proof, named, againSeconds);
    },
  };
}
