/** Bookings of care at home in a person's timeline: that there was one, and that it was declined or cancelled. */
import { sql } from 'kysely';
import { halfLabels } from '#contract/home-care/areas.rules.ts';
import { bookingSourceLabels, bookingStateLabels, bookingStates } from '#contract/home-care/home-booking-commands.rules.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

const wish = sql`to_char(b.day, 'MM-DD') || ' ' || ${wordOf(sql`b.half`, halfLabels)}`;
const what = sql`(select string_agg(p.name, '、' order by p.project_id) from home_booking_projects p
  where p.tenant_id = b.tenant_id and p.booking_id = b.id)`;

export const homeBooked: TimelineSource = {
  name: 'home_booked',
  may: mayDo(homeBookings.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`b.created_at`,
        id: sql`b.id`,
        title: sql`'居家预约：' || ${wish}`,
        text: joined(what, sql`b.note`, sql`case when b.moved_from is not null then '家属由' || b.moved_from || '改时间' end`),
        who: sql`case b.source when 1 then b.contact_name else ${wordOf(sql`b.source`, bookingSourceLabels)} end`,
      },
      sql`from home_bookings b where b.tenant_id = ${session.tenantId} and b.person_id = ${personId}`,
    ),
};

/** A finished one is told by its order. */
export const homeEnded: TimelineSource = {
  name: 'home_ended',
  may: mayDo(homeBookings.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`b.ended_at`,
        id: sql`b.id`,
        title: sql`'居家预约' || ${wordOf(sql`b.state`, bookingStateLabels)} || '：' || ${wish}`,
        text: joined(what, sql`b.reason`),
        who: sql`b.decided_by`,
        level: sql`'warn'`,
      },
      sql`from home_bookings b where b.tenant_id = ${session.tenantId} and b.person_id = ${personId}
        and b.state in (${sql.lit(bookingStates.declined)}, ${sql.lit(bookingStates.cancelled)})`,
    ),
};
