/** A room is taught in a minute by a watch in the hand, is tried, and is said where an alarm comes from. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { eventually } from '#test/processes.ts';
import { accessible, button, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('a house that is taught', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let nurse: Page;
  let wearer: { id: number; name: string; deviceId: number; imei: string; room: string };
  const row = (name: string) => admin.locator('main .ant-table-row').filter({ has: admin.getByText(name, { exact: true }) });

  before(async () => {
    product = await startProduct({ devices: 'simulated' });
    [admin, nurse] = [await product.signIn('admin', { at: null }), await product.signIn('nurse', { at: null })];
    wearer = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row(sql`select p.id, p.name, d.id as "deviceId", d.imei, r.name as room
        from devices d join people p on p.tenant_id = d.tenant_id and p.id = d.person_id join beds b on b.tenant_id = p.tenant_id
          and b.id = p.bed_id
          join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
        where d.tenant_id = ${PINGAN} and d.type = 'watch' and d.short_id = '8800000013'`),
    )) as typeof wearer;
  });
  after(async () => {
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  async function pick(form: ReturnType<typeof dialog>): Promise<void> {
    await form.getByLabel('采集设备').fill(wearer.imei.slice(-6));
    await admin.locator('.ant-select-item-option:not(.ant-select-item-option-disabled)', { hasText: wearer.imei.slice(-6) }).click();
  }

  it('says where somebody is: the room of the watch that the simulator speaks for', async () => {
    await nurse.goto(`${product.url}/oldMan/detail?id=${wearer.id}&tabid=basic&isview=true`);
    await nurse.locator('.d-seen', { hasText: `${wearer.room}附近` }).waitFor();
    await accessible(nurse, '.p-head');
    await admin.goto(`${product.url}/device/detail?id=${wearer.deviceId}`);
    const place = admin.getByRole('region', { name: '最近位置' });
    await place.getByText(`${wearer.room}附近`).waitFor();
    await place.getByText('Wi-Fi', { exact: true }).waitFor();
    await accessible(admin, '.d-side');
  });

  it('says where somebody was before, on the pages of the device and of the person', async () => {
    const history = (page: Page) => page.getByRole('region', { name: '去过的位置' });
    const here = (page: Page) =>
      history(page)
        .locator('.ant-table-row', { hasText: `${wearer.room}附近` })
        .first();
    await admin.getByRole('tab', { name: '去过的位置' }).click();
    // A place is noted a moment after the report in which it was heard.
    await eventually(async () => {
      if (await here(admin).isVisible()) return true;
      await history(admin).getByRole('button', { name: '刷新' }).click();
      await admin.waitForTimeout(500);
      return false;
    });
    await here(admin).getByText(wearer.name).waitFor();
    await accessible(admin, '.d-columns');
    await history(admin).getByLabel('位置', { exact: true }).fill('不存在的位置');
    await button(history(admin), '查询').click();
    await history(admin).locator('.ant-table-row').waitFor({ state: 'detached' });
    await history(admin).getByLabel('位置', { exact: true }).fill(wearer.room);
    await button(history(admin), '查询').click();
    await here(admin).waitFor();
    await nurse.goto(`${product.url}/oldMan/detail?id=${wearer.id}&tabid=device&isview=true`);
    await here(nurse).getByRole('link').waitFor();
    await accessible(nurse, '.y-page-width');
  });

  it('gets a named place, a beacon by its address, and refuses the same beacon elsewhere', async () => {
    await admin.locator('.y-menu .ant-menu-submenu-title', { hasText: /^设备$/ }).click();
    await admin.getByRole('menuitem', { name: '室内定位' }).click();
    await row('餐厅').waitFor();
    await accessible(admin, 'main');
    await button(admin.locator('main'), '新增公共区域').click();
    const form = dialog(admin, '新增公共区域');
    await form.getByLabel('楼栋').fill('1号楼');
    await form.getByLabel('楼层').fill('1层');
    await form.getByLabel('位置名称').fill('活动室');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await rowAction(row('活动室'), '信号');
    const points = dialog(admin, '1号楼 1层 活动室的信号');
    await points.getByLabel('信标MAC地址').fill('AC:23');
    await button(points, '登记信标').click();
    await said(admin, 'MAC地址应为12位十六进制');
    await points.getByLabel('信标MAC地址').fill('AC-23-3F-A1-77-01');
    await button(points, '登记信标').click();
    await said(admin, '已登记');
    await points.getByText('AC:23:3F:A1:77:01').waitFor();
    await accessible(admin, '.ant-drawer');
    await points.getByLabel('信标MAC地址').fill('ac233fa14101');
    await button(points, '登记信标').click();
    await said(admin, '已登记在 1号楼 1层 餐厅，请先在那里移除');
    await button(points, '关闭').last().click();
  });

  it('is taught in a minute by a watch that is asked to report, and the change is taken back', async () => {
    await rowAction(row('活动室'), '采集');
    const form = dialog(admin, '采集 1号楼 1层 活动室');
    await pick(form);
    await button(form, '开始采集').click();
    await form.getByText(/正在采集，还剩 \d+ 秒/).waitFor();
    await button(form, '让设备立即上报').click();
    await form.getByText(/收到 [1-9]\d* 次上报/).waitFor();
    await form.locator('.d-heard li').first().waitFor();
    await accessible(admin, '.ant-drawer');
    await button(form, '保存采集').click();
    await said(admin, '采集已保存');
    await row('活动室').getByText('已采集').waitFor();
    await rowAction(row('活动室'), '撤销上次修改');
    await said(admin, '已恢复到上一次');
    await row('活动室').getByText('已登记信标').waitFor();
  });

  it('is tried with a device, and says why it is placed there', async () => {
    await button(admin.locator('main'), '定位测试').click();
    const form = dialog(admin, '定位测试');
    await pick(form);
    await form.getByRole('region', { name: '定位结果' }).getByText(`${wearer.room}附近`).waitFor();
    await form.locator('.d-candidates li').first().waitFor();
    await accessible(admin, '.ant-drawer');
    await button(form, '关闭').last().click();
  });

  it('is where the nurse goes who sees the SOS', async () => {
    await admin.goto(`${product.url}/device/simulator`);
    await admin.getByPlaceholder('名称、编号或佩戴人').fill(wearer.imei);
    await button(admin, '查询').click();
    await admin.getByText('共 1 条').waitFor();
    await button(admin.locator('main .ant-table-row') as never, 'SOS求助').click();
    await said(admin, '已发出SOS求助');
    const card = nurse.locator('.w-card', { hasText: wearer.name });
    await card.locator('.d-seen', { hasText: `${wearer.room}附近` }).waitFor();
    await button(card as never, '其他处理').click();
    const place = nurse.getByRole('region', { name: '预警位置' });
    await place.locator('.d-seen', { hasText: '报警时' }).getByText(`${wearer.room}附近`).waitFor();
    await accessible(nurse, '.ant-drawer');
    await nurse.goto(`${product.url}/device/map`);
    await nurse.locator('.d-map-list li', { hasText: wearer.name }).getByText(`${wearer.room}附近`).first().waitFor();
  });
});
