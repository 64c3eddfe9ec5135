/** What an area offers. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Offered } from '#contract/home-care/home-areas.ts';
import type { Tx } from '../db/tenant.ts';

/** The enabled projects of an area, by their names; prices are yuan. */
export const offersOf = (tx: Tx, areaId: number) =>
  tx.rows<z.input<typeof Offered>>(sql`
    select p.id, p.name, p.price_fen::float8 / 100 as price, p.minutes from home_area_projects h
      join service_projects p on p.tenant_id = h.tenant_id and p.id = h.project_id and p.enabled
    where h.tenant_id = ${tx.tenantId} and h.area_id = ${areaId} order by p.name, p.id`);
