/** Materials: `bcmaterial`, their booking, their ledger. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toFen, toYuan } from '#contract/fields.ts';
import { changeOf, hundredths, movementKind } from '#contract/stock/materials.rules.ts';
import { materialMovements as movementRoutes, materials as routes, type Material } from '#contract/stock/materials.ts';
import { explaining } from '../db/constraints.ts';
import type { Context } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, from, reads, to, writes, type ListOf } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { materialImport, materialSheet, movementSheet } from './materials-sheet.ts';
import { materialRemoval } from './material-removal.ts';
import { moveMaterials } from './movements.ts';

const own = { table: 'materials', noun: '物资' } as const;
const low = sql<boolean>`(materials.safety_quantity > 0 and materials.quantity <= materials.safety_quantity)`;

const list: ListOf<typeof routes.page, 'materials'> = {
  ...own,
  columns: {
    id: 'id',
    code: 'code',
    name: 'name',
    spec: 'spec',
    unit: 'unit',
    quantity: 'quantity',
    safetyQuantity: 'safety_quantity',
    low: () => low,
    price: 'price_fen',
    enabled: 'enabled',
    remarks: 'remarks',
    createBy: lookup('users', 'name', 'materials.created_by'),
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    name: contains('name'),
    code: contains('code'),
    enabled: equals('enabled'),
    low: (_eb, value) => (value ? low : sql<boolean>`not ${low}`),
  },
  sorts: { code: 'code', name: 'name', quantity: 'quantity', price: 'price_fen' },
};
const plainReads = reads(list);

const plainWrites = writes({
  ...own,
  fields: {
    code: 'code',
    name: 'name',
    spec: 'spec',
    unit: 'unit',
    safetyQuantity: 'safety_quantity',
    priceFen: 'price_fen',
    enabled: 'enabled',
    remarks: 'remarks',
  },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = { materials_tenant_id_code_key: conflict('物资编码已存在') };

const toWire = (row: z.output<typeof Material>) => ({ ...row, price: toYuan(row.price) });
const inFen = <T extends { price?: number | undefined }>({ price, ...input }: T) => ({
  ...input,
  priceFen: price === undefined ? undefined : toFen(price),
});

/** Books by hand. What was counted against a balance that has changed since is refused: the difference would be booked twice. */
async function move(
  { id, kind, quantity, reason, source, expected }: z.output<typeof routes.move.input>,
  context: Context,
): Promise<number> {
  const { tx } = context;
  const row = await tx.row(
    db.selectFrom('materials').select(['enabled', 'quantity']).where('tenant_id', '=', tx.tenantId).where('id', '=', id).forNoKeyUpdate(),
  );
  if (!row) throw notFound('物资');
  const correction = kind === movementKind.correction;
  if (!correction && quantity === 0) throw invalid('数量应大于0');
  if (!row.enabled && kind === movementKind.in) throw refused('物资已停用，不能入库');
  if (expected !== undefined && hundredths(expected) !== hundredths(row.quantity)) {
    throw conflict('库存已变动，请核对后重试', toWire(await plainReads.get({ id }, context)));
  }
  const change = (balance: number) => changeOf(kind, quantity, balance);
  if (change(row.quantity) === 0) throw refused('盘点数量与当前库存一致，无需校正');
  const balances = await moveMaterials(context, [
    { materialId: id, quantity: change, kind, reason, source: kind === movementKind.in ? source : null },
  ]);
  return balances.get(id) as number;
}

export const materials: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await plainReads.page(input, context);
    return { ...found, records: found.records.map(toWire) };
  },
  get: async (input, context) => toWire(await plainReads.get(input, context)),
  export: exporting(routes.export, materialSheet({ ...listOf(list), toRow: toWire })),
  ...importing(
    routes,
    materialImport((form, context) => materials.create(form, context)),
  ),

  async create({ quantity = 0, ...input }, context) {
    const id = await explaining(refusals, plainWrites.create(inFen(input), context));
    if (quantity > 0) await moveMaterials(context, [{ materialId: id, quantity, kind: movementKind.in, reason: '期初库存' }]);
    return id;
  },
  update: (input, context) => explaining(refusals, plainWrites.update(inFen(input), context)),
  ...removing(materialRemoval),
  move: (input, context) => once(context, routes.move, input, () => move(input, context)),
};

const material = (column: string) =>
  sql.raw(
    `(select m.${column} from materials m where m.tenant_id = material_movements.tenant_id and m.id = material_movements.material_id)`,
  );

const ledger: ListOf<typeof movementRoutes.page, 'material_movements'> = {
  table: 'material_movements',
  noun: '库存流水',
  columns: {
    id: 'id',
    materialId: 'material_id',
    materialCode: () => sql`${material('code')}`,
    materialName: () => sql`${material('name')}`,
    unit: () => sql`${material('unit')}`,
    kind: 'kind',
    quantity: 'quantity',
    balance: 'balance',
    source: 'source',
    reason: 'reason',
    orderNo: () => sql`coalesce(
      (select o.number from goods_orders o where o.tenant_id = material_movements.tenant_id and o.id = material_movements.goods_order_id),
      (select o.number from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
        where j.tenant_id = material_movements.tenant_id and j.id = material_movements.job_id))`,
    createBy: 'user_name',
    createTime: 'created_at',
  },
  filters: {
    materialId: equals('material_id'),
    name: (eb, value) =>
      sql<boolean>`material_movements.material_id in (select materials.id from materials
        where materials.tenant_id = material_movements.tenant_id and ${contains('materials.name')(eb, value)})`,
    kind: equals('kind'),
    startTime: from('created_at'),
    endTime: to('created_at'),
  },
};

export const materialMovements: Handlers<typeof movementRoutes> = {
  page: reads(ledger).page,
  export: exporting(movementRoutes.export, movementSheet(listOf(ledger))),
};
