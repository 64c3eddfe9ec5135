/** A call of a family through the service desk, in real browsers whose microphones are tones: who hears whom in each step. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { startWatches, watchId } from '../../scripts/simulator/watches.ts';
import { SECOND_CLICK_MS } from '#web/api/dialling.ts';
import { accessible, button, callFrom } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';
import { hearsMusic, hearsOnly, keepConnections, toneBrowser } from './tones.ts';

const FAMILY = 440;
const AGENT = 700;
const NURSE = 1000;
const ADMIN = 1400;
/** Of the simulator; who wears it has a telephone. */
const WATCH = 1;
const ALL = [FAMILY, AGENT, NURSE, ADMIN];

describe('a call', { skip: noBrowser }, () => {
  let product: Product;
  const folder = mkdtempSync(join(tmpdir(), 'yian-tones-'));
  const browsers: Browser[] = [];
  const pages: Record<string, Page> = {};
  const page = (name: string) => pages[name] as Page;

  before(async () => {
    product = await startProduct({ devices: 'real' });
  });
  after(async () => {
    for (const browser of browsers) await browser.close();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const panelOf = (name: string) => page(name).getByRole('complementary', { name: '通话工作台' });
  const entry = (name: string, label: string) => panelOf(name).getByRole('button', { name: label, exact: true }).first().click();
  /** A button of a colleague's line, by the extension. */
  const of = (name: string, extension: string, label: RegExp) =>
    panelOf(name).getByRole('listitem').filter({ hasText: extension }).getByRole('button', { name: label });
  const press = (name: string, label: string) => button(panelOf(name), label).click();
  const stateOf = (name: string, state: string) =>
    page(name)
      .getByRole('button', { name: `通话工作台：${state}` })
      .waitFor();
  async function comeOnDuty(username: string, tone: number): Promise<void> {
    const browser = await toneBrowser(folder, tone);
    browsers.push(browser);
    const signedIn = await product.signIn(username, { at: null, browser });
    pages[username] = signedIn;
    await signedIn.addInitScript(keepConnections);
    await signedIn.goto(`${product.url}/wel/index`);
    await signedIn.getByRole('button', { name: /^通话工作台/ }).click();
    await entry(username, '我的工作');
    await press(username, '上线');
    await stateOf(username, '空闲');
  }

  it('of a family rings at the desk, and both hear each other', async () => {
    await comeOnDuty('agent', AGENT);
    await comeOnDuty('admin', ADMIN);
    const groups = await callFrom<{ queues: { groupId: number; name: string }[] }>(
      page('agent'),
      'GET',
      '/cloudcall/cloudcallworkbench/state',
    );
    const desk = groups.queues.find(({ name }) => name === '服务台') ?? assert.fail('the agent is not at the desk');
    const { path } = await callFrom<{ path: string }>(page('admin'), 'POST', '/cloudcall/calllink', {
      name: '家属热线',
      groupId: desk.groupId,
    });
    await entry('admin', '我的工作');
    await press('admin', '小休');
    await page('admin').locator('.ant-dropdown:visible').getByText('会议', { exact: true }).click();
    await stateOf('admin', '会议');

    const browser = await toneBrowser(folder, FAMILY);
    browsers.push(browser);
    const family = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })).newPage();
    pages.family = family;
    family.on('pageerror', (error) => assert.fail(error));
    await family.addInitScript(keepConnections);
    await family.goto(product.url + path);
    await family.getByRole('heading', { name: '家属热线' }).waitFor();
    await family.getByLabel('您的称呼').fill('冯建国');
    await button(family, '呼叫').click();
    await press('agent', '接听');
    await panelOf('agent').getByRole('heading', { name: '冯建国' }).waitFor();
    await hearsOnly(family, [AGENT], ALL);
    await hearsOnly(page('agent'), [FAMILY], ALL);
    await family.getByText('通话中', { exact: true }).waitFor();
    await accessible(family, '.cp-page');
    await accessible(page('agent'), '.cw-panel');
  });

  it('is held with music, and muted', async () => {
    await press('agent', '保持');
    await hearsMusic(page('family'), ALL);
    await hearsOnly(page('agent'), [], ALL);
    await press('agent', '取回');
    await hearsOnly(page('family'), [AGENT], ALL);
    await page('agent').keyboard.press('Alt+S');
    await hearsOnly(page('family'), [], ALL);
    await hearsOnly(page('agent'), [FAMILY], ALL);
    await press('agent', '取消静音');
    await hearsOnly(page('family'), [AGENT], ALL);
  });

  it('is whispered to by a supervisor, whom the family does not hear', async () => {
    await entry('admin', '监听');
    await panelOf('admin').getByRole('button', { name: /^耳语/ }).click();
    await hearsOnly(page('agent'), [FAMILY, ADMIN], ALL);
    await hearsOnly(page('admin'), [FAMILY, AGENT], ALL);
    await hearsOnly(page('family'), [AGENT], ALL);
    await press('admin', '挂断');
    await hearsOnly(page('agent'), [FAMILY], ALL);
  });

  it('is handed on to the nurse, who has the agent back in a conference', async () => {
    await comeOnDuty('nurse', NURSE);
    await entry('agent', '转接');
    await of('agent', '8002', /^转接给/).click();
    await press('nurse', '接听');
    await hearsOnly(page('family'), [NURSE], ALL);
    await hearsOnly(page('nurse'), [FAMILY], ALL);
    await stateOf('agent', '话后处理');
    await entry('agent', '我的工作');
    await press('agent', '完成');
    await stateOf('agent', '空闲');
    await entry('nurse', '会议');
    await of('nurse', '8001', /^邀请/).click();
    await press('agent', '接听');
    await hearsOnly(page('agent'), [FAMILY, NURSE], ALL);
    await hearsOnly(page('family'), [AGENT, NURSE], ALL);
  });

  it('goes on after a reload of the page, and ends with notes and stars', async () => {
    await press('nurse', '挂断');
    await hearsOnly(page('family'), [AGENT], ALL);
    page('agent').on('dialog', (question) => void question.accept());
    await page('agent').reload();
    await hearsOnly(page('family'), [AGENT], ALL);
    await hearsOnly(page('agent'), [FAMILY], ALL);
    await panelOf('agent').getByLabel('通话小结').fill('询问探视时间');
    await press('agent', '挂断');
    await stateOf('agent', '话后处理');
    await panelOf('agent').getByRole('heading', { name: '冯建国' }).waitFor();
    await page('family').getByRole('heading', { name: '通话已结束' }).waitFor();
    await page('family').getByRole('button', { name: '5 分' }).click();
    await page('family').getByText('谢谢您的评价').waitFor();
    await press('agent', '保存小结');
    await press('agent', '完成');
    await stateOf('agent', '空闲');
  });

  it('about a warning is dialled from its drawer, which is decided when the call has ended', async () => {
    const nurse = page('nurse');
    const fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(WATCH)], rate: 0 });
    after(() => fleet.stop());
    assert.ok(await fleet.connected(30_000), 'the watch connects');
    fleet.alarm(watchId(WATCH));
    let warning: { id: number } | undefined;
    for (let times = 0; !warning && times < 60; times += 1) {
      await wait(500);
      const { records } = await callFrom<{ records: { id: number; mobile: string | null }[] }>(nurse, 'GET', '/warning/devicewarning/top');
      warning = records.find(({ mobile }) => mobile !== null);
    }
    assert.ok(warning, 'no warning came');
    await nurse.goto(`${product.url}/warning/warning/index?id=${warning.id}`);
    const drawer = nurse.getByRole('dialog', { name: '预警处理' });
    await drawer.locator('.w-dial').click();
    await stateOf('nurse', '拨号');
    await drawer.getByText('通话结束后才能确定').waitFor();
    assert.ok(await button(drawer, '确定').isDisabled());
    // The drawer keeps the focus that leaves it, but not from the panel.
    await panelOf('nurse').getByLabel('通话小结').pressSequentially('无人接听');
    assert.equal(await panelOf('nurse').getByLabel('通话小结').inputValue(), '无人接听');
    await press('nurse', '挂断');
    await drawer.getByText('通话结束后才能确定').waitFor({ state: 'detached' });
    assert.ok(await button(drawer, '确定').isEnabled());
    await drawer.getByRole('region', { name: '通话记录' }).getByText('呼叫方取消').waitFor();
  });

  it('is not dialled by the double click on its number that opens its record', async () => {
    const nurse = page('nurse');
    await nurse.goto(`${product.url}/cloudcall/record`);
    const dialled: string[] = [];
    nurse.on('request', (request) => void (request.postData()?.includes('MakeCall') && dialled.push(request.url())));
    await nurse.locator('.ant-table-row a[href^="tel:1"]').first().dblclick();
    await nurse.getByRole('dialog', { name: /^通话 / }).waitFor();
    await wait(2 * SECOND_CLICK_MS);
    assert.deepEqual(dialled, []);
    assert.deepEqual(product.problems, []);
  });
});
