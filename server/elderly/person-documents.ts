/** Papers of people and of the institution: filed, changed, renewed, and their scans read by who may see the paper. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { documentProblem } from '#contract/elderly/person-documents.rules.ts';
import { personDocuments as routes } from '#contract/elderly/person-documents.ts';
import { dayOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict, forbidden, invalid } from '../errors.ts';
import { dropSealed, sealScans } from '../files/file-keeping.ts';
import { tenantOfLink } from '../files/file-links.ts';
import { replyWith, type SentFile } from '../files/file-reply.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { exporting } from '../transfers/exports.ts';
import { documentRemoval } from './document-removal.ts';
import {
  documentList,
  documentSheet,
  lockDocument,
  NOUN,
  numberColumns,
  numberOfRow,
  readDocument,
  scanPath,
  shown,
  type DocumentRow,
} from './document-rows.ts';
import { peopleRows } from './people-rows.ts';

type About = Omit<z.output<typeof routes.renew.input>, 'id' | 'version'>;

/** Throws unless the session reaches the person of a paper; a paper of the institution has no person. */
async function needPerson(context: Context, personId: number | null): Promise<void> {
  if (personId !== null) await readOne(peopleRows(context.session), personId, context);
}

/** Seals the scans that a paper did not have before. Throws 400 when one was not uploaded for it by this person. */
async function takeScans({ tx, session }: Context, names: readonly string[], had: readonly string[]): Promise<string[]> {
  const all = [...new Set(names)];
  const fresh = all.filter((name) => !had.includes(name));
  if ((await sealScans(tx, fresh, session.userId)).length < fresh.length) throw invalid('附件不存在或格式不对，请上传图片或PDF');
  return all;
}

async function insert(context: Context, personId: number | null, type: number, form: About): Promise<number> {
  const { tx, deps, session } = context;
  const problem = documentProblem(form, dayOf(deps.now()));
  if (problem !== null) throw invalid(problem);
  const made = await tx.row(
    db
      .insertInto('person_documents')
      .values({
        tenant_id: tx.tenantId,
        person_id: personId,
        type,
        title: form.title,
        ...numberColumns(deps.secrets, tx.tenantId, type, form.number ?? null),
        issued_on: form.issuedDate ?? null,
        expires_on: form.expireDate ?? null,
        note: form.note ?? null,
        files: await takeScans(context, form.files ?? [], []),
        user_id: session.userId,
        user_name: session.name,
      })
      .returning('id'),
  );
  return made!.id;
}

/** The paper, locked, as far as the session reaches it. Throws 404, and 409 when it is not as the caller read it. */
async function seenAndLocked(context: Context, id: number, version: number | undefined): Promise<DocumentRow> {
  const list = documentList(context.session.tenantId);
  await readOne(list, id, context);
  const row = await lockDocument(context.tx, id);
  if (version !== undefined && version !== row.version)
    throw conflict(`${NOUN}已被他人修改，请刷新后重试`, await readOne(list, id, context));
  return row;
}

async function file({ oldmanId = null, type, ...form }: z.output<typeof routes.create.input>, context: Context): Promise<number> {
  await needPerson(context, oldmanId);
  const id = await insert(context, oldmanId, type, form);
  await context.emit('person-document.changed', { documentId: id });
  return id;
}

async function renew({ id, version, ...form }: z.output<typeof routes.renew.input>, context: Context): Promise<number> {
  const { tx } = context;
  const before = await seenAndLocked(context, id, version);
  if (before.replaced_by !== null) throw conflict('该文件已更新，请刷新后查看新的一份');
  const made = await insert(context, before.person_id, before.type, form);
  await tx.run(sql`
    update person_documents set replaced_by = ${made}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);
  await context.emit('person-document.changed', { documentId: made });
  return made;
}

export const personDocuments: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await reads(documentList(context.session.tenantId, context.deps.secrets)).page(input, context);
    return { ...found, records: found.records.map(shown) };
  },
  get: ({ id }, context) => readDocument(context, id),
  export: exporting(routes.export, documentSheet),

  // Pages that lost the answer send the same once more.
  create: (form, context) => once(context, routes.create, form, () => file(form, context)),
  renew: (form, context) => once(context, routes.renew, form, () => renew(form, context)),

  async update({ id, version, ...form }, context) {
    const { tx, deps } = context;
    const row = await seenAndLocked(context, id, version);
    const after = {
      person_id: form.oldmanId === undefined ? row.person_id : form.oldmanId,
      type: form.type ?? row.type,
      title: form.title ?? row.title,
      issued_on: form.issuedDate === undefined ? row.issued_on : form.issuedDate,
      expires_on: form.expireDate === undefined ? row.expires_on : form.expireDate,
      note: form.note === undefined ? row.note : form.note,
    };
    if (after.person_id !== row.person_id) await needPerson(context, after.person_id);
    const problem = documentProblem({ issuedDate: after.issued_on, expireDate: after.expires_on }, dayOf(deps.now()));
    if (problem !== null) throw invalid(problem);
    const known = numberOfRow(deps.secrets, row);
    const number = form.number === undefined ? known : form.number;
    // What stays as it is keeps its seal, so that the record of changes does not name it.
    const numbers = number === known && after.type === row.type ? {} : numberColumns(deps.secrets, tx.tenantId, after.type, number);
    const files = form.files === undefined ? row.files : await takeScans(context, form.files, row.files);
    await tx.run(
      db
        .updateTable('person_documents')
        .set({ ...after, ...numbers, files, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', tx.tenantId)
        .where('id', '=', id),
    );
    await dropSealed(
      tx,
      row.files.filter((name) => !files.includes(name)),
    );
    await context.emit('person-document.changed', { documentId: id });
    return true;
  },

  ...removing(documentRemoval),

  async download({ file: name, t }, context) {
    const { deps } = context;
    const tenantId = tenantOfLink(deps.secrets, t, scanPath(name), deps.now());
    if (tenantId === null) throw forbidden('文件链接已过期，请重新打开');
    const row = await deps.inTenant(tenantId, (tx) =>
      tx.row<SentFile>(sql`
        select f.original, f.size, f.sha256 from files f where f.tenant_id = ${tenantId} and f.bucket = 'files' and f.name = ${name}
          and f.purpose = 'sealed' and f.deleted_at is null and exists (select from person_documents d
            where d.tenant_id = f.tenant_id and d.files @> array[f.name] and d.deleted_at is null)`),
    );
    return replyWith(context, name, row);
  },
};
