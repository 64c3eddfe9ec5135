/** People as the wire shows and finds them; lists, details and exports read through here. */
import type { people as routes } from '#contract/elderly/people.ts';
import { sql } from 'kysely';
import { identityNumberOf, maskedIdentity } from '#contract/elderly/identity-numbers.rules.ts';
import type { Session } from '../context.ts';
import { fieldIndexes, openIf } from '../db/sealed-fields.ts';
import type { Secrets } from '../db/secrets.ts';
import { lookup } from '../lists/columns.ts';
import type { Filter } from '../lists/columns.ts';
import { equals, from, to, type ListOf } from '../lists/crud.ts';
import { phoneIs } from '../lists/phone-search.ts';
import { isPinyin, nameContains, pinyinStarts, reach } from '../lists/people-reach.ts';
import { placeOfBed } from '../rooms/places.ts';
import { phoneFor } from './phone-sight.ts';

/**
 * The name in the list of people. On a walk along it a look at the name itself takes a
 * third of the time: the terms are the last column of a row.
 */
const nameListed =
  (tenantId: number): Filter =>
  (eb, value, expected) =>
    expected === 'many' ? sql`strpos(people.name, ${String(value)}) > 0` : nameContains(tenantId)(eb, value, expected);

/** A whole identity number, which is sealed, is found as it is; in a list without the keys it finds no person. */
const identityIs = (tenantId: number, keys: Pick<Secrets, 'fields'> | undefined, number: string) =>
  sql<boolean>`people.identity_index = any(${keys ? fieldIndexes(keys, tenantId, 'people.identity_sealed', number) : []}::text[])`;

/** A whole identity number is that, digits are a phone number, letters are pinyin, anything else is a name. */
const keyword =
  (tenantId: number, keys: Pick<Secrets, 'fields'> | undefined): Filter =>
  (eb, value, expected) => {
    const number = identityNumberOf(String(value));
    if (number !== null) return identityIs(tenantId, keys, number);
    return (/^[\d-]+$/.test(String(value)) ? phoneIs('people.mobile') : isPinyin(String(value)) ? pinyinStarts : nameListed(tenantId))(
      eb,
      value,
      expected,
    );
  };

const columns = {
  id: 'id',
  userName: 'name',
  tenantId: 'tenant_id',
  tenantName: () => sql`(select t.name from tenants t where t.id = people.tenant_id)`,
  gender: 'gender',
  age: () => sql`extract(year from age(people.birth_date))::integer`,
  birthDate: 'birth_date',
  identityNumber: 'identity_sealed',
  mobile: 'mobile',
  address: 'address',
  regionCode: 'region_code',
  lng: 'longitude',
  lat: 'latitude',
  status: 'status',
  serviceType: 'service_type',
  careLevel: 'care_level',
  anergy: 'ability',
  departmentId: 'department_id',
  bedId: 'bed_id',
  bedName: lookup('beds', 'name', 'people.bed_id'),
  roomName: () =>
    sql`(select r.name from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id where b.tenant_id = people.tenant_id
      and b.id = people.bed_id)`,
  place: () => placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id')),
  carerId: 'carer_id',
  carerName: lookup('users', 'name', 'people.carer_id'),
  avatar: 'photo',
  contactName: 'contact_name',
  contactPhone: 'contact_phone',
  contactRelation: 'contact_relation',
  remarks: 'remarks',
  flags: 'flags',
  version: 'version',
  createTime: 'created_at',
} as const;

/** `110***********0134` of a sealed number. */
export function shownIdentity(keys: Pick<Secrets, 'fields'>, tenantId: number, sealed: string | null): string | null {
  const number = openIf(keys, tenantId, 'people.identity_sealed', sealed);
  return number && maskedIdentity(number);
}

/** How people are read by `session`; their identity numbers without the middle, and their telephone numbers for who only looks. `keys` are for lists that are searched. */
export const peopleRows = (session: Session, keys?: Pick<Secrets, 'fields'>): ListOf<typeof routes.page, 'people'> => ({
  table: 'people',
  noun: '服务对象',
  soft: true,
  scope: reach,
  columns,
  filters: {
    userName: nameListed(session.tenantId),
    mobile: phoneIs('people.mobile'),
    keyword: keyword(session.tenantId, keys),
    gender: equals('gender'),
    status: equals('status'),
    careLevel: equals('care_level'),
    serviceType: equals('service_type'),
    createStart: from('created_at'),
    createEnd: to('created_at'),
    ageStart: (_eb, years) => sql`people.birth_date <= current_date - make_interval(years => ${years}::integer)`,
    ageEnd: (_eb, years) => sql`people.birth_date > current_date - make_interval(years => ${years + 1}::integer)`,
  },
  // Only what has an index: sorting ten million rows for a page of ten would take seconds.
  sorts: { birth_date: 'birth_date' },
  shown: (row, { secrets }) => ({
    identityNumber: shownIdentity(secrets, session.tenantId, row.identityNumber),
    mobile: phoneFor(session, row.mobile),
    contactPhone: phoneFor(session, row.contactPhone),
  }),
});
