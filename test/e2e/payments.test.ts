import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ecc, QrCode, QrSegment } from '@rc-component/qrcode/lib/libs/qrcodegen.js';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { startPaymentPeers, type PaymentPeers } from '#test/payment-peers.ts';
import { accessible, button, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';
import { confirmMoney, secondPerson } from './second-person.ts';

interface OrderRow {
  id: number;
  number: string;
  subscriber_id: number;
  pay_status: number;
  pay_type: number;
  total_fen: number;
  refund_fen: number;
}

describe('paying through a gateway', { skip: noBrowser, timeout: 400_000 }, () => {
  let product: Product;
  let peers: PaymentPeers;
  let keys: string;
  let owner: Page;
  let buying: Locator;

  const lastOrder = async (): Promise<OrderRow> =>
    (await product.deps.inTenant(1, (tx) =>
      tx.row<OrderRow>(
        sql`select o.* from package_orders o join tenants t on t.id = o.subscriber_id where o.tenant_id = 1 and t.code = 'songbai'
          order by o.id desc limit 1`,
      ),
    )) ?? assert.fail('there is no order');
  const open = async (page: Page) => {
    await page.getByRole('button', { name: '订购产品包', exact: true }).click();
    return dialog(page, '订购产品包');
  };
  const pay = async (way: string) => {
    await buying.locator('.sub-duration', { hasText: way }).click();
    await button(buying, '立即支付').click();
  };
  const order = async (name: string, duration: string) => {
    await buying.locator('.sub-offer', { hasText: name }).first().click();
    await buying.locator('.sub-duration', { hasText: duration }).click();
    await buying.locator('.sub-total dd', { hasText: '¥' }).waitFor();
    await button(buying, '提交订单').click();
    await button(buying, '立即支付').waitFor();
  };
  /** The cells of the code as they are filled, with the colours of paper and ink. */
  const drawn = (page: Page, size: number) =>
    page.locator('.sub-online .ant-qrcode > svg').evaluate((picture, n) => {
      const [paper, ink] = [...picture.querySelectorAll('path')] as [SVGPathElement, SVGPathElement];
      const dark = (x: number, y: number) => ink.isPointInFill(new DOMPoint(x + 0.5, y + 0.5));
      return {
        colors: [paper, ink].map((path) => getComputedStyle(path).fill),
        cells: Array.from({ length: n }, (_, y) => Array.from({ length: n }, (_, x) => dark(x, y))),
      };
    }, size);
  /** Fails unless the picture on the page is the code that WeChat gave for this order: what a phone would read. */
  const shows = async (page: Page, number: string) => {
    await page.getByRole('img', { name: '微信支付付款码' }).waitFor();
    const text = peers.codeOf(number) ?? assert.fail('WeChat was not asked');
    const meant = QrCode.encodeSegments(QrSegment.makeSegments(text), Ecc.MEDIUM).getModules();
    assert.deepEqual(await drawn(page, meant.length), { colors: ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'], cells: meant });
  };

  before(async () => {
    peers = await startPaymentPeers();
    keys = mkdtempSync(join(tmpdir(), 'yian-keys-'));
    chmodSync(keys, 0o755);
    const env = peers.env(keys);
    product = await startProduct({ more: (url) => ({ ...env, PUBLIC_URL: url }) });
    const opened = await lastOrder();
    // It may be a minute before the end of the day, when the demonstration's open order runs out.
    await product.deps.inTenant(1, (tx) =>
      tx.run(sql`update package_orders set deadline_at = now() + interval '1 hour' where tenant_id = 1 and id = ${opened.id}`),
    );
    owner = await product.signIn('songbai_admin', { viewport: { width: 1280, height: 900 } });
  });
  after(async () => {
    await product?.stop();
    peers?.stop();
    if (keys) rmSync(keys, { recursive: true, force: true });
  });

  it('shows WeChat’s code, again after a reload and in another window, and says when the network is gone', async () => {
    buying = await open(owner);
    for (const way of ['微信支付', '支付宝', '对公转账']) await buying.locator('.sub-duration', { hasText: way }).waitFor();
    peers.mood.away = true;
    await pay('微信支付');
    await said(owner, '微信支付暂不可用，请稍后重试');
    assert.equal((await lastOrder()).pay_status, 1, 'a gateway that is away changes nothing');
    peers.mood.away = false;
    await button(buying, '立即支付').click();
    const { number } = await lastOrder();
    await shows(owner, number);
    await accessible(owner, '.sub-dialog');
    await button(buying, '我已支付').click();
    await said(owner, '暂未收到付款');

    await owner.goto(`${product.url}/subscription/index`);
    buying = await open(owner);
    await shows(owner, number);
    await owner.reload();
    buying = await open(owner);
    await owner.goBack();
    await buying.waitFor({ state: 'hidden' });
    buying = await open(owner);
    await shows(owner, number);
    await owner.context().setOffline(true);
    await buying.getByText('网络已断开，恢复后本页自动更新').waitFor();
    await owner.context().setOffline(false);
    await buying.getByText('网络已断开').waitFor({ state: 'detached' });
    const second = await owner.context().newPage();
    await second.goto(`${product.url}/subscription/index`);
    const there = await open(second);
    await shows(second, number);
    // Another way to pay in one window takes the code away from the other.
    await button(there, '更换支付方式').click();
    await there.locator('.sub-duration', { hasText: '支付宝' }).click();
    await button(there, '立即支付').click();
    await there.getByRole('link', { name: '前往支付宝付款' }).waitFor();
    await buying.getByRole('link', { name: '前往支付宝付款' }).waitFor();
    assert.equal(await owner.locator('.sub-online .ant-qrcode').count(), 0);
    await button(buying, '更换支付方式').click();
    await pay('微信支付');
    await shows(owner, number);
    await second.close();
  });

  it('is paid with the phone, and the dialog hears of it', async () => {
    const { number, id } = await lastOrder();
    assert.match(await peers.scan(peers.codeOf(number) as string), /SUCCESS/);
    await buying.getByText('产品包已开通').waitFor();
    await accessible(owner, '.sub-dialog');
    await button(buying, '完成').click();
    const paid = await lastOrder();
    assert.deepEqual([paid.id, paid.pay_status, paid.pay_type], [id, 2, 1]);
  });

  it('opens Alipay’s page in another window; whoever comes back finds the package open', async () => {
    buying = await open(owner);
    await order('专业版', '30天');
    await pay('支付宝');
    const [cashier] = await Promise.all([
      owner.context().waitForEvent('page'),
      buying.getByRole('link', { name: '前往支付宝付款' }).click(),
    ]);
    await buying.getByText('已在新窗口打开，付款后请回到本页').waitFor();
    await accessible(owner, '.sub-dialog');
    await cashier.getByText((await lastOrder()).number).waitFor();
    await cashier.getByRole('button', { name: '确认付款' }).click();
    await cashier.waitForURL('**/paid');
    await cashier.getByRole('heading', { name: '已返回颐安养老服务管理平台' }).waitFor();
    await cashier.getByText((await lastOrder()).number).waitFor();
    await accessible(cashier, '.l-page');
    await cashier.close();
    await buying.getByText('产品包已开通').waitFor();
    await button(buying, '完成').click();
    assert.deepEqual([(await lastOrder()).pay_status, (await lastOrder()).pay_type], [2, 2]);
  });

  it('finds a payment of which nobody was told', async () => {
    buying = await open(owner);
    await order('专业版', '30天');
    await pay('微信支付');
    await owner.getByRole('img', { name: '微信支付付款码' }).waitFor();
    peers.mood.silent = true;
    await peers.scan(peers.codeOf((await lastOrder()).number) as string);
    peers.mood.silent = false;
    await button(buying, '我已支付').click();
    await buying.getByText('产品包已开通').waitFor();
    await button(buying, '完成').click();
  });

  it('of an order that ran out meanwhile is owed, told to its payer, and given back', async () => {
    buying = await open(owner);
    await order('专业版', '30天');
    await pay('微信支付');
    await owner.getByRole('img', { name: '微信支付付款码' }).waitFor();
    const { id, number, total_fen } = await lastOrder();
    await product.deps.inTenant(1, (tx) =>
      tx.run(sql`update package_orders set deadline_at = now() - interval '1 minute' where tenant_id = 1 and id = ${id}`),
    );
    await buying.getByText('订单已超时，自动取消').waitFor();
    await buying.getByText('如果您已经付款，平台核对后会退回，无需再次付款。').waitFor();
    assert.match(await peers.scan(peers.codeOf(number) as string), /SUCCESS/);
    await buying.getByText(/已收到您的付款，其中 ¥[\d,.]+ 将由平台退回/).waitFor();
    await accessible(owner, '.sub-dialog');
    await owner.keyboard.press('Escape');
    assert.deepEqual([(await lastOrder()).pay_status, (await lastOrder()).refund_fen], [4, total_fen]);

    const platform = await product.signIn('platform');
    assert.equal(await platform.locator('.y-sidebar').getByText('产品包订购', { exact: true }).count(), 0, 'the platform buys nothing');
    await platform.goto(`${product.url}/subscription/index`);
    await platform.getByText('404').first().waitFor();
    await platform.goto(`${product.url}/wel/index`);
    const ending = platform.locator('.y-figure', { hasText: '30天内到期' });
    const count = Number(await ending.locator('.y-figure-value').textContent());
    await ending.click();
    await platform.waitForURL('**/admin/tenant/index?expiry=soon');
    await platform.getByText(`共 ${count} 条`).waitFor();
    await platform.goto(`${product.url}/wel/index`);
    const waiting = platform.getByRole('region', { name: /^现在/ }).getByRole('listitem').filter({ hasText: number });
    await waiting.getByRole('button', { name: /^退款：/ }).click();
    // The list behind keeps to the order, and its form is open.
    const asking = platform.getByRole('dialog', { name: new RegExp(`^登记退款 ¥.* · ${number}$`) });
    assert.ok(await asking.getByRole('radio', { name: '微信支付' }).isChecked(), 'back the way it came');
    await asking.getByLabel('退款流水号').fill('50300008882026112200001');
    await accessible(platform, '.ant-modal');
    await button(asking, '登记退款').click();
    await said(platform, '已登记，待他人复核');
    await confirmMoney(await secondPerson(product), product.url, number);
    await owner.getByRole('button', { name: /条未读消息/ }).click();
    await owner.getByRole('dialog', { name: '未读消息' }).getByText('款项已退回', { exact: true }).first().click();
    await owner.waitForURL('**/subscription/index');
    const mine = owner.locator('.ant-table-row', { hasText: number });
    await button(mine, '详情').click();
    await owner.locator('.ant-drawer').getByText('50300008882026112200001').first().waitFor();
    await accessible(owner, '.ant-drawer');
    const left = await product.deps.inTenant(1, (tx) =>
      tx.row<{ fen: number }>(sql`select sum(amount_fen)::int as fen from package_payments where tenant_id = 1 and order_id = ${id}`),
    );
    assert.deepEqual([left?.fen, (await lastOrder()).refund_fen], [0, 0]);
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
