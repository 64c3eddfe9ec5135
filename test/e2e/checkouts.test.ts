import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { dayOf, nextDay } from '#contract/time.ts';
import { thirteenth } from '#test/checkouts.ts';
import { accessible, button, choose, dialog, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('a check-out', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let [admin, nurse, finance] = [] as unknown as [Page, Page, Page];
  let resident = { id: 0, name: '', bedId: 0 };
  let id = 0;
  const today = dayOf(Date.now());
  const leaveDate = thirteenth(today);

  const shot = (page: Page, name: string) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png`, fullPage: true }) : Promise.resolve();
  const department = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
  const agree = async (page: Page, name: string): Promise<void> => {
    await button(department(page, name), '通过').click();
    await button(dialog(page, `${name}审核通过`), '通过').click();
    await said(page, '已审核通过');
    await department(page, name).getByText('已通过').waitFor();
  };
  const open = (page: Page) => page.goto(`${product.url}/stay/checkout/detail?id=${id}`);

  before(async () => {
    product = await startProduct();
    [admin, nurse, finance] = [
      await product.signIn('admin', { ...WIDE, at: null }),
      await product.signIn('nurse', { ...WIDE, at: null }),
      await product.signIn('finance', { ...WIDE, at: null }),
    ];
    resident = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number; name: string; bedId: number }>(sql`
        select id, name, bed_id as "bedId" from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null and bed_id is not null
          and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1
          and not exists (select from work_orders o where o.tenant_id = p.tenant_id and o.person_id = p.id and o.status = 3)
          and not exists (select from warnings w where w.tenant_id = p.tenant_id and w.person_id = p.id and w.status in (0, 2))
          and not exists (select from goods_orders g where g.tenant_id = p.tenant_id and g.person_id = p.id and g.payment = 1)
          and not exists (select from account_requests r where r.tenant_id = p.tenant_id and r.person_id = p.id and r.state in (1, 5))
          and not exists (select from checkouts c where c.tenant_id = p.tenant_id and c.person_id = p.id)
          and not exists (select from outings o where o.tenant_id = p.tenant_id and o.person_id = p.id)
          and not exists (select from person_accounts a where a.tenant_id = p.tenant_id and a.id = p.id)
        order by id offset 5 limit 1`);
      const { id: personId } = found!;
      await tx.run(sql`
        insert into contracts (tenant_id, person_id, number, effective_on, ends_on, bed_fen, care_fen, meal_fen, other_fen, deposit_fen,
          signer_name, signed_on, user_id, user_name)
        select ${PINGAN}, ${personId}, 'HT20200101001', ${nextDay(leaveDate, -90)}, ${nextDay(leaveDate, 200)}, 300000, 180000, 90000, 0,
          500000, '王强', ${nextDay(leaveDate, -90)}, u.id, u.name
        from users u where u.tenant_id = ${PINGAN} and u.username = 'admin'`);
      await tx.run(sql`insert into person_accounts (tenant_id, id, cash_fen, deposit_fen) values (${PINGAN}, ${personId}, 100000, 500000)`);
      return found!;
    });
  });
  after(() => product?.stop());

  it('is asked for from the page of the person', async () => {
    await nurse.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=today`);
    await button(nurse.locator('.p-head'), '更多操作').click();
    await nurse.getByRole('menuitem', { name: '办理退住' }).click();
    const drawer = dialog(nurse, '申请退住');
    const day = drawer.getByLabel('退住日期');
    await day.fill(leaveDate);
    await day.press('Enter');
    await choose(nurse, drawer, '退住去向', '回家');
    await drawer.getByLabel('退住原因').fill('女儿接回家');
    assert.equal(await drawer.getByLabel('服务对象').inputValue(), resident.name);
    await accessible(nurse, '.ant-drawer-section');
    await shot(nurse, 'checkout-form');
    await button(drawer, '提交').click();
    await said(nurse, '已提交退住申请');
    await nurse.getByRole('heading', { name: new RegExp(`^${resident.name}退住 TZ`) }).waitFor();
    id = Number(new URL(nurse.url()).searchParams.get('id'));
    assert.ok(id > 0);
  });

  it('is sent back by one department, corrected, and agreed to by all in turns', async () => {
    await open(admin);
    await department(admin, '医务部').waitFor();
    await shot(admin, 'checkout-detail');
    await accessible(admin, '.y-order');
    assert.equal(await button(department(admin, '财务部'), '通过').count(), 0, 'not its turn');
    await button(department(admin, '总务部'), '退回').click();
    const back = dialog(admin, '总务部退回申请人');
    await back.getByLabel('退回原因').fill('请写明物品交接');
    await button(back, '退回').click();
    await said(admin, '已退回申请人');

    await open(nurse);
    await nurse.getByText('请写明物品交接').first().waitFor();
    await button(nurse, '修改并重新提交').click();
    const form = dialog(nurse, '修改退住申请');
    await form.getByLabel('物品交接').fill('轮椅一部，交女儿');
    await button(form, '重新提交').click();
    await said(nurse, '已提交退住申请');
    await agree(nurse, '护理部');
    await agree(nurse, '医务部');

    await open(admin);
    await agree(admin, '总务部');
    await open(finance);
    await agree(finance, '财务部');
    await open(admin);
    await agree(admin, '业务部');
    await agree(admin, '院长');
    await admin.locator('.y-order-head').getByText('待结算').waitFor();
  });

  it('is settled to the fen with the deposit paid back, and the bed waits for cleaning', async () => {
    const month = new Date(Date.UTC(Number(leaveDate.slice(0, 4)), Number(leaveDate.slice(5, 7)), 0)).getUTCDate();
    const due = [300_000, 180_000, 90_000].reduce((sum, fen) => sum + Math.round((fen * 12) / month), 0);
    await open(finance);
    const fees = finance.getByRole('region', { name: '退住费用' });
    // Earlier months were paid elsewhere: they are charged until that is entered.
    await fees.getByText(/^从\d{4}-\d\d-\d\d起逐月收取/).waitFor();
    await shot(finance, 'checkout-months');
    await button(fees, '登记已结算至').click();
    const settledOn = dialog(finance, `${resident.name}的费用已结算至`);
    await settledOn.getByLabel('费用已结算至').fill(nextDay(leaveDate, -13));
    // Enter takes the day and submits the form.
    await settledOn.getByLabel('费用已结算至').press('Enter');
    await said(finance, '已登记，费用已重新计算');
    await fees.getByText(`床位费 ¥3,000.00/月 × 12天 ÷ ${month}天`).waitFor();
    await button(fees, '添加手工项目').click();
    const manual = dialog(finance, '添加手工项目');
    await manual.getByLabel('项目名称').fill('床垫清洗');
    await manual.getByLabel('金额').fill('80.5');
    await manual.getByLabel('原因').fill('污损');
    await button(manual, '添加').click();
    await fees.getByText('床垫清洗（污损）').waitFor();
    await shot(finance, 'checkout-fees');
    await accessible(finance, '.y-order');
    await button(fees, '办理退住').click();
    const leave = dialog(finance, `办理${resident.name}退住`);
    await choose(finance, leave, '退款方式', '银行转账');
    await leave.getByLabel('收款人').fill('王强');
    await accessible(finance, '.ant-modal');
    await shot(finance, 'checkout-settle');
    await button(leave, '办理退住').click();
    await said(finance, '已办理退住');
    await finance.locator('.y-order-head').getByText('已退住').waitFor();
    await fees
      .locator('div', { hasText: /^余额抵扣/ })
      .getByText('¥1,000.00')
      .waitFor();
    await shot(finance, 'checkout-done');

    const row = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row(sql`select p.status, p.bed_id as bed, a.cash_fen as cash, a.deposit_fen as deposit, b.status as "bedStatus",
          b.cleaning_since is not null as cleaning, c.refund_fen as refund, c.due_fen as due, k.ended_on as ended
        from people p join person_accounts a on a.tenant_id = p.tenant_id and a.id = p.id
          join beds b on b.tenant_id = p.tenant_id and b.id = ${resident.bedId}
          join checkouts c on c.tenant_id = p.tenant_id and c.id = ${id}
          join contracts k on k.tenant_id = p.tenant_id and k.person_id = p.id
        where p.tenant_id = ${PINGAN} and p.id = ${resident.id}`),
    );
    const total = due + 8050;
    assert.deepEqual(row, {
      status: 4,
      bed: null,
      cash: 0,
      deposit: 0,
      bedStatus: 0,
      cleaning: true,
      refund: 600_000 - total,
      due: total,
      ended: leaveDate,
    });
    await admin.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=today`);
    await admin.locator('.p-head').getByText('已离院').waitFor();
  });

  it('stands in the list with what it came to', async () => {
    await admin.goto(`${product.url}/stay/checkout?oldmanName=${encodeURIComponent(resident.name)}`);
    const row = admin.locator('.ant-table-row', { hasText: resident.name }).first();
    await row.getByText('已退住').waitFor();
    await shot(admin, 'checkout-list');
    await accessible(admin, '.y-list');
  });
});
