/** Whether a delivery was signed by whoever knows the secret, and just now. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Signature } from '#contract/devices/device-integrations.ts';

export interface Signed {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: URLSearchParams;
  /** As it came, and as it was read. */
  readonly bytes: Buffer;
  readonly body: unknown;
}

type Place = NonNullable<Signature['place']>;

function at({ in: where, name }: Place, { headers, query, body }: Signed): string | null {
  if (where === 'header') return [headers[name.toLowerCase()]].flat()[0] ?? null;
  if (where === 'query') return query.get(name);
  const value = typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Parameters by name as `k=v&…`, without empty ones and the signature itself. */
function sorted({ query, body }: Signed, without: string): string {
  const own = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  const words = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));
  return [...query.entries(), ...own.map(([name, value]) => [name, value === null ? '' : words(value)] as [string, string])]
    .filter(([name, value]) => name !== without && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const ENCODED = { hex: /^[0-9a-f]+$/i, base64: /^[\w+/-]+={0,2}$/ };

export interface Verdict {
  /** Why it is refused, in Chinese; null when it is good. */
  readonly refusal: string | null;
  /** To be taken once; null when the vendor sends none. */
  readonly nonce: string | null;
}

const refused = (refusal: string): Verdict => ({ refusal, nonce: null });

/** Checks the time window, then the signature, in constant time. `now` in epoch ms. */
export function verify(signature: Signature, secret: string | null, signed: Signed, now: number): Verdict {
  const { scheme, over, place, encoding, timestamp, nonce: nonceAt, windowSeconds } = signature;
  const stamp = timestamp ? at(timestamp, signed) : null;
  const nonce = nonceAt ? at(nonceAt, signed) : null;
  if (timestamp) {
    const time = stamp !== null && /^\d{1,16}$/.test(stamp) ? Number(stamp) * (timestamp.kind === 's' ? 1000 : 1) : NaN;
    if (!(Math.abs(now - time) <= windowSeconds * 1000)) return refused('时间戳缺失或超出时间窗');
  }
  if (nonceAt && (nonce === null || nonce === '' || nonce.length > 100)) return refused('随机串缺失或过长');
  if (scheme === 'none') return { refusal: null, nonce };
  if (secret === null) return refused('没有设置签名密钥');
  const shown = place
    ? at(place, signed)
        ?.trim()
        .replace(/^(sha256|md5)=/i, '')
    : null;
  if (!shown || shown.length > 200 || !ENCODED[encoding].test(shown)) return refused('签名缺失或格式不正确');
  const text: Record<Signature['over'], () => (string | Buffer)[]> = {
    body: () => [signed.bytes],
    'timestamp.body': () => [`${stamp}.`, signed.bytes],
    'timestamp+nonce+body': () => [stamp ?? '', nonce ?? '', signed.bytes],
    'timestamp+nonce': () => [stamp ?? '', nonce ?? ''],
    sorted: () => [sorted(signed, place?.name ?? '')],
  };
  const hash = scheme === 'md5' ? createHash('md5') : createHmac('sha256', secret);
  for (const part of text[over]()) hash.update(part);
  // The usual way of the platforms that sign with MD5: the secret stands at the end, for parameters as one more of them.
  if (scheme === 'md5') hash.update(over === 'sorted' ? `&key=${secret}` : secret);
  const expected = hash.digest();
  const given = Buffer.from(shown, encoding === 'hex' ? 'hex' : 'base64');
  const good = given.length === expected.length && timingSafeEqual(given, expected);
  return good ? { refusal: null, nonce } : refused('签名不正确');
}
