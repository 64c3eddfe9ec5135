/** Flags of a person (照护提醒) that the product itself sets while something lasts: shown wherever the person appears. */
import { sql } from 'kysely';
import type { Work } from '../context.ts';

/** Adds or takes away a flag; what is so already stays as it is. The caller holds the lock of the person's row. */
export async function markPerson({ tx, emit }: Pick<Work, 'tx' | 'emit'>, personId: number, flag: string, on: boolean): Promise<void> {
  const changed = await tx.run(sql`
    update people set flags = case when ${on} then array_append(flags, ${flag}::text) else array_remove(flags, ${flag}::text) end,
      version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${personId} and deleted_at is null and (${flag}::text = any(flags)) <> ${on}`);
  if (changed > 0) await emit('person.changed', { personId });
}
