/** What a list's page and its export read: the same rows in the same order. Lists of one table are `reads` in crud.ts. */
import type { z } from 'zod';
import type { Route } from '#contract/http.ts';
import type { Context } from '../context.ts';
import type { SortOrder } from './list-cache.ts';
import type { AnyQuery, QueryOf } from './query.ts';

/** The filters and the order that a list's route takes: what its export takes, too. */
export type SearchOf<R extends Route> = Omit<z.output<R['input']>, 'current' | 'size'>;

interface Parts<Input, Q extends AnyQuery, Selected> {
  /** From and where, nothing selected. */
  matching: (input: Input, context: Context) => Q | Promise<Q>;
  /** Adds the columns. */
  listed: (query: Q) => QueryOf<Selected>;
  order: (input: Input) => SortOrder;
}

export interface TypedList<Input, Q extends AnyQuery, Selected, Row> extends Parts<Input, Q, Selected> {
  /** From the selected row to the wire's. */
  toRow: (row: Selected) => Row;
}

/** A list as those see it who know its rows and its search, and not its tables. */
export type List<Row, Input> = TypedList<Input, AnyQuery, any, Row>;

/** A list whose parts fit each other: `listed` takes the query that `matching` gives, `toRow` the rows that `listed` gives. */
export function listFrom<Input, Q extends AnyQuery, Selected>(parts: Parts<Input, Q, Selected>): TypedList<Input, Q, Selected, Selected>;
export function listFrom<Input, Q extends AnyQuery, Selected, Row>(
  parts: TypedList<Input, Q, Selected, Row>,
): TypedList<Input, Q, Selected, Row>;
export function listFrom<Input, Q extends AnyQuery, Selected>(parts: Parts<Input, Q, Selected>): TypedList<Input, Q, Selected, Selected> {
  return { toRow: (row) => row, ...parts };
}
