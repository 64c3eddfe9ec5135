import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { careNotes } from '#contract/care/care-notes.ts';
import { dishes } from '#contract/meals/dishes.ts';
import { foodSamples as samples } from '#contract/meals/food-samples.ts';
import { mealRecords as routes } from '#contract/meals/meal-records.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { HOUR, instantOf, nextDay } from '#contract/time.ts';
import { refusal, type TestUser } from '#test/harness.ts';
import { mealHouse, TODAY, YESTERDAY } from '#test/meals.ts';

let house: Awaited<ReturnType<typeof mealHouse>>;
let [wang, li] = [0, 0];
let [carer, viewer] = [] as unknown as [TestUser, TestUser];
const lunch = { day: TODAY, meal: 'lunch' };

before(async () => {
  house = await mealHouse();
  await house.publish();
  wang = await house.resident('王秀英');
  li = await house.resident('李建国');
  const { t, tenantId } = house;
  carer = await t.user(tenantId, { name: '王芳', dataScope: 3, permissions: [routes.list.access, routes.save.access] });
  viewer = await t.user(tenantId, { permissions: [routes.list.access, samples.page.access] });
  await house.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenantId} and id = ${wang}`);
  house.clock.now = instantOf(`${TODAY} 12:00:00`);
});
after(() => house.t.close());

const save = (oldmanIds: number[], eaten: number, more: object = {}, as: TestUser | null = house.chief) =>
  house.t.route(routes.save, as, { ...lunch, oldmanIds, eaten, ...more } as never);
const list = async (as = house.chief) => {
  const { data } = await house.t.route(routes.list, as, lunch as never);
  return data.map((one: Record<string, unknown>) => [one.oldmanName, one.eaten, one.eatenBy]).toSorted();
};
const waits = async (kind: string, as = house.chief) =>
  (await house.t.route(nowRoutes.read, as, { kind } as never)).data.rows.map((one: Record<string, string>) => `${one.name} ${one.text}`);

describe('how much residents ate, told by a phone', () => {
  const { path } = routes.save;
  const send = (eaten: number, notedTime: string, as: TestUser, key: string) =>
    house.t.call('PUT', path, { as, input: { ...lunch, oldmanIds: [wang], eaten, notedTime }, headers: { 'idempotency-key': key } });
  after(() => house.run(sql`delete from care_notes where tenant_id = ${house.tenantId} and meal_on = ${TODAY}::date`));

  it('has the meals of today, also those to come', async () => {
    const { data } = await house.t.route(routes.today, carer, {});
    assert.deepEqual([data.day, data.meals.at(-1)?.title, data.meals[0]?.rows.length], [TODAY, '晚餐', 1]);
    assert.equal((await house.t.route(routes.today, viewer, {})).status, 403);
  });

  it('is noted once, and never over what a colleague has noted since', async () => {
    const both = await Promise.all([send(3, `${TODAY} 11:40:00`, carer, 'm1'), send(3, `${TODAY} 11:40:00`, carer, 'm1')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await send(1, `${TODAY} 11:50:00`, house.chief, 'm2')).status, 200);
    const [status, text] = refusal(await send(3, `${TODAY} 11:45:00`, carer, 'm3'));
    assert.equal(status, 409);
    assert.match(text as string, /^王秀英的午餐已由.+登记为“全部”，请核对$/);
    assert.equal((await send(1, `${TODAY} 11:45:00`, carer, 'm4')).status, 200, 'the same is no conflict');
    assert.deepEqual(refusal(await send(3, `${TODAY} 12:30:00`, carer, 'm5')), [400, '登记时间不能晚于现在，请检查手机时间']);
  });
});

describe('how much residents ate', () => {
  it('is noted by those who may, of people whom they reach, of a meal that was', async () => {
    assert.equal((await save([wang], 1, {}, null)).status, 401);
    assert.equal((await save([wang], 1, {}, viewer)).status, 403);
    assert.equal((await save([wang], 1, {}, house.stranger)).status, 404);
    assert.deepEqual(refusal(await save([wang, li], 1, {}, carer)), [404, '服务对象不存在']);
    for (const [more, status, text] of [
      [{ oldmanIds: [] }, 400, '请选择服务对象'],
      [{ oldmanIds: Array.from({ length: 201 }, (_, n) => n + 1) }, 400, '每次最多登记200人'],
      [{ eaten: 6 }, 400, '进食量应为1至5的整数'],
      [{ meal: 'dinner' }, 400, '还没有到用餐时间'],
      [{ day: nextDay(TODAY, -5) }, 400, '只能补记72小时内的用餐'],
      [{ meal: 'evening' }, 422, '没有这一餐次，请检查参数“餐次与时间”'],
    ] as const)
      assert.deepEqual(refusal(await save([wang], 1, more)), [status, text]);
    assert.deepEqual(await list(), [
      ['李建国', null, null],
      ['王秀英', null, null],
    ]);
    await house.run(sql`update people set status = 3 where tenant_id = ${house.tenantId} and id = ${li}`);
    assert.deepEqual(refusal(await save([li], 1)), [422, '李建国住院，不能登记用餐']);
    await house.run(sql`update people set status = 1 where tenant_id = ${house.tenantId} and id = ${li}`);
  });

  it('is one note of care for a meal, and the last word counts', async () => {
    assert.equal((await save([wang], 2, {}, carer)).status, 200);
    assert.equal((await save([wang, li], 1)).status, 200);
    assert.deepEqual(await list(), [
      ['李建国', 1, '院长'],
      ['王秀英', 1, '院长'],
    ]);
    assert.deepEqual((await list(carer)).length, 1);
    const notes = (await house.t.route(careNotes.page, house.chief, { oldmanId: wang })).data.records;
    assert.deepEqual(
      notes.map((note: Record<string, string>) => [note.kind, note.text]),
      [['meal', '午餐：全部']],
    );
  });

  it('waits in 现在 when a resident has eaten nothing twice in a row', async () => {
    await save([wang], 5, { day: YESTERDAY });
    assert.deepEqual(await waits('meal_refused'), []);
    await save([wang], 5);
    assert.deepEqual(await waits('meal_refused'), ['王秀英 连续2餐未吃']);
    assert.deepEqual(await waits('meal_refused', house.stranger), []);
    await save([wang], 4);
    assert.deepEqual(await waits('meal_refused'), []);
  });
});

describe('samples of dishes', () => {
  const take = (more: object = {}, as: TestUser | null = house.chief) =>
    house.t.route(samples.create, as, { ...lunch, dishId: house.ids['米饭'], grams: 130, ...more } as never);
  /** Signed in after the clock was moved. */
  let later: TestUser | undefined;
  const dispose = (input: object, as = later ?? house.chief) => house.t.route(samples.dispose, as, input as never);

  it('are taken of each dish once, in the amount that is asked for, and 现在 says of which not', async () => {
    assert.deepEqual(await waits('sample_missing'), ['午餐 4道菜品未留样']);
    assert.equal((await take({}, viewer)).status, 403);
    for (const [more, status, text] of [
      [{ grams: 0 }, 400, '留样量应为1至5000的整数'],
      [{ grams: 100 }, 422, '留样量不能少于125克'],
      [{ dishId: 0 }, 400, '请选择菜品'],
      [{ dishId: house.ids['红烧肉'] }, 422, '所选菜品不在该餐的膳食计划中，请重新选择'],
      [{ takenTime: `${TODAY} 13:00:00` }, 400, '时间不能晚于现在'],
      [{ takenTime: `${nextDay(TODAY, -5)} 12:00:00` }, 400, '留样时间与供餐日期不符'],
    ] as const)
      assert.deepEqual(refusal(await take(more)), [status, text]);
    const key = { 'idempotency-key': 'sample-1' };
    const input = { ...lunch, dishId: house.ids['米饭'], grams: 130 };
    const once = () => house.t.call('POST', samples.create.path, { as: house.chief, input, headers: key });
    const [first, again] = [await once(), await once()];
    assert.deepEqual([first.status, again.data], [200, first.data]);
    const both = await Promise.all([1, 2].map(() => take({ dishId: house.ids['炒青菜'] })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '该菜品已留样');
    assert.deepEqual(await waits('sample_missing'), ['午餐 2道菜品未留样']);
    const missing = (await house.t.route(samples.missing, viewer, { day: TODAY })).data;
    assert.deepEqual(
      missing.map(({ dishName }: { dishName: string }) => dishName),
      ['清蒸鲈鱼', '肉末蒸豆腐'],
    );
  });

  it('are disposed of when their time is over, once', async () => {
    const { records } = (await house.t.route(samples.page, house.chief, { dishName: '米饭' })).data;
    const { id, version } = records[0];
    assert.deepEqual(refusal(await dispose({ id })), [422, '未到留样期限，不能销毁']);
    assert.deepEqual(refusal(await dispose({ id }, house.stranger)), [404, '留样不存在']);
    assert.deepEqual(await waits('sample_due'), []);
    house.clock.now += 49 * HOUR;
    later = await house.t.user(house.tenantId);
    assert.deepEqual(await waits('sample_due', later), [`${TODAY.slice(5)}午餐 2份留样到期`]);
    assert.deepEqual(refusal(await dispose({ id, version: 9 })), [409, '留样已被他人修改，请刷新后重试']);
    assert.equal((await dispose({ id, version })).status, 200);
    assert.deepEqual(refusal(await dispose({ id })), [409, '该留样已销毁']);
    assert.deepEqual(await waits('sample_due', later), [`${TODAY.slice(5)}午餐 1份留样到期`]);
    await house.run(sql`delete from diet_plan_dishes where tenant_id = ${house.tenantId}`);
    const removed = await house.t.route(dishes.remove, later, { id: house.ids['米饭']! });
    assert.deepEqual(refusal(removed), [422, '该菜品有留样记录，请改为停用']);
  });
});
