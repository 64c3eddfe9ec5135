/** Materials of 现在 that are down to their safety quantity. */
import { sql } from 'kysely';
import { materials } from '#contract/stock/materials.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';

export const lowStockNow: NowSource = {
  kind: 'stock_low',
  may: mayDo(materials.move.access),
  query: ({ session: { tenantId } }) => sql<NowFound>`
    select f.id, case when f.quantity = 0 then 3 else 4 end as severity, 2 as phase, m.name,
      '库存 ' || trim_scale(m.quantity) || ' ' || m.unit || '，安全库存 ' || trim_scale(m.safety_quantity) || ' ' || m.unit as text,
      m.spec as note, null::bigint as "personId", null::text as place, null::bigint as link, false as mark, null::timestamptz as since,
      null::timestamptz as due, f.total
    from ${firstOf(
      sql`select id, quantity, quantity > 0 as there from materials
      where tenant_id = ${tenantId} and enabled and safety_quantity > 0 and quantity <= safety_quantity`,
      'there, id',
    )} f join materials m on m.tenant_id = ${tenantId} and m.id = f.id`,
};
