/** Uploaded files: bytes in the store by a random name, their facts in the database; who belongs to the tenant may read what is shared. */
import { sql } from 'kysely';
import { files as routes } from '#contract/files/files.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Reply, Session } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, reads, type ListOf } from '../lists/crud.ts';
import type { AnyBuilder } from '../lists/query.ts';
import { db } from '../db/tenant.ts';
import { notFound, refused, unauthorized } from '../errors.ts';
import { bearer, type Handlers } from '../http/implement.ts';
import { inside } from '../db/inside.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { keepUpload, urlOf } from './file-keeping.ts';
import { signedLink, tenantOfLink } from './file-links.ts';
import { fileSheet } from './files-sheet.ts';
import { replyWith, type SentFile } from './file-reply.ts';

interface Stored extends SentFile {
  purpose: string;
  created_by: number | null;
}

/** Who asks for a file: the session, or only the tenant when a link's signature has already judged. */
async function readerOf(
  { deps, request, sessions }: Context,
  path: string,
  t: string | undefined,
): Promise<{ tenantId: number; session: Session | null }> {
  const linked = t === undefined ? null : tenantOfLink(deps.secrets, t, path, deps.now());
  if (linked !== null) return { tenantId: linked, session: null };
  const token = bearer(String(request.headers.authorization ?? ''));
  if (!token) throw unauthorized(t === undefined ? undefined : '文件链接已过期');
  const session = await sessions.find(token, request.address);
  return { tenantId: session.tenantId, session };
}

/** A private file is its owner's, and theirs who manage files. */
const mayRead = (session: Session, file: { purpose: string; created_by: number | null }) =>
  file.purpose !== 'private' || file.created_by === session.userId || session.permissions.has('sys_file_view');

/** What is sealed belongs to a record that says who may see it: it is no file of anybody. */
const readable = (eb: AnyBuilder) => eb('purpose', '<>', 'sealed');

const list: ListOf<typeof routes.page, 'files'> = {
  table: 'files',
  noun: '文件',
  soft: true,
  scope: readable,
  columns: {
    id: 'id',
    fileName: 'name',
    original: 'original',
    bucketName: 'bucket',
    type: () => sql`substring(name from '[^.]+$')`,
    fileSize: 'size',
    url: () => sql`'/admin/sys-file/' || bucket || '/' || name`,
    purpose: 'purpose',
    createUser: lookup('users', 'name', 'files.created_by'),
    createTime: 'created_at',
  },
  filters: {
    original: contains('original'),
    fileName: equals('name'),
    type: (eb, value: string) => eb(sql`substring(name from '[^.]+$')`, '=', value),
    createUser: (eb, value: string) =>
      eb(
        'created_by',
        'in',
        sql<number>`(select u.id from users u where u.tenant_id = files.tenant_id
          and (u.name = ${value} or lower(u.username) = lower(${value})))`,
      ),
  },
  sorts: { file_size: 'size' },
};
const { page } = reads(list);

export const files: Handlers<typeof routes> = {
  page,
  export: exporting(routes.export, fileSheet(listOf(list))),

  upload: ({ purpose }, { tx, session, deps, upload, afterRollback }) =>
    keepUpload(tx, deps, upload, { purpose, userId: session.userId }, afterRollback),

  async remove({ id }, { tx, session, deps }) {
    const file = await tx.row<{ bucket: string; name: string }>(
      db
        .selectFrom('files')
        .select(['bucket', 'name'])
        .where('tenant_id', '=', session.tenantId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where(readable),
    );
    // What a payment was judged by is the seller's record, too.
    const judged =
      file &&
      (await inside(tx, deps, PLATFORM, (platform) =>
        platform.row(
          sql`select 1 from package_bills
            where tenant_id = ${PLATFORM} and bill_url = ${urlOf(file.bucket, file.name)} and state in (1, 2) limit 1`,
        ),
      ));
    if (judged) throw refused('该文件是已提交的转账回执，不能删除');
    const removed = await tx.run(
      db
        .updateTable('files')
        .set({ deleted_at: sql`now()` })
        .where('tenant_id', '=', session.tenantId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where(readable),
    );
    if (removed === 0) throw notFound('文件');
    return true;
  },

  async link({ bucket, file }, { tx, session, deps }) {
    const known = await tx.row<{ purpose: string; created_by: number | null }>(
      db
        .selectFrom('files')
        .select(['purpose', 'created_by'])
        .where('tenant_id', '=', session.tenantId)
        .where('bucket', '=', bucket)
        .where('name', '=', file)
        .where('deleted_at', 'is', null)
        .where(readable),
    );
    if (!known || !mayRead(session, known)) throw notFound('文件');
    return { link: signedLink(deps.secrets, session.tenantId, urlOf(bucket, file), deps.now()) };
  },

  async download({ bucket, file, t }, context): Promise<Reply> {
    const { deps } = context;
    const { tenantId, session } = await readerOf(context, urlOf(bucket, file), t);
    const row = await deps.inTenant(tenantId, (tx) =>
      tx.row<Stored>(
        db
          .selectFrom('files')
          .select(['original', 'size', 'sha256', 'purpose', 'created_by'])
          .where('tenant_id', '=', tenantId)
          .where('bucket', '=', bucket)
          .where('name', '=', file)
          .where('deleted_at', 'is', null)
          .where(readable),
      ),
    );
    return replyWith(context, file, row && session && !mayRead(session, row) ? undefined : row);
  },
};
