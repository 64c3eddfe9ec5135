/** What of bookings waits in 现在: those that are not confirmed yet, late after the hours of the institution. */
import { sql } from 'kysely';
import { halfLabels } from '#contract/home-care/areas.rules.ts';
import { defaultHomeSettings } from '#contract/home-care/home-settings.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, severityByDue, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { reachesBooking } from './home-booking-rows.ts';

export const homeBookingsNow: NowSource = {
  kind: 'home_booking',
  may: mayDo(homeBookings.confirm.access),
  query: ({ session, now }) => {
    const hours = sql`(select late_hours from home_settings where tenant_id = ${session.tenantId})`;
    const asked = sql`coalesce(b.moved_at, b.created_at)`;
    const due = sql`(${asked} + make_interval(hours => coalesce(${hours}, ${defaultHomeSettings.lateHours}::integer)))`;
    return sql<NowFound>`
      select f.id, ${severityByDue(due, instant(now))} as severity, 2 as phase, b.person_name as name,
        b.day::text || (case b.half when 1 then ${halfLabels[1]} else ${halfLabels[2]} end) || '居家服务'
          || case when b.moved_at is null then '' else '，家属改时间' end as text, b.address as note,
        b.person_id as "personId", null as place, null::bigint as link, false as mark, ${asked} as since, ${due} as due, f.total
      from ${firstOf(
        sql`select id, coalesce(moved_at, created_at) as since from home_bookings where tenant_id = ${session.tenantId} and state = 1
          and ${reachesBooking(null, session) ?? sql`true`}`,
        'since, id',
      )} f join home_bookings b on b.tenant_id = ${session.tenantId} and b.id = f.id`;
  },
};
