/** How sealed numbers are searched: the whole number, however it is written, or its last four digits (docs/decisions/105). */
import { sql, type SqlBool } from 'kysely';
import { phoneOf } from '#contract/phones.rules.ts';
import { phone, phoneEnd } from '../db/sealed-phones.ts';
import type { Filter } from './columns.ts';

/** Whether the number in `column` is the one that was typed, or ends in the four digits that were. */
export const phoneFound = (column: string, typed: string) =>
  /^\d{4}$/.test(typed)
    ? sql<SqlBool>`${sql.ref(column)} ^@ ${phoneEnd(typed)}`
    : sql<SqlBool>`${sql.ref(column)} = ${phone(phoneOf(typed, 'contact') ?? typed)}`;

/** `phoneFound` as the filter of a list. */
export const phoneIs =
  (column: string): Filter =>
  (_eb, value) =>
    phoneFound(column, String(value));
