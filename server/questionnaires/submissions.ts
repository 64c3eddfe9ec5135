/** One filled-in questionnaire, checked and written down. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { abnormalOf } from '#contract/questionnaires/abnormal.rules.ts';
import { checkAnswers } from '#contract/questionnaires/answers.rules.ts';
import { standing, withCalculated } from '#contract/questionnaires/logic.rules.ts';
import { piped } from '#contract/questionnaires/piping.rules.ts';
import type { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import type { Dependencies, RequestFacts, Session } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { checkFiles } from './answer-files.ts';
import { logicsOf } from './logic-rows.ts';
import { asFormItems, itemsOf, type QuestionnaireEntity } from './questionnaire-rows.ts';
import { unverified } from './visitor-phones.ts';

export type Submission = z.output<typeof routes.create.input>;

const MOST_UA = 4000;

/** Of what was sent and by whom, or under which key. */
export const digestOf = (input: Submission, session: Session | null, request: RequestFacts, key: string | null = null): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([key ?? session?.userId ?? request.address, input]))
    .digest();

const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:|::ffff:(127|10|192\.168)\.)/i;
/** The wire's words for a place: there is no table of addresses here, so outside of the house it is unknown. */
const addressOf = (ip: string) => (PRIVATE.test(ip) ? '内网IP' : 'XX XX');

/** Who hands in: the session, or null for a stranger, whose files and numbers are his own and proved. */
export interface Sender {
  deps: Dependencies;
  request: RequestFacts;
  session: Session | null;
}

/** What is asked: the questions and their logic, in one round. `kept`: the last revision whose questions were kept for its answers. */
export async function paperOf(tx: Tx, questionnaire: { id: number; key: string }) {
  const [items, logics, form] = await Promise.all([
    itemsOf(tx, questionnaire),
    logicsOf(tx, questionnaire),
    tx.row(
      db
        .selectFrom('questionnaire_forms')
        .select('revision')
        .where('tenant_id', '=', tx.tenantId)
        .where('questionnaire_id', '=', questionnaire.id)
        .orderBy('revision', 'desc')
        .limit(1),
    ),
  ]);
  return { items, logics, kept: form?.revision ?? 0 };
}
export type Paper = Awaited<ReturnType<typeof paperOf>>;

/** Keeps the questions of a revision with its first answer. */
const keepForm = (tx: Tx, questionnaire: QuestionnaireEntity, items: Paper['items']) =>
  tx.run(
    db
      .insertInto('questionnaire_forms')
      .values({
        tenant_id: tx.tenantId,
        questionnaire_id: questionnaire.id,
        revision: questionnaire.revision,
        name: questionnaire.name,
        describe: questionnaire.describe,
        items: sql`${JSON.stringify(items)}::jsonb`,
      })
      .onConflict((on) => on.columns(['tenant_id', 'questionnaire_id', 'revision']).doNothing()),
  );

/**
 * Answers checked against the items as they are now and as far as logic asks for them, which are kept as a form of their revision.
 * Throws 400 with all problems, the first ones in words.
 */
export async function checkedAnswers(
  tx: Tx,
  questionnaire: QuestionnaireEntity,
  { items, logics, kept }: Paper,
  input: Pick<Submission, 'originalData' | 'processData'>,
  { deps, session }: Pick<Sender, 'deps' | 'session'>,
) {
  const all = asFormItems(items);
  const answers = withCalculated(all, logics, input.originalData);
  const formItems = piped(standing(all, logics, answers), answers, input.processData ?? {});
  const { originalData, processData, problems } = checkAnswers(formItems, answers, input.processData ?? {});
  if (!session) problems.push(...(await unverified(tx, deps, questionnaire.id, formItems, originalData)));
  if (problems.length > 0) {
    const words = [...new Set(problems.map(({ message }) => message))];
    throw new Refusal(400, words.slice(0, 5).join('；') + (words.length > 5 ? `等${words.length}处` : ''), problems);
  }
  await checkFiles(tx, questionnaire.id, formItems, originalData, session === null);
  if (kept !== questionnaire.revision) await keepForm(tx, questionnaire, items);
  const columns = {
    revision: questionnaire.revision,
    original_data: sql<string>`${JSON.stringify(originalData)}::jsonb`,
    process_data: sql<string>`${JSON.stringify(processData)}::jsonb`,
    abnormal: abnormalOf(formItems, originalData),
  };
  return { originalData, processData, items, formItems, columns };
}

/** The columns of a result that say how it was sent. */
export function sentBy(input: Submission, { address }: RequestFacts) {
  const ua = JSON.stringify(input.submitUa ?? null);
  return {
    complete_ms: input.completeTime ?? 0,
    submit_ua: ua.length > MOST_UA ? null : sql<string>`${ua}::jsonb`,
    submit_os: input.submitOs ?? null,
    submit_browser: input.submitBrowser ?? null,
    submit_ip: address,
    submit_address: addressOf(address),
  };
}

/** The columns of a result that is handed in. Throws as `checkedAnswers` does. */
export async function answered(tx: Tx, questionnaire: QuestionnaireEntity, input: Submission, sender: Sender) {
  const { columns } = await checkedAnswers(tx, questionnaire, await paperOf(tx, questionnaire), input, sender);
  return { ...columns, ...sentBy(input, sender.request) };
}

/**
 * Inserts a result under the next 提交序号 of its questionnaire, whose row is held from here to the end of the transaction: to be sent last.
 * It fails (`isOvertaken`) when the questionnaire is not as it was read: its questions, setting and quotas were what the answer was checked against.
 */
export const numbered = (tx: Tx, questionnaire: QuestionnaireEntity, columns: Record<string, unknown>) =>
  db
    .with('numbered', (qb) =>
      qb
        .updateTable('questionnaires')
        .set({ last_serial: sql`last_serial + 1` })
        .where('tenant_id', '=', tx.tenantId)
        .where('id', '=', questionnaire.id)
        .where('status', '=', questionnaire.status)
        .where('revision', '=', questionnaire.revision)
        .where('rules_revision', '=', questionnaire.rulesRevision)
        .where('deleted_at', 'is', null)
        .returning('last_serial'),
    )
    .insertInto('questionnaire_results')
    .values({
      ...columns,
      tenant_id: tx.tenantId,
      questionnaire_id: questionnaire.id,
      serial_number: sql`(select last_serial from numbered)`,
    } as never)
    .returning('id');

/** Whether `numbered` failed because the questionnaire has changed meanwhile. */
export const isOvertaken = (error: unknown): boolean => {
  const { code, table, column } = error as { code?: string; table?: string; column?: string };
  return code === '23502' && table === 'questionnaire_results' && column === 'serial_number';
};
