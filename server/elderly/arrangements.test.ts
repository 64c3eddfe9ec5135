import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { arrangements as routes } from '#contract/elderly/arrangements.ts';
import { arrangementStates } from '#contract/elderly/arrangements.rules.ts';
import { people } from '#contract/elderly/people.ts';
import { DAY, dayOf } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { beginArrangements } from './arrangements.ts';

let t: Harness;
let [nurse, stranger] = [] as unknown as [TestUser, TestUser];
const today = dayOf(Date.now());
const inDays = (days: number) => dayOf(Date.now() + days * DAY);
const { planned, holds, withdrawn } = arrangementStates;

before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant(), { name: '李敏' });
  stranger = await t.user(await t.tenant());
  await t.deps.inTenant(nurse.tenantId, async (tx) => {
    for (const [type, most] of [
      ['care_level', 5],
      ['meal_type', 4],
    ] as const)
      await tx.run(sql`with made as (insert into dictionaries (tenant_id, type) values (${tx.tenantId}, ${type}) returning id)
        insert into dictionary_items (tenant_id, dictionary_id, value, label)
        select ${tx.tenantId}, made.id, n::text, n::text from made, generate_series(1, ${most}::integer) as n`);
  });
});
after(() => t.close());

const someone = (name: string) => person(t, nurse.tenantId, name);
const level = (id: number, careLevel: number, more: object = {}, as: TestUser | null = nurse) =>
  t.route(routes.level, as, { id, careLevel, reason: '评估变化', ...more } as never);
const meal = (id: number, value: number, more: object = {}) =>
  t.route(routes.meal, nurse, { id, meal: value, reason: '吞咽困难', ...more } as never);
const levelOf = async (id: number) => (await t.route(people.get, nurse, { id })).data.careLevel;
const read = async (id: number) => (await t.route(routes.ofPerson, nurse, { oldmanId: id })).data;
const states = async (id: number) => (await read(id)).changes.map(({ state }: { state: number }) => state);

describe('care level and meals', () => {
  it('are changed by those who may, to what there is, on a day that can be', async () => {
    const id = await someone('王一');
    const looks = await t.user(nurse.tenantId, { permissions: [routes.ofPerson.access] });
    for (const [route, input] of [
      [routes.level, { id, careLevel: 2, reason: '评估' }],
      [routes.meal, { id, meal: 2, reason: '评估' }],
      [routes.withdraw, { id: 1 }],
    ] as const) {
      assert.equal((await t.route(route, null, input as never)).status, 401);
      assert.equal((await t.route(route, looks, input as never)).status, 403);
    }
    assert.equal((await level(id, 2, {}, stranger)).status, 404);
    assert.equal((await t.route(routes.ofPerson, stranger, { oldmanId: id })).status, 404);
    assert.deepEqual(refusal(await level(id, 2, { reason: '' })), [400, '请填写变更原因']);
    assert.deepEqual(refusal(await level(id, 9)), [422, '护理等级不存在，请重新选择']);
    assert.deepEqual(refusal(await meal(id, 9)), [422, '膳食不存在，请重新选择']);
    assert.deepEqual(refusal(await meal(id, 2, { texture: 'hard' })), [400, '请选择质地']);
    assert.deepEqual(refusal(await level(id, 2, { effectiveDate: inDays(-40) })), [422, '生效日期不能早于31天前']);
    assert.deepEqual(refusal(await level(id, 2, { effectiveDate: inDays(400) })), [422, '生效日期不能晚于一年后']);
    assert.deepEqual(await states(id), []);
    await t.route(people.update, nurse, { id, userName: '王一', status: 4 } as never);
    assert.deepEqual(refusal(await level(id, 2)), [422, '该服务对象已离开机构，不能变更护理等级']);
    assert.deepEqual(refusal(await meal(id, 2)), [422, '该服务对象已离开机构，不能变更膳食']);
  });

  it('hold at once from today on, with what was before and who agreed', async () => {
    const id = await someone('王二');
    await level(id, 2);
    await level(id, 4, { effectiveDate: inDays(-2), consentName: '王女士' });
    assert.equal(await levelOf(id), 4);
    const [{ value, before, consentName, state, effectiveDate }] = (await read(id)).changes.filter(
      (one: { value: number }) => one.value === 4,
    );
    assert.deepEqual([value, before, consentName, state, effectiveDate], [4, 2, '王女士', holds, inDays(-2)]);
    await meal(id, 3, { mealNote: '切小块', texture: 'minced', diets: ['low_salt', 'low_sugar'] });
    const { meal: kind, mealNote, texture, diets } = await read(id);
    assert.deepEqual([kind, mealNote, texture, diets], [3, '切小块', 'minced', ['low_salt', 'low_sugar']]);
  });

  it('wait for their day, are replaced by another for that day, and can be taken back until then', async () => {
    const id = await someone('王三');
    await level(id, 1);
    await level(id, 2, { effectiveDate: inDays(3) });
    await level(id, 3, { effectiveDate: inDays(3) });
    await level(id, 5, { effectiveDate: inDays(9) });
    assert.equal(await levelOf(id), 1);
    assert.deepEqual(await states(id), [planned, planned, withdrawn, holds]);
    const [last] = (await read(id)).changes;
    assert.deepEqual(refusal(await t.route(routes.withdraw, stranger, { id: last.id })), [404, '变更不存在']);
    assert.deepEqual(refusal(await t.route(routes.withdraw, nurse, { id: last.id, version: 9 })), [409, '变更已被他人修改，请刷新后重试']);
    assert.equal((await t.route(routes.withdraw, nurse, { id: last.id })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.withdraw, nurse, { id: last.id })), [409, '变更已撤销，不能撤销']);
    await beginArrangements(t.deps, Date.now() + 2 * DAY, 100);
    assert.equal(await levelOf(id), 1);
    await Promise.all([1, 2].map(() => beginArrangements(t.deps, Date.now() + 10 * DAY, 100)));
    assert.equal(await levelOf(id), 3);
    assert.deepEqual(await states(id), [withdrawn, holds, withdrawn, holds]);
  });

  it('that were changed in the form of the person stand in the history too', async () => {
    const id = await someone('王四');
    await t.route(people.update, nurse, { id, userName: '王四', careLevel: 3 } as never);
    await t.route(people.update, nurse, { id, userName: '王四', careLevel: 3 } as never);
    const { changes } = await read(id);
    assert.deepEqual(
      changes.map(({ value, reason, effectiveDate }: Record<string, unknown>) => [value, reason, effectiveDate]),
      [[3, '修改档案', today]],
    );
  });
});
