/** Purchases of material: asked for by those who may, received by those who keep the stock. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { dayOf } from '#contract/time.ts';
import { toFen } from '#contract/fields.ts';
import { titled } from '#contract/labels.ts';
import { purchaseLabels } from '#contract/stock/material-purchases.labels.ts';
import { materialPurchases as routes, type MaterialPurchase } from '#contract/stock/material-purchases.ts';
import { closedPurchase, purchaseNumber, purchaseStateLabels, purchaseTotal } from '#contract/stock/purchase-commands.rules.ts';
import { resubmitApproval, startApproval, withdrawApproval } from '../approvals/case-work.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { conflict, forbidden, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import { purchaseMachine } from './purchase-approval.ts';
import { list, readPurchase, toWire } from './purchase-rows.ts';

/** Fen: a hundred million yuan. */
const MOST_TOTAL = 10_000_000_000;
type Form = z.output<typeof routes.create.input>;

/** The lines of a form, those of materials with the words of their records. */
async function linesOf(tx: Tx, { lines }: Form) {
  const ids = [...new Set(lines.flatMap(({ materialId }) => materialId ?? []))];
  const found = ids.length
    ? await tx.rows(
        db
          .selectFrom('materials')
          .select(['id', 'name', 'spec', 'unit', 'enabled'])
          .where('tenant_id', '=', tx.tenantId)
          .where('id', 'in', ids),
      )
    : [];
  const materials = new Map(found.map((material) => [material.id, material]));
  return lines.map(({ materialId, quantity, price, supplier, ...free }) => {
    const known = materialId === null ? undefined : materials.get(materialId);
    if (materialId !== null && !known?.enabled) throw refused('物资不存在或已停用');
    const { name, spec, unit } = known ?? free;
    return { material_id: materialId, name, spec, unit, quantity, price_fen: toFen(price), supplier };
  });
}
type Line = Awaited<ReturnType<typeof linesOf>>[number];

/** `护理垫、手套等5项`. */
const summaryOf = (lines: readonly Line[]): string =>
  `${lines
    .slice(0, 2)
    .map(({ name }) => name)
    .join('、')}${lines.length > 2 ? `等${lines.length}项` : ''}`;

function columnsOf({ reason }: Form, lines: readonly Line[]) {
  const total_fen = purchaseTotal(lines.map(({ quantity, price_fen: priceFen }) => ({ quantity, priceFen })));
  if (total_fen > MOST_TOTAL) throw refused('采购金额过大');
  return { reason, summary: summaryOf(lines), total_fen };
}

const addLines = (tx: Tx, purchaseId: number, lines: readonly Line[]) =>
  tx.run(
    db.insertInto('material_purchase_lines').values(lines.map((line) => ({ ...line, tenant_id: tx.tenantId, purchase_id: purchaseId }))),
  );

/** Those who ask at once take turns. */
async function nextNumber(tx: Tx, day: string): Promise<string> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`purchases:${tx.tenantId}`}, 0))`);
  const last = await tx.row<{ serial: number }>(sql`
    select coalesce(max(substr(number, 11)::integer), 0) as serial from material_purchases
    where tenant_id = ${tx.tenantId} and number like ${`${purchaseNumber(day, 0).slice(0, 10)}%`}`);
  return purchaseNumber(day, last!.serial + 1);
}

/** The purchase, when it is the caller's own; not locked, because its case is locked first. */
async function needOwn(context: Context, id: number) {
  const row = await readOne(list, id, context);
  if (row.userId !== context.session.userId) throw forbidden('只能由申请人本人操作');
  return row;
}

const sheet: Export<z.output<typeof MaterialPurchase>> = {
  name: '物资采购',
  list: () => ({ ...listOf(list), toRow: toWire }),
  columns: titled(purchaseLabels, [
    { key: 'number', width: 18 },
    { key: 'summary', width: 30 },
    { key: 'amount', format: 'money', width: 14 },
    { key: 'state', value: ({ state }) => purchaseStateLabels[state] ?? '', width: 10 },
    { key: 'userName', width: 12 },
    { key: 'departmentName', width: 16 },
    { key: 'reason', width: 30 },
    { key: 'closeReason', width: 24 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};

const plainReads = reads(list);

async function create(form: Form, context: Context): Promise<number> {
  const { tx, deps, session } = context;
  const lines = await linesOf(tx, form);
  const columns = columnsOf(form, lines);
  const number = await nextNumber(tx, dayOf(deps.now()));
  const made = await tx.row(
    db
      .insertInto('material_purchases')
      .values({ ...columns, tenant_id: tx.tenantId, number, user_id: session.userId, user_name: session.name })
      .returning('id'),
  );
  const { id } = made!;
  await addLines(tx, id, lines);
  const applicant = { id: session.userId, name: session.name };
  const caseId = await startApproval(context, { kind: 'material_purchase', businessId: id, applicant });
  await tx.run(sql`update material_purchases set case_id = ${caseId} where tenant_id = ${tx.tenantId} and id = ${id}`);
  await context.emit('purchase.changed', { purchaseId: id });
  return id;
}

export const materialPurchases: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await plainReads.page(input, context);
    return { ...found, records: found.records.map(toWire) };
  },
  get: ({ id }, context) => readPurchase(context, id),
  export: exporting(routes.export, sheet),

  // A page that lost the answer sends the same once more.
  create: (form, context) => once(context, routes.create, form, () => create(form, context)),

  async resubmit({ id, version, ...form }, context) {
    const { tx } = context;
    await needOwn(context, id);
    const row = await openFor(purchaseMachine, context, { id, version }, 'edit');
    const lines = await linesOf(tx, form);
    await applyTo(purchaseMachine, context, row, { action: 'edit', set: columnsOf(form, lines) });
    await tx.run(sql`delete from material_purchase_lines where tenant_id = ${tx.tenantId} and purchase_id = ${id}`);
    await addLines(tx, id, lines);
    await resubmitApproval(context, { kind: 'material_purchase', businessId: id });
    return true;
  },

  async withdraw({ id }, context) {
    const closed = closedPurchase(await needOwn(context, id), 'withdrawn');
    if (closed !== null) throw conflict(closed);
    await withdrawApproval(context, { kind: 'material_purchase', businessId: id });
    return true;
  },

  receive: ({ lines: receipts, ...input }, context) =>
    once(context, routes.receive, { receipts, ...input }, async () => {
      const { id, version, reason } = input;
      await readOne(list, id, context);
      return apply(purchaseMachine, context, { id, version }, { action: 'receive', receipts, reason });
    }),

  async close({ id, version, reason }, context) {
    await readOne(list, id, context);
    return apply(purchaseMachine, context, { id, version }, { action: 'close', reason });
  },
};
