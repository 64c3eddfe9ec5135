/** The recycle bin of incidents: what was entered by mistake. What is reviewed or closed stays. */
import { sql } from 'kysely';
import { closedIncident } from '#contract/incidents/incident-commands.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { line, lines, refuseBlocked, type Outlook, type Removable } from '../lists/removals.ts';
import { note, titleOf } from './incident-machine.ts';
import { lockIncident, reachesIncident } from './incident-rows.ts';

async function look(id: number, context: Context): Promise<Outlook> {
  const row = await lockIncident(context, id);
  const closed = closedIncident(row, 'delete');
  return {
    name: titleOf(row),
    detail: `${row.occurred_at.slice(0, 16)} 发生，${row.reporter_name}上报`,
    blockers: lines(closed !== null && line(closed)),
    effects: lines(line('告知、整改措施和过程记录随之隐藏，恢复时一并恢复'), line('超过时限不再提醒')),
  };
}

export const incidentRemoval: Removable = {
  kind: 'incident',
  reach: (session) =>
    db
      .selectFrom('incidents')
      .select('id')
      .where('tenant_id', '=', session.tenantId)
      .where((eb) => (reachesIncident(null, session) ?? eb.lit(true)) as never),
  look,
  async take(id, context) {
    const outlook = await look(id, context);
    refuseBlocked(outlook);
    const { tx } = context;
    await note(context, id, 'delete');
    await tx.run(
      sql`update incidents set deleted_at = now(), version = version + 1, updated_at = now()
        where tenant_id = ${tx.tenantId} and id = ${id}`,
    );
    await context.emit('incident.changed', { incidentId: id });
    return { name: outlook.name, detail: outlook.detail };
  },
  async give(id, _kept, context) {
    const { tx } = context;
    await tx.run(sql`update incidents set deleted_at = null, version = version + 1, updated_at = now() where tenant_id = ${tx.tenantId}
      and id = ${id} and deleted_at is not null`);
    await note(context, id, 'restore');
    await context.emit('incident.changed', { incidentId: id });
    return [];
  },
};
