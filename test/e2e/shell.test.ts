import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const AXE = join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js');
const THEMES = ['白色', '默认', '炫彩', 'iview', 'd2', 'hey'];

describe('the shell', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let page: Page;
  let fleet: Fleet;
  let wearer: string;
  const problems: string[] = [];

  const run = (query: ReturnType<typeof sql>) => product.deps.inTenant(PINGAN, (tx) => tx.run(query));
  const html = () => page.locator('html');
  const tab = (label: string) => page.locator('.y-tab', { hasText: label });
  const tabs = () => page.locator('.y-tab-label').allInnerTexts();
  const menu = (label: string) => page.locator('.y-menu').getByRole('menuitem', { name: label });
  const palette = () => page.locator('.y-palette input');
  const tool = (name: string) => page.locator('.y-top').getByRole('button', { name, exact: true });
  const keep = (key: string, value: string) => run(sql`update parameters set value = ${value} where tenant_id = ${PINGAN} and key = ${key}`);
  const gone = (locator: Locator) => locator.first().waitFor({ state: 'hidden' });

  async function openSettings() {
    await page.getByTitle('用户菜单').click();
    await page.getByRole('menuitem', { name: '界面设置' }).click();
    await page.getByRole('dialog', { name: '界面设置' }).waitFor();
  }
  const flip = (label: string) => page.locator('.y-switch', { hasText: label }).getByRole('switch').click();
  async function closeSettings() {
    await page.locator('.y-settings .ant-drawer-close').click();
    await gone(page.locator('.y-settings'));
  }
  async function openLooks() {
    await tool('主题色').click();
    const looks = page.locator('.ant-popover .y-looks');
    await looks.waitFor();
    return looks;
  }
  async function closeLooks() {
    await page.locator('main').click({ position: { x: 4, y: 4 } });
    await gone(page.locator('.ant-popover .y-looks'));
  }
  /** What axe finds to be serious within `scope`. */
  async function contrastOf(scope: string, rules?: string[]) {
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'));
    // axe itself writes style attributes, which the policy forbids.
    const before = problems.length;
    const found = await page.evaluate(
      async ([within, only]) => {
        const { axe } = globalThis as unknown as {
          axe: { run: (scope: object, options: object) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
        };
        const found = await axe.run({ include: [within] }, only ? { runOnly: only } : {});
        return found.violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
      },
      [scope, rules ?? null] as const,
    );
    problems.length = before;
    return found;
  }

  before(async () => {
    product = await startProduct();
    await run(sql`update warnings set status = 1 where tenant_id = ${PINGAN} and status in (0, 2)`);
    await keep('OFFICIAL_WEBSITE', 'https://yian.example/');
    await keep('IFRAME_ALLOW', 'https://report.example');
    const row = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ name: string }>(sql`
        select p.name from devices d join people p on p.tenant_id = d.tenant_id and p.id = d.person_id where d.tenant_id = ${PINGAN} and d.short_id = ${watchId(1)}`),
    );
    wearer = row?.name ?? assert.fail('nobody wears the first watch');
    await run(sql`
      with made as (insert into menus (tenant_id, name, type, path, icon, sort) values (${PINGAN}, '设备总览', 2, '/device/index', 'CloudOutlined', 99) returning id)
      insert into role_menus (tenant_id, role_id, menu_id) select ${PINGAN}, r.id, made.id from roles r, made where r.tenant_id = ${PINGAN} and r.code = 'admin'`);
    page = await product.signIn('admin');
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => void (/Content Security Policy|Refused to/.test(message.text()) && problems.push(message.text())));
    fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(1)], rate: 0 });
    assert.ok(await fleet.connected(30_000));
  });
  after(async () => {
    await fleet?.stop();
    await product?.stop();
  });

  it('shows at home how things stand, each figure leading to its list', async () => {
    const people = page.getByRole('region', { name: '服务对象' });
    const inCare = Number((await people.locator('.y-figure', { hasText: '在院' }).locator('.y-figure-value').innerText()).replace(/\D/g, ''));
    await page.getByRole('region', { name: '床位' }).getByText('入住率').waitFor();
    await page.getByRole('region', { name: '工单' }).getByText('待评价').waitFor();
    await people.getByRole('link', { name: /在院/ }).click();
    await page.waitForURL('**/oldMan/index?status=1');
    await page.getByText(`共 ${inCare} 条`).waitFor();
    assert.equal(await page.title(), '服务对象 - 颐安');
  });

  it('has a menu that is searched, folded and left through the logo', async () => {
    const search = page.getByPlaceholder('请输入菜单名称');
    await search.fill(' 角色 ');
    await menu('角色管理').waitFor();
    assert.equal(await menu('预警管理').count(), 0);
    await search.fill('没有这个');
    await page.getByText('没有发现菜单').waitFor();
    await search.fill('');
    await tool('收起菜单').click();
    await page.locator('.y-sidebar[data-collapsed]').waitFor();
    assert.equal(await search.count(), 0);
    await page.locator('body').press('Alt+m');
    await search.waitFor();
    await page.getByTitle('返回首页').click();
    await page.waitForURL('**/wel/index');
    await page.getByRole('navigation', { name: '顶部菜单' }).getByText('设备总览').click();
    await page.waitForURL('**/device/index');
    assert.equal(await menu('设备总览').count(), 0, 'what is above is not at the side');
  });

  it('leads out: documents, the official website', async () => {
    for (const [name, href] of [
      ['星级评定标准（新窗口）', '/pdfView?doc=star'],
      ['操作手册（新窗口）', '/pdfView?doc=manual'],
      ['官方网站（新窗口）', 'https://yian.example/'],
    ] as const) {
      const link = page.getByRole('link', { name });
      assert.deepEqual([await link.getAttribute('href'), await link.getAttribute('target')], [href, '_blank']);
    }
    assert.equal(await page.getByRole('link', { name: '在线客服（新窗口）' }).count(), 0, 'the chat is for package 123');
  });

  it('keeps tabs: menu, keys, home that stays', async () => {
    for (const label of ['预警管理', '工单管理']) {
      await menu(label).click();
      await tab(label).waitFor();
    }
    assert.deepEqual(await tabs(), ['首页', '服务对象', '设备管理', '预警管理', '工单管理']);
    assert.equal(await tab('首页').locator('.y-tab-close').count(), 0);
    await page.locator('body').press('Alt+]');
    await page.waitForURL('**/wel/index');
    await page.locator('body').press('Alt+[');
    await page.waitForURL('**/order/workorder');
    await page.locator('body').press('Alt+w');
    await tab('工单管理').waitFor({ state: 'detached' });
    await tab('设备管理').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭右侧' }).click();
    await tab('预警管理').waitFor({ state: 'detached' });
    assert.deepEqual(await tabs(), ['首页', '服务对象', '设备管理']);
    await tab('服务对象').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await page.waitForURL('**/oldMan/index**');
    await tab('设备管理').waitFor({ state: 'detached' });
    assert.deepEqual(await tabs(), ['首页', '服务对象']);
    await page.getByRole('button', { name: '标签操作' }).click();
    await page.getByRole('menuitem', { name: '关闭全部' }).click();
    await page.waitForURL('**/wel/index');
    assert.deepEqual(await tabs(), ['首页']);
  });

  it('is restyled at once, and stays so', async () => {
    const ground = () => page.locator('.y-sidebar').evaluate((element) => getComputedStyle(element).backgroundColor);
    const accent = () => html().evaluate((element) => element.style.getPropertyValue('--y-accent'));
    const before = await ground();
    const looks = await openLooks();
    await looks.locator('.y-accent', { hasText: '紫红' }).click();
    assert.equal(await looks.locator('.y-accent').count(), 8);
    assert.equal(await accent(), '#c71585');
    await looks.locator('.y-theme', { hasText: '默认' }).click();
    assert.notEqual(await ground(), before);
    await closeLooks();
    await page.locator('body').press('Alt+i');
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.reload();
    await page.locator('.y-hello h1').waitFor();
    assert.deepEqual([await accent(), await html().getAttribute('data-theme'), await html().getAttribute('data-frame')], ['#c71585', 'dark', 'default']);
  });

  it('has settings: what is shown, large text, watermark, version, reset', async () => {
    await openSettings();
    for (const label of ['标签栏', '面包屑', '锁屏', '访问官网', '水印']) await flip(label);
    await page.getByText('大字号').click();
    await page.getByText(/^版本 \d/).waitFor();
    await closeSettings();
    assert.equal(await page.locator('.y-tabs').count(), 0);
    assert.equal(await tool('锁屏').count(), 0);
    assert.equal(await page.getByRole('link', { name: /官方网站/ }).count(), 0);
    assert.match((await page.locator('.y-watermark').getAttribute('data-text')) ?? '', /\d{4}$/);
    await menu('服务对象').click();
    const cell = page.locator('.ant-table-row td').first();
    await cell.waitFor();
    assert.equal(await cell.evaluate((element) => getComputedStyle(element).fontSize), '16px');
    await openSettings();
    await page.getByRole('button', { name: '恢复默认' }).click();
    await page.getByRole('button', { name: /^恢\s*复$/ }).click();
    await closeSettings();
    await page.locator('.y-tabs').waitFor();
    await gone(page.locator('.y-watermark'));
    assert.equal(await cell.evaluate((element) => getComputedStyle(element).fontSize), '14px');
    await tool('全屏').click();
    await tool('退出全屏').click();
    await tool('全屏').waitFor();
  });

  it('can be read in every theme, light and dark', async () => {
    await menu('首页').click();
    for (const mode of ['浅色模式', '深色模式'].toReversed()) {
      await tool(mode).click();
      for (const theme of THEMES) {
        await (await openLooks()).locator('.y-theme', { hasText: theme }).click();
        await closeLooks();
        for (const part of ['.y-sidebar', '.y-top', '.y-tabs']) assert.deepEqual(await contrastOf(part, ['color-contrast']), [], `${theme}, ${mode}`);
      }
      await (await openLooks()).locator('.y-theme', { hasText: '白色' }).click();
      assert.deepEqual(await contrastOf('.ant-popover'), [], mode);
      await closeLooks();
      assert.deepEqual(await contrastOf('#frame'), [], `everything, ${mode}`);
    }
  });

  it('finds menus, people and actions by keyboard', async () => {
    await page.locator('body').press('Control+k');
    await palette().fill('角色');
    await page.getByRole('option', { name: /角色管理/ }).waitFor();
    await palette().press('Enter');
    await page.waitForURL('**/admin/role/index');
    await gone(palette());
    await page.locator('body').press('Control+k');
    await palette().fill(wearer);
    await page
      .getByRole('option', { name: new RegExp(`^${wearer}.*人员$`) })
      .first()
      .click();
    await page.waitForURL('**/oldMan/detail?id=*');
    await tab(wearer).waitFor();
    await page.locator('body').press('?');
    await page.getByRole('dialog', { name: '快捷键' }).getByText('关闭当前标签').waitFor();
    assert.deepEqual(await contrastOf('.ant-modal'), []);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog', { name: '快捷键' }));
    await page.getByPlaceholder('请输入菜单名称').press('?');
    assert.equal(await page.getByRole('dialog', { name: '快捷键' }).count(), 0, 'not while typing');
    await page.getByPlaceholder('请输入菜单名称').fill('');
  });

  it('locks every tab of the session: nothing of the pages is left in the document, alarms still ring', async () => {
    const second = await page.context().newPage();
    await second.goto(`${product.url}/oldMan/index`);
    await second.locator('.ant-table-row').first().waitFor();
    await second.getByRole('button', { name: '新增' }).first().click();
    await second.locator('.ant-drawer').getByLabel('姓名', { exact: true }).fill('写到一半');
    await page.bringToFront();
    await tool('锁屏').click();
    const dialog = page.getByRole('dialog', { name: '设置锁屏密码' });
    await dialog.getByRole('button', { name: '设置并锁屏' }).click();
    await dialog.getByText('锁屏密码不能为空').waitFor();
    await dialog.getByRole('textbox', { name: '锁屏密码' }).fill('night-7');
    await dialog.getByRole('textbox', { name: '再次输入' }).fill('night-7');
    await dialog.getByRole('button', { name: '设置并锁屏' }).click();
    for (const one of [page, second]) {
      await one.waitForURL('**/lock');
      await one.getByRole('button', { name: '解锁' }).waitFor();
      assert.equal(await one.locator('#frame, .ant-drawer, .ant-table').count(), 0);
      assert.doesNotMatch(await one.content(), new RegExp(`${wearer}|写到一半`));
    }
    assert.doesNotMatch(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })), /night-7/);
    const both = [page, second];
    for (const one of both) {
      await one.evaluate(() => {
        const counter = globalThis as unknown as { pulses: number };
        counter.pulses = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (when) {
          counter.pulses++;
          return start.call(this, when);
        };
      });
    }
    // One tab of a browser plays for all of them.
    const pulses = async () => Math.max(...(await Promise.all(both.map((one) => one.evaluate(() => (globalThis as unknown as { pulses: number }).pulses)))));
    fleet.alarm(watchId(1));
    await page.getByRole('article', { name: '有预警等待处理' }).waitFor({ timeout: 30_000 });
    for (const end = Date.now() + 30_000; (await pulses()) === 0 && Date.now() < end; await wait(100));
    assert.ok((await pulses()) > 0, 'there is sound');
    assert.doesNotMatch(await page.content(), new RegExp(wearer));
    assert.deepEqual(await contrastOf('body'), []);

    await page.goto(`${product.url}/order/workorder`);
    await page.waitForURL('**/lock');
    const third = await page.context().newPage();
    await third.goto(`${product.url}/oldMan/index`);
    await third.waitForURL('**/lock');
    await third.close();
    await second.bringToFront();
    await second.getByLabel('锁屏密码').fill('wrong');
    await second.getByRole('button', { name: '解锁' }).click();
    await second.getByText('锁屏密码错误，还可以尝试 4 次').waitFor();
    await second.getByLabel('锁屏密码').fill('night-7');
    await second.keyboard.press('Enter');
    await second.waitForURL('**/oldMan/index');
    assert.equal(await second.locator('.ant-drawer').getByLabel('姓名', { exact: true }).inputValue(), '写到一半');
    await page.waitForURL('**/wel/index');
    await page.getByRole('article', { name: new RegExp(wearer) }).waitFor();
    await second.close();
  });

  it('counts what waits beside the menu, and lets it go when it is done', async () => {
    const badge = menu('预警管理').locator('.ant-badge-count');
    await badge.waitFor();
    const waiting = page.getByRole('navigation', { name: '我的待办' });
    await waiting.getByRole('link', { name: /待处理预警/ }).waitFor();
    await page
      .getByRole('article', { name: new RegExp(wearer) })
      .getByRole('button', { name: '立即处理' })
      .click();
    const drawer = page.getByRole('dialog', { name: '预警处理' });
    await drawer.getByRole('textbox', { name: '备注' }).fill('已电话确认，误按');
    await drawer.getByRole('textbox', { name: '备注' }).press('Control+Enter');
    await gone(drawer);
    const left = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ n: number }>(sql`select count(*)::integer as n from warnings where tenant_id = ${PINGAN} and status in (0, 2)`),
    );
    if (left?.n) await badge.and(page.getByTitle(`${left.n} 条待处理`)).waitFor();
    else await badge.waitFor({ state: 'detached' });
  });

  it('writes down what went wrong, without secrets, and sends it', async () => {
    await page.evaluate(() => void Promise.reject(new Error('broken at https://x.example/a?token=abc')));
    await page.reload();
    await page.locator('.y-hello h1').waitFor();
    problems.splice(0, problems.length, ...problems.filter((text) => !text.startsWith('broken at')));
    await page.locator('body').press('Control+k');
    await palette().fill('错误日志');
    await palette().press('Enter');
    const dialog = page.getByRole('dialog', { name: /^错误日志/ });
    await dialog.getByText('broken at https://x.example/a', { exact: true }).waitFor();
    assert.doesNotMatch(await page.evaluate(() => localStorage.getItem('yian.error-logs') ?? ''), /token=abc/);
    await dialog.getByRole('button', { name: '上传到服务器' }).click();
    await dialog.getByText('没有错误日志').waitFor();
    const sent = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row(sql`select 1 from operation_logs where tenant_id = ${PINGAN} and type = 9 and parameters = 'broken at https://x.example/a'`),
    );
    assert.ok(sent, 'the server has it');
    await page.keyboard.press('Escape');
    await gone(dialog);
  });

  it('embeds what the list allows, and refuses the rest in words', async () => {
    await page.context().route('https://report.example/**', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<h1>月度报表</h1>' }));
    await page.goto(`${product.url}/myiframe/report?src=${encodeURIComponent('https://report.example/month')}`);
    await page.frameLocator('.y-embedded iframe').frameLocator('iframe').getByText('月度报表').waitFor();
    await page.goto(`${product.url}/myiframe/other?src=${encodeURIComponent('https://evil.example/')}`);
    await page.getByText('不能打开这个页面').waitFor();
    assert.equal(await page.locator('iframe').count(), 0);
  });

  it('has ways out of where there is nothing', async () => {
    await page.goto(`${product.url}/nowhere?phone=13812345678`);
    await page.waitForURL('**/404');
    await page.getByText('页面不存在').waitFor();
    assert.equal(await page.getByText('13812345678').count(), 0);
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.waitForURL('**/wel/index');
    for (const [code, way] of [
      ['403', '返回上一页'],
      ['500', '重新加载'],
    ]) {
      await page.goto(`${product.url}/${code}`);
      await page.getByRole('button', { name: way as string }).waitFor();
    }
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.goto(`${product.url}/wel/index`);
    await page.locator('.y-hello h1').waitFor();
    await page.context().setOffline(true);
    await page.getByText('网络已断开').waitFor();
    await page.context().setOffline(false);
    await gone(page.getByText('网络已断开'));
  });

  it('signs out when asked twice, and takes the lock with it', async () => {
    await page.getByTitle('用户菜单').click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^取\s*消$/ })
      .click();
    assert.match(page.url(), /wel\/index$/);
    await page.getByTitle('用户菜单').click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^确\s*定$/ })
      .last()
      .click();
    await page.waitForURL('**/login');
    assert.equal(await page.evaluate(() => sessionStorage.getItem('yian.session')), null);
    assert.deepEqual(problems, []);
  });
});
