import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { fenText } from '#contract/money.ts';
import { accessible, button, callFrom, choose, chooseRow, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('accounts of people', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let [finance, admin] = [] as unknown as [Page, Page];
  let person = { id: 0, name: '' };
  let caseId = 0;

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  const shot = (page: Page, name: string) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();
  const figure = (at: Page | Locator, label: string) => at.getByRole('group', { name: '账户', exact: true }).getByText(label).locator('..');
  const amount = (at: Locator) => at.getByLabel('金额', { exact: true });
  const cash = () =>
    one<{ fen: number }>(sql`select cash_fen as fen from person_accounts where tenant_id = ${PINGAN} and id = ${person.id}`).then(
      ({ fen }) => fen,
    );

  before(async () => {
    product = await startProduct();
    [finance, admin] = [await product.signIn('finance', { ...WIDE, at: null }), await product.signIn('admin', { ...WIDE, at: null })];
    // Without money yet.
    person = await one(sql`select id, name from people p where tenant_id = ${PINGAN} and deleted_at is null and bed_id is not null
      and not exists (select from person_accounts a where a.tenant_id = p.tenant_id and a.id = p.id)
      and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1 order by id limit 1`);
  });
  after(() => product?.stop());

  it('are opened with the first money, which has a receipt', async () => {
    await finance.goto(`${product.url}/members/account`);
    await finance.getByRole('group', { name: '账户汇总' }).waitFor();
    await accessible(finance, '.a-page');
    await shot(finance, 'accounts');
    await button(finance, '充值').first().click();
    const picker = finance.getByRole('dialog', { name: '为谁充值' });
    await picker.getByLabel('姓名').fill(person.name);
    await button(picker, '查询').click();
    await chooseRow(picker, picker.getByRole('row', { name: person.name }));
    const asked = dialog(finance, '充值');
    await amount(asked).fill('2000');
    await choose(finance, asked, '支付方式', '线下转账');
    await asked.getByLabel('备注').fill('家属转账');
    await shot(finance, 'account-recharge');
    await button(asked, '确认充值').click();
    await asked.waitFor({ state: 'hidden' });
    assert.equal(await cash(), 200_000);
    // The receipt is one press away from what was said.
    const saidSo = finance.locator('.ant-notification-notice', { hasText: `${person.name}已充值¥2,000.00` });
    await button(saidSo, '收据').click();
    await finance.getByText('贰仟元整').waitFor();
    await finance.getByText(/^SK\d{12}$/).waitFor();
    await shot(finance, 'account-receipt');
    await finance.goto(`${product.url}/members/account?tab=records`);
    const row = finance.locator('.ant-table-row', { hasText: person.name }).first();
    await row.getByText('+¥2,000.00').waitFor();
    await rowAction(row, '收据');
    await finance.getByText('贰仟元整').waitFor();
    await finance.goto(`${product.url}/wel/index`);
    const taken = finance.getByRole('region', { name: '今日收款' });
    await taken.getByText('计入商品订单、账户充值与退款、定金').waitFor();
    await shot(finance, 'home-money');
  });

  it('take a subsidy and a deposit, and show all of it on the page of the person', async () => {
    await finance.goto(`${product.url}/oldMan/detail?id=${person.id}&tabid=account&isview=true`);
    await figure(finance, '可用余额').getByText('2,000.00').waitFor();
    await button(finance, '充值').click();
    const asked = dialog(finance, '充值');
    await asked.getByRole('radio', { name: /虚拟余额/ }).check();
    await amount(asked).fill('300');
    await button(asked, '确认充值').click();
    await asked.getByText('请填写补贴来源').waitFor();
    await asked.getByLabel('补贴来源').fill('区民政局');
    await asked.getByRole('checkbox', { name: '商品' }).check();
    await button(asked, '确认充值').click();
    await figure(finance, '虚拟余额').getByText('300.00').waitFor();
    await finance.getByRole('cell', { name: '区民政局' }).first().waitFor();
    await accessible(finance, '.a-account');
    await shot(finance, 'person-account');
  });

  it('pay for goods, and get back what is refunded', async () => {
    const product1 = await one<{ id: number; fen: number }>(
      sql`select id, price_fen as fen from products where tenant_id = ${PINGAN} and on_sale and kind = 1 and price_fen between 1 and 100000
        and material_id is not null order by id limit 1`,
    );
    const order = await callFrom<number>(admin, 'POST', '/members/order', {
      oldmanId: person.id,
      nickName: person.name,
      phone: '13911112222',
      address: '1号楼',
      details: [{ productId: product1.id, num: 1 }],
    });
    const before = await cash();
    await finance.goto(`${product.url}/order/detail?id=${order}`);
    await button(finance, '收款').click();
    const asked = dialog(finance, '收款');
    await asked.getByText(`账户余额：可用${fenText(before)}，补贴¥300.00`).waitFor();
    await choose(finance, asked, '支付方式', '账户余额');
    await button(asked, '确认收款').click();
    await asked.waitFor({ state: 'hidden' });
    const grants = Math.min(30_000, product1.fen);
    assert.equal(await cash(), before - (product1.fen - grants));
    await button(finance, '退款').click();
    const back = finance.getByRole('dialog', { name: /^退款/ });
    await back.getByLabel('退款原因').fill('家属不要了');
    await button(back, '确认退款').click();
    await back.waitFor({ state: 'hidden' });
    assert.equal(await cash(), before);
  });

  it('are paid back above the limit only after a second person agreed', async () => {
    await finance.goto(`${product.url}/oldMan/detail?id=${person.id}&tabid=account&isview=true`);
    await button(finance, '退款').click();
    const asked = dialog(finance, '退款');
    await amount(asked).fill('1500');
    await asked.getByLabel('收款人').fill('家属');
    await asked.getByLabel('原因').fill('家属要求退回');
    await button(asked, '确认退款').click();
    await said(finance, '已提交审批');
    await finance.getByRole('heading', { name: '待批准' }).waitFor();
    assert.equal(await cash(), 200_000);
    caseId = (
      await one<{ id: number }>(sql`select case_id as id from account_requests where tenant_id = ${PINGAN} order by id desc limit 1`)
    ).id;
    const decider = await one<{ username: string }>(sql`
      select u.username from approval_tasks k join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      where k.tenant_id = ${PINGAN} and k.case_id = ${caseId} order by k.id limit 1`);
    assert.notEqual(decider.username, 'finance');
    const page = decider.username === 'admin' ? admin : await product.signIn(decider.username, WIDE);
    await page.goto(`${product.url}/activti/detail/${caseId}`);
    await page.getByText(`${person.name}可用余额退款¥1,500.00`).first().waitFor();
    await shot(page, 'account-approval');
    await button(page, '同意').click();
    await said(page, '操作成功');
    await figure(finance, '可用余额').getByText('500.00').waitFor();
    assert.equal(await cash(), 50_000);
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
