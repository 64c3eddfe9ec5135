import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { dishes } from '#contract/meals/dishes.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { spoken } from '#test/people-imports.ts';
import { cellsOf, fetched, imported, workbook } from '#test/workbooks.ts';

let t: Harness;
let cook: TestUser;
before(async () => {
  t = await harness();
  cook = await t.user(await t.tenant());
});
after(() => t.close());

const TITLES = [
  '菜品名称*',
  '分类*',
  '过敏原',
  '可供质地*',
  '适合饮食',
  '热量（千卡）',
  '蛋白质（克）',
  '盐（克）',
  '价格（元）',
  '状态',
  '备注',
];
const PERCH = ['清蒸鲈鱼', '荤菜', '鱼类、大豆', '普食，软食', '低盐', '180', '18.5', '0.8', '18', '', '去刺'];
const named = async () =>
  (await t.route(dishes.page, cook, { size: 50 })).data.records.map(({ name }: { name: string }) => name).toSorted();

describe('dishes from a spreadsheet', () => {
  it('come with what is in them and whom they suit', async () => {
    const done = await imported(t, dishes.import, cook, await workbook([TITLES, PERCH]), 'mode=all');
    assert.deepEqual([done.status, spoken(done)], ['done', []]);
    const [dish] = (await t.route(dishes.page, cook, {})).data.records;
    const { name, category, allergens, textures, diets, energy, protein, salt, price, status, remarks } = dish!;
    assert.deepEqual(
      [name, category, allergens, textures, diets, energy, protein, salt, price, status, remarks],
      ['清蒸鲈鱼', 'meat', ['fish', 'soy'], ['regular', 'soft'], ['low_salt'], 180, 18.5, 0.8, 18, 0, '去刺'],
    );
  });

  it('are told by row and column what is wrong, and of all or none then none is taken', async () => {
    const rows = [
      TITLES,
      ['番茄炒蛋', '热菜', '蛋类', '普食', '', '', '', '', '', '', ''],
      ['白粥', '粥点', '', '普食、糊糊', '', '', '', '', '', '', ''],
      ['米饭', '主食', '', '', '', '', '', '', '', '', ''],
      ['馒头', '主食', '麸质', '普食', '', '很多', '', '', '', '', ''],
      ['青菜', '素菜', '', '普食', '', '', '', '', '', '', ''],
      ['青菜', '素菜', '', '软食', '', '', '', '', '', '', ''],
    ];
    const none = await imported(t, dishes.import, cook, await workbook(rows), 'mode=all');
    assert.deepEqual(
      spoken(none).map(([row, column]) => [row, column]),
      [
        [2, '分类'],
        [3, '可供质地'],
        [4, '可供质地'],
        [5, '热量（千卡）'],
        [7, '菜品名称'],
      ],
    );
    assert.deepEqual(await named(), ['清蒸鲈鱼']);
    const good = await imported(t, dishes.import, cook, await workbook([...rows, PERCH]), 'mode=good');
    assert.deepEqual(spoken(good).at(-1), [8, null, '已有同名的菜品']);
    assert.deepEqual(await named(), ['清蒸鲈鱼', '青菜']);
  });

  it('have a template with the same titles; who may not add dishes may not import them', async () => {
    assert.deepEqual((await cellsOf(await fetched(t, cook, dishes.template.path)))[0], TITLES);
    const reader = await t.user(cook.tenantId, { permissions: [dishes.page.access] });
    assert.equal((await t.call('GET', dishes.template.path, { as: reader })).status, 403);
  });
});
