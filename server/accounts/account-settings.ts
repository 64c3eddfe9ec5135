/** What an institution sets for the accounts of its people. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

/** Yuan of a parameter, in fen. */
async function fenOf(tx: Tx, key: string, otherwise: number): Promise<number> {
  const set = await tx.row<{ fen: number }>(sql`
    select (value::numeric * 100)::bigint as fen from parameters
    where tenant_id = ${tx.tenantId} and key = ${key} and value ~ '^[0-9]{1,8}([.][0-9]{1,2})?$'`);
  return set?.fen ?? otherwise;
}

/** Below this staff are told that little is left, fen; 0: only when something is owed. */
export const alertOf = (tx: Tx): Promise<number> => fenOf(tx, 'ACCOUNT_ALERT', 0);

/** Above this a second person decides on adjustments and on money that is paid out, fen. */
export const aloneOf = (tx: Tx): Promise<number> => fenOf(tx, 'ACCOUNT_ALONE', 0);
