/** Callers who asked to be called back, in 现在: one line for each number until it is done, but not while it is being dialled. */
import { sql } from 'kysely';
import { callRecords } from '#contract/calls/call-records.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { partyOf } from './callbacks.ts';
import { reachedCall } from './record-rows.ts';

export const callbacksNow: NowSource = {
  kind: 'callback',
  may: mayDo(callRecords.calledBack.access),
  query: ({ session }) => sql<NowFound>`
    select f.id, 3 as severity, 2 as phase,
      coalesce((select p.name from people p where p.tenant_id = c.tenant_id and p.id = c.person_id),
        (select k.name from call_customers k where k.tenant_id = c.tenant_id and k.id = c.customer_id), ${partyOf('c')}) as name,
      case when c.kind = 1 then '来电要求回电' else '语音通知中要求回电' end || coalesce((select '，已拨' || nullif(count(*), 0) || '次未接通'
        from call_events e where e.tenant_id = c.tenant_id and e.call_id = c.id and e.what = 'call-back-missed'), '') as text,
      ${partyOf('c')} as note, c.person_id as "personId",
      ${placeOfPerson(sql.ref('c.tenant_id'), sql.ref('c.person_id'))} as place, null::bigint as link, false as mark, f.since,
      null::timestamptz as due, f.total
    from ${firstOf(
      sql`select calls.id, calls.began_at as since from calls where calls.tenant_id = ${session.tenantId} and calls.callback = 1
        and not exists (select from calls m where m.tenant_id = calls.tenant_id and m.id = calls.met_by and m.status < 2)
        and ${reachedCall(session)} and not exists (select from calls e where e.tenant_id = calls.tenant_id and e.callback = 1
          and ${partyOf('e')} = ${partyOf('calls')} and (e.began_at, e.id) < (calls.began_at, calls.id))`,
      'since, id',
    )} f join calls c on c.tenant_id = ${session.tenantId} and c.id = f.id`,
};
