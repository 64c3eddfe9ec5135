/** Where the values of dictionaries stand: the pages that show them, and the records that hold them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { dictionaries } from '#contract/system/dictionaries.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { notFound } from '../errors.ts';

interface Place {
  name: string;
  table: 'people' | 'person_contacts' | 'work_orders' | 'work_order_scores';
  column: string;
  soft?: true;
}

const PLACES: Readonly<Record<string, readonly Place[]>> = {
  gender: [{ name: '服务对象 · 性别', table: 'people', column: 'gender', soft: true }],
  care_level: [{ name: '服务对象 · 护理等级', table: 'people', column: 'care_level', soft: true }],
  anergy: [{ name: '服务对象 · 能力评估', table: 'people', column: 'ability', soft: true }],
  service_type: [{ name: '服务对象 · 服务类型', table: 'people', column: 'service_type', soft: true }],
  oldman_status: [{ name: '服务对象 · 状态', table: 'people', column: 'status', soft: true }],
  relation: [
    { name: '服务对象 · 第一联系人关系', table: 'people', column: 'contact_relation', soft: true },
    { name: '服务对象 · 其他联系人关系', table: 'person_contacts', column: 'relation' },
  ],
  emergency_type: [{ name: '工单 · 紧急程度', table: 'work_orders', column: 'emergency' }],
  pay_type: [{ name: '工单 · 支付方式', table: 'work_orders', column: 'pay_type' }],
  work_order_status: [{ name: '工单 · 状态', table: 'work_orders', column: 'status' }],
  work_order_score: [{ name: '工单 · 评价', table: 'work_order_scores', column: 'score' }],
};

/** `GET dict/uses/{id}`. */
export async function usesOf({ id }: { id: number }, { tx }: Work): Promise<z.input<typeof dictionaries.uses.output>> {
  const row = await tx.row<{ type: string }>(
    db.selectFrom('dictionaries').select('type').where('tenant_id', '=', tx.tenantId).where('id', '=', id),
  );
  if (!row) throw notFound('字典');
  const places = PLACES[row.type] ?? [];
  const records = new Map<string, number>();
  for (const { table, column, soft } of places) {
    const counted = await tx.rows<{ value: string; n: number }>(sql`
      select ${sql.ref(column)}::text as value, count(*) as n from ${sql.table(table)}
      where tenant_id = ${tx.tenantId} and ${sql.ref(column)} is not null ${soft ? sql`and deleted_at is null` : sql``} group by 1`);
    for (const { value, n } of counted) records.set(value, (records.get(value) ?? 0) + n);
  }
  return { places: places.map(({ name }) => name), values: [...records].map(([value, n]) => ({ value, records: n })) };
}
