/** Answers that come late: what was typed, chosen or opened meanwhile stays. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { button, dialog, heldBack, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

describe('an answer that comes late', { skip: noBrowser }, () => {
  let product: Product;

  before(async () => {
    product = await startProduct();
  });
  after(() => product?.stop());
  after(() => assert.deepEqual(product?.problems, []));

  it('finds the form as it was sent: until then nothing is typed into it, and it does not make room for another one', async () => {
    const page = await product.signIn('admin', { at: '/admin/post/index' });
    await button(page, '新增').click();
    const form = dialog(page, '新增岗位');
    await form.getByLabel('岗位名称').fill('夜班组长');
    await form.getByLabel('岗位编码').fill('night_head');
    const letGo = await heldBack(page, /\/admin\/post$/);
    await button(form, '保存').click();
    await form.locator('.y-held[inert]').waitFor({ state: 'attached' });
    assert.ok(await button(form, '取消').isDisabled());
    await page.keyboard.press('Escape');
    assert.equal(await dialog(page, '内容尚未保存').count(), 0);
    await letGo();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: '夜班组长' }).first().waitFor();
    // A refusal leaves the form to be corrected.
    await button(page, '新增').click();
    await form.getByLabel('岗位名称').fill('夜班组长');
    await form.getByLabel('岗位编码').fill('night_head');
    await button(form, '保存').click();
    await said(page, '已存在');
    await form.getByLabel('岗位编码').fill('night_head_2');
    await button(form, '取消').click();
    await button(dialog(page, '内容尚未保存'), '放弃修改').click();
    await page.close();
  });

  it('takes away only those values of a round that were sent', async () => {
    const page = await product.signIn('nurse', { at: '/health/entry' });
    const field = (row: number, column = 'temperature'): Locator =>
      page.locator(`.h-round input[data-row="${row}"][data-column="${column}"]`);
    await field(0).fill('36.6');
    await field(1).fill('36.7');
    const letGo = await heldBack(page, /\/health\/measurement\/round$/);
    const sent = page.waitForRequest('**/health/measurement/round');
    await button(page, '保存全部').click();
    await sent;
    await field(1, 'heartRate').fill('72');
    await field(2).fill('36.9');
    await letGo();
    await page.locator('.ant-modal-confirm-title', { hasText: '已保存2项' }).waitFor();
    await button(page, '知道了').click();
    const left = [field(0), field(1), field(1, 'heartRate'), field(2)];
    assert.deepEqual(await Promise.all(left.map((one) => one.inputValue())), ['', '', '72', '36.9']);
    // The lists are read again before it may be pressed once more.
    await button(page, '保存全部').and(page.locator(':not(.ant-btn-loading)')).click();
    await page.locator('.ant-modal-confirm-title', { hasText: '已保存2项' }).waitFor();
    await page.close();
  });

  it('to an older question moves no place that was pointed at since', async () => {
    const page = await product.signIn('admin', { at: '/oldMan/index' });
    await button(page, '新增').click();
    await button(page.locator('.y-page-card:visible', { hasText: '照护提醒' }), '地图选点').click();
    const map = dialog(page, '选择地址');
    const degrees = map.locator('output');
    const letGo = await heldBack(page, /\/oldman\/geocode\/geo\?/);
    await map.getByLabel('搜索地址').fill('浙江省杭州市西湖区文三路90号');
    await map.getByLabel('搜索地址').press('Enter');
    await button(map, '选取地图中心').click();
    await button(map, '确定').and(map.locator(':enabled')).waitFor();
    const pointed = (await degrees.textContent()) ?? '';
    assert.match(pointed, /^\d+\.\d{6}, /);
    await letGo();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(await degrees.textContent(), pointed);
    // Asked again, it is the latest.
    await map.getByLabel('搜索地址').press('Enter');
    await degrees.filter({ hasNotText: pointed }).waitFor();
    await page.close();
  });
});
