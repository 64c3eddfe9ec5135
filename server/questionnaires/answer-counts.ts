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

/** The words of JSON back as a value: `[1, 2]`, `1`, `true`; what is no JSON is a text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * How often each answer to the questions `counted` was given, and how many answered each of the questions `others`, by question and in one
 * scan; several choices are one answer. Grouping by key and words is twice as fast as a grouping set for each question, which would sort.
 */
export async function countAnswers(
  tx: Tx,
  asked: Asked,
  session: Session,
  counted: readonly number[],
  others: readonly number[] = [],
): Promise<Map<number, Counted[]>> {
  const rows = await tx.rows<{ key: string; value: string | null; n: number }>(
    planned(sql`select e.key, case when e.key = any(${counted.map(keyOf)}::text[]) then e.value end as value, count(*)::integer as n
      from (${seenResults(asked, session).select('original_data')}) r cross join jsonb_each_text(r.original_data) e
      where e.key = any(${[...counted, ...others].map(keyOf)}::text[]) group by 1, 2`),
  );
  const found = new Map<number, Counted[]>([...counted, ...others].map((id) => [id, []]));
  for (const { key, value, n } of rows) found.get(Number(key.slice('field'.length)))?.push([value === null ? null : valueOf(value), n]);
  return found;
}

const answer = (formItemId: number): RawBuilder<unknown> => sql`original_data -> ${sql.lit(keyOf(formItemId))}`;

/** Pairs of answers to two questions, and how often each was given. */
export const countPairs = (tx: Tx, asked: Asked, session: Session, one: number, other: number) =>
  tx.rows<{ one: unknown; other: unknown; n: number }>(
    planned(sql`select one, other, count(*)::integer as n
      from (${seenResults(asked, session).select([answer(one).as('one'), answer(other).as('other')])}) r
      where one is not null and other is not null group by one, other`),
  );

/** Each of the options that an answer names. */
export const chosenIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
