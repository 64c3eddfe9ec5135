/** Purchases as they are read: the list, one with its lines and what has come. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import type { MaterialPurchase, materialPurchases as routes } from '#contract/stock/material-purchases.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { contains, equals, readOne, type ListOf } from '../lists/crud.ts';
import { scoped } from '../lists/data-scope.ts';

export const NOUN = '采购';

type Row = z.input<typeof MaterialPurchase>;

export const list: ListOf<typeof routes.page, 'material_purchases'> = {
  table: 'material_purchases',
  noun: NOUN,
  scope: scoped({ owners: ['user_id'] }),
  columns: {
    id: 'id',
    number: 'number',
    userId: 'user_id',
    userName: 'user_name',
    departmentName: () => sql`(select d.name from users u join departments d on d.tenant_id = u.tenant_id and d.id = u.department_id
      where u.tenant_id = material_purchases.tenant_id and u.id = material_purchases.user_id)`,
    summary: 'summary',
    reason: 'reason',
    amount: 'total_fen',
    state: 'state',
    caseId: 'case_id',
    closeReason: 'close_reason',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    number: contains('number'),
    userName: contains('user_name'),
    name: contains('summary'),
    state: equals('state'),
    startDate: (eb, value) => eb('created_at', '>=', `${value} 00:00:00`),
    endDate: (eb, value) => eb('created_at', '<=', `${value} 23:59:59.999999`),
  },
};

export const toWire = (row: Row): Row => ({ ...row, amount: toYuan(row.amount) });

export const linesOf = ({ tx }: { tx: Tx }, purchaseId: number) =>
  tx.rows(
    db
      .selectFrom('material_purchase_lines')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('purchase_id', '=', purchaseId)
      .orderBy('id'),
  );

export async function readPurchase(context: Context, id: number): Promise<z.input<typeof routes.get.output>> {
  const { tx } = context;
  const row = await readOne(list, id, context);
  const [lines, receipts] = await Promise.all([
    linesOf(context, id),
    tx.rows<z.input<typeof routes.get.output>['receipts'][number]>(sql`
      select id, line_id as "lineId", quantity, reason, user_name as "userName", created_at as "createTime"
      from material_purchase_receipts where tenant_id = ${tx.tenantId} and purchase_id = ${id} order by id limit 1000`),
  ]);
  return {
    ...toWire(row),
    lines: lines.map(({ id: lineId, material_id: materialId, price_fen, name, spec, unit, quantity, supplier, received }) => ({
      id: lineId,
      materialId,
      name,
      spec,
      unit,
      quantity,
      price: toYuan(price_fen),
      supplier,
      received,
    })),
    receipts,
  };
}

/** Locked with its lines, for who changes it. Throws 404. */
export async function lockPurchase({ tx }: { tx: Tx }, id: number) {
  const row = await tx.row(
    db.selectFrom('material_purchases').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate(),
  );
  if (!row) throw notFound(NOUN);
  return { ...row, lines: await linesOf({ tx }, id) };
}
export type PurchaseRow = Awaited<ReturnType<typeof lockPurchase>>;
