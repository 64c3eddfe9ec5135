import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, choose, chooseRow, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('service packages', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let person: { id: number; name: string };

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { at: null });
    person = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row(sql`select id, name from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null
        and not exists (select from person_packages k where k.tenant_id = p.tenant_id and k.person_id = p.id) order by id limit 1`),
    )) as typeof person;
  });
  after(async () => {
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  it('are put on offer: projects × counts, with what they would cost one by one', async () => {
    await admin.goto(`${product.url}/business/bcservicepackage`);
    await button(admin, '新增').click();
    const form = dialog(admin, '新增服务套餐');
    await form.getByLabel('套餐名称').fill('夏季清洁套餐');
    await form.getByLabel('套餐价格').fill('299');
    await button(form, '保存').click();
    await form.locator('.ant-form-item-explain-error', { hasText: '请选择服务项目' }).waitFor();
    await choose(admin, form, '第1项服务项目', '助洁');
    await form.getByLabel('第1项次数').fill('6');
    await form.getByText('按标准价格合计 ¥360.00，套餐优惠 ¥61.00').waitFor();
    await accessible(admin, '.ant-drawer-body');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    const row = admin.locator('.ant-table-row', { hasText: '夏季清洁套餐' });
    await row.getByText('助洁×6').waitFor();
    await accessible(admin, '.y-list');
  });

  it('are deleted by mistake, undone at once, and restored from the bin', async () => {
    const row = admin.locator('.y-list .ant-table-row', { hasText: '夏季清洁套餐' });
    const remove = async () => {
      await button(row, '更多').click();
      await admin.getByRole('menuitem', { name: '删除' }).click();
      const asking = dialog(admin, '删除“夏季清洁套餐”');
      await asking.getByText('套餐中的服务项目保留').waitFor();
      await accessible(admin, '.ant-modal');
      await button(asking, '删除').click();
      await row.waitFor({ state: 'detached' });
    };
    await remove();
    const notice = admin.locator('.ant-notification-notice', { hasText: '已删除“夏季清洁套餐”' });
    await button(notice, '撤销').click();
    await said(admin, '已恢复夏季清洁套餐');
    await row.waitFor();
    await remove();
    await button(admin, '回收站').click();
    const bin = dialog(admin, '回收站（删除后保留30天）');
    const line = bin.locator('.ant-table-row', { hasText: '夏季清洁套餐' });
    await line.getByText('29 天').waitFor();
    await button(line, '恢复').click();
    await said(admin, '已恢复夏季清洁套餐');
    await line.waitFor({ state: 'detached' });
    await button(bin.locator('.y-drawer-foot'), '关闭').click();
    await bin.waitFor({ state: 'detached' });
    await row.getByText('助洁×6').waitFor();
  });

  it('are given to a person, whose copy has its own counts, reasons and end', async () => {
    await admin.goto(`${product.url}/oldMan/detail?id=${person.id}&tabid=package`);
    await admin.getByText('还没有服务包，可在页面上方添加').waitFor();
    await button(admin, '添加服务包').click();
    const form = dialog(admin, `为${person.name}添加服务包`);
    await choose(admin, form, '服务包', '夏季清洁套餐（¥299.00）');
    await form.getByText('助洁×6，¥299.00').waitFor();
    await button(form, '保存').click();
    await said(admin, '操作成功');
    await admin.getByText('共 1 个服务包，使用中 1 个，剩余 6 次').waitFor();
    await accessible(admin, '.y-page-card');
    await button(admin, '修改次数').click();
    const total = dialog(admin, '修改“助洁”的次数');
    await total.getByLabel('总次数').fill('8');
    await button(total, '保存').click();
    await total.getByText('请填写原因').waitFor();
    await total.getByLabel('原因').fill('补偿两次');
    await button(total, '保存').click();
    await said(admin, '更新成功');
    await admin.getByText('共 1 个服务包，使用中 1 个，剩余 8 次').waitFor();
  });

  it('are found in the list, with who changed what and why, and go as long as nobody used them', async () => {
    await admin.goto(`${product.url}/oldManPackage/index?packageName=${encodeURIComponent('夏季清洁')}`);
    await admin.locator('.ant-table-row').first().dblclick();
    const drawer = dialog(admin, `${person.name}的服务包：夏季清洁套餐`);
    await drawer.getByRole('tab', { name: '变更记录' }).click();
    await drawer.locator('.ant-table-row', { hasText: '补偿两次' }).getByText('总数 6 → 8').waitFor();
    await accessible(admin, '.ant-drawer-body');
    await button(drawer, '删除').last().click();
    const asked = dialog(admin, `确定删除${person.name}的服务包“夏季清洁套餐”吗？`);
    await asked.getByLabel('原因').fill('录错人');
    await button(asked, '删除').click();
    await said(admin, '操作成功');
    await admin.getByText('没有符合条件的服务包').or(admin.getByText('暂无服务包')).first().waitFor();
  });

  it('get a count back when the order that took it is cancelled, once', async () => {
    // Of the demonstration: a person with a telephone whose package covers the project, with counts left.
    const find = (packageId: number | null) =>
      one<{ mobile: string; id: number; name: string; used: number; project: string }>(sql`
        select e.mobile, k.id, k.name, p.used, p.project_name as project
        from person_packages k
          join person_package_projects p on p.tenant_id = k.tenant_id and p.person_package_id = k.id
          join people e on e.tenant_id = k.tenant_id and e.id = k.person_id
        where k.tenant_id = ${PINGAN} and k.status = 1 and k.deleted_at is null and e.mobile is not null and p.project_name = '换药'
          and p.used < p.total - 1 and current_date between k.starts_on and k.ends_on - 2
            and (${packageId}::bigint is null or k.id = ${packageId}::bigint)
        order by k.id limit 1`);
    const holder = await find(null);
    await admin.goto(`${product.url}/order/workorder`);
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增工单');
    await drawer.getByPlaceholder('请选择服务对象').click();
    const picker = dialog(admin, '选择服务对象');
    await picker.getByLabel('姓名电话').fill(holder.mobile);
    await button(picker, '查询').click();
    await chooseRow(picker, picker.locator('.ant-table-row', { hasText: holder.mobile }).first());
    await drawer.locator('.ant-segmented-item', { hasText: '服务包' }).click();
    const options = admin.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await drawer.getByRole('combobox', { name: '服务包' }).click();
    await options.filter({ hasText: holder.name }).first().click();
    await drawer.getByRole('combobox', { name: '服务项目' }).click();
    await options.filter({ hasText: holder.project }).click();
    await drawer.getByRole('group', { name: '问卷' }).getByText('上门服务记录表').waitFor();
    await button(drawer, '保存').click();
    await said(admin, '创建成功');
    await drawer.waitFor({ state: 'detached' });
    assert.equal((await find(holder.id)).used, holder.used + 1);
    const order = await one<{ id: number }>(
      sql`select id from work_orders where tenant_id = ${PINGAN} and plan_id is null and warning_id is null order by id desc limit 1`,
    );
    await admin.goto(`${product.url}/order/workorder/detail?id=${order.id}`);
    await button(admin.locator('.y-order-buttons'), '取消工单').click();
    const sure = dialog(admin, '是否确认取消此服务');
    await sure.getByLabel('原因').fill('老人住院');
    await button(sure, '确定').click();
    await admin.locator('.y-order-head').getByText('已取消').waitFor();
    assert.equal((await find(holder.id)).used, holder.used);
  });
});
