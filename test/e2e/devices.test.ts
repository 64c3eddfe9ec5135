import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { accessible, button, choose, confirmed, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const PINGAN = 1_000_001;
/** A watch of the demonstration that nobody else speaks for in a journey. */
const WATCH = 7;
const TYPE = '康护腕表 K2';

describe('devices: types, commands, numbers, tracks', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let fleet: Fleet | undefined;
  let device: { id: number; imei: string; name: string; wearer: string };

  const row = <T>(query: ReturnType<typeof sql<T>>) => product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query)) as Promise<T>;
  const open = async (tab: string) => {
    await admin.goto(`${product.url}/device/detail?id=${device.id}`);
    await admin.getByRole('tab', { name: tab, exact: true }).click();
  };
  const line = (text: string) => admin.locator('.ant-table-row', { hasText: text }).first();

  before(async () => {
    product = await startProduct({ devices: 'real' });
    admin = await product.signIn('admin', { ...WIDE, at: null });
    device = await row(sql<typeof device>`
      select d.id, d.imei, d.name, p.name as wearer from devices d join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
      where d.tenant_id = ${PINGAN} and d.short_id = ${watchId(WATCH)}`);
  });
  after(async () => {
    await fleet?.stop();
    await product?.stop();
  });

  it('keeps a type with what its devices can be told, and gives it to a device', async () => {
    await admin.goto(`${product.url}/device/type`);
    await line('平安腕表').waitFor();
    await button(admin, '新增').click();
    const form = dialog(admin, '新增设备类型');
    await button(form, '保存').click();
    await form.getByText('请输入类别名称').waitFor();
    await form.getByLabel('类别名称', { exact: true }).fill(TYPE);
    await form.getByLabel('发送消息').check();
    await form.getByLabel('跌倒灵敏度').check();
    await button(form, '保存').click();
    await form.getByText('请输入厂商资料中“低”对应的数值').waitFor();
    for (const [level, value] of [
      ['低', '6'],
      ['中', '4'],
      ['高', '2'],
    ] as const)
      await form.getByLabel(`灵敏度${level}`).fill(value);
    await accessible(admin, '.ant-drawer');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await line(TYPE).getByText('4 项').waitFor();
    await admin.goto(`${product.url}/device/detail?id=${device.id}`);
    await button(admin, '编辑').click();
    const edit = dialog(admin, '编辑设备');
    await choose(admin, edit, '设备类型', TYPE);
    await button(edit, '保存').click();
    await said(admin, '更新成功');
    // Its field says the type, too.
    await edit.waitFor({ state: 'detached' });
    await admin.getByText(TYPE).waitFor();
    await admin.goto(`${product.url}/device/type`);
    await rowAction(line(TYPE), '删除');
    await confirmed(admin);
    await said(admin, '该类型下还有设备，不能删除');
  });

  it('tells a device that is away when it comes, and sees its answer', async () => {
    await row(
      sql`update device_states set last_seen_at = now() - interval '2 hours'
        where tenant_id = ${PINGAN} and device_id = ${device.id} returning 1`,
    );
    await open('指令');
    await admin.getByText('设备现在离线').waitFor();
    await button(admin, '发送消息').click();
    const message = dialog(admin, '发送消息');
    await button(message, '下发').click();
    await message.getByText('请输入消息').waitFor();
    await message.getByLabel('消息内容').fill('该吃降压药了');
    await button(message, '下发').click();
    await said(admin, '指令已下发');
    await line('该吃降压药了').getByText('等待发送').waitFor();
    await button(admin, '更多指令').click();
    await admin.getByRole('menuitem', { name: '跌倒灵敏度' }).click();
    await button(dialog(admin, '跌倒灵敏度'), '下发').click();
    await said(admin, '指令已下发');
    await rowAction(line('跌倒灵敏度'), '取消');
    await said(admin, '取消成功');
    await line('跌倒灵敏度').getByText('已取消').waitFor();
    await accessible(admin, '.d-detail');
    fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(WATCH)], rate: 2 });
    assert.ok(await fleet.connected(30_000));
    await line('该吃降压药了').getByText('已确认').waitFor();
    await button(admin, '立即定位').click();
    await said(admin, '指令已下发');
    await line('立即定位').getByText('已确认').waitFor();
  });

  it('keeps the numbers that it calls, and tells it those that its type takes', async () => {
    await open('亲情号码');
    const page = admin.locator('.d-contacts');
    await page.getByLabel('SOS号码1', { exact: true }).fill('12');
    await button(page, '保存').click();
    await page.getByText('电话号码应为3至20位数字').waitFor();
    await page.getByLabel('SOS号码1', { exact: true }).fill('057188886666');
    await button(page, '添加SOS号码').click();
    await page.getByLabel('SOS号码3', { exact: true }).fill('120');
    await page.getByText('这台设备不能远程设置号码').waitFor();
    await button(page, '保存').click();
    await said(admin, '保存成功');
    const kept = await row(
      sql<{
        all: string;
      }>`select string_agg(phone, ' ' order by slot) as all from device_contacts
        where tenant_id = ${PINGAN} and device_id = ${device.id} and kind = 1`,
    );
    assert.match(kept.all, /^057188886666 \d+ 120$/);
  });

  it('shows where somebody was, with the stops, and plays it', async () => {
    await open('轨迹');
    await admin.getByText('昨天', { exact: true }).click();
    await admin.getByText(/行程 .*停留 \d+ 处/).waitFor();
    await admin
      .getByRole('list', { name: '停留' })
      .getByText(/停留 .*小时/)
      .first()
      .waitFor();
    await admin.getByRole('application', { name: `${device.wearer}的轨迹` }).waitFor();
    await accessible(admin, '.d-detail');
    await button(admin, '回放轨迹').click();
    await button(admin, '暂停回放').waitFor();
    await button(admin, '回放轨迹').waitFor();
    await open('使用记录');
    await line(device.wearer).getByText('至今').waitFor();
  });

  it('has everybody on one map, and finds one of them', async () => {
    await admin.goto(`${product.url}/device/map`);
    await admin.getByLabel('查找设备').fill(device.wearer);
    const list = admin.locator('.d-map-list');
    await list
      .getByRole('button', { name: new RegExp(device.wearer) })
      .first()
      .waitFor();
    await accessible(admin, '.d-map-page');
    await list
      .getByRole('button', { name: new RegExp(device.wearer) })
      .first()
      .click();
    await admin.waitForURL('**/device/detail?id=*');
  });

  it('keeps a carer from all of it', async () => {
    const carer = await product.signIn('carer', { at: '/device/map' });
    await carer.getByText('404').first().waitFor();
    await carer.context().close();
  });

  it('breaks nowhere', () => assert.deepEqual(product.problems, []));
});
