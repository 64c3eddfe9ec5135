/** What the columns, filters and sorts of a list are checked against: the contract's row and query, and the table (server/db/tables.ts). */
import { sql, type Expression, type SelectType, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { Route } from '#contract/http.ts';
import type { Tables } from '../db/tables.ts';
import type { Expected } from './paging.ts';
import type { AnyBuilder, ColumnValue } from './query.ts';

export type Table = keyof Tables & string;
export type ColumnName<T extends Table> = keyof Tables[T] & string;

/** A value as the database has it: it knows that something is a text or a number, not which of them the contract allows. */
type Stored<V> = V extends string ? string : V extends number ? number : V extends readonly string[] ? string[] : V;
/** The columns of a table that give what a field holds; JSON may hold anything. */
type ColumnFor<T extends Table, Value> = {
  [C in ColumnName<T>]: unknown extends SelectType<Tables[T][C]> ? C : SelectType<Tables[T][C]> extends Stored<Value> ? C : never;
}[ColumnName<T>];

/** A field of the row is a column's name or an expression over the row. */
export type Column<T extends Table, Value> = ColumnFor<T, Value> | ((eb: AnyBuilder) => Expression<unknown>);
export type AnyColumn = string | ((eb: AnyBuilder) => Expression<unknown>);
/** Every field of a row is given by one column, and nothing else is. */
export type Columns<Row, T extends Table> = { [K in keyof Row]-?: Column<T, Row[K]> };

/** `expected`: in the words that serve `pageOf` best for a search that shall be taken to find few rows, or is known to find many. */
export type Filter<Value = any> = (eb: AnyBuilder, value: Value, expected?: Expected) => Expression<SqlBool>;
/** By the names that the contract's query has. */
export type Filters<Search> = { [K in keyof Search]?: Filter<NonNullable<Search[K]>> };

/** `createTime` → `create_time`, as the specification's clients name what they sort by. */
type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
/** By the row's fields, and always by when it was made and by its id. */
export type Sorts<Row, T extends Table> = { [S in Snake<keyof Row & string> | 'create_time' | 'id']?: ColumnName<T> };

/** The rows of a route of pages. */
export type RowOf<R extends Route> = z.input<R['output']> extends { records: (infer Row)[] } ? Row : never;

/** `table.column` of every table. */
type ColumnPath = { [T in Table]: `${T}.${ColumnName<T>}` }[Table];

/**
 * A column of another row of the tenant for a list: of the row of `table` whose id is in `key`, as `lookup('users', 'name',
 * 'posts.created_by')`. Null where there is none.
 */
export const lookup =
  <T extends Table, C extends ColumnName<T>>(table: T, column: C, key: ColumnPath) =>
  () =>
    sql<ColumnValue<T, C>>`(select named.${sql.ref(column)} from ${sql.table(table)} named
      where named.tenant_id = ${sql.ref(key.replace(/[.].*/, '.tenant_id'))} and named.id = ${sql.ref(key)})`;
