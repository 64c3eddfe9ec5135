/** What a page was like when a step of a journey failed: nobody was there to look at it. */
import { afterEach } from 'node:test';
import type { Page, Request } from 'playwright-core';

const MOST_PAGES = 3;
const MOST_TEXT = 2500;
const pages = new Map<Page, { name: string; open: Set<Request> }>();

/** Keeps the page's last clicks and the calls without an answer; what is known of it is printed when a test fails. */
export async function watchForFailures(page: Page, name: string): Promise<void> {
  const open = new Set<Request>();
  pages.set(page, { name, open });
  page.on('close', () => pages.delete(page));
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.addInitScript(() => {
    const clicks: string[] = [];
    (globalThis as unknown as { clicks: string[] }).clicks = clicks;
    for (const type of ['pointerdown', 'pointerup', 'click'])
      document.addEventListener(
        type,
        ({ target, timeStamp }) => {
          const at = target as Element;
          clicks.push(
            `${Math.round(timeStamp)} ${type} ${at.tagName}.${at.getAttribute('class') ?? ''} ${at.textContent?.slice(0, 20) ?? ''}`,
          );
          if (clicks.length > 9) clicks.shift();
        },
        { capture: true, passive: true },
      );
  });
}

async function describePage(page: Page, open: ReadonlySet<Request>): Promise<string> {
  const state = await page.evaluate(() => ({
    onLine: navigator.onLine,
    now: Math.round(performance.now()),
    clicks: (globalThis as unknown as { clicks?: string[] }).clicks ?? [],
    popups: [...document.querySelectorAll('.ant-modal, .ant-drawer, .ant-select-dropdown, .ant-popover')]
      .filter((one) => (one as HTMLElement).checkVisibility())
      .map((one) => one.className),
  }));
  const tree = await page.locator('body').ariaSnapshot({ timeout: 5000 });
  const calls = [...open].map((request) => `${request.method()} ${request.url()}`);
  return `${page.url()}\n${JSON.stringify({ ...state, calls }, null, 1)}\n${tree.slice(-MOST_TEXT)}`;
}

afterEach(async (context) => {
  // Suites have no such property; the steps after a failed one mostly fail because of it.
  if (!('passed' in context) || context.passed !== false) return;
  for (const [page, { name, open }] of [...pages].slice(-MOST_PAGES))
    console.log(`--- ${context.name}: ${name} at ${await describePage(page, open).catch((error: Error) => error.message)}`);
});
