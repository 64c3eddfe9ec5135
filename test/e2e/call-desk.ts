/** Seats at their workbench and families at a link's page, each in a browser of its own whose microphone is a tone. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { button, callFrom } from './pages.ts';
import type { Product } from './product.ts';
import { keepConnections, toneBrowser } from './tones.ts';

const PINGAN = 1_000_001;

/** The desk of a running product; people are named by their account, the caller of a link is `family`. `close` ends the browsers. */
export function callDesk(product: () => Product) {
  const folder = mkdtempSync(join(tmpdir(), 'yian-tones-'));
  const browsers: Browser[] = [];
  const pages: Record<string, Page> = {};
  const page = (name: string) => pages[name] as Page;
  const panelOf = (name: string) => page(name).getByRole('complementary', { name: '通话工作台' });
  const entry = (name: string, label: string) => panelOf(name).getByRole('button', { name: label, exact: true }).first().click();
  const press = (name: string, label: string) => button(panelOf(name), label).click();
  const stateOf = (name: string, state: string) =>
    page(name)
      .getByRole('button', { name: `通话工作台：${state}` })
      .waitFor();
  const browser = async (tone: number) => {
    const made = await toneBrowser(folder, tone);
    browsers.push(made);
    return made;
  };
  return {
    page,
    panelOf,
    entry,
    press,
    stateOf,
    /** A button of a colleague's line, by the extension. */
    of: (name: string, extension: string, label: RegExp) =>
      panelOf(name).getByRole('listitem').filter({ hasText: extension }).getByRole('button', { name: label }),
    async comeOnDuty(username: string, tone: number): Promise<void> {
      // A seat is ready again when the journey says so, and not while a slow machine looks elsewhere.
      await product().deps.inTenant(PINGAN, (tx) =>
        tx.run(sql`update call_services set after_call_seconds = 600 where tenant_id = ${PINGAN}`),
      );
      const signedIn = await product().signIn(username, { at: null, browser: await browser(tone) });
      pages[username] = signedIn;
      await signedIn.addInitScript(keepConnections);
      await signedIn.goto(`${product().url}/wel/index`);
      await signedIn.getByRole('button', { name: /^通话工作台/ }).click();
      await entry(username, '我的工作');
      await press(username, '上线');
      await stateOf(username, '空闲');
    },
    /** After a call. */
    async done(username: string): Promise<void> {
      await stateOf(username, '话后处理');
      await entry(username, '我的工作');
      await press(username, '完成');
      await stateOf(username, '空闲');
    },
    async onBreak(username: string): Promise<void> {
      await entry(username, '我的工作');
      await press(username, '小休');
      await page(username).locator('.ant-dropdown:visible').getByText('会议', { exact: true }).click();
      await stateOf(username, '会议');
    },
    /** A family calls the desk by a link that `by` makes. */
    async callIn(by: string, tone: number): Promise<void> {
      const { queues } = await callFrom<{ queues: { groupId: number; name: string }[] }>(
        page(by),
        'GET',
        '/cloudcall/cloudcallworkbench/state',
      );
      const desk = queues.find(({ name }) => name === '服务台') ?? assert.fail(`${by} is not at the desk`);
      const link = { name: '家属热线', groupId: desk.groupId };
      const { path } = await callFrom<{ path: string }>(page(by), 'POST', '/cloudcall/calllink', link);
      const context = await (await browser(tone)).newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
      const family = await context.newPage();
      pages.family = family;
      family.on('pageerror', (error) => assert.fail(error));
      await family.addInitScript(keepConnections);
      await family.goto(product().url + path);
      await family.getByRole('heading', { name: '家属热线' }).waitFor();
      await family.getByLabel('您的称呼').fill('冯建国');
      await button(family, '呼叫').click();
    },
    async close(): Promise<void> {
      for (const one of browsers) await one.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
