/** argon2id hashes as PHC strings, at most two at a time; and the cipher in which existing clients send a password. */
import { createDecipheriv, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { semaphore } from '../jobs/semaphore.ts';
import { hashAside } from './password-threads.ts';

/** 19 MiB, two passes, one lane: OWASP's minimum. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;
const TAG = 32;
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** One core is left for everything else. */
const enter = semaphore(Math.max(1, Math.min(2, availableParallelism() - 1)), 20);
const counted = { hashes: 0 };
/** How many passwords this process has hashed: for /metrics and for the test of the lock. */
export const hashedPasswords = () => counted.hashes;

async function tag(password: string, nonce: Buffer, cost: typeof COST, length: number): Promise<Buffer> {
  counted.hashes++;
  return hashAside({ message: password.normalize('NFKC'), nonce, tagLength: length, ...cost });
}

/** The PHC string of a password. Throws 429 when too many are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return enter(async () => {
    const salt = randomBytes(16);
    return `${PREFIX}${base64(salt)}$${base64(await tag(password, salt, COST, TAG))}`;
  });
}

/** What an unknown account is compared with: the same work, never equal. */
const NOBODY = `${PREFIX}${base64(randomBytes(16))}$${base64(randomBytes(TAG))}`;

/** Whether a password is the one of a PHC string; null takes as long and is never right. Throws 429 when too many are being hashed. */
export function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? NOBODY);
  if (!match) throw new Error('A stored password hash is not an argon2id PHC string');
  const [, memory, passes, parallelism, salt, expected] = match as unknown as [string, string, string, string, string, string];
  const wanted = Buffer.from(expected, 'base64');
  return enter(async () => {
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const found = await tag(password, Buffer.from(salt, 'base64'), cost, wanted.length);
    return timingSafeEqual(found, wanted) && stored !== null;
  });
}

/** Whether a hash was made with another cost than today's. */
export const outdated = (stored: string) => !stored.startsWith(PREFIX);

/**
 * A password as sent by a client that encrypts: AES-128-CFB without padding, key = iv = 16 ASCII characters, base64.
 * `+` arrives as a space from clients that forget to encode it. What cannot be decrypted is just a wrong password.
 */
export function decryptPassword(sent: string, key: string): string {
  const decipher = createDecipheriv('aes-128-cfb', key, key);
  return Buffer.concat([decipher.update(Buffer.from(sent.replaceAll(' ', '+'), 'base64')), decipher.final()]).toString('utf8');
}

/** A first password that satisfies the rule: ten letters and digits that are not mistaken for each other. */
export function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const digits = '23456789';
  const pick = (from: string) => from[randomInt(from.length)];
  return Array.from({ length: 10 }, (_, at) => pick(at % 3 === 2 ? digits : letters)).join('');
}
