import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { accessible, button, dialog, listen, rowAction, said } from './pages.ts';
import { knownSum, noBrowser, signInOn, startProduct, type Product, WIDE } from './product.ts';
import { newPhone, sentCode, smsTo } from '#test/phones.ts';

const PASSWORD = 'Yun2026qing';
const OWNER = 'songhe_owner';
const HOUSE = '松鹤颐养中心';

interface OrderRow {
  id: number;
  number: string;
  subscriber_id: number;
  pay_status: number;
  order_status: number;
  price_fen: number;
  credit_fen: number;
  total_fen: number;
  source: number;
}

describe('a subscription', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let owner: Page;
  let platform: Page;
  let picture: Buffer;
  let first: OrderRow;

  const lastOrder = async (): Promise<OrderRow> =>
    (await product.deps.inTenant(1, (tx) =>
      tx.row<OrderRow>(sql`select * from package_orders where tenant_id = 1 order by id desc limit 1` as never),
    )) ?? assert.fail('there is no order');
  const menu = (page: Page, name: string) => page.locator('.y-sidebar').getByText(name, { exact: true });

  /** As coming back to the tab does. */
  const lookAgain = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')));

  /** A code on a public page, from the phone. */
  const codeOn = async (page: Page, phone: string): Promise<string> => {
    await knownSum(page, product);
    const before = smsTo(product, phone).length;
    await page.getByLabel('图形验证码').fill('2');
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText(/验证码已发送/).waitFor();
    return sentCode(product, phone, before);
  };

  const choose = async (page: Page, at: Locator, name: string, duration: string) => {
    await at.locator('.sub-offer', { hasText: name }).first().click();
    await at.locator('.sub-duration', { hasText: duration }).click();
    await at.locator('.sub-total dd', { hasText: '¥' }).waitFor();
    await page.waitForFunction(() => !document.querySelector('.sub-foot .ant-btn-primary[disabled]'));
  };

  /** Fills in and sends the receipt of a transfer. */
  const sendReceipt = async (page: Page, at: Locator, serial: string, bytes: Buffer) => {
    await at.getByLabel('银行流水号').fill(serial);
    await at.getByLabel('回单编号').fill(`HD${serial}`);
    const remove = at.getByRole('button', { name: '删除回执单' });
    if (await remove.count()) await remove.click();
    await at.locator('input[type=file]').setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: bytes });
    await remove.waitFor();
    await button(at, '提交').click();
    await button(page.locator('.ant-modal-confirm'), '确定').click();
    await page.locator('.ant-modal-confirm').waitFor({ state: 'detached' });
  };

  before(async () => {
    product = await startProduct();
    const context = await product.newContext(WIDE);
    owner = await context.newPage();
    await listen(owner, OWNER, product.problems as string[]);
  });
  after(() => product?.stop());

  it('is bought by somebody who registers, before the first sign-in', async () => {
    const phone = newPhone();
    await owner.goto(`${product.url}/register`);
    await owner.getByLabel('手机号', { exact: true }).fill(phone);
    await owner.getByLabel('短信验证码').fill(await codeOn(owner, phone));
    await owner.getByRole('button', { name: '下一步' }).click();
    await owner.getByLabel('姓名').fill('宋鹤鸣');
    await owner.getByLabel('用户名').fill(OWNER);
    await owner.getByLabel('设置密码').fill(PASSWORD);
    await owner.getByLabel('再次输入密码').fill(PASSWORD);
    await owner.getByRole('button', { name: '注册', exact: true }).click();
    await owner.getByLabel('机构名称').fill(HOUSE);
    await owner.getByRole('radio', { name: /照护版/ }).check();
    await accessible(owner, '.l-page');
    await owner.getByRole('button', { name: '创建机构', exact: true }).click();
    await owner.getByRole('link', { name: '立即订购产品包' }).click();
    await owner.waitForURL('**/subscribe');

    const page = owner.locator('.sub-outside-card');
    await page.getByText('提交订单').waitFor();
    // What was chosen when registering is chosen here.
    await page.locator('.sub-offer:has(:checked)', { hasText: '照护版' }).waitFor();
    await choose(owner, page, '照护版', '365天');
    await accessible(owner, '.sub-outside');
    await button(page, '提交订单').click();
    await page.getByText(/请在(今日|\d\d月\d\d日)23:59前完成支付，否则订单将自动取消/).waitFor();
    first = await lastOrder();
    for (const text of ['下单时间', first.number, '照护版', '购买时长（天）', '产品包到期时间', '合计', '对公转账'])
      await page.getByText(text).first().waitFor();
    // A reload loses nothing: the step follows the state of the order.
    await owner.reload();
    await button(page, '立即支付').click();
    for (const text of ['开户银行', '银行账号', '税号', '联系电话', '转账金额', '转账备注'])
      await page.getByText(text, { exact: true }).waitFor();
    await button(page, '提交').click();
    for (const text of ['请输入流水号', '请输入回单编号', '请上传回执单'])
      await page.locator('.ant-form-item-explain-error', { hasText: text }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ name: '回单.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await said(owner, '上传头像图片只能是 jpg|png 格式!');
    picture = await owner.screenshot();
    await sendReceipt(owner, page, '2026000000000001', picture);
    await said(owner, '提交成功!');
    await page.getByText('回执单已提交，等待平台核实').waitFor();
    await accessible(owner, '.sub-outside');
    assert.deepEqual([(await lastOrder()).pay_status, (await lastOrder()).order_status], [6, 1]);
  });

  it('is opened by somebody else, who compares the receipt with the order', async () => {
    platform = await product.signIn('platform', { ...WIDE, at: null });
    await platform.goto(`${product.url}/platform/verification?order=${first.id}`);
    const panel = platform.getByRole('region', { name: `核实${first.number}` });
    for (const text of [`¥${(first.total_fen / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`, '2026000000000001', HOUSE])
      await panel.getByText(text).first().waitFor();
    await panel.getByRole('img', { name: `${HOUSE}的回执单` }).waitFor();
    await accessible(platform, '#page');
    await button(panel, '核实到账并开通').click();
    await button(platform.locator('.y-confirm:visible'), '确认到账').click();
    await said(platform, '操作成功');
    assert.deepEqual([(await lastOrder()).pay_status, (await lastOrder()).order_status], [2, 2]);
    // Whoever waits and looks again sees it.
    await lookAgain(owner);
    await owner.getByText('产品包已开通').waitFor();
    await button(owner.locator('.sub-outside-card'), '完成').click();
    await owner.waitForURL('**/login');
  });

  it('is what the first sign-in shows: the menus of the package and no others', async () => {
    await signInOn(owner, product, OWNER, PASSWORD);
    await menu(owner, '工单管理').waitFor();
    await menu(owner, '长者').click();
    await menu(owner, '服务对象').waitFor();
    for (const other of ['健康总览', '房间床位']) assert.equal(await menu(owner, other).count(), 0, other);
  });

  it('is changed by the icon of the top bar, with what is left of it taken off; an order can be cancelled', async () => {
    await owner.getByRole('button', { name: '订购产品包', exact: true }).click();
    const buying = dialog(owner, '订购产品包');
    await choose(owner, buying, '专业版', '365天');
    await buying.getByText('剩余价值抵扣').waitFor();
    await buying.getByText('变更', { exact: true }).waitFor();
    await accessible(owner, '.sub-dialog');
    await button(buying, '提交订单').click();
    await button(buying, '立即支付').waitFor();
    const order = await lastOrder();
    assert.ok(order.credit_fen > 0 && order.credit_fen <= first.total_fen);
    assert.equal(order.total_fen, order.price_fen - order.credit_fen);
    await accessible(owner, '.sub-dialog');
    await owner.keyboard.press('Escape');
    await buying.waitFor({ state: 'hidden' });

    await owner.getByRole('button', { name: '订购订单', exact: true }).click();
    await owner.waitForURL('**/subscription/index');
    const row = owner.locator('.ant-table-row', { hasText: order.number });
    await row.getByText('待支付').waitFor();
    await accessible(owner, '#page');
    await rowAction(row, '取消支付');
    const asked = owner.locator('.ant-modal-confirm', { hasText: `确认取消订单号为${order.number}的订单` });
    await button(asked, '确定').click();
    await said(owner, '取消成功');
    await row.getByText('已取消').waitFor();
    assert.equal(await row.getByRole('button', { name: /立即支付|取消支付/ }).count(), 0);
  });

  it('ends by itself when it is not paid in time', async () => {
    await button(owner.locator('.sub-card'), '续费或变更产品包').click();
    const buying = dialog(owner, '订购产品包');
    await choose(owner, buying, '照护版', '30天');
    await buying.getByText('续费').first().waitFor();
    await button(buying, '提交订单').click();
    await button(buying, '立即支付').waitFor();
    const { id, number } = await lastOrder();
    await owner.keyboard.press('Escape');
    await product.deps.inTenant(1, (tx) =>
      tx.run(sql`update package_orders set deadline_at = now() - interval '1 minute' where tenant_id = 1 and id = ${id}` as never),
    );
    // The dialog begins anew, the list says why.
    await owner.getByRole('button', { name: '订购产品包', exact: true }).click();
    await buying.getByText('提交订单').waitFor();
    await owner.keyboard.press('Escape');
    await owner.reload();
    await owner.locator('.ant-table-row', { hasText: number }).getByText('已超时').waitFor();
  });

  it('opens more menus once the second receipt is verified; the first one counts only once', async () => {
    await owner.getByRole('button', { name: '订购产品包', exact: true }).click();
    const buying = dialog(owner, '订购产品包');
    await choose(owner, buying, '专业版', '365天');
    await button(buying, '提交订单').click();
    await button(buying, '立即支付').click();
    await buying.getByText('转账备注').waitFor();
    await sendReceipt(owner, buying, '2026000000000001', picture);
    await said(owner, '已用于其他订单');
    await sendReceipt(owner, buying, '2026000000000002', await owner.screenshot());
    await said(owner, '提交成功!');
    await buying.getByText('回执单已提交，等待平台核实').waitFor();
    await accessible(owner, '.sub-dialog');
    // Sending another asks whether it may take the place of that one.
    await buying.getByLabel('回单编号').fill('HD2026000000000003');
    await button(buying, '提交').click();
    const confirm = owner.locator('.ant-modal-confirm', { hasText: '覆盖之前提交的回执单' });
    await confirm.getByText('流水号 2026000000000002').waitFor();
    await button(confirm, '确定').click();
    await said(owner, '提交成功!');

    const order = await lastOrder();
    await platform.goto(`${product.url}/platform/verification?order=${order.id}`);
    const panel = platform.getByRole('region', { name: `核实${order.number}` });
    await panel.getByText('HD2026000000000003').waitFor();
    await button(panel, '核实到账并开通').click();
    await button(platform.locator('.y-confirm:visible'), '确认到账').click();
    await said(platform, '操作成功');
    await lookAgain(owner);
    await buying.getByText('产品包已开通').waitFor();
    await button(buying, '完成').click();
    await menu(owner, '健康总览').waitFor();
    const paid = await product.deps.inTenant(1, (tx) =>
      tx.row<{ fen: number }>(
        sql`select sum(p.amount_fen)::int as fen from package_payments p join package_orders o on o.tenant_id = p.tenant_id
          and o.id = p.order_id
          where p.tenant_id = 1 and o.subscriber_id = ${order.subscriber_id}` as never,
      ),
    );
    assert.equal(paid?.fen, first.total_fen + order.total_fen, 'the money adds up');
  });

  it('is invoiced: asked for, registered by the platform, and read by the tenant', async () => {
    const row = owner.locator('.ant-table-row', { hasText: first.number });
    await rowAction(row, '申请发票');
    const asking = dialog(owner, `申请发票 · ${first.number}`);
    await asking.getByLabel('发票抬头').fill('杭州松鹤颐养中心有限公司');
    await asking.getByLabel('纳税人识别号').fill('91330100MA2ABCDE1X');
    await accessible(owner, '.ant-modal');
    await button(asking, '提交申请').click();
    await asking.waitFor({ state: 'detached' });
    await said(owner, '提交成功!');
    await platform.goto(`${product.url}/platform/invoice`);
    const line = platform.locator('.ant-table-row', { hasText: first.number });
    await rowAction(line, '登记开票');
    const issuing = dialog(platform, `登记开票 · ${first.number}`);
    await issuing.getByLabel('发票号码').fill('26332000000099887766');
    await button(issuing, '登记').click();
    await said(platform, '操作成功');
    await owner.getByRole('tab', { name: '发票' }).click();
    const mine = owner.locator('.ant-table-row', { hasText: '26332000000099887766' });
    await mine.getByText('已开票').waitFor();
    await button(mine, '详情').click();
    const shown = owner.locator('.ant-drawer');
    await shown.getByText('金额大写').waitFor();
    await accessible(owner, '.ant-drawer');
  });

  it('is renewed by the platform from the list of tenants, and from that of orders; its receipt waits for another person', async () => {
    await platform.goto(`${product.url}/admin/tenant/index`);
    await rowAction(platform.locator('.ant-table-row', { hasText: HOUSE }), '订购与收款');
    await platform.waitForURL('**/platform/order?sell=*');
    await platform.goto(`${product.url}/platform/order`);
    await button(platform, '新增').click();
    const asking = dialog(platform, '代租户订购');
    await asking.getByRole('combobox', { name: '租户' }).fill(HOUSE);
    await platform.locator('.ant-select-item-option', { hasText: HOUSE }).click();
    await button(asking, '下一步').click();
    const drawer = dialog(platform, `${HOUSE}的产品包`);
    await drawer.getByText('使用中').waitFor();
    await accessible(platform, '.ant-drawer');
    await button(drawer, '续费或变更产品包').click();
    const buying = dialog(platform, `代${HOUSE}订购与收款`);
    await choose(platform, buying, '专业版', '365天');
    await button(buying, '提交订单').click();
    await button(buying, '立即支付').click();
    await sendReceipt(platform, buying, '2026000000000009', await platform.screenshot());
    await buying.getByText('回执单已提交，等待平台核实').waitFor();
    const order = await lastOrder();
    assert.deepEqual([order.pay_status, order.source, order.subscriber_id], [6, 2, first.subscriber_id]);
    await platform.goto(`${product.url}/platform/verification?order=${order.id}`);
    await platform.getByText('这份回执单由您本人提交，须由另一位同事核实。').waitFor();
    await platform.goto(`${product.url}/platform/order?sell=${first.subscriber_id}`);
    await button(drawer, '审核凭证').waitFor();
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
