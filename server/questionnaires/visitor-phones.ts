/** 手机号验证: a code to the number, and for half an hour the proof that it was answered. */
import { sql } from 'kysely';
import { keyOf, type FormItem } from '#contract/questionnaires/item-types.rules.ts';
import type { Problem } from '#contract/questionnaires/answers.rules.ts';
import { MINUTE } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal, refused } from '../errors.ts';
import { takePhoneCode } from '../users/phone-codes.ts';
import { keyedDigest } from './visitors.ts';

const VALID = 30 * MINUTE;

const digestOf = (deps: Dependencies, questionnaireId: number, phone: string) =>
  keyedDigest(deps, 'questionnaire-phone', questionnaireId, phone);

/** Spends a code. Throws 422 when it is wrong, used, or too old. */
export async function spendCode(deps: Dependencies, phone: string, code: string): Promise<void> {
  await takePhoneCode(deps, { purpose: 'survey', phone, code }).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 428 ? refused('验证码错误') : error;
  });
}

/** Writes down that a number answered its code. */
export const keepVerified = (tx: Tx, deps: Dependencies, questionnaireId: number, phone: string) =>
  tx.run(sql`
    insert into questionnaire_phones (tenant_id, questionnaire_id, phone, verified_at)
    values (${tx.tenantId}, ${questionnaireId}, ${digestOf(deps, questionnaireId, phone)}, ${instant(deps.now())})
    on conflict (tenant_id, questionnaire_id, phone) do update set verified_at = excluded.verified_at`);

/** The numbers among checked answers that have not answered a code within half an hour. */
export async function unverified(
  tx: Tx,
  deps: Dependencies,
  questionnaireId: number,
  items: readonly FormItem[],
  answers: Readonly<Record<string, unknown>>,
): Promise<Problem[]> {
  const asked = items.filter(({ type, formItemId }) => type === 'PHONE_VERIFICATION' && answers[keyOf(formItemId)] !== undefined);
  if (asked.length === 0) return [];
  const digests = asked.map(({ formItemId }) => digestOf(deps, questionnaireId, String(answers[keyOf(formItemId)])));
  const rows = await tx.rows<{ phone: Buffer }>(sql`
    select phone from questionnaire_phones where tenant_id = ${tx.tenantId} and questionnaire_id = ${questionnaireId}
      and phone = any(${digests}::bytea[]) and verified_at > ${instant(deps.now() - VALID)}`);
  return asked.flatMap(({ formItemId }, at) =>
    rows.some(({ phone }) => phone.equals(digests[at] as Buffer)) ? [] : [{ formItemId, message: '请先完成手机号验证' }],
  );
}
