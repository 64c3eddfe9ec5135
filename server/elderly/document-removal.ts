/** The recycle bin of papers: the one that a paper had replaced is in use again while the paper is gone. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { dropSealed } from '../files/file-keeping.ts';
import { readOne } from '../lists/crud.ts';
import { line, lines, type Outlook, type Removable } from '../lists/removals.ts';
import { documentList, lockDocument, reachesDocument } from './document-rows.ts';

async function look(id: number, context: Context): Promise<Outlook> {
  const { title, oldmanName, expireDate, fileCount } = await readOne(documentList(context.session.tenantId), id, context);
  const former = await context.tx.row<{ title: string }>(sql`
    select title from person_documents where tenant_id = ${context.tx.tenantId} and replaced_by = ${id} and deleted_at is null limit 1`);
  return {
    name: title,
    detail: [oldmanName ?? '本机构', expireDate && `${expireDate}到期`].filter(Boolean).join(' · '),
    blockers: [],
    effects: lines(
      fileCount > 0 && line(`${fileCount}个附件随之隐藏，恢复时一并恢复`),
      former !== undefined && line(`被它更新的“${former.title}”恢复为在用`),
    ),
  };
}

export const documentRemoval: Removable<{ formerIds: number[] }> = {
  kind: 'person_document',
  reach: (session) =>
    db
      .selectFrom('person_documents')
      .select('id')
      .where('tenant_id', '=', session.tenantId)
      .where((eb) => reachesDocument(eb, session) as never),
  look,
  async take(id, context) {
    const { tx } = context;
    const { name, detail } = await look(id, context);
    await lockDocument(tx, id);
    const formers = await tx.rows<{ id: number }>(sql`
      update person_documents set replaced_by = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and replaced_by = ${id} returning id`);
    await tx.run(sql`
      update person_documents set deleted_at = now(), version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('person-document.changed', { documentId: id });
    return { name, detail, kept: { formerIds: formers.map((former) => former.id) } };
  },
  async give(id, { formerIds }, context) {
    const { tx } = context;
    await tx.run(sql`
      update person_documents set deleted_at = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is not null`);
    await tx.run(sql`
      update person_documents set replaced_by = ${id}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = any(${formerIds}::bigint[]) and replaced_by is null`);
    await context.emit('person-document.changed', { documentId: id });
    return [];
  },
  /** What a removed paper says stays removed; its scans go. */
  async clear(tx, ids) {
    const gone = await tx.rows<{ files: string[] }>(sql`
      with before as (select id, files from person_documents
        where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) and deleted_at is not null for update)
      update person_documents d set files = '{}', number = null, number_sealed = null, number_index = null, note = null,
        version = d.version + 1
      from before where d.tenant_id = ${tx.tenantId} and d.id = before.id returning before.files`);
    await dropSealed(
      tx,
      gone.flatMap(({ files }) => files),
    );
  },
};
