import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { noBrowser } from './product.ts';
import { gone, seriousIn, startShell, type Shell } from './shell.ts';

const THEMES = ['白色', '默认', '炫彩', 'iview', 'd2', 'hey'];

describe('the frame', { skip: noBrowser, timeout: 600_000 }, () => {
  let shell: Shell;
  let page: Page;

  const html = () => page.locator('html');
  const tabs = () => page.locator('.y-tab-label').allInnerTexts();

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
    await shell.tool('主题色').click();
    const looks = page.locator('.ant-popover .y-looks');
    await looks.waitFor();
    return looks;
  }
  async function closeLooks() {
    await page.locator('main').click({ position: { x: 4, y: 4 } });
    await gone(page.locator('.ant-popover .y-looks'));
  }

  before(async () => {
    shell = await startShell();
    ({ page } = shell);
  });
  after(() => shell?.stop());

  it('shows at home how things stand, each figure leading to its list', async () => {
    const people = page.getByRole('region', { name: '在院长者' });
    const inCare = Number(
      (await people.locator('.y-figure', { hasText: '在院' }).locator('.y-figure-value').innerText()).replace(/\D/g, ''),
    );
    await page.getByRole('region', { name: '床位' }).getByText('入住率').waitFor();
    await page.getByRole('region', { name: '工单' }).getByText('待评价').waitFor();
    await people.locator('a.y-figure', { hasText: '在院' }).click();
    await page.waitForURL(/\/oldMan\/index\?.*status=1/);
    await page.getByText(`共 ${inCare} 条`).waitFor();
    assert.equal(await page.title(), '服务对象 - 颐安养老服务管理平台');
  });

  it('has a menu that is searched, folded and left through the logo', async () => {
    const search = page.getByPlaceholder('请输入菜单名称');
    await search.fill(' 角色 ');
    await shell.menu('角色管理').waitFor();
    assert.equal(await shell.menu('预警管理').count(), 0);
    await search.fill('没有这个');
    await page.getByText('没有发现菜单').waitFor();
    await search.fill('');
    await shell.tool('收起菜单').click();
    await page.locator('.y-sidebar[data-collapsed]').waitFor();
    assert.equal(await search.count(), 0);
    await page.locator('body').press('Alt+m');
    await search.waitFor();
    await page.getByTitle('返回首页').click();
    await page.waitForURL('**/wel/index');
    await page.getByRole('navigation', { name: '顶部菜单' }).getByText('设备总览').click();
    await page.waitForURL('**/device/index');
    assert.equal(await shell.menu('设备总览').count(), 0, 'what is above is not at the side');
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

  it('leads package 123 to its chat when there is one', async () => {
    const chat = page.getByRole('link', { name: '在线客服（新窗口）' });
    // The frame shows at once what it remembers of the person, and what the server says a moment later.
    const reload = async (...calls: string[]) => {
      const answers = ['/admin/user/info', ...calls].map((path) => page.waitForResponse((answer) => answer.url().includes(path)));
      await page.reload();
      await Promise.all(answers);
      await page.getByRole('link', { name: '官方网站（新窗口）' }).waitFor();
    };
    await shell.keep('CUSTOMER_CHAT_URL', 'https://chat.example/yian');
    const was = await shell.packageCode();
    await shell.putInPackage('999');
    await reload();
    await gone(chat);
    assert.equal(await chat.count(), 0, 'another package has none');
    await shell.putInPackage('123');
    await reload();
    await chat.waitFor();
    assert.deepEqual([await chat.getAttribute('href'), await chat.getAttribute('target')], ['https://chat.example/yian', '_blank']);
    await shell.keep('CUSTOMER_CHAT_URL', '');
    await reload('CUSTOMER_CHAT_URL');
    await gone(chat);
    assert.equal(await chat.count(), 0, 'without a link there is nobody to talk to');
    await shell.putInPackage(was);
  });

  it('keeps tabs: menu, keys, home that stays', async () => {
    for (const label of ['预警管理', '工单管理']) {
      await shell.menu(label).click();
      await shell.tab(label).waitFor();
    }
    assert.deepEqual(await tabs(), ['首页', '服务对象', '设备管理', '预警管理', '工单管理']);
    assert.equal(await shell.tab('首页').locator('.y-tab-close').count(), 0);
    await page.locator('body').press('Alt+]');
    await page.waitForURL('**/wel/index');
    await page.locator('body').press('Alt+[');
    await page.waitForURL('**/order/workorder');
    await page.locator('body').press('Alt+w');
    await shell.tab('工单管理').waitFor({ state: 'detached' });
    await shell.tab('设备管理').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭右侧' }).click();
    await shell.tab('预警管理').waitFor({ state: 'detached' });
    assert.deepEqual(await tabs(), ['首页', '服务对象', '设备管理']);
    await shell.tab('服务对象').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await page.waitForURL('**/oldMan/index**');
    await shell.tab('设备管理').waitFor({ state: 'detached' });
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
    assert.equal(await looks.locator('.y-accent').count(), 9);
    assert.equal(await accent(), '#c71585');
    await looks.locator('.y-theme', { hasText: '默认' }).click();
    assert.notEqual(await ground(), before);
    await closeLooks();
    await page.locator('body').press('Alt+i');
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.reload();
    await page.locator('.y-hello h1').waitFor();
    assert.deepEqual(
      [await accent(), await html().getAttribute('data-theme'), await html().getAttribute('data-frame')],
      ['#c71585', 'dark', 'default'],
    );
  });

  it('keeps favourites, and which groups of the menu stand open', async () => {
    await shell.group('设备').click();
    await shell.menu('设备管理').first().click();
    await page.waitForURL('**/device/index');
    await shell.tab('设备管理').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '收藏到菜单' }).click();
    await shell.menu('收藏').waitFor();
    assert.equal(await shell.menu('设备管理').count(), 2, 'the favourite and its place in the tree');
    await shell.group('照护').click();
    await shell.menu('服务分类').waitFor();
    await page.reload();
    await shell.menu('服务分类').waitFor();
    await shell.menu('首页').click();
    await page.waitForURL('**/wel/index');
    await shell.menu('设备管理').first().click();
    await page.waitForURL('**/device/index');
    await page.getByRole('button', { name: '标签操作' }).click();
    await page.getByRole('menuitem', { name: '取消收藏' }).click();
    await gone(shell.menu('收藏'));
    // The star of an item, by pointer and by keys.
    const star = (name: string) => page.locator('.y-menu').getByRole('button', { name, exact: true });
    await shell.menu('设备管理').hover();
    assert.equal(await star('收藏设备管理').getAttribute('aria-pressed'), 'false');
    await star('收藏设备管理').click();
    await shell.menu('收藏').waitFor();
    await shell.menu('设备管理').last().hover();
    assert.equal(await star('取消收藏设备管理').getAttribute('aria-pressed'), 'true');
    await page.locator('.y-hello, #page').first().hover();
    await shell.menu('设备管理').last().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await gone(shell.menu('收藏'));
    assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), '收藏设备管理', 'the focus stays');
    assert.deepEqual([new URL(page.url()).pathname, await seriousIn(shell, '.y-sidebar')], ['/device/index', []], 'and opens nothing');
    await shell.group('照护').click();
    await gone(shell.menu('服务分类'));
  });

  it('has settings: what is shown, large text, watermark, version, reset', async () => {
    await openSettings();
    for (const label of ['标签栏', '面包屑', '锁屏', '访问官网', '水印']) await flip(label);
    await page.getByText('大字号').click();
    await page.getByText(/^版本 \d/).waitFor();
    await closeSettings();
    assert.equal(await page.locator('.y-tabs').count(), 0);
    assert.equal(await shell.tool('锁屏').count(), 0);
    assert.equal(await page.getByRole('link', { name: /官方网站/ }).count(), 0);
    assert.match((await page.locator('.y-watermark').getAttribute('data-text')) ?? '', /\d{4}$/);
    await shell.group('长者').click();
    await shell.menu('服务对象').click();
    const cell = page.locator('.ant-table-row td:visible').first();
    await cell.waitFor();
    assert.equal(await cell.evaluate((element) => getComputedStyle(element).fontSize), '16px');
    await openSettings();
    await page.getByRole('button', { name: '恢复默认' }).click();
    await page.getByRole('button', { name: /^恢\s*复$/ }).click();
    await closeSettings();
    await page.locator('.y-tabs').waitFor();
    await gone(page.locator('.y-watermark'));
    assert.equal(await cell.evaluate((element) => getComputedStyle(element).fontSize), '14px');
    await shell.tool('全屏').click();
    await shell.tool('退出全屏').click();
    await shell.tool('全屏').waitFor();
  });

  it('can be read in every theme, light and dark', async () => {
    await shell.menu('首页').click();
    for (const mode of ['浅色模式', '深色模式'].toReversed()) {
      await shell.tool(mode).click();
      for (const theme of THEMES) {
        await (await openLooks()).locator('.y-theme', { hasText: theme }).click();
        await closeLooks();
        for (const part of ['.y-sidebar', '.y-top', '.y-tabs'])
          assert.deepEqual(await seriousIn(shell, part, ['color-contrast']), [], `${theme}, ${mode}`);
      }
      await (await openLooks()).locator('.y-theme', { hasText: '白色' }).click();
      assert.deepEqual(await seriousIn(shell, '.ant-popover'), [], mode);
      await closeLooks();
      assert.deepEqual(await seriousIn(shell, '#frame'), [], `everything, ${mode}`);
    }
  });

  it('finds menus, people and actions by keyboard', async () => {
    await page.locator('body').press('Control+k');
    await shell.palette().press('Escape');
    // Opened again while it fades out.
    await page.keyboard.press('Control+k');
    await shell.palette().fill('角色');
    await page.getByRole('option', { name: /角色管理/ }).waitFor();
    await shell.palette().press('Enter');
    await page.waitForURL('**/admin/role/index');
    await gone(shell.palette());
    await page.locator('body').press('Control+k');
    await shell.palette().fill(shell.wearer);
    await page
      .getByRole('option', { name: new RegExp(`^${shell.wearer}.*人员$`) })
      .first()
      .click();
    await page.waitForURL('**/oldMan/detail?id=*');
    await shell.tab(shell.wearer).waitFor();
    await page.locator('body').press('?');
    await page.getByRole('dialog', { name: '快捷键' }).getByText('关闭当前标签').waitFor();
    assert.deepEqual(await seriousIn(shell, '.ant-modal'), []);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog', { name: '快捷键' }));
    await page.getByPlaceholder('请输入菜单名称').press('?');
    assert.equal(await page.getByRole('dialog', { name: '快捷键' }).count(), 0, 'not while typing');
    await page.getByPlaceholder('请输入菜单名称').fill('');
  });

  it('has broken nothing on the way', () => assert.deepEqual(shell.problems, []));
});
