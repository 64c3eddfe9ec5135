/** How often each answer was given, counted in the database within what a session sees of results. */
import { sql, type RawBuilder } from 'kysely';
import { keyOf } from '#contract/questionnaires/item-types.rules.ts';
import type { Session } from '../context.ts';
import { planned, type Tx } from '../db/tenant.ts';
import { matching } from '../lists/crud.ts';
import { resultList } from './result-rows.ts';

export interface Asked {
  projectKey: string;
  beginDateTime?: string | undefined;
  endDateTime?: string | undefined;
}

/** The results that a session sees of what is asked, nothing selected; read as `r` below. */
export const seenResults = (asked: Asked, session: Session) => matching(resultList, asked, session);

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

async function countPart(tx: Tx, results: ReturnType<typeof seenResults>, ids: readonly number[]): Promise<Row[]> {
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

/** The answers to each question and how often each was given, by question; several choices are one answer. Nothing is left out. */
export async function countAnswers(tx: Tx, asked: Asked, session: Session, ids: readonly number[]): Promise<Map<number, Counted[]>> {
  const found = new Map<number, Counted[]>(ids.map((id) => [id, []]));
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const { item, value, n } of await countPart(tx, seenResults(asked, session), ids.slice(at, at + AT_ONCE)))
      if (value !== null) found.get(item)?.push([value, n]);
  return found;
}

/** How many answered each question, by question. */
export async function countAnswered(tx: Tx, asked: Asked, session: Session, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const inner = seenResults(asked, session).select(ids.map((id, at) => answer(id).as(`c${at}`)));
  const counts = sql.join(ids.map((_, at) => sql`count(${sql.ref(`c${at}`)})`));
  const row = await tx.row<{ counts: number[] }>(planned(sql`select array[${counts}]::integer[] as counts from (${inner}) r`));
  return new Map(ids.map((id, at) => [id, row?.counts[at] ?? 0]));
}

/** Pairs of answers to two questions, and how often each was given. */
export const countPairs = (tx: Tx, asked: Asked, session: Session, one: number, other: number) =>
  tx.rows<{ one: unknown; other: unknown; n: number }>(
    planned(sql`select one, other, count(*)::integer as n
      from (${seenResults(asked, session).select([answer(one).as('one'), answer(other).as('other')])}) r
      where one is not null and other is not null group by one, other`),
  );

/** Each of the options that an answer names. */
export const chosenIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
