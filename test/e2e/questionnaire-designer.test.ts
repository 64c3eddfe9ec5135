import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { accessible, button, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '入住前了解';

interface Kept {
  form_item_id: number;
  type: string;
  label: string;
  required: boolean;
}

describe('the designer of questionnaires', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let page: Locator;

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { at: '/questionnaire/index' });
    page = admin.locator('.q-designer:visible');
  });
  after(() => product?.stop());

  const saved = () => page.locator('.q-save', { hasText: '已保存' }).waitFor();
  const card = (name: string | RegExp) => page.getByRole('button', { name });
  /** What the server has of the questionnaire, in its order. */
  const kept = () =>
    product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<Kept>(
        sql`select i.form_item_id, i.type, i.label, i.required from questionnaire_items i
        join questionnaires q on q.tenant_id = i.tenant_id and q.id = i.questionnaire_id
        where q.tenant_id = ${PINGAN} and q.name = ${NAME} order by i.sort` as never,
      ),
    );
  const labels = async () => (await kept()).map(({ label }) => label);
  const pick = async (at: Locator, label: string, option: string, nth = 0) => {
    await at.getByRole('combobox', { name: label, exact: true }).nth(nth).click();
    await admin.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
  };

  it('begins with a title, and takes questions by mouse, from a text and by keyboard', async () => {
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增问卷');
    await drawer.getByLabel('问卷名称').fill('草稿');
    await button(drawer, '保存并编辑题目').click();
    await page.getByLabel('问卷名称').fill(NAME);
    await button(page, '单选').click();
    await page.getByLabel('题目标题').fill('是否吸烟');
    await page.getByLabel('选项1', { exact: true }).fill('吸');
    await page.getByLabel('选项2', { exact: true }).fill('不吸');
    await page.getByRole('switch', { name: '必填' }).click();
    await button(page, '粘贴文字生成题目').click();
    const paste = dialog(admin, '粘贴文字生成题目');
    await paste.getByLabel('题目文字').fill('每天几支[数字]\n哪里不舒服[多选]\n  头晕\n  胸闷\n备注[问答]');
    await accessible(admin, '.ant-modal');
    await button(paste, '添加3题').click();
    await saved();
    assert.deepEqual(
      (await kept()).map(({ type, label, required }) => [type, label, required]),
      [
        ['RADIO', '是否吸烟', true],
        ['NUMBER_INPUT', '每天几支', false],
        ['CHECKBOX', '哪里不舒服', false],
        ['TEXTAREA', '备注', false],
      ],
    );
    await accessible(admin, '.q-designer');
  });

  it('orders, copies and deletes by keyboard and mouse, and takes all of it back', async () => {
    const first = ['是否吸烟', '每天几支', '哪里不舒服', '备注'];
    await card(/^多行文本：备注/).focus();
    await admin.keyboard.press('Alt+ArrowUp');
    await saved();
    assert.deepEqual(await labels(), ['是否吸烟', '每天几支', '备注', '哪里不舒服']);
    const from = (await card(/^多选框/).boundingBox())!;
    const to = (await card(/^单选框/).boundingBox())!;
    await admin.mouse.move(from.x + 60, from.y + from.height / 2);
    await admin.mouse.down();
    await admin.mouse.move(to.x + 60, to.y + 30, { steps: 4 });
    await admin.mouse.move(to.x + 60, to.y + 4, { steps: 4 });
    await admin.mouse.up();
    await saved();
    assert.deepEqual(await labels(), ['哪里不舒服', '是否吸烟', '每天几支', '备注']);
    await card(/^多选框/).focus();
    await admin.keyboard.press('Control+d');
    await saved();
    await admin.keyboard.press('Delete');
    await page.getByText('已删除“哪里不舒服”').waitFor();
    await card(/^数字输入/).focus();
    await admin.keyboard.press('Delete');
    await saved();
    assert.deepEqual(await labels(), ['哪里不舒服', '是否吸烟', '备注']);
    for (let n = 0; n < 5; n++) await admin.keyboard.press('Control+z');
    await saved();
    assert.deepEqual(await labels(), first);
    await admin.keyboard.press('Control+Shift+z');
    await saved();
    assert.deepEqual(await labels(), ['是否吸烟', '每天几支', '备注', '哪里不舒服']);
    await admin.keyboard.press('Control+z');
    await saved();
  });

  it('says what cannot be saved until it is put right', async () => {
    await card(/^数字输入/).click();
    await page.getByLabel('题目标题').fill('');
    await page.getByText('未保存：请输入题目标题').first().waitFor();
    assert.ok((await labels()).includes('每天几支'));
    await page.getByLabel('题目标题').fill('每天吸几支');
    await saved();
    assert.equal((await labels())[1], '每天吸几支');
  });

  it('tries again what did not arrive, and writes over nothing that another person has changed: what was typed waits, and is saved when that is wanted', async () => {
    const updates = '**/questionnaire/item/update';
    await admin.route(updates, (route) => route.abort());
    await page.getByLabel('题目标题').fill('每天吸几支烟');
    await page.getByText('保存失败').waitFor();
    await admin.unroute(updates);
    await button(page, '重试').click();
    await saved();
    assert.equal((await labels())[1], '每天吸几支烟');
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update questionnaire_items i set label = '备注说明' from questionnaires q
        where q.tenant_id = i.tenant_id and q.id = i.questionnaire_id and q.name = ${NAME} and i.label = '备注'`),
    );
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update questionnaires set revision = revision + 1 where tenant_id = ${PINGAN} and name = ${NAME}`),
    );
    await page.getByLabel('题目标题').fill('每天吸几支');
    await page.getByText('问卷刚刚在别处被修改，您的修改还没有保存').waitFor();
    await accessible(admin, '.q-designer');
    assert.equal(await page.getByLabel('题目标题').inputValue(), '每天吸几支');
    await button(page, '保存我的修改').click();
    await saved();
    await card('多行文本：备注说明').waitFor();
    assert.deepEqual(await labels(), ['是否吸烟', '每天吸几支', '哪里不舒服', '备注说明']);
  });

  it('tells a second window at once what the first one has changed', async () => {
    const second = await admin.context().newPage();
    await second.goto(admin.url());
    const other = second.locator('.q-designer:visible');
    await other.getByRole('button', { name: '多行文本：备注说明' }).click();
    await other.getByLabel('题目标题').fill('其他说明');
    await card('多行文本：其他说明').waitFor();
    await page.getByText('问卷刚刚在别处被修改，已载入最新内容').waitFor();
    await other.locator('.q-save', { hasText: '已保存' }).waitFor();
    assert.equal(await other.getByText('在别处被修改').count(), 0);
    await second.close();
  });

  it('shows a question by the answer to another one, also in its preview', async () => {
    await page.getByRole('tab', { name: '逻辑' }).click();
    await page.getByRole('button', { name: '每天吸几支' }).click();
    const rule = page.getByRole('region', { name: '满足条件时显示此题' });
    await button(rule, '设置').click();
    await rule.getByText('有条件没有写完，不会成立').waitFor();
    // A question that nobody would see is not published unnoticed.
    await button(page, '发布问卷').click();
    await button(dialog(admin, '有1条逻辑没有写完或不会成立，仍要发布吗？'), '取消').click();
    await pick(rule, '题目', '是否吸烟');
    await pick(rule, '比较', '选中');
    await pick(rule, '答案', '吸');
    await rule.getByText('当「是否吸烟」选中“吸”时，显示「每天吸几支」').waitFor();
    await saved();
    await accessible(admin, '.q-designer');
    await page.getByRole('tab', { name: '预览' }).click();
    const asked = page.getByText('每天吸几支');
    await page.getByRole('radio', { name: '不吸', exact: true }).check();
    assert.equal(await asked.count(), 0);
    await page.getByRole('radio', { name: '吸', exact: true }).check();
    await asked.waitFor();
    await accessible(admin, '.q-designer');
  });

  it('keeps settings when they are saved, and asks before they are lost', async () => {
    await page.getByRole('tab', { name: '设置' }).click();
    await page.getByLabel('提交后提示').fill('谢谢您');
    const end = await admin.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
    assert.equal(end, false);
    await page.getByLabel('跳转链接').fill('example.com');
    await button(page, '保存设置').click();
    await page.getByText('跳转链接应以http://或https://开头').waitFor();
    await page.getByLabel('跳转链接').fill('');
    await button(page, '保存设置').click();
    await said(admin, '保存成功');
    await page.getByLabel('提交后提示').and(page.locator('[value="谢谢您"]')).waitFor();
    await accessible(admin, '.q-designer');
  });

  it('is published with its link, its code and a poster, and stops', async () => {
    await page.getByRole('tab', { name: '发布' }).click();
    await page.getByText('问卷还没有发布').waitFor();
    await button(page, '发布问卷').click();
    await said(admin, '发布成功');
    assert.match(await page.getByLabel('填写链接').inputValue(), /\/s\/[0-9a-f]{32}$/);
    await accessible(admin, '.q-designer');
    await button(page, '打印海报').click();
    await page.getByRole('article', { name: '问卷海报' }).getByText(NAME).waitFor();
    await button(page, '返回发布').click();
    await button(page, '停止收集').click();
    await button(admin.locator('.y-confirm'), '确定').click();
    await page.getByText('问卷已停止收集').waitFor();
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
