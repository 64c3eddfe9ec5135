/** Stays of 现在: who is to be asked again, who is to come, and contracts that end soon. */
import { sql } from 'kysely';
import { SOON } from '#contract/stay/contracts.rules.ts';
import { ADMISSION_ACCESS } from '#contract/stay/admissions.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfBed, placeOfPerson } from '../rooms/places.ts';

/** Of each owner their own. */
export const enquiriesNow: NowSource = {
  kind: 'enquiry',
  may: mayDo(enquiries.follow.access),
  query: ({ session: { tenantId, userId }, now }) => {
    const today = dayOf(now);
    return sql<NowFound>`
    select f.id, case when f.next_on < ${today}::date then 3 else 4 end as severity, 2 as phase, e.name,
      coalesce(e.contact_name || ' ', '') || e.mobile as text, e.wishes as note, null::bigint as "personId", null::text as place,
      null::bigint as link, false as mark, e.updated_at as since, (f.next_on + 1)::timestamptz as due, f.total
    from ${firstOf(
      sql`select id, next_on from enquiries
        where tenant_id = ${tenantId} and state < 5 and next_on <= ${today}::date and owner_id = ${userId}`,
      'next_on, id',
    )} f join enquiries e on e.tenant_id = ${tenantId} and e.id = f.id`;
  },
};

export const admissionsNow: NowSource = {
  kind: 'admission',
  may: mayDo(ADMISSION_ACCESS.admit),
  query: ({ session: { tenantId }, now }) => {
    const today = dayOf(now);
    return sql<NowFound>`
    select f.id, case when f.admit_on < ${today}::date then 3 else 4 end as severity, 2 as phase, a.person_name as name,
      case when f.admit_on < ${today}::date then '应于' || f.admit_on || '入住' else '今天入住' end as text, a.number as note,
      a.person_id as "personId", ${placeOfBed(sql.ref('a.tenant_id'), sql.ref('a.bed_id'))} as place, null::bigint as link, false as mark,
      a.updated_at as since, (f.admit_on + 1)::timestamptz as due, f.total
    from ${firstOf(
      sql`select id, admit_on from admissions where tenant_id = ${tenantId} and state = 2 and admit_on <= ${today}::date`,
      'admit_on, id',
    )} f join admissions a on a.tenant_id = ${tenantId} and a.id = f.id`;
  },
};

/** The last parts of contracts that were not ended. */
export const endingContractsNow: NowSource = {
  kind: 'contract_end',
  may: mayDo(contracts.change.access),
  query: ({ session, now }) => {
    const { tenantId } = session;
    const today = dayOf(now);
    return sql<NowFound>`
    select f.id, case when f.ends_on < ${today}::date then 3 else 4 end as severity, 2 as phase, p.name,
      case when f.ends_on < ${today}::date then '合同已于' || f.ends_on || '到期' else '合同' || f.ends_on || '到期' end as text,
      c.number as note, p.id as "personId", ${placeOfPerson(sql.ref('p.tenant_id'), sql.ref('p.id'))} as place, null::bigint as link,
      false as mark, c.updated_at as since, (f.ends_on + 1)::timestamptz as due, f.total
    from ${firstOf(
      sql`select id, ends_on from contracts where tenant_id = ${tenantId} and ended_on is null and ends_on <= ${nextDay(today, SOON)}::date
          and person_id in ${seenPeople(session)} and not exists (select from contracts n
            where n.tenant_id = contracts.tenant_id and n.number = contracts.number and n.part > contracts.part)`,
      'ends_on, id',
    )} f join contracts c on c.tenant_id = ${tenantId} and c.id = f.id join people p on p.tenant_id = ${tenantId} and p.id = c.person_id`;
  },
};
