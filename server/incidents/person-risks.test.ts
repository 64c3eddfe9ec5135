import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { incidents } from '#contract/incidents/incidents.ts';
import { MOST_CHECK_DAYS } from '#contract/incidents/person-risks.rules.ts';
import { personRisks as routes } from '#contract/incidents/person-risks.ts';
import { now as nowRoute } from '#contract/screens/now.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [nurse, carer, stranger] = [] as unknown as [TestUser, TestUser, TestUser];
let [wang, li] = [0, 0];
const FALLS = 6;
const P = 'members_oldmanrisk';

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '赵敏' });
  carer = await t.user(tenant, { dataScope: 3, permissions: [`${P}_view`] });
  stranger = await t.user(await t.tenant());
  [wang, li] = [await person(t, tenant, '王秀英'), await person(t, tenant, '李建国')];
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant} and id = ${wang}`),
  );
});
after(() => t.close());

const today = () => dayOf(t.deps.now());
const form = (more: object = {}) => ({
  oldmanId: wang,
  kind: FALLS,
  level: 2,
  reason: 'Morse 55',
  measures: '如厕陪同',
  nextDate: nextDay(today(), 90),
  version: null,
  ...more,
});
const read = async (as = nurse, oldmanId = wang) => (await t.route(routes.ofPerson, as, { oldmanId })).data;
const fallsOf = async () => (await read()).find(({ kind }: any) => kind === FALLS);
const listed = async (input: object = {}, as = nurse) =>
  (await t.route(routes.page, as, { size: 100, ...input })).data.records.map(({ id }: any) => id);

describe('the nine risks of a person', () => {
  it('are looked at one by one, and one of several who do so wins', async () => {
    assert.deepEqual(
      (await read()).map(({ gaps }: any) => gaps),
      Array.from({ length: 9 }, () => ['missing']),
    );
    for (const [more, text] of [
      [{ kind: 10 }, '请选择风险'],
      [{ level: 3 }, '请选择风险等级'],
      [{ nextDate: today() }, '下次评估日期应晚于今天'],
      [{ nextDate: nextDay(today(), MOST_CHECK_DAYS + 1) }, '下次评估日期不能晚于366天后'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.save, nurse, form(more))), [400, text]);
    const first = await Promise.all(Array.from({ length: 6 }, () => t.route(routes.save, nurse, form())));
    assert.deepEqual([first.filter(({ status }) => status === 200).length, first.filter(({ status }) => status === 409).length], [1, 5]);
    const again = await Promise.all(Array.from({ length: 6 }, () => t.route(routes.save, nurse, form({ version: 1, level: 1 }))));
    assert.equal(again.filter(({ status }) => status === 200).length, 1);
    assert.deepEqual(refusal(await t.route(routes.save, nurse, form({ version: 1 }))), [409, '评估已被他人修改，请刷新后重试']);
    const { level, checkName, gaps, version } = await fallsOf();
    assert.deepEqual([level, checkName, gaps, version], [1, '赵敏', [], 2]);
  });

  it('are for those who may, of the people whom they reach', async () => {
    assert.equal((await t.route(routes.ofPerson, null, { oldmanId: wang })).status, 401);
    assert.equal((await t.route(routes.save, carer, form())).status, 403);
    assert.equal((await t.route(routes.export, carer, {})).status, 403);
    assert.equal((await read(carer)).length, 9);
    assert.equal((await t.route(routes.ofPerson, carer, { oldmanId: li })).status, 404);
    assert.equal((await t.route(routes.save, stranger, form())).status, 404);
    assert.deepEqual(await listed({}, carer), [wang]);
  });

  it('are asked for again after an incident of their kind, until it was looked at', async () => {
    const { data: incidentId } = await t.route(incidents.create, nurse, { oldmanIds: [wang], type: FALLS, course: '滑倒' });
    assert.deepEqual([(await fallsOf()).gaps, (await fallsOf()).incidentId], [['recheck'], incidentId]);
    assert.deepEqual(await listed({ gap: 'recheck' }), [wang]);
    assert.equal((await t.route(routes.save, nurse, form({ version: (await fallsOf()).version }))).status, 200);
    assert.deepEqual((await fallsOf()).gaps, []);
  });

  it('are overseen: what is missing of whom, also in 现在 as one row', async () => {
    assert.deepEqual((await listed({ gap: 'missing' })).toSorted(), [wang, li].toSorted());
    const rows = async () => (await t.route(nowRoute.read, nurse)).data.rows.filter(({ kind }: any) => kind === 'risk_gap');
    assert.deepEqual(
      (await rows()).map(({ text }: any) => text),
      ['2位服务对象有缺项'],
    );
    for (const oldmanId of [wang, li])
      for (const { kind, version } of await read(nurse, oldmanId))
        assert.equal((await t.route(routes.save, nurse, form({ oldmanId, kind, version, level: 0, measures: null }))).status, 200);
    assert.deepEqual([await listed({ gap: 'any' }), await rows()], [[], []]);
    const { version } = await fallsOf();
    assert.equal((await t.route(routes.save, nurse, form({ version, measures: ' ' }))).status, 200);
    assert.deepEqual([await listed({ gap: 'unmeasured' }), await listed({ high: FALLS }), await listed({ high: 1 })], [[wang], [wang], []]);
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update person_risks set checked_on = current_date - 10, next_on = current_date - 1 where tenant_id = ${tx.tenantId}
        and person_id = ${li} and kind = 1`),
    );
    assert.deepEqual([await listed({ gap: 'overdue' }), await listed({ oldmanName: '李建' })], [[li], [li]]);
    assert.equal((await t.route(routes.page, nurse, { gap: 'none' })).msg, '请选择缺项');
    assert.equal((await t.route(routes.export, nurse, {})).status, 200);
  });
});
