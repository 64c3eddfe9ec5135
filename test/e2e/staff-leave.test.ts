import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { dayOf, nextDay } from '#contract/time.ts';
import { accessible, button, callFrom, choose, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const REASON = '回老家照顾父亲';

describe('leave of staff and purchases of material', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let [admin, phone, nurse, finance] = [] as unknown as [Page, Page, Page, Page];
  let carer = { id: 0, name: '' };
  let [day, number] = ['', ''];
  let orderId = 0;

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  const shot = (page: Page, name: string) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();
  const row = (page: Page, text: string) => page.locator('.ant-table-row', { hasText: text }).first();
  /** Decides the application at its own page. */
  const approve = async (page: Page, caseId: number) => {
    await page.goto(`${product.url}/activti/detail/${caseId}`);
    await button(page, '同意').click();
    await said(page, '操作成功');
  };
  const caseOf = async (purchase: string) =>
    (await one<{ case_id: number }>(sql`select case_id from material_purchases where tenant_id = ${PINGAN} and number = ${purchase}`))
      .case_id;

  before(async () => {
    product = await startProduct();
    [admin, nurse, finance] = [
      await product.signIn('admin', { ...WIDE, at: null }),
      await product.signIn('nurse', { ...WIDE, at: null }),
      await product.signIn('finance', { ...WIDE, at: null }),
    ];
    carer = await one(sql`select id, name from users where tenant_id = ${PINGAN} and username = 'carer'`);
    day = nextDay(dayOf(Date.now()), 6);
    const person = await one<{ id: number; address: string }>(
      sql`select id, address from people where tenant_id = ${PINGAN} and address <> '' and deleted_at is null order by id limit 1`,
    );
    const project = await one<{ id: number }>(sql`select id from service_projects where tenant_id = ${PINGAN} and name = '助浴'`);
    await product.deps.inTenant(PINGAN, async (tx) => {
      await tx.run(sql`delete from duties where tenant_id = ${PINGAN} and user_id = ${carer.id} and starts_at >= ${`${day} 00:00:00`}`);
      await tx.run(sql`insert into duties (tenant_id, user_id, starts_at, ends_at)
        values (${PINGAN}, ${carer.id}, ${`${day} 08:00:00`}, ${`${day} 16:00:00`})`);
    });
    orderId = await callFrom<number>(admin, 'POST', '/members/workorder', {
      oldmanId: person.id,
      oldmanPhone: '13911112222',
      oldmanAddress: person.address,
      jobLists: [{ serverProjectId: project.id, serverTime: `${day} 09:00:00`, serverUserId: carer.id }],
    });
    phone = await product.signIn('carer', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.waitForURL('**/carer');
  });
  after(() => product?.stop());

  it('is asked for on the phone, which says before what it takes off', async () => {
    await phone.goto(`${product.url}/carer?leave`);
    await button(phone, '申请请假').click();
    const form = phone.getByRole('region', { name: '申请请假' });
    await choose(phone, form, '请假类型', '事假');
    for (const label of ['开始日期', '结束日期']) {
      const field = form.getByLabel(label, { exact: true });
      await field.fill(day);
      await field.press('Enter');
    }
    await form.getByText(/^共 1 天，批准后1个班次移出排班、1项服务另派他人$/).waitFor();
    await form.getByLabel('请假原因').fill(REASON);
    await shot(phone, 'leave-phone-form');
    await accessible(phone, 'main');
    await button(form, '提交申请').click();
    await said(phone, '提交成功');
    const own = phone.getByRole('list', { name: '我的请假' });
    await own.getByText('审批中').waitFor();
    await shot(phone, 'leave-phone-list');
    await accessible(phone, 'main');
  });

  it('empties the roster and hands the service back when it is approved', async () => {
    await admin.goto(`${product.url}/staff-leave/index?userName=${encodeURIComponent(carer.name)}`);
    await row(admin, REASON).getByText('审批中').waitFor();
    await shot(admin, 'leave-list');
    await accessible(admin, '.y-list');
    const { case_id } = await one<{ case_id: number }>(
      sql`select case_id from staff_leaves where tenant_id = ${PINGAN} and user_id = ${carer.id} and reason = ${REASON}`,
    );
    // The head nurse leads the carers' departments.
    await approve(nurse, case_id);
    await shot(nurse, 'leave-approved');
    await admin.goto(`${product.url}/warning/duty`);
    const today = dayOf(Date.now());
    const monday = (of: string) => Math.floor((Date.parse(of) / 86_400_000 + 3) / 7);
    for (let week = monday(today); week < monday(day); week++) await button(admin, '下一周').click();
    await admin.getByLabel('姓名').fill(carer.name);
    await admin.locator('.w-duty tbody').getByText('请假', { exact: true }).first().waitFor();
    await shot(admin, 'leave-duty');
    await accessible(admin, '.w-duties');
    const { n } = await one<{ n: number }>(sql`select count(*) as n from duties where tenant_id = ${PINGAN} and user_id = ${carer.id}
      and starts_at >= ${`${day} 00:00:00`} and starts_at < ${`${day} 24:00:00`}`);
    assert.equal(n, 0);
    const { number: orderNo } = await one<{ number: string }>(
      sql`select number from work_orders where tenant_id = ${PINGAN} and id = ${orderId}`,
    );
    await admin.goto(`${product.url}/order/workorder?returned=true`);
    await row(admin, orderNo).waitFor();
    await phone.goto(`${product.url}/carer?leave`);
    await phone.getByRole('list', { name: '我的请假' }).getByText('已批准').waitFor();
  });

  it('shows what was taken off, and is ended early', async () => {
    await admin.goto(`${product.url}/staff-leave/index?userName=${encodeURIComponent(carer.name)}`);
    await button(row(admin, REASON), '详情').click();
    const drawer = dialog(admin, '请假详情');
    await drawer.getByText('移出班次').waitFor();
    await drawer.getByText('另派他人').waitFor();
    await shot(admin, 'leave-detail');
    await accessible(admin, '.ant-drawer-section');
    await admin.keyboard.press('Escape');
    await rowAction(row(admin, REASON), '销假');
    const ask = dialog(admin, `${carer.name}销假`);
    await ask.getByLabel('原因').fill('提前返岗');
    await button(ask, '销假').click();
    await said(admin, '请假时移出的1个班次不会自动恢复');
    await row(admin, REASON).getByText('已销假').waitFor();
  });

  it('buys a low material: the quantity is there, the amount asks finance as well', async () => {
    await nurse.goto(`${product.url}/business/bcmaterial?low=true`);
    await rowAction(nurse.locator('.ant-table-row').first(), '采购');
    const drawer = dialog(nurse, '申请采购');
    await drawer.getByLabel('采购原因').fill('库存不足');
    const quantity = drawer.getByLabel('数量');
    assert.ok(Number(await quantity.inputValue()) > 0);
    await quantity.fill('100');
    await drawer.getByLabel('单价').fill('20');
    await drawer.getByText('¥2,000.00').last().waitFor();
    await shot(nurse, 'purchase-form');
    await accessible(nurse, '.ant-drawer-section');
    await button(drawer, '提交申请').click();
    await said(nurse, '提交成功');
    number = (
      await one<{ number: string }>(sql`select number from material_purchases where tenant_id = ${PINGAN} and reason = '库存不足'
        order by id desc limit 1`)
    ).number;
    await row(nurse, number).getByText('审批中').waitFor();
    await accessible(nurse, '.y-list');
    await approve(admin, await caseOf(number));
    await row(nurse, number).getByText('审批中').waitFor();
    await approve(finance, await caseOf(number));
  });

  it('is received in two parts into the stock', async () => {
    await finance.goto(`${product.url}/business/material-purchase?number=${number}`);
    const stock = () =>
      one<{ quantity: number }>(sql`select m.quantity from materials m join material_purchase_lines l on l.tenant_id = m.tenant_id
        and l.material_id = m.id join material_purchases p on p.tenant_id = l.tenant_id and p.id = l.purchase_id
        where p.tenant_id = ${PINGAN} and p.number = ${number}`);
    const before = (await stock()).quantity;
    await row(finance, number).getByText('已批准').waitFor();
    await shot(finance, 'purchase-list');
    await finance.getByRole('link', { name: number }).click();
    for (const [come, state] of [
      ['40', '部分入库'],
      ['60', '已入库'],
    ] as const) {
      await button(finance, '入库').click();
      const ask = dialog(finance, `采购入库 ${number}`);
      await ask.getByRole('spinbutton').fill(come);
      await shot(finance, `purchase-receive-${come}`);
      await accessible(finance, '.ant-modal');
      await button(ask, '入库').click();
      await said(finance, '已入库');
      await ask.waitFor({ state: 'hidden' });
      await finance.locator('.y-order-head').getByText(state, { exact: true }).waitFor();
    }
    assert.equal((await stock()).quantity, before + 100);
    await shot(finance, 'purchase-detail');
    await accessible(finance, '.y-order');
  });

  it('breaks nothing on the way', () => {
    assert.deepEqual(product.problems, []);
  });
});
