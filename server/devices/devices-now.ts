/** Worn devices in 现在 that are silent or low on battery and have no open warning of it. */
import { sql, type RawBuilder } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import type { RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Session } from '../context.ts';
import { dataScopes } from '#contract/users/roles.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfBed } from '../rooms/places.ts';
import { LOW_BATTERY } from './device-rows.ts';

/** The wearer decides who sees a worn device; whom nothing is kept from is not looked up. */
const worn = (session: Session) =>
  sql`d.tenant_id = ${session.tenantId} and d.deleted_at is null and d.enabled and d.person_id is not null ${
    session.dataScope <= dataScopes.institution ? sql`` : sql`and d.person_id in ${seenPeople(session)}`
  }`;
const unwarned = (rule: RuleName) => sql`not exists (select from warnings w where w.tenant_id = d.tenant_id
  and w.subject = 'p' || d.person_id and w.rule = ${sql.lit(rule)} and w.status in (0, 2))`;

/** The rows of what was found, which has `since`, `severity` and `note` of each device. */
const listed = ({ tenantId }: Session, found: RawBuilder<unknown>, text: RawBuilder<unknown>) => sql<NowFound>`
  select f.id, f.severity, 2 as phase, p.name, ${text} as text, coalesce(d.name, d.model, d.imei) as note, p.id as "personId",
    ${placeOfBed(sql`p.tenant_id`, sql`p.bed_id`)} as place, null::bigint as link, false as mark, f.since, null::timestamptz as due, f.total
  from ${found} f join devices d on d.tenant_id = ${tenantId} and d.id = f.id
    join people p on p.tenant_id = d.tenant_id and p.id = d.person_id`;

export const offlineNow: NowSource = {
  kind: 'device_offline',
  may: mayDo(devices.page.access),
  query: ({ session }) =>
    listed(
      session,
      firstOf(
        sql`select d.id, q.since, 3 as severity from device_silences q join devices d on d.tenant_id = q.tenant_id and d.id = q.device_id
        where q.tenant_id = ${session.tenantId} and q.hub_at is null and ${worn(session)} and ${unwarned('device_offline')}`,
        'since, id',
      ),
      sql`'佩戴的设备没有上报'`,
    ),
};

export const batteryNow: NowSource = {
  kind: 'low_battery',
  may: mayDo(devices.page.access),
  query: ({ session }) =>
    listed(
      session,
      firstOf(
        sql`select d.id, s.last_seen_at as since, s.battery, case when s.battery < 10 then 3 else 4 end as severity
        from device_states s join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id
        where s.tenant_id = ${session.tenantId} and (s.battery < ${sql.lit(LOW_BATTERY)} or (s.states & 1) = 1) and ${worn(session)}
          and ${unwarned('low_battery')}
          and not exists (select from device_silences q where q.tenant_id = s.tenant_id and q.device_id = s.device_id)`,
        'severity, battery, id',
      ),
      sql`case when f.battery is null then '设备报告电量低' else '电量 ' || f.battery || '%' end`,
    ),
};
