/** Files as answers: named in any script, never kept by a cache between, read as fast as the caller takes them. */
import { dayOf } from '#contract/time.ts';
import { Readable } from 'node:stream';
import type { Context, Reply } from '../context.ts';
import { xlsx, type SheetColumn } from './xlsx.ts';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel;charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
} as const;
export type Format = keyof typeof TYPES;

/** `attachment` with a name in any script (RFC 6266); old clients read the plain one. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** `{name}{yyyyMMdd}.{format}`, the day in Shanghai; `now` in epoch milliseconds. */
export const dated = (name: string, format: Format, now: number) => `${name}${dayOf(now).replaceAll('-', '')}.${format}`;

/** The headers of such a file. */
export const fileHeaders = (filename: string, format: Format) => ({
  'content-type': TYPES[format],
  'content-disposition': attachment(filename),
  'cache-control': 'private, no-store',
});

/** What a raw route returns for a file of `bytes`; an error breaks the download off. */
export function download({ deps, request }: Context, name: string, format: Format, bytes: AsyncIterable<Buffer | string>): Reply {
  const body = Readable.from(bytes, { objectMode: false, highWaterMark: 256 * 1024 });
  body.on('error', (error) => deps.log.error({ reqId: request.id, err: error }, 'export failed'));
  return { headers: fileHeaders(dated(name, format, deps.now()), format), body };
}

/** As `download`, for a workbook of `batches`; `name` is the sheet's and, with the day, the file's. */
export const xlsxReply = <Row>(
  context: Context,
  name: string,
  columns: readonly SheetColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Reply => download(context, name, 'xlsx', xlsx(name, columns, batches));
