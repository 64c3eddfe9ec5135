/** What a call that has ended says of its case by itself, where the product dialled it. */
import { sql } from 'kysely';
import { caseResults, caseStates, decideCase, dialWays, resultOfCall } from '#contract/calls/call-jobs.rules.ts';
import { answerIn, type MenuNode } from '#contract/calls/call-menus.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { saveResult } from './call-job-queue.ts';
import { dueAtPlace } from './call-openings.ts';

interface EndedRow {
  id: number;
  jobId: number;
  state: number;
  attempts: number;
  note: string;
  mostAttempts: number;
  pauseMinutes: number;
  established: boolean;
  disposition: string | null;
  endedBy: number | null;
  seatId: number | null;
  keys: string;
  /** Of a notice. */
  tree: MenuNode | null;
}

/** Who answered a notice: by which key, or that none was pressed though the notice asks for one. */
function heard({ tree, keys, seatId }: Pick<EndedRow, 'keys' | 'seatId'> & { tree: MenuNode }) {
  const answer = answerIn(tree, keys);
  // Without a key a menu may lead to a seat, too.
  const enough = tree.keys.length === 0 || seatId !== null;
  if (!answer) return { result: enough ? caseResults.spoke : caseResults.noKey, answer, note: null };
  return { result: caseResults.spoke, answer, note: answer.action.to === 'group' && seatId === null ? '按键转人工，没有坐席接听' : null };
}

/** Writes down what came of a case whose call has ended in this transaction; nothing where a seat has to say it. */
export async function settleCase(work: Work, callId: number): Promise<void> {
  const { tx, deps } = work;
  const one = await tx.row<EndedRow>(sql`
    select k.id, k.job_id as "jobId", k.state, k.attempts, k.note, j.most_attempts as "mostAttempts", j.pause_minutes as "pauseMinutes",
      c.established_at is not null as established, c.disposition, c.ended_by as "endedBy",
      c.seat_id as "seatId", c.keys, case when j.dialling = ${dialWays.notice} then m.tree end as tree
    from calls c join call_job_cases k on k.tenant_id = c.tenant_id and k.id = c.job_case_id
      join call_jobs j on j.tenant_id = k.tenant_id and j.id = k.job_id
      left join call_menus m on m.tenant_id = c.tenant_id and m.id = c.menu_id
    where c.tenant_id = ${tx.tenantId} and c.id = ${callId} and k.state = ${caseStates.atHand} and j.dialling <> ${dialWays.seat}
    for update of k`);
  if (!one) return;
  const said = one.established && one.tree ? heard({ ...one, tree: one.tree }) : null;
  const result = said?.result ?? resultOfCall(one);
  if (result === null) return;
  if (result === 'due')
    return void (await tx.run(sql`
      update call_job_cases set state = ${caseStates.waits}, seat_id = null, taken_at = null, next_at = ${isoOf(deps.now())}
      where tenant_id = ${tx.tenantId} and id = ${one.id}`));
  const decision = decideCase(one, result, { ...one, again: null, now: deps.now() });
  if ('change' in decision && decision.change) await saveResult(work, one, decision.change, said?.note ?? one.note, said?.answer);
}

/** A notice was answered: it is said from the top of its menu, and a key is waited for. */
export async function enterNotice({ tx, deps }: Work, callId: number): Promise<void> {
  const row = await tx.row<{ tree: MenuNode }>(sql`
    select m.tree from calls c join call_menus m on m.tenant_id = c.tenant_id and m.id = c.menu_id
    where c.tenant_id = ${tx.tenantId} and c.id = ${callId}`);
  const dueAt = row ? await dueAtPlace(tx, row.tree, '', deps.now()) : deps.now();
  await tx.run(sql`update calls set menu_at = '', due_at = ${isoOf(dueAt)} where tenant_id = ${tx.tenantId} and id = ${callId}`);
}
