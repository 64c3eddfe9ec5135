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

/**
 * Answers checked against the items as they are now and as far as logic asks for them, which are kept as a form of their revision.
 * Throws 400 with all problems, the first ones in words.
 */
export async function checkedAnswers(
  tx: Tx,
  questionnaire: QuestionnaireEntity,
  input: Pick<Submission, 'originalData' | 'processData'>,
  { deps, session }: Pick<Sender, 'deps' | 'session'>,
) {
  const items = await itemsOf(tx, questionnaire);
  const [all, logics] = [asFormItems(items), await logicsOf(tx, questionnaire)];
  const answers = withCalculated(all, logics, input.originalData);
  const formItems = piped(standing(all, logics, answers), answers, input.processData ?? {});
  const { originalData, processData, problems } = checkAnswers(formItems, answers, input.processData ?? {});
  if (!session) problems.push(...(await unverified(tx, deps, questionnaire.id, formItems, originalData)));
  if (problems.length > 0) {
    const words = [...new Set(problems.map(({ message }) => message))];
    throw new Refusal(400, words.slice(0, 5).join('；') + (words.length > 5 ? `等${words.length}处` : ''), problems);
  }
  await checkFiles(tx, questionnaire.id, formItems, originalData, session === null);
  await tx.run(
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
  const { columns } = await checkedAnswers(tx, questionnaire, input, sender);
  return { ...columns, ...sentBy(input, sender.request) };
}

/** The next 提交序号 of a questionnaire, which stays locked until the end of the transaction. */
export async function nextSerial(tx: Tx, id: number): Promise<number> {
  const row = await tx.row<{ last_serial: number }>(
    sql`update questionnaires set last_serial = last_serial + 1 where tenant_id = ${tx.tenantId} and id = ${id} returning last_serial`,
  );
  return (row as { last_serial: number }).last_serial;
}
