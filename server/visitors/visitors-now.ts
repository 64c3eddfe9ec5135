/** What of visitors waits in 现在: bookings to decide, visitors who should have left, residents who should be back. */
import { sql, type RawBuilder } from 'kysely';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { outings } from '#contract/visitors/outings.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, type NowAsked, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { reachesRecord } from './visitor-reach.ts';

const seen = ({ session }: NowAsked) => reachesRecord(null as never, session) ?? sql`true`;
const place = (row: string): RawBuilder<unknown> => placeOfPerson(sql.ref(`${row}.tenant_id`), sql.ref(`${row}.person_id`));

export const bookingsNow: NowSource = {
  kind: 'visitor_pending',
  may: mayDo(visitorRecords.approve.access),
  query: (asked) => sql<NowFound>`
    select f.id, 3 as severity, 2 as phase, v.name, '预约来访' || coalesce('，探访' || v.person_name, '') as text,
      v.people || '人' as note, v.person_id as "personId", ${place('v')} as place, null::bigint as link, false as mark,
      v.created_at as since, v.starts_at as due, f.total
    from ${firstOf(
      sql`select id, starts_at from visitor_records where tenant_id = ${asked.session.tenantId} and state = 1 and ${seen(asked)}`,
      'starts_at, id',
    )} f join visitor_records v on v.tenant_id = ${asked.session.tenantId} and v.id = f.id`,
};

export const overdueVisitorsNow: NowSource = {
  kind: 'visitor_overdue',
  may: mayDo(visitorRecords.leave.access),
  query: (asked) => sql<NowFound>`
    select f.id, 2 as severity, 2 as phase, v.name, '访客超时未离院' as text, v.phone as note, v.person_id as "personId", ${place('v')} as place,
      null::bigint as link, false as mark, v.arrived_at as since, v.due_at as due, f.total
    from ${firstOf(
      sql`select id, due_at from visitor_records where tenant_id = ${asked.session.tenantId} and state = 3
        and due_at <= ${instant(asked.now)} and ${seen(asked)}`,
      'due_at, id',
    )} f join visitor_records v on v.tenant_id = ${asked.session.tenantId} and v.id = f.id`,
};

export const overdueOutingsNow: NowSource = {
  kind: 'outing_overdue',
  may: mayDo(outings.return.access),
  query: (asked) => sql<NowFound>`
    select f.id, 2 as severity, 2 as phase, o.person_name as name, '外出超时未归' as text,
      o.companion_name || ' ' || o.companion_phone as note, o.person_id as "personId", ${place('o')} as place,
      null::bigint as link, false as mark, o.left_at as since, o.due_at as due, f.total
    from ${firstOf(
      sql`select id, due_at from outings where tenant_id = ${asked.session.tenantId} and state = 2
        and due_at <= ${instant(asked.now)} and ${seen(asked)}`,
      'due_at, id',
    )} f join outings o on o.tenant_id = ${asked.session.tenantId} and o.id = f.id`,
};
