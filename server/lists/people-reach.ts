/** Which people a session reaches, and how they are found by name: for every list that names people. */
import { sql, type SqlBool } from 'kysely';
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

/** Rows that a session reaches: its department's and below, or those it registered or cares for. */
export const reach = scoped({ department: 'department_id', owners: ['created_by', 'carer_id'] });
