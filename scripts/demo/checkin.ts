/** The demonstration's check-in survey: a questionnaire whose options have scores, and what they suggest. */
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../server/context.ts';
import { db } from '../../server/db/tenant.ts';
import { newKey } from '../../server/questionnaires/questionnaires.ts';

const QUESTIONS = ['进食', '穿衣', '洗澡', '如厕', '行走', '认人认路'];
const OPTIONS = ['自己能做', '部分需要帮助', '完全需要帮助'].map((label, at) => ({ label, value: at + 1, score: at * 5 }));
/** Name, from, to, care level of the dictionary. */
const RULES = [
  ['自理', 0, 10, 1],
  ['三级护理', 11, 25, 6],
  ['二级护理', 26, 40, 5],
  ['一级护理', 41, 60, 4],
] as const;

/** Of one institution, once. */
export async function seedCheckin(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(sql`select 1 from checkin_surveys where tenant_id = ${tenantId}`)) return;
    const made = await tx.row(
      db
        .insertInto('questionnaires')
        .values({
          tenant_id: tenantId,
          key: newKey(),
          name: '入住评估问卷',
          describe: '入住前由接待人员与家属一起填写。',
          status: questionnaireStatus.published,
        })
        .returning('id'),
    );
    await tx.run(
      db.insertInto('questionnaire_items').values(
        QUESTIONS.map((label, at) => ({
          tenant_id: tenantId,
          questionnaire_id: made!.id,
          form_item_id: 101 + at,
          type: 'RADIO',
          label,
          required: true,
          sort: (at + 1) * 65_536,
          expand: JSON.stringify({ options: OPTIONS }),
        })),
      ),
    );
    await tx.run(db.insertInto('checkin_surveys').values({ tenant_id: tenantId, questionnaire_id: made!.id }));
    await tx.run(
      db
        .insertInto('checkin_score_rules')
        .values(
          RULES.map(([name, start_score, end_score, care_level]) => ({ tenant_id: tenantId, name, start_score, end_score, care_level })),
        ),
    );
  });
}
