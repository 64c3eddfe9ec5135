import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { accessible, button, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';
import { confirmMoney, secondPerson } from './second-person.ts';

interface OrderRow {
  id: number;
  number: string;
  pay_status: number;
  total_fen: number;
  refund_fen: number;
}

describe('the receipt of a transfer', { skip: noBrowser, timeout: 400_000 }, () => {
  let product: Product;
  let payer: Page;
  let platform: Page;

  const lastOrder = async (): Promise<OrderRow> =>
    (await product.deps.inTenant(1, (tx) =>
      tx.row<OrderRow>(
        sql`select o.* from package_orders o join tenants t on t.id = o.subscriber_id where o.tenant_id = 1 and t.code = 'hele'
          order by o.id desc limit 1`,
      ),
    )) ?? assert.fail('there is no order');
  const send = async (at: Locator, serial: string) => {
    await at.getByLabel('银行流水号').fill(serial);
    await at.getByLabel('回单编号').fill(`HD${serial}`);
    const remove = at.getByRole('button', { name: '删除回执单' });
    if (await remove.count()) await remove.click();
    await at.locator('input[type=file]').setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: await payer.screenshot() });
    await remove.waitFor();
    await button(at, '提交').click();
    await button(payer.locator('.ant-modal-confirm'), '确定').click();
    await said(payer, '提交成功!');
  };
  const due = async (number: string, id: number) => {
    await platform.goto(`${product.url}/platform/verification?order=${id}`);
    return platform.getByRole('region', { name: `核实${number}` });
  };
  /** An action of a row, wherever the list has put it. */
  const act = async (number: string, label: string) => {
    const row = platform.locator('.ant-table-row', { hasText: number });
    await row.waitFor();
    await rowAction(row, label);
  };

  before(async () => {
    product = await startProduct();
    payer = await product.signIn('hele_admin', { viewport: { width: 1280, height: 900 }, at: null });
    platform = await product.signIn('platform', { viewport: { width: 1280, height: 900 } });
  });
  after(() => product?.stop());

  it('that was sent back says why; another is sent, sent back once more, and verified at last', async () => {
    await payer.goto(`${product.url}/subscription/index`);
    const { id, number } = await lastOrder();
    await rowAction(payer.locator('.ant-table-row', { hasText: number }), '立即支付');
    const buying = dialog(payer, '订购产品包');
    await buying.getByText('回执单被退回：回执单金额看不清，请重新拍照上传').waitFor();
    await accessible(payer, '.sub-dialog');
    await send(buying, '2026112200000001');
    await buying.getByText('回执单已提交，等待平台核实').waitFor();

    const panel = await due(number, id);
    await panel.getByText('2026112200000001', { exact: true }).waitFor();
    await button(panel, '退回').click();
    const asking = dialog(platform, `退回回执单 · ${number}`);
    await button(asking, '退回').click();
    await asking.getByText('请输入退回原因').waitFor();
    await asking.getByLabel('退回原因').fill('付款户名与机构不一致');
    await button(asking, '退回').click();
    await said(platform, '操作成功');
    // The open dialog hears of it.
    await buying.getByText('回执单被退回：付款户名与机构不一致').waitFor();
    await send(buying, '2026112200000002');

    const again = await due(number, id);
    await again.getByText('2026112200000002', { exact: true }).waitFor();
    await accessible(platform, '#page');
    await button(again, '核实到账并开通').click();
    await button(platform.locator('.y-confirm:visible'), '确认到账').click();
    await said(platform, '操作成功');
    await buying.getByText('产品包已开通').waitFor();
    await button(buying, '完成').click();
    assert.equal((await lastOrder()).pay_status, 2);
  });

  it('whose money never came ends the order, and its payer reads why', async () => {
    await payer.getByRole('button', { name: '订购产品包', exact: true }).click();
    const buying = dialog(payer, '订购产品包');
    await buying.locator('.sub-offer', { hasText: '旗舰版' }).first().click();
    await buying.locator('.sub-duration', { hasText: '30天' }).click();
    await button(buying, '提交订单').click();
    await button(buying, '立即支付').click();
    await buying.getByText('转账备注').waitFor();
    await send(buying, '2026112200000003');
    const { number } = await lastOrder();
    await platform.goto(`${product.url}/platform/order`);
    await act(number, '判定支付失败');
    const asking = dialog(platform, `判定支付失败 · ${number}`);
    await asking.getByLabel('原因').fill('银行退票，款项未到账');
    await accessible(platform, '.ant-modal');
    await button(asking, '判定失败').click();
    await said(platform, '操作成功');
    await buying.getByText('支付失败', { exact: true }).waitFor();
    await buying.getByText('银行退票，款项未到账').waitFor();
    await accessible(payer, '.sub-dialog');
    await button(buying, '重新选择产品包').click();
    await button(buying, '提交订单').waitFor();
    await payer.keyboard.press('Escape');
    assert.equal((await lastOrder()).pay_status, 3);
  });

  it('of that order whose money came all the same is noted, and given back', async () => {
    const { id, number, total_fen } = await lastOrder();
    await act(number, '登记到账待退');
    const receiving = dialog(platform, `登记到账待退 · ${number}`);
    await receiving.getByText('目前没有其他人可以复核，登记后会一直等待。').waitFor();
    await receiving.getByLabel('银行流水号').fill('2026112300000003');
    await accessible(platform, '.ant-modal');
    await button(receiving, '登记').click();
    await said(platform, '已登记，待他人复核');
    assert.equal((await lastOrder()).refund_fen, 0, 'nothing is due before another person has confirmed it');
    // One account alone cannot finish it, and is told the way.
    await platform.reload();
    await platform.locator('.ant-table-row', { hasText: number }).dblclick();
    const alone = platform.locator('.ant-drawer');
    await alone.getByText('这笔款项由您登记，目前没有其他人可以复核。').waitFor();
    assert.equal(await button(alone, '复核通过').count(), 0);
    await accessible(platform, '.ant-drawer');
    await button(alone, '去用户管理').click();
    await platform.waitForURL('**/admin/user/index');
    const second = await secondPerson(product);
    await platform.goto(`${product.url}/platform/order`);
    await platform.locator('.ant-table-row', { hasText: number }).dblclick();
    await alone.getByText('这笔款项由您登记，须由另一位同事复核：复核人。').waitFor();
    await confirmMoney(second, product.url, number);
    assert.equal((await lastOrder()).refund_fen, total_fen);
    await payer.reload();
    const mine = payer.locator('.ant-table-row', { hasText: number });
    await mine.getByText('支付失败').waitFor();
    await payer.getByRole('button', { name: /条未读消息/ }).click();
    await payer.getByRole('dialog', { name: '未读消息' }).getByText('收到的款项将退回', { exact: true }).first().waitFor();
    await payer.keyboard.press('Escape');

    await platform.reload();
    await act(number, '登记退款');
    const refunding = platform.getByRole('dialog', { name: /^登记退款 ¥/ });
    await refunding.getByLabel('退款流水号').fill('2026112400000009');
    await button(refunding, '登记退款').click();
    await said(platform, '已登记，待他人复核');
    await confirmMoney(second, product.url, number);
    await button(mine, '详情').click();
    const shown = payer.locator('.ant-drawer');
    for (const text of ['2026112300000003', '2026112400000009']) await shown.getByText(text).first().waitFor();
    await accessible(payer, '.ant-drawer');
    const left = await product.deps.inTenant(1, (tx) =>
      tx.row<{ fen: number }>(sql`select sum(amount_fen)::int as fen from package_payments where tenant_id = 1 and order_id = ${id}`),
    );
    assert.deepEqual([left?.fen, (await lastOrder()).refund_fen], [0, 0]);
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
