/** An answer that comes by the link, within the limits of the setting. The questionnaire is locked by the caller. */
import { CLOSED } from '#contract/questionnaires/limits.rules.ts';
import { SECOND } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { tellCreator } from './creator-messages.ts';
import type { QuestionnaireEntity } from './questionnaire-rows.ts';
import { closedFor, settingOf } from './setting-rows.ts';
import { answered, digestOf, nextSerial, type Submission } from './submissions.ts';
import { isOpen, type Place } from './visitors.ts';

/** What the same caller sends again within two seconds counts once. */
const AGAIN = 2 * SECOND;

/** Keeps what was handed in without a job. Gives its id; null for whoever has only the link. Throws 422 with the words of the limit. */
export async function collect(
  tx: Tx,
  place: Place,
  questionnaire: QuestionnaireEntity,
  input: Submission,
  { deps, request }: Pick<Context, 'deps' | 'request'>,
): Promise<number | null> {
  const { session } = place;
  const now = deps.now();
  const digest = digestOf(input, session, request);
  const earlier = await tx.row(
    db
      .selectFrom('questionnaire_results')
      .select('id')
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaire.id)
      .where('created_at', '>', instant(now - AGAIN))
      .where('digest', '=', digest),
  );
  if (earlier) return session ? earlier.id : null;
  if (!isOpen(place, deps)) throw refused(CLOSED);
  const setting = await settingOf(tx, questionnaire);
  const closed = await closedFor(tx, questionnaire, setting, { now, address: request.address, wxOpenId: input.wxOpenId });
  if (closed) throw refused(closed.message);
  const columns = await answered(tx, questionnaire, input, { deps, request, session });
  const serial_number = await nextSerial(tx, questionnaire.id);
  const row = {
    ...columns,
    tenant_id: tx.tenantId,
    questionnaire_id: questionnaire.id,
    serial_number,
    digest,
    wx_open_id: input.wxOpenId || null,
    user_id: session?.userId ?? null,
    created_at: instant(now),
  };
  const made = await tx.row(
    db
      .insertInto('questionnaire_results')
      .values(row as never)
      .returning('id'),
  );
  await tellCreator(tx, deps, questionnaire, session);
  return session ? (made as { id: number }).id : null;
}
