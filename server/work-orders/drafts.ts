/** The order that an on-site visit for an alarm needs. */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { orderStatus, totalOf } from '#contract/work-orders/work-orders.rules.ts';
import { urgencyOf } from '#contract/warnings/warnings.rules.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { reachedBy } from '../elderly/person-contacts.ts';
import { on, workIn } from '../events.ts';
import { sosProject } from '../services/sos-default.ts';
import { nextNumber } from './numbers.ts';
import { targetColumns } from './targets.ts';
import { record } from './order-steps.ts';
import { addJobs, projectsOf, readyJobs, type Project } from './work-order-jobs.ts';
import { placeOfWarning } from '../rooms/places.ts';

/**
 * What the order copies of the alarm and of the person it is about; the address is the
 * home, else the bed or room, else where the device was.
 */
export const alarmFacts = (tenantId: number, warningId: number) =>
  db
    .selectFrom('warnings as w')
    .innerJoin('people as p', (on) => on.onRef('p.tenant_id', '=', 'w.tenant_id').onRef('p.id', '=', 'w.person_id'))
    .leftJoin('beds as b', (on) => on.onRef('b.tenant_id', '=', 'p.tenant_id').onRef('b.id', '=', 'p.bed_id'))
    .leftJoin('rooms as r', (on) => on.onRef('r.tenant_id', '=', 'w.tenant_id').on('r.id', '=', sql`coalesce(w.room_id, b.room_id)`))
    .select(['w.rule', 'w.severity', 'w.content', 'w.remark', 'p.id as person_id', 'p.name', 'p.care_level', 'p.ability'])
    .select(['r.building', 'r.floor'])
    .select([
      sql<string>`coalesce(${reachedBy('p')}, '')`.as('phone'),
      sql<string>`coalesce(nullif(p.address, ''), ${placeOfWarning('r', 'b')}, w.address, '')`.as('address'),
      sql<number | null>`coalesce(w.longitude, p.longitude)`.as('longitude'),
      // From the same place as the longitude.
      sql<number | null>`case when w.longitude is null then p.latitude else w.latitude end`.as('latitude'),
    ])
    .where('w.tenant_id', '=', tenantId)
    .where('w.id', '=', warningId);

/** As literals: only then is the partial unique index seen to be meant. */
export const ENDED = [sql.lit(orderStatus.finished), sql.lit(orderStatus.cancelled), sql.lit(orderStatus.rated)];

const ofWarning = (tenantId: number, warningId: number) =>
  db
    .selectFrom('work_orders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('warning_id', '=', warningId)
    .where('status', 'not in', ENDED);

/**
 * The id of the warning's order that runs; drafts one when there is none, with one job: the
 * default SOS service, now. To be called in the transaction that handles the warning, which is about a person.
 */
async function draftForWarning(work: Work, warningId: number): Promise<number> {
  const { tx, actor } = work;
  const known = await tx.row(ofWarning(tx.tenantId, warningId));
  if (known) return known.id;
  const alarm = (await tx.row(alarmFacts(tx.tenantId, warningId)))!;
  const { id: projectId } = await sosProject(tx);
  const projects = await projectsOf(tx, [projectId]);
  const project = projects.get(projectId) as Project;
  const job = { serverProjectId: project.id, serverTime: textOf(work.deps.now()), serverUserId: null, remarks: null };
  const [urgency, ready] = [urgencyOf(alarm.severity), await readyJobs(work, [job], projects, new Map())];
  const targets = await targetColumns(work, { urgency, jobs: [{ serviceAt: job.serverTime, minutes: project.minutes }] });
  const number = await nextNumber(tx);
  const drafted = await tx.row(
    db
      .insertInto('work_orders')
      .values({
        tenant_id: tx.tenantId,
        number,
        orderer_name: actor.name,
        ...targets,
        emergency: urgency,
        service_type_id: project.service_type_id,
        person_id: alarm.person_id,
        person_name: alarm.name,
        person_phone: alarm.phone,
        person_address: alarm.address,
        care_level: alarm.care_level,
        ability: alarm.ability,
        longitude: alarm.longitude,
        latitude: alarm.latitude,
        total_fen: totalOf([{ priceFen: project.price_fen, packageId: 0 }]),
        remarks: [alarm.content, alarm.remark].filter(Boolean).join('；').slice(0, 100),
        warning_type: alarm.rule,
        warning_id: warningId,
        source: 2,
        operator_id: actor.userId,
        created_by: actor.userId,
      })
      .onConflict((on) =>
        on.columns(['tenant_id', 'warning_id']).where('warning_id', 'is not', null).where('status', 'not in', ENDED).doNothing(),
      )
      .returning('id'),
  );
  if (!drafted) return ((await tx.row(ofWarning(tx.tenantId, warningId))) as { id: number }).id;
  const order = { id: drafted.id, number, warning_id: warningId, person_id: alarm.person_id, person_name: alarm.name };
  await addJobs(work, order, ready);
  await record(work, order, 'draft', [{ note: project.name }]);
  return drafted.id;
}

/** A visit that a warning needs becomes an order in the name of `by`. Called once per process. */
export function draftWantedVisits(): void {
  on('visit.wanted', async ({ warningId, by }, tx, deps) => {
    await draftForWarning(workIn(tx, deps, by), warningId);
  });
}
