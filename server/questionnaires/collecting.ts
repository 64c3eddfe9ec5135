/**
 * An answer that comes by the link, within the limits of the setting. It is checked without holding anything; its number is taken by the
 * last statement, which finds out whether what it was checked against still stands (docs/decisions/113).
 */
import { sql } from 'kysely';
import { CLOSED, countsWritten, type Limited } from '#contract/questionnaires/limits.rules.ts';
import { takes } from '#contract/questionnaires/quotas.rules.ts';
import { DAY, SECOND } from '#contract/time.ts';
import type { Context, RequestFacts } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused, unauthorized } from '../errors.ts';
import { beginLetter } from './answer-letters.ts';
import { needPerson } from './checkin-surveys.ts';
import { tellCreator } from './creator-messages.ts';
import { needPlaces, quotasOf } from './questionnaire-quotas.ts';
import { holdQuestionnaire, type QuestionnaireEntity } from './questionnaire-rows.ts';
import { closedFor, settingOf } from './setting-rows.ts';
import { checkedAnswers, digestOf, numbered, paperOf, sentBy, type Submission } from './submissions.ts';
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

/** The same that was handed in before; the same that comes in at this moment is waited for. */
function earlierOf(tx: Tx, questionnaireId: number, digest: Buffer, since: number) {
  tx.later(sql`select pg_advisory_xact_lock(hashtextextended(${`questionnaire_answers:${digest.toString('hex')}`}, 0))`);
  return tx.row(
    db
      .selectFrom('questionnaire_results')
      .select('id')
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaireId)
      .where('created_at', '>', instant(since))
      .where('digest', '=', digest),
  );
}

/**
 * Keeps what was handed in without a job. Gives its id; null for whoever has only the link, with whose answer the unit of work ends.
 * Throws 422 with the words of the limit; fails as `numbered` does.
 */
export async function collect(
  tx: Tx,
  place: Place,
  questionnaire: QuestionnaireEntity,
  input: Submission,
  { deps, request }: Pick<Context, 'deps' | 'request'>,
): Promise<number | null> {
  const { session } = place;
  const { id } = questionnaire;
  const personId = input.personId ?? null;
  if (personId !== null && !session) throw unauthorized();
  if (personId !== null && session) await needPerson(tx, session, personId);
  const now = deps.now();
  const key = keyIn(request);
  const digest = digestOf(input, session, request, key);
  const [earlier, setting, paper, quotas] = await Promise.all([
    earlierOf(tx, id, digest, now - (key === null ? AGAIN : AGAIN_BY_KEY)),
    settingOf(tx, questionnaire),
    paperOf(tx, questionnaire),
    quotasOf(tx, id),
  ]);
  if (earlier) return session ? earlier.id : null;
  if (!isOpen(place, deps)) throw refused(CLOSED);
  // What staff write down of a person has no limits: they are for those who have the link.
  const closed = () =>
    personId !== null ? null : closedFor(tx, questionnaire, setting, { now, address: request.address, wxOpenId: input.wxOpenId });
  const needOpen = (found: Limited | null) => {
    if (found) throw refused(found.message);
  };
  needOpen(await closed());
  const { columns, formItems, originalData } = await checkedAnswers(tx, questionnaire, paper, input, { deps, session });
  const taken = personId === null ? quotas.filter((quota) => takes(quota, originalData)) : [];
  needPlaces(taken, formItems);
  await tellCreator(tx, deps, questionnaire, session);
  if (personId === null && (taken.length > 0 || countsWritten(setting))) {
    holdQuestionnaire(tx, questionnaire.key);
    const [found, counted] = await Promise.all([closed(), quotasOf(tx, id)]);
    needOpen(found);
    needPlaces(
      counted.filter((quota) => takes(quota, originalData)),
      formItems,
    );
  }
  const row = {
    ...columns,
    ...sentBy(input, request),
    digest,
    wx_open_id: input.wxOpenId || null,
    user_id: session?.userId ?? null,
    person_id: personId,
    created_at: instant(now),
  };
  const insert = numbered(tx, questionnaire, row);
  const letter = setting?.newWriteNotifyEmail ? [beginLetter(tx, id, now)] : [];
  if (!session) {
    await tx.last(insert, ...letter);
    return null;
  }
  const made = await tx.row(insert);
  for (const one of letter) await tx.run(one);
  return (made as { id: number }).id;
}
