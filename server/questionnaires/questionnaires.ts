/** Questionnaires: made, published, stopped, deleted; and opened by their key. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { questionnaires as routes, questionnaireStatus as status } from '#contract/questionnaires/questionnaires.ts';
import type { Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, from, reads, to, type ListOf } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { keepUpload } from '../files/file-keeping.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { entityOf, itemsOf, questionnaireColumns, readQuestionnaire, type QuestionnaireEntity } from './questionnaire-rows.ts';
import { recycling, removeQuestionnaire } from './questionnaire-removal.ts';
import { lookOf } from './looks.ts';
import { questionnaireSheet } from './questionnaires-sheet.ts';
import { withPictures } from './stranger-pictures.ts';
import { placeOf } from './visitors.ts';

export const newKey = () => randomBytes(16).toString('hex');

const list: ListOf<typeof routes.page, 'questionnaires'> = {
  table: 'questionnaires',
  noun: '问卷',
  soft: true,
  columns: {
    ...questionnaireColumns,
    createBy: lookup('users', 'name', 'questionnaires.created_by'),
    results: () =>
      sql`(select count(*) from questionnaire_results r where r.tenant_id = questionnaires.tenant_id
        and r.questionnaire_id = questionnaires.id)`,
    serverProjectNames: () => sql`(select string_agg(p.name, '、' order by p.id) from service_project_questionnaires b
      join service_projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
      where b.tenant_id = questionnaires.tenant_id and b.questionnaire_id = questionnaires.id)`,
  },
  filters: {
    name: contains('name'),
    status: equals('status'),
    category: equals('category'),
    beginDateTime: from('updated_at'),
    endDateTime: to('updated_at'),
  },
  sorts: { update_time: 'updated_at', name: 'name' },
};
const { page } = reads(list);

/** The questionnaire, locked against others who change it; 404 when there is none, 409 when it is not as it was read. */
export async function lockQuestionnaire(
  { tx }: Work,
  key: string,
  read: { version?: number | undefined; revision?: number | undefined } = {},
): Promise<QuestionnaireEntity> {
  await tx.run(db.selectFrom('questionnaires').select('id').where('tenant_id', '=', tx.tenantId).where('key', '=', key).forUpdate());
  const row = await readQuestionnaire(tx, key);
  if (!row) throw notFound('问卷');
  const stale =
    (read.version !== undefined && read.version !== row.version) || (read.revision !== undefined && read.revision !== row.revision);
  if (stale) throw conflict('问卷已被他人修改，请刷新后重试', row);
  return row;
}

/** The questionnaire locked and its next revision begun: its items or their logic change. */
export async function beginRevision(work: Work, key: string, revision: number | undefined): Promise<QuestionnaireEntity> {
  const row = await lockQuestionnaire(work, key, { revision });
  await work.tx.run(
    db
      .updateTable('questionnaires')
      .set({ revision: sql`revision + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', work.tx.tenantId)
      .where('id', '=', row.id),
  );
  await work.emit('questionnaire.changed', { questionnaireId: row.id, revision: row.revision + 1 });
  return row;
}

async function set({ tx }: Work, { id }: { id: number }, values: Record<string, unknown>): Promise<true> {
  await tx.run(
    db
      .updateTable('questionnaires')
      .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` } as never)
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id),
  );
  return true;
}

export const questionnaires: Handlers<typeof routes> = {
  page,
  async list({ status: wanted }, { tx }) {
    const rows = await tx.rows(
      db
        .selectFrom('questionnaires')
        .selectAll()
        .where('tenant_id', '=', tx.tenantId)
        .where('deleted_at', 'is', null)
        .$if(wanted !== undefined, (kept) => kept.where('status', '=', wanted!))
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1000),
    );
    return rows.map(entityOf);
  },

  async upload(_input, { tx, session, deps, upload, afterRollback }) {
    const { url } = await keepUpload(tx, deps, upload, { purpose: 'shared', userId: session.userId }, afterRollback);
    return url;
  },

  export: exporting(routes.export, questionnaireSheet(listOf(list))),

  async create({ name, describe }, { tx, session }) {
    const key = newKey();
    await tx.run(db.insertInto('questionnaires').values({ tenant_id: tx.tenantId, key, name, describe, created_by: session.userId }));
    return key;
  },

  async update({ key, name, describe, version }, context) {
    const row = await lockQuestionnaire(context, key, { version });
    const changed = row.name !== name || (describe !== undefined && row.describe !== describe);
    if (changed) await context.emit('questionnaire.changed', { questionnaireId: row.id, revision: row.revision + 1 });
    // A record names the title under which it was filled in.
    return set(context, row, {
      name,
      ...(describe === undefined ? {} : { describe }),
      ...(changed ? { revision: sql`revision + 1` } : {}),
    });
  },

  async publish({ key, version }, context) {
    const row = await lockQuestionnaire(context, key, { version });
    if (row.status === status.published) throw refused('问卷已发布，请勿重复操作', row);
    const items = await itemsOf(context.tx, row);
    if (!items.some(({ displayType }) => !displayType)) throw refused('无有效表单项，无法发布');
    return set(context, row, { status: status.published });
  },

  async stop({ key, version }, context) {
    const row = await lockQuestionnaire(context, key, { version });
    if (row.status !== status.published) throw refused('问卷未在收集中，不能停止', row);
    return set(context, row, { status: status.stopped });
  },

  async remove({ key, version }, context) {
    const { id } = await lockQuestionnaire(context, key, { version });
    return removeQuestionnaire(id, context);
  },
  ...recycling,

  async get({ key }, context) {
    const place = await placeOf(context, key);
    if (!place) return null;
    const row = await context.deps.inTenant(place.tenantId, (tx) => readQuestionnaire(tx, key));
    return row ? { ...row, userId: place.session ? row.userId : null } : null;
  },

  async details({ projectKey }, context) {
    const place = await placeOf(context, projectKey);
    if (!place) throw notFound('问卷');
    return context.deps.inTenant(place.tenantId, async (tx) => {
      const project = await readQuestionnaire(tx, projectKey);
      if (!project) throw notFound('问卷');
      const details = {
        project: { ...project, userId: place.session ? project.userId : null },
        projectItems: await itemsOf(tx, project),
        userProjectTheme: await lookOf(tx, project),
      };
      return place.session ? details : withPictures({ tx, deps: context.deps }, details);
    });
  },
};
