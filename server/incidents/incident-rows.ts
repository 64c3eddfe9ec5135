/** Incidents as they are read: the list, and one with all that belongs to it. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { gapsOf } from '#contract/incidents/incident-commands.rules.ts';
import { duesOf } from '#contract/incidents/incident-dues.rules.ts';
import { incidentNumber } from '#contract/incidents/incident-types.rules.ts';
import type { Injury } from '#contract/incidents/body-map.rules.ts';
import { incidents as routes, type Incident, type IncidentMeasure, type IncidentNotice } from '#contract/incidents/incidents.ts';
import { textOf } from '#contract/time.ts';
import { dataScopes } from '#contract/users/roles.ts';
import type { Context, Session } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { contains, equals, from, matching, type ListOf } from '../lists/crud.ts';
import { listFrom } from '../lists/list.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import type { AnyBuilder, AnyQuery, QueryOf } from '../lists/query.ts';

export const NOUN = '不良事件';

/** What a session sees: incidents of the people whom it reaches, and what it reported itself. Over the columns of `incidents`. */
export const reachesIncident = (_eb: AnyBuilder | null, session: Session): Expression<SqlBool> | undefined =>
  session.dataScope <= dataScopes.institution
    ? undefined
    : sql<SqlBool>`(incidents.reporter_id = ${session.userId} or exists (select from incident_people ip
        where ip.tenant_id = incidents.tenant_id and ip.incident_id = incidents.id and ip.person_id in ${seenPeople(session)}))`;

/** That a limit has passed at the time `at` and is not kept. */
export const passed = (at: string) => sql<SqlBool>`(incidents.state < 4 and (
  (incidents.family_told_at is null and incidents.family_due_at < ${at})
  or (incidents.accepted_at is null and incidents.manager_due_at < ${at})
  or (incidents.authority_told_at is null and incidents.authority_due_at < ${at})
  or (incidents.written_at is null and incidents.written_due_at < ${at})))`;

const own = {
  table: 'incidents',
  noun: NOUN,
  soft: true,
  scope: reachesIncident,
  columns: { id: 'id' },
  filters: {
    oldmanName: contains('person_name'),
    oldmanId: (_eb: AnyBuilder, value: unknown) => sql`exists (select from incident_people ip where ip.tenant_id = incidents.tenant_id
      and ip.incident_id = incidents.id and ip.person_id = ${value})`,
    type: equals('type'),
    severity: equals('severity'),
    state: equals('state'),
    startDate: from('occurred_at'),
    endDate: (eb: AnyBuilder, value: unknown) => eb('occurred_at', '<=', `${value} 23:59:59.999999`),
  },
} as unknown as ListOf<typeof routes.page, 'incidents'>;
const sorts = { create_time: 'created_at', id: 'id', occur_time: 'occurred_at', report_time: 'reported_at', severity: 'severity' };

const SHOWN = [
  'id',
  'state',
  'type',
  'severity',
  'died',
  'person_id',
  'person_name',
  'occurred_at',
  'reported_at',
  'reporter_name',
  'place',
  'course',
  'family_due_at',
  'family_told_at',
  'manager_due_at',
  'accepted_at',
  'authority_due_at',
  'authority_told_at',
  'written_due_at',
  'written_at',
  'closed_at',
  'version',
  'created_at',
] as const;
const measures = (open: boolean) => sql<number>`(select count(*)::integer from incident_measures m
  where m.tenant_id = incidents.tenant_id and m.incident_id = incidents.id ${open ? sql`and m.done_at is null` : sql``})`;

const listed = (query: AnyQuery): QueryOf<Listed> =>
  query.select([...SHOWN, measures(false).as('measures'), measures(true).as('measures_open')]) as never;

type Listed = Pick<IncidentRow, (typeof SHOWN)[number]> & { measures: number; measures_open: number };
export type Wire = z.input<typeof Incident>;

const toRow = (row: Listed): Wire => ({
  id: row.id,
  number: incidentNumber(row.id),
  state: row.state,
  type: row.type,
  severity: row.severity,
  died: row.died,
  oldmanId: row.person_id,
  oldmanName: row.person_name,
  occurTime: row.occurred_at,
  reportTime: row.reported_at,
  reporterName: row.reporter_name,
  place: row.place,
  course: row.course,
  dues: duesOf(row),
  measures: row.measures,
  measuresOpen: row.measures_open,
  acceptTime: row.accepted_at,
  closeTime: row.closed_at,
  version: row.version,
  createTime: row.created_at,
});

export type Search = Omit<z.output<typeof routes.page.input>, 'current' | 'size'>;

/** The list of the page and of its export. */
export const incidentList = listFrom({
  matching({ overdue, ...search }: Search, { session, deps }: Context): AnyQuery {
    const rows = matching(own, search, session);
    return overdue ? rows.where(passed(textOf(deps.now()))) : rows;
  },
  listed,
  order: (input) => orderOf(input, sorts, 'occurred_at'),
  toRow,
});

export async function incidentPage(input: z.output<typeof routes.page.input>, context: Context) {
  const by = incidentList.order(input);
  const found = await pageOf(context, input, await incidentList.matching(input, context), (query) => inOrder(listed(query), by), by);
  return { ...found, records: found.records.map(toRow) };
}

/** An incident that the session sees, locked for who changes it. Throws 404. */
export async function lockIncident({ tx, session }: Context, id: number) {
  const row = await tx.row(
    db
      .selectFrom('incidents')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where((eb) => (reachesIncident(null, session) ?? eb.lit(true)) as never)
      .forUpdate(),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
export type IncidentRow = Awaited<ReturnType<typeof lockIncident>>;

interface Concerned {
  id: number;
  name: string;
  told: boolean;
}

/** Those who are concerned, in their order, with whether their family was told. */
export const concernedIn = (tx: Tx, id: number) =>
  tx.rows<Concerned>(sql`
    select p.person_id as id, p.person_name as name, exists (select from incident_notices n where n.tenant_id = p.tenant_id
      and n.incident_id = p.incident_id and n.kind = 'family' and n.person_id = p.person_id) as told
    from incident_people p where p.tenant_id = ${tx.tenantId} and p.incident_id = ${id} order by p.place`);

const measuresOf = (tx: Tx, id: number) =>
  tx.rows<z.input<typeof IncidentMeasure>>(sql`
    select id, text, owner_id as "ownerId", owner_name as "ownerName", due_on as "dueDate", done_at as "doneTime", done_by as "doneBy",
      result, version
    from incident_measures where tenant_id = ${tx.tenantId} and incident_id = ${id} order by id limit 100`);

/** What is missing of an incident before it may be reviewed. */
export async function gapsIn(tx: Tx, row: IncidentRow): Promise<string[]> {
  const [people, measures] = [await concernedIn(tx, row.id), await measuresOf(tx, row.id)];
  return gapsFor(row, people, measures.length);
}

const gapsFor = (row: IncidentRow, people: readonly Concerned[], measures: number) =>
  gapsOf({
    type: row.type,
    severity: row.severity,
    died: row.died,
    causes: row.causes,
    causeText: row.cause_text,
    measures,
    people: people.length,
    told: people.filter(({ told }) => told).length,
    authorityTold: row.authority_told_at !== null,
  });

/** One incident with its people, notices, measures and log. Throws 404. */
export async function readIncident(context: Context, id: number): Promise<z.input<typeof routes.get.output>> {
  const { tx, session } = context;
  const row = await tx.row(
    db
      .selectFrom('incidents')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where((eb) => (reachesIncident(null, session) ?? eb.lit(true)) as never),
  );
  if (!row) throw notFound(NOUN);
  const [people, measureList, notices, events] = await Promise.all([
    concernedIn(tx, id),
    measuresOf(tx, id),
    tx.rows<z.input<typeof IncidentNotice>>(sql`
      select n.id, n.kind, (select p.person_name from incident_people p where p.tenant_id = n.tenant_id and p.incident_id = n.incident_id
          and p.person_id = n.person_id) as "oldmanName", n.told_at as time, n.way, n.who, n.told_by as "toldBy", n.answer,
        n.user_name as "userName"
      from incident_notices n where n.tenant_id = ${tx.tenantId} and n.incident_id = ${id} order by n.told_at, n.id limit 200`),
    tx.rows<{ id: number; kind: string; text: string | null; userName: string; createTime: string }>(sql`
      select id, kind, text, user_name as "userName", created_at as "createTime" from incident_events
      where tenant_id = ${tx.tenantId} and incident_id = ${id} order by id limit 500`),
  ]);
  const open = measureList.filter(({ doneTime }) => doneTime === null).length;
  return {
    ...toRow({ ...row, measures: measureList.length, measures_open: open }),
    people: people.map(({ id: oldmanId, name }) => ({ id: oldmanId, name })),
    untold: people.filter(({ told }) => !told).map(({ id: oldmanId, name }) => ({ id: oldmanId, name })),
    foundTime: row.found_at,
    roomId: row.room_id,
    foundBy: row.found_by,
    witnesses: row.witnesses,
    firstAid: row.first_aid,
    sentHospital: row.sent_hospital,
    hospital: row.hospital,
    injuries: row.injuries as Injury[],
    pictures: row.pictures,
    warningId: row.warning_id,
    outingId: row.outing_id,
    causes: row.causes,
    causeText: row.cause_text,
    acceptName: row.accepted_by,
    submitTime: row.submitted_at,
    submitName: row.submitted_by,
    closeName: row.closed_by,
    conclusion: row.conclusion,
    gaps: gapsFor(row, people, measureList.length),
    notices,
    measureList,
    events,
  };
}
