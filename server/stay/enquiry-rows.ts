/** Enquiries as they are read: the list, one with its log, one that is changed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import { enquiryStateLabels } from '#contract/stay/enquiry-commands.rules.ts';
import { enquiryLabels } from '#contract/stay/enquiries.labels.ts';
import type { enquiries as routes, Enquiry, EnquiryDetail } from '#contract/stay/enquiries.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { contains, equals, from, readOne, type ListOf } from '../lists/crud.ts';
import { scoped } from '../lists/data-scope.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { phoneIs } from '../lists/phone-search.ts';

export const NOUN = '入住咨询';

export const own = { table: 'enquiries', noun: NOUN, scope: scoped({ owners: ['owner_id', 'user_id'] }) } as const;

/** What a form writes, by its names on the wire. */
export const fields = {
  userName: 'name',
  gender: 'gender',
  age: 'age',
  contactName: 'contact_name',
  contactRelation: 'contact_relation',
  mobile: 'mobile',
  source: 'source',
  careLevel: 'care_level',
  wantedDate: 'wanted_on',
  wishes: 'wishes',
  remarks: 'remarks',
  nextDate: 'next_on',
  ownerId: 'owner_id',
  ownerName: 'owner_name',
} as const;

export const list: ListOf<typeof routes.page, 'enquiries'> = {
  ...own,
  columns: {
    id: 'id',
    state: 'state',
    ...fields,
    visitTime: 'visited_at',
    waitTime: 'waiting_at',
    ahead: () =>
      sql<number | null>`(case when enquiries.state = 4 then (select count(*)::integer from enquiries o
        where o.tenant_id = enquiries.tenant_id and o.state = 4 and (o.waiting_at, o.id) < (enquiries.waiting_at, enquiries.id)) end)`,
    lostReason: 'lost_reason',
    lostNote: 'lost_note',
    createBy: 'user_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    userName: contains('name'),
    mobile: phoneIs('enquiries.mobile'),
    state: equals('state'),
    source: equals('source'),
    ownerId: equals('owner_id'),
    nextUntil: (_eb, value) => sql`(enquiries.state < 5 and enquiries.next_on <= ${value})`,
    startDate: from('created_at'),
    endDate: (eb, value) => eb('created_at', '<=', `${value} 23:59:59.999999`),
  },
  sorts: { next_date: 'next_on', wait_time: 'waiting_at' },
};

export const sheet: Export<z.input<typeof Enquiry>> = {
  name: NOUN,
  list: () => listOf(list),
  columns: titled(enquiryLabels, [
    { key: 'userName', width: 12 },
    { key: 'state', value: ({ state }) => enquiryStateLabels[state] ?? '', width: 10 },
    { key: 'gender', dictionary: enquiryLabels.gender.dictionary, width: 6 },
    { key: 'age', width: 6 },
    { key: 'contactName', width: 12 },
    { key: 'mobile', width: 14 },
    { key: 'source', dictionary: enquiryLabels.source.dictionary, width: 12 },
    { key: 'careLevel', dictionary: enquiryLabels.careLevel.dictionary, width: 12 },
    { key: 'wantedDate', width: 12 },
    { key: 'nextDate', width: 12 },
    { key: 'visitTime', format: 'dateTime', width: 20 },
    { key: 'waitTime', format: 'dateTime', width: 20 },
    { key: 'lostReason', dictionary: enquiryLabels.lostReason.dictionary, width: 12 },
    { key: 'wishes', width: 30 },
    { key: 'ownerName', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};

/** An enquiry, locked. Throws 404. */
export async function lockEnquiry(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('enquiries').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type EnquiryRow = Awaited<ReturnType<typeof lockEnquiry>>;

/** One enquiry with its log, the newest first, as far as the session reaches. Throws 404. */
export async function readEnquiry(context: Context, id: number): Promise<z.input<typeof EnquiryDetail>> {
  const row = await readOne(list, id, context);
  const events = await context.tx.rows(
    db
      .selectFrom('enquiry_events')
      .select(['id', 'kind', 'text', 'user_name as userName', 'created_at as createTime'])
      .where('tenant_id', '=', context.tx.tenantId)
      .where('enquiry_id', '=', id)
      .orderBy('id', 'desc')
      .limit(200),
  );
  return { ...row, events };
}
