/** Recurring orders of people who are removed or leave for good. */
import { sql, type RawBuilder } from 'kysely';
import { planStatus } from '#contract/work-orders/work-order-plans.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { on } from '../events.ts';

/** Pauses every plan of a person who is removed, has left or died: nothing is ordered for them, and who restores them decides. Called once per process. */
export function pausePlansWithPeople(): void {
  const pause = (tx: Tx, personId: number, which: RawBuilder<unknown>) =>
    tx.run(sql`
      update work_order_plans set status = ${planStatus.paused}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and person_id = ${personId} and status = ${planStatus.active} and ${which}`);
  on('person.removed', async ({ personId }, tx) => void (await pause(tx, personId, sql`true`)));
  on('person.changed', async ({ personId }, tx) => {
    const gone = sql`exists (select from people p where p.tenant_id = work_order_plans.tenant_id and p.id = work_order_plans.person_id
      and p.status in (4, 5))`;
    await pause(tx, personId, gone);
  });
}
