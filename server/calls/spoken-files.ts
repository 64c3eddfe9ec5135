/** The pieces that the product says to callers: its own files, or sounds of the institution in their place. */
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLOSED } from '#contract/calls/call-menus.rules.ts';
import type { Piece } from '#contract/calls/spoken.rules.ts';
import type { Tx } from '../db/tenant.ts';

/** A-law at 8 kHz without a header; `scripts/spoken.ts` makes them. */
export const ownFile = (piece: Piece): string => join(import.meta.dirname, 'spoken', `${piece}.al`);

/** The product's own sound of a piece, A-law without a header. */
export const ownSound = (piece: Piece): Promise<Buffer> => readFile(ownFile(piece));

/** Names in the store, by the piece in whose place they are. */
export type Replaced = Partial<Record<Piece, string>>;

/** What the institution has put in the place of pieces. */
export async function replacedPieces(tx: Tx): Promise<Replaced> {
  const rows = await tx.rows<{ piece: Piece; name: string }>(sql`
    select piece, file_name as name from call_sounds where tenant_id = ${tx.tenantId} and piece <> ''`);
  return Object.fromEntries(rows.map(({ piece, name }) => [piece, name]));
}

export interface Farewell {
  callId: number;
  /** As it was ended; of a call that was answered `calls` says Success. */
  disposition: string | null;
  callback: number;
}
/** How calls ended that are over, for what is said to their telephones; who heard that the menu is closed has heard it. */
export const farewellsOf = (tx: Tx, callIds: readonly number[]) =>
  tx.rows<Farewell>(sql`
    select c.id as "callId", c.callback, (select e.detail from call_events e where e.tenant_id = c.tenant_id and e.call_id = c.id
      and e.what = 'ended' order by e.id desc limit 1) as disposition
    from calls c
    where c.tenant_id = ${tx.tenantId} and c.status = 2 and c.menu_at <> ${CLOSED} and c.id = any(${callIds}::bigint[])`);
