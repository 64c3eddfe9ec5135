import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, choose, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('service packages', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let person: { id: number; name: string };

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin');
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

  it('are given to a person, whose copy has its own counts, reasons and end', async () => {
    await admin.goto(`${product.url}/oldMan/detail?id=${person.id}&tabid=package`);
    await admin.getByText('还没有套餐').waitFor();
    await button(admin, '添加套餐').click();
    const form = dialog(admin, `为${person.name}添加套餐`);
    await choose(admin, form, '套餐', '夏季清洁套餐（¥299.00）');
    await form.getByText('助洁×6，¥299.00').waitFor();
    await button(form, '保存').click();
    await said(admin, '操作成功');
    await admin.getByText('共 1 个套餐，使用中 1 个，剩余 6 次').waitFor();
    await accessible(admin, '.e-card');
    await button(admin, '修改次数').click();
    const total = dialog(admin, '修改“助洁”的次数');
    await total.getByLabel('总次数').fill('8');
    await button(total, '保存').click();
    await total.getByText('请填写原因').waitFor();
    await total.getByLabel('原因').fill('补偿两次');
    await button(total, '保存').click();
    await said(admin, '更新成功');
    await admin.getByText('共 1 个套餐，使用中 1 个，剩余 8 次').waitFor();
  });

  it('are found in the list, with who changed what and why, and go as long as nobody used them', async () => {
    await admin.goto(`${product.url}/oldManPackage/index?packageName=${encodeURIComponent('夏季清洁')}`);
    await admin.locator('.ant-table-row').first().dblclick();
    const drawer = dialog(admin, `${person.name}的套餐：夏季清洁套餐`);
    await drawer.getByRole('tab', { name: '变更记录' }).click();
    await drawer.locator('.ant-table-row', { hasText: '补偿两次' }).getByText('总数 6 → 8').waitFor();
    await accessible(admin, '.ant-drawer-body');
    await button(drawer, '删除').last().click();
    const asked = dialog(admin, `确定删除${person.name}的套餐“夏季清洁套餐”吗？`);
    await asked.getByLabel('原因').fill('录错人');
    await button(asked, '删除').click();
    await said(admin, '操作成功');
    await admin.getByText('没有符合条件的服务包').or(admin.getByText('暂无服务包')).first().waitFor();
  });
});
