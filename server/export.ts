/** Lists as spreadsheets: rows are read by keyset, a transaction for each batch, as fast as the caller takes the bytes. */
import { Readable } from 'node:stream';
import type { Context, Reply } from './context.ts';
import { matching, selection, type ReadOptions } from './crud.ts';
import type { Query } from './db/tenant.ts';
import { xlsx, type SheetColumn } from './xlsx.ts';

/** Rows of one transaction: enough to make round trips cheap, few enough to be nothing in memory. */
const BATCH = 1000;

/** `attachment` with a name in any script (RFC 6266); old clients read the plain one. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Batches of a tenant's rows: `next` gives the query of those that follow `last`, at most `size` of them. */
export async function* byKeyset<Row>({ deps, session }: Context, next: (last: Row | undefined, size: number) => Query<Row>): AsyncGenerator<Row[]> {
  const { tenantId } = session;
  let last: Row | undefined;
  do {
    const rows = await deps.inTenant(tenantId, (tx) => tx.rows(next(last, BATCH)));
    if (rows.length) yield rows;
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last !== undefined);
}

/** What a raw route returns for a spreadsheet of `batches`; `name` is the sheet's and, with the day, the file's. An error breaks the download off. */
export function xlsxReply<Row>(context: Context, name: string, columns: readonly SheetColumn<Row>[], batches: AsyncIterable<readonly Row[]>): Reply {
  const { deps, request } = context;
  const day = new Date(deps.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
  const body = Readable.from(xlsx(name, columns, batches), { objectMode: false, highWaterMark: 256 * 1024 });
  body.on('error', (error) => deps.log.error({ reqId: request.id, err: error }, 'export failed'));
  return {
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': attachment(`${name}${day}.xlsx`),
      'cache-control': 'no-store',
    },
    body,
  };
}

/** The export handler of a plain entity: the rows that the list's filters leave, newest first. */
export const exporting =
  <Row extends { id: number }>(options: ReadOptions, name: string, columns: readonly SheetColumn<Row>[]) =>
  async (input: any, context: Context): Promise<Reply> => {
    const { id = 'id' } = options.columns;
    const key = typeof id === 'string' ? id : 'id';
    const rows = byKeyset<Row>(context, (last, size) => {
      const listed = matching(options, input, context.session).select(selection(options.columns)).orderBy(key, 'desc').limit(size);
      return (last ? listed.where(key, '<', last.id) : listed) as unknown as Query<Row>;
    });
    return xlsxReply(context, name, columns, rows);
  };
