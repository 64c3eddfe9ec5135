import { dayOf, nextDay } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { metrics } from '#contract/health/metrics.ts';
import { thresholds } from '#contract/health/thresholds.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { limitsOf } from './limits.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
let today: string;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant(), { name: '李护士' });
  stranger = await t.user(await t.tenant());
  today = dayOf(Date.now());
});
after(() => t.close());

const heart = {
  metric: 'heartRate',
  lowCritical: 40,
  low: 48,
  high: 100,
  highCritical: 135,
  needed: 2,
  windowSize: 3,
  reason: '长期服用倍他乐克',
};
const at = (user: TestUser, personIds: number[], day: string) => t.deps.inTenant(user.tenantId, (tx) => limitsOf(tx, personIds, day));
const highOf = async (id: number, day = today) => (await at(nurse, [id], day)).get(id)?.get(metrics.heartRate.number)?.high;

describe('limits', () => {
  it('ask for a session, the permission, their form, and a person of one’s own', async () => {
    const id = await person(t, nurse.tenantId);
    const input = { ...heart, oldmanId: id, startsOn: today };
    const reader = await t.user(nurse.tenantId, { permissions: ['tenant_health_view'] });
    assert.equal((await t.route(thresholds.ofPerson, null, { oldmanId: id })).status, 401);
    for (const route of [thresholds.set, thresholds.setDefault, thresholds.end, thresholds.endDefault]) {
      assert.equal((await t.route(route, null, input)).status, 401);
      assert.equal((await t.route(route, reader, input)).status, 403);
    }
    for (const [change, status, text] of [
      [{ metric: 'steps' }, 400, /请选择指标/],
      [{ reason: ' ' }, 400, /请填写设置原因/],
      [{ high: '很高' }, 400, /请输入数字/],
      [{ hysteresis: 0.6 }, 400, /回差不能超过50%/],
      [{ startsOn: '2026-02-30' }, 400, /日期不存在/],
      [{ startsOn: nextDay(today, -1) }, 422, /^生效日期不能早于今天，已经过去的判断不能改写$/],
      [{ endsOn: nextDay(today, -1) }, 422, /结束日期不能早于生效日期/],
      [{ low: 120 }, 422, /低值界限必须小于高值界限/],
      [{ highCritical: 999 }, 422, /25到250/],
      [{ needed: 3, windowSize: 2 }, 422, /连续次数/],
    ] as const) {
      const answer = await t.route(thresholds.set, nurse, { ...input, ...change });
      assert.deepEqual([answer.status, text.test(answer.msg ?? '')], [status, true], JSON.stringify([change, answer.msg]));
    }
    assert.deepEqual((await t.route(thresholds.ofPerson, nurse, { oldmanId: id })).data.history, []);
    for (const route of [thresholds.ofPerson, thresholds.set]) assert.equal((await t.route(route, stranger, input)).status, 404);
  });

  it('a person’s own go before the institution’s, and those before the product’s; each says who set it and why', async () => {
    const [id, other] = [await person(t, nurse.tenantId), await person(t, nurse.tenantId)];
    assert.equal(await highOf(id), 91);
    assert.equal(
      (await t.route(thresholds.setDefault, nurse, { ...heart, high: 95, startsOn: today, reason: '院长会议决定' })).status,
      200,
    );
    assert.deepEqual([await highOf(id), await highOf(other)], [95, 95]);
    assert.equal((await t.route(thresholds.set, nurse, { ...heart, oldmanId: id, startsOn: today })).status, 200);
    assert.deepEqual([await highOf(id), await highOf(other)], [100, 95]);
    const { data } = await t.route(thresholds.ofPerson, nurse, { oldmanId: id });
    const own = data.effective.find(({ metric }: any) => metric === 'heartRate');
    assert.deepEqual(
      [own.origin, own.low, own.threshold.createName, own.threshold.reason, own.threshold.state],
      ['person', 48, '李护士', heart.reason, 1],
    );
    const rest = data.effective.find(({ metric }: any) => metric === 'temperature');
    assert.deepEqual([rest.origin, rest.high, rest.threshold], ['default', 37.3, null]);
    const house = (await t.route(thresholds.ofPerson, nurse, { oldmanId: other })).data.effective.find(
      ({ metric }: any) => metric === 'heartRate',
    );
    assert.deepEqual([house.origin, house.threshold.reason], ['institution', '院长会议决定']);
    // Another house keeps the product's.
    assert.equal((await at(stranger, [1], today)).get(1)?.get(metrics.heartRate.number)?.high, 91);
    const { id: row, version } = (await t.route(thresholds.defaults, nurse)).data.history[0];
    assert.equal((await t.route(thresholds.endDefault, nurse, { id: row, version })).status, 200);
    assert.equal(await highOf(other), 91);
  });

  it('follow one another: the earlier ends the day before, and goes on after one that ends', async () => {
    const id = await person(t, nurse.tenantId);
    const set = (change: object) => t.route(thresholds.set, nurse, { ...heart, oldmanId: id, ...change });
    const day = (by: number) => nextDay(today, by);
    assert.equal((await set({ startsOn: today })).status, 200);
    assert.equal((await set({ startsOn: day(10), endsOn: day(16), high: 110, reason: '感染期间' })).status, 200);
    const shown = await Promise.all([0, 9, 10, 16, 17, 400].map((by) => highOf(id, day(by))));
    assert.deepEqual(shown, [100, 100, 110, 110, 100, 100]);
    const clash = await set({ startsOn: day(5), endsOn: day(12), high: 105 });
    assert.deepEqual([clash.status, clash.msg], [422, `心率从${day(10)}起已有另一项设置，请先停用它，或把结束日期定在此前`]);
    // The same day again replaces.
    assert.equal((await set({ startsOn: today, endsOn: day(9), high: 99 })).status, 200);
    assert.deepEqual([await highOf(id), await highOf(id, day(10)), await highOf(id, day(17))], [99, 110, 100]);
    const { history } = (await t.route(thresholds.ofPerson, nurse, { oldmanId: id })).data;
    assert.deepEqual(
      history.map(({ startsOn, endsOn, state }: any) => [startsOn, endsOn, state]),
      [
        [day(17), null, 2],
        [day(10), day(16), 2],
        [today, day(9), 1],
      ],
    );
  });

  it('end: what began before today ended yesterday, what did not never was; the loser of a race gets 409', async () => {
    const id = await person(t, nurse.tenantId);
    await t.route(thresholds.set, nurse, { ...heart, oldmanId: id, startsOn: today });
    const [row] = (await t.route(thresholds.ofPerson, nurse, { oldmanId: id })).data.history;
    const race = await Promise.all(
      [90, 92].map((high) =>
        t.route(thresholds.set, nurse, { ...heart, oldmanId: id, high, startsOn: today, seenId: row.id, version: row.version }),
      ),
    );
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, 409]);
    const lost = race.find(({ status }) => status === 409);
    assert.ok(lost?.data.effective.length > 0);
    assert.equal(lost?.msg, '心率的阈值已被他人修改，请刷新后重试');
    assert.deepEqual(refusal(await t.route(thresholds.end, nurse, { id: row.id, version: row.version })), [
      409,
      '该阈值已被他人修改，请刷新后重试',
    ]);
    assert.equal((await t.route(thresholds.end, stranger, { id: row.id, version: row.version + 1 })).status, 404);
    assert.deepEqual(refusal(await t.route(thresholds.endDefault, nurse, { id: row.id, version: row.version + 1 })), [
      404,
      '阈值设置不存在',
    ]);
    assert.equal((await t.route(thresholds.end, nurse, { id: row.id, version: row.version + 1 })).status, 200);
    assert.equal(await highOf(id), 91);
    assert.deepEqual((await t.route(thresholds.ofPerson, nurse, { oldmanId: id })).data.history, []);
    await t.route(thresholds.set, nurse, { ...heart, oldmanId: id, startsOn: today });
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update thresholds set starts_on = starts_on - 2 where tenant_id = ${tx.tenantId} and person_id = ${id}`),
    );
    const [old] = (await t.route(thresholds.ofPerson, nurse, { oldmanId: id })).data.history;
    assert.equal((await t.route(thresholds.end, nurse, { id: old.id, version: old.version })).status, 200);
    const again = await t.route(thresholds.end, nurse, { id: old.id, version: old.version + 1 });
    assert.deepEqual(refusal(again), [422, '该阈值已经失效']);
  });
});
