import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { dietPlans as routes } from '#contract/meals/diet-plans.ts';
import { dishes } from '#contract/meals/dishes.ts';
import { nextDay } from '#contract/time.ts';
import { refusal, type TestUser } from '#test/harness.ts';
import { mealHouse, MONDAY } from '#test/meals.ts';

let house: Awaited<ReturnType<typeof mealHouse>>;
let viewer: TestUser;
before(async () => {
  house = await mealHouse();
  viewer = await house.t.user(house.tenantId, { permissions: [routes.page.access] });
});
after(() => house.t.close());

const call = (route: (typeof routes)[keyof typeof routes], input: object, as: TestUser | null = house.chief) =>
  house.t.route(route, as, input as never);
const read = async (id: number) => (await call(routes.get, { id })).data;
const NEXT = nextDay(MONDAY, 7);
const TUESDAY = nextDay(MONDAY);

describe('dishes', () => {
  const form = { name: '小米粥', category: 'porridge', textures: ['regular', 'liquid'], price: 3.5 };

  it('are written in words that are clear, each name once, by those who may', async () => {
    const { t, chief, stranger } = house;
    const make = (more: object, as: TestUser | null = chief) => t.route(dishes.create, as, { ...form, ...more } as never);
    assert.equal((await make({}, null)).status, 401);
    assert.equal((await make({}, viewer)).status, 403);
    for (const [more, text] of [
      [{ name: '' }, '请输入菜品名称'],
      [{ category: 'cake' }, '请选择分类'],
      [{ textures: [] }, '请选择可供质地'],
      [{ energy: 6000 }, '热量应为0至5000的整数'],
      [{ protein: -1 }, '蛋白质不能小于0'],
      [{ salt: 2000 }, '盐过大'],
      [{ price: -1 }, '价格不能小于0'],
      [{ price: 20_000 }, '价格过大'],
    ] as const)
      assert.deepEqual(refusal(await make(more)), [400, text]);
    const { data: id } = await make({ allergens: ['milk'], salt: 0.5 });
    assert.deepEqual(refusal(await make({})), [409, '已有同名的菜品']);
    const { data } = await t.route(dishes.get, chief, { id });
    assert.deepEqual([data.price, data.salt, data.allergens, data.textures], [3.5, 0.5, ['milk'], ['regular', 'liquid']]);
    assert.equal((await t.route(dishes.get, stranger, { id })).status, 404);
    const of = async (query: object) => (await t.route(dishes.page, chief, query as never)).data.total;
    assert.deepEqual([await of({ allergen: 'milk' }), await of({ texture: 'liquid' }), await of({ diet: 'halal' })], [1, 1, 0]);
    assert.equal((await t.route(dishes.update, chief, { ...form, id, price: null, version: data.version } as never)).status, 200);
    assert.equal((await t.route(dishes.get, chief, { id })).data.price, null);
    assert.equal((await t.route(dishes.remove, chief, { id })).status, 200);
  });
});

describe('the plan of a week', () => {
  it('is drafted once for a week that begins on Monday, filled, and published by those who may', async () => {
    const { ids, lunch, draft, stranger } = house;
    assert.equal((await call(routes.create, { weekDate: MONDAY }, viewer)).status, 403);
    assert.deepEqual(refusal(await call(routes.create, { weekDate: TUESDAY })), [400, '请选择周一的日期']);
    assert.deepEqual(refusal(await call(routes.create, { weekDate: MONDAY, copyId: 999 })), [422, '要复制的膳食计划不存在']);
    const id = await draft();
    assert.deepEqual(refusal(await call(routes.create, { weekDate: MONDAY })), [409, '该周已有草稿，请在草稿上编排']);
    assert.deepEqual(refusal(await call(routes.get, { id }, stranger)), [404, '膳食计划不存在']);
    assert.equal((await call(routes.fill, { id, dishes: [] }, stranger)).status, 404);
    assert.deepEqual(refusal(await call(routes.publish, { id })), [422, '还没有编排菜品，不能发布']);
    const fill = (list: object[], more: object = {}) => call(routes.fill, { id, dishes: list, ...more });
    assert.deepEqual(refusal(await fill([...lunch(0), ...lunch(0)])), [400, '同一餐次中有重复的菜品']);
    assert.deepEqual(refusal(await fill([{ day: 0, meal: 'lunch', dishId: 9999 }])), [422, '有菜品不存在或已停用，请重新选择']);
    assert.deepEqual(refusal(await fill([{ day: 0, meal: 'supper', dishId: ids['米饭'] }])), [400, '请选择餐次']);
    const many = Array.from({ length: 601 }, () => lunch(0)[0]!);
    assert.deepEqual(refusal(await fill(many)), [400, '一周最多编排600道菜品']);
    assert.deepEqual((await read(id)).dishes, []);
    const { version } = await read(id);
    const both = await Promise.all([1, 2].map(() => fill(lunch(0), { version })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '膳食计划已被他人修改，请刷新后重试');
    const plan = await read(id);
    assert.deepEqual(
      plan.dishes.map((dish: { name: string; spare: boolean }) => `${dish.name}${dish.spare ? '备' : ''}`),
      ['米饭', '清蒸鲈鱼', '炒青菜', '肉末蒸豆腐备'],
    );
    assert.deepEqual(plan.mealTimes[1], { meal: 'lunch', time: '11:30' });
    assert.equal((await call(routes.week, { day: TUESDAY })).data, null);
    assert.equal((await call(routes.publish, { id })).status, 200);
    assert.equal((await call(routes.week, { day: TUESDAY }, viewer)).data.id, id);
    assert.deepEqual(refusal(await fill(lunch(1))), [409, '膳食计划已发布，不能编排菜品']);
    assert.deepEqual(refusal(await call(routes.remove, { id })), [409, '膳食计划已发布，不能删除']);
    assert.deepEqual(refusal(await house.t.route(dishes.remove, house.chief, { id: ids['米饭']! })), [
      422,
      '膳食计划中有该菜品，请改为停用',
    ]);
  });

  it('gives way to its next edition, which begins as a copy', async () => {
    const { ids } = house;
    const { id: first } = (await call(routes.week, { day: MONDAY })).data;
    const second = await house.draft(MONDAY, { copyId: first });
    assert.deepEqual([(await read(second)).edition, (await read(second)).dishes.length], [2, 4]);
    assert.equal((await call(routes.publish, { id: second })).status, 200);
    assert.deepEqual([(await read(first)).state, (await read(second)).state], [3, 2]);
    const change = (more: object) =>
      call(routes.change, {
        id: second,
        day: 0,
        meal: 'lunch',
        dishId: ids['清蒸鲈鱼'],
        replaceId: ids['红烧肉'],
        reason: '鱼未到货',
        ...more,
      });
    assert.equal((await call(routes.change, { id: second, day: 0, meal: 'lunch', dishId: 1, reason: 'x' }, viewer)).status, 403);
    assert.deepEqual(refusal(await change({ reason: '' })), [400, '请填写换菜原因']);
    assert.deepEqual(refusal(await change({ day: 3 })), [422, '该餐没有这道菜品，请刷新后重试']);
    assert.deepEqual(refusal(await change({ replaceId: 9999 })), [422, '有菜品不存在或已停用，请重新选择']);
    assert.deepEqual(refusal(await change({ replaceId: ids['米饭'] })), [400, '同一餐次中有重复的菜品']);
    assert.deepEqual(refusal(await change({ id: first })), [409, '膳食计划已被新版替换，不能临时换菜']);
    assert.equal((await change({})).status, 200);
    assert.equal((await change({ dishId: ids['肉末蒸豆腐'], replaceId: null, reason: '豆腐用完' })).status, 200);
    const plan = await read(second);
    assert.deepEqual(
      plan.dishes.map(({ name }: { name: string }) => name),
      ['米饭', '红烧肉', '炒青菜'],
    );
    assert.deepEqual(
      plan.changes.map((one: Record<string, unknown>) => [one.beforeName, one.afterName, one.reason]),
      [
        ['肉末蒸豆腐', null, '豆腐用完'],
        ['清蒸鲈鱼', '红烧肉', '鱼未到货'],
      ],
    );
  });

  it('is deleted as a draft, and says how many residents are allergic to what', async () => {
    const id = await house.draft(NEXT);
    assert.equal((await call(routes.remove, { id })).status, 200);
    assert.equal((await call(routes.get, { id })).status, 404);
    await house.resident('赵一', ['花生过敏']);
    await house.resident('赵二', ['花生过敏', '海鲜过敏']);
    assert.deepEqual((await call(routes.allergic, {}, viewer)).data, [
      { allergen: 'crustaceans', count: 1 },
      { allergen: 'fish', count: 1 },
      { allergen: 'peanuts', count: 2 },
      { allergen: 'molluscs', count: 1 },
    ]);
  });
});
