/** Keeping an uploaded file: its bytes in the store by a random name, its facts in the tenant of the transaction. */
import { createHash, randomUUID } from 'node:crypto';
import { basename, extname } from 'node:path';
import { sql } from 'kysely';
import type { Dependencies, Upload } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { databaseAway, invalid } from '../errors.ts';
import { needQuota } from '../db/quotas.ts';
import { encodeAnew } from './file-images.ts';
import { signedLink } from './file-links.ts';
import { storeOf } from './file-store.ts';
import { isImage, typeOf, typeOfExtension } from './file-types.ts';

const BUCKET = 'files';

export const urlOf = (bucket: string, name: string) => `/admin/sys-file/${bucket}/${name}`;

/** The last part of a name without what a header or a disk would stumble over; browsers send quotes and line ends as %22, %0D and %0A. */
const cleanName = (given: string) =>
  basename(given.replaceAll('\\', '/'))
    .replace(/%(?:22|0D|0A)|[\p{Cc}"<>|:*?]/giu, '')
    .slice(-150) || '未命名';

/** The name with the ending of what the file is: under another one a computer that saves it would open it with another program. */
function namedAs(name: string, extension: string): string {
  const ending = extname(name).toLowerCase();
  if (ending === `.${extension}` || (extension === 'jpg' && ending === '.jpeg')) return name;
  return `${ending === '' || ending.length > 6 ? name : name.slice(0, -ending.length)}.${extension}`;
}

export interface KeptFile {
  bucketName: string;
  fileName: string;
  url: string;
  link: string;
  original: string;
  type: string;
  fileSize: number;
}

/** Bytes in the store that no row names yet. */
export interface StoredFile {
  name: string;
  extension: string;
  mime: string;
  original: string;
  size: number;
  sha256: Buffer;
}

type Undo = (work: () => Promise<void>) => void;

export interface NewFile {
  /** `sealed`: read by nobody as a file; what it belongs to says who may see it. */
  purpose: 'shared' | 'private' | 'sealed';
  /** Of the tenant of `tx`; null: a person with the link to a questionnaire. */
  userId: number | null;
  /** False lets it in although the storage is used up: who has to pay for more must be able to. */
  counted?: boolean;
}

const needType = ({ bytes }: Upload) => {
  const type = typeOf(bytes);
  if (!type) throw invalid('不支持的文件类型或文件已损坏');
  return type;
};

/**
 * Writes the bytes into the store; pictures are encoded anew. For outside of every
 * transaction: a store may take seconds. `undo` is given what takes the bytes back when no row came to name them; what a killed process
 * leaves is removed by the cleanup after a day. Throws 400 (type).
 */
export async function storeFile(deps: Dependencies, upload: Upload, undo: Undo): Promise<StoredFile> {
  const type = needType(upload);
  const { bytes, extension } = isImage(type.extension)
    ? await encodeAnew(upload.bytes, type.extension)
    : { bytes: upload.bytes, extension: type.extension };
  const { mime } = typeOfExtension(extension)!;
  return storeMade(deps, { filename: upload.filename, bytes, extension, mime }, undo);
}

/** The same for bytes that the product made itself, of any type. */
export async function storeMade(
  deps: Dependencies,
  { filename, bytes, extension, mime }: Upload & Pick<StoredFile, 'extension' | 'mime'>,
  undo: Undo,
): Promise<StoredFile> {
  const name = `${randomUUID()}.${extension}`;
  const store = storeOf(deps.config);
  undo(async () => void (await store.remove(name)));
  await store.put(name, bytes, mime);
  const sha256 = createHash('sha256').update(bytes).digest();
  return { name, extension, mime, original: namedAs(cleanName(filename), extension), size: bytes.length, sha256 };
}

/** Writes down whose stored bytes these are, in the transaction of `tx`; gives the file as staff have it. Throws 422 (quota). */
export async function nameFile(
  tx: Tx,
  deps: Dependencies,
  stored: StoredFile,
  { purpose, userId, counted = true }: NewFile,
): Promise<KeptFile> {
  const { name, extension, mime, original, size, sha256 } = stored;
  if (counted) await needQuota(tx, 'storage', size);
  await tx.run(
    db
      .insertInto('files')
      .values({ tenant_id: tx.tenantId, bucket: BUCKET, name, original, mime, size, sha256, created_by: userId, purpose }),
  );
  const url = urlOf(BUCKET, name);
  return {
    bucketName: BUCKET,
    fileName: name,
    url,
    link: signedLink(deps.secrets, tx.tenantId, url, deps.now()),
    original,
    type: extension,
    fileSize: size,
  };
}

/**
 * Keeps the upload of a request: commits what `tx` did, writes the bytes, and names
 * them in a new unit of work. Throws 400 (type), 422 (quota).
 */
export async function keepUpload(
  tx: Tx,
  deps: Dependencies,
  upload: Upload,
  file: NewFile,
  undo: (work: () => Promise<void>) => void,
): Promise<KeptFile> {
  needType(upload);
  // Whose storage is full writes nothing.
  await needQuota(tx, 'storage', 1);
  const stored = await tx.outside(() => storeFile(deps, upload, undo));
  return nameFile(tx, deps, stored, file);
}

/** Stores an upload, then runs `name`, which commits the row that names it; takes the bytes back when that surely did not happen. */
export async function withStored<T>(deps: Dependencies, upload: Upload, name: (stored: StoredFile) => Promise<T>): Promise<T> {
  const undo: (() => Promise<void>)[] = [];
  try {
    return await name(await storeFile(deps, upload, (work) => void undo.push(work)));
  } catch (error) {
    // When the database was lost the row may have been committed.
    if (!databaseAway(error))
      for (const work of undo) await work().catch((failed: unknown) => deps.log.error({ err: failed }, 'taking back a stored file failed'));
    throw error;
  }
}

/** Takes a video that this person has just uploaded away from the files that can be opened. Undefined when there is none of that name. */
export const sealFile = (tx: Tx, name: string, userId: number) =>
  tx.row<{ name: string; size: number; sha256: Buffer }>(sql`
    update files set purpose = 'sealed'
    where tenant_id = ${tx.tenantId} and name = ${name} and created_by = ${userId} and mime = 'video/mp4' and purpose <> 'sealed'
    and deleted_at is null
    returning name, size, sha256`);

/**
 * Takes pictures and PDFs that this person has uploaded as `private` away from the files that can be opened, for a record that says who may see
 * them. Gives the names that were taken: fewer than were asked for when a file does not exist, is another user's, or is of another kind.
 */
export async function sealScans(tx: Tx, names: readonly string[], userId: number): Promise<string[]> {
  if (names.length === 0) return [];
  const taken = await tx.rows<{ name: string }>(sql`
    update files set purpose = 'sealed'
    where tenant_id = ${tx.tenantId} and name = any(${[...names]}::text[]) and created_by = ${userId} and purpose = 'private'
      and (mime like 'image/%' or mime = 'application/pdf') and deleted_at is null
    returning name`);
  return taken.map(({ name }) => name);
}

/** Files that no row came to name, as the caller knows: their bytes are removed like those of every deleted file. */
export async function dropShared(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0)
    await tx.run(
      sql`update files set deleted_at = now() where tenant_id = ${tx.tenantId} and name = any(${names}::text[]) and purpose = 'shared'
        and deleted_at is null`,
    );
}

/** Their bytes are removed like those of every deleted file. */
export async function dropSealed(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0)
    await tx.run(
      sql`update files set deleted_at = now() where tenant_id = ${tx.tenantId} and name = any(${names}::text[]) and purpose = 'sealed'
        and deleted_at is null`,
    );
}

/** Deletes files of a person who is erased, for everybody; so long ago that the next cleanup removes their bytes. */
export async function eraseFiles(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.run(sql`update files set deleted_at = now() - interval '31 days', original = '已删除'
    where tenant_id = ${tx.tenantId} and name = any(${names}::text[])`);
}
