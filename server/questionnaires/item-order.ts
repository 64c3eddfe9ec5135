/** The order of items by sort values with room between them, as clients of the wire move them. */
import { sql } from 'kysely';
import { db, type Tx } from '../db/tenant.ts';

/** Between neighbours that were never moved. */
export const GAP = 65536;

/** Where something between two sort values comes to lie; null is the end on that side. */
export const between = (before: number | null, after: number | null): number =>
  before === null ? Math.floor((after ?? 0) / 2) : after === null ? before + GAP : Math.floor((before + after) / 2);

interface Placed {
  id: number;
  form_item_id: number;
  sort: number;
}

/** Numbers all items anew with the moved one in its place, when there is no room left between its neighbours. */
async function spread(tx: Tx, items: readonly Placed[], moved: Placed, before: number | null, after: number | null): Promise<number> {
  const others = items.filter(({ id }) => id !== moved.id);
  const index = before === null ? others.findIndex(({ sort }) => sort === after) : others.findLastIndex(({ sort }) => sort <= before) + 1;
  const order = others.toSpliced(Math.max(0, index), 0, moved);
  const ids = order.map(({ id }) => id);
  await tx.run(sql`
    update questionnaire_items i set sort = o.at * ${GAP} from unnest(${ids}::bigint[]) with ordinality as o (id, at)
    where i.tenant_id = ${tx.tenantId} and i.id = o.id`);
  return (ids.indexOf(moved.id) + 1) * GAP;
}

/** Moves an item between the sort values of two neighbours. Gives its new one; undefined when there is no such item. */
export async function moveItem(
  tx: Tx,
  questionnaireId: number,
  formItemId: number,
  before: number | null,
  after: number | null,
): Promise<{ id: number; sort: number } | undefined> {
  const items = await tx.rows<Placed>(
    db
      .selectFrom('questionnaire_items')
      .select(['id', 'form_item_id', 'sort'])
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaireId)
      .orderBy('sort')
      .orderBy('id'),
  );
  const moved = items.find(({ form_item_id }) => form_item_id === formItemId);
  if (!moved) return undefined;
  const wanted = between(before, after);
  const taken = wanted === before || wanted === after || wanted < 1 || items.some(({ id, sort }) => id !== moved.id && sort === wanted);
  if (taken) return { id: moved.id, sort: await spread(tx, items, moved, before, after) };
  await tx.run(
    db
      .updateTable('questionnaire_items')
      .set({ sort: wanted, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', moved.id),
  );
  return { id: moved.id, sort: wanted };
}
