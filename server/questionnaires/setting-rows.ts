/** The setting of a questionnaire: its columns, how it is read, and whether it lets one more answer in. */
import { sql } from 'kysely';
import { CLOSED, countsWritten, limitOf, type Limited } from '#contract/questionnaires/limits.rules.ts';
import type { QuestionnaireSetting } from '#contract/questionnaires/questionnaire-settings.ts';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { midnightOf } from '#contract/time.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import type { QuestionnaireEntity } from './questionnaire-rows.ts';

/** Wire field → column. */
export const settingColumns = {
  submitPromptImg: 'submit_prompt_img',
  submitPromptText: 'submit_prompt_text',
  submitJumpUrl: 'submit_jump_url',
  publicResult: 'public_result',
  wxWrite: 'wx_write',
  wxWriteOnce: 'wx_write_once',
  everyoneWriteOnce: 'everyone_write_once',
  everyoneDayWriteOnce: 'everyone_day_write_once',
  writeOncePromptText: 'write_once_prompt_text',
  newWriteNotifyEmail: 'new_write_notify_email',
  newWriteNotifyWx: 'new_write_notify_wx',
  recordWxUser: 'record_wx_user',
  timedCollectionBeginTime: 'timed_collection_begin_time',
  timedCollectionEndTime: 'timed_collection_end_time',
  timedNotEnabledPromptText: 'timed_not_enabled_prompt_text',
  timedDeactivatePromptText: 'timed_deactivate_prompt_text',
  timedQuantitativeQuantity: 'timed_quantitative_quantity',
  timedEndPromptText: 'timed_end_prompt_text',
  shareImg: 'share_img',
  shareTitle: 'share_title',
  shareDesc: 'share_desc',
  createTime: 'created_at',
  updateTime: 'updated_at',
} as const;

/** The setting in the wire's shape, as staff read it; null while none was saved. */
export async function settingOf(tx: Tx, { id, key }: { id: number; key: string }): Promise<QuestionnaireSetting | null> {
  const row = await tx.row(
    db.selectFrom('questionnaire_settings').selectAll().where('tenant_id', '=', tx.tenantId).where('questionnaire_id', '=', id),
  );
  if (!row) return null;
  const values = Object.entries(settingColumns).map(([field, column]) => [field, row[column]]);
  return { id, projectKey: key, ...Object.fromEntries(values) } as QuestionnaireSetting;
}

/** Without the addresses of staff, as a stranger reads it. */
export const forStrangers = (setting: QuestionnaireSetting | null) =>
  setting && { ...setting, newWriteNotifyEmail: null, newWriteNotifyWx: null };

/** Who would answer, and when by the product's clock. */
export interface Taker {
  now: number;
  address: string;
  wxOpenId?: string | null | undefined;
}

/** Why this taker may not answer now, in the wire's order and words; null when he may. Records of jobs count for nothing here. */
export async function closedFor(
  tx: Tx,
  { id, status }: QuestionnaireEntity,
  setting: QuestionnaireSetting | null,
  { now, address, wxOpenId }: Taker,
): Promise<Limited | null> {
  if (status !== questionnaireStatus.published) return { message: CLOSED, withSetting: false };
  if (!setting) return null;
  if (!countsWritten(setting)) return limitOf(setting, now, { results: 0, byAddress: false, byAddressToday: false, byOpenId: false });
  const quantity = setting.timedQuantitativeQuantity ?? 0;
  const its = sql`from questionnaire_results where tenant_id = ${tx.tenantId} and questionnaire_id = ${id} and job_id is null and call_case_id is null`;
  const written = await tx.row<{ results: number; address: boolean; today: boolean; wx: boolean }>(sql`
    select (select count(*)::integer from (select 1 ${its} limit ${quantity}) as counted) as results,
      exists (select 1 ${its} and submit_ip = ${address}) as address,
      exists (select 1 ${its} and submit_ip = ${address} and created_at >= ${instant(midnightOf(now))}) as today,
      exists (select 1 ${its} and wx_open_id = ${wxOpenId ?? null}) as wx`);
  const { results, address: byAddress, today, wx } = written!;
  return limitOf(setting, now, { results, byAddress, byAddressToday: today, byOpenId: wx });
}

/** What answers are checked against beside the questions has changed: setting or quotas. The questionnaire is locked by the caller. */
export const changeRules = (tx: Tx, id: number) =>
  tx.run(
    db
      .updateTable('questionnaires')
      .set({ rules_revision: sql`rules_revision + 1` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id),
  );
