/** Settings of which an institution has one row, and the secret in the address of its public page. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { db, type Tx } from '../db/tenant.ts';

type Table = 'home_settings' | 'message_settings' | 'ticket_settings' | 'visitor_settings' | 'work_order_settings';

/** 192 random bits: it cannot be guessed. */
export const newLinkSecret = () => randomBytes(24).toString('base64url');

/**
 * Writes the one row: the first one when the caller saw none (`version` 0), with `first` besides; else the one of that version. Gives false
 * when it was changed meanwhile.
 */
export async function saveOneRow(tx: Tx, table: Table, version: number, set: object, first: object = {}): Promise<boolean> {
  const changed = await tx.run(
    version === 0
      ? db
          .insertInto(table)
          .values({ tenant_id: tx.tenantId, ...first, ...set } as never)
          .onConflict((on) => on.columns(['tenant_id', 'id']).doNothing())
      : db
          .updateTable(table)
          .set({ ...set, version: sql`version + 1`, updated_at: sql`now()` } as never)
          .where('tenant_id', '=', tx.tenantId)
          .where('version', '=', version),
  );
  return changed > 0;
}

/**
 * Gives the public page another address. False when there are no settings yet. The version stays: it is that of the form, in which the
 * address is no field, and what somebody types there meanwhile can still be saved.
 */
export async function renewLink(tx: Tx, table: 'home_settings' | 'visitor_settings'): Promise<boolean> {
  const changed = await tx.run(sql`
    update ${sql.table(table)} set link_secret = ${newLinkSecret()}, updated_at = now()
    where tenant_id = ${tx.tenantId}`);
  return changed > 0;
}
