/** The recycle bin of questionnaires, by their keys and by the names that the specification has for it; answers stay for good. */
import { sql } from 'kysely';
import { questionnaireStatus as status, type questionnaires as routes } from '#contract/questionnaires/questionnaires.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import type { Columns, RowOf } from '../lists/columns.ts';
import { reads } from '../lists/crud.ts';
import { line, lines, named, purgeOne, removedList, removeOne, restoreOne, type Outlook, type Removable } from '../lists/removals.ts';

interface Found {
  name: string;
  status: number;
  results: number;
  projects: string[];
}

async function outlook(tx: Tx, id: number): Promise<Outlook & { status: number; projects: string[] }> {
  const found = await tx.row<Found>(sql`
    select q.name, q.status,
      (select count(*)::integer from questionnaire_results r where r.tenant_id = q.tenant_id and r.questionnaire_id = q.id) as results,
      (select coalesce(array_agg(p.name order by p.id), '{}') from service_project_questionnaires b
        join service_projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
        where b.tenant_id = q.tenant_id and b.questionnaire_id = q.id) as projects
    from questionnaires q where q.tenant_id = ${tx.tenantId} and q.id = ${id} and q.deleted_at is null`);
  if (!found) throw notFound('问卷');
  const { name, results, projects } = found;
  return {
    name,
    detail: results > 0 ? `已填写${results}份` : null,
    blockers: lines(
      found.status === status.published && line('收集中的问卷不能删除，请先停止'),
      projects.length > 0 && line(`已绑定服务项目${named(projects)}，请先解除绑定`, 'projects'),
    ),
    effects: lines(results > 0 && line(`已填写的${results}份结果保留`), line('填写链接不能再打开，恢复后仍可使用')),
    status: found.status,
    projects,
  };
}

export const questionnaireRemoval: Removable = {
  kind: 'questionnaire',
  async look(id, { tx }) {
    const { status: _, projects: __, ...seen } = await outlook(tx, id);
    return seen;
  },

  /** The row is locked by the caller, with the version that was read. */
  async take(id, { tx }) {
    const seen = await outlook(tx, id);
    if (seen.status === status.published) throw refused('收集中的问卷不能删除，请先停止');
    if (seen.projects.length > 0) {
      const names = seen.projects.slice(0, 3).map((name) => `「${name}」`);
      throw refused(`问卷已绑定服务项目${names.join('')}${seen.projects.length > 3 ? '等' : ''}，请先解除绑定`);
    }
    await tx.run(sql`
      update questionnaires set deleted_at = now(), version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    return { name: seen.name, detail: seen.detail };
  },

  async give(id, _kept, { tx }) {
    await tx.run(sql`
      update questionnaires set deleted_at = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is not null`);
    return [];
  },

  /** What was answered names the questions as they were; without answers nothing of it is needed. */
  async clear(tx, ids) {
    await tx.run(sql`
      delete from questionnaires q where q.tenant_id = ${tx.tenantId} and q.id = any(${ids}::bigint[]) and q.deleted_at is not null
        and not exists (select from questionnaire_forms f where f.tenant_id = q.tenant_id and f.questionnaire_id = q.id)
        and not exists (select from questionnaire_results r where r.tenant_id = q.tenant_id and r.questionnaire_id = q.id)
        and not exists (select from call_jobs c where c.tenant_id = q.tenant_id and c.questionnaire_id = q.id)
        and not exists (select from work_order_job_questionnaires j where j.tenant_id = q.tenant_id and j.questionnaire_id = q.id)`);
  },
};

/** The id of a questionnaire by its key, removed or not; throws 404. */
async function idOf(key: string, { tx }: Context, noun = '已删除的问卷'): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`select id from questionnaires where tenant_id = ${tx.tenantId} and key = ${key}`);
  if (!row) throw notFound(noun);
  return row.id;
}

type Row = RowOf<typeof routes.removed>;
const own = (column: 'key' | 'created_at') =>
  sql`(select q.${sql.ref(column)} from questionnaires q where q.tenant_id = removals.tenant_id and q.id = removals.subject_id)`;
/** What the specification's clients read beside what every bin says. */
const more = {
  key: () => own('key'),
  resultCount: () => sql`(select count(*)::integer from questionnaire_results r
    where r.tenant_id = removals.tenant_id and r.questionnaire_id = removals.subject_id)`,
  createTime: () => own('created_at'),
  updateTime: 'deleted_at',
} as const;

/** Removes a questionnaire that the caller has locked. */
export const removeQuestionnaire = (id: number, context: Context) => removeOne(questionnaireRemoval, id, context);

export const recycling: Pick<Handlers<typeof routes>, 'consequences' | 'removed' | 'restore' | 'purge'> = {
  consequences: async ({ key }, context) => questionnaireRemoval.look(await idOf(key, context, '问卷'), context),

  removed: (input, context) => {
    const list = removedList(questionnaireRemoval, context);
    return reads<Row, object, 'removals'>({ ...list, columns: { ...list.columns, ...more } as Columns<Row, 'removals'> }).page(
      input,
      context,
    );
  },

  async restore({ key }, context) {
    await restoreOne(questionnaireRemoval, await idOf(key, context), context);
    return true;
  },
  purge: async ({ key }, context) => purgeOne(questionnaireRemoval, await idOf(key, context), context),
};
