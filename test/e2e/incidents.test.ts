import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, choose, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const COURSE = '午睡起身时在床边滑倒';

describe('an incident', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let [admin, nurse] = [] as unknown as [Page, Page];
  let resident = { id: 0, name: '' };
  let id = 0;

  const shot = (page: Page, name: string) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();
  const detail = (page: Page) => page.goto(`${product.url}/incident/detail?id=${id}`);
  /** The page is as it was read after the last change. */
  const stateIs = (page: Page, state: string) => page.locator('.n-head').getByText(state, { exact: true }).waitFor();

  before(async () => {
    product = await startProduct();
    [admin, nurse] = [await product.signIn('admin', { ...WIDE, at: null }), await product.signIn('nurse', { ...WIDE, at: null })];
    resident = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number; name: string }>(sql`
        select id, name from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null and bed_id is not null
          and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1 order by id offset 12 limit 1`);
      return found!;
    });
  });
  after(() => product?.stop());

  it('is reported from the page of the person with three fields', async () => {
    await nurse.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=incident`);
    await button(nurse.getByRole('toolbar', { name: '列表工具' }), '上报不良事件').click();
    const drawer = dialog(nurse, '上报不良事件');
    await drawer.getByText(resident.name).waitFor();
    await choose(nurse, drawer, '事件类型', '跌倒');
    await drawer.getByLabel('事件经过').fill(COURSE);
    await shot(nurse, 'incident-report');
    await accessible(nurse, '.ant-drawer-section');
    await button(drawer, '上报').click();
    await said(nurse, '创建成功');
    await nurse.getByText('提交审核前还需要：事件分级、告知家属、原因分析、整改措施').waitFor();
    id = Number(new URL(nurse.url()).searchParams.get('id'));
    assert.ok(id > 0);
    await nurse.getByText('开始观察').waitFor();
    await nurse
      .getByRole('list', { name: '时限' })
      .getByText(/还剩\d+分钟/)
      .first()
      .waitFor();
    await shot(nurse, 'incident-new');
    await accessible(nurse, '.n-incident');
  });

  it('is completed: the family told, injuries on the body map, the cause, a measure', async () => {
    await button(nurse, '登记告知家属').click();
    const tell = dialog(nurse, '登记告知家属');
    await tell.getByLabel('告知了谁').fill('王强（儿子）');
    await tell.getByLabel('答复或回执').fill('马上过来');
    await accessible(nurse, '.ant-modal');
    await button(tell, '登记').click();
    await said(nurse, '已登记');
    await nurse.getByText('按时完成').first().waitFor();

    await button(nurse, '补充和修改').click();
    const edit = dialog(nurse, '补充不良事件');
    await choose(nurse, edit, '事件分级', 'III级 未造成后果');
    const part = edit.getByRole('button', { name: '左前臂', exact: true });
    await part.focus();
    await part.press('Enter');
    assert.equal(await part.getAttribute('aria-pressed'), 'true');
    await edit.getByLabel('左前臂的伤情').click();
    await nurse.locator('.ant-select-dropdown:visible').getByTitle('擦伤', { exact: true }).click();
    await edit.getByLabel('左前臂的说明').fill('2×3厘米');
    await edit.getByLabel('原因分析').fill('床边地面有水');
    await shot(nurse, 'incident-edit');
    await accessible(nurse, '.ant-drawer-section');
    await button(edit, '保存').click();
    await said(nurse, '更新成功');
    await nurse.getByText('左前臂 擦伤（2×3厘米）').waitFor();

    await button(nurse, '新增整改措施').click();
    const measure = dialog(nurse, '新增整改措施');
    await measure.getByLabel('整改措施').fill('床边加铺防滑垫');
    const due = measure.getByLabel('完成期限');
    await due.fill('2099-01-01');
    await due.press('Enter');
    await button(measure, '保存').click();
    await said(nurse, '已新增');
    await nurse.getByRole('region', { name: '整改措施' }).getByText('床边加铺防滑垫').waitFor();
  });

  it('asks for the risk of the person to be looked at again', async () => {
    await nurse.goto(`${product.url}/risk/index?gap=recheck&oldmanName=${encodeURIComponent(resident.name)}`);
    const row = nurse.locator('.ant-table-row', { hasText: resident.name }).first();
    await row.waitFor();
    await shot(nurse, 'risk-list');
    await accessible(nurse, '.y-list');
    await button(row, '评估').click();
    const drawer = dialog(nurse, `${resident.name}的九防评估`);
    await drawer.getByText('事件后待复评').waitFor();
    await shot(nurse, 'risk-person');
    await accessible(nurse, '.ant-drawer-section');
    await button(drawer.getByRole('article', { name: '跌倒' }), '评估').click();
    const check = dialog(nurse, '跌倒风险评估');
    await check.getByText('高', { exact: true }).click();
    await check.getByLabel('防护措施').fill('如厕陪同，防滑鞋');
    await accessible(nurse, '.ant-modal');
    await button(check, '保存').click();
    await said(nurse, '已保存');
    await drawer.getByText('事件后待复评').waitFor({ state: 'hidden' });
    await drawer.getByText('如厕陪同，防滑鞋').waitFor();
  });

  it('is taken up, reviewed and closed', async () => {
    await admin.goto(`${product.url}/incident/index?oldmanName=${encodeURIComponent(resident.name)}`);
    const row = admin.locator('.ant-table-row', { hasText: resident.name }).first();
    await row.getByText('待处理').waitFor();
    await shot(admin, 'incident-list');
    await accessible(admin, '.y-list');
    await rowAction(row, '受理');
    await said(admin, '已受理');
    await detail(nurse);
    await button(nurse, '提交审核').click();
    await said(nurse, '已提交审核');
    await stateIs(nurse, '待审核');
    await detail(admin);
    await button(admin, '审核结案').click();
    const close = dialog(admin, '审核结案');
    await close.getByLabel('审核结论').fill('原因清楚，同意结案');
    await button(close, '结案').click();
    await said(admin, '已结案');
    await stateIs(admin, '已结案');
    await shot(admin, 'incident-closed');
    await accessible(admin, '.n-incident');
  });

  it('is reported on the phone of a carer', async () => {
    const own = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ name: string }>(sql`select p.name from people p join users u on u.tenant_id = p.tenant_id and u.id = p.carer_id
        where p.tenant_id = ${PINGAN} and u.username = 'carer' and p.deleted_at is null and p.status = 1 order by p.id limit 1`),
    );
    const phone = await product.signIn('carer', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.waitForURL('**/carer');
    await phone.goto(`${product.url}/carer?incident`);
    await phone.getByLabel('服务对象').fill(own!.name);
    await phone.locator('.ant-select-dropdown:visible').getByTitle(own!.name, { exact: true }).first().click();
    await choose(phone, phone.locator('.n-phone'), '事件类型', '噎食');
    await phone.getByLabel('事件经过').fill('早餐时呛咳');
    await shot(phone, 'incident-phone');
    await accessible(phone, 'main');
    await button(phone, '上报').click();
    await said(phone, '创建成功');
    await phone.getByRole('list', { name: '最近的不良事件' }).getByText('早餐时呛咳').waitFor();
  });

  it('is printed, and counted', async () => {
    await admin.evaluate(() => {
      window.print = () => {};
    });
    await admin.emulateMedia({ media: 'print' });
    await admin.getByRole('button', { name: '打印', includeHidden: true }).evaluate((one: HTMLElement) => one.click());
    const paper = admin.locator('.sub-paper');
    for (const text of ['不良事件报告单', COURSE, '王强（儿子）', '左前臂 擦伤（2×3厘米）', '床边加铺防滑垫', '原因清楚，同意结案'])
      await paper.getByText(text).first().waitFor();
    await shot(admin, 'incident-paper');
    await admin.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await admin.emulateMedia({ media: 'screen' });
    await admin.goto(`${product.url}/incident/statistics`);
    const totals = admin.getByLabel('不良事件合计');
    await totals.getByText('每千人日', { exact: true }).waitFor();
    await admin.getByRole('link', { name: resident.name }).first().waitFor();
    await shot(admin, 'incident-statistics');
    await accessible(admin, '.y-figures-page');
  });

  it('breaks nothing on the way', () => {
    assert.deepEqual(product.problems, []);
  });
});
