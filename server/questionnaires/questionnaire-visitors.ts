/** The page of people who fill in a questionnaire: that they came, their files, their numbers. */
import { sql } from 'kysely';
import { CLOSED } from '#contract/questionnaires/limits.rules.ts';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import type { questionnaireVisitors as routes } from '#contract/questionnaires/questionnaire-visitors.ts';
import type { FormItem } from '#contract/questionnaires/item-types.rules.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal, refused } from '../errors.ts';
import { withStored } from '../files/file-keeping.ts';
import { originOf } from '../http/client-addresses.ts';
import type { Handlers } from '../http/implement.ts';
import { sendPhoneCode } from '../users/phone-codes.ts';
import { asFormItems, itemsOf, readQuestionnaire, type QuestionnaireEntity } from './questionnaire-rows.ts';
import { closedFor, settingOf } from './setting-rows.ts';
import { keepVerified, spendCode } from './visitor-phones.ts';
import { keepUnnamed, needRoom } from './visitor-uploads.ts';
import { isOpen, keepOpening, keyedDigest, openedKeys, placeOf } from './visitors.ts';

/** Runs something in the institution that collects answers with the key. Throws 422 when none does, or not now. */
async function whereCollected<T>(
  context: Context,
  key: string,
  work: (tx: Tx, questionnaire: QuestionnaireEntity, items: FormItem[]) => Promise<T>,
): Promise<T> {
  const { deps, request } = context;
  const place = await placeOf(context, key);
  if (!isOpen(place, deps)) throw refused(CLOSED);
  return deps.inTenant(place.tenantId, async (tx) => {
    const questionnaire = await readQuestionnaire(tx, key);
    if (!questionnaire) throw refused(CLOSED);
    const setting = await settingOf(tx, questionnaire);
    const closed = await closedFor(tx, questionnaire, setting, { now: deps.now(), address: request.address });
    if (closed) throw refused(closed.message);
    return work(tx, questionnaire, asFormItems(await itemsOf(tx, questionnaire)));
  });
}

const asksForPhone = (items: readonly Pick<FormItem, 'type'>[]) => items.some(({ type }) => type === 'PHONE_VERIFICATION');

/**
 * The questionnaires that a call about a number is for: that of its key, else those that its address opened (docs/decisions/104).
 * Throws 422 when none of them collects answers and asks for a number: codes are sent for those alone that do.
 */
async function needAsked(context: Context, key: string | undefined): Promise<string[]> {
  const asks = (one: string) =>
    whereCollected(context, one, async (_tx, _questionnaire, items) => {
      if (!asksForPhone(items)) throw refused('该问卷不需要验证手机号');
    });
  if (key) {
    await asks(key);
    return [key];
  }
  const asked: string[] = [];
  for (const one of await openedKeys(context)) {
    const refusal = await asks(one).catch((error: unknown) => error);
    if (refusal === undefined) asked.push(one);
    else if (!(refusal instanceof Refusal)) throw refusal;
  }
  if (asked.length === 0) throw refused(CLOSED);
  return asked;
}

export const questionnaireVisitors: Handlers<typeof routes> = {
  async view({ projectKey }, context) {
    const { deps, request } = context;
    const place = await placeOf(context, projectKey);
    if (!isOpen(place, deps)) return true;
    await deps.inTenant(place.tenantId, async (tx) => {
      const questionnaire = await readQuestionnaire(tx, projectKey);
      if (questionnaire?.status !== questionnaireStatus.published) return;
      const viewer = keyedDigest(deps, 'questionnaire-viewer', questionnaire.id, originOf(request.address));
      await tx.run(sql`
        insert into questionnaire_viewers (tenant_id, questionnaire_id, viewer)
        values (${tx.tenantId}, ${questionnaire.id}, ${viewer}) on conflict do nothing`);
      if (asksForPhone(await itemsOf(tx, questionnaire))) await keepOpening(tx, deps, questionnaire.id, request.address);
    });
    return true;
  },

  async upload({ projectKey }, context) {
    const { deps, request, upload } = context;
    await whereCollected(context, projectKey, async (_tx, _questionnaire, items) => needRoom(items, upload));
    // The store may take seconds: no transaction is open meanwhile.
    return withStored(deps, upload, (stored) =>
      whereCollected(context, projectKey, async (tx, questionnaire) => {
        await tx.run(sql`select 1 from questionnaires where tenant_id = ${tx.tenantId} and id = ${questionnaire.id} for update`);
        return keepUnnamed(tx, deps, questionnaire, originOf(request.address), stored);
      }),
    );
  },

  async phoneCode({ phoneNumber, projectKey }, context) {
    const { deps, request } = context;
    await needAsked(context, projectKey);
    await sendPhoneCode(deps, { purpose: 'survey', phone: phoneNumber, address: request.address });
    return true;
  },

  async checkPhoneCode({ phoneNumber, code, projectKey }, context) {
    const { deps } = context;
    const keys = await needAsked(context, projectKey);
    await spendCode(deps, phoneNumber, code);
    for (const key of keys) await whereCollected(context, key, async (tx, { id }) => keepVerified(tx, deps, id, phoneNumber));
    return phoneNumber;
  },
};
