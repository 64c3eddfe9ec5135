/** Kysely's types where a list is given tables and columns that only its caller knows: the one place that leaves them open. */
import type { ExpressionBuilder, SelectQueryBuilder, SelectType } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** A query over whichever tables a list reads. */
export type AnyQuery = SelectQueryBuilder<any, any, any>;
/** A query over whichever tables, that gives rows of this shape. */
export type QueryOf<Row> = SelectQueryBuilder<any, any, Row>;
/** What conditions and columns of such a query are built with. */
export type AnyBuilder = ExpressionBuilder<any, any>;
/** The rows that a query gives. */
export type SelectedBy<Q> = Q extends SelectQueryBuilder<any, any, infer Row> ? Row : never;
/** What a column of a table gives. */
export type ColumnValue<T extends keyof Tables, C extends keyof Tables[T]> = SelectType<Tables[T][C]>;
