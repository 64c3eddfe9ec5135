/** The check-in survey of an institution, and what a person's came to. */
import { sql } from 'kysely';
import { summaryOf } from '#contract/questionnaires/answers.rules.ts';
import type { checkinSurveys as routes } from '#contract/questionnaires/checkin-surveys.ts';
import { keyOf } from '#contract/questionnaires/item-types.rules.ts';
import { itemScore, scoreOfAnswers } from '#contract/questionnaires/scores.rules.ts';
import type { Context, Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { ruleOfScore } from './checkin-score-rules.ts';
import { asFormItems, itemsOf, readQuestionnaire, type Item } from './questionnaire-rows.ts';
import { lockQuestionnaire } from './questionnaires.ts';

interface Found {
  id: number;
  key: string;
  name: string;
  serial: number;
  items: Item[];
  original: Record<string, unknown>;
  process: Record<string, unknown>;
  user: string | null;
  made: string;
}

/** The newest result of a person for a questionnaire, with the questions as they were. */
const latestOf = (tx: Tx, key: string, personId: number) =>
  tx.row<Found>(sql`
    select r.id, q.key, f.name, r.serial_number as serial, f.items, r.original_data as original, r.process_data as process,
      (select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.user_id) as user, r.created_at as made
    from questionnaire_results r
    join questionnaires q on q.tenant_id = r.tenant_id and q.id = r.questionnaire_id
    join questionnaire_forms f on f.tenant_id = r.tenant_id and f.questionnaire_id = r.questionnaire_id and f.revision = r.revision
    where r.tenant_id = ${tx.tenantId} and r.person_id = ${personId} and q.key = ${key}
    order by r.created_at desc, r.id desc limit 1`);

const surveyOf = (tx: Tx) =>
  tx.row<{ key: string }>(sql`
    select q.key from checkin_surveys s join questionnaires q on q.tenant_id = s.tenant_id and q.id = s.questionnaire_id
    where s.tenant_id = ${tx.tenantId} and q.deleted_at is null`);

const reached = (context: Context, personId: number) => readOne(peopleRows(context.session), personId, context);

/** Throws 404 unless the session reaches the person whom a result is about. */
export async function needPerson(tx: Tx, session: Session, personId: number): Promise<void> {
  if (!(await tx.row(sql`select 1 where ${personId} in ${seenPeople(session)}`))) throw notFound('服务对象');
}

export const checkinSurveys: Handlers<typeof routes> = {
  async get(_input, { tx }) {
    const survey = await surveyOf(tx);
    const project = survey && (await readQuestionnaire(tx, survey.key));
    return project ? { project, projectItems: await itemsOf(tx, project), userProjectTheme: null } : null;
  },

  async set({ key }, context) {
    const { tx } = context;
    if (key === null) {
      await tx.run(sql`delete from checkin_surveys where tenant_id = ${tx.tenantId}`);
      return true;
    }
    const { id } = await lockQuestionnaire(context, key);
    const items = await itemsOf(tx, { id, key });
    if (!items.some(({ displayType }) => !displayType)) throw refused('问卷还没有题目，不能设为入住评估问卷');
    await tx.run(sql`
      insert into checkin_surveys (tenant_id, questionnaire_id) values (${tx.tenantId}, ${id})
      on conflict (tenant_id) do update set questionnaire_id = excluded.questionnaire_id, version = checkin_surveys.version + 1,
        updated_at = now()`);
    return true;
  },

  async ofPerson({ userId }, context) {
    const { tx } = context;
    const { userName } = await reached(context, userId);
    const survey = await surveyOf(tx);
    const found = survey && (await latestOf(tx, survey.key, userId));
    if (!found) return null;
    const score = scoreOfAnswers(asFormItems(found.items), found.original);
    const rule = score === null ? null : await ruleOfScore(tx, score);
    return {
      id: found.id,
      projectKey: found.key,
      projectName: found.name,
      serialNumber: found.serial,
      personId: userId,
      personName: userName,
      score,
      rule,
      careLevel: rule?.careLevel ?? null,
      userName: found.user,
      createTime: found.made,
    };
  },

  async items({ key, userId }, context) {
    const { tx } = context;
    await reached(context, userId);
    const questionnaire = await readQuestionnaire(tx, key);
    if (!questionnaire) throw notFound('问卷');
    const found = await latestOf(tx, key, userId);
    const items = found?.items ?? (await itemsOf(tx, questionnaire));
    const forms = asFormItems(items);
    return items.map((item, index) => ({
      ...item,
      value: found?.original[keyOf(item.formItemId)] ?? null,
      answer: found && !item.displayType ? summaryOf(forms[index]!, found.process) : '',
      score: found ? itemScore(forms[index]!, found.original) : null,
    }));
  },
};
