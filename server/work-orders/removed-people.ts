/** Recurring orders of people who are removed. */
import { sql } from 'kysely';
import { planStatus } from '#contract/work-orders/work-order-plans.rules.ts';
import { on } from '../events.ts';

/** Pauses every plan of a person who is removed: nothing is ordered for them, and who restores them decides. Called once per process. */
export function pausePlansWithPeople(): void {
  on('person.removed', async ({ personId }, tx) => {
    await tx.run(sql`
      update work_order_plans set status = ${planStatus.paused}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and person_id = ${personId} and status = ${planStatus.active}`);
  });
}
