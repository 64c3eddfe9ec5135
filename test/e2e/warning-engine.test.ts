import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { warnings } from '#contract/warnings/warnings.ts';
import { raiseWarning } from '#server/warnings/raise.ts';
import { accessible, button, confirmed, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const PINGAN = 1_000_001;
/** A folder that screens are kept in, to be looked at. */
const SHOTS = process.env.YIAN_SHOTS;

describe('the warning engine', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let device: { id: number; name: string };
  let measured = 0;

  async function shot(name: string): Promise<void> {
    if (!SHOTS) return;
    for (const width of [1280, 1920]) {
      await admin.setViewportSize({ width, height: 900 });
      for (const theme of ['light', 'dark'] as const) {
        await admin.emulateMedia({ colorScheme: theme });
        await admin.evaluate((to) => void (document.documentElement.dataset.theme = to), theme);
        await admin.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png` });
      }
    }
    await admin.emulateMedia({ colorScheme: 'light' });
    await admin.evaluate(() => void (document.documentElement.dataset.theme = 'light'));
  }

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { ...WIDE, at: null });
    device = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row(sql`select d.id, p.name from devices d join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
        where d.tenant_id = ${PINGAN} and d.type = 'watch' and d.deleted_at is null and p.status = 1 order by d.id desc limit 1`),
    )) as typeof device;
  });
  after(async () => {
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  it('has fences, drawn on the map', async () => {
    await admin.goto(`${product.url}/warning/fence`);
    await admin.locator('.ant-table-row', { hasText: '后院水塘' }).waitFor();
    await accessible(admin, '.y-list');
    await shot('fences');
    await button(admin, '新增').click();
    const form = dialog(admin, '新增电子围栏');
    await form.getByLabel('围栏名称').fill('活动中心');
    await button(form, '保存').click();
    await form.getByText('请在地图上点选圆心').first().waitFor();
    await button(form, '圆心设为地图中心').click();
    await form.getByText(/^圆心 120/).waitFor();
    await button(form, '添加时段').click();
    await form.getByLabel('时段1的开始').waitFor();
    await accessible(admin, '.ant-drawer-body');
    await shot('fence-form');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    const row = admin.locator('.ant-table-row', { hasText: '活动中心' });
    await row.getByText('每天 21:00–次日06:00').waitFor();
    await row.getByText('圆形 200 米').waitFor();
  });

  it('watches over people who should give signs of life', async () => {
    await admin.goto(`${product.url}/warning/life`);
    const row = admin.locator('.ant-table-row').first();
    await row.waitFor();
    await accessible(admin, '.y-list');
    await shot('life');
    await rowAction(row, '确认平安');
    await confirmed(admin);
    await said(admin, '已确认平安');
    await row.getByText('人工确认').first().waitFor();
  });

  it('keeps the roster along which it tells them, over midnight', async () => {
    await admin.goto(`${product.url}/warning/duty`);
    await button(admin, '下一周').click();
    await button(admin, '下一周').click();
    await button(admin, '复制上周').click();
    await button(admin.locator('.y-confirm'), '确定').click();
    await said(admin, /已复制\d+个班次/);
    await admin.getByText(/^照护配比：07:00–21:00需护理员\d+名（能力完好\d+人/).waitFor();
    await admin
      .locator('.w-duty thead')
      .getByText(/^缺护理员\d+名/)
      .first()
      .waitFor();
    const name = (await admin.locator('.w-duty tbody th').first().innerText()).split('\n')[0] as string;
    await admin.locator('.w-duty tbody tr').first().locator('.w-duty-add').first().click();
    await admin.locator('.w-duty-new').getByRole('button', { name: '长夜 20:00–08:00' }).click();
    await said(admin, '已排班');
    const shift = admin.getByRole('button', { name: new RegExp(`^取消${name} .* 20:00–次日08:00$`) });
    await shift.waitFor();
    await accessible(admin, '.w-duties');
    await shot('roster');
    // Seven days stand side by side in a small window.
    const own = admin.viewportSize() as { width: number; height: number };
    await admin.setViewportSize({ width: 1280, height: 800 });
    await admin.waitForFunction(() => {
      const pane = document.querySelector('.w-duty-pane');
      const last = pane?.querySelector('thead th:last-child')?.getBoundingClientRect();
      return pane !== null && innerWidth === 1280 && pane.scrollWidth <= pane.clientWidth && (last?.right ?? Infinity) <= innerWidth;
    });
    await admin.setViewportSize(own);
    await shift.click();
    await said(admin, '已取消班次');
    await shift.waitFor({ state: 'detached' });
  });

  it('has policies of who is told', async () => {
    await admin.goto(`${product.url}/warning/policy`);
    await admin.locator('.ant-table-row', { hasText: '紧急预警逐级通知' }).waitFor();
    await accessible(admin, '.y-list');
    await shot('policies');
    await button(admin, '新增').click();
    const form = dialog(admin, '新增通知策略');
    await form.getByLabel('策略名称').fill('夜间设备');
    await button(form, '添加一级').click();
    await form.getByLabel('第2级的等待时间').fill('300');
    await accessible(admin, '.ant-drawer-body');
    await shot('policy-form');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await admin.locator('.ant-table-row', { hasText: '5分钟 当班人员' }).waitFor();
  });

  it('shows a measured warning with its value, gives it to somebody, and packs its evidence', async () => {
    const raised = await product.deps.inTenant(PINGAN, (tx) =>
      raiseWarning(tx, product.deps, {
        rule: 'oxygen',
        deviceId: device.id,
        code: 'oxygen',
        at: Date.now(),
        late: false,
        place: null,
        severity: 2,
        content: '血氧过低 85 %（≤89）',
        measured: { metric: 4, value: 85, limit: 89 },
      }),
    );
    measured = raised?.warningId ?? assert.fail('nothing was raised');
    await admin.goto(`${product.url}/warning/warning/index?id=${measured}`);
    const drawer = dialog(admin, '预警处理');
    await drawer.getByText('85 %', { exact: true }).waitFor();
    await drawer.getByText('界限 ≤89 %').waitFor();
    await button(drawer, '暂缓提醒').click();
    const later = dialog(admin, '暂缓提醒');
    await later.getByLabel('暂缓原因').fill('正在重新佩戴');
    await button(later, '确定').click();
    await drawer.getByText(/暂缓至 .*正在重新佩戴/).waitFor();
    await shot('handling');
    await accessible(admin, '.w-handling');
    await button(drawer, '证据包').click();
    const pack = dialog(admin, '证据包');
    await pack.getByText('没有复盘记录').waitFor();
    await shot('evidence');
    const download = admin.waitForEvent('download');
    await button(pack, '下载 PDF').click();
    assert.match((await download).suggestedFilename(), /^预警证据包\d+\.pdf$/);
    const saved = admin.waitForEvent('download');
    await button(pack, '下载 JSON').click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    const check = (content: string) =>
      pack.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await check(text.replace('85 %', '95 %'));
    await pack.getByText('文件内容与其哈希不符，已被改动').waitFor();
    await check(text);
    await pack.getByText('文件真实，且与系统当前记录一致').waitFor();
  });

  it('closes it by the shortcut as the form stands, once something was written there and not before', async () => {
    await admin.goto(`${product.url}/warning/warning/index?id=${measured}`);
    const drawer = dialog(admin, '预警处理');
    const remark = drawer.getByRole('textbox', { name: '备注' });
    for (const name of ['在线处理', '已处理'])
      assert.ok(await drawer.getByRole('radio', { name, exact: true }).isChecked(), `${name} is chosen beforehand`);
    let sent = 0;
    admin.on('request', (request) => void (sent += Number(request.url().endsWith(warnings.updateStatus.path))));
    await remark.press('Control+Enter');
    await remark.fill('已重新佩戴，复测正常');
    await remark.press('Control+Enter');
    await said(admin, '处理成功');
    await drawer.waitFor({ state: 'detached' });
    assert.equal(sent, 1, 'an untouched form is confirmed by no shortcut');
    const row = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ status: number; remark: string }>(sql`select status, remark from warnings where tenant_id = ${PINGAN} and id = ${measured}`),
    );
    assert.deepEqual(row, { status: 1, remark: '已重新佩戴，复测正常' });
  });

  it('tells how fast warnings are answered', async () => {
    await admin.goto(`${product.url}/warning/statistics`);
    await admin.locator('.ant-table-row', { hasText: 'SOS求助' }).first().waitFor();
    await accessible(admin, '.y-figures-page');
    await shot('statistics');
  });

  it('asks for a touch in a window that may make no sound yet, and remembers that it was muted', async () => {
    await product.deps.inTenant(PINGAN, (tx) =>
      raiseWarning(tx, product.deps, { rule: 'sos', deviceId: device.id, code: 'sos', at: Date.now(), late: false, place: null }),
    );
    const window = await admin.context().newPage();
    // Playwright's own looking counts as a touch, so the browser's rule is laid down here.
    await window.addInitScript(() => {
      let touched = false;
      addEventListener('pointerdown', () => (touched = true), true);
      const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state') as { get: () => AudioContextState };
      Object.defineProperty(BaseAudioContext.prototype, 'state', {
        get(this: BaseAudioContext) {
          return touched ? get.call(this) : 'suspended';
        },
      });
    });
    await window.goto(`${product.url}/warning/warning/index?open=true`);
    await window.getByRole('button', { name: '声音未开启，点此开启' }).click();
    await window.getByRole('button', { name: '声音未开启，点此开启' }).waitFor({ state: 'detached' });
    await window.locator('.w-bell button').click();
    await window.getByRole('button', { name: '声音已开启' }).click();
    await window.reload();
    await window.getByLabel('声音已关闭').waitFor();
    assert.equal(await window.getByRole('button', { name: '声音未开启，点此开启' }).count(), 0);
    await window.locator('.w-bell button').click();
    await window.getByRole('button', { name: '声音已关闭' }).click();
    await window.close();
  });
});
