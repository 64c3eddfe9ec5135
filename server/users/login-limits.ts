/** Temporary locks against guessing: by account and network, by account, by address. The counting is app.begin_login (migrations/0009_sign_in.sql). */
import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { Dependencies } from '../context.ts';
import { tooMany } from '../errors.ts';

/** An address without zone, and an IPv4 address that came mapped into IPv6 as what it is. */
export const plainAddress = (address: string) => address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');

/** The network that shares a lock: /24 of IPv4, /64 of IPv6. */
export function networkOf(given: string): string {
  const address = plainAddress(given);
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return '0.0.0.0/32';
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const groups = tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

export interface Attempt {
  /** The password was right: the account is clean again on this network. */
  succeeded(): Promise<void>;
  /** Nothing was tried after all. */
  withdrawn(): Promise<void>;
}

/**
 * Counts an attempt on a sign-in name before anything costly happens. Throws 429 with Retry-After while it is locked, in the same words
 * whether the account exists or not. Names are kept as keyed hashes: people type passwords into the wrong field.
 */
export async function beginAttempt({ pool, secrets }: Dependencies, login: string, address: string): Promise<Attempt> {
  const name = login.trim().toLowerCase();
  const network = networkOf(address);
  const keyed = (...parts: string[]) => createHmac('sha256', secrets.blind).update(['login', ...parts].join('\0')).digest('base64url');
  const keys = [keyed('near', name, network), keyed('account', name), keyed('address', plainAddress(address))];
  const { rows } = await pool.query({
    name: 'begin_login',
    text: 'select app.begin_login($1, $2, $3, $4, $5) as wait',
    values: [...keys, name, network],
  });
  const wait = (rows[0] as { wait: number }).wait;
  if (wait > 0) throw tooMany(wait, '登录失败次数过多，请稍后再试');
  const end = async (clean: boolean) => {
    await pool.query({ name: 'end_login', text: 'select app.end_login($1, $2, $3, $4)', values: [...keys, clean] });
  };
  return { succeeded: () => end(true), withdrawn: () => end(false) };
}
