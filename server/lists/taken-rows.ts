/**
 * Rows of a catalogue that are taken out of their tables with all that hangs on them, kept as they were, and put back with their ids. While
 * they are out no list, picker, sum or unique index sees them, and the foreign keys that keep what is in use keep it still
 * (docs/decisions/069).
 */
import { sql } from 'kysely';
import { notFound, type Refusal } from '../errors.ts';
import { explaining } from '../db/constraints.ts';
import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';
import { refuseBlocked, type Outlook, type Removable } from './removals.ts';

type Table = keyof Tables & string;
type Row = Record<string, unknown>;

/** Rows that go with a row: those of `table` whose `by` names it, or with `under` a row of that earlier part. */
export interface Part {
  table: Table;
  by: string;
  under?: Table;
  /** What else a row of the part needs, column → table: without it the row is left out when the rest is put back. */
  needs?: Readonly<Record<string, Table>>;
}

export interface TakenOut {
  table: Table;
  noun: string;
  /** In the order in which they can be put back. */
  parts?: readonly Part[];
  /** What stands against taking it out, by constraint. */
  kept: Readonly<Record<string, Refusal>>;
  /** What stands against putting it back, by constraint. */
  taken: Readonly<Record<string, Refusal>>;
}

/** Rows by their table, the first part of all being the row itself. */
export interface Taken {
  parts: { table: Table; rows: Row[] }[];
}

const rowsOf = async (tx: Tx, table: Table, column: string, ids: readonly unknown[]): Promise<Row[]> => {
  const found = await tx.rows<{ taken: Row }>(sql`
    select to_jsonb(t) as taken from ${sql.table(table)} t
    where t.tenant_id = ${tx.tenantId} and t.${sql.ref(column)} = any(${ids}::bigint[]) for update`);
  return found.map(({ taken }) => taken);
};

/** Takes a row out with its parts; throws 404, and what keeps it. */
export async function takeOut({ table, noun, parts = [], kept }: TakenOut, id: number, tx: Tx): Promise<Taken> {
  const [row] = await rowsOf(tx, table, 'id', [id]);
  if (!row) throw notFound(noun);
  const taken: Taken['parts'] = [{ table, rows: [row] }];
  for (const { table: part, by, under = table } of parts) {
    const above = taken.find((one) => one.table === under)?.rows ?? [];
    const ids = above.map((one) => one.id);
    taken.push({ table: part, rows: ids.length > 0 ? await rowsOf(tx, part, by, ids) : [] });
  }
  const gone = async () => {
    for (const { table: part, by, under = table } of parts.toReversed()) {
      const ids = taken.find((one) => one.table === under)?.rows.map((one) => one.id) ?? [];
      await tx.run(sql`delete from ${sql.table(part)} where tenant_id = ${tx.tenantId} and ${sql.ref(by)} = any(${ids}::bigint[])`);
    }
    await tx.run(sql`delete from ${sql.table(table)} where tenant_id = ${tx.tenantId} and id = ${id}`);
  };
  await explaining(kept, gone());
  return { parts: taken.filter(({ rows }) => rows.length > 0) };
}

/** `take` of a row whose outlook says all of its entry: the foreign keys refuse first, then what only the outlook knows. */
export const taking =
  (what: TakenOut, outlook: (tx: Tx, id: number) => Promise<Outlook>): Removable['take'] =>
  async (id, { tx }) => {
    const seen = await outlook(tx, id);
    const { parts } = await takeOut(what, id, tx);
    refuseBlocked(seen);
    return { name: seen.name, detail: seen.detail, kept: { parts } };
  };

/** The columns that a row is written with: those that it has, and the table still has and does not compute. */
const columnsOf = async (tx: Tx, table: Table, rows: readonly Row[]): Promise<string[]> => {
  const found = await tx.rows<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`);
  return found.flatMap(({ name }) => (rows[0] && Object.hasOwn(rows[0], name) ? [name] : []));
};

/** Which of the rows of a part still have what they need. */
async function complete(tx: Tx, rows: readonly Row[], needs: Readonly<Record<string, Table>>): Promise<Row[]> {
  let left = [...rows];
  for (const [column, table] of Object.entries(needs)) {
    const there = await tx.rows<{ id: number }>(sql`
      select t.id from ${sql.table(table)} t where t.tenant_id = ${tx.tenantId}
        and t.id = any(${left.map((row) => row[column])}::bigint[]) for share`);
    const ids = new Set(there.map(({ id }) => id));
    left = left.filter((row) => row[column] === null || ids.has(row[column] as number));
  }
  return left;
}

/**
 * Puts rows back, the row itself with `changes`; gives the rows of parts that were left out because something they need is gone. Throws
 * what stands against it.
 */
export async function putBack(
  { table, parts = [], taken: refusals }: TakenOut,
  { parts: kept }: Taken,
  tx: Tx,
  changes: Row = {},
): Promise<{ table: Table; row: Row }[]> {
  const without: { table: Table; row: Row }[] = [];
  for (const { table: part, rows } of kept) {
    const { needs = {}, by, under = table } = parts.find((one) => one.table === part) ?? {};
    if (by !== undefined) {
      // What a trigger has just made for the row stands in the place of what there was.
      const ids = kept.find((one) => one.table === under)?.rows.map((one) => one.id) ?? [];
      await tx.run(sql`delete from ${sql.table(part)} where tenant_id = ${tx.tenantId} and ${sql.ref(by)} = any(${ids}::bigint[])`);
    }
    const whole = await complete(tx, rows, needs);
    without.push(...rows.filter((row) => !whole.includes(row)).map((row) => ({ table: part, row })));
    if (whole.length === 0) continue;
    const written = part === table ? whole.map((row) => ({ ...row, version: Number(row.version) + 1, ...changes })) : whole;
    const columns = sql.join((await columnsOf(tx, part, written)).map((name) => sql.ref(name)));
    await explaining(
      refusals,
      tx.run(sql`insert into ${sql.table(part)} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${sql.table(part)}, ${JSON.stringify(written)}::jsonb)`),
    );
  }
  return without;
}
