/** What follows from a warning, behind a savepoint. */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { databaseAway } from '../errors.ts';

/** Database errors after which the whole unit of work is tried again. */
const PASSING = /^(40|53|55|57|08)/;

/** Work whose failure must not take the warning with it: whom to tell is worth less than that it is there. */
export async function aside(tx: Tx, deps: Dependencies, work: () => Promise<void>): Promise<void> {
  try {
    tx.later(sql`savepoint aside`);
    await work();
    tx.later(sql`release savepoint aside`);
  } catch (error) {
    if (databaseAway(error) || PASSING.test(String((error as { code?: string }).code ?? ''))) throw error;
    deps.log.error({ err: error }, 'what follows from a warning could not be written down');
    await tx.run(sql`rollback to savepoint aside`);
  }
}
