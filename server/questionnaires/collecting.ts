/** An answer that comes by the link, within the limits of the setting. The questionnaire is locked by the caller. */
import { CLOSED } from '#contract/questionnaires/limits.rules.ts';
import { DAY, SECOND } from '#contract/time.ts';
import type { Context, RequestFacts } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused, unauthorized } from '../errors.ts';
import { beginLetter } from './answer-letters.ts';
import { needPerson } from './checkin-surveys.ts';
import { tellCreator } from './creator-messages.ts';
import { needPlaces } from './questionnaire-quotas.ts';
import type { QuestionnaireEntity } from './questionnaire-rows.ts';
import { closedFor, settingOf } from './setting-rows.ts';
import { checkedAnswers, digestOf, nextSerial, sentBy, type Submission } from './submissions.ts';
import { isOpen, type Place } from './visitors.ts';

/** What the same caller sends again within two seconds counts once. */
const AGAIN = 2 * SECOND;
/** The same under one `Idempotency-Key` for a day, from whichever address: a phone that lost the answer may come back by another network. */
const AGAIN_BY_KEY = DAY;
const KEY = /^[\x21-\x7e]{16,128}$/;
const keyIn = ({ headers }: RequestFacts): string | null => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && KEY.test(key) ? key : null;
};

/** Keeps what was handed in without a job. Gives its id; null for whoever has only the link. Throws 422 with the words of the limit. */
export async function collect(
  tx: Tx,
  place: Place,
  questionnaire: QuestionnaireEntity,
  input: Submission,
  { deps, request }: Pick<Context, 'deps' | 'request'>,
): Promise<number | null> {
  const { session } = place;
  const personId = input.personId ?? null;
  if (personId !== null && !session) throw unauthorized();
  if (personId !== null && session) await needPerson(tx, session, personId);
  const now = deps.now();
  const key = keyIn(request);
  const digest = digestOf(input, session, request, key);
  const earlier = await tx.row(
    db
      .selectFrom('questionnaire_results')
      .select('id')
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaire.id)
      .where('created_at', '>', instant(now - (key === null ? AGAIN : AGAIN_BY_KEY)))
      .where('digest', '=', digest),
  );
  if (earlier) return session ? earlier.id : null;
  if (!isOpen(place, deps)) throw refused(CLOSED);
  const setting = await settingOf(tx, questionnaire);
  // What staff write down of a person has no limits: they are for those who have the link.
  const closed =
    personId !== null ? null : await closedFor(tx, questionnaire, setting, { now, address: request.address, wxOpenId: input.wxOpenId });
  if (closed) throw refused(closed.message);
  const { columns, formItems, originalData } = await checkedAnswers(tx, questionnaire, input, { deps, session });
  if (personId === null) await needPlaces(tx, questionnaire.id, formItems, originalData);
  const serial_number = await nextSerial(tx, questionnaire.id);
  const row = {
    ...columns,
    ...sentBy(input, request),
    tenant_id: tx.tenantId,
    questionnaire_id: questionnaire.id,
    serial_number,
    digest,
    wx_open_id: input.wxOpenId || null,
    user_id: session?.userId ?? null,
    person_id: personId,
    created_at: instant(now),
  };
  const made = await tx.row(
    db
      .insertInto('questionnaire_results')
      .values(row as never)
      .returning('id'),
  );
  if (setting?.newWriteNotifyEmail) await beginLetter(tx, questionnaire.id, serial_number, now);
  await tellCreator(tx, deps, questionnaire, session);
  return session ? (made as { id: number }).id : null;
}
