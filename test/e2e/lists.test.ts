/** Every list of the menu on a screen of 1440: nothing lies beside the window, and the actions of a row are in sight. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { button, callFrom } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const WEB = join(import.meta.dirname, '../../web');
const PAGE = /path: '([^']+)', label: '[^']+', menu: true, load: \(\) => import\('\.\/([^']+)'\)/g;

/** Addresses of the pages that are a list, from the table of routes and what their files draw. */
const LISTS = new Set(
  [...readFileSync(join(WEB, 'routes.tsx'), 'utf8').matchAll(PAGE)]
    .filter(([, , file]) => /<(DataTable|CrudPage|TreeTable)/.test(readFileSync(join(WEB, file as string), 'utf8')))
    .map(([, path]) => path as string),
);

interface Entry {
  path?: string | null;
  children?: Entry[] | null;
}
const pathsOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);

/** Goes to a page as a link does, without loading the product anew; the list that was open is marked as seen. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    for (const list of document.querySelectorAll<HTMLElement>('.y-list, .m-settings')) list.dataset.seen = 'true';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** How the list that is open lies in the window. */
const layout = (page: Page) =>
  page.evaluate(() => {
    const list = [...document.querySelectorAll<HTMLElement>('.y-list')].find((one) => one.offsetWidth > 0 && !one.dataset.seen);
    const body = list?.querySelector<HTMLElement>('.ant-table-body, .ant-table-content, .ant-table-tbody-virtual-holder');
    const actions = [...(list?.querySelectorAll<HTMLElement>('.ant-table-thead th') ?? [])].find((cell) => cell.textContent === '操作');
    return {
      beyond: body ? body.scrollWidth - body.clientWidth : Number.NaN,
      right: actions ? Math.round(actions.getBoundingClientRect().right) : null,
      window: window.innerWidth,
      titles: [...(list?.querySelectorAll('.ant-table-thead th') ?? [])].map((cell) => cell.textContent).join(' '),
    };
  });

describe('lists on a screen of 1440', { skip: noBrowser }, () => {
  let product: Product;

  before(async () => {
    product = await startProduct();
  });
  after(() => product?.stop());

  const looked = new Set<string>();
  for (const username of ['admin', 'platform']) {
    it(`do not scroll sideways for ${username}`, async () => {
      const page = await product.signIn(username);
      const all = pathsOf(await callFrom<Entry[]>(page, 'GET', '/admin/menu')).filter((path) => LISTS.has(path));
      // A list is the same for both, but for those of the platform alone.
      const mine = all.filter((path) => !looked.has(path));
      for (const path of mine) looked.add(path);
      assert.ok(mine.length > 5, mine.join());
      const wide: string[] = [];
      await page.goto(product.url + (mine[0] as string));
      for (const path of mine) {
        if (path !== mine[0]) await go(page, path);
        await page
          .locator('.y-list:not([data-seen]):visible .y-table[aria-busy="false"], .m-settings:not([data-seen]):visible')
          .first()
          .waitFor();
        // Parameters begin with their topics; their list is the second view.
        if (await page.locator('.m-settings:not([data-seen]):visible').count()) continue;
        // Which columns there is room for is reckoned after the first drawing.
        let found = await layout(page);
        for (let tries = 0; tries < 20 && !(found.beyond <= 0); tries++) {
          await page.waitForTimeout(100);
          found = await layout(page);
        }
        const { beyond, right, window, titles } = found;
        if (!(beyond <= 0) || (right !== null && right > window))
          wide.push(`${path}: ${beyond} beyond, actions end at ${right} (${titles})`);
      }
      assert.deepEqual(wide, []);
      await page.close();
    });
  }

  it('have as many rows as the window is high, until a person chooses how many', async () => {
    const page = await product.signIn('admin', { at: '/oldMan/index' });
    const rows = page.locator('.ant-table-row');
    await rows.first().waitFor();
    const few = await rows.count();
    assert.ok(few > 10, `${few} rows at a height of 900`);
    const body = page.locator('.ant-table-body');
    assert.ok(await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight), 'they fit');
    await page.setViewportSize({ width: 1440, height: 1200 });
    await rows.nth(few + 4).waitFor();
    assert.doesNotMatch(page.url(), /size/);
    await page.goto(`${product.url}/oldMan/index?size=10`);
    await rows.first().waitFor();
    assert.equal(await rows.count(), 10);
    await page.close();
  });

  it('are asked for with as many rows as fitted before when their page is opened again', async () => {
    const page = await product.signIn('admin', { at: '/oldMan/index' });
    const rows = page.locator('.ant-table-row');
    await rows.first().waitFor();
    const few = await rows.count();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/members/oldman/page')) asked.push(new URL(request.url()).searchParams.get('size') ?? '');
    });
    await page.reload();
    await rows.first().waitFor();
    // What is measured is measured within a frame.
    await page.waitForTimeout(300);
    // The socket that opens has them read again.
    assert.deepEqual([...new Set(asked)], [String(few)]);
    await page.close();
  });

  it('begin with what is to be done, the urgent first, and lead to all', async () => {
    const page = await product.signIn('admin', { at: '/order/workorder' });
    const rows = page.locator('.y-list:visible .ant-table-row');
    await rows.first().waitFor();
    const states = page.getByRole('radiogroup', { name: '工单状态' });
    assert.ok(await states.getByRole('radio', { name: '未完成' }).isChecked());
    const texts = await rows.allTextContents();
    const firstOrdinary = texts.findIndex((text) => text.includes('普通'));
    assert.ok(firstOrdinary === -1 || texts.slice(firstOrdinary).every((text) => text.includes('普通')), texts.join('\n'));
    assert.ok(texts.every((text) => !/已完成|已取消|已评价/.test(text)));
    await states.getByText('全部', { exact: true }).click();
    await page.waitForURL('**/order/workorder?open=');
    await states.getByText('未完成', { exact: true }).click();
    await page.waitForURL('**/order/workorder');
    // Two presses with nothing drawn between them: the second is none that the first one has lost.
    await states.evaluate((group) => {
      for (const text of ['全部', '未完成']) [...group.querySelectorAll('label')].find((one) => one.textContent === text)?.click();
    });
    assert.equal(new URL(page.url()).search, '');
    assert.ok(await states.getByRole('radio', { name: '未完成' }).isChecked());
    await page.goto(`${product.url}/warning/warning/index`);
    await page.getByRole('search').getByTitle('未关闭').waitFor();
    await page.close();
  });

  it('show in the row what the table has no room for, and in the table what a person has asked for', async () => {
    const page = await product.signIn('admin', { at: '/order/workorder' });
    const row = page.locator('.ant-table-row').first();
    const more = row.getByRole('button', { name: /^其余\d+列$/ });
    await more.click();
    assert.equal(await more.getAttribute('aria-expanded'), 'true');
    const folded = page.locator('.y-folded').first();
    await folded.getByText('来源', { exact: true }).waitFor();
    await button(page, '列设置').click();
    await page.getByText(/^因宽度不足，.*来源/).waitFor();
    await button(page, '全部放在表中').click();
    await page.locator('.ant-table-thead th', { hasText: '来源' }).waitFor();
    await more.waitFor({ state: 'detached' });
    await button(page, '恢复默认').click();
    await more.waitFor();
    await page.close();
  });
});
