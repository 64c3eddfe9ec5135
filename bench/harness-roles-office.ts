/** The day of those who sell, register and count: finance, the administrator, the group and the platform, for bench/roles.ts. */
import { button, dialog, said } from '../test/e2e/pages.ts';
import type { Product } from '../test/e2e/product.ts';
import { nowButton, pick, pressed, type Worker } from './harness-roles.ts';

const NAME = '欧阳映雪';
/** Of 5 March 1941, a woman: its check is right. */
const NUMBER = '330106194103050026';
/** Its receipt is confirmed before, so that it may order anew. */
const HOUSE = '平安养老集团';

/** Presses an action of a row, beside the others or below 更多. */
async function act({ page, press }: Worker, row: ReturnType<Worker['page']['locator']>, label: string): Promise<void> {
  const direct = button(row, label);
  await direct.or(button(row, '更多')).first().waitFor();
  if (await direct.count()) return press(direct);
  await press(button(row, '更多'));
  await press(page.locator('.ant-dropdown:visible').getByText(label, { exact: true }));
}

const begin = async (product: Product, page: Worker['page']) => {
  await page.goto(`${product.url}/wel/index`);
  await page.getByRole('region', { name: /^现在/ }).waitFor();
};

export async function financesDay(product: Product, finance: Worker): Promise<void> {
  const { page, press, type, menu, does } = finance;
  const home = () => begin(product, page);

  await home();
  await does("today's income", async () => {
    await press(page.getByRole('region', { name: '今日收款' }).getByRole('link', { name: '查看全部' }));
    await page.locator('.ant-table-row').first().waitFor();
  });

  await home();
  await does('an order paid', async () => {
    await press(nowButton(page, '收款'));
    const asked = dialog(page, '收款');
    const opens = button(page.locator('.y-page-width:visible, #page'), '收款').first();
    await asked.or(opens).first().waitFor();
    if (!(await asked.isVisible())) await press(opens);
    await pick(finance, asked, '支付方式', '现金');
    await pressed(finance, asked, '确认收款');
    await asked.waitFor({ state: 'hidden' });
    await page.getByText('已支付').filter({ visible: true }).first().waitFor();
  });

  await home();
  await does('an account filled, its receipt printed', async () => {
    await press(nowButton(page, '充值'));
    const asked = dialog(page, '充值');
    await press(asked.getByLabel('金额', { exact: true }));
    await type('2000');
    await pick(finance, asked, '支付方式', '现金');
    await pressed(finance, asked, '确认充值');
    await asked.waitFor({ state: 'hidden' });
    await pressed(finance, page.locator('.ant-notification-notice', { hasText: '已充值¥2,000.00' }), '收据');
    await page.getByText('贰仟元整').waitFor();
  });

  await home();
  await does('money paid back', async () => {
    await menu('经营', '账户管理');
    await page.locator('.ant-table-row').first().waitFor();
    await act(finance, page.locator('.ant-table-row').first(), '退款');
    const asked = dialog(page, '退款');
    await press(asked.getByLabel('金额', { exact: true }));
    await type('200');
    await press(asked.getByLabel('收款人'));
    await type('家属');
    await press(asked.getByLabel('原因'));
    await type('家属要求退回');
    await pressed(finance, asked, '确认退款');
    await page.locator('.ant-notification-notice', { hasText: '已退款¥200.00' }).or(page.getByText('已提交审批')).first().waitFor();
  });
}

export async function administratorsDay(product: Product, admin: Worker): Promise<void> {
  const { page, press, type, key, menu, does } = admin;
  const step = (name: string) => page.locator('.p-register > li', { has: page.getByRole('heading', { name, exact: true }) });

  await begin(product, page);
  await does(
    'a person registered, with bed and plan',
    async () => {
      await menu('长者', '服务对象');
      await pressed(admin, page.locator('.y-list'), '新增');
      const form = page.locator('.y-page-card:visible');
      await page.waitForFunction(() => document.activeElement?.matches('input[placeholder="请输入姓名"]'));
      await type(NAME);
      await key('Tab');
      await type(NUMBER);
      await pick(admin, form, '护理等级', '二级护理');
      for (const [label, text] of [
        ['紧急联系人', '欧阳建国'],
        ['联系人电话', '13900001234'],
        ['联系电话', '13900001235'],
      ] as const) {
        await form.getByLabel(label, { exact: true }).focus();
        await type(text);
      }
      await pressed(admin, form, '保存并继续');
      await page.getByRole('heading', { name: `${NAME} 已登记` }).waitFor();
      await pressed(admin, step('床位'), '安排床位');
      const picker = dialog(page, `为${NAME}安排床位`);
      await press(button(picker.locator('.ant-table-row').first(), '选择'));
      await said(page, '操作成功');
      await pressed(admin, step('照护计划'), '照护计划');
      const plan = dialog(page, '新增周期工单');
      await press(plan.getByRole('combobox', { name: '服务项目' }));
      await press(page.locator('.ant-select-dropdown:visible .ant-select-tree-node-content-wrapper', { hasText: '助浴' }));
      await pressed(admin, plan, '保存');
      await step('照护计划').getByText(`${NAME}的照护计划`).waitFor();
    },
    12,
  );

  await does('a device registered and bound', async () => {
    await pressed(admin, step('设备'), '绑定设备');
    const drawer = dialog(page, `为${NAME}绑定设备`);
    // The field has the focus, for whoever scans.
    await page.waitForFunction(() => document.activeElement?.matches('[aria-label=设备编号]'));
    await type(`ROLES-${Date.now() % 100_000}`);
    await key('Enter');
    await pressed(admin, drawer, '登记并绑定');
    await pressed(admin, dialog(page, '新增设备'), '保存');
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('已完成 4 / 5').waitFor();
  });

  await begin(product, page);
  await does('a shift more on the roster of today', async () => {
    await menu('照护', '值班表');
    const free = page.locator('.w-duty tbody tr').first().locator('.w-duty-add').last();
    await press(free);
    await press(page.locator('.w-duty-new').getByRole('button', { name: '长夜 20:00–08:00' }));
    await said(page, '已排班');
  });

  await begin(product, page);
  await does('who is late', async () => {
    await press(page.getByRole('region', { name: /^现在/ }).getByRole('button', { name: /^超时工单/ }));
    await page
      .locator('.y-now-row')
      .getByText(/未完成|未签到/)
      .first()
      .waitFor();
  });
}

export async function groupsDay(product: Product, group: Worker, password: string): Promise<void> {
  const { page, press, type, key, does } = group;
  const house = '康和护理院';

  await begin(product, page);
  await does('the institutions in figures', async () => {
    await press(page.getByRole('region', { name: '下属机构' }).getByRole('link', { name: '查看全部' }));
    await page.getByText(house).filter({ visible: true }).first().waitFor();
  });

  await begin(product, page);
  const switcher = (name: string) => page.getByRole('button', { name: `当前机构：${name}，切换机构` });
  await does('an institution opened', async () => {
    await press(page.getByRole('region', { name: '下属机构' }).getByText(house));
    const asked = page.locator('.ant-modal-confirm', { hasText: '验证身份' });
    await asked.waitFor();
    await type(password);
    await key('Enter');
    await switcher(house).waitFor();
    await page.locator('.y-now-row').first().waitFor();
  });
  await does('and back', async () => {
    await press(switcher(house));
    await press(page.getByRole('list', { name: '可切换的机构' }).getByText('平安养老集团'));
    await switcher('平安养老集团').waitFor();
    await page.getByRole('region', { name: '下属机构' }).waitFor();
  });
}

export async function platformsDay(product: Product, platform: Worker, picture: Buffer): Promise<void> {
  const { page, press, type, menu, does } = platform;

  await begin(product, page);
  await does('a receipt confirmed', async () => {
    await press(nowButton(page, '核实'));
    await pressed(platform, page.getByRole('region', { name: /^核实TC/ }), '核实到账并开通');
    await press(button(page.locator('.y-confirm:visible'), '确认到账'));
    await said(page, '操作成功');
  });

  await begin(product, page);
  await does('who ends within thirty days', async () => {
    await press(page.getByRole('region', { name: '租户' }).getByText('30天内到期'));
    await page.waitForURL(/expiry=soon/);
    await page.locator('.ant-table-row, .ant-empty').first().waitFor();
  });

  await begin(product, page);
  await does('a package sold, its transfer noted', async () => {
    await menu('经营', '租户管理');
    await act(platform, page.locator('.ant-table-row', { hasText: HOUSE }), '订购与收款');
    await pressed(platform, dialog(page, `${HOUSE}的产品包`), '续费或变更产品包');
    const buying = dialog(page, `代${HOUSE}订购与收款`);
    await press(buying.locator('.sub-offer', { hasText: '旗舰版' }).first());
    await press(buying.locator('.sub-duration', { hasText: '365天' }));
    await buying.locator('.sub-total dd', { hasText: '¥' }).waitFor();
    await pressed(platform, buying, '提交订单');
    await pressed(platform, buying, '立即支付');
    for (const label of ['银行流水号', '回单编号']) {
      await press(buying.getByLabel(label));
      await type(`2026${Date.now()}`);
    }
    await buying.locator('input[type=file]').setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: picture });
    await buying.getByRole('button', { name: '删除回执单' }).waitFor();
    await pressed(platform, buying, '提交');
    await press(button(page.locator('.ant-modal-confirm'), '确定'));
    await buying.getByText('回执单已提交，等待平台核实').waitFor();
  });
}
