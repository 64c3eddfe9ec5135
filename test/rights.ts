/** Changes of rights that a test makes directly, told to everybody as the handlers tell them. */
import type { RawBuilder } from 'kysely';
import { emit } from '#server/events.ts';
import type { Harness } from './harness.ts';

/** Runs a statement in a tenant and says that its rights have changed. */
export async function rightsChangedIn({ deps, gate }: Harness, tenantId: number, statement: RawBuilder<unknown>): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    await tx.run(statement);
    await emit('rights.changed', { userId: null }, tx, deps);
  });
  gate.sessions.forget({});
}
