import { HOUR, dayOf, nextDay, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { earlyWarnings } from '#contract/health/early-warnings.ts';
import { measurements } from '#contract/health/measurements.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant(), { name: '李护士' });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const measure = (oldmanId: number, values: Record<string, number>, back = HOUR) =>
  t.route(measurements.create, nurse, {
    oldmanId,
    time: textOf(Date.now() - back),
    values: Object.entries(values).map(([metric, value]) => ({ metric, value })),
  });
const score = async (oldmanId: number) => (await t.route(earlyWarnings.score, nurse, { oldmanId })).data;

describe('the early warning score', () => {
  it('asks for a session, the permission and a person of one’s own', async () => {
    const id = await person(t, nurse.tenantId);
    const order = { oldmanId: id, prescriber: '陈医生', prescribedOn: dayOf(Date.now()), reason: '慢阻肺' };
    const reader = await t.user(nurse.tenantId, { permissions: ['tenant_health_view'] });
    for (const route of [earlyWarnings.score, earlyWarnings.usual, earlyWarnings.prescribe]) {
      assert.equal((await t.route(route, null, order)).status, 401);
      assert.equal((await t.route(route, stranger, order)).status, 404);
    }
    assert.equal((await t.route(earlyWarnings.prescribe, reader, order)).status, 403);
    assert.equal((await t.route(earlyWarnings.prescribe, nurse, { ...order, prescriber: '' })).msg, '请填写开具医嘱的医生');
  });

  it('says what each parameter adds, and how many are known', async () => {
    const id = await person(t, nurse.tenantId);
    let now = await score(id);
    assert.deepEqual([now.known, now.complete, now.score], [0, false, 0]);
    await measure(id, { breathing: 21, oxygen: 95, systolic: 105, diastolic: 70, heartRate: 92, temperature: 38.1 });
    now = await score(id);
    assert.deepEqual([now.known, now.complete, now.score, now.risk], [5, false, 6, 'medium']);
    assert.deepEqual(
      now.parts.map(({ metric, points }: any) => [metric, points]),
      [
        ['breathing', 2],
        ['oxygen', 1],
        ['oxygenFlow', null],
        ['systolic', 1],
        ['heartRate', 1],
        ['consciousness', null],
        ['temperature', 1],
      ],
    );
    await measure(id, { oxygenFlow: 2, consciousness: 0 }, 0);
    now = await score(id);
    assert.deepEqual([now.known, now.complete, now.score, now.risk], [7, true, 8, 'high']);
  });

  it('takes no value that is older than a day, nor one that is not trusted', async () => {
    const id = await person(t, nurse.tenantId);
    await measure(id, { heartRate: 75 }, 25 * HOUR);
    await t.route(measurements.create, nurse, {
      oldmanId: id,
      time: textOf(Date.now() - HOUR),
      doubtful: true,
      values: [{ metric: 'temperature', value: 39.5 }],
    });
    assert.equal((await score(id)).known, 0);
    // What was measured before it still stands.
    await measure(id, { temperature: 38.2 }, 2 * HOUR);
    const { known, score: points } = await score(id);
    assert.deepEqual([known, points], [1, 1]);
  });

  it('uses the second scale of oxygen from the order on, until it is withdrawn', async () => {
    const id = await person(t, nurse.tenantId);
    await measure(id, { oxygen: 90, oxygenFlow: 0 });
    const oxygen = async () => {
      const { scale, target, parts } = await score(id);
      return [scale, target?.prescriber ?? null, parts.find(({ metric }: any) => metric === 'oxygen').points];
    };
    assert.deepEqual(await oxygen(), [1, null, 3]);
    const today = dayOf(Date.now());
    const order = { oldmanId: id, prescriber: '陈医生', prescribedOn: today, reason: '慢阻肺，高碳酸血症' };
    assert.deepEqual(refusal(await t.route(earlyWarnings.prescribe, nurse, { ...order, prescribedOn: nextDay(today) })), [
      422,
      '医嘱日期不能晚于今天',
    ]);
    const over = await t.route(earlyWarnings.prescribe, nurse, { ...order, endsOn: nextDay(today, -1) });
    assert.deepEqual(refusal(over), [422, '结束日期不能早于今天']);
    assert.deepEqual(await oxygen(), [1, null, 3]);
    assert.equal((await t.route(earlyWarnings.prescribe, nurse, order)).status, 200);
    assert.deepEqual(await oxygen(), [2, '陈医生', 0]);
    const { target } = await score(id);
    assert.deepEqual(refusal(await t.route(earlyWarnings.withdraw, stranger, { id: target.id, version: target.version })), [
      404,
      '血氧目标不存在',
    ]);
    assert.deepEqual(refusal(await t.route(earlyWarnings.withdraw, nurse, { id: target.id, version: target.version + 1 })), [
      409,
      '血氧目标已被他人修改，请刷新后重试',
    ]);
    assert.equal((await t.route(earlyWarnings.withdraw, nurse, { id: target.id, version: target.version })).status, 200);
    assert.deepEqual(await oxygen(), [1, null, 3]);
  });
});

describe('the personal baseline', () => {
  it('finds a rise that is within the limits of everybody', async () => {
    const id = await person(t, nurse.tenantId);
    for (let day = 24; day >= 4; day--) await measure(id, { temperature: day % 2 ? 36.1 : 36.2, heartRate: 70 }, day * 24 * HOUR);
    for (const back of [40, 20, 1]) await measure(id, { temperature: 37.1, heartRate: 71 }, back * HOUR);
    const { data } = await t.route(earlyWarnings.usual, nurse, { oldmanId: id });
    const of = (name: string) => data.find(({ metric }: any) => metric === name);
    assert.deepEqual([of('temperature').enough, of('temperature').recent, of('temperature').drift], [true, 37.1, 1]);
    assert.deepEqual([of('heartRate').median, of('heartRate').drift], [70, 0]);
    assert.deepEqual([of('oxygen').days, of('oxygen').enough, of('oxygen').drift], [0, false, 0]);
  });
});
