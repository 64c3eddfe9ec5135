/** Papers that were filed, in a person's timeline. */
import { sql } from 'kysely';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { mayDo } from '../lists/now-sources.ts';
import { dictionaryWord, entries, joined, type TimelineSource } from '../lists/timeline-sources.ts';

export const paperFiled: TimelineSource = {
  name: 'document',
  may: mayDo(personDocuments.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`d.created_at`,
        id: sql`d.id`,
        title: sql`'登记文件：' || d.title`,
        text: joined(dictionaryWord(sql`d.tenant_id`, 'document_type', sql`d.type`), sql`'有效期至 ' || d.expires_on`),
        who: sql`d.user_name`,
      },
      sql`from person_documents d where d.tenant_id = ${session.tenantId} and d.person_id = ${personId} and d.deleted_at is null`,
    ),
};
