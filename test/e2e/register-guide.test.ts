/** Registering a person with all that follows, on one page: counted in clicks. And what their page does and shows afterwards. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, becomes, button, choose, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '欧阳映雪';
/** Of 5 March 1941, a woman: its check is right. */
const NUMBER = '330106194103050026';
const MOST_CLICKS = 12;

describe('registering somebody', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let personId = 0;

  const row = <T>(query: ReturnType<typeof sql<T>>) => product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query));
  const step = (name: string) => admin.locator('.p-register > li', { has: admin.getByRole('heading', { name, exact: true }) });
  /** Presses of the mouse since the page was loaded. */
  const clicks = () => admin.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);

  before(async () => {
    product = await startProduct();
    // Without a seat a number is dialled by the device's own telephone.
    await product.deps.inTenant(PINGAN, (tx) => tx.run(sql`update call_seats set enabled = false where tenant_id = ${PINGAN}`));
    admin = await product.signIn('admin', { permissions: [] });
    await admin.addInitScript(() => {
      const counted = globalThis as unknown as { clicks: number };
      counted.clicks = 0;
      addEventListener('pointerdown', () => void counted.clicks++, true);
    });
  });
  after(async () => {
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  it('takes twelve clicks at most from the form to a bed and a plan', async () => {
    await admin.goto(`${product.url}/oldMan/add`);
    const form = admin.locator('.y-page-card:visible');
    // The name has the focus: one begins to type, and Tab leads on.
    await admin.waitForFunction(() => document.activeElement?.matches('input[placeholder="请输入姓名"]'));
    await admin.keyboard.type(NAME);
    await admin.keyboard.press('Tab');
    await admin.keyboard.type(NUMBER);
    assert.equal(await form.getByLabel('出生日期').inputValue(), '1941-03-05');
    assert.ok(await form.getByLabel('女', { exact: true }).isChecked());
    await choose(admin, form, '护理等级', '二级护理');
    await form.getByLabel('紧急联系人').fill('欧阳建国');
    await form.getByLabel('联系人电话').fill('13900001234');
    await form.getByLabel('联系电话', { exact: true }).fill('13900001235');
    await button(form, '保存并继续').click();
    await said(admin, '创建成功');
    await admin.getByRole('heading', { name: `${NAME} 已登记` }).waitFor();
    await step('联系人').getByText('欧阳建国').waitFor();

    await button(step('床位'), '安排床位').click();
    const picker = dialog(admin, `为${NAME}安排床位`);
    await button(picker.locator('.ant-table-row').first(), '选择').click();
    await said(admin, '操作成功');
    await step('床位')
      .getByText(/\d+床|床/)
      .first()
      .waitFor();

    await button(step('照护计划'), '照护计划').click();
    const plan = dialog(admin, '新增周期工单');
    await plan.getByRole('combobox', { name: '服务项目' }).click();
    await admin.locator('.ant-select-dropdown:visible .ant-select-tree-node-content-wrapper', { hasText: '助浴' }).click();
    await button(plan, '保存').click();
    await said(admin, '创建成功');
    await step('照护计划').getByText(`${NAME}的照护计划`).waitFor();
    const used = await clicks();
    assert.ok(used <= MOST_CLICKS, `${used} clicks`);
    assert.ok(used >= 6, `${used} clicks: they are counted`);

    const kept = await row(sql<any>`
      select p.id, p.bed_id, p.birth_date::text as born, p.gender, p.identity_sealed,
        (select count(*)::integer from work_order_plans w where w.tenant_id = p.tenant_id and w.person_id = p.id) as plans
      from people p where p.tenant_id = ${PINGAN} and p.name = ${NAME}`);
    assert.deepEqual([kept.born, kept.gender, kept.plans], ['1941-03-05', 2, 1]);
    assert.ok(kept.bed_id);
    // The number is there, and the database does not say it.
    assert.ok(kept.identity_sealed);
    assert.ok(!kept.identity_sealed.includes(NUMBER));
    personId = kept.id;
    await accessible(admin, 'body');
  });

  it('goes on where it was left, and binds a device by its number', async () => {
    await admin.goto(`${product.url}/oldMan/add?id=${personId}`);
    await admin.getByText('已完成 3 / 5').waitFor();
    assert.equal(await step('设备').getAttribute('aria-current'), 'step');
    const free = await row(sql<{ imei: string }>`
      select imei from devices where tenant_id = ${PINGAN} and person_id is null and deleted_at is null and enabled
        and type not in ('camera', 'lock', 'hub') order by id limit 1`);
    await button(step('设备'), '绑定设备').click();
    const drawer = dialog(admin, `为${NAME}绑定设备`);
    await drawer.getByLabel('设备编号').fill('NO-SUCH-7001');
    await drawer.getByLabel('设备编号').press('Enter');
    await drawer.getByText('设备 NO-SUCH-7001 尚未登记').waitFor();
    const worn = await row(sql<{ imei: string }>`
      select imei from devices where tenant_id = ${PINGAN} and person_id is not null and deleted_at is null order by id limit 1`);
    await drawer.getByLabel('设备编号').fill(worn!.imei);
    await drawer.getByLabel('设备编号').press('Enter');
    await drawer.getByText(/佩戴，请先在设备管理中解除/).waitFor();
    if (free) {
      await drawer.getByLabel('设备编号').fill(free.imei);
      await drawer.getByLabel('设备编号').press('Enter');
    } else {
      await drawer.getByLabel('设备编号').fill('GUIDE-7001');
      await drawer.getByLabel('设备编号').press('Enter');
      await button(drawer, '登记并绑定').click();
      await button(dialog(admin, '新增设备'), '保存').click();
    }
    await drawer.waitFor({ state: 'detached' });
    await admin.getByText('已完成 4 / 5').waitFor();
    await button(step('服务包'), '跳过服务包').click();
    await step('服务包').getByText('已跳过，可随时补上').waitFor();
    await button(admin.locator('.y-page-card:visible'), '完成，查看档案').click();
    await admin.waitForURL('**/oldMan/detail?id=*');
  });

  it('shows today first, and does the next thing from the page', async () => {
    const page = admin.locator('.y-page-width:visible');
    await page.getByRole('tab', { name: '今天', selected: true }).waitFor();
    await page.getByRole('region', { name: '家属与联系人' }).getByText('欧阳建国').waitFor();
    await page.getByRole('region', { name: '接下来的服务' }).waitFor();
    await accessible(admin, 'body');
    await button(page, '录入体征').click();
    const entry = dialog(admin, `录入体征：${NAME}`);
    await entry.getByLabel('体温（℃）').fill('36.6');
    await button(entry, '保存').click();
    await said(admin, '录入成功');
    await page.getByRole('region', { name: '最近体征' }).getByText('36.6').waitFor();
    await button(page, '下单').click();
    const order = dialog(admin, '新增工单');
    await becomes(
      admin,
      () => [...document.querySelectorAll('.y-drawer input')].some((one) => (one as HTMLInputElement).value === '欧阳映雪'),
      'the order is hers',
    );
    await button(order, '取消').click();
  });

  it('keeps several contacts in order and notes a call', async () => {
    const page = admin.locator('.y-page-width:visible');
    const family = page.getByRole('region', { name: '家属与联系人' });
    await family.getByRole('button', { name: '家属与联系人：编辑' }).click();
    const drawer = dialog(admin, `${NAME}的联系人`);
    await button(drawer, '添加联系人').click();
    const second = drawer.getByRole('region', { name: '联系人2' });
    await second.getByLabel('姓名').fill('欧阳丽');
    await second.getByLabel('电话').fill('0571-87654321');
    await choose(admin, second, '与服务对象关系', '女儿');
    await button(second, '联系人2上移').click();
    await button(drawer, '保存').click();
    await said(admin, '更新成功');
    await family.locator('li').first().getByText('欧阳丽').waitFor();
    await family.locator('li').first().getByText('女儿').waitFor();
    // The link would leave the page; what it says to the page is what is looked at.
    await admin.evaluate(() => addEventListener('click', (event) => event.preventDefault(), true));
    await family.getByRole('link', { name: '拨打 0571-87654321' }).click();
    const calling = page.getByRole('region', { name: '通话中' });
    await calling.getByLabel('通话内容').fill('已告知入住情况');
    await button(calling, '通话结束').click();
    await said(admin, '通话已记录');
    await family.getByText('已告知入住情况').waitFor();
  });

  it('removes by mistake, undoes it, and restores from the bin', async () => {
    await admin.goto(`${product.url}/oldMan/detail?id=${personId}`);
    const page = admin.locator('.y-page-width:visible');
    await page.getByRole('heading', { level: 2, name: new RegExp(NAME) }).waitFor();
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update work_orders set status = 6 where tenant_id = ${PINGAN} and person_id = ${personId} and status in (1, 2)`),
    );
    const remove = async () => {
      await button(page, '更多操作').click();
      await admin.getByRole('menuitem', { name: '删除' }).click();
      const asking = dialog(admin, `删除“${NAME}”`);
      await asking.getByText(/床位 .+ 变为空闲/).waitFor();
      await button(asking, '删除').click();
      await admin.waitForURL('**/oldMan/index**');
    };
    await remove();
    const notice = admin.locator('.ant-notification-notice', { hasText: `已删除“${NAME}”` });
    await button(notice, '撤销').click();
    assert.match(await said(admin, `已恢复${NAME}`), /床位 .+；1台设备需重新绑定；1个周期工单已暂停/);
    await admin.goto(`${product.url}/oldMan/detail?id=${personId}`);
    await page.getByRole('heading', { level: 2, name: new RegExp(NAME) }).waitFor();
    await remove();
    await button(admin, '回收站').click();
    const bin = dialog(admin, '回收站（删除后保留30天）');
    const line = bin.locator('.ant-table-row', { hasText: NAME });
    await line.getByText('29 天').waitFor();
    await accessible(admin, 'body');
    await button(line, '恢复').click();
    await said(admin, `已恢复${NAME}`);
    await line.waitFor({ state: 'detached' });
    await button(bin.locator('.y-drawer-foot'), '关闭').click();
    await bin.waitFor({ state: 'detached' });
    const kept = await row(sql<{ gone: boolean }>`
      select deleted_at is not null as gone from people where tenant_id = ${PINGAN} and id = ${personId}`);
    assert.equal(kept?.gone, false);
  });

  it('is found by initials, by room and by order in the command palette', async () => {
    const field = admin.locator('.y-palette input');
    const close = async () => {
      await admin.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
    };
    const look = async (words: string, option: RegExp) => {
      await admin.locator('body').press('Control+k');
      await field.fill(words);
      const found = admin.getByRole('option', { name: option }).first();
      await found.waitFor();
      return found;
    };
    await look('fwdx', /^服务对象，/);
    await close();
    await look('oyyx', new RegExp(`^${NAME}`));
    await close();
    await (await look(`派单 ${NAME}`, new RegExp(`^为${NAME}新增工单`))).click();
    await becomes(
      admin,
      () => [...document.querySelectorAll('.y-drawer input')].some((one) => (one as HTMLInputElement).value === '欧阳映雪'),
      'the order is hers',
    );
    await button(dialog(admin, '新增工单'), '取消').click();
    await dialog(admin, '新增工单').waitFor({ state: 'detached' });
    await (await look(`录入 ${NAME}`, new RegExp(`^录入：${NAME}`))).click();
    await admin.waitForURL('**/health/entry?name=*');
    await admin.getByLabel(`${NAME}的体温，℃`).waitFor();
    await admin.goto(`${product.url}/oldMan/detail?id=${personId}`);
    await admin.getByRole('heading', { level: 2, name: new RegExp(NAME) }).waitFor();
    await look('', new RegExp(`^${NAME}，最近查看`));
    await close();
  });
});
