/** Stays of 现在: who is to be asked again, who is to come, 定金 of those who do not come, and contracts that end soon. */
import { sql } from 'kysely';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { fenText } from '#contract/money.ts';
import { SOON } from '#contract/stay/contracts.rules.ts';
import { ADMISSION_ACCESS } from '#contract/stay/admissions.ts';
import { admissionStates, KEEPING } from '#contract/stay/admission-commands.rules.ts';
import { earnests } from '#contract/stay/earnests.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfBed, placeOfPerson } from '../rooms/places.ts';

/** In these an application came to nothing. */
const FAILED = [admissionStates.rejected, admissionStates.withdrawn, admissionStates.cancelled];

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

/**
 * 定金 that is held of a reservation that came to nothing, until it is paid back, kept, or used by another application. What an approval
 * decides waits there.
 */
export const earnestsNow: NowSource = {
  kind: 'earnest',
  may: mayDo(earnests.settle.access),
  query: ({ session: { tenantId } }) => sql<NowFound>`
    select f.id, 4 as severity, 2 as phase, f.name, f.after_fen::text as text, f.number as note, null::bigint as "personId",
      null::text as place, f.enquiry_id as link, false as mark, f.updated_at as since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select m.id, m.name, m.after_fen, m.enquiry_id, c.number, c.updated_at from earnest_movements m
        join lateral (select a.number, a.updated_at from admissions a where a.tenant_id = m.tenant_id
          and (a.id = m.admission_id or a.enquiry_id = m.enquiry_id) and a.state in (${sql.join(FAILED)})
          order by a.id desc limit 1) c on true
        where m.tenant_id = ${tenantId} and m.after_fen > 0
          and not exists (select from earnest_movements n where n.tenant_id = m.tenant_id and n.id > m.id
            and (n.enquiry_id = m.enquiry_id or n.admission_id = m.admission_id))
          and not exists (select from admissions a where a.tenant_id = m.tenant_id and a.enquiry_id = m.enquiry_id
            and a.state in (${sql.join([...KEEPING])}))
          and not exists (select from earnest_requests r where r.tenant_id = m.tenant_id and r.state = ${caseStates.running}
            and (r.enquiry_id = m.enquiry_id or r.admission_id = m.admission_id))`,
      'updated_at, id',
    )} f`,
  say: (row) => ({ ...row, text: `没有入住，定金${fenText(Number(row.text))}待退还或不退` }),
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
