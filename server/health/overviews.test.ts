import { HOUR, dayOf, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { expectations } from '#contract/health/expectations.ts';
import { measurements } from '#contract/health/measurements.ts';
import { overviews } from '#contract/health/overviews.ts';
import { thresholds } from '#contract/health/thresholds.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant(), { name: '李护士' });
});
after(() => t.close());

const measure = (oldmanId: number, values: Record<string, number>, back = 60_000) =>
  t.route(measurements.create, nurse, {
    oldmanId,
    time: textOf(Date.now() - back),
    values: Object.entries(values).map(([metric, value]) => ({ metric, value })),
  });
const page = async (input = {}) => (await t.route(overviews.page, nurse, input)).data;
const names = async (input = {}) => (await page(input)).records.map(({ userName }: any) => userName);
const summary = async () => (await t.route(overviews.summary, nurse)).data;
const fine = { temperature: 36.5, heartRate: 72, systolic: 128, diastolic: 76 };

describe('the overview', () => {
  it('asks for a session and the permission', async () => {
    const none = await t.user(nurse.tenantId, { permissions: [] });
    for (const route of [overviews.page, overviews.summary, overviews.export, expectations.defaults]) {
      assert.equal((await t.route(route, null)).status, 401);
      assert.equal((await t.route(route, none)).status, 403);
    }
  });

  it('has the urgent first, then the watched, then everybody, page by page', async () => {
    const ids = new Map<string, number>();
    for (const name of ['赵一', '钱二', '孙三', '李四']) ids.set(name, await person(t, nurse.tenantId, name));
    const id = (name: string) => ids.get(name) as number;
    await measure(id('赵一'), fine);
    await measure(id('钱二'), { ...fine, temperature: 37.5 });
    await measure(id('孙三'), { ...fine, temperature: 39 });
    assert.deepEqual((await names()).slice(0, 2), ['孙三', '钱二']);
    const [urgent] = (await page()).records;
    assert.deepEqual(
      [urgent.gravity, urgent.values.temperature.value, urgent.values.temperature.level, urgent.values.temperature.manual],
      [2, 39, 4, true],
    );
    assert.deepEqual(await names({ abnormal: 'true' }), ['孙三', '钱二']);
    assert.deepEqual(await names({ abnormal: 'urgent' }), ['孙三']);
    assert.deepEqual([...(await names({ size: 2 })), ...(await names({ size: 2, current: 2 }))].sort(), ['孙三', '李四', '赵一', '钱二']);
    assert.deepEqual(await names({ userName: '四' }), ['李四']);
    assert.deepEqual(await summary(), { total: 4, urgent: 1, watch: 1, missing: 1 });
    const carer = await t.user(nurse.tenantId, { dataScope: 3 });
    assert.equal((await t.route(overviews.page, carer)).data.total, 0);
    // Back in bounds: no longer above the others.
    await measure(id('孙三'), { temperature: 36.6 }, 0);
    assert.deepEqual(await names({ abnormal: 'urgent' }), []);
    // Just inside the limit: still watched, and the value says why.
    await measure(id('钱二'), { temperature: 37.2 }, 0);
    const [watched] = (await page({ userName: '钱二' })).records;
    const { level, held } = watched.values.temperature;
    assert.deepEqual([watched.gravity, level, held, watched.values.heartRate.held], [1, 0, 3, 0]);
  });

  it('judges everybody by their own limits', async () => {
    const id = await person(t, nurse.tenantId, '周五');
    await measure(id, { ...fine, systolic: 155, diastolic: 80 });
    const level = async () => (await page({ userName: '周五' })).records[0].values.systolic.level;
    assert.equal(await level(), 3);
    const today = dayOf(Date.now());
    await t.route(thresholds.set, nurse, { oldmanId: id, metric: 'systolic', low: 100, high: 165, startsOn: today, reason: '遵医嘱' });
    assert.equal(await level(), 0);
  });

  it('says what is missing against what is expected of whom, and of nobody who is away', async () => {
    const id = await person(t, nurse.tenantId, '吴六');
    const missing = async () =>
      (await page({ userName: '吴六' })).records[0].missing.map(({ label, expected, hours }: any) => [label, expected, hours]);
    assert.deepEqual(await missing(), [
      ['体温', 24, null],
      ['心率', 24, null],
      ['血压', 72, null],
    ]);
    await measure(id, fine, 30 * HOUR);
    assert.deepEqual(await missing(), [
      ['体温', 24, 30],
      ['心率', 24, 30],
    ]);
    assert.ok((await names({ missing: 'true' })).includes('吴六'));
    const set = (input: object) => t.route(expectations.set, nurse, { oldmanId: id, ...input });
    assert.equal((await set({ metric: 'temperature', hours: 0 })).status, 400);
    await set({ metric: 'temperature', hours: 48 });
    await set({ metric: 'heartRate', hours: null });
    assert.deepEqual([await missing(), (await names({ missing: 'true' })).includes('吴六')], [[], false]);
    await set({ metric: 'oxygen', hours: 8 });
    assert.deepEqual([await missing(), (await names({ missing: 'true' })).includes('吴六')], [[['血氧', 8, null]], true]);
    const own = (await t.route(expectations.ofPerson, nurse, { oldmanId: id })).data;
    assert.deepEqual(
      own.find(({ metric }: any) => metric === 'heartRate'),
      { metric: 'heartRate', hours: null, atNight: false, origin: 'person' },
    );
    await set({ metric: 'oxygen', inherit: true });
    await set({ metric: 'heartRate', inherit: true });
    assert.deepEqual(await missing(), [['心率', 24, 30]]);
    await t.route(expectations.setDefault, nurse, { metric: 'heartRate', hours: null });
    assert.deepEqual([await missing(), (await names({ missing: 'true' })).includes('吴六')], [[], false]);
    await t.route(expectations.setDefault, nurse, { metric: 'heartRate', inherit: true });
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update people set status = 3 where tenant_id = ${nurse.tenantId} and id = ${id}`),
    );
    assert.deepEqual([await missing(), (await names({ missing: 'true' })).includes('吴六')], [[], false]);
    const stranger = await t.user(await t.tenant());
    for (const route of [expectations.ofPerson, expectations.set])
      assert.equal((await t.route(route, stranger, { oldmanId: id, metric: 'oxygen', hours: 8 })).status, 404);
  });

  it('leaves as a file in the same order', async () => {
    const file = String((await t.route(overviews.export, nurse, { format: 'csv', userName: '钱二' })).msg);
    assert.match(file, /关注,钱二,3号楼 3层 302-/);
    assert.match(file, /37\.2,72,,128,76/);
  });
});
