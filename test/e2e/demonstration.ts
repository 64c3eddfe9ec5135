/** What journeys know of the demonstration that the product starts with, and what of it they put aside. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { watchId } from '../../scripts/simulator/watches.ts';
import type { Product } from './product.ts';

const PINGAN = 1_000_001;

/** Ends the open warnings of an institution: the demonstration's own are none of a journey's business. */
export const endWarnings = ({ deps }: Pick<Product, 'deps'>, tenant = PINGAN) =>
  deps.inTenant(tenant, (tx) => tx.run(sql`update warnings set status = 1 where tenant_id = ${tenant} and status in (0, 2)`));

/** Who wears a watch of the simulator, with the room and the whole place of the bed. */
export async function wearerOf({ deps }: Pick<Product, 'deps'>, watch: number): Promise<{ name: string; room: string; bed: string }> {
  const row = await deps.inTenant(PINGAN, (tx) =>
    tx.row<{ name: string; room: string; bed: string }>(sql`
      select p.name, r.name as room, concat_ws(' ', r.building, r.floor, r.name, b.name) as bed from devices d
      join people p on p.tenant_id = d.tenant_id and p.id = d.person_id join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id where d.tenant_id = ${PINGAN} and d.short_id = ${watchId(watch)}`),
  );
  return row ?? assert.fail(`no person with a bed wears watch ${watch}`);
}
