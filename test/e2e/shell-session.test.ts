import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { watchId } from '../../scripts/simulator/watches.ts';
import { noBrowser } from './product.ts';
import { gone, PINGAN, seriousIn, startShell, type Shell } from './shell.ts';

describe('a session in the frame: lock, alarms, errors, strange addresses, the end', { skip: noBrowser, timeout: 600_000 }, () => {
  let shell: Shell;
  let page: Page;

  before(async () => {
    shell = await startShell();
    ({ page } = shell);
  });
  after(() => shell?.stop());

  it('locks every tab of the session: nothing of the pages is left in the document, alarms still ring', async () => {
    const second = await page.context().newPage();
    await second.goto(`${shell.product.url}/oldMan/index`);
    await second.locator('.ant-table-row').first().waitFor();
    await second.locator('.ant-table-row').first().getByText('编辑').click();
    await second.locator('.ant-drawer').getByLabel('姓名', { exact: true }).fill('写到一半');
    await page.bringToFront();
    await shell.tool('锁屏').click();
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
      assert.doesNotMatch(await one.content(), new RegExp(`${shell.wearer}|写到一半`));
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
    const pulses = async () =>
      Math.max(...(await Promise.all(both.map((one) => one.evaluate(() => (globalThis as unknown as { pulses: number }).pulses)))));
    shell.fleet.alarm(watchId(1));
    await page.getByRole('article', { name: '有预警等待处理' }).waitFor({ timeout: 30_000 });
    for (const end = Date.now() + 30_000; (await pulses()) === 0 && Date.now() < end; await wait(100));
    assert.ok((await pulses()) > 0, 'there is sound');
    assert.doesNotMatch(await page.content(), new RegExp(shell.wearer));
    assert.deepEqual(await seriousIn(shell, 'body'), []);

    await page.goto(`${shell.product.url}/order/workorder`);
    await page.waitForURL('**/lock');
    const third = await page.context().newPage();
    await third.goto(`${shell.product.url}/oldMan/index`);
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
    await page.getByRole('article', { name: new RegExp(shell.wearer) }).waitFor();
    await second.close();
  });

  it('counts what waits beside the menu, and lets it go when it is done', async () => {
    const badge = shell.menu('预警管理').locator('.ant-badge-count');
    await badge.waitFor();
    await page
      .getByRole('region', { name: /^现在/ })
      .getByRole('button', { name: new RegExp(`^处理：预警，${shell.wearer}`) })
      .first()
      .waitFor();
    await page
      .getByRole('article', { name: new RegExp(shell.wearer) })
      .getByRole('button', { name: '其他处理' })
      .click();
    const drawer = page.getByRole('dialog', { name: '预警处理' });
    await drawer.getByText('在线处理', { exact: true }).click();
    await drawer.getByText('误触发', { exact: true }).click();
    await drawer.getByRole('textbox', { name: '备注' }).fill('已电话确认，误按');
    await drawer.getByRole('textbox', { name: '备注' }).press('Control+Enter');
    await gone(drawer);
    const left = await shell.product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ n: number }>(sql`select count(*)::integer as n from warnings where tenant_id = ${PINGAN} and status in (0, 2)`),
    );
    if (left?.n) await badge.and(page.getByTitle(`${left.n} 条待处理`)).waitFor();
    else await badge.waitFor({ state: 'detached' });
  });

  it('tells of an alarm on the desktop while somebody works elsewhere', async () => {
    const { origin } = new URL(shell.product.url);
    await page.context().grantPermissions(['notifications'], { origin });
    // The real constructor runs; what it was asked for is kept beside it.
    await page.addInitScript(() => {
      const notices: Notification[] = [];
      Object.assign(globalThis, { notices });
      globalThis.Notification = class extends Notification {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options);
          notices.push(this);
        }
      };
    });
    // What it reads first is no news.
    const read = page.waitForResponse('**/warning/devicewarning/alarms*');
    await page.reload();
    await (await read).finished();
    const notices = () => page.evaluate(() => (globalThis as unknown as { notices: Notification[] }).notices.map(({ title }) => title));
    // Playwright lets every page believe that it has the focus.
    await (await page.context().newCDPSession(page)).send('Emulation.setFocusEmulationEnabled', { enabled: false });
    const elsewhere = await page.context().newPage();
    await elsewhere.bringToFront();
    shell.fleet.alarm(watchId(1));
    for (const end = Date.now() + 30_000; (await notices()).length === 0 && Date.now() < end; await wait(100));
    const titles = await notices();
    assert.equal(titles.length, 1);
    assert.match(titles[0] ?? '', new RegExp(`· ${shell.wearer}$`));
    await page.evaluate(() => (globalThis as unknown as { notices: Notification[] }).notices[0]?.dispatchEvent(new Event('click')));
    await elsewhere.close();
    await page.bringToFront();
    const drawer = page.getByRole('dialog', { name: '预警处理' });
    await drawer.getByText('在线处理', { exact: true }).click();
    await drawer.getByText('误触发', { exact: true }).click();
    await drawer.getByRole('textbox', { name: '备注' }).fill('误按');
    await drawer.getByRole('textbox', { name: '备注' }).press('Control+Enter');
    await gone(drawer);
  });

  it('writes down what went wrong, without secrets, and sends it', async () => {
    await page.evaluate(() => void Promise.reject(new Error('broken at https://x.example/a?token=abc')));
    await page.reload();
    await page.locator('.y-hello h1').waitFor();
    shell.problems.splice(0, shell.problems.length, ...shell.problems.filter((text) => !text.startsWith('broken at')));
    await page.locator('body').press('Control+k');
    await shell.palette().fill('错误日志');
    await shell.palette().press('Enter');
    const dialog = page.getByRole('dialog', { name: /^错误日志/ });
    await dialog.getByText('broken at https://x.example/a', { exact: true }).waitFor();
    assert.doesNotMatch(await page.evaluate(() => localStorage.getItem('yian.error-logs') ?? ''), /token=abc/);
    await dialog.getByRole('button', { name: '上传到服务器' }).click();
    await dialog.getByText('没有错误日志').waitFor();
    const sent = await shell.product.deps.inTenant(PINGAN, (tx) =>
      tx.row(sql`select 1 from error_logs where tenant_id = ${PINGAN} and message = 'broken at https://x.example/a'`),
    );
    assert.ok(sent, 'the server has it');
    await page.keyboard.press('Escape');
    await gone(dialog);
  });

  it('embeds what the list allows, and refuses the rest in words', async () => {
    await page
      .context()
      .route('https://report.example/**', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<h1>月度报表</h1>' }));
    await page.goto(`${shell.product.url}/myiframe/report?src=${encodeURIComponent('https://report.example/month')}`);
    await page.frameLocator('.y-embedded iframe').frameLocator('iframe').getByText('月度报表').waitFor();
    await page.goto(`${shell.product.url}/myiframe/other?src=${encodeURIComponent('https://evil.example/')}`);
    await page.getByText('不能打开这个页面').waitFor();
    assert.equal(await page.locator('iframe').count(), 0);
  });

  it('has ways out of where there is nothing', async () => {
    await page.goto(`${shell.product.url}/nowhere?phone=13812345678`);
    await page.waitForURL('**/404');
    await page.getByText('页面不存在').waitFor();
    assert.equal(await page.getByText('13812345678').count(), 0);
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.waitForURL('**/wel/index');
    for (const [code, way] of [
      ['403', '返回上一页'],
      ['500', '重新加载'],
    ]) {
      await page.goto(`${shell.product.url}/${code}`);
      await page.getByRole('button', { name: way as string }).waitFor();
    }
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.goto(`${shell.product.url}/wel/index`);
    await page.locator('.y-hello h1').waitFor();
    await page.context().setOffline(true);
    await page.getByText('网络已断开，恢复后会自动刷新数据').waitFor();
    await page.context().setOffline(false);
    await gone(page.getByText('网络已断开，恢复后会自动刷新数据'));
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
    assert.deepEqual(shell.problems, []);
  });
});
