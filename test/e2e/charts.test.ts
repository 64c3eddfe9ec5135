import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { dayOf } from '#contract/time.ts';
import { accessible, button, choose, dialog, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('charts, the skin and rounds', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let nurse: Page;
  let resident = { id: 0, name: '' };
  const shot = (name: string) =>
    process.env.YIAN_SHOTS ? nurse.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png`, fullPage: true }) : Promise.resolve();

  before(async () => {
    product = await startProduct();
    nurse = await product.signIn('nurse', { ...WIDE, at: null });
    resident = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number; name: string }>(sql`
        select p.id, p.name from people p join care_notes n on n.tenant_id = p.tenant_id and n.person_id = p.id
        where p.tenant_id = ${PINGAN} and n.kind = 'turn' order by p.id limit 1`);
      return found!;
    });
  });
  after(() => product?.stop());

  it('a turn is noted with its position by two presses, and stands in the chart', async () => {
    await nurse.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=care`);
    const notes = nurse.getByRole('group', { name: `${resident.name}的照护随记` });
    await button(notes, '选择翻身的内容').click();
    await nurse.getByRole('menuitem', { name: '坐位' }).click();
    await nurse.getByText(`已记录${resident.name}：翻身，坐位`).waitFor();
    await nurse.getByRole('group', { name: '翻身记录单' }).getByRole('cell', { name: '坐位', exact: true }).first().waitFor();
    await accessible(nurse, '.ca-person');
    await shot('charts-person');
    await nurse.goto(`${product.url}/care/chart?id=${resident.id}&kind=balance`);
    await nurse.getByRole('group', { name: '出入量记录单' }).getByText('本班入量').waitFor();
    await accessible(nurse, '.ca-charts');
    await shot('charts-balance');
  });

  it('a pressure sore is written down from the figure, and offers an adverse event', async () => {
    await nurse.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=care`);
    await button(nurse.getByRole('region', { name: '皮肤记录' }).getByRole('toolbar', { name: '列表工具' }), '新增皮肤记录').click();
    const form = dialog(nurse, '新增皮肤记录');
    await form.getByRole('button', { name: '左足跟' }).press('Enter');
    await choose(nurse, form, '类别', '压疮2期');
    await form.getByLabel('长（厘米）').fill('2.5');
    await accessible(nurse, '.y-drawer');
    await shot('charts-skin-form');
    await button(form, '保存').click();
    await said(nurse, '已登记');
    const shown = dialog(nurse, `${resident.name}：左足跟压疮`);
    await shown.getByText('左足跟 压疮2期（2.5 cm）').waitFor();
    await shot('charts-skin');
    await button(shown, '登记不良事件').click();
    const report = dialog(nurse, '上报不良事件');
    await report.getByText(resident.name).waitFor();
    await report.getByText('压疮', { exact: true }).waitFor();
  });

  it('a restraint is ordered with consent, begun, looked at on the phone without a network, and released', async () => {
    await nurse.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=care`);
    const list = nurse.getByRole('region', { name: '约束', exact: true });
    await button(list.getByRole('toolbar', { name: '列表工具' }), '开具约束单').click();
    const form = dialog(nurse, '开具约束单');
    await choose(nurse, form, '约束方式', '约束背心');
    await choose(nurse, form, '约束原因', '防止跌倒坠床');
    await form.getByLabel('时限（小时）').fill('2');
    await form.getByLabel('决定人', { exact: true }).fill('陈医生');
    await form.getByLabel('同意家属').fill('王丽');
    await form.getByLabel('与老人关系').fill('女儿');
    await button(form, '开单').click();
    await form.getByText('请上传签字的知情同意书').first().waitFor();
    const picture = { name: 'sheet.png', mimeType: 'image/png', buffer: await nurse.screenshot() };
    await form.locator('input[type=file]').setInputFiles(picture);
    await form.getByRole('button', { name: '删除sheet.png' }).waitFor();
    await accessible(nurse, '.y-drawer');
    await shot('restraint-form');
    await button(form, '开单').click();
    await nurse.waitForURL(/\/care\/restraint\/detail\?id=\d+/);
    await button(nurse, '开始约束').click();
    await button(dialog(nurse, '现在开始约束背心？'), '开始约束').click();
    await button(nurse, '登记观察').waitFor();
    await accessible(nurse, '.ca-charts');
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update people set carer_id = (select id from users where tenant_id = ${PINGAN} and username = 'carer' and home_user_id is null)
        where tenant_id = ${PINGAN} and id = ${resident.id}`),
    );
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update restraints set begun_at = begun_at - interval '40 minutes', looked_at = looked_at - interval '40 minutes',
          loosened_at = loosened_at - interval '40 minutes', ordered_at = ordered_at - interval '40 minutes'
        where tenant_id = ${PINGAN} and person_id = ${resident.id} and kind = 3 and state = 2`),
    );
    const phone = await product.signIn('carer', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.waitForURL('**/carer');
    await phone.getByRole('button', { name: /约束：\d人到时/ }).click();
    const card = phone.getByRole('listitem', { name: `${resident.name} 约束背心` });
    await card.getByText('应观察').waitFor();
    await accessible(phone, '.c-page');
    if (process.env.YIAN_SHOTS) await phone.screenshot({ path: `${process.env.YIAN_SHOTS}/restraint-phone.png` });
    await phone.context().setOffline(true);
    await button(card, '登记观察').click();
    await button(dialog(phone, `${resident.name}：登记观察`), '登记观察').click();
    await card.getByText('已记录，待上传').waitFor();
    await phone.context().setOffline(false);
    await card.getByText('已记录，待上传').waitFor({ state: 'detached' });
    await phone.close();
    await nurse.reload();
    await nurse.getByRole('cell', { name: '血运良好' }).first().waitFor();
    await shot('restraint-page');
    await button(nurse, '解除约束').click();
    const release = dialog(nurse, `${resident.name}：解除约束`);
    await release.getByLabel('解除情况').fill('皮肤完好');
    await button(release, '解除').click();
    await said(nurse, '已解除');
    await nurse.goto(`${product.url}/care/restraint`);
    await nurse.locator('.ant-table-row', { hasText: resident.name }).first().waitFor();
    await accessible(nurse, '.y-list');
    await shot('restraints');
    await nurse.getByRole('tab', { name: '月度统计' }).click();
    await nurse.getByRole('row', { name: /^合计/ }).waitFor();
    await accessible(nurse, '.ca-charts');
    await shot('restraint-month');
  });

  it('a floor is walked through, all well but one; the missing round of the night is named', async () => {
    await nurse.goto(`${product.url}/care/round`);
    const floor = nurse.getByRole('region', { name: '各楼层巡视情况' }).getByRole('listitem').first();
    await button(floor, '开始巡视').click();
    const walk = nurse.getByRole('dialog', { name: /^巡视 / });
    const first = walk.getByRole('list', { name: '服务对象' }).getByRole('listitem').first();
    await first.getByText('需要处理').click();
    await first.getByRole('textbox').fill('要加被子');
    await accessible(nurse, '.y-drawer');
    await shot('charts-walk');
    await button(walk, '结束巡视（1人有情况）').click();
    await said(nurse, '巡视已完成');
    await floor.getByText('本时段已巡视').waitFor();
    await accessible(nurse, '.ca-patrols');
    await shot('charts-rounds');
    await nurse.getByRole('tab', { name: '月度统计' }).click();
    // The night of yesterday.
    if (dayOf(Date.now()).endsWith('-01')) await button(nurse, '上月').click();
    await nurse
      .getByText(/\d\d日02:00–04:00/)
      .first()
      .waitFor();
    await accessible(nurse, '.ca-charts');
    await shot('charts-month');
  });
});
