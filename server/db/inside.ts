/** Work for another tenant within one transaction: what must happen in both or in neither. */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { signContext, type Tx } from './tenant.ts';

/**
 * Runs `work` inside the transaction of `tx` as another tenant; afterwards it is its
 * own again. That the caller may do so is decided before.
 */
export async function inside<T>(
  tx: Tx,
  { secrets }: Pick<Dependencies, 'secrets'>,
  tenantId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const enter = (id: number) => tx.run(sql`select set_config('app.ctx', ${signContext(secrets.context, id)}, true)`);
  await enter(tenantId);
  const result = await work(tx.as(tenantId));
  await enter(tx.tenantId);
  return result;
}
