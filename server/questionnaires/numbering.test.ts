import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireQuotas } from '#contract/questionnaires/questionnaire-quotas.ts';
import { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaireSettings } from '#contract/questionnaires/questionnaire-settings.ts';
import { questionnaire, YES_NO } from '#test/forms.ts';
import { harness, refusal, type Answer, type Harness, type TestUser } from '#test/harness.ts';
import type { Tx } from '../db/tenant.ts';

let t: Harness;
let admin: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
});
after(() => t.close());

const ITEMS = [
  { type: 'INPUT', label: '姓名' },
  { type: 'RADIO', label: '参加', expand: { options: YES_NO } },
];
const fill = (projectKey: string, originalData: object) => t.route(routes.create, null, { projectKey, originalData });
const numbers = (id: number) =>
  t.deps.inTenant(admin.tenantId, async (tx) =>
    (
      await tx.rows<{ n: number }>(sql`select serial_number as n from questionnaire_results
        where tenant_id = ${admin.tenantId} and questionnaire_id = ${id} order by id`)
    ).map(({ n }) => n),
  );

/** Changes a questionnaire while an answer waits to be numbered: it was checked before. Gives what the answer was told. */
async function overtake(key: string, id: number, originalData: object, change: (tx: Tx) => Promise<unknown>) {
  const { told } = await t.deps.inTenant(admin.tenantId, async (tx) => {
    await tx.run(sql`select 1 from questionnaires where tenant_id = ${admin.tenantId} and id = ${id} for no key update`);
    const answer = fill(key, originalData);
    const waits = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like '%numbered%'`;
    while ((await t.admin.query(waits, [t.database])).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await change(tx);
    return { told: answer };
  });
  return told;
}
const set = (id: number, values: ReturnType<typeof sql>) => (tx: Tx) =>
  tx.run(sql`update questionnaires set ${values} where tenant_id = ${admin.tenantId} and id = ${id}`);

/** Changes the questionnaire right before the last statement of an answer, so many times in a row. Gives what the answer was told. */
async function overtakeAgain(times: number, id: number, answer: () => Promise<Answer>) {
  const { inTenant } = t.deps;
  let left = times;
  const before = (tx: Tx): Tx => ({
    ...tx,
    last: (async (...queries: []) => {
      if (left-- > 0) await inTenant(admin.tenantId, set(id, sql`revision = revision + 1`));
      return tx.last(...queries);
    }) as never,
  });
  t.deps.inTenant = (tenantId, work) => inTenant(tenantId, (tx) => work(before(tx)));
  try {
    return await answer();
  } finally {
    t.deps.inTenant = inTenant;
  }
}

describe('the numbers of answers', () => {
  it('rise by one in the order in which answers are kept, however many come at once', async () => {
    const { key, id } = await questionnaire(t, admin, { items: ITEMS });
    const told = await Promise.all(Array.from({ length: 40 }, (_, at) => fill(key, { field101: `第${at}位` })));
    assert.deepEqual([...new Set(told.map(({ status }) => status))], [200]);
    assert.deepEqual(
      (await numbers(id)).toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
  });

  it('are not taken by an answer that is refused, nor by the same that comes twice at once', async () => {
    const { key, id } = await questionnaire(t, admin, { items: ITEMS });
    assert.equal((await fill(key, { field102: 9 })).status, 400);
    await Promise.all(Array.from({ length: 5 }, () => fill(key, { field101: '王芳' })));
    assert.equal((await fill(key, { field101: '李强' })).status, 200);
    assert.deepEqual(await numbers(id), [1, 2]);
  });

  it('are not given while the questionnaire stops, and what it asks anew is asked', async () => {
    const { key, id } = await questionnaire(t, admin, { items: ITEMS });
    assert.deepEqual(refusal(await overtake(key, id, { field101: '甲' }, set(id, sql`status = 3`))), [422, '项目暂时无法填写']);
    await t.deps.inTenant(admin.tenantId, set(id, sql`status = 2`));
    const must = async (tx: Tx) => {
      await tx.run(sql`update questionnaire_items set required = true
        where tenant_id = ${admin.tenantId} and questionnaire_id = ${id} and form_item_id = 102`);
      await set(id, sql`revision = revision + 1`)(tx);
    };
    const told = await overtake(key, id, { field101: '乙' }, must);
    assert.deepEqual([told.status, told.data], [400, [{ formItemId: 102, message: '参加不能为空' }]]);
    assert.deepEqual(await numbers(id), []);
    assert.equal((await fill(key, { field101: '丙', field102: 1 })).status, 200);
    assert.deepEqual(await numbers(id), [1]);
  });

  it('are given when the questionnaire was changed three times meanwhile; at the fourth it is said what to do, and nothing is kept', async () => {
    const { key, id } = await questionnaire(t, admin, { items: ITEMS });
    assert.equal((await overtakeAgain(3, id, () => fill(key, { field101: '甲' }))).status, 200);
    const told = await overtakeAgain(4, id, () => fill(key, { field101: '乙' }));
    assert.deepEqual(refusal(told), [409, '问卷正在被修改，答案没有提交；填写的内容还在，请稍等片刻再次提交']);
    assert.deepEqual(await numbers(id), [1]);
    assert.equal((await fill(key, { field101: '乙' })).status, 200);
    assert.deepEqual(await numbers(id), [1, 2]);
  });

  it('heed a limit and a quota that are set meanwhile', async () => {
    const { key, id } = await questionnaire(t, admin, { items: ITEMS });
    const limit = async (tx: Tx) => {
      await tx.run(sql`insert into questionnaire_settings (tenant_id, questionnaire_id, everyone_write_once)
        values (${admin.tenantId}, ${id}, true)`);
      await set(id, sql`rules_revision = rules_revision + 1`)(tx);
    };
    assert.equal((await fill(key, { field101: '甲', field102: 1 })).status, 200);
    assert.deepEqual(refusal(await overtake(key, id, { field101: '乙' }, limit)), [422, '已经填写过，无法再次填写']);
    const revision = () =>
      t.deps.inTenant(admin.tenantId, (tx) => tx.row<{ n: number }>(sql`select rules_revision as n from questionnaires where id = ${id}`));
    const before = (await revision())!.n;
    await t.route(questionnaireSettings.save, admin, { projectKey: key, everyoneWriteOnce: false });
    await t.route(questionnaireQuotas.save, admin, {
      projectKey: key,
      quotas: [{ most: 1, conditions: [{ formItemId: 102, optionValue: 1 }] }],
    });
    assert.equal((await revision())!.n, before + 2, 'each change is one that answers find out');
    assert.equal((await fill(key, { field101: '丙', field102: 1 })).status, 422);
    await t.route(questionnaireItems.update, admin, { projectKey: key, formItemId: 101, label: '称呼' });
    assert.equal((await fill(key, { field101: '丁', field102: 2 })).status, 200);
    assert.deepEqual(await numbers(id), [1, 2]);
  });
});
