/**
 * Temporary locks against guessing: by account and network, by account, by address. The
 * counting is app.begin_login (migrations/0006-sign-in.sql).
 */
import { createHmac } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import type { Secrets } from '../db/secrets.ts';
import { db, type Query, type Tx } from '../db/tenant.ts';
import { networkOf, plainAddress } from '../http/client-addresses.ts';
import { tooMany } from '../errors.ts';

export interface Attempt {
  /** The password was right: the account is clean again on this network. */
  succeeded(): Promise<void>;
  /** Nothing was tried after all. */
  withdrawn(): Promise<void>;
}

/** Runs one statement: in a transaction, or on its own so that nothing rolls the count back. */
type Asking = Pick<Tx, 'row'>;

/** An `Asking` whose statements commit at once. */
export const alone = (pool: Pool): Asking => ({
  async row<T>(query: Query<T>): Promise<T | undefined> {
    const { sql: text, parameters } = (query as RawBuilder<T>).compile(db);
    return (await pool.query({ text, values: parameters as unknown[] })).rows[0];
  },
});

/**
 * Counts an attempt on a sign-in name before anything costly happens. Throws 429 with Retry-After while it is locked, in the same words
 * whether the account exists or not. Names are kept as keyed hashes: people type
 * passwords into the wrong field. `owner` is the sign-in name whose known networks stay
 * open when others guess, unless `login` is that already.
 */
export async function beginAttempt(asking: Asking, secrets: Secrets, login: string, address: string, owner = login): Promise<Attempt> {
  const name = login.trim().toLowerCase();
  const network = networkOf(address);
  const keyed = (...parts: string[]) =>
    createHmac('sha256', secrets.blind)
      .update(['login', ...parts].join('\0'))
      .digest('base64url');
  const [near, account, from] = [keyed('near', name, network), keyed('account', name), keyed('address', plainAddress(address))];
  const found = await asking.row<{ wait: number }>(
    sql`select app.begin_login(${near}, ${account}, ${from}, ${owner.trim()}, ${network}) as wait`,
  );
  if (!found || found.wait > 0) throw tooMany(found?.wait ?? 1, '登录失败次数过多，请稍后再试');
  const end = async (clean: boolean) => void (await asking.row(sql`select app.end_login(${near}, ${account}, ${from}, ${clean})`));
  return { succeeded: () => end(true), withdrawn: () => end(false) };
}
