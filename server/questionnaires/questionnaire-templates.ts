/** Templates of questionnaires: the platform's that are shared, and the institution's own (docs/decisions/098). */
import { sql } from 'kysely';
import { OTHER_CATEGORY, questionnaireTemplates as routes } from '#contract/questionnaires/questionnaire-templates.ts';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Work } from '../context.ts';
import { inside } from '../db/inside.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, reads, type ListOf } from '../lists/crud.ts';
import { removeOne, removing } from '../lists/removals.ts';
import { copyInto, itemsOfTemplate, keptItem, keptLogic, type Kept, type KeptItem } from './template-copies.ts';
import { categoriesOf, needCategory } from './template-categories.ts';
import { templateRemoval } from './template-removal.ts';
import { quotasOf } from './questionnaire-quotas.ts';
import { logicsOf } from './logic-rows.ts';
import { jsonb, itemsOf, readQuestionnaire } from './questionnaire-rows.ts';
import { lockQuestionnaire, newKey } from './questionnaires.ts';

const columns = {
  id: 'id',
  key: 'key',
  name: 'name',
  describe: 'describe',
  coverImg: 'cover_img',
  likeCount: 'like_count',
  categoryId: 'category',
  status: () => sql<number>`2`,
  shared: 'shared',
  itemCount: () => sql<number>`(select count(*)::integer from jsonb_array_elements(items) i where not (i ->> 'displayType')::boolean)`,
  version: 'version',
  createTime: 'created_at',
  updateTime: 'updated_at',
} as const;

const own: ListOf<typeof routes.tenantPage, 'questionnaire_templates'> = {
  table: 'questionnaire_templates',
  noun: '模板',
  soft: true,
  columns,
  filters: { name: contains('name'), type: equals('category') },
  sorts: { update_time: 'updated_at' },
  order: 'updated_at',
};

/** Row-level security shows each tenant the platform's shared ones beside its own; a list is of the rows of the caller's tenant. */
const everyones: typeof own = {
  ...own,
  from: sql`(select (select app.tenant()) as tenant_id, id, key, name, describe, cover_img, like_count, category, shared, items, version,
    created_at, updated_at, deleted_at from questionnaire_templates where shared)`.as('questionnaire_templates'),
};

/** A template that the tenant may use: its own or a shared one; undefined when there is none. */
const find = (tx: Tx, key: string) =>
  tx.row(
    db
      .selectFrom('questionnaire_templates')
      .selectAll()
      .where('key', '=', key)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('tenant_id', '=', tx.tenantId), eb('shared', '=', true)])),
  );

/** A template of the institution, locked; 404 when it is not its own, 409 when it is not as it was read. */
async function lockTemplate({ tx }: Work, key: string, version: number | undefined): Promise<{ id: number }> {
  const mine = db
    .selectFrom('questionnaire_templates')
    .select(['id', 'name', 'version'])
    .where('tenant_id', '=', tx.tenantId)
    .where('key', '=', key)
    .where('deleted_at', 'is', null);
  const row = await tx.row(mine.forUpdate());
  if (!row) throw notFound('模板');
  if (version !== undefined && version !== row.version) throw conflict('模板已被他人修改，请刷新后重试', row);
  return row;
}

/** Changes a template of the institution; throws as `lockTemplate`. */
async function change(work: Work, key: string, version: number | undefined, values: Record<string, unknown>): Promise<true> {
  const { tx } = work;
  const { id } = await lockTemplate(work, key, version);
  await tx.run(
    db
      .updateTable('questionnaire_templates')
      .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` } as never)
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id),
  );
  return true;
}

/** Pictures of one institution cannot be seen in another. */
const OWN_FILE = '/admin/sys-file/';

/** Counts that a template was used; of a shared one in the platform, whose row it is. */
async function countUse({ tx, deps }: Context, tenantId: number, id: number): Promise<void> {
  const count = (at: Tx) =>
    at.run(sql`update questionnaire_templates set like_count = like_count + 1 where tenant_id = ${tenantId} and id = ${id}`);
  await (tenantId === tx.tenantId ? count(tx) : inside(tx, deps, PLATFORM, count));
}

export const questionnaireTemplates: Handlers<typeof routes> = {
  types: (_, { tx }) => categoriesOf(tx),
  page: reads(everyones).page,
  tenantPage: reads(own).page,

  async details({ key }, { tx }) {
    const row = await find(tx, key);
    if (!row) throw notFound('模板');
    const items = row.items as KeptItem[];
    return {
      project: {
        id: row.id,
        key,
        name: row.name,
        describe: row.describe,
        coverImg: row.cover_img,
        likeCount: row.like_count,
        categoryId: row.category,
        status: questionnaireStatus.published,
        shared: row.shared,
        itemCount: items.filter(({ displayType }) => !displayType).length,
        version: row.version,
        createTime: row.created_at,
        updateTime: row.updated_at,
      },
      projectItems: itemsOfTemplate(items, { key, at: row.updated_at }),
    };
  },

  async save({ key, name, categoryId = OTHER_CATEGORY }, { tx, session }) {
    await needCategory(tx, categoryId);
    const questionnaire = await readQuestionnaire(tx, key);
    if (!questionnaire) throw notFound('问卷');
    const items = await itemsOf(tx, questionnaire);
    if (items.length === 0) throw refused('问卷没有题目，不能存为模板');
    const made = newKey();
    await tx.run(
      db.insertInto('questionnaire_templates').values({
        tenant_id: tx.tenantId,
        key: made,
        name: name || questionnaire.name,
        describe: questionnaire.describe,
        category: categoryId,
        items: jsonb(items.map(keptItem)),
        logics: jsonb((await logicsOf(tx, questionnaire)).map(keptLogic)),
        quotas: jsonb((await quotasOf(tx, questionnaire.id)).map(({ most, conditions }) => ({ most, conditions }))),
        created_by: session.userId,
      }),
    );
    return made;
  },

  async use({ key, name }, context) {
    const { tx, session } = context;
    const template = await find(tx, key);
    if (!template) throw notFound('模板');
    const made = newKey();
    const row = await tx.row(
      db
        .insertInto('questionnaires')
        .values({
          tenant_id: tx.tenantId,
          key: made,
          name: name || template.name,
          describe: template.describe,
          category: template.category,
          source_type: 2,
          source_id: String(template.id),
          created_by: session.userId,
        })
        .returning('id'),
    );
    await copyInto(tx, (row as { id: number }).id, template as unknown as Kept);
    await countUse(context, template.tenant_id, template.id);
    return made;
  },

  async rename({ key, name, describe, categoryId, version }, context) {
    if (categoryId !== undefined) await needCategory(context.tx, categoryId);
    const given = { name, describe, category: categoryId };
    return change(context, key, version, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  },

  async share({ key, shared, version }, context) {
    const template = await find(context.tx, key);
    if (shared && template && JSON.stringify([template.items, template.describe, template.cover_img]).includes(OWN_FILE))
      throw refused('模板里有本机构的图片，其他机构看不到，请删除图片后再共享');
    return change(context, key, version, { shared });
  },

  ...removing(templateRemoval),
  async remove({ key, version }, context) {
    const { id } = await lockTemplate(context, key, version);
    return removeOne(templateRemoval, id, context);
  },

  async setCategory({ key, categoryId }, context) {
    await needCategory(context.tx, categoryId);
    const { id } = await lockQuestionnaire(context, key);
    await context.tx.run(
      db
        .updateTable('questionnaires')
        .set({ category: categoryId, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', context.tx.tenantId)
        .where('id', '=', id),
    );
    return true;
  },
};
