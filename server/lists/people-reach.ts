/** Which people a session reaches, and how they are found by name: for every list that names people. */
import { sql, type SqlBool } from 'kysely';
import { readingsOf } from '#contract/pinyin.rules.ts';
import type { Filter } from './columns.ts';
import { scoped } from './data-scope.ts';
import { containing } from './like.ts';

/** The terms of `people.name_terms` that a name with `text` in it must have: its character pairs, or its one character. */
export function nameTerms(tenantId: number, text: string): string[] {
  const characters = [...text];
  if (characters.length < 2) return characters.map((character) => `${tenantId}:${character}`);
  return characters.slice(1).map((character, index) => `${tenantId}:${characters[index]}${character}`);
}

/**
 * A filter on any part of a person's name. The terms find the rows by index; of three
 * characters on LIKE makes sure that the pairs are there in this order. Up to two it would say the same again, and the planner would take
 * the name for much rarer than it is. That is wanted where few are expected: the terms said twice keep it from reading the whole tenant in
 * another index beside them, as if the terms did not name it.
 */
export const nameContains =
  (tenantId: number): Filter =>
  (_eb, value, expected) => {
    const text = String(value);
    const terms = nameTerms(tenantId, text);
    const has = (these: string[]) => sql<SqlBool>`people.name_terms @> ${these}::text[]`;
    if ([...text].length > 2) return sql`(${has(terms)} and people.name like ${containing(text)})`;
    return expected === 'few' ? sql`(${has(terms)} and ${has([...terms, ...terms])})` : has(terms);
  };

/** Two letters and more are the pinyin of a name, in full or its initials, as it is typed without an input method. */
export const isPinyin = (text: string): boolean => /^[a-z]{2,20}$/i.test(text);
const initialsStart = (initials: string) => sql<boolean>`people.initials ^@ ${initials}`;

/** That the characters of a name lie where the order of pinyin has what was typed for them; their initials are found by index. */
function isRead(reading: ReturnType<typeof readingsOf>[number]) {
  const characters = reading.map(({ from, before, surnames }, at) => {
    const one = sql`substr(people.name, ${sql.lit(at + 1)}, 1)`;
    const until = before === null ? sql`` : sql`and ${one} collate app.pinyin < ${before}`;
    const surname = at === 0 && surnames.length > 0 ? sql`or ${one} = any(${surnames}::text[])` : sql``;
    return sql`(${one} collate app.pinyin >= ${from} ${until} ${surname})`;
  });
  return sql`(${initialsStart(reading.map(({ initial }) => initial).join(''))} and ${sql.join(characters, sql` and `)})`;
}

/** A filter on the pinyin that a person's name begins with. */
export const pinyinStarts: Filter = (_eb, value) => {
  const letters = String(value).toLowerCase();
  return sql`(${sql.join([initialsStart(letters), ...readingsOf(letters).map(isRead)], sql` or `)})`;
};

/** A filter on a name as it is typed: any part of it, or its pinyin from the beginning, of those who were not removed. */
export const nameTyped =
  (tenantId: number): Filter =>
  (eb, value, expected) =>
    isPinyin(String(value))
      ? sql`(people.deleted_at is null and ${pinyinStarts(eb, value, expected)})`
      : nameContains(tenantId)(eb, value, expected);

/** The same over a table with a person's id in `key`, as `personTyped(tenantId, 'contracts.person_id')`. */
export const personTyped =
  (tenantId: number, key: string): Filter<string> =>
  (eb, value, expected) =>
    sql<SqlBool>`${sql.ref(key)} in (select people.id from people
      where people.tenant_id = ${tenantId} and ${nameTyped(tenantId)(eb, value, expected)})`;

/** Rows that a session reaches: its department's and below, or those it registered or cares for. */
export const reach = scoped({ department: 'department_id', owners: ['created_by', 'carer_id'] });
