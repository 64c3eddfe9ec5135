/** The catalogue of themes, and the look that a questionnaire has of it. */
import { sql } from 'kysely';
import { themeOf, themesOf } from '#contract/questionnaires/theme-catalogue.ts';
import { questionnaireThemes as routes } from '#contract/questionnaires/themes.ts';
import { db } from '../db/tenant.ts';
import { invalid, notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { lookOf } from './looks.ts';
import { readQuestionnaire } from './questionnaire-rows.ts';

export const questionnaireThemes: Handlers<typeof routes> = {
  list: async (filters) => themesOf(filters),

  async save(form, { tx }) {
    const { projectKey, backgroundImg } = form;
    if (form.themeId && !themeOf(form.themeId)) throw invalid('主题不存在，请重新选择');
    const questionnaire = await readQuestionnaire(tx, projectKey);
    if (!questionnaire) throw notFound('问卷');
    // What is absent stays; null is what a new one begins with.
    const values = {
      theme_id: form.themeId,
      logo_img: form.logoImg,
      logo_position: form.logoPosition,
      submit_btn_text: form.submitBtnText === '' ? null : form.submitBtnText,
      background_color: backgroundImg ? null : form.backgroundColor,
      background_img: backgroundImg,
      show_title: form.showTitle === null ? true : form.showTitle,
      show_describe: form.showDescribe === null ? true : form.showDescribe,
      show_number: form.showNumber === null ? false : form.showNumber,
    };
    await tx.run(
      db
        .insertInto('questionnaire_looks')
        .values({ tenant_id: tx.tenantId, questionnaire_id: questionnaire.id, ...values })
        .onConflict((on) => on.columns(['tenant_id', 'questionnaire_id']).doUpdateSet({ ...values, updated_at: sql`now()` })),
    );
    return true;
  },

  async get({ key }, { tx }) {
    const questionnaire = await readQuestionnaire(tx, key);
    return questionnaire ? lookOf(tx, questionnaire) : null;
  },
};
