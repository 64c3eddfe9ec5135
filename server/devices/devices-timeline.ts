/** Devices in a person's timeline: when each was bound to the person, and when it was released. */
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, seenIn, type TimelineAsked, type TimelineSource } from '../lists/timeline-sources.ts';
import { ofSeenDevices } from './device-rows.ts';

const device = sql`(select coalesce(d.name, t.name, d.model, d.type) || ' ' || d.imei from devices d
  left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id where d.tenant_id = b.tenant_id and d.id = b.device_id)`;
const seen = ({ session, personId }: TimelineAsked) =>
  sql`from ${seenIn('device_bindings', session, ofSeenDevices)} b where b.person_id = ${personId}`;

export const deviceBound: TimelineSource = {
  name: 'device_bound',
  may: mayDo(devices.page.access),
  rows: (asked) =>
    entries({ at: sql`b.bound_at`, id: sql`b.id`, title: sql`'绑定设备'`, text: device, link: sql`b.device_id` }, seen(asked)),
};

export const deviceReleased: TimelineSource = {
  name: 'device_released',
  may: mayDo(devices.page.access),
  rows: (asked) =>
    entries(
      { at: sql`b.released_at`, id: sql`b.id`, title: sql`'解绑设备'`, text: device, link: sql`b.device_id` },
      sql`${seen(asked)} and b.released_at is not null`,
    ),
};
