/** A stored file as it is sent: whole, a part, or "as you have it"; in a browser it can do nothing but be looked at. */
import { extname } from 'node:path';
import type { Context, Reply } from '../context.ts';
import { notFound, Refusal } from '../errors.ts';
import { storeOf } from './file-store.ts';
import { typeOfExtension } from './file-types.ts';

export interface SentFile {
  original: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
}

/** First and last byte of a single range, null for the whole, 'none' when it lies outside. */
function rangeOf(header: unknown, size: number): { start: number; end: number } | null | 'none' {
  const match = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(typeof header === 'string' ? header : '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') return Number(match[2]) === 0 ? 'none' : { start: Math.max(0, size - Number(match[2])), end: size - 1 };
  const start = Number(match[1]);
  const end = Math.min(size - 1, match[2] === '' ? size - 1 : Number(match[2]));
  return start > end ? 'none' : { start, end };
}

/** The answer to a request for the file of that name in the store; who may read it has been decided. Throws 404, and 416 for a range outside. */
export async function replyWith(
  { deps, request }: Pick<Context, 'deps' | 'request'>,
  file: string,
  row: SentFile | undefined,
): Promise<Reply> {
  const type = typeOfExtension(extname(file).slice(1));
  if (!row || !type) throw notFound('文件');
  const etag = `"${row.sha256.toString('base64url')}"`;
  const headers: Record<string, string> = {
    'content-type': type.mime,
    'cache-control': 'private, max-age=600',
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': `${type.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(row.original)}`,
    // A browser's own PDF viewer does not start in a sandbox.
    'content-security-policy': type.extension === 'pdf' ? "default-src 'none'; style-src 'unsafe-inline'" : "default-src 'none'; sandbox",
  };
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: '' };
  const range = rangeOf(request.headers.range, row.size);
  if (range === 'none') throw new Refusal(416, '请求的范围超出文件大小', null, { 'content-range': `bytes */${row.size}` });
  const { start, end } = range ?? { start: 0, end: row.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${row.size}`;
  const body = await storeOf(deps.config).get(file, { start, end });
  if (!body) {
    deps.log.error({ reqId: request.id, file }, 'a stored file is missing');
    throw notFound('文件');
  }
  return { status: range ? 206 : 200, headers, body };
}
