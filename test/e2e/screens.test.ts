import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { maskName } from '#contract/screens/screens.rules.ts';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { endWarnings, wearerOf } from './demonstration.ts';
import { accessible, becomes, dialog, listen } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const PASSWORD = 'Demo2026';

describe('the big screens', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let fleet: Fleet;
  let wall: Page;
  let wearer: { name: string; room: string };

  const takeover = () => wall.getByRole('region', { name: '紧急预警' });
  const cut = () => wall.getByRole('alert').filter({ hasText: '连接已断开' });

  before(async () => {
    product = await startProduct({ devices: 'real' });
    await endWarnings(product);
    wearer = await wearerOf(product, 1);
    fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(1)], rate: 0 });
    assert.ok(await fleet.connected(30_000), 'the watch connects');
  });
  after(async () => {
    await fleet?.stop();
    await product?.stop();
  });

  it('a wall that nobody has let in shows its code by itself, and then its institution', async () => {
    const context = await product.newContext({ viewport: { width: 1920, height: 1080 } });
    wall = await context.newPage();
    await listen(wall, 'wall', product.problems as string[]);
    await wall.goto(`${product.url}/screen`);
    const code = await wall.locator('output').innerText();
    const admin = await product.signIn('admin');
    const link = admin.getByRole('link', { name: '大屏（新窗口）', exact: true });
    assert.deepEqual([await link.getAttribute('href'), await link.getAttribute('target')], ['/screen', '_blank']);
    assert.equal(await admin.getByRole('link', { name: /集团大屏/ }).count(), 0, 'an institution has nothing below');
    await admin.goto(`${product.url}/info/screen?code=${code}`);
    await admin.getByRole('button', { name: '允许登录' }).click();
    await admin.getByText('大屏已登录').waitFor();
    await admin.context().close();
    await wall.getByRole('heading', { name: /平安颐养院/ }).waitFor();
    assert.equal(new URL(wall.url()).pathname, '/screen');
    await accessible(wall, '.s-stage');
  });

  it('fills 16:9 without a bar to scroll, and goes nowhere else', async () => {
    for (const [width, height] of [
      [1920, 1080],
      [3840, 2160],
      [1280, 720],
    ] as const) {
      await wall.setViewportSize({ width, height });
      // A window that has just changed its size is laid out anew in a moment.
      const fits = () => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        const all = [...document.querySelectorAll('.s-panel, .s-grid, .s-plan')];
        return (
          scrollHeight <= innerHeight &&
          scrollWidth <= innerWidth &&
          all.every((one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1)
        );
      };
      await becomes(wall, fits, `everything fits into ${width}x${height}`);
    }
    await wall.setViewportSize({ width: 1920, height: 1080 });
    await wall.goto(`${product.url}/screen/calls`);
    await wall.getByText('正在等待').waitFor();
    assert.equal(new URL(wall.url()).pathname, '/screen/calls', 'the wall of the calls is one, too');
    await wall.goto(`${product.url}/oldMan/index`);
    await wall.waitForURL('**/screen');
    await wall.locator('.s-line[data-state=live]').waitFor();
  });

  it('an SOS takes it over until a nurse confirms', async () => {
    await wall.mouse.click(5, 500);
    await wall.evaluate(() => {
      const counter = globalThis as unknown as { pulses: number };
      counter.pulses = 0;
      const start = AudioScheduledSourceNode.prototype.start;
      AudioScheduledSourceNode.prototype.start = function (when) {
        counter.pulses++;
        return start.call(this, when);
      };
    });
    assert.equal(await takeover().count(), 0);
    fleet.alarm(watchId(1));
    await takeover().waitFor();
    const text = (await takeover().textContent()) ?? '';
    for (const part of ['SOS求助', maskName(wearer.name), wearer.room, '还没有人确认']) assert.ok(text.includes(part), part);
    assert.ok(!(await wall.content()).includes(wearer.name), 'the whole name is nowhere in the page');
    assert.ok((await wall.evaluate(() => (globalThis as unknown as { pulses: number }).pulses)) > 0, 'there was sound');
    await accessible(wall, '.s-takeover');
    await wall.reload();
    await takeover().waitFor();

    const nurse = await product.signIn('nurse');
    await nurse
      .getByRole('article', { name: `紧急预警：${wearer.name}，SOS求助` })
      .getByRole('button', { name: '确认收到' })
      .click();
    await takeover().waitFor({ state: 'detached' });
    await wall
      .locator('.s-lines li')
      .filter({ hasText: 'SOS求助' })
      .first()
      .getByText(/已确认$/)
      .waitFor();
    await nurse.context().close();
  });

  it('says when it is cut off, and recovers by itself', async () => {
    await wall.context().setOffline(true);
    await cut().waitFor();
    assert.match((await cut().textContent()) ?? '', /以下为 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 的数据，不是现在的情况.*已断开/);
    await wall.locator('.s-stage[data-cut]').waitFor();
    await wall.context().setOffline(false);
    await cut().waitFor({ state: 'detached' });
    await wall.locator('.s-line[data-state=live]').waitFor();
  });

  it('takes a new version when the connection is back', async () => {
    await wall.route(`${product.url}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' }),
    );
    await wall.evaluate(() => void ((globalThis as unknown as { old: boolean }).old = true));
    await wall.context().setOffline(true);
    await cut().waitFor();
    await wall.context().setOffline(false);
    await wall.waitForFunction(() => !('old' in globalThis) && document.querySelector('.s-strip') !== null);
    await wall.evaluate(() => void ((globalThis as unknown as { old: boolean }).old = true));
    await wall.locator('.s-line[data-state=live]').waitFor();
    assert.ok(await wall.evaluate(() => 'old' in globalThis), 'once, whatever the other server says');
    await wall.unroute(`${product.url}/`);
  });

  it('is told when its session is ended, and shows a new code', async () => {
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(
        sql`update sessions set revoked_at = now(), revoked_reason = 'ended by oneself' where tenant_id = ${PINGAN} and scope = 'screen'`,
      ),
    );
    await wall.locator('output').waitFor({ timeout: 60_000 });
    await wall.context().close();
  });

  it('is not for a carer', async () => {
    const carer = await product.signIn('carer');
    assert.equal(await carer.getByRole('link', { name: /大屏/ }).count(), 0);
    await carer.goto(`${product.url}/screen`);
    await carer.getByRole('heading', { name: '没有查看机构大屏的权限' }).waitFor();
    await carer.getByRole('button', { name: '返回首页' }).click();
    await carer.waitForURL('**/wel/index');
    await carer.context().close();
  });

  it('a group has its institutions side by side, chooses among them, and enters one the one way there is', async () => {
    const group = await product.signIn('group', { viewport: { width: 1920, height: 1080 } });
    assert.equal(await group.getByRole('link', { name: '集团大屏（新窗口）' }).getAttribute('href'), '/screen/group');
    await group.goto(`${product.url}/screen/group`);
    const rows = () => group.locator('.s-group-table tbody tr');
    await rows().nth(2).waitFor();
    assert.equal(await rows().count(), 3);
    await accessible(group, '.s-stage');
    await group.keyboard.press('c');
    const choice = group.getByRole('dialog', { name: '选择机构' });
    await choice.getByLabel('康和护理院').uncheck();
    // What the wall reads by its clock in this moment still asks for all.
    const sent = group.waitForRequest(
      (request) => request.url().includes('/members/screen/group') && request.headers()['tenant-ids'] === '1000001,1000003',
    );
    await choice.getByRole('button', { name: '确定' }).click();
    await sent;
    await rows().nth(2).waitFor({ state: 'detached' });
    await group.reload();
    await rows().nth(1).waitFor();
    assert.equal(await rows().count(), 2, 'the choice is kept');

    await rows().filter({ hasText: '平安颐养院' }).getByRole('button', { name: '进入' }).click();
    await dialog(group, '验证身份').getByLabel('登录密码或动态验证码').fill(PASSWORD);
    await dialog(group, '验证身份')
      .getByRole('button', { name: /确\s?定/ })
      .click();
    await group.waitForURL('**/screen');
    await group.getByRole('heading', { name: /平安颐养院/ }).waitFor();
    await group.context().close();
    assert.deepEqual(product.problems, []);
  });
});
