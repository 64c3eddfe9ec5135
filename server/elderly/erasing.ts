/**
 * Erasing a person (docs/decisions/091): every area says in its merged-people.ts what becomes of its rows and of what hangs on them. Rows stay
 * where figures, money or the record of what was done need them, and lose the texts that are of the person.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/tenant.ts';
import { eraseFiles } from '../files/file-keeping.ts';
import { personParts, personReferences, rowsOf, type Erasure } from '../lists/merged-people.ts';
import { forgetRemoved } from '../lists/removals.ts';

/** What stands in place of a text that must not be empty. */
const GONE = '已删除';
/** Names of stored files, wherever a row has them. */
const FILE = '[0-9a-f]{8}-[0-9a-f-]{27}[.][a-z0-9]{2,5}';

interface Target {
  table: string;
  erase: Erasure;
  rows: RawBuilder<unknown>;
}

/** All that is one person's, what hangs on rows before these rows. */
function targetsOf(tenantId: number, personId: number): Target[] {
  const references = personReferences();
  const own = references.map((reference) => ({
    table: reference.table as string,
    erase: reference.erase,
    rows: rowsOf(reference, tenantId, personId),
  }));
  const parts = personParts().map(({ table, of, by, names = 'id', erase }) => {
    const parent = references.find((one) => one.table === of && (one.column ?? 'person_id') === 'person_id')!;
    const ids = sql`(select ${sql.ref(names)} from ${sql.table(of)} where ${rowsOf(parent, tenantId, personId)})`;
    return { table, erase, rows: sql`tenant_id = ${tenantId} and ${sql.ref(by)} in ${ids}` };
  });
  return [...parts, ...own];
}

interface ColumnFacts {
  table: string;
  name: string;
  type: string;
  /** It may not be empty, or a rule of the table asks whether it is. */
  filled: boolean;
  /** No two rows may have the same. */
  unique: boolean;
}

const factsOf = (tx: Tx, tables: readonly string[]) =>
  tx.rows<ColumnFacts>(sql`
    select c.relname::text as "table", a.attname::text as name, t.typname::text as type,
      a.attnotnull or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
        and strpos(pg_get_constraintdef(k.oid), 'NULL') > 0) as filled,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)) as "unique"
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}::text[]) and a.attnum > 0 and not a.attisdropped`);

/** A column without what it said; one that was empty stays so. */
function emptied({ name, type, filled, unique }: ColumnFacts): RawBuilder<unknown> {
  const column = sql.ref(name);
  if (type === '_text') return sql`'{}'`;
  const rest: Readonly<Record<string, RawBuilder<unknown>>> = {
    jsonb: sql`case jsonb_typeof(${column}) when 'array' then '[]'::jsonb else '{}' end`,
    bytea: sql`'\\x'::bytea`,
    text: unique ? sql`''` : sql`case ${column} when '' then '' else ${GONE}::text end`,
  };
  return filled && rest[type] ? sql`case when ${column} is null then null else ${rest[type]} end` : sql`null`;
}

/** Files that the rows name, which nothing needs any more. */
const filesOf = async (tx: Tx, { table, rows }: Target): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(sql`
      select distinct found[1] as name from ${sql.table(table)} r, regexp_matches(r::text, ${FILE}, 'g') as found where ${rows}`)
  ).map(({ name }) => name);

/** The ids of the rows, by which the record of changes knows them. */
const idsOf = async (tx: Tx, { table, rows }: Target): Promise<number[]> =>
  (await tx.rows<{ id: number }>(sql`select id from ${sql.table(table)} where ${rows}`)).map(({ id }) => id);

/** How many rows are there of each table, and whether they go; nothing of tables without one. */
export async function countErasure(tx: Tx, personId: number): Promise<{ table: string; goes: boolean; count: number }[]> {
  const targets = targetsOf(tx.tenantId, personId).filter(({ erase }) => erase !== 'stays');
  const counts = targets.map(
    ({ table, erase, rows }) => sql`select ${table}::text as "table", ${erase === 'goes'}::boolean as goes, count(*)::integer as count
      from ${sql.table(table)} where ${rows}`,
  );
  const found = await tx.rows<{ table: string; goes: boolean; count: number }>(sql`${sql.join(counts, sql` union all `)}`);
  return found.filter(({ count }) => count > 0);
}

/**
 * Erases what all areas have of a person, whose own row says since this transaction that it is erased. Files are gone for everybody
 * at once; their bytes go with the next cleanup. `own` are those that the person's row named.
 */
export async function eraseAll(tx: Tx, personId: number, own: readonly string[]): Promise<void> {
  const targets = targetsOf(tx.tenantId, personId);
  const facts = await factsOf(tx, [...new Set(targets.map(({ table }) => table))]);
  const withId = new Set(facts.filter(({ name }) => name === 'id').map(({ table }) => table));
  const files = new Set(own);
  const changed: { table: string; id: number }[] = [{ table: 'people', id: personId }];
  for (const target of targets) {
    if (target.erase !== 'stays') for (const name of await filesOf(tx, target)) files.add(name);
    if (withId.has(target.table)) for (const id of await idsOf(tx, target)) changed.push({ table: target.table, id });
  }
  await tx.run(sql`select app.erase_sealed(${[personId]}::bigint[])`);
  for (const { table, erase, rows } of targets) {
    if (erase === 'goes') await tx.run(sql`delete from ${sql.table(table)} where ${rows}`);
    if (typeof erase === 'string') continue;
    const columns = erase.map((name) => facts.find((one) => one.table === table && one.name === name)!);
    const sets = columns.map((column) => sql`${sql.ref(column.name)} = ${emptied(column)}`);
    await tx.run(sql`update ${sql.table(table)} set ${sql.join(sets)} where ${rows}`);
  }
  await eraseFiles(tx, [...files]);
  await forgetRemoved(tx, 'person', personId);
  await tx.run(sql`select app.erase_changes(${[personId]}::bigint[], ${changed.map(({ table }) => table)}::text[],
    ${changed.map(({ id }) => id)}::bigint[])`);
}
