/** The one way in which stock moves: rows locked in one order, never below nothing, every step in the ledger. */
import { sql } from 'kysely';
import { hundredths, movementKind, ofHundredths, shortageText } from '#contract/stock/materials.rules.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { refused } from '../errors.ts';

export interface Move {
  materialId: number;
  /** Signed, at most two decimals; or of a correction, what was counted, from the balance at that moment. */
  quantity: number | ((balance: number) => number);
  kind: number;
  reason: string;
  source?: number | null;
  jobId?: number | null;
  goodsOrderId?: number | null;
}

interface Stock {
  id: number;
  name: string;
  unit: string;
  quantity: number;
}

/** The rows of these materials, locked in the order of their ids: whoever wants several of them waits for nobody who waits for him. */
async function locked({ tx }: Work, ids: readonly number[]): Promise<Map<number, Stock>> {
  const rows = await tx.rows(
    db
      .selectFrom('materials')
      .select(['id', 'name', 'unit', 'quantity'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', 'in', [...new Set(ids)])
      .orderBy('id')
      .forNoKeyUpdate(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const keyOf = (jobId: number, materialId: number) => `${jobId} ${materialId}`;

/** What jobs have used up already, as `job material`. Read only after the rows are locked: then nobody adds to it. */
async function consumed({ tx }: Work, jobIds: readonly number[]): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set();
  const rows = await tx.rows(
    db
      .selectFrom('material_movements')
      .select(['job_id', 'material_id'])
      .where('tenant_id', '=', tx.tenantId)
      .where('job_id', 'in', jobIds),
  );
  return new Set(rows.map((row) => keyOf(row.job_id as number, row.material_id)));
}

/** What the ledger says of movements that were worked out before it was known. */
export interface MoveFact {
  reason: string;
  goods_order_id: number;
}

export interface ReadyMoves {
  /** The new balance by material or product. */
  balances: Map<number, number>;
  /** Writes balances and ledger; `fact` stands in for what the moves did not say. */
  write: (fact?: MoveFact) => Promise<void>;
}

/**
 * Locks stock and works out its movements within the caller's transaction, and writes
 * nothing yet. Refuses (422) what would take more than there is, naming the material and what is left, and unknown materials. A movement
 * that changes nothing, or of a job that has used the material already, is left out.
 */
export async function readyMaterials(work: Work, moves: readonly (Omit<Move, 'reason'> & { reason?: string })[]): Promise<ReadyMoves> {
  const balances = new Map<number, number>();
  if (moves.length === 0) return { balances, write: async () => {} };
  const { tx, actor } = work;
  const stocks = await locked(
    work,
    moves.map(({ materialId }) => materialId),
  );
  const done = await consumed(
    work,
    moves.flatMap(({ jobId }) => jobId ?? []),
  );
  const rows: object[] = [];
  for (const { materialId, quantity: given, kind, reason, source = null, jobId = null, goodsOrderId = null } of moves) {
    const stock = stocks.get(materialId);
    if (!stock) throw refused('物资不存在');
    if (jobId !== null) {
      if (done.has(keyOf(jobId, materialId))) continue;
      done.add(keyOf(jobId, materialId));
    }
    const change = hundredths(typeof given === 'function' ? given(stock.quantity) : given);
    if (change === 0) continue;
    const balance = hundredths(stock.quantity) + change;
    if (balance < 0) throw refused(shortageText(stock.name, stock.unit, stock.quantity, ofHundredths(-change)));
    stock.quantity = ofHundredths(balance);
    balances.set(materialId, stock.quantity);
    rows.push({
      tenant_id: tx.tenantId,
      material_id: materialId,
      kind,
      quantity: ofHundredths(change),
      balance: stock.quantity,
      source,
      reason,
      job_id: jobId,
      goods_order_id: goodsOrderId,
      user_id: actor.userId,
      user_name: actor.name,
    });
  }
  return {
    balances,
    async write(fact) {
      if (rows.length === 0) return;
      await Promise.all([
        tx.run(sql`
          update materials m set quantity = moved.balance, updated_at = now()
          from unnest(${[...balances.keys()]}::bigint[], ${[...balances.values()]}::numeric[]) as moved(id, balance)
          where m.tenant_id = ${tx.tenantId} and m.id = moved.id`),
        tx.run(db.insertInto('material_movements').values(rows.map((row) => ({ ...row, ...fact })) as never)),
        ...[...balances.keys()].map((materialId) => work.emit('material.changed', { materialId })),
      ]);
    },
  };
}

/** Moves stock within the caller's transaction, as `readyMaterials` says; gives the new balance by material. */
export async function moveMaterials(work: Work, moves: readonly Move[]): Promise<Map<number, number>> {
  const { balances, write } = await readyMaterials(work, moves);
  await write();
  return balances;
}

/** What a job of a work order used up. */
export interface Consumption {
  materialId: number;
  /** More than 0, at most two decimals. */
  quantity: number;
  jobId: number;
}

/**
 * Takes what jobs used up out of the stock, within the caller's transaction. Never
 * below nothing: refused (422) naming the material and what is left. A job uses a material up once; a repetition does nothing. `note` is
 * the reason in the ledger, such as the order's number.
 */
export async function consume(work: Work, lines: readonly Consumption[], note: string): Promise<void> {
  for (const { quantity } of lines) if (!(hundredths(quantity) > 0)) throw refused('耗材数量应大于0');
  await moveMaterials(
    work,
    lines.map(({ materialId, quantity, jobId }) => ({ materialId, quantity: -quantity, kind: movementKind.job, reason: note, jobId })),
  );
}
