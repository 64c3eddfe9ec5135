/** Care plans as they are read: the list, one with its parts, reviews and versions, and the row that is changed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { dayOf } from '#contract/time.ts';
import { carePlans as routes, type CarePlan, type CarePlanRow } from '#contract/care/care-plans.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { lookup } from '../lists/columns.ts';
import { equals, readOne, type ListOf } from '../lists/crud.ts';
import { personTyped } from '../lists/people-reach.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { careOf, type CareRow } from './care-parts.ts';
import { reachesCare } from './care-reach.ts';

export const NOUN = '照护计划';

type List = ListOf<typeof routes.page, 'care_plans'>;

const columns: List['columns'] = {
  id: 'id',
  oldmanId: 'person_id',
  oldmanName: lookup('people', 'name', 'care_plans.person_id'),
  place: () => placeOfPerson(sql.ref('care_plans.tenant_id'), sql.ref('care_plans.person_id')),
  anergy: lookup('people', 'ability', 'care_plans.person_id'),
  serial: 'serial',
  state: 'state',
  startTime: 'starts_at',
  endTime: 'ends_at',
  nextReviewDay: 'next_review_on',
  consentName: 'consent_name',
  consentDay: 'consent_on',
  remarks: 'remarks',
  endReason: 'end_reason',
  endedBy: 'ended_by',
  createdName: 'created_name',
  interventionCount: () => sql`(select count(*)::integer from care_interventions i
    where i.tenant_id = care_plans.tenant_id and i.plan_id = care_plans.id)`,
  version: 'version',
  createTime: 'created_at',
};

export const listAt = (tenantId: number, now: number): List => ({
  table: 'care_plans',
  noun: NOUN,
  scope: reachesCare('care_plans.person_id'),
  columns,
  filters: {
    userName: personTyped(tenantId, 'care_plans.person_id'),
    oldmanId: equals('person_id'),
    state: equals('state'),
    review: () => sql`state = 2 and ends_at is null and next_review_on <= ${dayOf(now)}::date`,
  },
  sorts: { start_time: 'starts_at', next_review_day: 'next_review_on' },
});

/** The plan, as far as the session reaches its person. Throws 404. */
export const readRow = (context: Context, id: number): Promise<z.input<typeof CarePlanRow>> =>
  readOne(listAt(context.session.tenantId, context.deps.now()), id, context);

interface Parts {
  problems: z.input<typeof CarePlan>['problems'];
  goals: z.input<typeof CarePlan>['goals'];
}

export async function readPlan(context: Context, id: number): Promise<z.input<typeof CarePlan>> {
  const { tx } = context;
  const row = await readRow(context, id);
  const [parts, interventions, reviews, versions] = await Promise.all([
    tx.row<Parts>(sql`select problems, goals from care_plans where tenant_id = ${tx.tenantId} and id = ${id}`),
    interventionsOf(tx, id),
    tx.rows<z.input<typeof CarePlan>['reviews'][number]>(sql`
      select id, outcome, note, next_review_on as "nextReviewDay", user_name as "userName", created_at as "createTime" from care_reviews
      where tenant_id = ${tx.tenantId} and plan_id in (select id from care_plans where tenant_id = ${tx.tenantId}
        and person_id = ${row.oldmanId} and serial <= ${row.serial}) order by id desc limit 200`),
    tx.rows<z.input<typeof CarePlan>['versions'][number]>(sql`
      select id, serial, state, starts_at as "startTime", ends_at as "endTime", created_name as "createdName" from care_plans
      where tenant_id = ${tx.tenantId} and person_id = ${row.oldmanId} order by serial desc limit 200`),
  ]);
  return { ...row, problems: parts!.problems, goals: parts!.goals, interventions, reviews, versions };
}

export async function interventionsOf(tx: Tx, planId: number) {
  const rows = await tx.rows(
    db.selectFrom('care_interventions').selectAll().where('tenant_id', '=', tx.tenantId).where('plan_id', '=', planId).orderBy('id'),
  );
  return rows.map((row) => careOf(row as unknown as CareRow));
}

/** Locked, for who changes it. Throws 404. */
export async function lockPlan(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('care_plans').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type PlanRow = Awaited<ReturnType<typeof lockPlan>>;
