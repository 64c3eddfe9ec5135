/** Uploaded files: bytes under DATA_DIR/files by a random name, their facts in the database; who belongs to the tenant may read them. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { files as routes } from '#contract/system/files.ts';
import type { Context, Dependencies, Reply } from '../context.ts';
import { db } from '../db/tenant.ts';
import { invalid, notFound, Refusal, unauthorized } from '../errors.ts';
import { bearer, type Handlers } from '../implement.ts';
import { signedLink, tenantOfLink } from './file-links.ts';
import { typeOf, typeOfExtension } from './file-types.ts';

const BUCKET = 'files';

const urlOf = (bucket: string, name: string) => `/admin/sys-file/${bucket}/${name}`;
/** Two characters of the random name keep folders small. */
const folderOf = ({ config }: Dependencies, name: string) => join(config.dataDir, 'files', name.slice(0, 2));

/** Writes what is not there yet and waits until it is on the disk. */
async function store(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, name), 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The last part of a name without what a header or a disk would stumble over; browsers send quotes and line ends as %22, %0D and %0A. */
const cleanName = (given: string) =>
  basename(given.replaceAll('\\', '/'))
    // oxlint-disable-next-line no-control-regex
    .replace(/%(?:22|0D|0A)|[\u0000-\u001f\u007f"<>|:*?]/gi, '')
    .slice(-150) || '未命名';

/** First and last byte of a single range, null for the whole, 'none' when it lies outside. */
function rangeOf(header: unknown, size: number): { start: number; end: number } | null | 'none' {
  const match = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(typeof header === 'string' ? header : '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') return Number(match[2]) === 0 ? 'none' : { start: Math.max(0, size - Number(match[2])), end: size - 1 };
  const start = Number(match[1]);
  const end = Math.min(size - 1, match[2] === '' ? size - 1 : Number(match[2]));
  return start > end ? 'none' : { start, end };
}

interface Stored {
  name: string;
  original: string;
  size: number;
  sha256: Buffer;
}

/** Whose tenant's files the caller may read: by a link's signature, or by session. */
async function readerOf({ deps, request, sessions }: Context, path: string, t: string | undefined): Promise<number> {
  const linked = t === undefined ? null : tenantOfLink(deps.secrets, t, path, deps.now());
  if (linked !== null) return linked;
  const token = bearer(String(request.headers.authorization ?? ''));
  if (!token) throw unauthorized(t === undefined ? undefined : '文件链接已过期');
  return (await sessions.find(token)).tenantId;
}

export const files: Handlers<typeof routes> = {
  async upload(_input, context) {
    const { tx, session, deps, upload } = context;
    const type = typeOf(upload.bytes);
    if (!type) throw invalid('不支持的文件类型或文件已损坏');
    const name = `${randomUUID()}.${type.extension}`;
    const folder = folderOf(deps, name);
    context.afterRollback(() => unlink(join(folder, name)));
    await store(folder, name, upload.bytes);
    const original = cleanName(upload.filename);
    await tx.run(
      db.insertInto('files').values({
        tenant_id: session.tenantId,
        bucket: BUCKET,
        name,
        original,
        mime: type.mime,
        size: upload.bytes.length,
        sha256: createHash('sha256').update(upload.bytes).digest(),
        created_by: session.userId,
      }),
    );
    const url = urlOf(BUCKET, name);
    const link = signedLink(deps.secrets, session.tenantId, url, deps.now());
    return { bucketName: BUCKET, fileName: name, url, link, original, type: type.extension, fileSize: upload.bytes.length };
  },

  async link({ bucket, file }, { tx, session, deps }) {
    const known = await tx.row(
      db.selectFrom('files').select('id').where('tenant_id', '=', session.tenantId).where('bucket', '=', bucket).where('name', '=', file),
    );
    if (!known) throw notFound('文件');
    return { link: signedLink(deps.secrets, session.tenantId, urlOf(bucket, file), deps.now()) };
  },

  async download({ bucket, file, t }, context): Promise<Reply> {
    const { deps, request } = context;
    const tenantId = await readerOf(context, urlOf(bucket, file), t);
    const row = await deps.inTenant(tenantId, (tx) =>
      tx.row<Stored>(
        db
          .selectFrom('files')
          .select(['name', 'original', 'size', 'sha256'])
          .where('tenant_id', '=', tenantId)
          .where('bucket', '=', bucket)
          .where('name', '=', file),
      ),
    );
    const type = typeOfExtension(extname(file).slice(1));
    const path = join(folderOf(deps, file), file);
    const there = row && type && (await stat(path).catch(() => null));
    if (row && type && !there) deps.log.error({ reqId: request.id, file }, 'a stored file is missing on the disk');
    if (!row || !type || !there) throw notFound('文件');
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
    return { status: range ? 206 : 200, headers, body: createReadStream(path, { start, end }) };
  },
};
