import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, choose, dialog, listen, said } from './pages.ts';
import { knownSum, noBrowser, startProduct, WIDE, type Product } from './product.ts';
import { newPhone, sentCode, smsTo } from '#test/phones.ts';

const PINGAN = 1_000_001;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let product: Product;
before(async () => {
  product = await startProduct();
});
after(() => product?.stop());

async function open(page: Page, path: string): Promise<void> {
  await page.goto(product.url + path);
}

/** Proves a phone on the page for families. */
async function prove(page: Page, phone: string): Promise<void> {
  await knownSum(page, product);
  await page.getByLabel('手机号', { exact: true }).fill(phone);
  const before = smsTo(product, phone).length;
  await page.getByLabel('图形验证码').fill('2');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText(/验证码已发送/).waitFor();
  await page.getByLabel('短信验证码').fill(await sentCode(product, phone, before));
  await page.getByRole('button', { name: '下一步' }).click();
}

describe('tickets', { skip: noBrowser }, () => {
  it(
    'a family writes on a phone, two of the staff answer it together, the family rates, and the register has it',
    { timeout: 300_000 },
    async () => {
      const [admin, agent, nurse] = await Promise.all([
        product.signIn('admin', { at: null }),
        product.signIn('agent', { at: null }),
        product.signIn('nurse', { at: null }),
      ]);
      await open(admin, '/ticket/settings');
      await button(admin, '保存').waitFor();
      await accessible(admin, '.k-settings');
      await admin.getByRole('tab', { name: '家属页面' }).click();
      const address = await admin.getByLabel('家属页面的链接').inputValue();

      const family = await (await product.newContext(PHONE)).newPage();
      await listen(family, '家属', []);
      await family.goto(product.url + new URL(address).pathname);
      const phone = newPhone();
      await prove(family, phone);
      await family.getByRole('radio', { name: '投诉' }).check();
      await family.getByLabel('您的姓名').fill('吴丽华');
      await family.getByLabel('老人姓名（选填）').fill('冯克勤');
      await family.getByLabel('诉求内容').fill('夜里走廊太吵\n睡不好');
      await accessible(family, '.y-open-page');
      await family.getByRole('button', { name: '提交诉求' }).click();
      const code = await family.locator('.t-card code').innerText();
      assert.match(code, /^[2-9A-HJKMNP-Z]{8}$/);
      await accessible(family, '.y-open-page');

      // The agent accepts it, and both look at it.
      await open(agent, '/ticket/index');
      const row = agent.getByRole('row', { name: /夜里走廊太吵/ });
      await row.waitFor();
      await accessible(agent, '.y-list');
      await agent.getByRole('link', { name: '夜里走廊太吵' }).click();
      await button(agent.locator('.k-head'), '受理').click();
      await said(agent, '已受理');
      await nurse.goto(agent.url());
      await agent.getByText(/正在查看/).waitFor();
      await agent.getByLabel('回复内容').fill('请问是哪几天？');
      await nurse.getByText(/正在回复/).waitFor();
      await accessible(nurse, '.k-ticket');

      // A colleague's note comes in between: it is shown, and nothing that was typed is lost.
      await nurse.getByText('内部备注').first().click();
      await nurse.getByLabel('备注内容').fill('上周也有人反映');
      await button(nurse, '保存备注').click();
      await said(nurse, '已备注');
      await agent.getByLabel(/发送后等待诉求人/).check();
      await button(agent, '发送').click();
      await agent.getByText(/写答复期间有新内容/).waitFor();
      assert.equal(await agent.getByLabel('回复内容').inputValue(), '请问是哪几天？');
      await button(agent, '已看过').click();
      await button(agent, '发送').click();
      await said(agent, '已回复');
      await agent.getByText('计时已暂停').first().waitFor();

      // The family answers; the clock runs on.
      await family.reload();
      await family.getByLabel('填写时的手机号').fill(phone);
      await family.getByRole('button', { name: '查看', exact: true }).click();
      await family.getByText('请问是哪几天？').waitFor();
      assert.equal(await family.getByText('上周也有人反映').count(), 0);
      await family.getByLabel('补充或回答').fill('最近三天');
      await family.getByRole('button', { name: '发送' }).click();
      await family.getByText('最近三天').waitFor();
      await agent.getByText('最近三天').waitFor();
      await agent.locator('.k-head').getByText('处理中').waitFor();

      await button(agent.locator('.k-head'), '解决').click();
      await dialog(agent, '解决诉求').getByLabel('处理结果').fill('夜间关闭走廊广播');
      await button(dialog(agent, '解决诉求'), '解决').click();
      await said(agent, '已解决');
      await family.getByRole('button', { name: '刷新' }).click();
      await family.getByRole('radio', { name: '满意', exact: true }).check();
      await family.getByRole('button', { name: '提交评价' }).click();
      await family.getByText('您已评价：满意').waitFor();
      await agent.getByText(/★★★★ 4 分/).waitFor();

      await open(agent, '/ticket/statistics');
      await agent.getByText('按处理人').waitFor();
      await accessible(agent, '.k-statistics');
      await agent.getByRole('tab', { name: '投诉登记' }).click();
      await agent.getByRole('row', { name: /夜里走廊太吵.*是/ }).waitFor();
      await accessible(agent, '.k-statistics');
      // The paper says which days it covers.
      await agent.evaluate(() => void (window.print = () => undefined));
      await button(agent, '打印').click();
      const printing = dialog(agent, '打印投诉登记');
      await printing.getByLabel('受理日期').first().waitFor();
      await accessible(agent, '.ant-modal');
      await button(printing, '打印').click();
      const paper = agent.locator('.sub-paper');
      await paper.getByText(/受理日期：(\d{4})-01-01 至 \1-\d\d-\d\d　共 \d+ 条/).waitFor({ state: 'attached' });
      await agent.evaluate(() => void dispatchEvent(new Event('afterprint')));
      await paper.waitFor({ state: 'detached' });
      assert.deepEqual(product.problems, []);
    },
  );

  it('a view is saved, shared, used by a colleague, changed and deleted', { timeout: 180_000 }, async () => {
    const [agent, nurse] = await Promise.all([
      product.signIn('agent', { ...WIDE, at: null }),
      product.signIn('nurse', { ...WIDE, at: null }),
    ]);
    await open(agent, '/ticket/index');
    await agent.getByRole('row').nth(2).waitFor();
    const view = agent.getByRole('button', { name: /^视图/ });
    await view.click();
    await agent.getByRole('menuitem', { name: '保存为新视图', disabled: true }).waitFor();
    await agent.keyboard.press('Escape');
    await choose(agent, agent.getByRole('search'), '类型', '投诉');
    await button(agent, '查询').click();
    await agent.getByRole('columnheader', { name: '登记时间' }).click();
    await view.click();
    await agent.getByRole('menuitem', { name: '保存为新视图' }).click();
    const form = dialog(agent, '保存为新视图');
    for (const line of ['类型：投诉', '按登记时间从早到晚']) await form.getByText(line).waitFor();
    await form.getByLabel('视图名称').fill('投诉跟进');
    await form.getByLabel('共享给全院').check();
    await accessible(agent, '.ant-modal');
    await button(form, '保存').click();
    await said(agent, '视图已保存');
    const tab = agent.getByRole('tab', { name: /投诉跟进/, selected: true });
    await tab.waitFor();

    await open(nurse, '/ticket/index');
    await nurse.getByRole('tab', { name: /投诉跟进/ }).click();
    await nurse.waitForURL(/type=2.*asc=create_time/);
    await nurse.getByRole('row', { name: /洗衣少了两件衣服/ }).waitFor();
    await nurse.getByRole('row', { name: /空调遥控器找不到了/ }).waitFor({ state: 'detached' });
    await nurse.getByRole('tab', { name: /^我的/ }).click();
    await nurse.waitForURL((url) => url.searchParams.get('tab') === 'mine' && !url.searchParams.has('type'));

    // What is changed in the list is not yet changed in the view.
    await choose(agent, agent.getByRole('search'), '优先级', '紧急');
    await button(agent, '查询').click();
    await agent.getByRole('tab', { name: /投诉跟进（已改）/ }).waitFor();
    await view.click();
    await agent.getByRole('menuitem', { name: '更新“投诉跟进”' }).click();
    await agent.getByRole('tab', { name: /投诉跟进$/, selected: true }).waitFor();
    await view.click();
    await agent.getByRole('menuitem', { name: '重命名' }).click();
    await dialog(agent, '重命名视图').getByLabel('视图名称').fill('紧急投诉');
    await button(dialog(agent, '重命名视图'), '保存').click();
    await agent.getByRole('tab', { name: /紧急投诉/, selected: true }).waitFor();
    await view.click();
    await agent.getByRole('menuitem', { name: '删除' }).click();
    await button(agent.getByRole('dialog', { name: '删除视图“紧急投诉”？' }), '删除').click();
    await said(agent, '视图已删除');
    await agent.getByRole('tab', { name: '全部', selected: true }).waitFor();
    await agent.getByRole('tab', { name: /紧急投诉/ }).waitFor({ state: 'detached' });
    assert.deepEqual(product.problems, []);
  });

  it('an alarm becomes a ticket that leads back to it', { timeout: 180_000 }, async () => {
    const agent = await product.signIn('agent', { at: null });
    const warning = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ id: number }>(sql`select id from warnings where tenant_id = ${PINGAN} and rule = 'sos' order by id limit 1`),
    );
    await open(agent, `/warning/warning/index?id=${warning!.id}`);
    await agent.getByRole('dialog', { name: '预警处理' }).getByRole('button', { name: '转诉求' }).click();
    const form = agent.getByRole('dialog', { name: '新增诉求' });
    await form.getByText('由预警转来，登记后会关联原记录').waitFor();
    await accessible(agent, '.ant-drawer');
    await form.getByLabel('标题').fill('家属询问报警经过');
    await form.getByLabel('内容').fill('家属来电询问刚才的报警');
    await choose(agent, form, '优先级', '高');
    await button(form, '登记').click();
    await said(agent, '诉求已登记');
    await agent.getByRole('article').getByRole('heading', { name: '家属询问报警经过' }).waitFor();
    await agent.locator('.k-facts a[href^="/warning/warning/index?id="]').click();
    await agent.getByRole('dialog', { name: '预警处理' }).waitFor();
    assert.deepEqual(product.problems, []);
  });
});
