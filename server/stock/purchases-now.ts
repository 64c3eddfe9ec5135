/** Purchases of 现在 that were approved and have not come whole. */
import { sql } from 'kysely';
import { materialPurchases } from '#contract/stock/material-purchases.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';

export const purchasesNow: NowSource = {
  kind: 'purchase',
  may: mayDo(materialPurchases.receive.access),
  query: ({ session: { tenantId } }) => sql<NowFound>`
    select f.id, 4 as severity, 2 as phase, p.summary as name, case when p.state = 6 then '部分入库' else '已批准，待入库' end as text,
      p.number as note, null::bigint as "personId", null::text as place, null::bigint as link, false as mark, f.since,
      null::timestamptz as due, f.total
    from ${firstOf(
      sql`select id, updated_at as since from material_purchases where tenant_id = ${tenantId} and state in (2, 6)`,
      'since, id',
    )} f join material_purchases p on p.tenant_id = ${tenantId} and p.id = f.id`,
};
