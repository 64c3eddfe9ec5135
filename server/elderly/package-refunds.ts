/** Taking back the packages that a goods order sold, when its money goes back. */
import { sql } from 'kysely';
import { packageAction } from '#contract/elderly/person-packages.rules.ts';
import { refused } from '../errors.ts';
import type { Work } from '../context.ts';
import { note } from './package-changes.ts';

/**
 * Makes the packages that an order granted void, in the caller's transaction. Refused
 * (422) as long as one of their counts is used; what is void or deleted already stays as it is.
 */
export async function voidPackagesOf(work: Pick<Work, 'tx' | 'actor'>, goodsOrderId: number, reason: string): Promise<void> {
  const { tx } = work;
  // The package's row is the lock of its counts, as for takeUse.
  const held = await tx.rows<{ id: number; name: string }>(sql`
    select id, name from person_packages
    where tenant_id = ${tx.tenantId} and goods_order_id = ${goodsOrderId} and status = 1 and deleted_at is null
    order by id for no key update`);
  for (const { id, name } of held) {
    const used = await tx.row<{ n: number }>(
      sql`select coalesce(sum(used), 0)::integer as n from person_package_projects
        where tenant_id = ${tx.tenantId} and person_package_id = ${id}`,
    );
    if (used && used.n > 0) throw refused(`服务包“${name}”已使用${used.n}次，不能退款`);
    await tx.run(sql`
      update person_packages set status = 2, voided_at = now(), void_reason = ${reason}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
  }
  await note(
    work,
    held.map(({ id }) => ({ packageId: id, action: packageAction.voided, reason })),
  );
}
