/** Questionnaires as the record of a work order's job: once per job, by its staff, corrected until the order is over. */
import { sql } from 'kysely';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { jobStatus, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Dependencies, RequestFacts, Session } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, notFound, refused } from '../errors.ts';
import { emit } from '../events.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import type { QuestionnaireEntity } from './questionnaire-rows.ts';
import { answered, digestOf, numbered, type Submission } from './submissions.ts';

const OPEN: readonly number[] = [orderStatus.unassigned, orderStatus.assigned, orderStatus.inProgress, orderStatus.paused];

export interface JobFacts {
  job_id: number;
  job_status: number;
  user_id: number | null;
  project_id: number;
  order_id: number;
  order_status: number;
  person_id: number;
}

/** A job that the session reaches; 404 for others. */
export async function jobOf(tx: Tx, session: Session, jobId: number, lock = false): Promise<JobFacts> {
  const query = visibleTo(session)
    .innerJoin('work_order_jobs as j', (on) =>
      on.onRef('j.tenant_id', '=', 'work_orders.tenant_id').onRef('j.work_order_id', '=', 'work_orders.id'),
    )
    .where('j.id', '=', jobId)
    .select([
      'j.id as job_id',
      'j.status as job_status',
      'j.user_id',
      'j.project_id',
      'work_orders.id as order_id',
      'work_orders.status as order_status',
      'work_orders.person_id',
    ]);
  // Whoever finishes the order waits until this record is written, or this waits until it is finished.
  const row = await tx.row<JobFacts>(lock ? query.forShare() : query);
  if (!row) throw notFound('服务');
  return row;
}

/** Whether a record may still be corrected: by whoever filled it in, until the order is over. */
export const mayCorrect = (job: Pick<JobFacts, 'job_status' | 'order_status'>, userId: number | null, session: Session) =>
  userId === session.userId && OPEN.includes(job.order_status) && job.job_status !== jobStatus.cancelled;

/** How a job asks for a questionnaire: it was planned with it, or its project still asks for it. */
async function asked(tx: Tx, job: JobFacts, questionnaireId: number) {
  const planned = await tx.row(
    db
      .selectFrom('work_order_job_questionnaires')
      .select('user_id')
      .where('tenant_id', '=', tx.tenantId)
      .where('job_id', '=', job.job_id)
      .where('questionnaire_id', '=', questionnaireId),
  );
  if (planned) return { planned: true, userId: planned.user_id };
  const bound = await tx.row(
    db
      .selectFrom('service_project_questionnaires')
      .select('id')
      .where('tenant_id', '=', tx.tenantId)
      .where('project_id', '=', job.project_id)
      .where('questionnaire_id', '=', questionnaireId),
  );
  return bound ? { planned: false, userId: null } : null;
}

/** Whether the session may fill in for the job; 403 or 422 with the reason otherwise. */
async function needRight(tx: Tx, session: Session, job: JobFacts, questionnaire: QuestionnaireEntity): Promise<void> {
  const ask = await asked(tx, job, questionnaire.id);
  if (!ask) throw refused('该问卷不在此服务的问卷列表中');
  const { permissions, userId } = session;
  const served = permissions.has('members_workorder_serve') && (job.user_id === userId || ask.userId === userId);
  if (!served && !permissions.has('members_workorder_dispatch')) throw forbidden('只有被派单的服务人员可以填写问卷');
  // What a job was planned with may be filled in after the questionnaire was stopped: otherwise a required one could never be.
  const open =
    questionnaire.status === questionnaireStatus.published || (ask.planned && questionnaire.status === questionnaireStatus.stopped);
  if (!open) throw refused('项目暂时无法填写');
}

/** Writes or corrects the record of a job; gives its id. The questionnaire is locked by the caller. */
export async function recordJob(
  tx: Tx,
  deps: Dependencies,
  session: Session,
  questionnaire: QuestionnaireEntity,
  input: Submission,
  request: RequestFacts,
): Promise<number> {
  const job = await jobOf(tx, session, input.workOrderJobId as number, true);
  await needRight(tx, session, job, questionnaire);
  const digest = digestOf(input, session, request);
  let found: string[] = [];
  const its = { tenant_id: tx.tenantId, questionnaire_id: questionnaire.id, job_id: job.job_id };
  const existing = await tx.row(
    db
      .selectFrom('questionnaire_results')
      .select(['id', 'user_id', 'version', 'digest', 'abnormal'])
      .where('tenant_id', '=', its.tenant_id)
      .where('questionnaire_id', '=', its.questionnaire_id)
      .where('job_id', '=', its.job_id)
      .forUpdate(),
  );
  // A phone that heard no answer sends the same once more.
  if (existing?.digest.equals(digest)) return existing.id;
  if (existing) {
    if (existing.user_id !== session.userId) throw conflict('该问卷已由他人填写，不能修改', { id: existing.id, version: existing.version });
    if (!mayCorrect(job, existing.user_id, session)) throw refused('工单已结束，问卷不能再修改');
    if (input.version !== undefined && input.version !== existing.version)
      throw conflict('问卷已被修改，请刷新后重试', { id: existing.id, version: existing.version });
    const columns = await answered(tx, questionnaire, input, { deps, request, session });
    found = columns.abnormal;
    await tx.run(
      db
        .updateTable('questionnaire_results')
        .set({ ...columns, digest, version: sql`version + 1`, updated_at: sql`now()` } as never)
        .where('tenant_id', '=', tx.tenantId)
        .where('id', '=', existing.id),
    );
  } else if (job.order_status === orderStatus.cancelled || job.job_status === jobStatus.cancelled)
    throw refused('服务已取消，不能填写问卷');
  const id = existing?.id ?? (await insert());
  await tellAbnormal();
  await emit('work-order.changed', { workOrderId: job.order_id }, tx, deps);
  return id;

  /** Dispatchers learn once what was found, and anew when a correction finds something else. */
  async function tellAbnormal(): Promise<void> {
    if (found.length === 0 || found.join() === existing?.abnormal.join()) return;
    const order = await tx.row(
      db.selectFrom('work_orders').select(['number', 'person_name']).where('tenant_id', '=', tx.tenantId).where('id', '=', job.order_id),
    );
    const text = `${order?.person_name ?? ''}《${questionnaire.name}》${found.join('；')}（${order?.number ?? ''}）`;
    const link = `/order/workorder/detail?id=${job.order_id}`;
    await tellThoseWith(tx, deps, 'members_workorder_dispatch', {
      kind: 'workorder',
      title: '服务中发现异常',
      text: text.slice(0, 500),
      link,
    });
  }

  async function insert(): Promise<number> {
    const columns = await answered(tx, questionnaire, input, { deps, request, session });
    found = columns.abnormal;
    const made = await tx.row(
      numbered(tx, questionnaire, { ...columns, job_id: job.job_id, digest, person_id: job.person_id, user_id: session.userId }),
    );
    return (made as { id: number }).id;
  }
}
