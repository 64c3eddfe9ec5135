/** What is said in a ticket, with its files. */
import { sql } from 'kysely';
import { FILE_URL } from '#contract/questionnaires/answer-checks.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';

export interface NamedFile {
  fileName: string;
  fileUrl: string;
}

export interface NewMessage {
  kind: number;
  text: string;
  files: readonly NamedFile[];
}

/** Throws 422 unless all are files of the tenant. */
export async function needFiles(tx: Tx, files: readonly NamedFile[]): Promise<void> {
  if (files.length === 0) return;
  const names = files.map(({ fileUrl }) => FILE_URL.exec(fileUrl)?.[2] ?? '');
  const found = await tx.rows<{ name: string }>(sql`
    select name from files where tenant_id = ${tx.tenantId} and name = any(${names}::text[]) and purpose <> 'sealed'
      and deleted_at is null`);
  const known = new Set(found.map(({ name }) => name));
  if (names.some((name) => !known.has(name))) throw refused('文件不存在，请重新上传');
}

/** Writes a message down; gives its id. */
export async function say({ tx, deps, actor }: Work, ticketId: number, { kind, text, files }: NewMessage): Promise<number> {
  const made = await tx.row(
    db
      .insertInto('ticket_messages')
      .values({
        tenant_id: tx.tenantId,
        ticket_id: ticketId,
        kind,
        text,
        files: JSON.stringify(files),
        user_id: actor.userId,
        user_name: actor.name,
        created_at: isoOf(deps.now()),
      })
      .returning('id'),
  );
  return made!.id;
}

/** Copies messages of a ticket, or of those that were merged into it, into another one; gives how many. The database refuses a second copy. */
export const copyMessages = (tx: Tx, from: number, ids: readonly number[], to: number): Promise<number> =>
  tx.run(sql`
    insert into ticket_messages (tenant_id, ticket_id, kind, text, files, user_id, user_name, copied_from, created_at)
    select m.tenant_id, ${to}, m.kind, m.text, m.files, m.user_id, m.user_name, m.id, m.created_at from ticket_messages m
    where m.tenant_id = ${tx.tenantId} and m.id = any(${[...ids]}::bigint[]) and (m.ticket_id = ${from}
      or m.ticket_id in (select id from tickets where tenant_id = ${tx.tenantId} and merged_into = ${from})) order by m.id`);
