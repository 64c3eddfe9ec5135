/** The machine of purchases, what its approval says of them, and booking what has come. */
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import { fenText, yuanText } from '#contract/money.ts';
import { movementKind } from '#contract/stock/materials.rules.ts';
import {
  closedPurchase,
  decidePurchase,
  purchaseStates,
  type PurchaseChange,
  type PurchaseCommand,
} from '#contract/stock/purchase-commands.rules.ts';
import { declareApproval, type Described } from '../approvals/approval-subjects.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db } from '../db/tenant.ts';
import { applyTo, type Machine } from '../db/transitions.ts';
import { conflict } from '../errors.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { moveMaterials } from './movements.ts';
import { lockPurchase, NOUN, type PurchaseRow } from './purchase-rows.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;
/** 采购 of the dictionary material_source. */
const BOUGHT = 1;

/** Books what has come: of each line, and of what is kept in stock the movement. */
async function receive(work: Work, row: PurchaseRow, { receipts, reason }: PurchaseChange): Promise<void> {
  if (receipts.length === 0) return;
  const { tx, deps, actor } = work;
  await tx.run(sql`
    update material_purchase_lines l set received = l.received + come.quantity from (
      select id, sum(quantity) as quantity from unnest(${receipts.map(({ lineId }) => lineId)}::bigint[],
        ${receipts.map(({ quantity }) => quantity)}::numeric[]) as one(id, quantity) group by id
    ) come where l.tenant_id = ${tx.tenantId} and l.purchase_id = ${row.id} and l.id = come.id`);
  await tx.run(
    db.insertInto('material_purchase_receipts').values(
      receipts.map(({ lineId, quantity }) => ({
        tenant_id: tx.tenantId,
        purchase_id: row.id,
        line_id: lineId,
        quantity,
        reason,
        user_id: actor.userId,
        user_name: actor.name,
        created_at: instant(deps.now()) as never,
      })),
    ),
  );
  const materialOf = new Map(row.lines.map(({ id, material_id }) => [id, material_id]));
  await moveMaterials(
    work,
    receipts.flatMap(({ lineId, quantity }) => {
      const materialId = materialOf.get(lineId);
      return materialId ? [{ materialId, quantity, kind: movementKind.in, source: BOUGHT, reason: `采购入库 ${row.number}` }] : [];
    }),
  );
}

export const purchaseMachine: Machine<Work, PurchaseRow, PurchaseCommand, PurchaseChange> = {
  table: 'material_purchases',
  read: (work, id) => lockPurchase(work, id),
  fresh: async () => null,
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedPurchase,
  decide: decidePurchase,
  columns: (_work, _row, { set }) => set,
  follow: receive,
  async record(work, row, { action }) {
    if (action === 'approved')
      await tellThoseWith(work.tx, work.deps, 'business_materialpurchase_receive', {
        kind: 'notice',
        title: `采购${row.number}已批准`,
        text: `${row.summary}，到货后请入库`,
        link: `/business/material-purchase?number=${row.number}`,
      });
    await work.emit('purchase.changed', { purchaseId: row.id });
  },
};

async function describePurchase(work: Work, id: number): Promise<Described> {
  const row = await lockPurchase(work, id);
  if (row.state !== purchaseStates.running) throw conflict('请在“物资采购”中修改后重新提交');
  const amount = toYuan(row.total_fen);
  return {
    title: `${row.user_name}申请采购${row.summary}`.slice(0, 100),
    facts: [
      { label: '采购单号', value: row.number },
      { label: '采购原因', value: row.reason },
      ...row.lines.map(({ name, spec, quantity, unit, price_fen, supplier }, index) => ({
        label: `明细${index + 1}`,
        value: [`${name}${spec ? `（${spec}）` : ''}`, `${quantity}${unit} × ${fenText(price_fen)}`, supplier].filter(Boolean).join('，'),
      })),
      { label: '采购金额', value: yuanText(amount) },
    ],
    variables: { amount },
    people: {},
    personId: null,
  };
}

/** Purchases are decided by approvals. Called once per process from server/subscribers.ts. */
export const decidePurchasesByApproval = (): void =>
  declareApproval('material_purchase', {
    describe: describePurchase,
    async ended(work, id, outcome) {
      await applyTo(purchaseMachine, work, await lockPurchase(work, id), { action: outcome });
    },
  });
