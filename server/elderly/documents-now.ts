/** Papers of 现在: those that have expired or soon will, in one row, as a round is made of them. */
import { sql } from 'kysely';
import { personDocuments as routes } from '#contract/elderly/person-documents.ts';
import { documentStates } from '#contract/elderly/person-documents.rules.ts';
import { COUNTED_NOW, countText } from '#contract/screens/now.rules.ts';
import { dayOf } from '#contract/time.ts';
import { mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { soonDays } from './document-rows.ts';

/** The link is the state at which the list opens. */
export const documentsNow: NowSource = {
  kind: 'document_expiry',
  may: mayDo(routes.renew.access),
  query: ({ session, now }) => {
    const { tenantId } = session;
    const today = sql`${dayOf(now)}::date`;
    // The last day is read first: compared with a subquery it could not be searched by the index under row-level security.
    return sql<NowFound>`
    with asked as materialized (select (${today} + ${soonDays(tenantId)})::date as until)
    select 0::bigint as id, case when min(f.expires_on) < ${today} then 3 else 4 end as severity, 2 as phase, '档案文件'::text as name,
      (count(*) filter (where f.expires_on < ${today}))::text || ',' || (count(*) filter (where f.expires_on >= ${today}))::text as text,
      null::text as note, null::bigint as "personId", null::text as place,
      (case when min(f.expires_on) < ${today} then ${sql.lit(documentStates.expired)}
        else ${sql.lit(documentStates.soon)} end)::bigint as link,
      false as mark, null::timestamptz as since, (min(f.expires_on) + 1)::timestamptz as due, 1 as total
    from asked cross join lateral (select expires_on from person_documents
      where tenant_id = ${tenantId} and deleted_at is null and replaced_by is null and expires_on <= asked.until
        and (person_id is null or person_id in ${seenPeople(session)})
      order by expires_on, id limit ${sql.lit(COUNTED_NOW + 1)}) f
    having count(*) > 0`;
  },
  say: (row) => {
    const [expired, soon] = row.text.split(',').map(Number) as [number, number];
    const parts = [expired > 0 && `${countText(expired)}份已过期`, soon > 0 && `${countText(soon)}份将到期`];
    return { ...row, text: parts.filter(Boolean).join('，') };
  },
};
