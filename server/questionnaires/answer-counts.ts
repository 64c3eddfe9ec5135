/** How often each answer was given: from the counts that are kept (kept-counts.ts), and from the results that these leave out. */
import { sql, type RawBuilder } from 'kysely';
import { keyOf } from '#contract/questionnaires/item-types.rules.ts';
import { planned, type Tx } from '../db/tenant.ts';
import { keptAnswers, keptPairs, keptWords, type Counting, type Facet, type Named } from './kept-counts.ts';

/** An answer as JSON, and how many gave it. */
export type Counted = readonly [value: unknown, count: number];

/** Questions whose answers are counted in one scan: `grouping` has 31 bits. */
const AT_ONCE = 30;

interface Row {
  item: number;
  value: unknown;
  n: number;
}

const answer = (formItemId: number): RawBuilder<unknown> => sql`original_data -> ${sql.lit(keyOf(formItemId))}`;

async function countPart(tx: Tx, results: Counting['all'], ids: readonly number[]): Promise<Row[]> {
  const names = ids.map((_, at) => sql.ref(`c${at}`));
  const inner = results.select(ids.map((id, at) => answer(id).as(`c${at}`)));
  // Each grouping set has all bits but that of its own column.
  const bits = sql`(${sql.lit(2 ** ids.length - 1)} - grouping(${sql.join(names)}))`;
  const item = sql`case ${bits} ${sql.join(
    ids.map((id, at) => sql`when ${sql.lit(2 ** (ids.length - 1 - at))} then ${sql.lit(id)}`),
    sql` `,
  )} end`;
  return tx.rows<Row>(
    planned(sql<Row>`select ${item} as item, coalesce(${sql.join(names)}, 'null'::jsonb) as value, count(*)::integer as n
      from (${inner}) r group by grouping sets (${sql.join(names.map((name) => sql`(${name})`))})`),
  );
}

async function countIn(tx: Tx, results: Counting['all'], ids: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) rows.push(...(await countPart(tx, results, ids.slice(at, at + AT_ONCE))));
  return rows.filter(({ value }) => value !== null);
}

/** The answers to each question and how often each was given, by question; several choices are one answer. Nothing is left out. */
export async function countAnswers(tx: Tx, results: Counting, ids: readonly number[]): Promise<Map<number, Counted[]>> {
  const kept = await keptAnswers(tx, results, ids);
  // Answers of too many words are not kept apart: these questions are counted from all results.
  const apart = new Set(kept.filter(({ value }) => value === null).map(({ facet }) => facet));
  const [few, many] = [ids.filter((id) => !apart.has(id)), ids.filter((id) => apart.has(id))];
  const rows: Row[] = [...(await countIn(tx, results.live, few)), ...(await countIn(tx, results.all, many))];
  for (const { facet, value, n } of kept) if (!apart.has(facet)) rows.push({ item: facet, value: JSON.parse(value as string), n });
  const found = new Map(ids.map((id) => [id, new Map<string, Counted>()]));
  for (const { item, value, n } of rows) {
    const key = JSON.stringify(value);
    found.get(item)?.set(key, [value, n + (found.get(item)?.get(key)?.[1] ?? 0)]);
  }
  return new Map([...found].map(([id, counts]) => [id, [...counts.values()].filter(([value]) => value !== null)]));
}

/** How many answered each question, by question. */
export async function countAnswered(tx: Tx, results: Counting, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const inner = results.live.select(ids.map((id, at) => answer(id).as(`c${at}`)));
  const counts = sql.join(ids.map((_, at) => sql`count(${sql.ref(`c${at}`)})`));
  const row = await tx.row<{ counts: number[] }>(planned(sql`select array[${counts}]::integer[] as counts from (${inner}) r`));
  const found = new Map(ids.map((id, at) => [id, row?.counts[at] ?? 0]));
  for (const { facet, n } of await keptAnswers(tx, results, ids)) found.set(facet, n + (found.get(facet) ?? 0));
  return found;
}

/** Pairs of answers to two questions, and how often each was given. */
export async function countPairs(
  tx: Tx,
  results: Counting,
  one: number,
  other: number,
): Promise<{ one: unknown; other: unknown; n: number }[]> {
  const kept = await keptPairs(tx, results, one, other);
  const inner = (kept ? results.live : results.all).select([answer(one).as('one'), answer(other).as('other')]);
  const rows = await tx.rows<{ one: unknown; other: unknown; n: number }>(
    planned(sql`select one, other, count(*)::integer as n from (${inner}) r
      where one is not null and other is not null group by one, other`),
  );
  return [...rows, ...(kept ?? [])];
}

/** How many results there are by a word of each; `kept` is how many are kept by the same word. */
export async function countNames(
  tx: Tx,
  results: Counting,
  word: RawBuilder<string>,
  kept: readonly Named[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<Named>(
    planned(sql`select name, count(*)::integer as count from (${results.live.select(word.as('name'))}) r group by name`),
  );
  const found = new Map<string, number>();
  for (const { name, count } of [...rows, ...kept]) found.set(name, count + (found.get(name) ?? 0));
  return found;
}

/** As `countNames`, the most frequent first; `word` is that which the facet keeps. */
export async function countWords(tx: Tx, results: Counting, facet: Facet, word: RawBuilder<string>): Promise<Named[]> {
  const found = await countNames(tx, results, word, await keptWords(tx, results, facet));
  return [...found].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Each of the options that an answer names. */
export const chosenIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
