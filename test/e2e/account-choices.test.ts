/** A number that several institutions know as proven: resetting a password and buying outside of login ask which account is meant. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible } from './pages.ts';
import { knownSum, noBrowser, signInOn, startProduct, type Product } from './product.ts';
import { newPhone, sentCode, smsTo } from '#test/phones.ts';

const PASSWORD = 'Demo2026';
const NEW_PASSWORD = 'Yun2026qing';
const ASKED = '该手机号对应多个账号，请选择一个';

let product: Product;

async function stranger(path: string): Promise<Page> {
  const context = await product.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${product.url}${path}`);
  return page;
}

/** Gives accounts a number that their owner has proved. */
async function prove(phone: string, usernames: readonly string[]): Promise<void> {
  for (const username of usernames) {
    const { rows } = await product.deps.logins.query('select tenant_id, user_id from app.find_login($1)', [username]);
    const { tenant_id, user_id } = rows[0] as { tenant_id: number; user_id: number };
    await product.deps.inTenant(tenant_id, async (tx) => {
      await tx.run(sql`update users set phone = ${phone} where tenant_id = ${tenant_id} and id = ${user_id}`);
      await tx.run(sql`update users set phone_verified_at = now() where tenant_id = ${tenant_id} and id = ${user_id}`);
    });
  }
}

/** Asks for a code on a public page and types what arrives on the phone. */
async function typeCode(page: Page, phone: string): Promise<void> {
  const before = smsTo(product, phone).length;
  await knownSum(page, product);
  await page.getByLabel('图形验证码').fill('2');
  await page.getByRole('button', { name: '获取验证码' }).click();
  const code = await sentCode(product, phone, before);
  await page.getByRole('status').filter({ hasText: '验证码已发送' }).waitFor();
  await page.getByLabel('短信验证码').fill(code);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
const options = (page: Page) => page.getByLabel('选择账号').locator('option').allInnerTexts();

/** Chooses the account whose sign-in name stands in the option. */
async function choose(page: Page, username: string): Promise<void> {
  const index = (await options(page)).findIndex((text) => text.endsWith(`（${username}）`));
  assert.notEqual(index, -1, `${username} is not offered`);
  await page.getByLabel('选择账号').selectOption({ index });
}

async function typePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('设置密码').fill(password);
  await page.getByLabel('再次输入密码').fill(password);
}

describe('the owner of several accounts with one number', { skip: noBrowser, timeout: 300_000 }, () => {
  before(async () => void (product = await startProduct()));
  after(() => product?.stop());

  it('resets the password of the account that is chosen, and of no other', async () => {
    const phone = newPhone();
    await prove(phone, ['finance', 'kanghe_nurse']);
    const page = await stranger('/forgot');
    await page.getByLabel('手机号或用户名').fill(phone);
    await typeCode(page, phone);
    // The server alone knows that this one is too common.
    await typePassword(page, 'woaini1314');
    await press(page, '重置密码');
    await alert(page, ASKED);
    assert.deepEqual(
      (await options(page)).map((text) => text.replace(/ · .*（/, '（')),
      ['平安颐养院（finance）', '康和护理院（kanghe_nurse）'],
    );
    await accessible(page, '.l-page');
    await choose(page, 'kanghe_nurse');
    await press(page, '重置密码');
    await alert(page, '密码过于常见');
    // What was chosen stays chosen, and the code is still good.
    assert.match(await page.getByLabel('选择账号').locator('option:checked').innerText(), /kanghe_nurse/);
    await typePassword(page, NEW_PASSWORD);
    await press(page, '重置密码');
    await page.getByRole('heading', { name: '密码已重置' }).waitFor();
    await signInOn(page, product, 'kanghe_nurse', NEW_PASSWORD);
    await page.context().close();
    const other = await stranger('/login');
    await signInOn(other, product, 'finance', PASSWORD);
    await other.context().close();
  });

  it('who types another number is asked anew: the choice belongs to the number that was proved', async () => {
    const [several, single] = [newPhone(), newPhone()];
    await prove(several, ['nurse', 'anxin_carer']);
    await prove(single, ['carer']);
    const page = await stranger('/forgot');
    await page.clock.install();
    await page.reload();
    await page.getByLabel('手机号或用户名').fill(several);
    await typeCode(page, several);
    await typePassword(page, NEW_PASSWORD);
    await press(page, '重置密码');
    await alert(page, ASKED);
    await page.getByLabel('手机号或用户名').fill(single);
    await page.getByLabel('选择账号').waitFor({ state: 'detached' });
    // The minute between two codes passes on this page, second by second.
    const again = page.getByRole('button', { name: '获取验证码' });
    for (let second = 0; second < 90 && !(await again.isVisible()); second++) await page.clock.runFor(1000);
    await again.waitFor();
    await typeCode(page, single);
    await press(page, '重置密码');
    await page.getByRole('heading', { name: '密码已重置' }).waitFor();
    await signInOn(page, product, 'carer', NEW_PASSWORD);
    await page.context().close();
  });

  it('buys for the institution of the account that is chosen; accounts that may not buy are not offered', async () => {
    const phone = newPhone();
    await prove(phone, ['songbai_admin', 'hele_admin', 'agent']);
    const page = await stranger('/subscribe');
    await page.getByLabel('机构管理员的手机号').fill(phone);
    await typeCode(page, phone);
    await press(page, '下一步');
    await alert(page, ASKED);
    assert.deepEqual((await options(page)).map((text) => text.split(' · ')[0]).sort(), ['和乐护理院', '松柏老年公寓']);
    await accessible(page, '.l-page');
    await choose(page, 'hele_admin');
    await press(page, '下一步');
    await page.locator('.sub-outside').getByText('和乐护理院', { exact: false }).first().waitFor();
    // The demonstration has orders of this institution: their progress is there, or the offers.
    await page.locator('.sub-outside-card').waitFor();
    await page.context().close();
  });
});
