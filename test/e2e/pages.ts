/** What every journey does with its pages: hears what they say, presses their buttons, has axe look at them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { UNKNOWN } from '#web/api/refusals.ts';
import { watchForFailures } from './failures.ts';

const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');
/** As patient as Playwright is. */
const PATIENCE_MS = 30_000;

const heard = new WeakMap<Page, string[]>();

/** Keeps every message and notification of a page, which pass sooner than a busy machine looks, and what broke in it under `problems`. */
export async function listen(page: Page, name: string, problems: string[]): Promise<void> {
  const texts: string[] = [];
  heard.set(page, texts);
  await watchForFailures(page, name);
  page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`));
  await page.exposeFunction('said', (text: string) => {
    texts.push(text);
    if (text.includes(UNKNOWN)) problems.push(`${name}: ${text}`);
  });
  await page.addInitScript(() => {
    const known = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('.ant-message-notice, .ant-notification-notice')) {
        if (known.has(notice)) continue;
        known.add(notice);
        (globalThis as unknown as { said: (text: string | null) => void }).said(notice.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until the page has said something with this in it, once for every call; gives all of it. */
export async function said(page: Page, part: string | RegExp): Promise<string> {
  const texts = heard.get(page) ?? assert.fail('nobody listens to this page');
  const isIt = (text: string) => (typeof part === 'string' ? text.includes(part) : part.test(text));
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(50)) {
    const at = texts.findIndex(isIt);
    if (at >= 0) return texts.splice(at, 1)[0] as string;
  }
  return assert.fail(`the page did not say ${part}, but: ${texts.join(' | ') || 'nothing'}`);
}

/** Waits until something holds in the page; fails in the words of `what`. */
export async function becomes(page: Page, holds: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100)) if (await page.evaluate(holds)) return;
  assert.fail(`still not: ${what}`);
}

/**
 * A button by its whole name, once it takes a press: antd ignores those on a button that shows it is loading. It puts a gap between two
 * characters, and may leave its invisible loading icon in the name.
 */
export const button = (at: Page | Locator, name: string) =>
  at.getByRole('button', { name: new RegExp(`^(loading )?${[...name].join('\\s?')}$`) }).and(at.locator(':not(.ant-btn-loading)'));

/** Presses an action of a row of a list, wherever the list has put it: beside the row's others, or below 更多. */
export async function rowAction(row: Locator, label: string): Promise<void> {
  const direct = button(row, label);
  const more = button(row, '更多');
  await direct.or(more).first().waitFor();
  if (await direct.count()) return direct.click();
  await more.click();
  await row.page().locator('.ant-dropdown:visible').getByText(label, { exact: true }).click();
}

/** Says yes to what an action of a row asks. */
export const confirmed = (page: Page) => button(page.locator('.ant-modal-confirm:visible'), '确定').click();

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Writes something on the signature pad in there and confirms it. */
export async function sign(page: Page, at: Locator): Promise<void> {
  const pad = at.locator('canvas[aria-label*="签名"]');
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox()) ?? assert.fail('there is no signature pad');
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  for (const [x, y] of [
    [90, 90],
    [140, 40],
    [190, 90],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y);
  await page.mouse.up();
  await button(at, '确认签名').click();
  await button(at, '重新签名').waitFor();
}

/** Picks an option of the select with this label in a form. */
export async function choose(page: Page, form: Locator, label: string, option: string): Promise<void> {
  await form.getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}

/** Picks an entry of the tree that the field with this label opens. */
export async function chooseInTree(page: Page, form: Locator, label: string, entry: string): Promise<void> {
  await form.getByLabel(label).click();
  await page.locator('.ant-select-tree-title').filter({ hasText: entry }).first().click();
}

/** Takes an address from the map into a form; gives the degrees that the map showed. */
export async function chooseAddress(page: Page, form: Locator, address: string): Promise<number[]> {
  await button(form, '地图选点').click();
  const map = dialog(page, '选择地址');
  await map.getByLabel('搜索地址').fill(address);
  await map.getByLabel('搜索地址').press('Enter');
  const degrees = map.locator('output');
  await degrees.filter({ hasText: /^1[12]\d\.\d{6}, \d{2}\.\d{6}$/ }).waitFor();
  const shown = ((await degrees.textContent()) ?? '').split(', ').map(Number);
  await button(map, '确定').click();
  await map.waitFor({ state: 'detached' });
  await form.getByText('已定位：').waitFor();
  return shown;
}

/** Searches the list of the page for a name. */
export async function searchName(page: Page, name: string): Promise<void> {
  await page.getByRole('search').getByLabel('姓名', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
}

/** The file that pressing something downloads. */
export const download = async (page: Page, press: Locator): Promise<Download> =>
  (await Promise.all([page.waitForEvent('download'), press.click()]))[0];

/** Holds the page's calls of an address back, as a slow server does, until what it gives is called and the first has its answer. */
export async function heldBack(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(address, (route) => held.promise.then(() => route.continue()));
  const answered = page.waitForResponse(address);
  return async () => {
    held.resolve();
    await (await answered).finished();
    await page.unroute(address);
  };
}

/** A call as the page's own, with the session that it has; gives the answer's data, and fails where the answer is a refusal. */
export const callFrom = <T>(page: Page, method: string, path: string, body: object | null = null): Promise<T> =>
  page.evaluate(
    async ([verb, address, input]) => {
      const { tokens, user } = JSON.parse(sessionStorage.getItem('yian.session') ?? '') as {
        tokens: { access: string };
        user: { tenantId: number };
      };
      const headers = {
        authorization: `Bearer ${tokens.access}`,
        'tenant-id': String(user.tenantId),
        ...(input ? { 'content-type': 'application/json' } : {}),
      };
      const answer = await fetch(address, { method: verb, headers, ...(input ? { body: JSON.stringify(input) } : {}) });
      const content = (await answer.json()) as { code: number; msg: string; data: unknown };
      if (content.code !== 0) throw new Error(`${address}: ${content.msg}`);
      return content.data;
    },
    [method, path, body] as const,
  ) as Promise<T>;

/**
 * Chooses a row of a picker. A double click while the list is fetched, or within a second
 * of the pick before it, does not count: a hand does it again.
 */
export async function chooseRow(picker: Locator, row: Locator): Promise<void> {
  const closed = () =>
    picker.waitFor({ state: 'detached', timeout: 1500 }).then(
      () => true,
      () => false,
    );
  await row.waitFor();
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    await row.dblclick({ timeout: 1500 }).catch(() => undefined);
    if (await closed()) return;
  }
  assert.fail(`still open: ${String(picker)}`);
}

/** Chooses a carer by name from the ranked staff that a field opens. */
export async function chooseCarer(page: Page, field: Locator, name: string): Promise<void> {
  await field.getByPlaceholder('请选择服务人员').click();
  const picker = dialog(page, '选择服务人员');
  await picker.getByLabel('姓名').fill(name);
  await picker
    .locator('.b-candidates > li', { hasText: name })
    .first()
    .getByRole('button', { name: /^选\s?择/ })
    .click();
  await picker.waitFor({ state: 'detached' });
}

const GRAVE = ['moderate', 'serious', 'critical'];

/**
 * Fails with the findings of axe inside a selector that are moderate or graver, best practice among them (landmarks, names of their own),
 * once nothing moves or is being sent there: what fades in, and a button that is loading, have too little contrast.
 */
export async function accessible(page: Page, where: string): Promise<void> {
  await page.locator(where).first().waitFor({ state: 'attached' });
  await page.evaluate(async (selector) => {
    const moving = () =>
      [...document.querySelectorAll(selector)]
        .flatMap((one) => one.getAnimations({ subtree: true }))
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    const isSending = () => [...document.querySelectorAll(selector)].some((one) => one.querySelector('.ant-btn-loading'));
    // What begins to fade with the next picture is not yet to be seen in this one: twice in a row there is nothing.
    for (let rounds = 0, calm = 0; calm < 2 && rounds < 150; rounds++) {
      const now = moving();
      calm = now.length || isSending() ? 0 : calm + 1;
      await Promise.allSettled(now.map(({ finished }) => finished));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }, where);
  // Half a megabyte of it: once for each document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async ([selector, impacts]) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (at: object, how: object) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
      };
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      // Where a part of a page begins with its own heading, axe does not see the ones above it.
      // It would read every style sheet again, for a rule about locked orientation: no style of ours asks for that.
      const how = { runOnly: tags, rules: { 'heading-order': { enabled: false } }, resultTypes: ['violations'], preload: false };
      const { violations } = await axe.run({ include: [[selector]] }, how);
      return violations.filter(({ impact }) => impacts.includes(impact)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
    },
    [where, GRAVE] as const,
  );
  assert.deepEqual(found, [], where);
}

/** 签到 or 签退 of a job on its carer's phone page, signed where that is asked for, until the server has it. */
export async function visitOnPhone(page: Page, url: string, jobId: number, label: '签到' | '签退'): Promise<void> {
  await page.goto(`${url}/carer?job=${jobId}`);
  await button(page.locator('.c-foot'), label).click();
  const form = page.locator('.c-form');
  await form.waitFor();
  if (await form.getByText('服务对象签名（必填）').count()) await sign(page, form);
  // Whoever was sent to an SOS or a fall says what she found.
  const quick = form.getByRole('group', { name: '常用服务记录' });
  if (await quick.count()) {
    await button(form, label).click();
    await form.getByText('还缺：').waitFor();
    await quick.getByRole('button').first().click();
  }
  await button(form, label).click();
  await said(page, `${label}已记录`);
  await page.locator('.c-waiting').waitFor({ state: 'detached' });
}
