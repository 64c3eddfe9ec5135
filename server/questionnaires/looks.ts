/** How a questionnaire looks, as it is read. */
import { themeOf } from '#contract/questionnaires/theme-catalogue.ts';
import type { QuestionnaireTheme } from '#contract/questionnaires/themes.ts';
import { db, type Tx } from '../db/tenant.ts';

/** The look of a questionnaire with what the catalogue says of its theme; null while none was chosen. */
export async function lookOf(tx: Tx, questionnaire: { id: number; key: string }): Promise<QuestionnaireTheme | null> {
  const row = await tx.row(
    db.selectFrom('questionnaire_looks').selectAll().where('tenant_id', '=', tx.tenantId).where('questionnaire_id', '=', questionnaire.id),
  );
  if (!row) return null;
  const theme = themeOf(row.theme_id);
  return {
    id: row.questionnaire_id,
    projectKey: questionnaire.key,
    themeId: row.theme_id,
    logoImg: row.logo_img,
    logoPosition: row.logo_position,
    submitBtnText: row.submit_btn_text ?? '提交',
    backgroundColor: row.background_color,
    backgroundImg: row.background_img,
    showTitle: row.show_title,
    showDescribe: row.show_describe,
    showNumber: row.show_number,
    headImgUrl: theme?.headImgUrl ?? null,
    btnsColor: theme?.btnsColor ?? null,
    createTime: row.created_at,
    updateTime: row.updated_at,
  };
}
