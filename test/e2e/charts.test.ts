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
