/** Assessments as they are read: the list, its sheet, one that is changed, and one with all that it says. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { assessmentReasons, assessmentStateLabels } from '#contract/assessments/assessment-commands.rules.ts';
import { assessmentLabels } from '#contract/assessments/assessments.labels.ts';
import type { Assessment, AssessmentDetail, assessments as routes } from '#contract/assessments/assessments.ts';
import { nameOfScale, scaleOf } from '#contract/assessments/scales.ts';
import { titled } from '#contract/labels.ts';
import type { Context, Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { lookup } from '../lists/columns.ts';
import { equals, from, readOne, to, type ListOf } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { personTyped } from '../lists/people-reach.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { assessmentSettings } from './assessment-settings.ts';
import { risksOf } from './plan-proposal.ts';
import { ltciAt } from './scales-in-use.ts';

export const NOUN = '评估';
export type AssessmentWire = z.input<typeof Assessment>;

const reachesAssessment = (_eb: unknown, session: Session) => sql<boolean>`assessments.person_id in ${seenPeople(session)}`;

export const listAt = (tenantId: number): ListOf<typeof routes.page, 'assessments'> => ({
  table: 'assessments',
  noun: NOUN,
  scope: reachesAssessment,
  columns: {
    id: 'id',
    state: 'state',
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'assessments.person_id'),
    place: () => placeOfPerson(sql.ref('assessments.tenant_id'), sql.ref('assessments.person_id')),
    scale: 'scale',
    scaleVersion: 'scale_version',
    reason: 'reason',
    reasonNote: 'reason_note',
    assessedDate: 'assessed_on',
    total: 'total',
    level: 'level',
    levelName: 'level_name',
    nextDate: 'next_on',
    latest: 'latest',
    firstName: 'first_name',
    secondName: 'second_name',
    completedTime: 'completed_at',
    appliedLevel: 'applied_level',
    voidReason: 'void_reason',
    userName: 'user_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    oldmanId: equals('person_id'),
    oldmanName: personTyped(tenantId, 'assessments.person_id'),
    scale: equals('scale'),
    state: equals('state'),
    level: equals('level'),
    startDate: from('assessed_on'),
    endDate: to('assessed_on'),
  },
  sorts: { assessed_date: 'assessed_on' },
  order: 'created_at',
});

export const sheet: Export<AssessmentWire> = {
  name: '评估',
  list: ({ tenantId }) => listOf(listAt(tenantId)),
  columns: titled(assessmentLabels, [
    { key: 'oldmanName', width: 12 },
    { key: 'place', width: 22 },
    { key: 'scale', value: ({ scale }) => nameOfScale(scale), width: 32 },
    { key: 'state', value: ({ state }) => assessmentStateLabels[state] ?? '', width: 10 },
    { key: 'reason', value: ({ reason }) => assessmentReasons[reason] ?? '', width: 12 },
    { key: 'reasonNote', width: 24 },
    { key: 'assessedDate', format: 'date', width: 12 },
    { key: 'total', width: 8 },
    { key: 'levelName', width: 26 },
    { key: 'nextDate', format: 'date', width: 12 },
    { key: 'firstName', width: 12 },
    { key: 'secondName', width: 12 },
    { key: 'completedTime', format: 'dateTime', width: 20 },
    { key: 'voidReason', width: 20 },
  ]),
};

/** An assessment that the session reaches, locked after its person, as every change of a person does. Throws 404. */
export async function lockAssessment(context: Context, id: number) {
  const { tx } = context;
  const { oldmanId } = await readOne(listAt(context.session.tenantId), id, context);
  await tx.run(sql`select id from people where tenant_id = ${tx.tenantId} and id = ${oldmanId} for no key update`);
  const row = await tx.row(db.selectFrom('assessments').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type AssessmentRow = Awaited<ReturnType<typeof lockAssessment>>;

type Detail = z.input<typeof AssessmentDetail>;

/** What the level of a complete one suggests: a care level and templates of plans. */
async function suggestionsOf(context: Context, row: AssessmentWire): Promise<Pick<Detail, 'suggestedLevel' | 'templates' | 'risks'>> {
  const { tx } = context;
  const suggests = scaleOf(row.scale, row.scaleVersion)?.suggests === true;
  if (!suggests || row.level === null || row.completedTime === null) return { suggestedLevel: null, templates: [], risks: [] };
  const settings = (await assessmentSettings(tx)) as Record<string, number>;
  const templates = await tx.rows<{ id: number; name: string; verified: boolean }>(sql`
    select id, name, verified from care_templates where tenant_id = ${tx.tenantId} and ability = ${row.level}
    order by verified desc, id limit 10`);
  return { suggestedLevel: settings[`ASSESSMENT_CARE_LEVEL_${row.level}`] || null, templates, risks: await risksOf(tx, row.oldmanId) };
}

/** All that an assessment says. Throws 404. */
export async function detailOf(context: Context, id: number): Promise<Detail> {
  const { tx, session } = context;
  const row = await readOne(listAt(session.tenantId), id, context);
  const more = await tx.row(
    db
      .selectFrom('assessments as a')
      .innerJoin('people as p', (on) => on.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.person_id'))
      .select((eb) => [
        eb.ref('a.place').as('site'),
        eb.ref('a.informant_name').as('informantName'),
        eb.ref('a.informant_relation').as('informantRelation'),
        'a.answers',
        'a.facts',
        'a.note',
        'a.result',
        eb.ref('a.first_sign').as('firstSign'),
        eb.ref('a.second_sign').as('secondSign'),
        eb.ref('a.informant_sign').as('informantSign'),
        eb.ref('a.applied_name').as('appliedName'),
        eb.ref('a.applied_at').as('appliedTime'),
        eb.ref('a.void_name').as('voidName'),
        eb.ref('p.care_level').as('careLevel'),
      ])
      .where('a.tenant_id', '=', tx.tenantId)
      .where('a.id', '=', id),
  );
  const own = await ltciAt(tx, row.scale, row.scaleVersion);
  return { ...row, ...(more as object), own, ...(await suggestionsOf(context, row)) } as Detail;
}
