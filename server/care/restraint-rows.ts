/** Restraints as they are read: the list, its sheet, one that is changed, and what a month had. */
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  hoursWithin,
  ordererRoles,
  restraintKinds,
  restraintReasons,
  restraintStateLabels,
} from '#contract/care/restraint-commands.rules.ts';
import { monthSpan } from '#contract/care/patrol-windows.rules.ts';
import { restraintLabels } from '#contract/care/restraints.labels.ts';
import type { Restraint, restraints as routes } from '#contract/care/restraints.ts';
import { titled } from '#contract/labels.ts';
import { HOUR, instantOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { lookup } from '../lists/columns.ts';
import { equals, from, readOne, type ListOf } from '../lists/crud.ts';
import { personTyped } from '../lists/people-reach.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { reachesCare } from './care-reach.ts';

export const NOUN = '约束单';
export type RestraintWire = z.input<typeof Restraint>;

export const listAt = (tenantId: number): ListOf<typeof routes.page, 'restraints'> => ({
  table: 'restraints',
  noun: NOUN,
  scope: reachesCare('restraints.person_id'),
  columns: {
    id: 'id',
    state: 'state',
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'restraints.person_id'),
    place: () => placeOfPerson(sql.ref('restraints.tenant_id'), sql.ref('restraints.person_id')),
    kind: 'kind',
    reason: 'reason',
    reasonNote: 'reason_note',
    instruction: 'instruction',
    orderedRole: 'ordered_role',
    orderedName: 'ordered_name',
    orderedTime: 'ordered_at',
    consentName: 'consent_name',
    consentRelation: 'consent_relation',
    consentDay: 'consent_on',
    hours: 'hours',
    lookMinutes: 'look_minutes',
    loosenMinutes: 'loosen_minutes',
    beginTime: 'begun_at',
    beginName: 'begun_name',
    limitTime: () => sql<string | null>`(restraints.begun_at + restraints.hours * interval '1 hour')`,
    lookTime: 'looked_at',
    loosenTime: 'loosened_at',
    endTime: 'ended_at',
    endName: 'ended_name',
    endNote: 'end_note',
    userName: 'user_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    oldmanId: equals('person_id'),
    oldmanName: personTyped(tenantId, 'restraints.person_id'),
    state: equals('state'),
    kind: equals('kind'),
    open: () => sql`restraints.state in (1, 2)`,
    startDate: from('ordered_at'),
    endDate: (eb, value) => eb('ordered_at', '<=', `${value} 23:59:59.999999`),
  },
  sorts: { ordered_time: 'ordered_at' },
  order: 'created_at',
});

const word = (words: Readonly<Record<number, string>>, value: number) => words[value] ?? '';

export const sheet: Export<RestraintWire> = {
  name: '约束记录',
  list: ({ tenantId }) => listOf(listAt(tenantId)),
  columns: titled(restraintLabels, [
    { key: 'oldmanName', width: 12 },
    { key: 'place', width: 22 },
    { key: 'kind', value: ({ kind }) => word(restraintKinds, kind), width: 14 },
    { key: 'state', value: ({ state }) => word(restraintStateLabels, state), width: 10 },
    {
      key: 'reason',
      value: ({ reason, reasonNote }) => [word(restraintReasons, reason), reasonNote].filter(Boolean).join('，'),
      width: 24,
    },
    { key: 'orderedName', value: ({ orderedRole, orderedName }) => `${orderedName}（${word(ordererRoles, orderedRole)}）`, width: 16 },
    { key: 'orderedTime', format: 'dateTime', width: 20 },
    { key: 'consentName', value: ({ consentName, consentRelation }) => `${consentName}（${consentRelation}）`, width: 16 },
    { key: 'consentDay', format: 'date', width: 12 },
    { key: 'hours', width: 12 },
    { key: 'beginTime', format: 'dateTime', width: 20 },
    { key: 'beginName', width: 12 },
    { key: 'limitTime', format: 'dateTime', width: 20 },
    { key: 'endTime', format: 'dateTime', width: 20 },
    { key: 'endName', width: 12 },
    { key: 'endNote', width: 30 },
  ]),
};

/** A restraint that the session reaches, locked after its person, as every change of a person does. Throws 404. */
export async function lockRestraint(context: Context, id: number) {
  const { tx } = context;
  const { oldmanId } = await readOne(listAt(context.session.tenantId), id, context);
  await tx.run(sql`select id from people where tenant_id = ${tx.tenantId} and id = ${oldmanId} for no key update`);
  const row = await tx.row(db.selectFrom('restraints').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type RestraintRow = Awaited<ReturnType<typeof lockRestraint>>;

/** The looks of a restraint, the first one first. */
export const looksOf = ({ tx }: Context, id: number) =>
  tx.rows(
    db
      .selectFrom('restraint_looks')
      .select((eb) => ['id', 'loosened', 'blood', 'skin', 'mood', 'note', eb.ref('seen_at').as('time'), 'user_name as userName'])
      .where('tenant_id', '=', tx.tenantId)
      .where('restraint_id', '=', id)
      .orderBy('seen_at')
      .orderBy('id')
      .limit(1000),
  );

interface Lasted {
  oldmanId: number;
  oldmanName: string;
  place: string | null;
  begun: string;
  ended: string | null;
  hours: number;
  looks: number;
}

/** A month by person, who was restrained longest first. */
export async function statisticsOf({ tx, session, deps }: Context, month: string) {
  const span = monthSpan(month);
  const now = deps.now();
  const rows = await tx.rows<Lasted>(sql`
    select t.person_id as "oldmanId", p.name as "oldmanName", ${placeOfPerson(sql`t.tenant_id`, sql`t.person_id`)} as place,
      t.begun_at as begun, t.ended_at as ended, t.hours, (select count(*)::integer from restraint_looks l where l.tenant_id = t.tenant_id
        and l.restraint_id = t.id and l.seen_at >= ${instant(span.from)} and l.seen_at < ${instant(span.until)}) as looks
    from restraints t join people p on p.tenant_id = t.tenant_id and p.id = t.person_id
    where t.tenant_id = ${tx.tenantId} and t.begun_at < ${instant(span.until)}
      and coalesce(t.ended_at, ${instant(now)}) > ${instant(span.from)} and t.person_id in ${seenPeople(session)}
    order by t.begun_at, t.id`);
  const people = Map.groupBy(rows, ({ oldmanId }) => oldmanId);
  return [...people.values()]
    .map((all) => {
      const [{ oldmanId, oldmanName, place }] = all as [Lasted];
      const until = ({ ended }: Lasted) => (ended === null ? null : instantOf(ended));
      const sum = (of: (one: Lasted) => number) => Math.round(all.reduce((total, one) => total + of(one), 0) * 10) / 10;
      return {
        oldmanId,
        oldmanName,
        place,
        times: all.length,
        hours: sum((one) => hoursWithin(instantOf(one.begun), until(one), span, now)),
        looks: sum(({ looks }) => looks),
        beyond: sum((one) => Number((until(one) ?? now) > instantOf(one.begun) + one.hours * HOUR)),
      };
    })
    .sort((a, b) => b.hours - a.hours || a.oldmanId - b.oldmanId);
}
