/** A person's row while it is changed, and the bed that goes with it. */
import type { Context } from '../context.ts';
import { openIf } from '../db/sealed-fields.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { reach } from '../lists/people-reach.ts';
import { freeBed, markBed, takeBed } from '../rooms/occupancy.ts';

interface Row {
  name: string;
  mobile: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  identity_sealed: string | null;
  status: number;
  care_level: number | null;
  department_id: number | null;
  bed_id: number | null;
  version: number;
}

/**
 * A person's row, locked, as far as the session reaches; `identity` is their number. Rows that name the person, as an alarm does, may be
 * written meanwhile: they would wait for the lock of a deletion, and hold what this transaction wants next.
 */
export async function lock(id: number, { tx, deps, session }: Context): Promise<Row & { identity: string | null }> {
  const row = await tx.row<Row>(
    db
      .selectFrom('people')
      .select([
        'name',
        'mobile',
        'contact_name',
        'contact_phone',
        'identity_sealed',
        'status',
        'care_level',
        'department_id',
        'bed_id',
        'version',
      ])
      .where('tenant_id', '=', session.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where((eb) => reach(eb as never, session) ?? (eb.lit(true) as never))
      .forNoKeyUpdate(),
  );
  if (!row) throw notFound('服务对象');
  return { ...row, identity: openIf(deps.secrets, tx.tenantId, 'people.identity_sealed', row.identity_sealed) };
}

/** Moves a person from one bed to another; a person on leave keeps the bed. */
export async function moveBed(tx: Tx, from: number | null, to: number | null, away: boolean): Promise<void> {
  if (from === to) return to === null ? undefined : markBed(tx, to, away);
  if (to !== null) await takeBed(tx, to, away);
  if (from !== null) await freeBed(tx, from);
}
