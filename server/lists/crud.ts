/**
 * The handlers of a plain entity as plain functions, overridden by spreading:
 * `{ ...reads({…}), ...writes({…}), create: async (input, context) => … }`. A third wish means: write that handler by hand.
 */
import { expressionBuilder, sql, type AliasedExpression, type Expression, type SqlBool } from 'kysely';
import type { Route } from '#contract/http.ts';
import type { Context, Dependencies, Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound } from '../errors.ts';
import type { AnyColumn, ColumnName, Columns, Filter, Filters, RowOf, Sorts, Table } from './columns.ts';
import { containing } from './like.ts';
import type { SearchOf } from './list.ts';
import { inOrder, orderOf, pageOf, type Expected, type Page } from './paging.ts';
import type { AnyBuilder, AnyQuery, QueryOf } from './query.ts';

type Builder = AnyBuilder;

interface Shared<T extends Table> {
  table: T;
  /** Chinese, for "…不存在". */
  noun: string;
  /** Rows with `deleted_at` are gone. */
  soft?: boolean;
  /** Which rows the session's data scope reaches; nothing for all of the tenant. */
  scope?: (eb: Builder, session: Session) => Expression<SqlBool> | undefined;
}

/**
 * A list of one table. `Row` is the contract's, `Search` what its query asks for; another
 * row is selected where `toRow` makes the contract's of it.
 */
export interface ReadOptions<Row, Search, T extends Table> extends Shared<T> {
  /** Read instead of the table, under its name. */
  from?: AliasedExpression<any, string>;
  /** Wire field → column. */
  columns: Columns<Row, T>;
  filters?: Filters<Search>;
  /** Sort name on the wire → column. `create_time` → `created_at` is there already. */
  sorts?: Sorts<Row, T>;
  /** Descending by default. */
  order?: ColumnName<T>;
  /** Fields that are sealed, as the wire has them. */
  shown?: (row: any, deps: Dependencies) => object;
}

/** The list that a route of pages answers, read from a table. */
export type ListOf<R extends Route, T extends Table> = ReadOptions<RowOf<R>, SearchOf<R>, T>;
type AnyList = ReadOptions<any, any, any>;

const selections = new WeakMap<Readonly<Record<string, AnyColumn>>, any>();

/** What `select` takes for the columns: without parameters it is one piece of text, which a query is put together with three times as fast. */
function selectionOf(columns: Readonly<Record<string, AnyColumn>>): any {
  const eb = expressionBuilder() as Builder;
  const each = Object.entries(columns).map(([field, column]) =>
    typeof column === 'string' ? eb.ref(column).as(field) : (column(eb) as any).as(field),
  );
  const { sql: text, parameters } = db.selectNoFrom(each).compile();
  return parameters.length === 0 ? sql.raw(text.slice('select '.length)) : each;
}

/** Adds the columns of a row's fields; what `select` takes for them is built once for a columns object that lives on. */
export function withColumns<Row>(query: AnyQuery, columns: Readonly<Record<keyof Row, AnyColumn>>): QueryOf<Row> {
  return query.select(selections.getOrInsertComputed(columns, selectionOf));
}

function visible({ table, from: other, soft, scope }: AnyList, session: Session) {
  let query = db.selectFrom((other ?? table) as any).where('tenant_id', '=', session.tenantId);
  if (soft) query = query.where('deleted_at', 'is', null);
  if (scope) query = query.where((eb: Builder) => scope(eb, session) ?? eb.lit(true));
  return query;
}

/** A filter by part of a text column; `%` and `_` are literal. */
export const contains =
  (column: string): Filter<string> =>
  (eb, value) =>
    eb(eb.ref(column), 'like', containing(value));
export const equals =
  (column: string): Filter =>
  (eb, value) =>
    eb(eb.ref(column), '=', value);
/** Inclusive bounds of a range. */
export const from =
  (column: string): Filter =>
  (eb, value) =>
    eb(eb.ref(column), '>=', value);
export const to =
  (column: string): Filter =>
  (eb, value) =>
    eb(eb.ref(column), '<=', value);

/** The rows that a list call's filters leave, as `pageOf` and exports want them. */
export function matching(options: AnyList, input: object, session: Session, expected?: Expected) {
  let query = visible(options, session);
  for (const [field, filter] of Object.entries<Filter | undefined>(options.filters ?? {})) {
    const value = (input as Record<string, unknown>)[field];
    if (filter && value !== undefined && value !== null && value !== '') query = query.where((eb: Builder) => filter(eb, value, expected));
  }
  return query;
}

/** The names by which a list is sorted, with the columns that they stand for. */
export const sortsOf = ({ sorts }: AnyList): Record<string, string> => ({ create_time: 'created_at', id: 'id', ...sorts });

/** A selected row with what is sealed in it as the wire has it. */
export const shownBy = <Row>(options: Pick<ReadOptions<Row, any, any>, 'shown'>, row: Row, { deps }: Pick<Context, 'deps'>): Row =>
  options.shown ? { ...row, ...options.shown(row, deps) } : row;

/** `page` and `get` of an entity. */
export function reads<Row, Search extends object, T extends Table>(options: ReadOptions<Row, Search, T>) {
  const { columns, order = 'created_at' } = options;
  const sorts = sortsOf(options);
  return {
    async page(wanted: Search & { current: number; size: number }, context: Context): Promise<Page<Row>> {
      const input = wanted as Search & { current: number; size: number; ascs?: string[] | undefined; descs?: string[] | undefined };
      const by = orderOf(input, sorts, order);
      const listed = (query: AnyQuery): QueryOf<Row> => inOrder(withColumns<Row>(query, columns), by);
      const found = await pageOf(context, input, matching(options, input, context.session), listed, by, (expected) =>
        matching(options, input, context.session, expected),
      );
      return { ...found, records: found.records.map((row) => shownBy(options, row, context)) };
    },
    async get(input: { id: number }, context: Context): Promise<Row> {
      return readOne(options, input.id, context);
    },
  };
}

/** One row in its wire shape; 404 when there is none. */
export async function readOne<Row, Search, T extends Table>(
  options: ReadOptions<Row, Search, T>,
  id: number,
  context: Context,
): Promise<Row> {
  const row = await context.tx.row(withColumns<Row>(visible(options, context.session).where('id', '=', id), options.columns));
  if (!row) throw notFound(options.noun);
  return shownBy(options, row, context);
}

/**
 * As `readOne`, and no other transaction changes the row until this transaction ends: what a change
 * is compared or checked with still stands when it is written.
 */
export async function lockOne<Row, Search, T extends Table>(
  options: ReadOptions<Row, Search, T>,
  id: number,
  context: Context,
): Promise<Row> {
  const { tx } = context;
  await tx.run(sql`select 1 from ${sql.table(options.table)} where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  return readOne(options, id, context);
}

/** A form's fields as they will be: what an update leaves out is what the row says. Pure. */
export const merged = <B extends object, I extends { [K in keyof B]?: B[K] | undefined }>(before: B, input: I) =>
  ({ ...before, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) }) as B & Omit<I, keyof B>;

export interface WriteOptions<T extends Table> extends Shared<T> {
  /** Wire field → column; only what is named here is ever written. */
  fields: Readonly<Record<string, ColumnName<T>>>;
  /** Columns set on creation, from the session. */
  stamp?: (session: Session) => Record<string, unknown>;
}

const values = (fields: Readonly<Record<string, string>>, input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, column]) => (input[field] === undefined ? [] : [[column, input[field]]])));

/** `create`, `update`, `remove` of an entity. Update is compare-and-set when the caller sends the version it read. */
export function writes<T extends Table>(options: WriteOptions<T>) {
  const { table, noun, soft, fields, stamp } = options;
  const reach = (query: any, id: number, session: Session) => {
    let result = query.where('tenant_id', '=', session.tenantId).where('id', '=', id);
    if (soft) result = result.where('deleted_at', 'is', null);
    if (options.scope) result = result.where((eb: Builder) => options.scope?.(eb, session) ?? eb.lit(true));
    return result;
  };
  return {
    async create(input: any, { tx, session }: Context): Promise<number> {
      const row = { tenant_id: session.tenantId, ...stamp?.(session), ...values(fields, input) };
      const made = await tx.row<{ id: number }>(
        db
          .insertInto(table as any)
          .values(row)
          .returning('id') as any,
      );
      return (made as { id: number }).id;
    },
    async update(input: any, { tx, session }: Context): Promise<boolean> {
      let query = reach(db.updateTable(table as any), input.id, session).set({
        ...values(fields, input),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      });
      if (input.version !== undefined) query = query.where('version', '=', input.version);
      if ((await tx.run(query)) === 1) return true;
      const fresh = await tx.row(reach(db.selectFrom(table as any).select(['id', 'version']), input.id, session));
      if (!fresh) throw notFound(noun);
      throw conflict(`${noun}已被他人修改，请刷新后重试`, fresh);
    },
    async remove(input: { id: number }, { tx, session }: Context): Promise<boolean> {
      const query = soft
        ? reach(db.updateTable(table as any).set({ deleted_at: sql`now()` }), input.id, session)
        : reach(db.deleteFrom(table as any), input.id, session);
      if ((await tx.run(query)) === 0) throw notFound(noun);
      return true;
    },
  };
}
