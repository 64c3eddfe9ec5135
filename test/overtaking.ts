/** A call that another transaction overtakes: it has read what was there, and waits to write until the other has committed. */
import type { Tx } from '#server/db/tenant.ts';
import type { Answer, Harness } from './harness.ts';

/** Runs `change` in a transaction of the tenant, begins `call`, and commits as soon as it waits for what was changed; gives its answer. */
export async function overtaken(
  t: Harness,
  tenantId: number,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await t.deps.inTenant(tenantId, async (tx) => {
    await change(tx);
    const begun = call();
    await untilWaiting(t);
    // In an object: otherwise the commit would wait for it.
    return { answer: begun };
  });
  return answer;
}

/** Until a statement in this test's database waits for a lock. */
async function untilWaiting({ admin, database }: Harness): Promise<void> {
  for (let look = 0; look < 500; look++) {
    const { rowCount } = await admin.query("select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'", [database]);
    if (rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The call waits for nothing');
}
