/**
 * The spreadsheet of a list that is short by nature, which its handler has read whole:
 * beside `smallPage` what `exporting` is beside `pageOf`.
 */
import type { z } from 'zod';
import type { Route } from '#contract/http.ts';
import type { exportRoute } from '#contract/transfers/transfers.ts';
import type { Context, Reply } from '../context.ts';
import { csv } from '../lists/csv.ts';
import { download } from '../lists/download.ts';
import { writeLog } from '../http/operation-log.ts';
import { columnsOf, type ExportColumn } from '../transfers/exports.ts';
import { xlsx } from '../lists/xlsx.ts';

type Input = z.output<ReturnType<typeof exportRoute>['input']>;

/** So many rows at most: whoever has more uses a list of another kind. */
export const MOST_SMALL = 10_000;

/** All rows, or those of `input.ids`, with the chosen columns. The log has their number. */
export async function smallExport<Row>(
  context: Context,
  route: Route,
  input: Input,
  sheet: { name: string; columns: readonly ExportColumn<Row>[]; idOf: (row: Row) => number },
  rows: readonly Row[],
): Promise<Reply> {
  const wanted = input.ids?.length ? rows.filter((row) => input.ids?.includes(sheet.idOf(row))) : rows;
  await writeLog(context, route, { rows: wanted.length, ...input }, 0);
  const columns = columnsOf(sheet.columns, input.columns, new Map());
  async function* batches() {
    yield wanted;
  }
  return download(
    context,
    sheet.name,
    input.format,
    input.format === 'csv' ? csv(columns, batches()) : xlsx(sheet.name, columns, batches()),
  );
}
