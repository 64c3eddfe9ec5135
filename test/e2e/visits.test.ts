import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, dialog, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '二楼老人每日陪伴';
const FINDING = '插线板过载';

describe('visits', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let resident = { id: 0, name: '' };

  const shot = (name: string) =>
    process.env.YIAN_SHOTS ? admin.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', WIDE);
    resident = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number; name: string }>(sql`
        select id, name from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null
          and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1 order by id offset 15 limit 1`);
      return found!;
    });
  });
  after(() => product?.stop());

  it('are planned for people by name, who are shown before it is saved', async () => {
    await admin.goto(`${product.url}/management/managevisitplan/index`);
    await button(admin.getByRole('toolbar', { name: '列表工具' }), '新增').click();
    await admin.getByPlaceholder('如 独居老人每周探访').fill(NAME);
    const form = admin.locator('.y-form:visible');
    await form.getByText('每天', { exact: true }).click();
    await form.getByRole('switch', { name: '按条件覆盖' }).click();
    await form.getByText('选择服务对象', { exact: true }).click();
    const picker = dialog(admin, '选择服务对象');
    await picker.getByPlaceholder('请输入姓名或电话').fill(resident.name);
    await button(picker, '查询').click();
    await button(picker.getByRole('row', { name: resident.name }).first(), '选择').click();
    await admin.getByText(`目前覆盖1人：${resident.name}`).waitFor();
    await shot('visit-plan-form');
    await accessible(admin, '.y-form');
    await button(admin, '保存并开始').click();
    await said(admin, '已保存');
    await admin.locator('.vi-head').getByText(NAME).waitFor();
    await admin.getByText('完成 0 / 1').first().waitFor();
    await shot('visit-plan');
    await accessible(admin, '.vi-page');
  });

  it('are entered with what was found, which the next one shows', async () => {
    const { id } = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number }>(sql`
        select t.id from visit_tasks t join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id and v.name = ${NAME}
        where t.tenant_id = ${PINGAN} and t.person_id = ${resident.id} order by t.due_on limit 1`);
      return found!;
    });
    await admin.goto(`${product.url}/management/visittask/index?id=${id}`);
    const visit = dialog(admin, '探访任务');
    await button(visit, '登记探访').click();
    const form = dialog(admin, `登记探访：${resident.name}`);
    for (const answer of ['良好', '有隐患', '正常', '经常联系']) await form.getByText(answer, { exact: true }).first().click();
    await button(form, '完成探访').click();
    await form.getByText('请填写“精神状态”').first().waitFor();
    await form.getByText('低落', { exact: true }).click();
    await form.getByLabel('风险隐患').fill(FINDING);
    await form.getByText('需关注', { exact: true }).click();
    await shot('visit-record');
    await accessible(admin, '.ant-drawer-section');
    await button(form, '完成探访').click();
    await said(admin, '已登记');
    await visit.getByText('已完成').waitFor();
    await shot('visit-done');
    await button(visit, '转为工单').click();
    const order = dialog(admin, '新增工单');
    await order.getByText(`探访发现：${FINDING}`).waitFor();
    assert.equal(await order.getByLabel('服务对象').first().inputValue(), resident.name);
    await button(order, '取 消').click();
    await button(visit, '转为诉求').click();
    await admin.getByText('由探访转来，登记后会关联原记录').waitFor();
    await admin.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=visit`);
    await admin.getByText(`上次发现：${FINDING}`).waitFor();
    await shot('visit-person');
  });

  it('are moved with a reason, which the list and the visit say', async () => {
    const { id } = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number }>(sql`
        select t.id from visit_tasks t join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id and v.name = ${NAME}
        where t.tenant_id = ${PINGAN} and t.person_id = ${resident.id} and t.state = 1 order by t.due_on limit 1`);
      return found!;
    });
    await admin.goto(`${product.url}/management/visittask/index?id=${id}`);
    const visit = dialog(admin, '探访任务');
    await button(visit, '改期').click();
    const move = dialog(admin, `探访改期：${resident.name}`);
    await move.getByLabel('探访时刻').fill('09:30');
    await move.getByLabel('探访时刻').press('Enter');
    await button(move, '改期').click();
    await move.getByText('请填写改期原因').waitFor();
    await move.getByLabel('改期原因').fill('上午才在家');
    await shot('visit-move');
    await accessible(admin, '.ant-modal');
    await button(move, '改期').click();
    await said(admin, '已改期');
    await visit.getByText(/改期：上午才在家/).waitFor();
    await shot('visit-moved');
  });

  it('are counted for the month', async () => {
    await admin.goto(`${product.url}/management/visittask/overview`);
    await admin.getByRole('cell', { name: NAME }).waitFor();
    await shot('visit-overview');
    await accessible(admin, '.vi-page');
    assert.ok(await admin.getByText('未纳入计划的特殊困难老人').isVisible());
  });
});
