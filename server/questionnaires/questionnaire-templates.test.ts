import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireQuotas } from '#contract/questionnaires/questionnaire-quotas.ts';
import { questionnaireTemplates as routes, type QuestionnaireTemplate } from '#contract/questionnaires/questionnaire-templates.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { addDictionaries } from '../tenants/tenant-defaults.ts';
import { dictionaryDefaults } from '../system/dictionary-defaults.ts';
import { addSharedTemplates, sharedTemplates } from './template-defaults.ts';

let t: Harness;
let platform: TestUser;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;

/** The categories, where the tenant has none yet. */
const categories = (tenantId: number) =>
  t.deps.inTenant(tenantId, async (tx) => {
    const there = await tx.row(sql`select 1 from dictionaries where tenant_id = ${tenantId} and type = 'questionnaire_category'`);
    if (!there)
      await addDictionaries(
        tx,
        dictionaryDefaults.filter(({ type }) => type === 'questionnaire_category'),
      );
  });

before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  platform = await t.user(PLATFORM);
  admin = await t.user(tenant);
  reader = await t.user(tenant, { permissions: ['questionnaire_project_view'] });
  stranger = await t.user(await t.tenant('松鹤院'));
  for (const { tenantId } of [platform, admin, stranger]) await categories(tenantId);
  await t.deps.inTenant(PLATFORM, async (tx) => {
    await addSharedTemplates(tx);
    await addSharedTemplates(tx);
  });
});
after(() => t.close());

type Listed = { name: string; key: string };
const names = async (as: TestUser, route: typeof routes.page, input: object = {}) =>
  (await t.route(route, as, { size: 50, ...input })).data.records.map(({ name }: Listed) => name).toSorted();
const template = async (as: TestUser, name: string) => {
  const { key } = await questionnaire(t, as, { name });
  return (await t.route(routes.save, as, { key })).data as string;
};
const details = async (as: TestUser, key: string) => t.route(routes.details, as, { key });

describe('templates of questionnaires', () => {
  it('have the categories that clients of the wire know, the highest sort first', async () => {
    const { data } = await t.call('GET', '/questionnaire/project/template/type/list', { as: reader });
    assert.deepEqual(data, [
      { id: 3, name: '满意度', sort: 3 },
      { id: 2, name: '测试', sort: 2 },
      { id: 1, name: '调查', sort: 1 },
      { id: 4, name: '其他', sort: 0 },
    ]);
  });

  it('of the platform are shown to every institution, added once, by name and category', async () => {
    const all = sharedTemplates.map(({ name }) => name).toSorted();
    for (const as of [platform, reader, stranger]) assert.deepEqual(await names(as, routes.page), all);
    assert.deepEqual(await names(reader, routes.page, { name: '膳食', type: '3' }), ['膳食满意度调查']);
    assert.deepEqual(await names(reader, routes.page, { type: 2 }), ['护理员安全培训测试']);
    const { data } = await t.call('GET', '/questionnaire/project/template/page?current=1&size=11&name=&type=', { as: reader });
    assert.deepEqual([data.total, data.records.length], [all.length, all.length]);
    assert.equal((await t.route(routes.page, null)).status, 401);
  });

  it('keep items and logic of a questionnaire, and give both to a new one', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '服务回访' });
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`insert into questionnaire_logics (tenant_id, questionnaire_id, form_item_id, expression, conditions)
        values (${admin.tenantId}, ${id}, 103, 1, ${'[{"formItemId":102,"expression":"eq","optionValue":1}]'}::jsonb)`),
    );
    const saved = await t.call('POST', '/questionnaire/user/project/template/save', { as: admin, input: { key } });
    assert.match(saved.data, /^[0-9a-f]{32}$/);
    const { project, projectItems } = (await details(reader, saved.data)).data as {
      project: QuestionnaireTemplate;
      projectItems: object[];
    };
    assert.deepEqual(
      [project.name, project.categoryId, project.shared, project.likeCount, project.itemCount],
      ['服务回访', 4, false, 0, 3],
    );
    const used = await t.call('POST', '/questionnaire/user/project/use-template/create', { as: admin, input: { key: saved.data } });
    const made = (await t.route(questionnaires.details, admin, { projectKey: used.data })).data;
    assert.deepEqual(
      [made.project.name, made.project.status, made.project.sourceType, made.project.sourceId, made.project.category],
      ['服务回访', 1, 2, String(project.id), 4],
    );
    const bare = (items: object[]) => items.map((item) => ({ ...item, id: 0, projectKey: '', createTime: '', updateTime: '' }));
    const asked = (await t.route(questionnaireItems.list, admin, { key })).data;
    assert.deepEqual(bare(made.projectItems), bare(asked));
    assert.deepEqual(bare(projectItems), bare(asked));
    const logic = await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.rows<{
        conditions: unknown;
      }>(sql`select l.conditions from questionnaire_logics l join questionnaires q on q.tenant_id = l.tenant_id
        and q.id = l.questionnaire_id where q.tenant_id = ${admin.tenantId} and q.key = ${used.data}`),
    );
    assert.deepEqual(
      logic.map(({ conditions }) => conditions),
      [[{ formItemId: 102, expression: 'eq', optionValue: 1 }]],
    );
    assert.equal((await details(admin, saved.data)).data.project.likeCount, 1);
  });

  it('keep the quotas of a questionnaire, and give them to a new one, of which nothing is taken', async () => {
    const options = [
      { label: '上午', value: 1 },
      { label: '下午', value: 2 },
    ];
    const { key } = await questionnaire(t, admin, { items: [{ type: 'RADIO', label: '时段', expand: { options } }] });
    const quotas = [{ most: 3, conditions: [{ formItemId: 101, optionValue: 1 }] }];
    assert.equal((await t.route(questionnaireQuotas.save, admin, { projectKey: key, quotas })).status, 200);
    const { data: kept } = await t.route(routes.save, admin, { key });
    await t.route(questionnaireQuotas.save, admin, { projectKey: key, quotas: [] });
    const { data: made } = await t.route(routes.use, admin, { key: kept });
    const { data: listed } = await t.route(questionnaireQuotas.list, admin, { projectKey: made });
    assert.deepEqual(listed, [{ ...quotas[0], taken: 0 }]);
  });

  it('of the platform are used by every institution and counted there', async () => {
    const [{ key }] = (await t.route(routes.page, stranger, { name: '家属意见' })).data.records;
    const { data: made } = await t.route(routes.use, stranger, { key, name: '九月家属意见' });
    const { project, projectItems } = (await t.route(questionnaires.details, stranger, { projectKey: made })).data;
    assert.deepEqual([project.name, project.tenantId, projectItems.length], ['九月家属意见', stranger.tenantId, 11]);
    assert.equal((await t.route(questionnaires.publish, stranger, { key: made })).status, 200);
    assert.equal((await details(platform, key)).data.project.likeCount, 1);
  });

  it('of an institution are its own, also against a statement that forgets to ask whose they are', async () => {
    const key = await template(admin, '内部模板');
    assert.deepEqual(refusal(await details(stranger, key)), [404, '模板不存在']);
    assert.deepEqual(refusal(await t.route(routes.use, stranger, { key })), [404, '模板不存在']);
    assert.ok(!(await names(stranger, routes.page)).includes('内部模板'));
    assert.deepEqual(await names(stranger, routes.tenantPage), []);
    const seen = await t.deps.inTenant(stranger.tenantId, (tx) =>
      tx.rows<{ shared: boolean; tenant_id: number }>(sql`select shared, tenant_id from questionnaire_templates`),
    );
    assert.ok(seen.length > 0 && seen.every((row) => row.shared && row.tenant_id === PLATFORM));
    for (const forbidden of [sql`update questionnaire_templates set name = '偷改'`, sql`delete from questionnaire_templates`])
      assert.equal(await t.deps.inTenant(stranger.tenantId, (tx) => tx.run(forbidden)), 0, 'shared ones are read only');
    await assert.rejects(
      t.deps.inTenant(admin.tenantId, (tx) => tx.run(sql`update questionnaire_templates set shared = true where key = ${key}`)),
      /check/,
    );
  });

  it('are shared by the platform only, and without pictures that others cannot see', async () => {
    const mine = await template(admin, '想共享的');
    assert.deepEqual(refusal(await t.route(routes.share, admin, { key: mine, shared: true })), [403, '只有平台可以共享模板']);
    const key = await template(platform, '平台的');
    assert.ok(!(await names(admin, routes.page)).includes('平台的'));
    assert.equal((await t.route(routes.share, platform, { key, shared: true, version: 1 })).status, 200);
    assert.ok((await names(admin, routes.page)).includes('平台的'));
    assert.deepEqual(refusal(await t.route(routes.share, platform, { key, shared: false, version: 1 })), [
      409,
      '模板已被他人修改，请刷新后重试',
    ]);
    await t.route(routes.share, platform, { key, shared: 'false', version: 2 });
    assert.ok(!(await names(admin, routes.page)).includes('平台的'));
    const src = '/admin/sys-file/files/aaaaaaaa-1111-4111-8111-111111111111.png';
    const pictured = await questionnaire(t, platform, {
      name: '有图',
      published: false,
      items: [{ type: 'IMAGE', label: '图', expand: { src } }],
    });
    const { data: kept } = await t.route(routes.save, platform, { key: pictured.key, categoryId: 1 });
    assert.deepEqual(refusal(await t.route(routes.share, platform, { key: kept, shared: true })), [
      422,
      '模板里有本机构的图片，其他机构看不到，请删除图片后再共享',
    ]);
  });

  it('are renamed, moved to another category and deleted by their institution', async () => {
    const key = await template(admin, '旧名');
    assert.equal((await t.route(routes.rename, admin, { key, name: '新名', categoryId: 1, version: 1 })).status, 200);
    assert.deepEqual(await names(admin, routes.tenantPage, { type: 1 }), ['新名']);
    await t.route(routes.rename, admin, { key, name: '新名' });
    const { project } = (await details(admin, key)).data;
    assert.deepEqual([project.categoryId, project.describe, project.version], [1, '请如实填写', 3], 'what is absent stays');
    const tried = async (as: TestUser, input: object) => refusal(await t.route(routes.rename, as, { key, ...input }));
    assert.deepEqual(await tried(admin, { name: ' ' }), [400, '请输入模板名称']);
    assert.deepEqual(await tried(admin, { name: '新名', categoryId: 77 }), [400, '问卷分类不存在，请重新选择']);
    assert.deepEqual(await tried(admin, { name: '晚了', version: 1 }), [409, '模板已被他人修改，请刷新后重试']);
    assert.deepEqual(await tried(stranger, { name: '偷改' }), [404, '模板不存在']);
    assert.equal((await tried(reader, { name: '偷改' }))[0], 403);
    assert.equal((await t.route(routes.remove, stranger, { key })).status, 404);
    assert.equal((await t.route(routes.remove, admin, { key })).msg, '删除成功');
    assert.equal((await details(admin, key)).status, 404);
    assert.equal((await t.route(routes.remove, admin, { key })).status, 404);
  });

  it('that were removed wait in the recycle bin, come back without being shared, or go for good', async () => {
    const key = await template(platform, '移除的模板');
    await t.route(routes.share, platform, { key, shared: true });
    const { project } = (await details(platform, key)).data;
    const looked = (await t.route(routes.consequences, platform, { id: project.id })).data;
    assert.deepEqual(
      [looked.name, looked.blockers, looked.effects.map(({ text }: { text: string }) => text)],
      ['移除的模板', [], ['其他机构不再看到此模板；恢复后需要重新共享', '不再能用它新增问卷，恢复后可以']],
    );
    assert.equal((await t.route(routes.remove, platform, { key, version: 1 })).status, 409);
    assert.equal((await t.route(routes.remove, platform, { key, version: 2 })).status, 200);
    assert.equal((await details(stranger, key)).status, 404);
    const removed = async (as: TestUser) => (await t.route(routes.removed, as, { name: '移除' })).data.records;
    assert.deepEqual([(await removed(platform))[0].id, await removed(admin)], [project.id, []]);
    assert.equal((await t.route(routes.restore, admin, { id: project.id })).status, 404);
    assert.equal((await t.route(routes.restore, reader, { id: project.id })).status, 403);
    const { name, notes } = (await t.route(routes.restore, platform, { id: project.id })).data;
    assert.deepEqual([name, notes], ['移除的模板', ['模板不再共享，需要时请重新共享']]);
    assert.equal((await details(platform, key)).data.project.shared, false);
    await t.route(routes.remove, platform, { key });
    assert.equal((await t.route(routes.purge, platform, { id: project.id })).status, 200);
    assert.deepEqual(await removed(platform), []);
    assert.equal((await t.route(routes.restore, platform, { id: project.id })).status, 404);
    const left = await t.deps.inTenant(PLATFORM, (tx) => tx.rows(sql`select from questionnaire_templates where key = ${key}`));
    assert.deepEqual(left, []);
  });

  it('are not made of a questionnaire that is empty or another institution’s', async () => {
    const { data: empty } = await t.route(questionnaires.create, admin, { name: '空的' });
    assert.deepEqual(refusal(await t.route(routes.save, admin, { key: empty })), [422, '问卷没有题目，不能存为模板']);
    const { key } = await questionnaire(t, admin);
    assert.deepEqual(refusal(await t.route(routes.save, stranger, { key })), [404, '问卷不存在']);
  });

  it('and questionnaires have a category, by which the list is filtered', async () => {
    const { key } = await questionnaire(t, admin, { name: '分类的' });
    const set = (as: TestUser, categoryId: number) =>
      t.call('PUT', '/questionnaire/user/project/category', { as, input: { key, categoryId } });
    assert.equal((await set(admin, 2)).data, true);
    const { data } = await t.route(questionnaires.page, reader, { category: 2 });
    assert.deepEqual(
      data.records.map(({ name, category }: { name: string; category: number }) => [name, category]),
      [['分类的', 2]],
    );
    assert.deepEqual(refusal(await set(admin, 9)), [400, '问卷分类不存在，请重新选择']);
    assert.equal((await set(stranger, 2)).status, 404);
    assert.equal((await set(reader, 2)).status, 403);
  });
});
