import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, choose, chooseRow, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '顾雅琴';
/** Of the demonstration: approved, with money paid. */
const RESERVED = '沈静芳';

describe('an admission', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let [admin, nurse] = [] as unknown as [Page, Page];

  const shot = (page: Page, name: string) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();
  /** Chooses the forms to print but those named, and gives the titles and the texts of what is on the paper; with YIAN_SHOTS its PDF too. */
  async function printedForms(
    page: Page,
    without: readonly string[],
    name: string,
  ): Promise<{ titles: string[]; text: string; pages: number }> {
    await page.evaluate(() => void (window.print = () => undefined));
    const form = page.getByRole('dialog').filter({ hasText: `打印${NAME}的入住资料` });
    await form.waitFor();
    for (const title of without) await form.getByRole('checkbox', { name: title }).uncheck();
    await accessible(page, '.ant-modal');
    await button(form, '打印').click();
    await page.locator('.sub-paper .s-form').first().waitFor({ state: 'attached' });
    const titles = await page.locator('.sub-paper h1').allTextContents();
    const text = (await page.locator('.sub-paper').textContent()) ?? '';
    const pdf = await page.pdf({
      preferCSSPageSize: true,
      ...(process.env.YIAN_SHOTS && { path: `${process.env.YIAN_SHOTS}/${name}.pdf` }),
    });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('.sub-paper').waitFor({ state: 'detached' });
    await form.waitFor({ state: 'hidden' });
    return { titles, text, pages: [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length };
  }
  const row = (page: Page) => page.locator('.y-list .ant-table-row:visible', { hasText: NAME });
  const stateIs = (page: Page, state: string) => row(page).getByText(state, { exact: true }).waitFor();

  before(async () => {
    product = await startProduct();
    [admin, nurse] = [await product.signIn('admin', { ...WIDE, at: null }), await product.signIn('nurse', { ...WIDE, at: null })];
  });
  after(async () => {
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  it('begins with an enquiry that is followed up and waits for a bed', async () => {
    await nurse.goto(`${product.url}/stay/enquiry`);
    await nurse.getByText('裘美玲', { exact: true }).waitFor();
    await nurse.getByText(/^空床 \d+，已预留 2，30天内退住 \d+，等候 1$/).waitFor();
    await accessible(nurse, '.y-list');
    await button(nurse, '登记咨询').click();
    const form = dialog(nurse, '新增入住咨询');
    await form.getByLabel('老人姓名').fill(NAME);
    await button(form, '保存').click();
    await form.getByText('请选择咨询来源', { exact: true }).waitFor();
    await form.getByLabel('联系电话').fill('13957110999');
    await form.getByLabel('咨询人').fill('顾磊');
    await choose(nurse, form, '咨询来源', '医院转介');
    await form.getByLabel('需求').fill('助行器行走，自己进食');
    await accessible(nurse, '.ant-drawer-body');
    await button(form, '保存').click();
    await said(nurse, '已登记');
    await rowAction(row(nurse), '跟进');
    const talk = dialog(nurse, `跟进：${NAME}`);
    await talk.getByLabel('内容').fill('周六来看房');
    await button(talk, '保存').click();
    await stateIs(nurse, '跟进中');
    await rowAction(row(nurse), '排队');
    await button(dialog(nurse, `排队等候床位：${NAME}`), '排队').click();
    await stateIs(nurse, '等候床位');
    await rowAction(row(nurse), '查看');
    const shown = dialog(nurse, '入住咨询');
    await shown.getByText('排在第2位').waitFor();
    await shown.getByText('周六来看房').waitFor();
    await shot(nurse, 'enquiry');
    await accessible(nurse, '.ant-drawer-body');
    await button(shown.locator('.y-drawer-foot'), '关闭').click();
    await button(nurse, '统计').click();
    await dialog(nurse, '入住咨询统计').getByText('医院转介', { exact: true }).waitFor();
    await shot(nurse, 'enquiry-statistics');
    await button(dialog(nurse, '入住咨询统计').locator('.y-drawer-foot'), '关闭').click();
  });

  it('is asked for with a bed and terms, and keeps the bed', async () => {
    await rowAction(row(nurse), '申请入住');
    const form = dialog(nurse, '申请入住');
    assert.equal(await form.getByLabel('姓名', { exact: true }).inputValue(), NAME);
    assert.equal(await form.getByLabel('签约人', { exact: true }).inputValue(), '顾磊');
    await form.getByLabel('签约人', { exact: true }).fill('');
    await button(form, '提交审批').click();
    for (const missing of ['请选择床位', '床位费不能为空', '请填写签约人']) await form.getByText(missing, { exact: true }).waitFor();
    await form.getByLabel('身份证号').fill('330106194203150024');
    await form.locator('.ant-radio-wrapper-checked', { hasText: '女' }).waitFor();
    await choose(nurse, form, '护理等级', '二级护理');
    await form.getByLabel('床位', { exact: true }).click();
    const picker = dialog(nurse, '选择床位');
    await chooseRow(picker, picker.locator('.ant-table-row').first());
    await form.getByLabel('床位费').fill('1500');
    await form.getByLabel('护理费').fill('1800');
    await form.getByLabel('膳食费').fill('900');
    await form.getByText('¥4,200.00', { exact: true }).waitFor();
    await form.getByLabel('押金').fill('4500');
    await form.getByLabel('签约人', { exact: true }).fill('顾磊');
    await shot(nurse, 'admission-form');
    await accessible(nurse, '.ant-drawer-body');
    await button(form, '提交审批').click();
    await said(nurse, '已提交审批');
    await stateIs(nurse, '审批中');
    const kept = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ status: number }>(sql`select b.status from admissions a join beds b on b.tenant_id = a.tenant_id and b.id = a.bed_id
        where a.tenant_id = ${PINGAN} and a.person_name = ${NAME}`),
    );
    assert.equal(kept?.status, 1);
  });

  it('is approved where approvals are, and then is to be carried out', async () => {
    await admin.goto(`${product.url}/stay/admission`);
    await rowAction(row(admin), '查看审批');
    await admin
      .locator('.ap-head h1')
      .filter({ hasText: `${NAME}入住` })
      .waitFor();
    await button(admin, '同意').click();
    await said(admin, '操作成功');
    await stateIs(nurse, '待入住');
    await shot(nurse, 'admissions');
  });

  it('has money that was paid for the reservation, with a receipt', async () => {
    await admin.goto(`${product.url}/stay/admission`);
    await rowAction(row(admin), '定金');
    const drawer = dialog(admin, `${NAME}的定金`);
    await drawer.getByText('还没有收过定金').waitFor();
    await button(drawer, '收定金').click();
    const form = dialog(admin, `收取${NAME}的定金`);
    await form.getByLabel('定金金额').fill('1000');
    await choose(admin, form, '支付方式', '现金');
    await form.getByLabel('交款人').fill('顾磊');
    await form.getByLabel('退还约定').fill('入住前7日通知的全额退还');
    await button(form, '收定金').click();
    await said(admin, '已收定金');
    await drawer.getByText('定金余额 ¥1,000.00').waitFor();
    await drawer.getByRole('button', { name: /打印收据 DJ/ }).waitFor();
    await shot(admin, 'earnest');
    await accessible(admin, '.ant-drawer-section');
    await button(drawer.locator('.y-drawer-foot'), '关闭').click();
  });

  it('that comes to nothing leaves its money waiting in 现在', async () => {
    const other = admin.locator('.y-list .ant-table-row:visible', { hasText: RESERVED });
    await rowAction(other, '取消入住');
    const cancel = dialog(admin, `取消${RESERVED}的入住`);
    await cancel.getByText('已收定金¥1,000.00仍然保留').waitFor();
    await cancel.getByRole('textbox').fill('家属改变主意');
    await button(cancel, '取消入住').click();
    await other.getByText('已取消', { exact: true }).waitFor();
    await admin.goto(`${product.url}/wel/index`);
    const list = admin.getByRole('region', { name: /^现在/ });
    await list.getByRole('button', { name: /^定金待处理/ }).click();
    const waits = list.getByRole('listitem').filter({ hasText: RESERVED });
    await waits.getByText(/没有入住，定金¥1,?000\.00待退还或不退/).waitFor();
    await shot(admin, 'earnest-now');
    await waits.getByRole('button', { name: /^退还或不退：定金待处理/ }).waitFor();
  });

  it('has its forms printed in the order of the file, with what is known of the application', async () => {
    await admin.goto(`${product.url}/stay/admission`);
    await rowAction(row(admin), '打印入住资料');
    const { titles, text, pages } = await printedForms(admin, [], 'forms-application');
    assert.deepEqual(titles, [
      '入住申请表',
      '入住评估摘要',
      '养老服务合同',
      '健康状况表',
      '家属与担保人联系表',
      '随身物品登记表',
      '知情同意书',
      '押金收据',
    ]);
    assert.equal(pages, 8, 'each form is on a sheet of its own');
    for (const known of ['330***********0024', '顾磊', '¥4,500.00', '二级护理', '平安颐养院']) assert.ok(text.includes(known), known);
    await rowAction(row(admin), '打印入住资料');
    const rest = await printedForms(admin, titles.slice(0, 6).with(2, '入住协议'), 'forms-two');
    assert.deepEqual([rest.titles, rest.pages], [['知情同意书', '押金收据'], 2]);
  });

  it('makes person, contract and money in one step', async () => {
    await admin.goto(`${product.url}/stay/admission`);
    await rowAction(row(admin), '办理入住');
    const form = admin.getByRole('dialog').filter({ hasText: `办理${NAME}入住` });
    assert.equal(await form.getByLabel('实收押金').inputValue(), '3,500.00', 'the rest of the deposit');
    await form.getByLabel('预存款').fill('6000');
    await button(form, '办理入住').click();
    await form.getByText('请选择支付方式', { exact: true }).last().waitFor();
    await choose(admin, form, '支付方式', '现金');
    await shot(admin, 'admit');
    await accessible(admin, '.ant-modal');
    await button(form, '办理入住').click();
    await said(admin, '已办理入住');
    await admin.waitForURL('**/oldMan/detail**');
    await admin.getByRole('tab', { name: '账户' }).click();
    for (const sum of ['¥6,000.00', '¥4,500.00']) await admin.locator('.y-sums:visible').getByText(sum, { exact: true }).first().waitFor();
    await button(admin, '更多操作').click();
    await admin.getByRole('menuitem', { name: '打印入住资料' }).click();
    const { titles, text } = await printedForms(admin, ['入住申请表', '健康状况表'], 'forms-person');
    assert.deepEqual([titles.length, titles.at(-1)], [6, '押金收据']);
    for (const known of [/HT\d{11}/, /SK\d{12}/, /人民币叁仟伍佰元整/]) assert.match(text, known);
    assert.equal(await admin.locator('.sub-paper').count(), 0);
    await stateIs(nurse, '已入住');
    await nurse.goto(`${product.url}/stay/enquiry`);
    await stateIs(nurse, '已入住');
  });

  it('leaves a contract that is changed from a day on, and both parts are read', async () => {
    await admin.getByRole('tab', { name: '合同' }).click();
    const part = (title: string) => admin.locator('.s-contract', { hasText: title });
    await part('入住合同').getByText('生效中', { exact: true }).waitFor();
    await part('入住合同').getByText('¥4,200.00', { exact: true }).waitFor();
    await shot(admin, 'contract');
    await accessible(admin, '.s-contracts');
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update contracts set effective_on = effective_on - 10 where tenant_id = ${PINGAN} and signer_name = '顾磊'`),
    );
    await admin.reload();
    await button(part('入住合同'), '变更').click();
    const form = admin.getByRole('dialog').filter({ hasText: `变更${NAME}的合同` });
    await form.getByLabel('变更原因').fill('护理等级变更');
    await form.getByLabel('护理费').fill('2400');
    await button(form, '保存变更').click();
    await said(admin, '已变更');
    await part('第1次变更').getByText('¥4,800.00', { exact: true }).waitFor();
    await part('入住合同').getByText('已变更', { exact: true }).waitFor();
    await nurse.goto(`${product.url}/stay/contract`);
    await row(nurse).getByText('¥4,800.00', { exact: true }).waitFor();
    await accessible(nurse, '.y-list');
    await shot(nurse, 'contracts');
  });
});
