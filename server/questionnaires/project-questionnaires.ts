/** Which questionnaires a service project asks for: bound by whoever keeps the catalogue, needed by its jobs. */
import { sql } from 'kysely';
import { projectQuestionnaires as routes, type BoundQuestionnaire } from '#contract/questionnaires/project-questionnaires.ts';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { merged } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { containing } from '../lists/like.ts';
import { pageOf } from '../lists/paging.ts';
import { checkTenantId } from '../services/service-tree.ts';

export interface AllowedQuestionnaire {
  id: number;
  key: string;
  name: string;
  /** On every new job of the project. */
  isDefault: boolean;
  /** Before the job may be finished. */
  required: boolean;
}

/** The published questionnaires bound to each of these service projects, in their order; a project without any is not in the map. */
export async function allowedQuestionnaires(tx: Tx, projectIds: readonly number[]): Promise<Map<number, AllowedQuestionnaire[]>> {
  const wanted = [...new Set(projectIds)];
  if (wanted.length === 0) return new Map();
  const rows = await tx.rows(
    db
      .selectFrom('service_project_questionnaires as b')
      .innerJoin('questionnaires as q', (on) => on.onRef('q.tenant_id', '=', 'b.tenant_id').onRef('q.id', '=', 'b.questionnaire_id'))
      .select(['b.project_id', 'q.id', 'q.key', 'q.name', 'b.is_default as isDefault', 'b.required'])
      .where('b.tenant_id', '=', tx.tenantId)
      .where('b.project_id', 'in', wanted)
      .where('q.status', '=', 2)
      .where('q.deleted_at', 'is', null)
      .orderBy('b.sort')
      .orderBy('b.id'),
  );
  const found = new Map<number, AllowedQuestionnaire[]>();
  for (const { project_id, ...one } of rows) found.set(project_id, [...(found.get(project_id) ?? []), one]);
  return found;
}

export interface JobResult {
  jobId: number;
  questionnaireId: number;
  resultId: number;
  /** When it was first filled in. */
  createTime: string;
  /** What was answered that should not be. */
  abnormal: string[];
}

/** What was filled in for these jobs of work orders: one row per job and questionnaire. */
export async function resultsOfJobs(tx: Tx, jobIds: readonly number[]): Promise<JobResult[]> {
  const wanted = [...new Set(jobIds)];
  if (wanted.length === 0) return [];
  const rows = await tx.rows(
    db
      .selectFrom('questionnaire_results')
      .select(['job_id as jobId', 'questionnaire_id as questionnaireId', 'id as resultId', 'created_at as createTime', 'abnormal'])
      .where('tenant_id', '=', tx.tenantId)
      .where('job_id', 'in', wanted)
      .orderBy('id'),
  );
  return rows.map((row) => ({ ...row, jobId: row.jobId as number }));
}

/** All that are bound to a project, in their order; those that are not published too. */
const boundTo = (tx: Tx, projectId: number): Promise<BoundQuestionnaire[]> =>
  tx.rows(
    db
      .selectFrom('service_project_questionnaires as b')
      .innerJoin('questionnaires as q', (on) => on.onRef('q.tenant_id', '=', 'b.tenant_id').onRef('q.id', '=', 'b.questionnaire_id'))
      .select([
        'q.id as questionId',
        'b.project_id as serverProjectId',
        'q.key',
        'q.name',
        'q.status',
        'b.is_default as isDefault',
        'b.required',
      ])
      .where('b.tenant_id', '=', tx.tenantId)
      .where('b.project_id', '=', projectId)
      .where('q.deleted_at', 'is', null)
      .orderBy('b.sort')
      .orderBy('b.id'),
  );

const published = (tx: Tx) =>
  db
    .selectFrom('questionnaires as q')
    .where('q.tenant_id', '=', tx.tenantId)
    .where('q.deleted_at', 'is', null)
    .where('q.status', '=', questionnaireStatus.published);

const UNSAID = { isDefault: false, required: false };

export const projectQuestionnaires: Handlers<typeof routes> = {
  async bind({ serverProjectId, questionList, expected }, { tx }) {
    const ids = questionList.map(({ questionId }) => questionId);
    if (new Set(ids).size < ids.length) throw invalid('问卷不能重复绑定');
    // Two who save at once come one after the other.
    const project = await tx.row(
      db
        .selectFrom('service_projects')
        .select('id')
        .where('tenant_id', '=', tx.tenantId)
        .where('id', '=', serverProjectId)
        .forNoKeyUpdate(),
    );
    if (!project) throw notFound('服务项目');
    const before = await boundTo(tx, serverProjectId);
    const had = before.map(({ questionId }) => questionId);
    if (expected && expected.toSorted().join() !== had.toSorted().join())
      throw conflict('服务项目的问卷已被他人修改，请刷新后重试', before);
    const fresh = ids.filter((id) => !had.includes(id));
    if (fresh.length > 0) {
      const known = await tx.rows(published(tx).select('q.id').where('q.id', 'in', fresh).forShare());
      if (known.length < fresh.length) throw refused('问卷不存在或未发布');
    }
    const mine = db
      .deleteFrom('service_project_questionnaires')
      .where('tenant_id', '=', tx.tenantId)
      .where('project_id', '=', serverProjectId);
    await tx.run(ids.length > 0 ? mine.where('questionnaire_id', 'not in', ids) : mine);
    if (questionList.length === 0) return true;
    await tx.run(
      db
        .insertInto('service_project_questionnaires')
        .values(
          questionList.map(({ questionId, ...said }, sort) => {
            const { isDefault, required } = merged(before.find((one) => one.questionId === questionId) ?? UNSAID, said);
            // What must be filled in is on every job.
            return {
              tenant_id: tx.tenantId,
              project_id: serverProjectId,
              questionnaire_id: questionId,
              is_default: isDefault || required,
              required,
              sort,
            };
          }),
        )
        .onConflict((on) =>
          on.columns(['tenant_id', 'project_id', 'questionnaire_id']).doUpdateSet({
            is_default: sql`excluded.is_default`,
            required: sql`excluded.required`,
            sort: sql`excluded.sort`,
          }),
        ),
    );
    return true;
  },

  async page(input, context) {
    const { tx } = context;
    checkTenantId(context, input.tenantId);
    const { serverProjectId = null, name } = input;
    const all = published(tx).leftJoin('service_project_questionnaires as b', (on) =>
      on.onRef('b.tenant_id', '=', 'q.tenant_id').onRef('b.questionnaire_id', '=', 'q.id').on('b.project_id', '=', serverProjectId),
    );
    const matching = name ? all.where('q.name', 'like', containing(name)) : all;
    return pageOf(context, input, matching, (query) =>
      query
        .select(['q.id', 'q.name', 'q.key', 'q.status'])
        .select([
          sql<boolean>`b.id is not null`.as('bound'),
          sql<boolean>`coalesce(b.is_default, false)`.as('isDefault'),
          sql<boolean>`coalesce(b.required, false)`.as('required'),
        ])
        .orderBy(sql`b.id is null`)
        .orderBy('b.sort')
        .orderBy('q.created_at', 'desc')
        .orderBy('q.id', 'desc'),
    );
  },

  async list({ serverProjectId, tenantId, withStopped }, context) {
    const { tx } = context;
    checkTenantId(context, tenantId);
    if (serverProjectId === undefined) {
      const rows = await tx.rows(
        published(tx).select(['q.id', 'q.key', 'q.name', 'q.status']).orderBy('q.created_at', 'desc').orderBy('q.id', 'desc').limit(1000),
      );
      return rows.map(({ id, ...one }) => ({ questionId: id, serverProjectId: null, ...one, isDefault: false, required: false }));
    }
    const bound = await boundTo(tx, serverProjectId);
    return withStopped ? bound : bound.filter(({ status }) => status === questionnaireStatus.published);
  },
};
