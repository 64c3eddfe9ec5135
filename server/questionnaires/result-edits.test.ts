import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { job, questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

let t: Harness;
let admin: TestUser;
let editor: TestUser;
let reader: TestUser;
let key: string;
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant, { name: '管理员' });
  editor = await t.user(tenant, { name: '修改人', permissions: ['questionnaire_result_view', 'questionnaire_result_edit'] });
  reader = await t.user(tenant, { permissions: ['questionnaire_result_view'] });
  ({ key } = await questionnaire(t, admin, { name: '回访' }));
});
after(() => t.close());

let answers = 0;
/** A stranger's answer; gives its id. */
async function answer(): Promise<number> {
  answers += 1;
  assert.equal(
    (await t.route(routes.create, null, { projectKey: key, originalData: { field101: `好${answers}`, field102: 1 } })).status,
    200,
  );
  return (await t.route(routes.page, admin, { projectKey: key })).data.records[0].id;
}
const read = async (resultId: number, as = editor) => (await t.route(routes.findResult, as, { resultId })).data;
const change = (
  id: number,
  originalData: object,
  { as = editor, version = 1, ...more }: { as?: TestUser; version?: number; processData?: object } = {},
) => t.route(routes.update, as, { id, version, originalData: originalData as Record<string, unknown>, ...more } as never);

describe('a result that staff change', () => {
  it('says what they wrote, who did it and what it said before', async () => {
    const id = await answer();
    const { originalData, changeable, edits } = await read(id);
    assert.deepEqual([changeable, edits], [true, []]);
    const more = { processData: { field102other: '两可' } };
    assert.equal((await change(id, { field101: '很好', field102: 0 }, more)).data, 2);
    const found = await read(id);
    assert.deepEqual(found.originalData, { field101: '很好', field102: 0 });
    assert.equal(found.editUserName, '修改人');
    assert.deepEqual(
      found.edits.map(({ userName, changes }: { userName: string; changes: object[] }) => [userName, changes]),
      [
        [
          '修改人',
          [
            { formItemId: 101, label: '情况', before: originalData.field101, after: '很好' },
            { formItemId: 102, label: '是否完成', before: '是', after: '其他:两可' },
          ],
        ],
      ],
    );
    const rows = (await t.route(routes.page, reader, { projectKey: key })).data.records;
    assert.equal(rows.find((row: { id: number }) => row.id === id).editUserName, '修改人');
    const csv = await fetch(`${t.url}/questionnaire/result/export?format=csv&projectKey=${key}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    }).then((answer) => answer.text());
    assert.match(csv, /修改时间,修改人\r?\n.*很好.*,修改人\r?\n/);
  });

  it('is checked as the fill page checks it, and a wrong one changes nothing', async () => {
    const id = await answer();
    const before = await read(id);
    assert.deepEqual(refusal(await change(id, { field101: '', field102: 1 })), [400, '请填写情况']);
    assert.deepEqual(refusal(await change(id, { field101: '好'.repeat(21), field102: 9 }))[0], 400);
    assert.deepEqual(await read(id), before);
  });

  it('is changed by one of two at the same time, and not at all where nothing differs', async () => {
    const id = await answer();
    const { originalData } = await read(id);
    assert.equal((await change(id, originalData)).data, 1);
    const both = await Promise.all([change(id, { field101: '甲' }), change(id, { field101: '乙' })]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.deepEqual(refusal(await change(id, { field101: '丙' })), [409, '问卷结果已被修改，请刷新后重试']);
    assert.equal((await read(id)).edits.length, 1);
  });

  it('keeps what was answered to a question that is gone in its record', async () => {
    const made = await questionnaire(t, admin, { name: '改题' });
    const id = (await t.route(routes.create, admin, { projectKey: made.key, originalData: { field101: '好', field102: 2 } }))
      .data as number;
    await t.route(questionnaireItems.remove, admin, { projectKey: made.key, formItemId: 102, type: 'RADIO' });
    assert.equal((await change(id, { field101: '好' })).data, 2);
    assert.deepEqual((await read(id)).edits[0].changes, [{ formItemId: 102, label: '是否完成', before: '否', after: '' }]);
  });

  it('is changed only by those who may and who see it, and never where it is the record of a job', async () => {
    const id = await answer();
    assert.equal((await change(id, { field101: '好' }, { as: reader })).status, 403);
    assert.equal((await read(id, reader)).changeable, false);
    assert.equal((await read(id, reader)).originalData, null);
    const stranger = await t.user(await t.tenant());
    assert.deepEqual(refusal(await change(id, { field101: '好' }, { as: stranger })), [404, '问卷结果不存在']);
    const below = await t.user(admin.tenantId, { permissions: ['questionnaire_result_edit'], dataScope: 5 });
    assert.equal((await change(id, { field101: '好' }, { as: below })).status, 404);
    const { jobId } = await job(t, admin, admin);
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(db.updateTable('questionnaire_results').set({ job_id: jobId }).where('tenant_id', '=', admin.tenantId).where('id', '=', id)),
    );
    assert.deepEqual(refusal(await change(id, { field101: '好' })), [422, '工单的问卷由填写人在工单结束前修改']);
  });
});
