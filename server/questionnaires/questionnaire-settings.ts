/** Settings: who may fill in a questionnaire, when and how often. */
import { sql } from 'kysely';
import { CLOSED } from '#contract/questionnaires/limits.rules.ts';
import { questionnaireSettings as routes } from '#contract/questionnaires/questionnaire-settings.ts';
import { Said } from '../context.ts';
import { db } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { readQuestionnaire } from './questionnaire-rows.ts';
import { lockQuestionnaire } from './questionnaires.ts';
import { changeRules, closedFor, forStrangers, settingColumns, settingOf } from './setting-rows.ts';
import { withPictures } from './stranger-pictures.ts';
import { isOpen, placeOf } from './visitors.ts';

export const questionnaireSettings: Handlers<typeof routes> = {
  async save({ projectKey, ...form }, context) {
    const { tx } = context;
    const questionnaire = await lockQuestionnaire(context, projectKey);
    const { id } = questionnaire;
    const stored = await settingOf(tx, questionnaire);
    const [begin, end] = (['timedCollectionBeginTime', 'timedCollectionEndTime'] as const).map((field) =>
      form[field] === undefined ? stored?.[field] : form[field],
    );
    if (begin && end && end <= begin) throw invalid('收集结束时间应晚于开始时间');
    const { createTime: _made, updateTime: _changed, ...columns } = settingColumns;
    const values = Object.fromEntries(
      Object.entries(columns).flatMap(([field, column]) => {
        const value = form[field as keyof typeof form];
        return value === undefined ? [] : [[column, value]];
      }),
    ) as Record<string, never>;
    await tx.run(
      db
        .insertInto('questionnaire_settings')
        .values({ tenant_id: tx.tenantId, questionnaire_id: id, ...values })
        .onConflict((on) => on.columns(['tenant_id', 'questionnaire_id']).doUpdateSet({ ...values, updated_at: sql<string>`now()` })),
    );
    await changeRules(tx, id);
    return true;
  },

  async get({ key }, context) {
    const place = await placeOf(context, key);
    if (!place) return null;
    return context.deps.inTenant(place.tenantId, async (tx) => {
      const questionnaire = await readQuestionnaire(tx, key);
      const setting = questionnaire ? await settingOf(tx, questionnaire) : null;
      return place.session ? setting : withPictures({ tx, deps: context.deps }, forStrangers(setting));
    });
  },

  async status({ projectKey, wxOpenId }, context) {
    const { deps, request } = context;
    const place = await placeOf(context, projectKey);
    if (!isOpen(place, deps)) return new Said(null, CLOSED);
    return deps.inTenant(place.tenantId, async (tx) => {
      const questionnaire = await readQuestionnaire(tx, projectKey);
      if (!questionnaire) return new Said(null, CLOSED);
      const setting = await settingOf(tx, questionnaire);
      const closed = await closedFor(tx, questionnaire, setting, { now: deps.now(), address: request.address, wxOpenId });
      const read = place.session ? setting : forStrangers(setting);
      return closed ? new Said(closed.withSetting ? read : null, closed.message) : read;
    });
  },
};
