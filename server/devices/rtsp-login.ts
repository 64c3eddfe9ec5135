/** Signing in at a camera: Basic and Digest (RFC 2617, MD5 and SHA-256) as its 401 asks for. */
import { createHash, randomBytes } from 'node:crypto';

export interface Account {
  username: string;
  password: string;
}

/** Gives the Authorization of one request. */
export type Login = (method: string, uri: string) => string;

const part = (challenge: string, name: string) => new RegExp(`\\b${name}="?([^",]*)"?`, 'i').exec(challenge)?.[1];

/** What the challenges of a 401 ask for, Digest before Basic; null when it is neither. `head` is the answer's head. */
export function loginOf(head: string, { username, password }: Account): Login | null {
  const challenges = [...head.matchAll(/^www-authenticate:\s*(.+)$/gim)].map((match) => match[1] as string);
  const digest = challenges.find((one) => /^digest /i.test(one));
  if (digest === undefined) {
    if (!challenges.some((one) => /^basic/i.test(one))) return null;
    return () => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }
  const realm = part(digest, 'realm') ?? '';
  const nonce = part(digest, 'nonce') ?? '';
  const algorithm = part(digest, 'algorithm');
  const name = /sha-?256/i.test(algorithm ?? '') ? 'sha256' : 'md5';
  const hash = (text: string) => createHash(name).update(text).digest('hex');
  const qop = (part(digest, 'qop') ?? '').split(/[\s,]+/).includes('auth');
  const opaque = part(digest, 'opaque');
  const secret = hash(`${username}:${realm}:${password}`);
  let count = 0;
  return (method, uri) => {
    const nc = (++count).toString(16).padStart(8, '0');
    const cnonce = randomBytes(8).toString('hex');
    const target = hash(`${method}:${uri}`);
    const response = qop ? hash(`${secret}:${nonce}:${nc}:${cnonce}:auth:${target}`) : hash(`${secret}:${nonce}:${target}`);
    return [
      `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}"`,
      ...(algorithm ? [`algorithm=${algorithm}`] : []),
      ...(qop ? [`qop=auth, nc=${nc}, cnonce="${cnonce}"`] : []),
      ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ].join(', ');
  };
}
