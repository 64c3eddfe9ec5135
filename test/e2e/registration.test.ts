import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessible, button, listen, said } from './pages.ts';
import { knownSum, noBrowser, signInOn, startProduct, type Product } from './product.ts';
import { newPhone, sentCode, smsTo } from '#test/phones.ts';

const PASSWORD = 'Qing2026yun';
const OWNER = 'wanqing_owner';
const HOUSE = '晚晴护理之家';

let product: Product;
before(async () => {
  product = await startProduct();
});
after(() => product?.stop());

/** Asks for a code on a public page and gives what arrived on the phone. */
async function codeOn(page: Page, phone: string): Promise<string> {
  await knownSum(page, product);
  const before = smsTo(product, phone).length;
  await page.getByLabel('图形验证码').fill('2');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText(/验证码已发送/).waitFor();
  const code = await sentCode(product, phone, before);
  assert.equal(smsTo(product, phone).length, before + 1);
  return code;
}

describe('somebody who registers', { skip: noBrowser }, () => {
  it('opens an institution, signs in, invites a colleague of another one, who accepts and goes there', { timeout: 180_000 }, async () => {
    const context = await product.newContext();
    const page = await context.newPage();
    await listen(page, OWNER, []);
    const phone = newPhone();

    // Phone, then name and password, then the institution.
    await page.goto(`${product.url}/register`);
    await page.getByLabel('手机号', { exact: true }).fill(phone);
    const code = await codeOn(page, phone);
    await page.getByLabel('短信验证码').fill(code === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('alert').getByText('验证码不合法').waitFor();
    await page.getByLabel('短信验证码').fill(code);
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('heading', { name: '设置账号' }).waitFor();
    await page.getByLabel('姓名').fill('许晚晴');
    await page.getByLabel('用户名').fill('carer');
    await page.getByLabel('设置密码').fill(PASSWORD);
    await page.getByLabel('再次输入密码').fill(PASSWORD);
    await page.getByRole('button', { name: '注册', exact: true }).click();
    await page.getByRole('alert').getByText('用户名已被占用，请换一个').waitFor();
    await page.getByLabel('用户名').fill(OWNER);
    await page.getByRole('button', { name: '注册', exact: true }).click();
    await page.getByRole('heading', { name: '选择机构' }).waitFor();
    await accessible(page, '.l-page');
    await page.getByLabel('机构名称').fill(HOUSE);
    await page.getByRole('radio', { name: /基础版/ }).waitFor();
    await page.getByRole('button', { name: '创建机构', exact: true }).click();
    await page.getByRole('heading', { name: '机构已创建' }).waitFor();
    await page.getByText(HOUSE).waitFor();

    // The first sign-in; a message waits.
    await signInOn(page, product, OWNER, PASSWORD);
    await page.getByRole('button', { name: '有 1 条未读消息' }).click();
    await page.getByRole('dialog', { name: '未读消息' }).getByText('机构已创建').click();
    await page.waitForURL('**/admin/sysuserinvite/index');
    await page.getByRole('button', { name: '没有未读消息' }).waitFor();

    // The demonstration's carer is asked in.
    await page.getByRole('button', { name: '邀请', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '邀请加入' });
    await drawer.getByLabel('手机号/用户名').fill('carer');
    await drawer.getByLabel('角色').click();
    await page.locator('.ant-select-item-option', { hasText: '护理员' }).click();
    // Leaving the field closes its list.
    await drawer.getByLabel('留言').fill('白班');
    await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' });
    await drawer.locator('.ant-select-selection-item', { hasText: '护理员' }).waitFor();
    await accessible(page, '.ant-drawer');
    await drawer.getByRole('button', { name: '发出邀请' }).click();
    await said(page, '操作成功');
    await page.getByRole('row', { name: /carer/ }).getByText('待处理').waitFor();

    // He sees it on his own page, and accepts behind his password.
    const his = await product.signIn('carer');
    await his.getByRole('button', { name: /条未读消息/ }).click();
    await his.getByRole('dialog', { name: '未读消息' }).getByText(`${HOUSE}邀请您加入`, { exact: true }).click();
    await his.waitForURL('**/userPanel?name=invitations');
    await his.getByLabel('登录密码').fill('Demo2026');
    await his.getByRole('button', { name: '进入操作台' }).click();
    await button(his, '接受').waitFor();
    await accessible(his, '.t-panel');
    await button(his, '接受').click();
    await said(his, `已加入${HOUSE}`);
    await his.getByRole('listitem').filter({ hasText: HOUSE }).getByText('已加入').waitFor();

    // The owner's open page hears of it.
    await page.getByRole('button', { name: '有 1 条未读消息' }).click();
    await button(page, '消息中心').click();
    await page.getByRole('row', { name: /邀请已接受/ }).waitFor();
    await accessible(page, 'main');

    // And he works there.
    await his.getByRole('tab', { name: '我的机构' }).click();
    await his.getByRole('listitem').filter({ hasText: HOUSE }).getByRole('button', { name: '切换到此机构' }).click();
    await his.waitForFunction((house) => (document.querySelector('.y-top')?.textContent ?? '').includes(house), HOUSE);
    const answer = await his.evaluate(async () => {
      const { tokens } = JSON.parse(sessionStorage.getItem('yian.session') ?? '{}') as { tokens: { access: string } };
      return (await fetch('/admin/user/info', { headers: { authorization: `Bearer ${tokens.access}` } })).json();
    });
    assert.deepEqual([answer.data.tenantName, answer.data.sysUser.username], [HOUSE, 'carer']);
    assert.deepEqual(product.problems, []);
  });
});
