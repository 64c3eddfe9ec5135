/** What is left of a subsidy after its last day goes back to its giver. */
import { sql } from 'kysely';
import { movementKinds } from '#contract/accounts/accounts.rules.ts';
import { dayOf } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { db } from '../db/tenant.ts';
import { workIn } from '../events.ts';
import { forTenants } from '../jobs/poller.ts';
import { book, lockAccount } from './ledger.ts';

const SYSTEM = { userId: null, name: '系统' } as const;

/** Ends at most `most` subsidies of each tenant as of `now` (epoch ms), a transaction for each; gives how many. */
export async function endGrants(deps: Dependencies, now: number, most: number): Promise<number> {
  const today = dayOf(now);
  const tenants = await deps.inTenant(1, (tx) =>
    tx.rows<{ tenant_id: number }>(db.selectFrom('tenants').select('id as tenant_id').orderBy('id')),
  );
  let ended = 0;
  await forTenants(deps, 'the end of subsidies', tenants, async (tenantId) => {
    const due = await deps.inTenant(tenantId, (tx) =>
      tx.rows<{ id: number; personId: number }>(sql`
        select id, person_id as "personId" from account_grants
        where tenant_id = ${tx.tenantId} and left_fen > 0 and expires_on < ${today} order by expires_on, id limit ${most}`),
    );
    for (const { id, personId } of due) {
      await deps.inTenant(tenantId, async (tx) => {
        const account = await lockAccount(tx, personId);
        // Read after the lock: a charge may have taken it meanwhile.
        const grant = await tx.row<{ source: string; left: number }>(
          sql`select source, left_fen as left from account_grants where tenant_id = ${tx.tenantId} and id = ${id} and left_fen > 0`,
        );
        if (!grant) return;
        await book(workIn(tx, deps, SYSTEM), account, {
          kind: movementKinds.expire,
          grants: [{ id, fen: -grant.left }],
          from: { grantor: -grant.left },
          text: `${grant.source}到期，未用部分退回`,
        });
        ended++;
      });
    }
  });
  return ended;
}
