/** 整改措施: laid down while an incident is open, done by whom they were given to, also after it was closed. */
import { sql } from 'kysely';
import { INCIDENT_ACCESS } from '#contract/incidents/incidents.ts';
import { incidentMeasures as routes } from '#contract/incidents/incident-measures.ts';
import { dayOf, isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { sendMessage } from '../messages/messages.ts';
import { incidentAddress, incidentMachine, note, titleOf } from './incident-machine.ts';
import { lockIncident } from './incident-rows.ts';

const NOUN = '整改措施';
const MOST = 50;

/** A measure of an incident that the session sees, both locked. */
async function lock(context: Context, id: number) {
  const { tx } = context;
  const named = await tx.row(
    db.selectFrom('incident_measures').select('incident_id').where('tenant_id', '=', tx.tenantId).where('id', '=', id),
  );
  if (!named) throw notFound(NOUN);
  const incident = await lockIncident(context, named.incident_id);
  const measure = await tx.row(
    db.selectFrom('incident_measures').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate(),
  );
  if (!measure) throw notFound(NOUN);
  return { incident, measure };
}

export const incidentMeasures: Handlers<typeof routes> = {
  create: (input, context) =>
    once(context, routes.create, input, async () => {
      const { incidentId, text, ownerId, dueDate } = input;
      const { tx, deps, session } = context;
      const row = await openFor(incidentMachine, context, { id: incidentId }, 'measure');
      if (dueDate < dayOf(deps.now())) throw invalid('完成期限不能早于今天');
      const owner =
        ownerId === null
          ? null
          : await tx.row<{ id: number; name: string }>(
              sql`select id, name from users where tenant_id = ${tx.tenantId} and id = ${ownerId} and status = 0 and deleted_at is null`,
            );
      if (owner === undefined) throw refused('负责人不存在或已停用');
      const known = await tx.row<{ n: number }>(
        sql`select count(*)::integer as n from incident_measures where tenant_id = ${tx.tenantId} and incident_id = ${incidentId}`,
      );
      if (known!.n >= MOST) throw refused(`一次事件最多${MOST}条整改措施`);
      const made = await tx.row(
        db
          .insertInto('incident_measures')
          .values({
            tenant_id: tx.tenantId,
            incident_id: incidentId,
            text,
            owner_id: owner?.id ?? null,
            owner_name: owner?.name ?? null,
            due_on: dueDate,
          })
          .returning('id'),
      );
      await applyTo(incidentMachine, context, row, { action: 'measure' }, () =>
        note(context, incidentId, 'measure', `${text}（${owner ? `${owner.name}，` : ''}${dueDate}前）`),
      );
      if (owner && owner.id !== session.userId)
        await sendMessage(tx, deps, {
          recipientId: owner.id,
          kind: 'incident',
          title: `请完成整改措施：${text.slice(0, 40)}`,
          text: `不良事件 ${titleOf(row)}，${dueDate}前完成`,
          link: incidentAddress(incidentId),
        });
      return made!.id;
    }),

  async finish({ id, version, result }, context) {
    const { tx, deps, session } = context;
    const { incident, measure } = await lock(context, id);
    if (measure.owner_id !== session.userId && !session.permissions.has(INCIDENT_ACCESS.edit)) throw forbidden('只能由负责人完成');
    if (measure.done_at !== null) throw conflict('该整改措施已完成', measure);
    if (version !== undefined && version !== measure.version) throw conflict('整改措施已被修改，请刷新后重试', measure);
    await tx.run(sql`update incident_measures set done_at = ${isoOf(deps.now())}, done_by = ${session.name}, result = ${result},
      version = version + 1, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${id}`);
    await note(context, incident.id, 'finish', `${measure.text}${result ? `：${result}` : ''}`);
    await context.emit('incident.changed', { incidentId: incident.id });
    return true;
  },

  async remove({ id }, context) {
    const { tx } = context;
    const { incident, measure } = await lock(context, id);
    if (measure.done_at !== null) throw conflict('该整改措施已完成，不能删除');
    await applyTo(incidentMachine, context, incident, { action: 'measure' }, async () => {
      await tx.run(sql`delete from incident_measures where tenant_id = ${tx.tenantId} and id = ${id}`);
      await note(context, incident.id, 'unmeasure', measure.text);
    });
    return true;
  },
};
