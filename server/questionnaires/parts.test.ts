/** Questions with parts: rows, a recommendation, an order, entries of a sub-form. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireLogics } from '#contract/questionnaires/questionnaire-logics.ts';
import { questionnaireReports } from '#contract/questionnaires/questionnaire-reports.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
});
after(() => t.close());

const rows = [
  { label: '饭菜', value: 1 },
  { label: '房间', value: 2 },
];
const options = [
  { label: '好', value: 1 },
  { label: '差', value: 2 },
];
const ITEMS = [
  { type: 'MATRIX_SELECT', label: '满意', required: true, expand: { rows, options } },
  { type: 'MATRIX_SCALE', label: '评分', expand: { rows, max: 5 } },
  { type: 'MATRIX_INPUT', label: '说明', expand: { rows, options } },
  { type: 'NPS', label: '推荐' },
  { type: 'SORT', label: '先后', expand: { options } },
  { type: 'INPUT', label: '为什么差', required: true },
];
const fill = (key: string, originalData: object) => t.route(questionnaireResults.create, null, { projectKey: key, originalData });

/** The questionnaire whose last question is asked where the food was called bad. */
async function asked(): Promise<string> {
  const { key } = await questionnaire(t, admin, { items: ITEMS });
  const conditionList = [{ formItemId: 101, expression: 'eq', optionValue: 2, row: 1 }];
  const saved = await t.route(questionnaireLogics.save, admin, { projectKey: key, formItemId: 106, expression: 1, conditionList });
  assert.equal(saved.status, 200);
  return key;
}

describe('questions with parts', () => {
  it('are refused when they could not be answered', async () => {
    const { key } = await questionnaire(t, admin, { items: [], published: false });
    const make = (item: object) => t.route(questionnaireItems.create, admin, { projectKey: key, formItemId: 101, label: '表', ...item });
    assert.deepEqual(refusal(await make({ type: 'MATRIX_SELECT', expand: { options } })), [400, '「表」请至少添加一行']);
    assert.deepEqual(refusal(await make({ type: 'MATRIX_INPUT', expand: { rows } })), [400, '「表」请至少添加一列']);
    assert.deepEqual(refusal(await make({ type: 'SORT', expand: { options: [options[0], options[0]] } })), [
      400,
      '「表」的选项值重复或为空',
    ]);
    assert.equal((await make({ type: 'MATRIX_SCALE', expand: { rows } })).status, 200);
  });

  it('are checked row by row, and ask for more by the answer of one row', async () => {
    const key = await asked();
    const said = async (data: object) => refusal(await fill(key, data));
    assert.deepEqual(await said({ field101: { 1: 1 } }), [400, '满意：请回答“房间”']);
    assert.deepEqual(await said({ field101: { 1: 1, 2: 9 } }), [400, '满意“房间”的选项不存在']);
    assert.deepEqual(await said({ field101: { 1: 2, 2: 1 } }), [400, '为什么差不能为空']);
    assert.deepEqual(await said({ field101: { 1: 1, 2: 1 }, field105: [1] }), [400, '先后请排出2项的顺序']);
    assert.deepEqual(await said({ field101: { 1: 1, 2: 1 }, field104: 11 }), [400, '推荐格式不正确']);
    assert.equal((await fill(key, { field101: { 1: 1, 2: 2 }, field106: '没有问到' })).status, 200);
    const { data } = await t.route(questionnaireResults.page, admin, { projectKey: key });
    assert.deepEqual(data.records[0].processData.field101.rows, [
      { key: '1', label: '饭菜', cells: ['好'] },
      { key: '2', label: '房间', cells: ['差'] },
    ]);
    assert.equal(data.records[0].processData.field106, undefined);
  });

  it('have columns of their own in the sheet, and figures of their own', async () => {
    const key = await asked();
    const answers = [
      { field101: { 1: 1, 2: 1 }, field102: { 1: 5, 2: 2 }, field103: { 1: { 2: '咸' } }, field104: 10, field105: [2, 1] },
      { field101: { 1: 2, 2: 1 }, field102: { 1: 4 }, field104: 6, field105: [2, 1], field106: '凉' },
    ];
    for (const data of answers) assert.equal((await fill(key, data)).status, 200);
    const sheet = await fetch(`${t.url}/questionnaire/result/export?format=csv&projectKey=${key}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const lines = (await sheet.text()).trim().split(/\r?\n/);
    assert.match(
      lines[0]!,
      /满意：饭菜,满意：房间,评分：饭菜,评分：房间,说明：饭菜 好,说明：饭菜 差,说明：房间 好,说明：房间 差,推荐,先后,为什么差/,
    );
    assert.match(
      lines.find((line) => line.includes('凉'))!,
      /,差,好,4,,,,,,6,差 > 好,凉,/,
    );
    const { data } = await t.route(questionnaireReports.items, admin, { projectKey: key });
    const parts = data.map((one: { parts: unknown }) => one.parts);
    assert.deepEqual(parts.slice(0, 3), [
      {
        kind: 'matrix',
        columns: ['好', '差'],
        rows: [
          { label: '饭菜', counts: [1, 1], mean: null },
          { label: '房间', counts: [2, 0], mean: null },
        ],
      },
      {
        kind: 'matrix',
        columns: ['1', '2', '3', '4', '5'],
        rows: [
          { label: '饭菜', counts: [0, 0, 0, 1, 1], mean: 4.5 },
          { label: '房间', counts: [0, 1, 0, 0, 0], mean: 2 },
        ],
      },
      {
        kind: 'matrix',
        columns: ['好', '差'],
        rows: [
          { label: '饭菜', counts: [0, 1], mean: null },
          { label: '房间', counts: [0, 0], mean: null },
        ],
      },
    ]);
    assert.deepEqual(parts[3], { kind: 'nps', promoters: 1, passives: 0, detractors: 1, score: 0 });
    assert.deepEqual(parts[4].options, [
      { label: '好', ranked: 2, average: 2, firsts: 0 },
      { label: '差', ranked: 2, average: 1, firsts: 2 },
    ]);
    assert.equal(parts[5], null);
  });

  it('have entries that are checked as their questions are', async () => {
    const { key } = await questionnaire(t, admin, { items: [], published: false });
    const items = [
      { formItemId: 1, type: 'INPUT', label: '药名', required: true, expand: { maxlength: 5, options: [], src: '' } },
      { formItemId: 2, type: 'RADIO', label: '何时', expand: { options } },
    ];
    const make = (sub: object[], formItemId = 101) =>
      t.route(questionnaireItems.create, admin, {
        projectKey: key,
        formItemId,
        type: 'SUB_FORM',
        label: '用药',
        expand: { items: sub, max: 2 },
      });
    assert.deepEqual(refusal(await make([])), [400, '「用药」请至少添加一道子题目']);
    assert.deepEqual(refusal(await make([{ formItemId: 1, type: 'UPLOAD', label: '照片' }])), [400, '子表单不支持这种题型']);
    assert.equal((await make(items)).status, 200);
    const { data } = await t.route(questionnaireItems.list, admin, { key });
    assert.deepEqual(data[0].expand.items[0], { ...items[0], expand: { maxlength: 5 } });
    await t.route(questionnaires.publish, admin, { key });
    const entry = { field1: '钙片', field2: 1 };
    assert.deepEqual(refusal(await fill(key, { field101: [entry, { field2: 2 }] })), [400, '用药第2条：药名不能为空']);
    assert.deepEqual(refusal(await fill(key, { field101: [entry, entry, entry] })), [400, '用药最多填写2条']);
    assert.equal((await fill(key, { field101: [{ ...entry, field9: '<script>' }, {}] })).status, 200);
    const found = await t.route(questionnaireResults.page, admin, { projectKey: key });
    assert.deepEqual(found.data.records[0].processData.field101.rows, [{ key: '1', label: '1', cells: ['钙片', '好'] }]);
    const figures = await t.route(questionnaireReports.items, admin, { projectKey: key });
    assert.deepEqual([figures.data[0].answered, figures.data[0].parts], [1, { kind: 'entries', entries: 1 }]);
  });
});
