/** What an order takes and gives back: from a product's own quantity or from the material that it is sold from. */
import { sql } from 'kysely';
import { productKind } from '#contract/goods-orders/goods-orders.rules.ts';
import { movementKind, shortageText } from '#contract/stock/materials.rules.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { readyMaterials, type ReadyMoves } from '../stock/movements.ts';

export interface ProductMove {
  productId: number;
  /** Signed whole number; or worked out from the balance at that moment. */
  quantity: number | ((balance: number) => number);
  kind: number;
  reason: string;
  goodsOrderId?: number | null;
}

/** Products, locked in the order of their ids. */
export const lockedProducts = ({ tx }: Work, ids: readonly number[]) =>
  tx.rows(
    db
      .selectFrom('products')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('id', 'in', [...new Set(ids)])
      .orderBy('id')
      .forNoKeyUpdate(),
  );

/**
 * Locks products and works out their movements within the caller's transaction, and writes nothing
 * yet; never below nothing (422). A movement of nothing is left out.
 */
async function readyProducts(work: Work, moves: readonly (Omit<ProductMove, 'reason'> & { reason?: string })[]): Promise<ReadyMoves> {
  const balances = new Map<number, number>();
  if (moves.length === 0) return { balances, write: async () => {} };
  const { tx, actor } = work;
  const found = await lockedProducts(
    work,
    moves.map(({ productId }) => productId),
  );
  const products = new Map(found.map((product) => [product.id, product]));
  const rows: object[] = [];
  for (const { productId, quantity, kind, reason, goodsOrderId = null } of moves) {
    const product = products.get(productId);
    if (!product) throw refused('商品不存在');
    const change = typeof quantity === 'function' ? quantity(product.quantity) : quantity;
    if (change === 0) continue;
    if (product.quantity + change < 0) throw refused(shortageText(product.name, product.unit, product.quantity, -change));
    product.quantity += change;
    balances.set(productId, product.quantity);
    rows.push({
      tenant_id: tx.tenantId,
      product_id: productId,
      kind,
      quantity: change,
      balance: product.quantity,
      reason,
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
          update products p set quantity = moved.balance, updated_at = now()
          from unnest(${[...balances.keys()]}::bigint[], ${[...balances.values()]}::integer[]) as moved(id, balance)
          where p.tenant_id = ${tx.tenantId} and p.id = moved.id`),
        tx.run(db.insertInto('product_movements').values(rows.map((row) => ({ ...row, ...fact })) as never)),
      ]);
    },
  };
}

/** Moves products' own quantities within the caller's transaction and writes their ledger; gives the new balance by product. */
export async function moveProducts(work: Work, moves: readonly ProductMove[]): Promise<Map<number, number>> {
  const { balances, write } = await readyProducts(work, moves);
  await write();
  return balances;
}

export interface SoldLine {
  product_id: number;
  kind: number;
  quantity: number;
  material_id: number | null;
}

/** One movement per stock: the ledger knows an order's sale and its return once each. */
function summed<T extends SoldLine>(lines: readonly T[], key: (line: T) => number): [number, number][] {
  const sums = new Map<number, number>();
  for (const line of lines) sums.set(key(line), (sums.get(key(line)) ?? 0) + line.quantity);
  return [...sums];
}

/** Books what was worked out, in the name of an order. */
type Book = (order: { id: number; number: string }) => Promise<void>;

async function readyLines(work: Work, lines: readonly SoldLine[], sign: 1 | -1): Promise<Book> {
  const goods = lines.filter(({ kind }) => kind === productKind.goods);
  const kind = sign < 0 ? movementKind.sale : movementKind.returned;
  const own = summed(
    goods.filter(({ material_id }) => material_id === null),
    ({ product_id }) => product_id,
  );
  const stored = summed(
    goods.filter(({ material_id }) => material_id !== null),
    ({ material_id }) => material_id as number,
  );
  const products = await readyProducts(
    work,
    own.map(([productId, quantity]) => ({ productId, quantity: sign * quantity, kind })),
  );
  const materials = await readyMaterials(
    work,
    stored.map(([materialId, quantity]) => ({ materialId, quantity: sign * quantity, kind })),
  );
  return async ({ id, number }) => {
    const fact = { reason: `${sign < 0 ? '销售' : '退回'} ${number}`, goods_order_id: id };
    await Promise.all([products.write(fact), materials.write(fact)]);
  };
}

/**
 * Locks what an order sells, in the caller's transaction; refused (422) when there is not
 * enough of something. Gives what takes it out of the stock.
 */
export const readySale = (work: Work, lines: readonly SoldLine[]): Promise<Book> => readyLines(work, lines, -1);

/** Gives it back to where it came from. A second time is refused by the ledger's unique index: the caller's compare-and-set comes first. */
export async function giveBack(work: Work, order: { id: number; number: string }, lines: readonly SoldLine[]): Promise<void> {
  const book = await readyLines(work, lines, 1);
  await book(order);
}
