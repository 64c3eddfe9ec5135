/**
 * Counts that are kept beside the results (migrations/0076, docs/decisions/103): of chunks of 2,000 numbers that are full and did not
 * change since. They are of everything in the institution, by day: for a session that sees less, and for a span that begins or ends within
 * a day, results are counted.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Session } from '../context.ts';
import { planned, type Tx } from '../db/tenant.ts';
import { matching } from '../lists/crud.ts';
import { resultList, seesAll } from './result-rows.ts';

export interface Asked {
  projectKey: string;
  beginDateTime?: string | undefined;
  endDateTime?: string | undefined;
}

/** Results in one chunk, as the migration says. */
export const CHUNK = 2000;
/** What is counted of each result beside the answers to questions, which have their numbers. */
export const facets = { results: 0, place: -1, browser: -2, system: -3 } as const;
export type Facet = (typeof facets)[keyof typeof facets];

/** What a session sees of what is asked; the two parts of it are read as `r`. */
export interface Counting {
  all: ReturnType<typeof matching>;
  /** The results that the counts leave out; all of them where no counts may be used. */
  live: ReturnType<typeof matching>;
  /** Which counts are asked for; null where none may be used. */
  kept: RawBuilder<boolean> | null;
  questionnaireId: number;
  /** The days that are asked for; null: all. */
  span: { begins: string; ends: string } | null;
}

/** Runs of numbers that no folded chunk has, from `folded` in ascending order; the last one has no end. */
export function runsWithout(folded: readonly number[]): { from: number; to: number | null }[] {
  const runs: { from: number; to: number | null }[] = [];
  let next = 0;
  for (const chunk of folded) {
    if (chunk > next) runs.push({ from: next * CHUNK + 1, to: chunk * CHUNK });
    next = chunk + 1;
  }
  return [...runs, { from: next * CHUNK + 1, to: null }];
}

/** The days from a midnight to the last second of a day; undefined of any other span, null where none is asked for. */
function daysOf({ beginDateTime, endDateTime }: Asked): Counting['span'] | undefined {
  if (!beginDateTime && !endDateTime) return null;
  if (beginDateTime && !beginDateTime.endsWith(' 00:00:00')) return undefined;
  if (endDateTime && !endDateTime.endsWith(' 23:59:59')) return undefined;
  return { begins: (beginDateTime || '0001-01-01').slice(0, 10), ends: (endDateTime || '9999-12-31').slice(0, 10) };
}

/** How results of a questionnaire are counted. From here on all statements of the unit of work see one moment. */
export async function counting(tx: Tx, asked: Asked, session: Session): Promise<Counting> {
  await tx.snapshot();
  const found = await tx.row<{ id: number; folded: number[] }>(sql`
    select q.id, array(select c.chunk from questionnaire_chunks c
      where c.tenant_id = q.tenant_id and c.questionnaire_id = q.id and c.folded order by c.chunk) as folded
    from questionnaires q where q.tenant_id = ${tx.tenantId} and q.key = ${asked.projectKey}`);
  const span = daysOf(asked);
  const [questionnaireId, folded] = [found?.id ?? 0, found?.folded ?? []];
  // By its id, of which the planner knows how many there are; the filter of lists looks it up for each row.
  const all = matching(resultList, { ...asked, projectKey: undefined }, session).where(
    sql<boolean>`questionnaire_id = ${sql.lit(questionnaireId)}`,
  );
  if (folded.length === 0 || span === undefined || !seesAll(session)) return { all, live: all, kept: null, questionnaireId, span: null };
  const runs = runsWithout(folded).map(({ from, to }) =>
    to === null ? sql`serial_number >= ${sql.lit(from)}` : sql`serial_number between ${sql.lit(from)} and ${sql.lit(to)}`,
  );
  return {
    all,
    live: all.where(sql<boolean>`(${sql.join(runs, sql` or `)})`),
    kept: sql<boolean>`tenant_id = ${tx.tenantId} and questionnaire_id = ${questionnaireId}
      ${span ? sql`and day between ${span.begins}::date and ${span.ends}::date` : sql``}`,
    questionnaireId,
    span,
  };
}

interface KeptRow {
  facet: number;
  /** JSON; null: different answers that are not kept apart. */
  value: string | null;
  n: number;
}

/** What is kept of the answers to each question. */
export async function keptAnswers(tx: Tx, { kept }: Counting, ids: readonly number[]): Promise<KeptRow[]> {
  if (!kept || ids.length === 0) return [];
  return tx.rows<KeptRow>(
    planned(sql`select facet, value::text as value, sum(n)::integer as n from questionnaire_counts
      where ${kept} and facet = any(${ids}::integer[]) group by facet, questionnaire_counts.value`),
  );
}

/** A word, and how many results have it. */
export interface Named {
  name: string;
  count: number;
}

/** What is kept of the words of one facet. */
export async function keptWords(tx: Tx, { kept }: Counting, facet: Facet): Promise<Named[]> {
  if (!kept) return [];
  return tx.rows<Named>(
    planned(sql`select value #>> '{}' as name, sum(n)::integer as count from questionnaire_counts
      where ${kept} and facet = ${facet} group by value`),
  );
}

/** How many results are kept, and how long they took together. */
export async function keptTotals(tx: Tx, { kept }: Counting): Promise<{ n: number; ms: number }> {
  const row =
    kept &&
    (await tx.row<{ n: number; ms: number }>(
      planned(sql`select coalesce(sum(n), 0)::integer as n, coalesce(sum(complete_ms), 0)::float8 as ms from questionnaire_counts
        where ${kept} and facet = ${facets.results}`),
    ));
  return row ?? { n: 0, ms: 0 };
}

/** How many results are kept of each day. */
export async function keptDays(tx: Tx, { kept }: Counting): Promise<Named[]> {
  if (!kept) return [];
  return tx.rows<Named>(
    planned(sql`select day::text as name, sum(n)::integer as count from questionnaire_counts
      where ${kept} and facet = ${facets.results} group by day`),
  );
}

const wordOf = (value: unknown) => (typeof value === 'number' ? value : JSON.stringify(value));
/** Whether a day is in the span; days are text. */
const isIn = (span: Counting['span'], day: unknown) => span === null || (String(day) >= span.begins && String(day) <= span.ends);

/** Pairs of answers that are kept; null where some are not, because there are too many different ones. */
export async function keptPairs(
  tx: Tx,
  { kept, span, questionnaireId }: Counting,
  one: number,
  other: number,
): Promise<{ one: unknown; other: unknown; n: number }[] | null> {
  if (!kept) return [];
  const columns = await tx.rows<{ facet: number; chunk: number; answers: unknown[] }>(sql`
    select facet, chunk, answers from questionnaire_columns
    where tenant_id = ${tx.tenantId} and questionnaire_id = ${questionnaireId}
      and facet = any(${span ? [one, other, facets.results] : [one, other]}::integer[])`);
  const lost =
    await tx.row(sql`select from questionnaire_counts c where c.tenant_id = ${tx.tenantId} and c.questionnaire_id = ${questionnaireId}
    and c.facet = any(${[one, other]}::integer[]) and not exists (select from questionnaire_columns k
      where k.tenant_id = c.tenant_id and k.questionnaire_id = c.questionnaire_id and k.facet = c.facet and k.chunk = c.chunk) limit 1`);
  if (lost) return null;
  const of = (facet: number) => new Map(columns.filter((column) => column.facet === facet).map(({ chunk, answers }) => [chunk, answers]));
  const [rows, others, days] = [of(one), of(other), of(facets.results)];
  const pairs = new Map<string, { one: unknown; other: unknown; n: number }>();
  for (const [chunk, answers] of rows) {
    const beside = others.get(chunk);
    if (!beside) continue;
    const dated = days.get(chunk);
    for (const [at, value] of answers.entries()) {
      if (value === null || beside[at] === null || !isIn(span, dated?.[at])) continue;
      const key = `${wordOf(value)}|${wordOf(beside[at])}`;
      const pair = pairs.get(key);
      if (pair) pair.n++;
      else pairs.set(key, { one: value, other: beside[at], n: 1 });
    }
  }
  return [...pairs.values()];
}
