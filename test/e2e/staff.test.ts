import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessible, button, confirmed, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const POST = '康复组长';
const RENAMED = '康复主管';
const NURSE = 'nurse';

describe('staff', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  const row = (text: string) => admin.locator('.ant-table-row', { has: admin.getByText(text, { exact: true }) }).first();
  const show = async (path: string) => {
    await admin.goto(product.url + path);
    await admin.locator('.ant-table-row').first().waitFor();
  };
  /** Finds somebody by the sign-in name and opens the form. */
  const edit = async (username: string) => {
    await show('/admin/user/index');
    await admin.getByRole('search').getByText('展开').click();
    await admin.getByRole('search').getByLabel('用户名', { exact: true }).fill(username);
    await admin.keyboard.press('Enter');
    await admin.waitForURL(/username=/);
    await rowAction(row(username), '编辑');
    return dialog(admin, '编辑用户');
  };
  /**
   * Of the list that is open: the titles of columns that lie wholly between the pinned ones, and by how much it is wider than its place.
   */
  const open = () =>
    admin.evaluate(() => {
      const cells = [...document.querySelectorAll<HTMLElement>('.ant-table-thead th')];
      const boxes = cells.map((cell) => ({
        title: cell.textContent ?? '',
        fixed: /fix/.test(cell.className),
        box: cell.getBoundingClientRect(),
      }));
      const actions = boxes.find(({ title }) => title === '操作') as (typeof boxes)[number];
      const left = Math.max(...boxes.filter(({ fixed, title }) => fixed && title !== '操作').map(({ box }) => box.right));
      const scroller = document.querySelector<HTMLElement>('.ant-table-body, .ant-table-content') as HTMLElement;
      return {
        columns: boxes
          .filter(({ fixed, box }) => !fixed && box.left >= left - 1 && box.right <= actions.box.left + 1)
          .map(({ title }) => title),
        beyond: scroller.scrollWidth - scroller.clientWidth,
        actions: actions.box.width,
      };
    });

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { at: null });
  });
  after(() => product?.stop());

  it('have posts, of which one is made and renamed', async () => {
    await show('/admin/post/index');
    await row('护理组长').getByText('带班，负责本楼层交接').waitFor();
    await button(admin, '新增').click();
    const form = dialog(admin, '新增岗位');
    await button(form, '保存').click();
    await form.getByText('请输入岗位名称').waitFor();
    await form.getByLabel('岗位名称', { exact: true }).fill('护理组长');
    await form.getByLabel('岗位编码', { exact: true }).fill('rehab_lead');
    await button(form, '保存').click();
    await said(admin, '已有同名的岗位');
    await form.getByLabel('岗位名称', { exact: true }).fill(POST);
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await rowAction(row(POST), '编辑');
    const editing = dialog(admin, '编辑岗位');
    await editing.getByLabel('岗位名称', { exact: true }).fill(RENAMED);
    await editing.getByLabel('备注', { exact: true }).fill('康复部');
    await button(editing, '保存').click();
    await said(admin, '更新成功');
    await row(RENAMED).getByText('康复部').waitFor();
    await accessible(admin, '.y-list');
  });

  it('carry a post, which cannot be deleted while somebody has it', async () => {
    const form = await edit(NURSE);
    await form.getByLabel('岗位', { exact: true }).click();
    await admin.locator('.ant-select-dropdown:visible').getByTitle(RENAMED, { exact: true }).click();
    await form.getByLabel('姓名', { exact: true }).click();
    await button(form, '保存').click();
    await said(admin, '更新成功');
    await rowAction(row(NURSE), '编辑');
    await form.locator('.ant-select-selection-item', { hasText: RENAMED }).waitFor();
    await button(form, '取消').click();

    await show('/admin/post/index');
    assert.match((await row(RENAMED).textContent()) ?? '', /康复主管rehab_lead.*1康复部/);
    await rowAction(row(RENAMED), '删除');
    await confirmed(admin);
    await said(admin, '该岗位还有人员，不能删除');
    await row(RENAMED).waitFor();

    const again = await edit(NURSE);
    await again.locator('.ant-select-selection-item', { hasText: RENAMED }).locator('.ant-select-selection-item-remove').click();
    await button(again, '保存').click();
    await said(admin, '更新成功');
    await show('/admin/post/index');
    await rowAction(row(RENAMED), '删除');
    await confirmed(admin);
    await said(admin, '删除成功');
    await row(RENAMED).waitFor({ state: 'detached' });
  });

  it('are listed on a narrow screen with what one looks for: rare actions are below 更多', async () => {
    await admin.setViewportSize({ width: 1280, height: 800 });
    await show('/admin/user/index');
    const { columns, actions } = await open();
    for (const title of ['用户名', '手机号']) assert.ok(columns.includes(title), `${title}: ${columns.join()}`);
    assert.ok(actions <= 200, String(actions));
    await admin.locator('.ant-table-row').last().getByText('更多').click();
    const menu = admin.locator('.ant-dropdown:visible');
    for (const label of ['重置密码', '重置两步验证', '删除']) await menu.getByText(label, { exact: true }).waitFor();
    await menu.getByText('重置两步验证', { exact: true }).click();
    const asked = admin.locator('.ant-modal-confirm', { hasText: '的两步验证吗？' });
    await button(asked, '取消').click();
    await asked.waitFor({ state: 'detached' });
  });

  it('and work orders on a wide one with all that the list shows, 金额 among it', async () => {
    await admin.setViewportSize({ width: 1920, height: 1080 });
    await show('/order/workorder');
    const { columns, beyond } = await open();
    assert.ok(columns.includes('金额'), columns.join());
    assert.equal(beyond, 0);
  });

  it('made nothing break', () => assert.deepEqual(product.problems, []));
});
