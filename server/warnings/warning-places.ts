/** Where in the house something is wrong: a warning belongs to its room, and with it to the floor and the building. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { warnings } from '#contract/warnings/warnings.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import type { Tx } from '../db/tenant.ts';

/** More rooms than this have something open only in a disaster, which the list shows. */
const MOST = 1000;

/** Only warnings of a building, a floor of it, or a room: their own, else that of whoever's bed is there. */
export const inPlace = ({
  building,
  floor,
  roomId,
}: {
  building?: string | undefined;
  floor?: string | undefined;
  roomId?: number | undefined;
}) => sql<boolean>`
  coalesce(warnings.room_id, (select b.room_id from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
  where p.tenant_id = warnings.tenant_id and p.id = warnings.person_id))
    in (select r.id from rooms r where r.tenant_id = warnings.tenant_id
      and (${building ?? null}::text is null or r.building = ${building ?? null}::text)
      and (${floor ?? null}::text is null or r.floor = ${floor ?? null}::text)
        and (${roomId ?? null}::bigint is null or r.id = ${roomId ?? null}::bigint))`;

/** The open warnings of the tenant, summed up by room; those without one come last. */
export const placesOf = (tx: Tx) =>
  tx.rows<z.input<typeof warnings.places.output>[number]>(sql`
    select r.building, r.floor, r.id as "roomId", r.name as "roomName", count(*)::integer as open, min(w.severity) as severity,
      count(*) filter (where w.acknowledged_at is null)::integer as unanswered
    from warnings w
    left join people p on p.tenant_id = w.tenant_id and p.id = w.person_id
    left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    left join rooms r on r.tenant_id = w.tenant_id and r.id = coalesce(w.room_id, b.room_id)
    where w.tenant_id = ${tx.tenantId} and w.status in (${sql.lit(disposals.open)}, ${sql.lit(disposals.inProgress)})
    group by r.tenant_id, r.id order by r.place nulls last limit ${MOST}`);
