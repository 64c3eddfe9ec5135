import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const PINGAN = 1_000_001;

describe('the page that makes the demonstration’s devices speak', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let nurse: Page;
  let wearer: { id: number; name: string; imei: string };
  const row = () => admin.locator('.ant-table-row', { hasText: wearer.name });

  before(async () => {
    product = await startProduct({ devices: 'simulated' });
    [admin, nurse] = [await product.signIn('admin', WIDE), await product.signIn('nurse')];
    wearer = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row(sql`select p.id, p.name, d.imei from devices d join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
        where d.tenant_id = ${PINGAN} and d.type = 'watch' and d.short_id = '8800000013'`),
    )) as typeof wearer;
    // What the seeded folder says of it proves nothing: only what it says itself from now on makes it online.
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update device_states set last_seen_at = last_seen_at - interval '1 hour' where tenant_id = ${PINGAN}
        and device_id = (select id from devices where tenant_id = ${PINGAN} and imei = ${wearer.imei})`),
    );
  });
  after(async () => {
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  it('is in the menu of whoever may press, and of nobody else', async () => {
    await admin.locator('.y-menu .ant-menu-submenu-title', { hasText: /^设备$/ }).click();
    await admin.getByRole('menuitem', { name: '设备模拟' }).click();
    await admin.getByText('仅演示环境提供').waitFor();
    assert.equal(await nurse.getByRole('menuitem', { name: '设备模拟' }).count(), 0);
    await nurse.goto(`${product.url}/device/simulator`);
    await nurse.getByText('页面不存在').waitFor();
    await nurse.goto(`${product.url}/wel/index`);
  });

  it('finds devices of every protocol alive', async () => {
    for (const name of ['卫生间雷达', '二楼护理站网关', '的床带', '的挂件', '门卫工牌'])
      await admin.locator('.ant-table-row', { hasText: name }).filter({ hasText: '在线' }).first().waitFor();
  });

  it('finds a watch alive, however old the demonstration is', async () => {
    // The only watch of the first page is the one that is switched off: it is online while the seeded state is younger than 20 minutes.
    await admin.getByPlaceholder('名称、编号或佩戴人').fill(wearer.imei);
    await button(admin, '查询').click();
    await admin.getByText('共 1 条').waitFor();
    // It beats once a minute.
    await row().filter({ hasText: '在线' }).waitFor({ timeout: 120_000 });
  });

  it('sends an SOS that the nurse sees, and shows what became of it', async () => {
    await accessible(admin, '.d-simulator');
    await rowAction(row(), 'SOS求助');
    await said(admin, '已发出SOS求助');
    await nurse.locator('.w-card', { hasText: wearer.name }).getByText('SOS求助').waitFor();
    const outcome = row().locator('.d-outcome', { hasText: 'SOS求助' });
    await outcome.getByText(/秒前/).waitFor();
    await accessible(admin, '.d-simulator');
    await outcome.getByRole('link', { name: 'SOS求助' }).click();
    await admin.waitForURL('**/warning/warning/index?id=*');
    await admin.getByRole('dialog').getByText(wearer.name, { exact: true }).first().waitFor();
    await admin.keyboard.press('Escape');
  });

  it('measures what is filled in, and that is on the person’s health page', async () => {
    await admin.goto(`${product.url}/device/simulator?name=${wearer.imei}`);
    await rowAction(row(), '测量');
    const form = dialog(admin, `模拟测量：${wearer.name}`);
    await form.getByText('血氧过低', { exact: true }).click();
    assert.equal(await form.getByLabel('血氧', { exact: true }).inputValue(), '86');
    await form.getByLabel('体温', { exact: true }).fill('36.8');
    await accessible(admin, '.ant-drawer-body');
    await button(form, '上报').click();
    await said(admin, '已上报测量值');
    await row().locator('.d-outcome', { hasText: '血氧' }).waitFor();
    await nurse.goto(`${product.url}/health/person?id=${wearer.id}`);
    await nurse.getByRole('region', { name: '血氧' }).getByText('86').first().waitFor();
    await nurse.getByRole('region', { name: '体温' }).getByText('36.8').first().waitFor();
  });

  it('says of a device that is switched off that it has to come back first', async () => {
    await rowAction(row(), '断线');
    await said(admin, '已断线');
    await rowAction(row(), 'SOS求助');
    await said(admin, '设备已断线，请先恢复');
    await rowAction(row(), '恢复');
    await said(admin, '已恢复连接');
  });
});
