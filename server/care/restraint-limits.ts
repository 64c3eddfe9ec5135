/** A restraint that lasts beyond its limit is told of once, to those who give such orders. */
import { sql } from 'kysely';
import { restraintKinds } from '#contract/care/restraint-commands.rules.ts';
import { restraints } from '#contract/care/restraints.ts';
import { isoOf } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import { forTenants } from '../jobs/poller.ts';
import { tellThoseWith } from '../messages/messages.ts';

interface Late {
  id: number;
  kind: number;
  name: string;
  limit: string;
}

const tellTenant = (deps: Dependencies, tenantId: number, now: number, most: number): Promise<number> =>
  deps.inTenant(tenantId, async (tx) => {
    const late = await tx.rows<Late>(sql`
      update restraints r set told_at = ${isoOf(now)}::timestamptz from people p
      where r.tenant_id = ${tenantId} and p.tenant_id = r.tenant_id and p.id = r.person_id and r.id in (
        select id from restraints where tenant_id = ${tenantId} and state = 2 and told_at is null
          and begun_at + hours * interval '1 hour' <= ${instant(now)} order by begun_at limit ${most} for update skip locked)
      returning r.id, r.kind, p.name, r.begun_at + r.hours * interval '1 hour' as limit`);
    for (const { id, kind, name, limit } of late)
      await tellThoseWith(tx, deps, restraints.order.access, {
        kind: 'notice',
        title: `约束已到时限：${name}`,
        text: `${restraintKinds[kind]}应在${limit.slice(5, 16)}前解除，请立即解除；仍需约束的重新评估、重新开单。`,
        link: `/care/restraint/detail?id=${id}`,
        urgent: true,
      });
    return late.length;
  });

/** The task of cleanup, over all institutions; gives how many restraints it told of. */
export async function tellOfLimits(deps: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'restraints_due',
    text: 'select tenant_id from app.restraints_due(to_timestamp($1::float8 / 1000))',
    values: [now],
  });
  let done = 0;
  await forTenants(deps, 'the limits of restraints', rows, async (tenantId) => void (done += await tellTenant(deps, tenantId, now, most)));
  return done;
}
