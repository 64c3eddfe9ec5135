/** Questionnaires beside an outbound call: once for a case, by the seat that has it, corrected until the result of the call is written down. */
import { sql } from 'kysely';
import { caseStates } from '#contract/calls/call-jobs.rules.ts';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import type { Dependencies, RequestFacts, Session } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, notFound, refused } from '../errors.ts';
import type { QuestionnaireEntity } from './questionnaire-rows.ts';
import { answered, digestOf, numbered, type Submission } from './submissions.ts';

interface CaseFacts {
  id: number;
  state: number;
  personId: number | null;
  userId: number | null;
  questionnaireId: number | null;
  /** The last call of the case. */
  callId: number | null;
}

/** A case, whose job and call it is; locked. Throws 404. */
async function caseOf(tx: Tx, id: number): Promise<CaseFacts> {
  const row = await tx.row<CaseFacts>(sql`
    select c.id, c.state, c.person_id as "personId", s.user_id as "userId", j.questionnaire_id as "questionnaireId",
      (select k.id from calls k where k.tenant_id = c.tenant_id and k.job_case_id = c.id
        order by k.began_at desc, k.id desc limit 1) as "callId"
    from call_job_cases c join call_jobs j on j.tenant_id = c.tenant_id and j.id = c.job_id
      left join call_seats s on s.tenant_id = c.tenant_id and s.id = c.seat_id
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} for share of c`);
  if (!row) throw notFound('外呼名单');
  return row;
}

/** Whether the session may still correct what it filled in for a case. */
export async function mayCorrectCase(tx: Tx, caseId: number, session: Session): Promise<boolean> {
  const { state, userId } = await caseOf(tx, caseId);
  return state === caseStates.atHand && userId === session.userId;
}

/** What the seat may fill in now; throws 403, 409 or 422 with the reason otherwise. */
function needRight(session: Session, one: CaseFacts, { id, status }: QuestionnaireEntity): void {
  if (!session.permissions.has('cloudcall_workbench')) throw forbidden();
  if (one.questionnaireId !== id) throw refused('该问卷不是此外呼任务的问卷');
  const has = one.state === caseStates.atHand || one.state === caseStates.done;
  if (!has || one.userId !== session.userId) throw conflict('该名单不在您手上，请重新领取', null);
  // A job that was made with it may be carried through after the questionnaire was stopped.
  if (status !== questionnaireStatus.published && status !== questionnaireStatus.stopped) throw refused('项目暂时无法填写');
}

/** Writes or corrects the record of a case; gives its id. The questionnaire is locked by the caller. */
export async function recordCase(
  tx: Tx,
  deps: Dependencies,
  session: Session,
  questionnaire: QuestionnaireEntity,
  input: Submission,
  request: RequestFacts,
): Promise<number> {
  const one = await caseOf(tx, input.callCaseId as number);
  needRight(session, one, questionnaire);
  const digest = digestOf(input, session, request);
  const before = await tx.row<{ id: number; version: number; digest: Buffer }>(sql`
    select id, version, digest from questionnaire_results where tenant_id = ${tx.tenantId} and call_case_id = ${one.id}
      and questionnaire_id = ${questionnaire.id} for update`);
  // A page that heard no answer sends the same once more.
  if (before?.digest.equals(digest)) return before.id;
  if (before && one.state !== caseStates.atHand) throw refused('外呼结果已登记，问卷不能再修改');
  if (before && input.version !== before.version)
    throw conflict('该名单的问卷已填写，请刷新后修改', { id: before.id, version: before.version });
  const columns = await answered(tx, questionnaire, input, { deps, request, session });
  const its = { ...columns, digest, call_id: one.callId };
  if (before) {
    await tx.run(
      db
        .updateTable('questionnaire_results')
        .set({ ...its, version: sql`version + 1`, updated_at: sql`now()` } as never)
        .where('tenant_id', '=', tx.tenantId)
        .where('id', '=', before.id),
    );
    return before.id;
  }
  const made = await tx.row(
    numbered(tx, questionnaire, { ...its, call_case_id: one.id, person_id: one.personId, user_id: session.userId }),
  );
  return (made as { id: number }).id;
}
