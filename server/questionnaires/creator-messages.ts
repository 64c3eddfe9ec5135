/** Whoever made a questionnaire learns that answers came in. */
import { sql } from 'kysely';
import type { Dependencies, Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { sendMessage } from '../messages/messages.ts';
import type { QuestionnaireEntity } from './questionnaire-rows.ts';

/** One message for all answers until it is read; none for what the creator answered. The e-mail follows the creator's own choices. */
export async function tellCreator(
  tx: Tx,
  deps: Dependencies,
  { key, name, userId }: QuestionnaireEntity,
  session: Session | null,
): Promise<void> {
  if (userId === null || session?.userId === userId) return;
  const link = `/questionnaire/form?key=${key}&tab=statistics`;
  const waits = () =>
    tx.row<{ told: boolean }>(sql`
    select exists (select from messages m where m.tenant_id = u.tenant_id and m.recipient_id = u.id and m.link = ${link}
      and m.read_at is null and m.cleared_at is null) as told
    from users u where u.tenant_id = ${tx.tenantId} and u.id = ${userId} and u.status = 0 and u.deleted_at is null`);
  const before = await waits();
  if (!before || before.told) return;
  // Of several first answers at once one tells.
  tx.later(sql`select pg_advisory_xact_lock(hashtextextended(${`questionnaire_told:${key}`}, 0))`);
  if ((await waits())?.told !== false) return;
  await sendMessage(tx, deps, { recipientId: userId, kind: 'notice', title: '问卷有新的答卷', text: `《${name}》收到了新的答卷`, link });
}
