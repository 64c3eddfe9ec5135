import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { accessible, button, dialog, heldBack, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('rules of the institution', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let fleet: Fleet | undefined;
  let wearer: { name: string };

  before(async () => {
    product = await startProduct({ devices: 'real' });
    admin = await product.signIn('admin', { at: null });
    wearer = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row(
        sql`select p.name from devices d join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
          where d.tenant_id = ${PINGAN} and d.short_id = ${watchId(1)}`,
      ),
    )) as typeof wearer;
  });
  after(async () => {
    await fleet?.stop();
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  it('are made in sentences, tried on last week, and warn by the next reading', async () => {
    await admin.goto(`${product.url}/warning/condition`);
    await admin.locator('.ant-table-row', { hasText: '夜间离床过久' }).waitFor();
    await accessible(admin, '.y-list');
    await button(admin, '新增').click();
    const form = dialog(admin, '新增条件规则');
    await form.getByLabel('规则名称').fill('心率在线');
    await form.getByLabel('条件1的数值').fill('400');
    await form.getByText('心率应在25到250次/分之间，不能是400').first().waitFor();
    await form.getByLabel('条件1的数值').fill('30');
    await form.getByText('心率高于30次/分', { exact: true }).waitFor();
    await button(form, '添加条件组').click();
    await form.getByLabel('条件2的内容').click();
    await admin.keyboard.type('离床');
    await admin.keyboard.press('Enter');
    await form.getByText('心率高于30次/分 或 离床', { exact: true }).waitFor();
    await form.getByLabel('删除条件2').click();
    await button(form, '用最近7天的数据试算').click();
    await form.getByText(/最近7天会触发 [1-9]\d* 次，涉及 [1-9]\d* 人/).waitFor();
    await accessible(admin, '.ant-drawer-body');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await admin.locator('.ant-table-row', { hasText: '心率在线' }).getByText('心率高于30次/分').waitFor();
    fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(1)], rate: 2 });
    assert.ok(await fleet.connected(30_000), 'the watch connects');
    await admin.goto(`${product.url}/warning/warning/index`);
    const row = admin.locator('.ant-table-row', { hasText: '心率在线' }).filter({ hasText: wearer.name });
    await row.first().waitFor({ timeout: 60_000 });
  });

  it('leave people in peace who say so, by channel', async () => {
    await admin.goto(`${product.url}/info/index`);
    const texts = admin.getByRole('region', { name: '短信' });
    await button(texts, '添加时段').click();
    await texts.getByLabel('短信时段1的开始').waitFor();
    await accessible(admin, '.w-quiet-row');
    const card = admin.locator('.ant-card', { hasText: '通知免打扰' });
    // While it is being saved nothing is added that would be lost, and nothing is gone for a moment.
    const release = await heldBack(admin, /\/warning\/preference$/);
    await button(card, '保存').click();
    await card.locator('.ant-btn-loading').waitFor();
    await card.locator('.y-held[inert]').getByLabel('短信时段1的开始').waitFor();
    await release();
    await said(admin, '已保存');
    await card.locator('.y-held[inert]').waitFor({ state: 'detached' });
    assert.equal(await texts.getByLabel('短信时段1的开始').count(), 1);
    const popups = admin.getByRole('region', { name: '站内消息' });
    await button(popups, '添加时段').click();
    await button(card, '保存').click();
    await said(admin, '已保存');
    await admin.reload();
    await texts.getByLabel('短信时段1的开始').waitFor();
    await popups.getByLabel('站内消息时段1的开始').waitFor();
  });
});
