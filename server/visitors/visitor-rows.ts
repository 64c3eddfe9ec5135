/** Visitor records as the wire shows and finds them, and how a new one is written. */
import { randomInt } from 'node:crypto';
import { sql, type Insertable, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { visitorRecords as routes, VisitorRecord } from '#contract/visitors/visitor-records.ts';
import { codeOf, newCode } from '#contract/visitors/visitor-slots.rules.ts';
import { visitorStates } from '#contract/visitors/visitor-commands.rules.ts';
import type { Tables } from '../db/tables.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound } from '../errors.ts';
import { equals, from, withColumns, contains, type ListOf } from '../lists/crud.ts';
import type { Filter } from '../lists/columns.ts';
import { nameTerms } from '../lists/people-reach.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { reachesRecord } from './visitor-reach.ts';
import { phone } from '../db/sealed-phones.ts';
import { phoneFound } from '../lists/phone-search.ts';

export const NOUN = '访客登记';

/** A name by any part: the terms find the rows by index, LIKE makes sure of the order. */
const named =
  (tenantId: number, column: 'name' | 'person_name'): Filter<string> =>
  (eb, value) =>
    eb.and([sql<SqlBool>`visitor_records.name_terms @> ${nameTerms(tenantId, value)}::text[]`, contains(column)(eb, value)]);

/** A number or its last four digits, six letters and digits a code, anything else a name. */
const keyword =
  (tenantId: number): Filter<string> =>
  (eb, value) => {
    if (/^\d{4}$|^[\d-]{7,}$/.test(value)) return phoneFound('visitor_records.phone', value);
    return codeOf(value) === null ? named(tenantId, 'name')(eb, value) : sql`visitor_records.code = ${codeOf(value)}`;
  };

const columns: ListOf<typeof routes.page, 'visitor_records'>['columns'] = {
  id: 'id',
  state: 'state',
  source: 'source',
  code: 'code',
  day: 'day',
  startTime: 'starts_at',
  endTime: 'ends_at',
  visitorName: 'name',
  visitorPhone: 'phone',
  identityTail: 'identity_tail',
  oldmanId: 'person_id',
  oldmanName: 'person_name',
  place: () => sql`coalesce(place, ${placeOfPerson(sql.ref('visitor_records.tenant_id'), sql.ref('visitor_records.person_id'))})`,
  purpose: 'purpose',
  relation: 'relation',
  people: 'people',
  companions: 'companions',
  answers: 'answers',
  blocked: 'blocked',
  temperature: 'temperature',
  restricted: () => sql`restriction_id is not null`,
  overrideReason: 'override_reason',
  overrideBy: 'override_by',
  reason: 'reason',
  decidedBy: 'decided_by',
  remarks: 'remarks',
  arriveTime: 'arrived_at',
  arrivedBy: 'arrived_by',
  dueTime: 'due_at',
  leaveTime: 'left_at',
  leftBy: 'left_by',
  version: 'version',
  createTime: 'created_at',
};

/** How records are read by a session of the tenant. */
export const visitorRows = (tenantId: number): ListOf<typeof routes.page, 'visitor_records'> => ({
  table: 'visitor_records',
  noun: NOUN,
  scope: reachesRecord,
  columns,
  filters: {
    keyword: keyword(tenantId),
    oldmanName: named(tenantId, 'person_name'),
    oldmanId: equals('person_id'),
    state: equals('state'),
    source: equals('source'),
    restricted: (_eb, value) => (value ? sql`restriction_id is not null` : sql`restriction_id is null`),
    startDate: from('starts_at'),
    endDate: (eb, value) => eb('starts_at', '<=', `${value} 23:59:59.999999`),
  },
  sorts: { start_time: 'starts_at' },
  order: 'starts_at',
});

export type Wire = z.input<typeof VisitorRecord>;

/** All records of the tenant, as the wire has them. */
export const wireRows = (tx: Tx) =>
  withColumns<Wire>(db.selectFrom('visitor_records').where('tenant_id', '=', tx.tenantId) as never, columns as never);

/** A record as it is now, without asking who sees it. Throws 404. */
export async function wireOf(tx: Tx, id: number): Promise<Wire> {
  const row = await tx.row<Wire>(wireRows(tx).where('id', '=', id) as never);
  if (!row) throw notFound(NOUN);
  return row;
}

type New = Omit<Insertable<Tables['visitor_records']>, 'tenant_id' | 'code' | 'name_terms'>;
/** A code that another record has is made anew; so often that is no accident. */
const TRIES = 5;

/** Writes a record under a new code. Throws 409 when the phone has a booking for the same resident and day already. */
export async function addRecord(tx: Tx, values: New): Promise<{ id: number; code: string }> {
  const { pending, booked } = visitorStates;
  if (values.state === pending || values.state === booked) {
    const known = await tx.row<{ code: string }>(sql`
      select code from visitor_records where tenant_id = ${tx.tenantId} and phone = ${phone(values.phone)} and day = ${values.day}::date
        and person_id = ${values.person_id ?? null}::bigint and state in (${pending}, ${booked})`);
    if (known) throw conflict(`该手机号当天已有预约，预约码${known.code}`);
  }
  for (let tried = 0; tried < TRIES; tried++) {
    const made = await tx.row(
      db
        .insertInto('visitor_records')
        .values({ ...values, tenant_id: tx.tenantId, code: newCode(randomInt) })
        .onConflict((on) => on.columns(['tenant_id', 'code']).doNothing())
        .returning(['id', 'code']),
    );
    if (made) return made;
  }
  throw new Error('no free code for a visitor record');
}
