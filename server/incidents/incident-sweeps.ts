/** What falls due of incidents: a limit that has passed is told of once; the residents of the day are counted. */
import { sql } from 'kysely';
import { dueLabels, nextAlert, overdueOf } from '#contract/incidents/incident-dues.rules.ts';
import { INCIDENT_ACCESS } from '#contract/incidents/incidents.ts';
import { dayOf, isoOf, textOf } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { forTenants } from '../jobs/poller.ts';
import { workIn } from '../events.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { incidentAddress, note, titleOf } from './incident-machine.ts';

const SYSTEM = { userId: null, name: '系统' };

/** In the institution of `tx`: 在院 of those who live in the house. */
const countResidents = (tx: Tx, day: string) =>
  tx.run(sql`
    insert into resident_counts (tenant_id, day, residents)
    select ${tx.tenantId}, ${day}::date, count(*) from people
    where tenant_id = ${tx.tenantId} and status = 1 and service_type = 1 and deleted_at is null
    on conflict (tenant_id, day) do nothing`);

async function sweepTenant(deps: Dependencies, tenantId: number, now: number, most: number): Promise<number> {
  return deps.inTenant(tenantId, async (tx) => {
    await countResidents(tx, dayOf(now));
    const late = await tx.rows(
      db
        .selectFrom('incidents')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('state', '<', 4)
        .where('deleted_at', 'is', null)
        .where('alert_at', '<=', instant(now))
        .orderBy('alert_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    );
    const work = workIn(tx, deps, SYSTEM);
    for (const row of late) {
      const what = overdueOf(row, now)
        .map(({ kind }) => dueLabels[kind])
        .join('、');
      await tx.run(sql`update incidents set alerted_at = ${isoOf(now)}, alert_at = ${nextAlert(row, textOf(now))}::timestamptz
        where tenant_id = ${tenantId} and id = ${row.id}`);
      if (what === '') continue;
      await note(work, row.id, 'overdue', what);
      await tellThoseWith(tx, deps, INCIDENT_ACCESS.review, {
        kind: 'incident',
        title: `不良事件超过时限：${what}`,
        text: titleOf(row),
        link: incidentAddress(row.id),
      });
      await work.emit('incident.changed', { incidentId: row.id });
    }
    return late.length;
  });
}

/** The task of cleanup, over all institutions; gives how many incidents it told of. */
export async function sweepIncidents(deps: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'incidents_due',
    text: 'select tenant_id from app.incidents_due(to_timestamp($1::float8 / 1000), $2)',
    values: [now, dayOf(now)],
  });
  let done = 0;
  await forTenants(deps, 'the sweep of incidents', rows, async (tenantId) => void (done += await sweepTenant(deps, tenantId, now, most)));
  return done;
}
