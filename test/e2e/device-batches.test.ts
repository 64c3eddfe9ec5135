/** A watch that nobody entered comes by itself, says what it is, is told something, and sends a voice message. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { connect, sendFrame, type Link } from '../../scripts/simulator/link.ts';
import { accessible, button, choose, confirmed, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const NUMBER = '865777000000042';
const OTHER = '865777000000077';

describe('a purchase of watches', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let watch: Link;

  const dial = () => connect({ host: '127.0.0.1', port: product.watchPort });
  const say = (content: string, id = NUMBER, link = watch) => sendFrame(link, { vendor: '3G', id }, content);
  const tab = (name: string) => admin.getByRole('tab', { name, exact: true }).click();

  before(async () => {
    product = await startProduct({ devices: 'real' });
    admin = await product.signIn('admin', { ...WIDE, at: null });
  });
  after(async () => {
    watch?.close();
    await product?.stop();
  });

  it('is entered by its numbers; one that comes waits for staff and is let in when they enter it', async () => {
    await admin.goto(`${product.url}/device/batch`);
    await button(admin.locator('main'), '新增').click();
    const form = dialog(admin, '新增设备批次');
    await form.getByLabel('批次名称').fill('冬季采购');
    await choose(admin, form, '设备类型', '平安腕表 SG-4G（腕表TCP（3G/SG/CS/ZJ））');
    await form.getByLabel('起始编号').fill('865777000000000');
    await form.getByLabel('结束编号').fill('865777000000099');
    await accessible(admin, '.ant-drawer');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    const refused = await dial();
    say('LK', NUMBER, refused);
    await refused.closed;
    await tab('待登记设备');
    const row = admin.locator('.ant-table-row', { hasText: NUMBER });
    await row.waitFor();
    await accessible(admin, 'main');
    await rowAction(row, '登记');
    await said(admin, '登记成功');
    await row.waitFor({ state: 'detached' });
    for (let answered = false; !answered; await wait(200)) {
      watch = await dial();
      say('LK,10,0,66');
      answered = (await watch.next())?.text === 'LK';
    }
  });

  it('by itself where the batch says so', async () => {
    await tab('批次与号段');
    const row = admin.locator('.ant-table-row', { hasText: '冬季采购' });
    await rowAction(row, '编辑');
    const form = dialog(admin, '编辑设备批次');
    await form.getByText('自动登记：').click();
    await button(form, '保存').click();
    await said(admin, '更新成功');
    // The number was never refused: nobody remembers it.
    const newcomer = await dial();
    say('LK,1,0,50', OTHER, newcomer);
    assert.equal((await newcomer.next())?.text, 'LK');
    newcomer.close();
    await admin.goto(`${product.url}/device/index?imei=${OTHER}`);
    await admin.getByText('平安腕表 SG-4G').first().waitFor();
  });

  it('that is large waits for the platform, which agrees to it', async () => {
    await admin.goto(`${product.url}/device/batch`);
    await button(admin.locator('main'), '新增').click();
    const form = dialog(admin, '新增设备批次');
    await form.getByLabel('批次名称').fill('全年采购');
    await choose(admin, form, '设备类型', '平安腕表 SG-4G（腕表TCP（3G/SG/CS/ZJ））');
    await form.getByLabel('起始编号').fill('865778000000000');
    await form.getByLabel('结束编号').fill('865778000001999');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    const row = admin.locator('.ant-table-row', { hasText: '全年采购' });
    await row.getByText('待平台同意', { exact: true }).waitFor();
    await accessible(admin, 'main');
    const platform = await product.signIn('platform', { at: '/device/batch?tab=requests' });
    const request = platform.locator('.ant-table-row', { hasText: '全年采购' });
    await request.waitFor();
    await accessible(platform, 'main');
    await rowAction(request, '同意');
    await confirmed(platform);
    await said(platform, '处理成功');
    await request.getByText('已同意', { exact: true }).waitFor();
    await platform.close();
    await admin.reload();
    await row.getByText('生效', { exact: true }).waitFor();
  });

  it('shows that its number is used from two addresses', async () => {
    const other = await connect({ host: '127.0.0.1', port: product.watchPort });
    for (let n = 0; n < 2; n++) {
      say('LK,1,0,99', NUMBER, other);
      assert.equal((await other.next())?.text, 'LK');
      say('LK,11,0,66');
      assert.equal((await watch.next())?.text, 'LK');
    }
    other.close();
    await admin.goto(`${product.url}/device/index?imei=${NUMBER}`);
    await admin.getByRole('link', { name: NUMBER }).click();
    await admin.getByText('该编号正从两个地址使用').waitFor();
    await accessible(admin, 'main');
  });

  it('is told its pills, and is seen to differ from what it was told', async () => {
    await admin.goto(`${product.url}/device/index?imei=${NUMBER}`);
    await admin.getByRole('link', { name: NUMBER }).click();
    await tab('指令');
    await button(admin.locator('main'), '更多指令').hover();
    await admin.getByRole('menuitem', { name: '吃药提醒', exact: true }).click();
    const asked = dialog(admin, '吃药提醒');
    await asked.getByLabel('内容1').fill('药');
    await accessible(admin, '.ant-modal');
    await button(asked, '下发').click();
    await said(admin, '指令已下发');
    assert.deepEqual(
      [(await watch.next())?.text, (await watch.next())?.text],
      ['TAKEPILLS,08:00-1-2,1,836F', 'TAKEPILLS,00:00-0-2,2,836F'],
    );
    assert.equal((await watch.next())?.text, 'TAKEPILLS,00:00-0-2,3,836F');
    say('TAKEPILLS');
    await admin.locator('.ant-table-row', { hasText: '吃药提醒' }).getByText('已确认').waitFor();
    await button(admin.locator('main'), '更多指令').hover();
    await admin.getByRole('menuitem', { name: '定位上传间隔', exact: true }).click();
    await button(dialog(admin, '定位上传间隔'), '下发').click();
    await said(admin, '指令已下发');
    assert.equal((await watch.next())?.text, 'UPLOAD,600');
    await wait(1100);
    say('CONFIG,TY:SG4G,UL:1800,LS:4+8');
    await tab('参数');
    const line = admin.locator('.ant-table-row', { hasText: '定位上传间隔' });
    await line.getByText('不一致', { exact: true }).waitFor();
    await line.getByText('每30分钟').waitFor();
    await accessible(admin, 'main');
    await rowAction(line, '再次下发');
    assert.equal((await watch.next())?.text, 'UPLOAD,600');
    assert.deepEqual(product.problems, []);
  });
});
