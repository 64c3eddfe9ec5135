/** The export of a list: its search and its order, all rows. `export: exporting(routes.export, { name, list, columns })`. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import type { exportRoute } from '#contract/transfers/transfers.ts';
import type { Route } from '#contract/http.ts';
import type { Context, Reply, Session } from '../context.ts';
import { matching, selection, type ReadOptions } from '../lists/crud.ts';
import { csv } from '../lists/csv.ts';
import { db } from '../db/tenant.ts';
import { download } from '../lists/download.ts';
import { orderOf } from '../lists/paging.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { writeLog } from '../http/operation-log.ts';
import { xlsx, type Cell, type SheetColumn } from '../lists/xlsx.ts';
import { keep, type Part } from './files.ts';
import { inBatches } from './keyset.ts';
import { readLabels, type Labels } from './labels.ts';
import { beats, begin, finish } from './tasks.ts';

type Listed = SelectQueryBuilder<any, any, any>;
type Input = z.output<ReturnType<typeof exportRoute>['input']> & Record<string, unknown>;

/** Where the rows come from: the same from and where, columns and order as the list's page. */
export interface List<Row> {
  matching: (input: any, context: Context) => Listed | Promise<Listed>;
  listed: (query: Listed) => Listed;
  order: (input: any) => SortOrder;
  /** From the selected row to the wire's. */
  toRow?: (row: any) => Row;
}

export interface ExportColumn<Row> {
  /** The list's field, by which a person's column settings name it. */
  key: string;
  title: string;
  /** The field itself, or its word in a dictionary, unless given. */
  value?: (row: Row) => Cell;
  dictionary?: string;
  format?: SheetColumn<Row>['format'];
  width?: number;
}

export interface Export<Row> {
  /** Chinese: the sheet's and the file's. */
  name: string;
  list: (session: Session) => List<Row>;
  columns: readonly ExportColumn<Row>[];
}

/** A list that `reads(options)` serves. */
export function listOf<Row>(options: ReadOptions): List<Row> {
  const { order = 'created_at', sorts, columns } = options;
  return {
    matching: (input, { session }) => matching(options, input, session),
    listed: (query) => query.select(selection(columns)),
    order: (input) => orderOf(input, { create_time: 'created_at', id: 'id', ...sorts }, order),
  };
}

const labelled = (labels: Labels, type: string, value: unknown): Cell => {
  const words = labels.get(type);
  const wordOf = (one: unknown) => words?.get(String(one)) ?? (one as Cell);
  return Array.isArray(value) ? value.map(wordOf).join('、') : value === null || value === undefined ? null : wordOf(value);
};

const plain = (value: unknown): Cell => (Array.isArray(value) ? value.join('、') : (value as Cell));

/** The chosen columns in the person's order, as the writers take them; those of the list that have no place in a file are left out. */
export function columnsOf<Row>(columns: readonly ExportColumn<Row>[], chosen: readonly string[] | undefined, labels: Labels): SheetColumn<Row>[] {
  const picked = chosen?.flatMap((key) => columns.filter((column) => column.key === key)) ?? [];
  return (picked.length ? picked : columns).map(({ key, title, value, dictionary, format, width }) => ({
    title,
    value: value ?? ((row) => (dictionary ? labelled(labels, dictionary, (row as any)[key]) : plain((row as any)[key]))),
    ...(format ? { format } : {}),
    ...(width ? { width } : {}),
  }));
}

async function* mapped<Row>(
  batches: AsyncIterable<any[]>,
  toRow: ((row: any) => Row) | undefined,
  seen: (rows: number) => Promise<void>,
): AsyncGenerator<Row[]> {
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    await seen(count);
    yield toRow ? rows.map(toRow) : rows;
  }
}

/** The handler of an `exportRoute`. The log has the number of rows before the first of them leaves. A declaration: it is called while modules still load. */
export function exporting<R extends Route, Row>(route: R, { name, list, columns }: Export<Row>) {
  return async (given: z.output<R['input']>, context: Context): Promise<Reply> => {
    const { tx, deps, session } = context;
    const input = given as Input;
    const started = deps.now();
    const { matching: rows, listed, order, toRow } = list(session);
    const by = order(input);
    const id = by.at(-1)!.column;
    const all = await rows(input, context);
    const wanted = input.ids?.length ? all.where(sql.ref(id), 'in', input.ids) : all;
    const labels = await readLabels(tx, [...new Set(columns.flatMap(({ dictionary }) => dictionary ?? []))]);
    const chosen = columnsOf(columns, input.columns, labels);
    const counted = await tx.row<{ n: number }>(db.selectFrom(wanted.select(sql`1`.as('one')).as('wanted')).select(({ fn }) => fn.countAll<number>().as('n')));
    const total = counted?.n ?? 0;
    await writeLog(context, route, { rows: total, format: input.format, ...input }, deps.now() - started);

    const batches = (seen: (count: number) => Promise<void>) => mapped(inBatches<any>(deps, session.tenantId, wanted, listed, by), toRow, seen);
    const bytes = (seen: (count: number) => Promise<void>): AsyncIterable<Buffer | string> =>
      input.format === 'csv' ? csv(chosen, batches(seen)) : xlsx(name, chosen, batches(seen));
    if (!input.task)
      return download(
        context,
        name,
        input.format,
        bytes(async () => {}),
      );

    const key = await begin(context, { kind: 'export', noun: name, total }, async (task) => {
      const beat = beats(deps, task);
      const file: Part = input.format === 'csv' ? 'result.csv' : 'result.xlsx';
      await keep(deps.config, task.key, file, bytes(beat));
      await finish(deps, task, { status: 'done', good: total, done: total, files: [file] });
    });
    return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify({ code: 0, msg: null, data: { key } }) };
  };
}
