import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
/** Of the demonstration. */
const QUESTIONNAIRE = '上门服务记录表';

describe('a questionnaire', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { at: null });
  });
  after(() => product?.stop());

  it('shows formatted text above itself and among its questions', async () => {
    await admin.goto(`${product.url}/questionnaire/index`);
    await rowAction(admin.locator('.ant-table-row', { hasText: '服务满意度回访' }), '编辑');
    const page = admin.locator('.q-designer:visible');
    await button(page, '编辑说明').click();
    await page.getByRole('textbox', { name: '问卷说明' }).click();
    await admin.keyboard.press('Control+End');
    await admin.keyboard.press('Enter');
    await admin.keyboard.press('Control+b');
    await admin.keyboard.type('请逐项查看');
    await button(page, '完成').click();
    await button(page, '文字描述').click();
    await page.getByRole('textbox', { name: '文字' }).click();
    await admin.keyboard.press('Control+End');
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('- 先敲门');
    await page.locator('.q-save', { hasText: '已保存' }).waitFor();
    const { key } = await one<{ key: string }>(sql`select key from questionnaires where tenant_id = ${PINGAN} and name = '服务满意度回访'`);
    await admin.goto(`${product.url}/questionnaire/write?key=${key}`);
    const sheet = admin.locator('.y-sheet:visible');
    await sheet.locator('.y-sheet-describe strong', { hasText: '请逐项查看' }).waitFor();
    await sheet.locator('.y-answer-text li', { hasText: '先敲门' }).waitFor();
  });

  it('begins with a template of the platform, which is looked at first, and becomes one of the institution', async () => {
    await admin.goto(`${product.url}/questionnaire/template`);
    const card = admin.getByRole('article', { name: '膳食满意度调查' });
    await card.waitFor();
    await accessible(admin, '#page');
    await button(card, '预览').click();
    await admin.locator('.y-sheet:visible h1', { hasText: '膳食满意度调查' }).waitFor();
    await admin.goto(`${product.url}/questionnaire/template`);
    await button(card, '使用').click();
    await admin.waitForURL('**/questionnaire/form?key=*');
    await admin.goto(`${product.url}/questionnaire/index`);
    const row = admin.locator('.ant-table-row', { hasText: '膳食满意度调查' });
    await row.getByText('满意度', { exact: true }).waitFor();
    await row.getByRole('button', { name: '更多' }).click();
    await admin.getByRole('menuitem', { name: '存为模板' }).click();
    const asked = dialog(admin, '存为模板：膳食满意度调查');
    await asked.getByLabel('模板名称').fill('本院膳食调查');
    await button(asked, '保存').click();
    await said(admin, '已存为模板');
    await admin.goto(`${product.url}/questionnaire/template`);
    await admin.getByText('本机构模板').click();
    await admin.getByRole('article', { name: '本院膳食调查' }).waitFor();
  });

  it('keeps half of what is answered at a desk until it is submitted or its writer signs out', async () => {
    const { key } = await one<{ key: string }>(sql`select key from questionnaires where tenant_id = ${PINGAN} and name = ${QUESTIONNAIRE}`);
    const half = admin.getByRole('radio', { name: '良好' });
    const drafts = () => admin.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('yian.draft.')));
    await admin.goto(`${product.url}/questionnaire/write?key=${key}`);
    await half.check();
    await admin.goto(`${product.url}/order/followup`);
    await admin.goto(`${product.url}/questionnaire/write?key=${key}`);
    await admin.getByText(/已恢复您 .* 填写但未提交的内容/).waitFor();
    assert.ok(await half.isChecked());
    await accessible(admin, '#page');
    await button(admin, '重新填写').click();
    await button(admin.locator('.y-confirm'), '确定').click();
    await admin.getByText('填写但未提交的内容').waitFor({ state: 'detached' });
    assert.deepEqual([await half.isChecked(), await drafts()], [false, []]);
    await half.check();
    await admin.reload();
    await admin.getByText('填写但未提交的内容').waitFor();
    assert.equal((await drafts()).length, 1);
    await admin.getByRole('button', { name: '用户菜单' }).or(admin.locator('.y-user')).first().click();
    await admin.locator('.ant-dropdown-menu-item', { hasText: '退出登录' }).click();
    await button(dialog(admin, '退出登录'), '确定').click();
    await admin.waitForURL('**/login*');
    assert.deepEqual(await drafts(), []);
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
