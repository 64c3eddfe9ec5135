/** Devices on the big screen: which of them are heard of, and where they are. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { deviceKindLabels } from '#contract/devices/devices.ts';
import { shownName, type NameCover } from '#contract/screens/screens.rules.ts';
import type { TenantScreen } from '#contract/screens/screens.ts';
import type { Context } from '../context.ts';
import { isOnline, LOW_BATTERY } from '../devices/device-rows.ts';
import { toMap } from '../geo/coordinates.ts';
import { cachedFigure } from '../lists/figure-cache.ts';

type Screen = z.input<typeof TenantScreen>;

const MOST_PLACES = 300;

interface Kind {
  type: string;
  total: number;
  online: number;
  never: number;
  silent: number;
  low: number;
}

interface Place {
  id: number;
  lng: number;
  lat: number;
  name: string;
  worn: boolean;
  online: boolean;
  severity: number | null;
}

const labelOf = (type: string) => (deviceKindLabels as Record<string, string>)[type] ?? '其他';

export async function devicesOf(context: Context): Promise<Screen['devices']> {
  const { tx } = context;
  const table = sql`from devices where tenant_id = ${tx.tenantId} and deleted_at is null`;
  const made = await cachedFigure(context, 'screen devices', table, ({ tenantId, rows }) =>
    rows<Kind>(sql`
      select type, count(*)::integer as total, (count(*) filter (where online))::integer as online,
        (count(*) filter (where last_seen_at is null))::integer as never,
        (count(*) filter (where not online and told))::integer as silent,
          (count(*) filter (where online and battery < ${sql.lit(LOW_BATTERY)}))::integer as low
      from (select d.type, coalesce(${isOnline('d')}, false) as online, s.last_seen_at, s.battery,
          exists (select from device_silences q where q.tenant_id = d.tenant_id and q.device_id = d.id) as told
        from devices d left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
        where d.tenant_id = ${tenantId} and d.deleted_at is null and d.enabled) as own
      group by 1 order by 2 desc, 1`),
  );
  const kinds = made.value ?? [];
  const sum = (of: (kind: Kind) => number) => kinds.reduce((all, kind) => all + of(kind), 0);
  const [total, online, never, silent] = [
    sum((kind) => kind.total),
    sum((kind) => kind.online),
    sum((kind) => kind.never),
    sum((kind) => kind.silent),
  ];
  return {
    total,
    online,
    offline: total - online - never - silent,
    silent,
    never,
    lowBattery: sum(({ low }) => low),
    kinds: kinds.map((kind) => ({ label: labelOf(kind.type), total: kind.total, online: kind.online })),
    counting: made.counting,
  };
}

/** The places of the last day. */
export async function placesOf(context: Context, cover: NameCover): Promise<Screen['places']> {
  const { tx } = context;
  const made = await cachedFigure(
    context,
    'screen places',
    sql`from device_states where tenant_id = ${tx.tenantId}`,
    ({ tenantId, rows }) =>
      rows<Place>(sql`
      select id, lng, lat, name, worn, online, severity from (
        select d.id, s.longitude as lng, s.latitude as lat, coalesce(p.name, d.name, d.imei) as name, p.id is not null as worn,
          coalesce(${isOnline('d')}, false) as online,
          (select min(w.severity) from warnings w where w.tenant_id = d.tenant_id and w.status in (0, 2)
            and w.subject = coalesce('p' || d.person_id, 'd' || d.id)) as severity, s.located_at
        from device_states s join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id and d.deleted_at is null and d.enabled
          left join people p on p.tenant_id = d.tenant_id and p.id = d.person_id and p.deleted_at is null
        where s.tenant_id = ${tenantId} and s.longitude is not null and s.latitude is not null
          and s.located_at > now() - interval '1 day') as placed
      order by severity nulls last, located_at desc limit ${sql.lit(MOST_PLACES)}`),
  );
  return (made.value ?? []).map(({ lng, lat, name, worn, ...rest }) => {
    const [x, y] = toMap([lng, lat]);
    return { ...rest, lng: x, lat: y, name: worn ? shownName(name, cover, 'person') : name };
  });
}
