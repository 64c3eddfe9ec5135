/** The demonstration's accounts: money and deposits of residents, a subsidy, one who has little left. Booked by the product's own ledger. */
import { sql } from 'kysely';
import { movementKinds } from '#contract/accounts/accounts.rules.ts';
import { DAY, dayOf, isoOf } from '#contract/time.ts';
import { book, lockAccount } from '../../server/accounts/ledger.ts';
import type { Dependencies } from '../../server/context.ts';
import { db } from '../../server/db/tenant.ts';
import { workIn } from '../../server/events.ts';

/** How many have a subsidy, or little left, as it comes; those behind them have paid ahead. */
const STORIES = 18;
/** The last ones have paid nothing yet, which the reconciliation of stays finds. */
const OWING = 20;
/** So long ago all of it was paid: it is no money of today. */
const PAID_AGO = 2 * DAY;
const DEPOSIT = 450_000;
/** What each has paid in, fen; the last are those who soon have to pay. */
const PAID = [820_000, 650_000, 1_200_000, 430_000, 980_000, 38_000, 560_000, 21_000];
/** The first so many of them are no small sums. */
const AHEAD = 5;
const SUBSIDY = { source: '区民政局养老服务补贴', fen: 60_000, every: 4 };

/** Of one institution, once. */
export function seedAccounts(today: Dependencies, tenantId: number): Promise<void> {
  const deps = { ...today, now: () => today.now() - PAID_AGO };
  return deps.inTenant(tenantId, async (tx) => {
    const clerk = await tx.row<{ id: number; name: string }>(
      sql`select id, name from users where tenant_id = ${tenantId} and username = 'finance'`,
    );
    const people = await tx.rows<{ id: number }>(sql`
      select id from people where tenant_id = ${tenantId} and bed_id is not null and deleted_at is null order by id`);
    const work = workIn(tx, deps, { userId: clerk?.id ?? null, name: clerk?.name ?? '财务' });
    const kind = movementKinds.recharge;
    for (const [at, { id }] of people.slice(0, -OWING).entries()) {
      const account = async () => lockAccount(tx, id);
      const told = at < STORIES;
      await book(work, await account(), { kind, deposit: DEPOSIT, from: { money: DEPOSIT }, text: '入住押金', payType: 4 });
      const paid = PAID[told ? at % PAID.length : at % AHEAD] as number;
      await book(work, await account(), { kind, cash: paid, from: { money: paid }, text: '家属转账', payType: 4 });
      if (!told || at % SUBSIDY.every !== 0) continue;
      const grant = await tx.row(
        db
          .insertInto('account_grants')
          .values({
            tenant_id: tenantId,
            person_id: id,
            source: SUBSIDY.source,
            amount_fen: SUBSIDY.fen,
            left_fen: 0,
            expires_on: dayOf(deps.now() + 180 * DAY),
            uses: ['service'],
            created_at: isoOf(deps.now()),
          })
          .returning('id'),
      );
      const grants = [{ id: grant!.id, fen: SUBSIDY.fen }];
      await book(work, await account(), { kind, grants, from: { grantor: SUBSIDY.fen }, text: SUBSIDY.source });
    }
  });
}
