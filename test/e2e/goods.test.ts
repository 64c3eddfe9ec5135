import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { fenText } from '#contract/money.ts';
import { accessible, button, choose, chooseRow, dialog, heldBack, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const PINGAN = 1_000_001;
const CATEGORY = '助行用品';
const PRODUCT = '四脚手杖';

interface OrderRow {
  id: number;
  number: string;
  total_fen: number;
  payment: number;
  delivery: number;
}

describe('goods and their orders', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let order = {} as OrderRow;
  let person = { name: '', mobile: '' };
  let gloves = { id: 0, name: '', product: '', price_fen: 0, quantity: 0 };

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  const orderNow = () => one<OrderRow>(sql`select * from goods_orders where tenant_id = ${PINGAN} order by id desc limit 1`);
  const left = async () =>
    (await one<{ own: number }>(sql`select quantity as own from products where tenant_id = ${PINGAN} and name = ${PRODUCT}`)).own;
  const stored = async () =>
    Number(
      (await one<{ quantity: number }>(sql`select quantity from materials where tenant_id = ${PINGAN} and id = ${gloves.id}`)).quantity,
    );
  const pick = async (opener: Locator, title: string, filter: string, text: string) => {
    await opener.click();
    const picker = dialog(admin, title);
    await picker.getByLabel(filter).fill(text);
    await button(picker, '查询').click();
    await chooseRow(picker, picker.locator('.ant-table-row', { hasText: text }).first());
  };
  const state = (text: string) => admin.locator('.y-order-head:visible').getByText(text, { exact: true }).waitFor();
  /** A step of the order on its page: the button, its dialog, the answer. */
  const step = async (label: string, title: string | RegExp, ok: string, fill?: (asked: Locator) => Promise<void>) => {
    await button(admin.locator('.y-order-buttons:visible'), label).click();
    const asked = admin.getByRole('dialog', { name: title });
    await fill?.(asked);
    await button(asked, ok).click();
    await asked.waitFor({ state: 'detached' });
  };

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { ...WIDE, at: null });
    person = await one(
      sql`select name, mobile from people where tenant_id = ${PINGAN} and status = 1 and mobile is not null and address <> ''
        order by id limit 1`,
    );
    gloves = await one(sql`
      select m.id, m.name, m.quantity, p.name as product, p.price_fen from products p join materials m on m.tenant_id = p.tenant_id
        and m.id = p.material_id
      where p.tenant_id = ${PINGAN} and p.on_sale and m.quantity >= 10 order by p.id limit 1`);
  });
  after(() => product?.stop());

  it('have a category, a picture and a stock of their own', async () => {
    await admin.goto(`${product.url}/business/productcategory`);
    await button(admin, '新增').click();
    const category = dialog(admin, '新增商品分类');
    await category.getByLabel('分类名称').fill(CATEGORY);
    // What is on its way to the server is not given up, and happens once.
    const saved = await heldBack(admin, /\/business\/productcategory$/);
    await button(category, '保存').click();
    await category.locator('.ant-btn-loading').waitFor();
    assert.ok(await button(category, '取消').isDisabled());
    await category.getByLabel('分类名称').press('Enter');
    await admin.keyboard.press('Escape');
    await saved();
    await said(admin, '创建成功');
    await category.waitFor({ state: 'detached' });

    await admin.goto(`${product.url}/business/product`);
    await button(admin, '新增').click();
    const form = dialog(admin, '新增商品');
    await button(form, '保存').click();
    await form.locator('.ant-form-item-explain-error', { hasText: '请输入价格' }).waitFor();
    await form.getByLabel('商品名称').fill(PRODUCT);
    await choose(admin, form, '商品分类', CATEGORY);
    await form.getByLabel('价格').fill('128.5');
    await form.getByLabel('单位').fill('支');
    await form.getByLabel('期初库存').fill('6');
    await form
      .locator('.y-product-images input[type=file]')
      .setInputFiles({ name: '手杖.png', mimeType: 'image/png', buffer: await admin.screenshot() });
    await form.getByRole('button', { name: '删除商品图片1' }).waitFor();
    await accessible(admin, '.ant-drawer-body');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await form.waitFor({ state: 'detached' });
    const row = admin.locator('.ant-table-row', { hasText: PRODUCT });
    await row.getByText('¥128.50').waitFor();
    await row.locator('img').first().waitFor();
    await accessible(admin, '#page');
  });

  it('are booked in and out, never below nothing', async () => {
    const row = admin.locator('.ant-table-row', { hasText: PRODUCT });
    await rowAction(row, '出入库');
    const book = dialog(admin, '出入库');
    await book.getByText('出库', { exact: true }).click();
    await book.getByLabel('数量').fill('7');
    await book.getByText('库存不足，仅剩 6 支').waitFor();
    await book.getByText('入库', { exact: true }).click();
    await book.getByLabel('数量').fill('4');
    await book.getByLabel('原因').fill('采购到货');
    await button(book, '确定').click();
    await said(admin, '操作成功');
    await row.getByText('10 支').waitFor();
    assert.equal(await left(), 10);
  });

  it('are ordered: two lines, one total, stock taken at once', async () => {
    const before = await stored();
    await admin.goto(`${product.url}/order/index`);
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增商品订单');
    await pick(drawer.getByPlaceholder('请选择下单人'), '选择下单人', '姓名电话', person.mobile);
    await pick(button(drawer, '选择商品'), '选择商品', '商品名称', PRODUCT);
    await pick(button(drawer, '选择商品'), '选择商品', '商品名称', gloves.product);
    await drawer.getByLabel(`${PRODUCT}数量`).fill('2');
    const total = 25_700 + gloves.price_fen;
    await drawer.getByLabel('合计').getByText(fenText(total)).waitFor();
    await accessible(admin, '.ant-drawer-body');
    await button(drawer, '提交订单').click();
    await said(admin, '创建成功');
    order = await orderNow();
    assert.deepEqual([order.total_fen, order.payment, order.delivery], [total, 1, 1]);
    assert.deepEqual([await left(), await stored()], [8, before - 1]);
  });

  it('are paid, sent and signed for on the page of their order', async () => {
    await admin.locator('.ant-table-row', { hasText: order.number }).getByRole('link', { name: order.number }).click();
    await admin.waitForURL(`**/order/detail?id=${order.id}&orderNo=${order.number}`);
    await state('待支付');
    const page = admin.locator('.y-order:visible');
    for (const text of [`${order.number}-01`, `${order.number}-02`, '套餐明细', '订单日志', person.name])
      await page.getByText(text).first().waitFor();
    await accessible(admin, '#page');
    await step('收款', '收款', '确认收款', (asked) => choose(admin, asked, '支付方式', '现金'));
    await state('已支付');
    await step('发货', '发货', '确认发货', async (asked) => {
      await asked.getByLabel('承运方').fill('顺丰速运');
      await asked.getByLabel('运单号').fill('SF1234567890');
      await accessible(admin, '.ant-modal');
    });
    await state('已发货');
    await page.getByText('SF1234567890', { exact: true }).waitFor();
    await step('签收', '确认商品已签收？', '签收');
    await state('已签收');
  });

  it('lead to a visit, which leads back to them', async () => {
    // The list that is opened before its entries have come stays open and gets them.
    const projects = await heldBack(admin, /\/bccostservice\/tree/);
    await button(admin.locator('.y-order-buttons:visible'), '生成工单').click();
    const drawer = dialog(admin, '新增工单');
    await drawer.getByRole('combobox', { name: '服务项目' }).click();
    await admin.locator('.ant-select-dropdown:visible').getByText('加载中…').waitFor();
    await projects();
    await admin.locator('.ant-select-dropdown:visible .ant-select-tree-node-content-wrapper', { hasText: '聊天陪伴' }).click();
    await button(drawer, '保存').click();
    await said(admin, '创建成功');
    await admin.waitForURL('**/order/workorder/detail?id=*');
    const visit = await one<{ number: string; goods_order_id: number; person_name: string; source: number }>(
      sql`select * from work_orders where tenant_id = ${PINGAN} and goods_order_id is not null order by id desc limit 1`,
    );
    assert.deepEqual([visit.goods_order_id, visit.person_name, visit.source], [order.id, person.name, 4]);
    await admin.locator('.y-order:visible').getByRole('link', { name: order.number }).click();
    await admin.waitForURL(`**/order/detail?id=${order.id}*`);
    await state('已签收');
    await admin.locator('.y-order:visible').getByRole('link', { name: visit.number }).waitFor();
  });

  it('come back: all the money, and what was returned to the shelf', async () => {
    const before = await stored();
    await step('退款', /^退款/, '确认退款', async (asked) => {
      await button(asked, '确认退款').click();
      await asked.getByText('请输入退款原因').waitFor();
      await asked.getByLabel('退款原因').fill('尺寸不合适');
    });
    await state('已退款');
    assert.deepEqual([await left(), await stored()], [10, before + 1]);
    const heads = await admin.locator('.y-order-timeline:visible .y-timeline-head b').allInnerTexts();
    assert.deepEqual(new Set(heads), new Set(['创建订单', '收款', '发货', '签收', '退款']));
    const { money } = await one<{ money: number }>(
      sql`select coalesce(sum(amount_fen), 0)::int as money from goods_order_payments
        where tenant_id = ${PINGAN} and goods_order_id = ${order.id}`,
    );
    assert.equal(money, 0, 'what came in went out');
    await admin.goto(`${product.url}/business/product`);
    await rowAction(admin.locator('.ant-table-row', { hasText: PRODUCT }), '流水');
    const ledger = dialog(admin, `库存流水 · ${PRODUCT}`);
    for (const text of ['期初库存', '采购到货', `销售 ${order.number}`, `退回 ${order.number}`]) await ledger.getByText(text).waitFor();
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
