/** Digest authentication (RFC 2617, SHA-256 by RFC 8760), asked of us by trunks and by us of phones. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../../bounded-map.ts';

const HASHES: Record<string, string> = { md5: 'md5', 'sha-256': 'sha256' };
const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

/** `name="value", name=value` of a challenge or an authorization; null when it is no Digest. */
export function parseDigest(value: string): Map<string, string> | null {
  if (!/^digest\s/i.test(value) || value.length > 2048) return null;
  const fields = new Map<string, string>();
  for (const [, name, inQuotes, bare] of value.slice(7).matchAll(/([a-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi))
    fields.set((name as string).toLowerCase(), inQuotes ?? bare ?? '');
  return fields;
}

interface Login {
  user: string;
  password: string;
}

const responseOf = (fields: Map<string, string>, algorithm: string, realm: string, login: Login, method: string, uri: string) => {
  const secret = hash(algorithm, `${login.user}:${realm}:${login.password}`);
  const asked = hash(algorithm, `${method}:${uri}`);
  const nonce = fields.get('nonce') ?? '';
  if (!fields.get('qop')) return hash(algorithm, `${secret}:${nonce}:${asked}`);
  return hash(algorithm, `${secret}:${nonce}:${fields.get('nc')}:${fields.get('cnonce')}:auth:${asked}`);
};

/** The Authorization for a challenge; null for one that we cannot answer. */
export function answerChallenge(challenge: string, login: Login, method: string, uri: string): string | null {
  const asked = parseDigest(challenge);
  const name = (asked?.get('algorithm') ?? 'MD5').toLowerCase();
  const algorithm = HASHES[name];
  const nonce = asked?.get('nonce');
  if (!asked || !algorithm || !nonce) return null;
  const offers = (asked.get('qop') ?? '').split(',').map((word) => word.trim().toLowerCase());
  const qop = offers.includes('auth');
  if (!qop && offers.some(Boolean)) return null;
  const realm = asked.get('realm') ?? '';
  const fields = new Map([['nonce', nonce]]);
  if (qop) {
    fields.set('qop', 'auth').set('nc', '00000001').set('cnonce', randomBytes(8).toString('hex'));
  }
  const response = responseOf(fields, algorithm, realm, login, method, uri);
  const opaque = asked.get('opaque');
  const parts = [`username="${login.user}"`, `realm="${realm}"`, `nonce="${nonce}"`, `uri="${uri}"`, `response="${response}"`];
  parts.push(`algorithm=${name === 'md5' ? 'MD5' : 'SHA-256'}`);
  if (opaque) parts.push(`opaque="${opaque}"`);
  if (qop) parts.push('qop=auth', `nc=${fields.get('nc')}`, `cnonce="${fields.get('cnonce')}"`);
  return `Digest ${parts.join(', ')}`;
}

const NONCE_LASTS_MS = 300_000;

/** Asks phones who they are. A nonce carries its own time and seal; each count of it is taken once. */
export class DigestGuard {
  readonly #realm: string;
  readonly #secret = randomBytes(32);
  readonly #counts = new BoundedMap<string, number>(10_000);

  constructor(realm: string) {
    this.#realm = realm.replaceAll(/["\\\r\n]/g, '');
  }

  #seal(time: string) {
    return createHmac('sha256', this.#secret).update(time).digest('hex').slice(0, 24);
  }

  /** The value of WWW-Authenticate. */
  challenge(stale = false): string {
    const time = `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`;
    return `Digest realm="${this.#realm}", nonce="${time}.${this.#seal(time)}", algorithm=MD5, qop="auth"${stale ? ', stale=true' : ''}`;
  }

  /** Whose an Authorization is: `known` gives the password of a user. `stale` wants another challenge. */
  check(value: string | null, method: string, known: (user: string) => string | undefined): { user: string } | 'none' | 'stale' | 'wrong' {
    const fields = value === null ? null : parseDigest(value);
    if (!fields) return 'none';
    const user = fields.get('username') ?? '';
    const password = known(user);
    const [time, seal] = (fields.get('nonce') ?? '').split('.') as [string, string?];
    if (seal !== this.#seal(time)) return 'none';
    const expected = responseOf(fields, 'md5', this.#realm, { user, password: password ?? '' }, method, fields.get('uri') ?? '');
    const given = Buffer.from((fields.get('response') ?? '').toLowerCase());
    const right = given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
    if (!right || password === undefined || fields.get('realm') !== this.#realm) return 'wrong';
    const count = Number.parseInt(fields.get('nc') ?? '1', 16);
    const age = Date.now() - Number.parseInt(time.split('-')[0] as string, 36);
    if (age > NONCE_LASTS_MS || !(count > (this.#counts.get(time) ?? 0))) return 'stale';
    this.#counts.set(time, count);
    return { user };
  }
}
