/** The day of an agent of the call centre, for bench/roles.ts: a family calls by a link, in browsers whose microphones are tones. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { button, callFrom, dialog } from '../test/e2e/pages.ts';
import type { Product } from '../test/e2e/product.ts';
import { keepConnections, toneBrowser } from '../test/e2e/tones.ts';
import { pressed, worker, type Job, type Worker } from './harness-roles.ts';

/** Calls the desk as a family, by a link that somebody makes. */
async function familyCalls(product: Product, by: Worker['page'], browser: Browser): Promise<void> {
  const { queues } = await callFrom<{ queues: { groupId: number; name: string }[] }>(by, 'GET', '/cloudcall/cloudcallworkbench/state');
  const groupId = queues.find(({ name }) => name === '服务台')?.groupId;
  const { path } = await callFrom<{ path: string }>(by, 'POST', '/cloudcall/calllink', {
    name: `家属热线${Date.now() % 100_000}`,
    groupId,
  });
  const family = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })).newPage();
  await family.goto(product.url + path);
  await family.getByLabel('您的称呼').fill('冯建国');
  await button(family, '呼叫').click();
}

export async function agentsDay(product: Product, jobs: Job[], size: object): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'yian-tones-'));
  const [own, other] = [await toneBrowser(folder, 700), await toneBrowser(folder, 440)];
  try {
    const admin = await product.signIn('admin');
    const page = await product.signIn('agent', { ...size, at: null, browser: own });
    page.setDefaultTimeout(20_000);
    await page.addInitScript(keepConnections);
    const agent = await worker('agent', page, jobs);
    const { press, type, does } = agent;
    await page.goto(`${product.url}/wel/index`);
    const panel = page.getByRole('complementary', { name: '通话工作台' });
    const state = (name: string) => page.getByRole('button', { name: `通话工作台：${name}` }).waitFor();
    await page.getByRole('button', { name: /^通话工作台/ }).waitFor();

    await does('on duty', async () => {
      await press(page.getByRole('button', { name: /^通话工作台/ }));
      await pressed(agent, panel, '上线');
      await state('空闲');
    });
    await familyCalls(product, admin, other);
    await button(panel, '接听').waitFor();
    await does('a call answered', async () => {
      await pressed(agent, panel, '接听');
      await panel.getByRole('heading', { name: '冯建国' }).waitFor();
      await button(panel, '挂断').waitFor();
    });
    await does('its note, a ticket of it, and the end of the call', async () => {
      await press(panel.getByLabel('通话小结'));
      await type('询问探视时间，空调不制冷');
      await pressed(agent, panel, '登记诉求');
      const asked = dialog(page, '新增诉求');
      await asked.waitFor();
      // The field of the title has the focus.
      await page.waitForFunction(() => document.activeElement?.matches('.y-drawer input'));
      await type('房间空调不制冷');
      const content = asked.getByLabel(/内容/);
      if ((await content.inputValue()) === '') {
        await press(content);
        await type('房间空调不制冷，请安排维修');
      }
      await pressed(agent, asked, '登记');
      await asked.waitFor({ state: 'detached' });
      await pressed(agent, panel, '挂断');
      await state('话后处理');
      await pressed(agent, panel, '完成');
      await state('空闲');
    });
  } finally {
    await own.close();
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
