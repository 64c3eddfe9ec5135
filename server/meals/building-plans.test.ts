import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { kitchen } from '#contract/meals/kitchen.ts';
import { mealOrders } from '#contract/meals/meal-orders.ts';
import { now } from '#contract/screens/now.ts';
import { nextDay } from '#contract/time.ts';
import { refusal } from '#test/harness.ts';
import { MONDAY, mealHouse, TODAY } from '#test/meals.ts';

let h: Awaited<ReturnType<typeof mealHouse>>;
let [main, east, whole] = [0, 0, 0];
before(async () => {
  h = await mealHouse();
  main = await h.resident('王秀英');
  east = await h.resident('李建国');
  await h.run(sql`update rooms set building = '东楼' where tenant_id = ${h.tenantId} and id = (select b.room_id from people p
    join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id where p.tenant_id = ${h.tenantId} and p.id = ${east})`);
  whole = await h.publish();
});
after(() => h.t.close());

const at = { day: TODAY, meal: 'lunch' };
const served = async (name: string) => {
  const { data } = await h.t.route(mealOrders.page, h.chief, { ...at, oldmanName: name } as never);
  return data.records[0].servings.map(({ dishName }: { dishName: string }) => dishName);
};
const create = (more: object) => h.t.route(dietPlans.create, h.chief, { weekDate: MONDAY, ...more } as never);

describe('a plan of a building', () => {
  let id = 0;
  it('is drafted beside that of the institution, for a building that there is', async () => {
    assert.deepEqual(refusal(await create({ building: '北楼' })), [422, '没有这栋楼，请重新选择适用楼栋']);
    const made = await create({ building: '东楼' });
    assert.equal(made.status, 200, String(made.msg));
    id = made.data as number;
    assert.deepEqual(refusal(await create({ building: '东楼' })), [409, '该周已有草稿，请在草稿上编排']);
    const { data } = await h.t.route(dietPlans.get, h.chief, { id });
    assert.deepEqual([data.building, data.edition], ['东楼', 1]);
  });

  it('changes nothing until it is published; then only its residents are served by it', async () => {
    const dishes = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, meal: 'lunch', dishId: h.ids['肉末蒸豆腐'] }));
    assert.equal((await h.t.route(dietPlans.fill, h.chief, { id, dishes } as never)).status, 200);
    assert.deepEqual(await served('李建国'), ['米饭', '清蒸鲈鱼', '炒青菜']);
    assert.equal((await h.t.route(dietPlans.publish, h.chief, { id } as never)).status, 200);
    assert.deepEqual(await served('李建国'), ['肉末蒸豆腐']);
    assert.deepEqual(await served('王秀英'), ['米饭', '清蒸鲈鱼', '炒青菜']);
    const week = async (building?: string) =>
      (await h.t.route(dietPlans.week, h.chief, { day: TODAY, ...(building ? { building } : {}) })).data;
    assert.deepEqual([(await week())!.building, (await week('东楼'))!.building, (await week('北楼'))!.building], ['', '东楼', '']);
  });

  it('is made in the same kitchen, and each orders from the own menu', async () => {
    const { data: sheet } = await h.t.route(kitchen.sheet, h.chief, at as never);
    const counts = Object.fromEntries(sheet.counts.map(({ dishName, count }: { dishName: string; count: number }) => [dishName, count]));
    assert.deepEqual(counts, { 米饭: 1, 清蒸鲈鱼: 1, 炒青菜: 1, 肉末蒸豆腐: 1 });
    const menu = async (oldmanId: number) =>
      (await h.t.route(mealOrders.menu, h.chief, { ...at, oldmanId } as never)).data.dishes.map(({ name }: { name: string }) => name);
    assert.deepEqual(await menu(east), ['肉末蒸豆腐']);
    assert.equal((await menu(main)).length, 4);
    const order = (oldmanId: number, dish: string) =>
      h.t.route(mealOrders.save, h.chief, {
        ...at,
        oldmanId,
        cancelled: false,
        portion: 2,
        dishIds: [h.ids[dish]],
        guests: 0,
        note: null,
        version: 0,
      } as never);
    assert.deepEqual(refusal(await order(east, '炒青菜')), [422, '所选菜品不在该餐的膳食计划中，请重新选择']);
    assert.equal((await order(main, '炒青菜')).status, 200);
  });

  it('is paged in the order of the house, and only those with an order where that is asked for', async () => {
    const page = (more: object) => h.t.route(mealOrders.page, h.chief, { ...at, size: 1, ...more } as never);
    const both = [await page({}), await page({ current: 2 })].map(({ data }) => [data.records[0].oldmanName, data.total, data.pages]);
    assert.deepEqual(both.map(([name]) => name).toSorted(), ['李建国', '王秀英']);
    assert.deepEqual(both[0]!.slice(1), [2, 2]);
    assert.deepEqual((await page({ current: 9 })).data, { records: [], total: 2, size: 1, current: 9, pages: 2 });
    assert.deepEqual(
      (await page({ changed: 'true' })).data.records.map(({ oldmanId }: { oldmanId: number }) => oldmanId),
      [main],
    );
  });

  it('that is missing for the institution tomorrow waits in 现在', async () => {
    const next = await h.draft(nextDay(MONDAY, 7), { copyId: whole });
    assert.equal((await h.t.route(dietPlans.publish, h.chief, { id: next } as never)).status, 200);
    const waits = async () => (await h.t.route(now.read, h.chief, { kind: 'menu_missing' })).data.rows;
    assert.deepEqual(await waits(), []);
    await h.run(sql`delete from diet_plan_dishes i using diet_plans p where i.tenant_id = ${h.tenantId} and p.tenant_id = i.tenant_id
      and p.id = i.plan_id and p.building = ''`);
    const rows = await waits();
    assert.deepEqual(
      rows.map(({ name, text, severity }: { name: string; text: string; severity: number }) => [name.slice(0, 2), text, severity]),
      [
        ['今天', '没有已发布的菜谱', 2],
        ['明天', '没有已发布的菜谱', 3],
      ],
    );
    assert.equal(rows[0].note, MONDAY);
  });
});
