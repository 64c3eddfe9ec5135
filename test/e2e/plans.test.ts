import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, choose, chooseRow, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '每日晨间助浴';
/** `yyyy-MM-dd` so many days from today, in Shanghai. */
const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

describe('an order that comes again and again', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;

  interface Made {
    id: number;
    number: string;
    status: number;
    service_at: string;
    user_name: string | null;
  }
  const rows = <T>(query: ReturnType<typeof sql>) => product.deps.inTenant(PINGAN, (tx) => tx.rows<T>(query as never));
  const orders = () =>
    rows<Made>(sql`select o.id, o.number, o.status, j.service_at, j.user_name from work_orders o
      join work_order_plans p on p.tenant_id = o.tenant_id and p.id = o.plan_id
      join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
      where o.tenant_id = ${PINGAN} and p.name = ${NAME} and o.status <> 6 order by j.service_at`);
  /** Waits until the plan has made orders at exactly these times. */
  async function planned(times: readonly string[]): Promise<Made[]> {
    let found: Made[] = [];
    for (let n = 0; n < 150; n++, await wait(100)) {
      found = await orders();
      if (JSON.stringify(found.map(({ service_at }) => service_at)) === JSON.stringify(times)) return found;
    }
    return assert.fail(`the orders are at ${found.map(({ service_at }) => service_at).join(', ')}`);
  }
  const personName = async () => {
    const found = await rows<{
      name: string;
    }>(sql`select p.name from people p join work_order_plans w on w.tenant_id = p.tenant_id and w.person_id = p.id
      where w.tenant_id = ${PINGAN} and w.name = ${NAME}`);
    return found[0]!.name;
  };
  const show = async (path: string) => {
    await admin.goto(product.url + path);
    await admin.locator('.ant-table-row').first().waitFor();
  };
  const plan = () => admin.locator('.ant-table-row', { hasText: NAME });
  const days = () => dialog(admin, `日程：${NAME}`);
  const dayRow = (at: string) => days().locator('.ant-table-row', { hasText: at });

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { at: null });
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`delete from holidays where tenant_id = ${PINGAN} and day >= ${day(0)} and day < ${day(30)}`),
    );
  });
  after(() => product?.stop());

  it('has a day off to keep', async () => {
    await admin.goto(`${product.url}/order/holiday`);
    // Of a year whose holidays are not announced yet the list is empty.
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增节假日');
    await drawer.getByLabel('日期').fill(day(2));
    await admin.keyboard.press('Enter');
    await drawer.getByLabel('名称').fill('院庆');
    await button(drawer, '保存').click();
    await drawer.waitFor({ state: 'detached' });
    await admin
      .locator('.ant-table-row', { hasText: day(2) })
      .getByText('院庆')
      .waitFor();
    await button(admin, '新增').click();
    await drawer.getByLabel('日期').fill(day(2));
    await admin.keyboard.press('Enter');
    await drawer.getByLabel('名称').fill('再来一次');
    await button(drawer, '保存').click();
    await said(admin, '该日期已设置');
    await button(drawer, '取消').click();
    await dialog(admin, '内容尚未保存').getByRole('button', { name: '放弃修改' }).click();
  });

  it('is set up in its drawer, which shows its days before it is kept', async () => {
    await show('/order/plan');
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增周期工单');
    await button(drawer, '保存').click();
    for (const text of ['请输入计划名称', '请选择服务对象', '请选择工单服务项目'])
      await drawer.locator('.ant-form-item-explain-error', { hasText: text }).waitFor();
    await drawer.getByLabel('计划名称').fill(NAME);
    await drawer.getByPlaceholder('请选择服务对象').click();
    const picker = dialog(admin, '选择服务对象');
    await chooseRow(picker, picker.locator('.ant-table-row').nth(3));
    await drawer.getByRole('combobox', { name: '服务项目' }).click();
    await admin.locator('.ant-select-dropdown:visible .ant-select-tree-node-content-wrapper', { hasText: '助浴' }).click();
    await drawer.getByLabel('服务时间').fill('07:30');
    await admin.keyboard.press('Enter');
    await drawer.locator('.ant-segmented-item', { hasText: '每天' }).click();
    await choose(admin, drawer, '遇节假日', '跳过');
    await drawer.getByLabel('提前生成').fill('5');
    const preview = drawer.locator('.y-plan-preview li');
    await preview.filter({ hasText: '院庆' }).waitFor();
    assert.deepEqual(
      (await preview.allInnerTexts()).slice(0, 3).map((text) => text.trim()),
      [day(1).slice(5), `${day(2).slice(5)} 院庆`, day(3).slice(5)],
    );
    await accessible(admin, '.ant-drawer');
    await button(drawer, '保存').click();
    await drawer.waitFor({ state: 'detached' });
    await plan().getByText('每天').waitFor();
    await planned([1, 3, 4, 5].map((n) => `${day(n)} 07:30:00`));
  });

  it('is found by its person’s name and by its own', async () => {
    const search = admin.getByRole('search');
    await search.getByLabel('服务对象').fill((await personName()).slice(0, 2));
    await button(search, '查询').click();
    await plan().waitFor();
    await search.getByLabel('计划名称').fill('没有这个计划');
    await button(search, '查询').click();
    await plan().waitFor({ state: 'detached' });
    await button(search, '重置').click();
    await plan().waitFor();
    await accessible(admin, '#page');
  });

  it('shows what became of its days; one is left out, and taken back', async () => {
    await rowAction(plan(), '日程');
    await dayRow(day(1)).getByText('待派单').waitFor();
    await dayRow(day(2)).getByText('节假日跳过').waitFor();
    await dayRow(day(6)).getByText('待生成').waitFor();
    await accessible(admin, '.ant-drawer');
    await button(dayRow(day(4)), '跳过').click();
    const sure = dialog(admin, '跳过这一次，并取消已生成的工单？');
    await sure.getByPlaceholder('原因（选填）').fill('外出就医');
    await button(sure, '跳过').click();
    await dayRow(day(4)).getByText('已取消').waitFor();
    await dayRow(day(4)).getByText('外出就医').waitFor();
    await planned([1, 3, 5].map((n) => `${day(n)} 07:30:00`));
    await button(dayRow(day(4)), '恢复').click();
    await planned([1, 3, 4, 5].map((n) => `${day(n)} 07:30:00`));
    await button(days(), '关闭').last().click();
  });

  it('has several of its orders put off at once', async () => {
    const made = (await orders()).slice(1, 3);
    await show('/order/workorder');
    const search = admin.getByRole('search');
    await search.getByLabel('服务对象').fill(await personName());
    await button(search, '查询').click();
    for (const { number } of made) await admin.locator('.ant-table-row', { hasText: number }).getByRole('checkbox').check();
    await button(admin, '批量改期').click();
    const moving = dialog(admin, '批量改期（2 单）');
    await moving.getByLabel('日期').fill('7');
    await moving.getByLabel('时间', { exact: true }).fill('10:15');
    await admin.keyboard.press('Enter');
    await moving.getByLabel('原因（选填）').fill('院内活动');
    await accessible(admin, '.ant-modal');
    await button(moving, '改期').click();
    await said(admin, '改期成功');
    await moving.waitFor({ state: 'detached' });
    await planned([`${day(1)} 07:30:00`, `${day(5)} 07:30:00`, `${day(10)} 10:15:00`, `${day(11)} 10:15:00`]);
    await show('/order/plan');
    await rowAction(plan(), '日程');
    await dayRow(day(3))
      .getByText(`已改期到 ${day(10)}`)
      .waitFor();
    await button(days(), '关闭').last().click();
  });

  it('has a problem when the record of its person lacks what an order needs, and leads there', async () => {
    const hers = sql`(select person_id from work_order_plans where tenant_id = ${PINGAN} and name = ${NAME})`;
    await product.deps.inTenant(PINGAN, async (tx) => {
      await tx.run(sql`update people set mobile = null, contact_phone = null where tenant_id = ${PINGAN} and id = ${hers}`);
      await tx.run(sql`delete from person_contacts where tenant_id = ${PINGAN} and person_id = ${hers}`);
    });
    await rowAction(plan(), '编辑');
    const drawer = dialog(admin, '编辑周期工单');
    await drawer.getByLabel('提前生成').fill('8');
    await button(drawer, '保存').click();
    await drawer.waitFor({ state: 'detached' });
    await plan().getByText('有问题').waitFor();
    await accessible(admin, '#page');
    await plan().getByRole('link', { name: '服务对象档案缺少联系电话' }).click();
    await admin.waitForURL(/\/oldMan\/detail\?id=\d+/);
    await admin
      .getByText(await personName())
      .first()
      .waitFor();
    await show('/order/plan');
  });

  it('ends, with the orders that nobody has begun', async () => {
    await button(plan(), '更多').click();
    await admin.locator('.ant-dropdown:visible').getByText('结束').click();
    const sure = dialog(admin, '结束周期工单');
    assert.ok(await sure.getByRole('checkbox', { name: '同时取消明天起尚未开始的工单' }).isChecked());
    await button(sure, '结束').click();
    await sure.waitFor({ state: 'detached' });
    await plan().getByText('已结束').waitFor();
    await planned([]);
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
