import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { questionnaireItems as items } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaires as routes } from '#contract/questionnaires/questionnaires.ts';
import { project } from '#test/care.ts';
import { questionnaire, YES_NO } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { addDefaultQuestionnaires, questionnaireDefaults } from './questionnaire-defaults.ts';

let t: Harness;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant, { name: '管理员' });
  reader = await t.user(tenant, { permissions: ['questionnaire_project_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const labels = async (key: string) => (await t.route(items.list, admin, { key })).data.map(({ label }: { label: string }) => label);

describe('questionnaires', () => {
  it('ask for a session, a name and the permission, and are a tenant’s own', async () => {
    assert.equal((await t.route(routes.create, null, { name: '回访' })).status, 401);
    const nameless = await t.route(routes.create, admin, { name: ' ' });
    assert.deepEqual([nameless.status, nameless.msg], [400, '项目名称不能为空']);
    assert.equal((await t.route(routes.create, reader, { name: '回访' })).status, 403);
    const { data: key } = await t.route(routes.create, admin, { name: '回访', describe: '说明' });
    assert.match(key, /^[0-9a-f]{32}$/);
    for (const route of [routes.publish, routes.stop, routes.remove]) {
      const foreign = await t.route(route, stranger, { key });
      assert.deepEqual([foreign.status, foreign.msg], [404, '问卷不存在']);
    }
    assert.equal((await t.route(routes.update, stranger, { key, name: '偷改' })).status, 404);
    assert.equal((await t.route(routes.page, stranger)).data.total, 0);
    const { data } = await t.route(routes.page, reader, { name: '回访', current: 0 });
    assert.deepEqual(
      [data.current, data.size, data.records[0].createBy, data.records[0].status, data.records[0].results],
      [1, 20, '管理员', 1, 0],
    );
  });

  it('are opened by whoever is of the institution, and by everybody while they collect answers', async () => {
    const { key } = await questionnaire(t, admin, { name: '未发布的', published: false });
    const seen = async (as: TestUser | null) => (await t.route(routes.get, as, { key })).data?.name ?? null;
    assert.deepEqual([await seen(null), await seen(stranger), await seen(reader)], [null, null, '未发布的']);
    assert.equal((await t.route(routes.details, null, { projectKey: key })).status, 404);
    await t.route(routes.publish, admin, { key });
    assert.deepEqual([await seen(null), await seen(stranger)], ['未发布的', '未发布的']);
    const { data } = await t.route(routes.details, null, { projectKey: key });
    assert.deepEqual(
      [data.project.userId, data.project.tenantId, data.projectItems.length, data.userProjectTheme],
      [null, admin.tenantId, 3, null],
    );
    assert.equal((await t.route(routes.get, reader, { key })).data.userId, admin.userId);
    assert.equal(
      (await t.call('GET', `/questionnaire/user/project/${key}`, { headers: { authorization: `Bearer ${'x'.repeat(43)}` } })).status,
      401,
    );
    await t.route(routes.stop, admin, { key });
    assert.deepEqual([await seen(null), await seen(stranger), await seen(reader)], [null, null, '未发布的']);
    assert.equal((await t.route(routes.details, null, { projectKey: "' or 1=1" })).status, 404);
  });

  it('go from unpublished to collecting to stopped and back, and are deleted only while they do not collect', async () => {
    const { data: key } = await t.route(routes.create, admin, { name: '空的' });
    const tried = async (route: typeof routes.publish) => {
      const { status, msg } = await t.route(route, admin, { key });
      return [status, msg];
    };
    assert.deepEqual(await tried(routes.publish), [422, '无有效表单项，无法发布']);
    await t.route(items.create, admin, { projectKey: key, formItemId: 101, type: 'DIVIDER' });
    assert.deepEqual(await tried(routes.publish), [422, '无有效表单项，无法发布']);
    assert.deepEqual(await tried(routes.stop), [422, '问卷未在收集中，不能停止']);
    await t.route(items.create, admin, { projectKey: key, formItemId: 102, type: 'INPUT', label: '甲' });
    const both = await Promise.all([t.route(routes.publish, admin, { key }), t.route(routes.publish, admin, { key })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422]);
    assert.equal(both.find(({ status }) => status === 422)?.msg, '问卷已发布，请勿重复操作');
    assert.deepEqual(await tried(routes.remove), [422, '收集中的问卷不能删除，请先停止']);
    assert.equal((await t.route(routes.stop, admin, { key })).msg, '操作成功');
    assert.equal((await t.route(routes.publish, admin, { key })).status, 200);
    await t.route(routes.stop, admin, { key });
    assert.equal((await t.route(routes.remove, admin, { key })).msg, '删除成功');
    assert.equal((await t.route(routes.get, admin, { key })).data, null);
    assert.equal((await t.route(routes.remove, admin, { key })).status, 404);
  });

  it('are found in the recycle bin by the names of the specification, restored with their items, and cleared', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '可恢复' });
    assert.deepEqual((await t.route(routes.consequences, admin, { key })).data.blockers, [
      { text: '收集中的问卷不能删除，请先停止', to: null },
    ]);
    await t.route(routes.stop, admin, { key });
    await t.route(routes.remove, admin, { key });
    const { data } = await t.call('GET', '/questionnaire/user/project/recycle/page?current=1&size=10', { as: admin });
    const [row] = data.records;
    assert.deepEqual([row.id, row.key, row.name, row.resultCount, row.updateTime], [id, key, '可恢复', 0, row.deleteTime]);
    assert.equal((await t.route(routes.removed, stranger)).data.total, 0);
    for (const route of [routes.restore, routes.purge])
      assert.deepEqual(refusal(await t.route(route, stranger, { key })), [404, '已删除的问卷不存在']);
    const restored = await t.call('POST', '/questionnaire/user/project/recycle/restore', { as: admin, input: { key } });
    assert.deepEqual([restored.status, restored.data], [200, true]);
    assert.deepEqual(await labels(key), ['情况', '是否完成', '照片']);
    await t.route(routes.remove, admin, { key });
    const cleared = await t.call('POST', '/questionnaire/user/project/recycle/delete', { as: admin, input: { key } });
    assert.deepEqual([cleared.status, cleared.data], [200, true]);
    const left = await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.row(sql`select 1 from questionnaires where tenant_id = ${tx.tenantId} and id = ${id}`),
    );
    assert.equal(left, undefined);
    assert.deepEqual(refusal(await t.route(routes.restore, admin, { key })), [404, '已删除的问卷不存在']);
  });

  it('that a service project asks for are not deleted', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '被绑定' });
    const { projectId } = await project(t, admin, { type: '绑定', name: '助浴甲' });
    await t.route(projectQuestionnaires.bind, admin, { serverProjectId: projectId, questionList: [{ questionId: id }] });
    await t.route(routes.stop, admin, { key });
    const kept = await t.route(routes.remove, admin, { key });
    assert.deepEqual([kept.status, kept.msg], [422, '问卷已绑定服务项目「助浴甲」，请先解除绑定']);
    await t.route(projectQuestionnaires.bind, admin, { serverProjectId: projectId, questionList: [] });
    assert.equal((await t.route(routes.remove, admin, { key })).status, 200);
  });

  it('are compare-and-set when the caller says what it read', async () => {
    const { data: key } = await t.route(routes.create, admin, { name: '版本' });
    assert.equal((await t.route(routes.update, admin, { key, name: '版本二', version: 1 })).status, 200);
    const late = await t.route(routes.update, admin, { key, name: '版本三', version: 1 });
    assert.deepEqual([late.status, late.data.name, late.data.version], [409, '版本二', 2]);
    assert.equal((await t.route(routes.publish, admin, { key, version: 1 })).status, 409);
  });
});

describe('items', () => {
  it('are served under both spellings, by one route', async () => {
    const { key } = await questionnaire(t, admin, { name: '两种写法' });
    for (const path of ['/questionnaire/item/max-form-id', '/questionnaire/user/project/item/max-form-id'])
      assert.equal((await t.call('GET', path, { as: admin, input: { key } })).data, 103);
    const listed = await t.call('GET', '/questionnaire/user/project/item/list', { input: { key, displayType: false } });
    assert.equal(listed.data.length, 3);
    assert.equal((await t.call('GET', '/questionnaire/item/list', { input: { key, displayType: true } })).data.length, 0);
  });

  it('say what is wrong with them, and change nothing', async () => {
    const { key } = await questionnaire(t, admin, { name: '校验' });
    const form = { projectKey: key, formItemId: 104, type: 'INPUT', label: '乙' };
    assert.equal((await t.route(items.create, null, form)).status, 401);
    assert.equal((await t.route(items.create, reader, form)).status, 403);
    assert.equal((await t.route(items.create, stranger, form)).status, 404);
    for (const [change, status, message] of [
      [{ projectKey: undefined }, 400, 'key请求异常'],
      [{ formItemId: undefined }, 400, 'Id请求错误'],
      [{ type: 'NONSENSE' }, 400, '类型请求错误'],
      [{ label: ' ' }, 400, '请输入题目标题'],
      [{ regList: [{ pattern: '/(?=a)/', message: '' }] }, 400, '不支持的正则表达式：/(?=a)/'],
      [{ type: 'RADIO', expand: { options: [...YES_NO, { label: '又', value: 1 }] } }, 400, '「乙」的选项值重复或为空'],
      [{ type: 'NUMBER_INPUT', expand: { min: 9, max: 1 } }, 400, '「乙」的最小值不能大于最大值'],
      [{ formItemId: 103 }, 409, '题目编号已存在，请刷新后重试'],
      [{ revision: 1 }, 409, '问卷已被他人修改，请刷新后重试'],
    ] as const) {
      const answer = await t.route(items.create, admin, { ...form, ...change });
      assert.deepEqual([answer.status, answer.msg], [status, message]);
    }
    assert.deepEqual(refusal(await t.route(items.update, admin, { ...form, formItemId: 999 })), [404, '题目不存在']);
    assert.deepEqual(refusal(await t.route(items.remove, admin, { projectKey: key, formItemId: 999, type: 'INPUT' })), [404, '题目不存在']);
    assert.deepEqual(await labels(key), ['情况', '是否完成', '照片']);
  });

  it('are 200 at most', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '很长' });
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`insert into questionnaire_items (tenant_id, questionnaire_id, form_item_id, type, label, sort)
        select ${tx.tenantId}::bigint, ${id}::bigint, n, 'INPUT', '题', n * 65536 from generate_series(201, 397) n`),
    );
    const more = await t.route(items.create, admin, { projectKey: key, formItemId: 104, type: 'INPUT', label: '乙' });
    assert.deepEqual(refusal(more), [422, '一份问卷最多200道题目']);
    assert.equal((await labels(key)).length, 200);
  });

  it('keep what their type has and wrap their default; editing makes a new revision', async () => {
    const { key } = await questionnaire(t, admin, { name: '内容' });
    const before = (await t.route(routes.get, admin, { key })).data.revision;
    const form = {
      projectKey: key,
      formItemId: 104,
      type: 'CHECKBOX',
      label: '丙',
      defaultValue: [1],
      placeholder: '',
      required: true,
      span: '',
      showLabel: null,
    };
    await t.route(items.create, admin, {
      ...form,
      expand: { options: YES_NO, min: '', size: null, src: '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png' },
      regList: [],
    });
    const read = async () => (await t.route(items.list, admin, { key })).data.at(-1);
    const made = await read();
    assert.deepEqual(
      [made.defaultValue, made.expand, made.span, made.required, made.placeholder],
      [{ json: true, value: [1] }, { options: YES_NO }, 24, true, ''],
    );
    await t.route(items.update, admin, { ...form, type: 'INPUT', defaultValue: '早', label: '丁' });
    const changed = await read();
    assert.deepEqual([changed.type, changed.defaultValue, changed.expand], ['INPUT', { json: false, value: '早' }, {}]);
    assert.equal((await t.route(routes.get, admin, { key })).data.revision, before + 2);
  });

  it('are moved between the sort values of their neighbours, also when there is no room left', async () => {
    const { key } = await questionnaire(t, admin, { name: '排序' });
    const sorts = async () => (await t.route(items.list, admin, { key })).data.map(({ sort }: { sort: number }) => sort);
    assert.deepEqual(await sorts(), [65536, 131072, 196608]);
    const move = (formItemId: number, at: object) => t.route(items.sort, admin, { projectKey: key, formItemId, ...at });
    assert.equal((await move(103, {})).data, null);
    assert.equal((await move(103, { afterPosition: 65536 })).data.sort, 32768);
    assert.deepEqual(await labels(key), ['照片', '情况', '是否完成']);
    assert.equal((await move(103, { beforePosition: 131072 })).data.sort, 196608);
    assert.equal((await move(103, { beforePosition: 65536, afterPosition: 131072 })).data.sort, 98304);
    assert.deepEqual(await labels(key), ['情况', '照片', '是否完成']);
    // Halving the room again and again uses it up; the order stays what was asked for.
    for (let n = 0; n < 40; n++) {
      const [first, second] = await sorts();
      const last = (await t.route(items.list, admin, { key })).data[2].formItemId;
      assert.equal((await move(last, { beforePosition: first, afterPosition: second })).status, 200);
      const now = await sorts();
      assert.ok(now[0] < now[1] && now[1] < now[2], JSON.stringify(now));
      assert.equal((await t.route(items.list, admin, { key })).data[1].formItemId, last);
    }
    assert.equal((await t.route(items.sort, stranger, { projectKey: key, formItemId: 101, beforePosition: 1 })).status, 404);
  });
});

describe('the defaults of an institution', () => {
  it('are published, open, and not added twice', async () => {
    const chief = await t.user(await t.tenant());
    const made = await t.deps.inTenant(chief.tenantId, addDefaultQuestionnaires);
    assert.deepEqual(
      [...made.keys()],
      questionnaireDefaults.map(({ name }) => name),
    );
    assert.equal((await t.deps.inTenant(chief.tenantId, addDefaultQuestionnaires)).size, 0);
    const { data } = await t.route(routes.page, chief, { status: 2 });
    assert.equal(data.total, 3);
    for (const { key } of data.records) assert.ok((await t.route(routes.details, null, { projectKey: key })).data.projectItems.length > 4);
  });
});
