/**
 * Two records of one person become one: every area says which of its rows are a person's and what stands against a merge;
 * they move in the transaction of the merge (docs/decisions/086). `test/person-references.test.ts` compares what the areas
 * say with the database's catalogue.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';
import { on } from '../events.ts';

export interface PersonReference {
  table: keyof Tables & string;
  /**
   * `moves`: all rows become the kept person's. `apart`: those of which the kept person has none that is the same in `same`; the others stay
   * with the dropped one, so that nothing is lost. `sealed`: moved by `app.move_merged`, as the application may not change them. `stays`: `why`.
   */
  way: 'moves' | 'apart' | 'sealed' | 'stays';
  /** `person_id` unless said. */
  column?: string;
  /** Columns of which the kept person has one row for each value; none: one row at all. */
  same?: readonly string[];
  /** The rows of which that is so, as the index says it; all unless said. `{}` stands for the alias of the table. */
  among?: string;
  /** Found by the devices that one of the two has had: the table has no index by person. */
  byDevice?: true;
  why?: string;
  erase: Erasure;
}

/**
 * What becomes of rows when their person is erased: they stay as they are, since nothing in them says who it was; they go; they lose these
 * columns; or the database does it (`app.erase_sealed`), as the application may not change them.
 */
export type Erasure = 'stays' | 'goes' | 'sealed' | readonly string[];

/** Rows that hang on a row of a person. */
export interface PersonPart {
  table: keyof Tables & string;
  of: PersonReference['table'];
  /** The column that is the same as the row's `names`, which is its id unless said. */
  by: string;
  names?: string;
  erase: Erasure;
}

export interface Pair {
  keptId: number;
  droppedId: number;
}

interface Area {
  references: readonly PersonReference[];
  parts?: readonly PersonPart[];
  /** Why the two cannot be one now, in words; nothing when they can. */
  against?: (pair: Pair, tx: Tx) => Promise<string[]>;
  /** Before the rows move: what the moving needs, or what is more than another id. */
  first?: (pair: Pair, tx: Tx, deps: Dependencies) => Promise<void>;
}

const areas: Area[] = [];
export const personReferences = (): readonly PersonReference[] => areas.flatMap(({ references }) => references);

export const personParts = (): readonly PersonPart[] => areas.flatMap(({ parts = [] }) => parts);

/** All that stands against a merge. */
export async function againstMerge(pair: Pair, tx: Tx): Promise<string[]> {
  const words: string[] = [];
  for (const { against } of areas) if (against) words.push(...(await against(pair, tx)));
  return words;
}

const columnOf = ({ column = 'person_id' }: PersonReference) => sql.ref(column);

/** The rows of a table that are the person's, over the table itself; in a merge of a pair also by the devices of the other one. */
export function rowsOf(reference: PersonReference, tenantId: number, personId: number, pair?: Pair): RawBuilder<unknown> {
  const { keptId, droppedId } = pair ?? { keptId: personId, droppedId: personId };
  const devices = sql`and device_id in (select b.device_id from device_bindings b
    where b.tenant_id = ${tenantId} and b.person_id in (${keptId}, ${droppedId}))`;
  return sql`tenant_id = ${tenantId} and ${columnOf(reference)} = ${personId} ${reference.byDevice ? devices : sql``}`;
}

/** The condition `among` over an alias. */
const amongOf = ({ among }: PersonReference, alias: string) =>
  among === undefined ? sql`true` : sql.raw(`(${among.replaceAll('{}', alias)})`);

async function move(reference: PersonReference, pair: Pair, tx: Tx): Promise<void> {
  const { table, way, same = [] } = reference;
  if (way !== 'moves' && way !== 'apart') return;
  const name = columnOf(reference);
  const alike = same.map((one) => sql`and k.${sql.ref(one)} is not distinct from ${sql.table(table)}.${sql.ref(one)}`);
  const apart = sql`and not (${amongOf(reference, table)} and exists (select from ${sql.table(table)} k
    where k.tenant_id = ${tx.tenantId} and k.${name} = ${pair.keptId} and ${amongOf(reference, 'k')} ${sql.join(alike, sql` `)}))`;
  await tx.run(sql`update ${sql.table(table)} set ${name} = ${pair.keptId}
    where ${rowsOf(reference, tx.tenantId, pair.droppedId, pair)} ${way === 'apart' ? apart : sql``}`);
}

/** To be called once per process, by each area that has rows of people. */
export function mergePeople(area: Area): void {
  areas.push(area);
  on('person.merged', async (pair, tx, deps) => {
    await area.first?.(pair, tx, deps);
    for (const reference of area.references) await move(reference, pair, tx);
  });
}
