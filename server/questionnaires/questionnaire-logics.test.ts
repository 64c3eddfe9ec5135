import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { questionnaireItems as items } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireLogics as routes } from '#contract/questionnaires/questionnaire-logics.ts';
import { questionnaireResults as results } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { questionnaire, YES_NO } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  admin = await t.user(tenant);
  reader = await t.user(tenant, { permissions: ['questionnaire_project_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const QUESTIONS = [
  { type: 'RADIO', label: '疼痛', expand: { options: YES_NO } },
  { type: 'INPUT', label: '部位', required: true },
  { type: 'INPUT', label: '备注' },
];
const IF_YES = [{ formItemId: 101, expression: 'eq', optionValue: 1 }];
const make = async (published = true) => (await questionnaire(t, admin, { items: QUESTIONS, published })).key;
const save = (key: string, form: object, as: TestUser | null = admin) => t.route(routes.save, as, { projectKey: key, ...form });
const listed = async (key: string, as: TestUser | null = admin) => (await t.route(routes.list, as, { projectKey: key })).data;
const revisionOf = async (key: string) => (await t.route(questionnaires.get, admin, { key })).data.revision;

describe('logic', () => {
  it('is saved while it is being written, one row for each question and action, also by a client that has no id', async () => {
    const key = await make();
    const half = { formItemId: 102, expression: 1, conditionList: [{ formItemId: 101, expression: null, optionValue: null }] };
    const first = (await save(key, half)).data;
    assert.partialDeepStrictEqual(first, { projectKey: key, action: 'show', target: null, ...half });
    const whole = (await save(key, { formItemId: 102, expression: 2, conditionList: IF_YES })).data;
    assert.deepEqual([whole.id, whole.expression, whole.conditionList], [first.id, 2, IF_YES]);
    const group = { expression: 2, conditionList: IF_YES };
    const must = (await save(key, { formItemId: 102, action: 'require', expression: 1, conditionList: [group] })).data;
    assert.notEqual(must.id, first.id);
    assert.deepEqual(
      (await listed(key)).map(({ id, action }: { id: number; action: string }) => [id, action]),
      [
        [first.id, 'show'],
        [must.id, 'require'],
      ],
    );
    // Of an id that is gone the question and action tell which row is meant; a row that is now about another question is one row still.
    assert.equal((await save(key, { id: 987_654_321, formItemId: 102, expression: 1, conditionList: [] })).data.id, first.id);
    await save(key, { id: must.id, formItemId: 103, action: 'require', conditionList: IF_YES });
    assert.deepEqual(
      (await listed(key)).map(({ formItemId, action }: { formItemId: number; action: string }) => `${formItemId} ${action}`),
      ['102 show', '103 require'],
    );
  });

  it('of simultaneous saves is one row', async () => {
    const key = await make();
    const saved = await Promise.all([1, 2, 1, 2, 1].map((expression) => save(key, { formItemId: 102, expression, conditionList: IF_YES })));
    assert.deepEqual(
      saved.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    assert.equal((await listed(key)).length, 1);
  });

  it('names questions of its own only, jumps forwards, and says what is wrong', async () => {
    const key = await make();
    const before = await revisionOf(key);
    const unknown = [422, '逻辑中的题目不存在，请刷新后重试'];
    for (const [form, wanted] of [
      [{ formItemId: 999, conditionList: IF_YES }, unknown],
      [{ formItemId: 102, conditionList: [{ formItemId: 998, expression: 'eq', optionValue: 1 }] }, unknown],
      [{ formItemId: 102, conditionList: [{ expression: 1, conditionList: [{ formItemId: 998 }] }] }, unknown],
      [{ formItemId: 101, action: 'jump', target: 997, conditionList: IF_YES }, unknown],
      [{ formItemId: 102, action: 'jump', target: 101, conditionList: IF_YES }, [422, '只能跳转到此题之后的题目']],
      [{ formItemId: 102, expression: 3, conditionList: IF_YES }, [400, '请选择满足全部或任一条件']],
      [{ formItemId: 102, conditionList: Array.from({ length: 21 }, () => ({})) }, [400, '条件不能超过20个']],
      [{ projectKey: 'x', formItemId: 102 }, [400, 'projectKey不能为空']],
      [{ formItemId: 102, revision: before - 1 }, [409, '问卷已被他人修改，请刷新后重试']],
    ] as const)
      assert.deepEqual(refusal(await save(key, form)), wanted, JSON.stringify(form));
    assert.deepEqual([await listed(key), await revisionOf(key)], [[], before]);
  });

  it('is the institution’s own to change, and read by strangers while the questionnaire collects', async () => {
    const key = await make(false);
    const { data: row } = await save(key, { formItemId: 102, conditionList: IF_YES });
    for (const [as, status] of [
      [null, 401],
      [reader, 403],
      [stranger, 404],
    ] as const)
      assert.equal((await save(key, { formItemId: 102, conditionList: [] }, as)).status, status);
    assert.equal((await t.route(routes.remove, stranger, { projectKey: key, id: row.id })).status, 200);
    assert.deepEqual([(await listed(key, reader)).length, await listed(key, null), await listed(key, stranger)], [1, [], []]);
    await t.route(questionnaires.publish, admin, { key });
    const other = await t.call('GET', '/questionnaire/user/project/logic/list', { input: { projectKey: key } });
    assert.deepEqual(other.data, [row]);
    assert.deepEqual(await listed("' or 1=1", null), []);
  });

  it('is deleted by its id or by question and action, once or twice, and with its question', async () => {
    const key = await make();
    const { data: row } = await save(key, { formItemId: 102, conditionList: IF_YES });
    const remove = async (input: Record<string, unknown>) => (await t.route(routes.remove, admin, input)).data;
    assert.equal(await remove({}), true);
    assert.equal((await listed(key)).length, 1);
    // A client of the wire sends the whole row, with or without its id.
    assert.deepEqual([await remove(row), await remove(row), await listed(key)], [true, true, []]);
    await save(key, { formItemId: 102, conditionList: IF_YES });
    const { id: _, ...rest } = row;
    assert.deepEqual([await remove(rest), await listed(key)], [true, []]);
    await save(key, { formItemId: 102, conditionList: IF_YES });
    await t.route(items.remove, admin, { projectKey: key, formItemId: 102, type: 'INPUT' });
    assert.deepEqual(await listed(key), []);
  });

  it('raises the revision by one, as a change of an item does', async () => {
    const key = await make();
    const revision = await revisionOf(key);
    await save(key, { formItemId: 102, conditionList: IF_YES, revision });
    assert.equal(await revisionOf(key), revision + 1);
    const stale = await t.route(routes.remove, admin, { projectKey: key, formItemId: 102, revision });
    assert.equal(stale.status, 409);
    await t.route(routes.remove, admin, { projectKey: key, formItemId: 102, revision: revision + 1 });
    assert.equal(await revisionOf(key), revision + 2);
  });
});

describe('an answer under logic', () => {
  const send = (key: string, originalData: object, as: TestUser | null = null) =>
    t.route(results.create, as, { projectKey: key, originalData });
  const kept = async (key: string) => (await t.route(results.page, admin, { projectKey: key })).data.records[0]?.processData;

  it('is not asked of hidden questions, whose answers are dropped', async () => {
    const key = await make();
    await save(key, { formItemId: 102, expression: 1, conditionList: IF_YES });
    const shown = await send(key, { field101: 1 });
    assert.deepEqual([...refusal(shown), shown.data], [400, '部位不能为空', [{ formItemId: 102, message: '部位不能为空' }]]);
    assert.equal((await send(key, { field101: 2, field102: '腰', field103: '无' })).status, 200);
    assert.deepEqual(await kept(key), { field101: '否', field101other: '', field103: '无' });
    assert.equal((await send(key, { field101: 1, field102: '膝' })).status, 200);
    assert.equal((await kept(key)).field102, '膝');
  });

  it('is required where logic says so', async () => {
    const key = await make();
    await save(key, { formItemId: 103, action: 'require', expression: 1, conditionList: IF_YES });
    assert.deepEqual(refusal(await send(key, { field101: 1, field102: '腰' })), [400, '备注不能为空']);
    assert.equal((await send(key, { field101: 2, field102: '腰' })).status, 200);
  });

  it('is asked up to a jump to the end', async () => {
    const key = await make();
    await save(key, { formItemId: 101, action: 'jump', expression: 1, conditionList: IF_YES });
    assert.equal((await send(key, { field101: 1, field102: '腰', field103: '无' })).status, 200);
    assert.deepEqual(await kept(key), { field101: '是', field101other: '' });
  });
});

describe('a calculated answer', () => {
  it('is reckoned by the server, whatever was sent', async () => {
    const scored = [
      { type: 'RADIO', label: '进食', expand: { options: YES_NO } },
      { type: 'NUMBER_INPUT', label: '次数' },
      { type: 'NUMBER_INPUT', label: '总分', expand: { formula: 'field101 * 10 + field102', max: 30 } },
    ];
    const { key } = await questionnaire(t, admin, { items: scored });
    const send = (originalData: object) => t.route(results.create, null, { projectKey: key, originalData });
    assert.equal((await send({ field101: 2, field102: 3, field103: 999 })).status, 200);
    const { data } = await t.route(results.page, admin, { projectKey: key });
    assert.deepEqual(data.records[0].processData, { field101: '否', field101other: '', field102: 3, field103: 23 });
    assert.deepEqual(refusal(await send({ field101: 2, field102: 11 })), [400, '总分不能大于30']);
    const tried = async (formula: string) =>
      refusal(await t.route(items.update, admin, { projectKey: key, formItemId: 103, type: 'NUMBER_INPUT', expand: { formula } }));
    assert.deepEqual(await tried('field101 +'), [400, '计算公式不正确：field101 +']);
    assert.deepEqual(await tried('1'.repeat(201)), [400, '计算公式不能超过200个字符']);
  });
});
