import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, dialog, said } from './pages.ts';
import { knownSum, noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe('codes, residents and virtual beds', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let admin: Page;
  let resident = { id: 0, name: '' };
  let address = '';

  const shot = (page: Page, name: string) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png`, fullPage: true }) : Promise.resolve();
  const open = (page: Page, path: string) => page.goto(product.url + path);

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { ...WIDE, at: null });
    resident = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number; name: string }>(sql`
        select id, name from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null and bed_id is not null
          and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1 order by id offset 12 limit 1`);
      return found!;
    });
  });
  after(() => product?.stop());

  it('print a bed card and a wristband from the page of a person', async () => {
    await open(admin, `/oldMan/detail?id=${resident.id}`);
    await button(admin, '更多操作').click();
    await admin.getByRole('menuitem', { name: '打印床头卡' }).click();
    const card = admin.getByRole('article', { name: `${resident.name}的床头卡` });
    await card.waitFor();
    address = (await card.locator('.e-card-code').getAttribute('data-address')) ?? '';
    assert.match(address, /\/p\/[0-9a-v]{26}$/);
    assert.ok(address.startsWith(product.url));
    await card.getByText('护理', { exact: true }).waitFor();
    await shot(admin, 'bed-card');
    await accessible(admin, '.e-cards');
    await open(admin, `/oldMan/cards?kind=band&ids=${resident.id}`);
    await admin.getByRole('article', { name: `${resident.name}的腕带` }).waitFor();
    await shot(admin, 'wristband');
    await accessible(admin, '.e-cards');
  });

  it('print bed cards of several people who were chosen in the list', async () => {
    await open(admin, '/oldMan/index');
    await admin.getByRole('checkbox', { name: '全选当页' }).check();
    await button(admin, '打印床头卡').click();
    await admin.getByRole('article').nth(9).waitFor();
    assert.equal(await admin.locator('.e-card-code').count(), await admin.getByRole('article').count());
    await shot(admin, 'bed-cards');
  });

  it('lead whoever scans them to the person: at once when signed in, after signing in otherwise', async () => {
    await admin.goto(address);
    await admin.waitForURL(`**/oldMan/detail?id=${resident.id}**`);
    await admin.locator('.p-head').getByText(resident.name).first().waitFor();

    const context = await product.newContext(PHONE);
    const stranger = await context.newPage();
    await stranger.goto(address);
    await stranger.getByText(/请交还给工作人员/).waitFor();
    assert.ok(!(await stranger.content()).includes(resident.name));
    await accessible(stranger, 'main');
    await shot(stranger, 'code-stranger');
    await stranger.getByRole('link', { name: '工作人员登录' }).click();
    await knownSum(stranger, product);
    await stranger.getByLabel('用户名', { exact: true }).fill('nurse');
    await stranger.getByLabel('密码', { exact: true }).fill('Demo2026');
    await stranger.getByLabel('验证码', { exact: true }).fill('2');
    await stranger.getByRole('button', { name: '登录', exact: true }).click();
    await stranger.waitForURL(`**/oldMan/detail?id=${resident.id}**`);
    await stranger.locator('.p-head').getByText(resident.name).first().waitFor();
    await context.close();
  });

  it('are void once they were renewed', async () => {
    await open(admin, `/oldMan/cards?kind=bed&ids=${resident.id}`);
    await button(admin, '更换身份码').click();
    await button(dialog(admin, `确定更换${resident.name}的身份码吗？`), '确定').click();
    await said(admin, '身份码已生成');
    await admin.goto(address);
    await admin.getByText('身份码无效或已更换').waitFor();
  });

  it('the panel of residents at home leads to the list of people', async () => {
    await open(admin, '/wel/index');
    const panel = admin.getByRole('region', { name: '在院长者' });
    const here = panel.getByRole('link', { name: /^\s*[\d,]+\s*在院/ });
    const count = Number((await here.locator('.y-figure-value').innerText()).replace(/\D/g, ''));
    await panel.getByText(/平均 .* 岁，最年长/).waitFor();
    await shot(admin, 'residents');
    await here.click();
    await admin.waitForURL(/\/oldMan\/index\?.*status=1/);
    await admin.getByText(`共 ${count} 条`).waitFor();
  });

  it('virtual beds list who is looked after at home, and whom nobody visited', async () => {
    const keeper = await product.signIn('anxin_admin', { ...WIDE, at: null });
    await open(keeper, '/business/bcroom/virtual');
    const rows = keeper.locator('.y-row-active');
    await rows.first().waitFor();
    await shot(keeper, 'virtual-beds');
    await accessible(keeper, '.y-list');
    await open(keeper, '/business/bcroom/virtual?overdue=7');
    await keeper.getByText(/共 \d+ 条/).waitFor();
    await open(keeper, '/business/bcroom/virtual');
    await rows.first().dblclick();
    await keeper.waitForURL('**/oldMan/detail?id=*');
    assert.deepEqual(product.problems, []);
  });
});
