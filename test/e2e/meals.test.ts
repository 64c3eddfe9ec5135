import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { weekOf } from '#contract/meals/meals.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { accessible, button, choose, confirmed, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('meals', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let person = { id: 0, name: '' };
  const tomorrow = nextDay(dayOf(Date.now()));
  const { monday } = weekOf(tomorrow);
  const at = `day=${tomorrow}&meal=lunch`;
  const shot = (name: string) =>
    process.env.YIAN_SHOTS ? admin.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', WIDE);
    person = await product.deps.inTenant(PINGAN, async (tx) => {
      // The week of tomorrow has only dishes that the journey puts there.
      await tx.run(sql`delete from diet_plans where tenant_id = ${PINGAN}`);
      const found = await tx.row<{ id: number; name: string }>(sql`
        select id, name from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null and bed_id is not null
          and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1
          and not exists (select from meal_orders m where m.tenant_id = p.tenant_id and m.person_id = p.id)
          and not exists (select from outings o where o.tenant_id = p.tenant_id and o.person_id = p.id and o.state in (1, 2))
        order by id offset 12 limit 1`);
      await tx.run(sql`update people set flags = array['花生过敏'], meal = 1, meal_texture = null, meal_diets = '{}'
        where tenant_id = ${PINGAN} and id = ${found!.id}`);
      return found!;
    });
  });
  after(() => product?.stop());

  const add = async (cell: string, dish: string) => {
    await admin.getByRole('button', { name: `${cell}添加菜品` }).click();
    await admin.getByRole('combobox', { name: `${cell}的菜品` }).fill(dish);
    await admin
      .locator('.ant-select-dropdown:visible')
      .getByText(new RegExp(`^${dish}（`))
      .waitFor();
    await admin.keyboard.press('Enter');
    await admin.getByRole('list', { name: cell }).getByText(dish).waitFor();
    await admin.keyboard.press('Escape');
    await admin.locator('.ml-head h2').click();
  };

  it('are planned for a week by search and keyboard, with warnings, and published', async () => {
    await admin.goto(`${product.url}/management/managedietplan/index?add=1`);
    const asked = dialog(admin, '新增膳食计划');
    const chosen = weekOf(dayOf(Date.now())).monday === monday ? monday : nextDay(monday, 0);
    await choose(admin, asked, '周次', `${chosen} 至 ${nextDay(chosen, 6)}`);
    await button(asked, '开始编排').click();
    await said(admin, '创建成功');
    const day = '周一周二周三周四周五周六周日'.slice(2 * weekOf(tomorrow).index, 2 * weekOf(tomorrow).index + 2);
    const cell = `${day}午餐`;
    // Enter takes no dish while the one that is typed is still looked for.
    const looked = Promise.withResolvers<void>();
    await admin.route(/\/business\/dish\/page\?.*name=/, (route) => looked.promise.then(() => route.continue()));
    await admin.getByRole('button', { name: `${cell}添加菜品` }).click();
    await admin.locator('.ant-select-dropdown:visible .ant-select-item-option').first().waitFor();
    await admin.getByRole('combobox', { name: `${cell}的菜品` }).fill('清炒小白菜');
    await admin.locator('.ant-select-dropdown:visible').getByText('正在查找').waitFor();
    await admin.keyboard.press('Enter');
    assert.equal(await admin.getByRole('list', { name: cell }).getByRole('listitem').count(), 0);
    looked.resolve();
    await admin.keyboard.press('Escape');
    await admin.locator('.ml-head h2').click();
    await add(cell, '米饭');
    await add(cell, '宫保鸡丁');
    await admin.getByText(`${day} 午餐没有素菜`).waitFor();
    await add(cell, '清炒小白菜');
    await add(cell, '香菇蒸鸡');
    const spare = admin.getByRole('list', { name: cell }).getByRole('button', { name: /^香菇蒸鸡/ });
    await spare.focus();
    await spare.press('Enter');
    await admin.getByRole('list', { name: cell }).getByText('备选').waitFor();
    await shot('meals-editor');
    await accessible(admin, '.ml-page');
    // What is changed while the answer is on its way is still to be saved.
    const held = Promise.withResolvers<void>();
    await admin.route('**/dietplan', (route) => held.promise.then(() => route.continue()));
    await button(admin, '保存').click();
    await spare.press('Enter');
    held.resolve();
    await said(admin, '已保存');
    await spare.press('Enter');
    await button(admin, '保存').and(admin.locator(':not(.ant-btn-loading)')).click();
    await said(admin, '已保存');
    await button(admin, '发布').click();
    await button(admin.locator('.y-confirm:visible'), '发布').click();
    await said(admin, '已发布');
    await admin.locator('.ml-head').getByText('已发布').waitFor();
    await shot('meals-plan');
    await accessible(admin, '.ml-page');
  });

  it('are served by allergy, and ordered otherwise before the deadline', async () => {
    await admin.goto(`${product.url}/management/mealorder?${at}&oldmanName=${encodeURIComponent(person.name)}`);
    const row = admin.locator('.ant-table-row', { hasText: person.name }).first();
    await row.getByText('花生过敏').waitFor();
    assert.match(await row.innerText(), /香菇蒸鸡/);
    assert.doesNotMatch(await row.innerText(), /宫保鸡丁/);
    await shot('meals-orders');
    await rowAction(row, '修改');
    const asked = admin.getByRole('dialog', { name: new RegExp(person.name) });
    await asked.getByText('小份').click();
    await asked.getByLabel('备注').fill('少油');
    await accessible(admin, '.ant-modal');
    await button(asked, '保存').click();
    await said(admin, '已保存');
    await row.getByText('少油').waitFor();
    await accessible(admin, '.y-list-page');
  });

  it('are counted for the kitchen, noted, and differ afterwards', async () => {
    await admin.goto(`${product.url}/management/kitchen?${at}`);
    await admin.getByRole('region', { name: '特殊膳食' }).getByText(person.name).first().waitFor();
    await button(admin, '确认份数').click();
    await said(admin, '已确认');
    await admin.goto(`${product.url}/management/mealorder?${at}&oldmanName=${encodeURIComponent(person.name)}`);
    const row = admin.locator('.ant-table-row', { hasText: person.name }).first();
    await rowAction(row, '恢复默认');
    await confirmed(admin);
    await said(admin, '已恢复默认');
    // At once: the row is still being read again.
    await rowAction(row, '修改');
    const asked = admin.getByRole('dialog', { name: new RegExp(person.name) });
    await asked.getByLabel('取消此餐').click();
    await button(asked, '保存').click();
    await said(admin, '已保存');
    await admin.goto(`${product.url}/management/kitchen?${at}`);
    await admin.getByRole('region', { name: '份数' }).getByText('−1').first().waitFor();
    await shot('meals-kitchen');
    await accessible(admin, '.ml-page');
  });

  it('are noted as eaten with one press, and sampled', async () => {
    await admin.goto(`${product.url}/management/mealrecord?day=${dayOf(Date.now() - 24 * 3600_000)}&meal=lunch`);
    const group = admin.getByRole('group', { name: `${person.name}的进食量` });
    await button(group, '大半').click();
    await said(admin, '已登记');
    await group.locator('[aria-pressed="true"]').waitFor();
    await shot('meals-records');
    await accessible(admin, '.ml-page');
    await admin.goto(`${product.url}/management/foodsample?state=1`);
    await admin.locator('.ant-table-row').first().waitFor();
    await shot('meals-samples');
    await accessible(admin, '.y-list');
    await admin.goto(`${product.url}/business/dish?allergen=peanuts`);
    await admin.locator('.ant-table-row', { hasText: '宫保鸡丁' }).waitFor();
    await shot('meals-dishes');
  });
});
