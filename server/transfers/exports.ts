/** The export of a list: its search and its order, all rows. `export: exporting(routes.export, { name, list, columns })`. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Route } from '#contract/http.ts';
import type { Context, Dependencies, Reply, Session } from '../context.ts';
import type { Table } from '../lists/columns.ts';
import { matching, sortsOf, withColumns, type ReadOptions } from '../lists/crud.ts';
import { csv } from '../lists/csv.ts';
import { db } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import { download } from '../lists/download.ts';
import type { List } from '../lists/list.ts';
import { orderOf } from '../lists/paging.ts';
import { writeLog } from '../http/operation-log.ts';
import { xls, XLS_ROWS } from '../lists/xls.ts';
import { xlsx, type Cell, type SheetColumn } from '../lists/xlsx.ts';
import { keep, type Part } from './files.ts';
import { inBatches } from './keyset.ts';
import { readWords, type DictionaryWords } from './dictionary-words.ts';
import { beats, begin, finish } from './tasks.ts';

/** What an export asks for besides its search. */
interface Wanted {
  columns?: string[] | undefined;
  ids?: readonly (number | string)[] | undefined;
  format: 'xlsx' | 'csv' | 'xls';
  task: boolean;
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

export interface Export<Row, Search = Record<string, unknown>> {
  /** Chinese: the sheet's and the file's. */
  name: string;
  list: (session: Session, deps: Dependencies) => List<Row, Search>;
  columns: readonly ExportColumn<Row>[];
}

const WRITERS = {
  xlsx,
  xls,
  csv: <Row>(_name: string, columns: readonly SheetColumn<Row>[], batches: AsyncIterable<readonly Row[]>) => csv(columns, batches),
} as const;

interface Sorting {
  ascs?: string[] | undefined;
  descs?: string[] | undefined;
}

/** A list that `reads(options)` serves. */
export function listOf<Row, Search extends object, T extends Table>(options: ReadOptions<Row, Search, T>): List<Row, Search> {
  const { order = 'created_at', columns } = options;
  return {
    matching: (input, { session }) => matching(options, input, session),
    listed: (query) => withColumns<Row>(query, columns),
    order: (input: Search & Sorting) => orderOf(input, sortsOf(options), order),
    toRow: (row) => row,
  };
}

const inWords = (words: DictionaryWords, type: string, value: unknown): Cell => {
  const known = words.get(type);
  const wordOf = (one: unknown) => known?.get(String(one)) ?? (one as Cell);
  return Array.isArray(value) ? value.map(wordOf).join('、') : value === null || value === undefined ? null : wordOf(value);
};

const plain = (value: unknown): Cell => (Array.isArray(value) ? value.join('、') : (value as Cell));

const fieldOf = (row: unknown, key: string): unknown => (row as Readonly<Record<string, unknown>>)[key];

/** The chosen columns in the person's order, as the writers take them; those of the list that have no place in a file are left out. */
export function columnsOf<Row>(
  columns: readonly ExportColumn<Row>[],
  chosen: readonly string[] | undefined,
  words: DictionaryWords,
): SheetColumn<Row>[] {
  const picked = chosen?.flatMap((key) => columns.filter((column) => column.key === key)) ?? [];
  return (picked.length ? picked : columns).map(({ key, title, value, dictionary, format, width }) => ({
    title,
    value: value ?? ((row) => (dictionary ? inWords(words, dictionary, fieldOf(row, key)) : plain(fieldOf(row, key)))),
    ...(format ? { format } : {}),
    ...(width ? { width } : {}),
  }));
}

async function* mapped<Selected, Row>(
  batches: AsyncIterable<Selected[]>,
  toRow: (row: Selected) => Row,
  seen: (rows: number) => Promise<void>,
): AsyncGenerator<Row[]> {
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    await seen(count);
    yield rows.map((row) => toRow(row));
  }
}

/**
 * The handler of an `exportRoute`. The log has the number of rows before the first of them
 * leaves. A declaration: it is called while modules still load.
 */
export function exporting<R extends Route & { input: z.ZodType<Wanted> }, Row>(
  route: R,
  { name, list, columns }: Export<Row, z.output<R['input']>>,
) {
  return async (search: z.output<R['input']>, context: Context): Promise<Reply> => {
    const { tx, deps, session } = context;
    const input: Wanted = search;
    const started = deps.now();
    const { matching: rows, listed, order, toRow } = list(session, deps);
    const by = order(search);
    const id = by.at(-1)!.column;
    const all = await rows(search, context);
    const wanted = input.ids?.length ? all.where(sql.ref(id), 'in', input.ids) : all;
    const words = await readWords(tx, [...new Set(columns.flatMap(({ dictionary }) => dictionary ?? []))]);
    const chosen = columnsOf(columns, input.columns, words);
    const counted = await tx.row<{ n: number }>(
      db.selectFrom(wanted.select(sql`1`.as('one')).as('wanted')).select(({ fn }) => fn.countAll<number>().as('n')),
    );
    const total = counted?.n ?? 0;
    if (input.format === 'xls' && total > XLS_ROWS) throw invalid(`xls格式最多${XLS_ROWS}行，请选择xlsx格式导出`);
    await writeLog(context, route, { rows: total, ...input }, deps.now() - started);

    const batches = (seen: (count: number) => Promise<void>) => mapped(inBatches(deps, session.tenantId, wanted, listed, by), toRow, seen);
    const bytes = (seen: (count: number) => Promise<void>): AsyncIterable<Buffer | string> =>
      WRITERS[input.format](name, chosen, batches(seen));
    if (!input.task)
      return download(
        context,
        name,
        input.format,
        bytes(async () => {}),
      );

    const key = await begin(context, { kind: 'export', noun: name, total }, async (task) => {
      const beat = beats(deps, task);
      const file: Part = `result.${input.format}`;
      await keep(deps.config, task.key, file, bytes(beat));
      await finish(deps, task, { status: 'done', good: total, done: total, files: [file] });
    });
    return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify({ code: 0, msg: null, data: { key } }) };
  };
}
