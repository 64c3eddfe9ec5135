import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, dialog, said, sign } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('assessments', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let nurse: Page;
  let resident = { id: 0, name: '' };
  const shot = (name: string, page = nurse) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png`, fullPage: true }) : Promise.resolve();

  before(async () => {
    product = await startProduct();
    nurse = await product.signIn('nurse', { ...WIDE, at: null });
    resident = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number; name: string }>(sql`
        select p.id, p.name from people p where p.tenant_id = ${PINGAN} and p.status = 1 and p.deleted_at is null and p.service_type = 1
          and not exists (select from assessments a where a.tenant_id = p.tenant_id and a.person_id = p.id) order by p.id limit 1`);
      return found!;
    });
  });
  after(() => product?.stop());

  it('ability is assessed with the keyboard alone, and signed by the assessor and who informed them', async () => {
    await nurse.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=assessment`);
    await button(nurse, '新增评估').click();
    await button(dialog(nurse, '新增评估'), '开始评估').click();
    await nurse.waitForURL(/\/assessment\/form\?person=/);
    await nurse.getByLabel('信息提供者').fill('王丽');
    await nurse.getByRole('group', { name: '进食' }).getByRole('radio').first().focus();
    for (let item = 0; item < 26; item++) await nurse.keyboard.press('1');
    await nurse.getByRole('status', { name: '评分' }).getByText('能力完全丧失（完全失能）').waitFor();
    await nurse.getByText('草稿已保存').waitFor();
    await accessible(nurse, '.as-page');
    await shot('assessment-form');
    await button(nurse, '完成，去签名').click();
    const form = dialog(nurse, `${resident.name}：能力评估（GB/T 42195-2022）`);
    await sign(nurse, form.locator('.ant-form-item', { hasText: '评估员签名' }));
    await sign(nurse, form.locator('.ant-form-item', { hasText: '信息提供者签名' }));
    await button(form, '签名').click();
    await said(nurse, '已签名');
    await nurse.getByText('待复签').first().waitFor();
  });

  it('another assessor signs it; its level changes the care level with consent and names the template of a plan', async () => {
    const chief = await product.signIn('admin', { ...WIDE, at: null });
    await chief.goto(`${product.url}/assessment/index`);
    const row = chief.locator('.ant-table-row', { hasText: resident.name }).first();
    await row.dblclick();
    await button(chief, '复签').click();
    const form = dialog(chief, `${resident.name}：能力评估（GB/T 42195-2022）`);
    await sign(chief, form.locator('.ant-form-item', { hasText: '评估员签名' }));
    await button(form, '签名').click();
    await said(chief, '已签名');
    await chief.getByText('建议照护模板').waitFor();
    await accessible(chief, '.as-page');
    await button(chief, '采用结果').click();
    const apply = dialog(chief, `${resident.name}：变更护理等级`);
    await apply.getByLabel('同意人').fill('王丽');
    await button(apply, '变更').click();
    await said(chief, '已变更护理等级');
    await chief.getByText('已采用护理等级').first().waitFor();
    await shot('assessment-report', chief);
    const level = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ care_level: number }>(sql`select care_level from people where tenant_id = ${PINGAN} and id = ${resident.id}`),
    );
    assert.equal(level!.care_level, 7);
    await button(chief, '制定照护计划').click();
    await button(dialog(chief, `${resident.name}：制定照护计划`), '制定').click();
    await said(chief, '已制定照护计划');
    await button(chief, '查看草稿').waitFor();
    await shot('assessment-plan', chief);
    await chief.goto(`${product.url}/questionnaire/checkin`);
    await chief.getByText('入住评估问卷').first().waitFor();
    await shot('assessment-checkin', chief);
    await chief.close();
  });

  it('the figures of insurance are changed as a draft, tried, published and marked as verified', async () => {
    const chief = await product.signIn('admin', { ...WIDE, at: null });
    await chief.goto(`${product.url}/assessment/ltci`);
    const limit = chief.getByRole('spinbutton', { name: '日常生活活动能力，轻度受损，最低分' });
    await limit.fill('70');
    await limit.blur();
    await chief.getByText('“日常生活活动能力”得65分时没有对应的等级，请调整分数范围').waitFor();
    await limit.fill('61');
    await chief.getByLabel('2级的名称').fill('失能二级');
    await accessible(chief, '.as-page');
    await shot('assessment-ltci', chief);
    await button(chief, '保存草稿').click();
    await said(chief, '已保存');
    await chief.getByRole('tab', { name: '试算' }).click();
    await button(chief, '全部选最好').click();
    await chief.getByRole('status', { name: '评分' }).getByText('基本正常').waitFor();
    await shot('assessment-ltci-preview', chief);
    await button(chief, '发布').click();
    await button(dialog(chief, '发布第1版？'), '发布').click();
    await said(chief, '已发布');
    await button(chief, '标记为已核实').click();
    const verify = dialog(chief, '核实第1版');
    await verify.getByLabel('核实依据').fill('医保发〔2026〕12号');
    await button(verify, '已核实').click();
    await said(chief, '已核实');
    await chief.close();
  });

  it('what is due stands in its list', async () => {
    await nurse.goto(`${product.url}/assessment/index?tab=due`);
    await nurse.locator('.ant-table-row').first().waitFor();
    await accessible(nurse, '.y-list');
    await shot('assessment-due');
  });
});
