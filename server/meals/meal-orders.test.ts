import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { kitchen } from '#contract/meals/kitchen.ts';
import { mealOrders as routes } from '#contract/meals/meal-orders.ts';
import { instantOf, nextDay } from '#contract/time.ts';
import { refusal, type TestUser } from '#test/harness.ts';
import { EARLY, mealHouse, TODAY, YESTERDAY } from '#test/meals.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let house: Awaited<ReturnType<typeof mealHouse>>;
let [wang, li, zhao, away] = [0, 0, 0, 0];
let [nurse, limited, cook] = [] as unknown as [TestUser, TestUser, TestUser];
const lunch = { day: TODAY, meal: 'lunch' };
const PLAIN = { cancelled: false, portion: 2, dishIds: [], guests: 0, note: null, version: 0 };
const NOON = instantOf(`${TODAY} 10:00:00`);

before(async () => {
  house = await mealHouse();
  await house.publish();
  wang = await house.resident('王秀英');
  li = await house.resident('李建国', ['海鲜过敏'], 'soft');
  zhao = await house.resident('赵桂兰', [], null, ['halal']);
  away = await house.resident('周福生');
  await house.run(sql`update people set status = 3 where tenant_id = ${house.tenantId} and id = ${away}`);
  const { t, tenantId } = house;
  nurse = await t.user(tenantId, { name: '李敏', dataScope: 1, permissions: [routes.page.access, routes.save.access] });
  limited = await t.user(tenantId, { dataScope: 3, permissions: [routes.page.access, routes.save.access] });
  cook = await t.user(tenantId, { dataScope: 3, permissions: [kitchen.sheet.access, kitchen.confirm.access] });
});
after(() => house.t.close());

const save = (oldmanId: number, more: object = {}, as: TestUser | null = nurse) =>
  house.t.route(routes.save, as, { oldmanId, ...lunch, ...PLAIN, ...more } as never);
const rows = async (as = nurse, more: object = {}) =>
  (await house.t.route(routes.page, as, { ...lunch, size: 50, ...more } as never)).data.records;
const of = async (id: number) => (await rows()).find(({ oldmanId }: { oldmanId: number }) => oldmanId === id);
const eats = async (id: number) =>
  (await of(id)).servings.map((one: Record<string, string>) => `${one.dishName} ${one.texture}${one.insteadOf ? ' 替' : ''}`);

describe('the order of a meal', () => {
  it('is by default what plan, texture, diet and allergies say', async () => {
    assert.deepEqual(await eats(wang), ['米饭 regular', '清蒸鲈鱼 regular', '炒青菜 regular']);
    assert.deepEqual(await eats(li), ['米饭 soft', '炒青菜 soft', '肉末蒸豆腐 soft 替']);
    assert.deepEqual([await eats(zhao), (await of(zhao)).gaps.length], [[], 3]);
    assert.deepEqual([(await of(away)).away, await eats(away)], ['住院', []]);
    assert.deepEqual((await of(li)).allergies, ['虾蟹', '鱼类', '贝类']);
  });

  it('is seen and changed of people whom the session reaches, by those who may', async () => {
    const viewer = await house.t.user(house.tenantId, { permissions: [routes.page.access] });
    assert.equal((await save(wang, {}, null)).status, 401);
    assert.equal((await save(wang, {}, viewer)).status, 403);
    assert.equal((await save(wang, {}, house.stranger)).status, 404);
    assert.deepEqual(refusal(await save(wang, {}, limited)), [404, '服务对象不存在']);
    assert.deepEqual(await rows(limited), []);
  });

  it('takes what is safe, and refuses the rest in words', async () => {
    const { ids } = house;
    for (const [id, more, status, text] of [
      [wang, { meal: 'evening' }, 422, '没有这一餐次，请检查参数“餐次与时间”'],
      [wang, { dishIds: [ids['红烧肉']] }, 422, '所选菜品不在该餐的膳食计划中，请重新选择'],
      [li, { dishIds: [ids['清蒸鲈鱼']] }, 422, '李建国鱼类过敏，不能选择清蒸鲈鱼'],
      [0, {}, 400, '请选择服务对象'],
    ] as const)
      assert.deepEqual(refusal(await save(id, more)), [status, text]);
    await house.run(sql`update people set meal_texture = 'liquid' where tenant_id = ${house.tenantId} and id = ${zhao}`);
    assert.deepEqual(refusal(await save(zhao, { dishIds: [ids['米饭']] })), [422, '米饭不能做成流质，不能选择']);
    await house.run(sql`update people set meal_texture = null where tenant_id = ${house.tenantId} and id = ${zhao}`);
    assert.equal((await rows(nurse, { changed: true })).length, 0);
    const both = await Promise.all(
      [1, 2].map(() => save(wang, { portion: 1, dishIds: [ids['米饭'], ids['肉末蒸豆腐']], note: '少饭', guests: 1 })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '订餐已被他人修改，请刷新后重试');
    assert.deepEqual(await eats(wang), ['米饭 regular', '肉末蒸豆腐 regular']);
    const { order } = await of(wang);
    assert.deepEqual([order.portion, order.guests, order.note, order.late, order.version], [1, 1, '少饭', false, 1]);
    assert.deepEqual(refusal(await save(wang, { version: 7 })), [409, '订餐已被他人修改，请刷新后重试']);
    assert.equal((await save(wang, { cancelled: true, version: 1 })).status, 200);
    assert.deepEqual(await eats(wang), []);
  });

  it('closes before the meal: then only who may change it late, and it is marked', async () => {
    house.clock.now = NOON;
    const { data: menu } = await house.t.route(routes.menu, nurse, lunch as never);
    assert.deepEqual([menu.state, menu.published, menu.dishes.length], ['late', true, 4]);
    assert.deepEqual(refusal(await save(li, { portion: 3 })), [403, '已过订餐截止时间，只有有权限的人可临时修改']);
    assert.equal((await save(li, { portion: 3 }, house.chief)).status, 200);
    assert.equal((await of(li)).order.late, true);
    const { order } = await of(wang);
    const remove = (id: number, as: TestUser) => house.t.route(routes.remove, as, { id });
    assert.deepEqual(refusal(await remove(order.id, house.stranger)), [404, '订餐不存在']);
    assert.deepEqual(refusal(await remove(order.id, limited)), [404, '订餐不存在']);
    assert.equal((await remove(order.id, nurse)).status, 403);
    assert.equal((await remove(order.id, house.chief)).status, 200);
    assert.equal((await eats(wang)).length, 3);
    house.clock.now = instantOf(`${TODAY} 17:40:00`);
    const evening = await house.t.user(house.tenantId);
    assert.deepEqual(refusal(await save(wang, {}, evening)), [422, '该餐已结束，不能修改订餐']);
    house.clock.now = EARLY;
  });

  it('is none for who is out at that time, and takes a diet from the day on which it begins', async () => {
    const { tenantId, run } = house;
    await run(sql`insert into outings (tenant_id, person_id, person_name, companion_name, companion_phone, destination, leave_at, due_at)
      values (${tenantId}, ${wang}, '王秀英', '王强', ${sealed('13900001111')}, '家', ${`${TODAY} 09:00:00`}::timestamptz, ${`${TODAY} 15:00:00`}::timestamptz)`);
    assert.equal((await of(wang)).away, '外出');
    await run(sql`delete from outings where tenant_id = ${tenantId}`);
    await run(sql`insert into person_arrangements (tenant_id, person_id, kind, value, effective_on, reason, texture, user_name)
      values (${tenantId}, ${wang}, 'meal', 1, ${TODAY}, '术后', 'pureed', '李敏')`);
    assert.equal((await of(wang)).texture, 'pureed');
    const before = (await house.t.route(routes.page, nurse, { day: YESTERDAY, meal: 'lunch' } as never)).data.records;
    assert.equal(before.find(({ oldmanId }: { oldmanId: number }) => oldmanId === wang).texture, 'regular');
    await run(sql`delete from person_arrangements where tenant_id = ${tenantId}`);
  });
});

describe("the kitchen's sheet", () => {
  const sheet = async (as = cook) => (await house.t.route(kitchen.sheet, as, lunch as never)).data;
  const confirm = (more: object = {}, as: TestUser | null = cook) => house.t.route(kitchen.confirm, as, { ...lunch, ...more } as never);
  const counts = async () =>
    (await sheet()).counts.map(
      (one: Record<string, unknown>) => `${one.dishName} ${one.texture} ${one.count}${one.change ? ` ${one.change}` : ''}`,
    );

  it('counts portions of everybody, names who is served otherwise, and puts gaps apart', async () => {
    const now = await sheet();
    assert.deepEqual([now.people, now.away, now.cancelled, now.guests, now.large], [3, 1, 0, 0, 1]);
    assert.deepEqual(await counts(), [
      '米饭 regular 1',
      '米饭 soft 1',
      '清蒸鲈鱼 regular 1',
      '炒青菜 regular 1',
      '炒青菜 soft 1',
      '肉末蒸豆腐 soft 1',
    ]);
    const names = (list: { oldmanName: string }[]) => list.map(({ oldmanName }) => oldmanName).sort();
    assert.deepEqual([names(now.gaps), names(now.specials)], [['赵桂兰'], ['李建国', '赵桂兰'].sort()]);
    assert.deepEqual([now.floors[0].floor, now.floors[0].people], ['3号楼 3层', 3]);
    assert.equal((await house.t.route(kitchen.sheet, nurse, lunch as never)).status, 403);
    assert.equal((await sheet(house.stranger)).people, 0);
  });

  it('is noted once, and shows afterwards what has changed', async () => {
    assert.equal((await confirm({}, null)).status, 401);
    assert.equal((await confirm({}, nurse)).status, 403);
    assert.deepEqual(refusal(await confirm({ day: nextDay(TODAY, 28) })), [422, '该周还没有发布膳食计划，不能确认厨房单']);
    assert.deepEqual(refusal(await confirm({ meal: 'evening' })), [422, '没有这一餐次，请检查参数“餐次与时间”']);
    const both = await Promise.all([1, 2].map(() => confirm()));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '厨房单已被他人确认，请刷新后重试');
    assert.equal((await save(wang, { cancelled: true })).status, 200);
    const now = await sheet();
    assert.deepEqual([now.confirmed.people, now.people, now.confirmed.version], [3, 2, 1]);
    assert.deepEqual(await counts(), [
      '米饭 soft 1',
      '炒青菜 soft 1',
      '肉末蒸豆腐 soft 1',
      '米饭 regular 0 -1',
      '清蒸鲈鱼 regular 0 -1',
      '炒青菜 regular 0 -1',
    ]);
    assert.equal((await confirm({ version: 1 })).status, 200);
    assert.equal((await sheet()).counts.filter(({ change }: { change: number }) => change !== 0).length, 0);
  });
});
