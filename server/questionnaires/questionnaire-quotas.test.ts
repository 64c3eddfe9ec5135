import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { questionnaireQuotas as routes } from '#contract/questionnaires/questionnaire-quotas.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaireSettings } from '#contract/questionnaires/questionnaire-settings.ts';
import { person } from '#test/care.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const options = [
  { label: '上午', value: 1 },
  { label: '下午', value: 2 },
];
const ITEMS = [
  { type: 'RADIO', label: '时段', expand: { options } },
  { type: 'CHECKBOX', label: '地点', expand: { options } },
  { type: 'INPUT', label: '姓名' },
];
const morning = { formItemId: 101, optionValue: 1 };
const place = { formItemId: 102, optionValue: 2 };
const save = (projectKey: string, quotas: object[], as = admin) => t.route(routes.save, as, { projectKey, quotas });
const fill = (projectKey: string, originalData: object, as: TestUser | null = null, more: object = {}) =>
  t.route(questionnaireResults.create, as, { projectKey, originalData, ...more });
const full = async (projectKey: string, as: TestUser | null = null) => (await t.route(routes.full, as, { projectKey })).data;
const FULL = '「时段」“上午”的名额已满，请改选其他选项';

describe('quotas of choices', () => {
  it('let one of twenty in who come at once for the last place', async () => {
    const { key } = await questionnaire(t, admin, { items: ITEMS });
    assert.equal((await save(key, [{ most: 2, conditions: [morning] }])).status, 200);
    assert.equal((await fill(key, { field101: 1, field103: '先到' })).status, 200);
    assert.deepEqual(await full(key), []);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => fill(key, { field101: 1, field103: `第${at}人` })));
    assert.deepEqual(
      answers.map((one) => one.status).sort((a, b) => a - b),
      [200, ...Array.from({ length: 19 }, () => 422)],
    );
    const late = answers.find((one) => one.status === 422)!;
    assert.deepEqual([late.msg, late.data], [FULL, [{ formItemId: 101, message: FULL }]]);
    assert.deepEqual(await full(key), [{ conditions: [morning] }]);
    assert.equal((await fill(key, { field101: 2 })).status, 200);
    assert.equal((await fill(key, { field103: '不选' })).status, 200);
    assert.deepEqual((await t.route(routes.list, admin, { projectKey: key })).data, [{ most: 2, conditions: [morning], taken: 2 }]);
  });

  it('count two choices together', async () => {
    const { key } = await questionnaire(t, admin, { items: ITEMS });
    await save(key, [{ most: 1, conditions: [morning, place] }]);
    assert.equal((await fill(key, { field101: 1, field102: [1, 2] })).status, 200);
    assert.deepEqual(refusal(await fill(key, { field101: 1, field102: [2] })), [
      422,
      '「时段」“上午” 且 「地点」“下午”的名额已满，请改选其他选项',
    ]);
    assert.equal((await fill(key, { field101: 1, field102: [1] })).status, 200);
    assert.equal((await fill(key, { field101: 2, field102: [2] })).status, 200);
  });

  it('do not hold for what staff write of a person, which takes no place either', async () => {
    const { key } = await questionnaire(t, admin, { items: ITEMS });
    await save(key, [{ most: 1, conditions: [morning] }]);
    const personId = await person(t, admin.tenantId);
    assert.equal((await fill(key, { field101: 1 }, admin, { personId })).status, 200);
    assert.equal((await fill(key, { field101: 1, field103: '一' })).status, 200);
    assert.equal((await fill(key, { field101: 1, field103: '二' }, admin, { personId })).status, 200);
    assert.equal((await fill(key, { field101: 1, field103: '三' }, admin)).status, 422);
  });

  it('hold for staff who change a result, whose own place stays its own', async () => {
    const { key } = await questionnaire(t, admin, { items: ITEMS });
    await save(key, [{ most: 1, conditions: [morning] }]);
    const taken = async () => (await t.route(routes.list, admin, { projectKey: key })).data[0].taken;
    await fill(key, { field101: 1, field103: '先到' });
    await fill(key, { field101: 2, field103: '后到' });
    const { records } = (await t.route(questionnaireResults.page, admin, { projectKey: key })).data;
    const [late, first] = records as { id: number; version: number }[];
    const edit = ({ id }: { id: number }, version: number, originalData: object) =>
      t.route(questionnaireResults.update, admin, { id, version, originalData } as never);
    const refusedEdit = await edit(late!, 1, { field101: 1, field103: '后到' });
    assert.deepEqual([refusedEdit.status, refusedEdit.msg, refusedEdit.data], [422, FULL, [{ formItemId: 101, message: FULL }]]);
    assert.equal((await edit(first!, 1, { field101: 1, field103: '改名' })).status, 200);
    assert.equal(await taken(), 1);
    assert.equal((await edit(first!, 2, { field101: 2, field103: '改名' })).status, 200);
    assert.equal(await taken(), 0);
    assert.equal((await edit(late!, 1, { field101: 1, field103: '后到' })).status, 200);
    assert.deepEqual([await taken(), await full(key)], [1, [{ conditions: [morning] }]]);
  });

  it('are counted anew when they are saved, and keep their counts beside the results', async () => {
    const { key } = await questionnaire(t, admin, { items: ITEMS });
    for (const [at, data] of [{ field101: 1 }, { field101: 1, field102: [1, 2] }, { field102: [2] }].entries())
      await fill(key, { ...data, field103: `第${at}人` });
    await fill(key, { field101: 1 }, admin, { personId: await person(t, admin.tenantId) });
    const quotas = [
      { most: 9, conditions: [place] },
      { most: 9, conditions: [morning, place] },
      { most: 9, conditions: [morning] },
    ];
    await save(key, quotas);
    const counts = async () => (await t.route(routes.list, admin, { projectKey: key })).data.map(({ taken }: { taken: number }) => taken);
    assert.deepEqual(await counts(), [2, 1, 2]);
    await fill(key, { field101: 1, field102: [2] });
    assert.deepEqual(await counts(), [3, 2, 3]);
    await save(key, quotas.toReversed());
    assert.deepEqual(await counts(), [3, 2, 3]);
  });

  it('are saved whole, beside the setting, by staff of the institution', async () => {
    const { key } = await questionnaire(t, admin, { items: ITEMS });
    await save(key, [{ most: 3, conditions: [morning] }]);
    await t.route(questionnaireSettings.save, admin, { projectKey: key, submitPromptText: '谢谢' });
    assert.equal((await t.route(routes.list, admin, { projectKey: key })).data.length, 1);
    assert.deepEqual(refusal(await save(key, [{ most: 3, conditions: [{ formItemId: 103, optionValue: 1 }] }])), [
      400,
      '配额只能用于单选、多选、下拉、图片选择的选项',
    ]);
    assert.equal((await save(key, [{ most: 0, conditions: [morning] }])).status, 400);
    assert.equal((await save(key, [], stranger)).status, 404);
    assert.equal((await t.route(routes.list, stranger, { projectKey: key })).status, 404);
    assert.equal((await t.route(routes.list, admin, { projectKey: key })).data[0].most, 3);
    assert.equal((await save(key, [])).status, 200);
    assert.deepEqual((await t.route(routes.list, admin, { projectKey: key })).data, []);
    assert.deepEqual(await full('f'.repeat(32)), []);
  });
});
