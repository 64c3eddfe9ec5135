/** A member of staff at a page, with a stopwatch: what the hands did until the screen said that it is done. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { button } from '../test/e2e/pages.ts';

export interface Job {
  role: string;
  task: string;
  /** Pointers that went down, a finger or a mouse. */
  presses: number;
  /** Characters and keys typed. */
  keys: number;
  /** Pages of another path that were gone through. */
  pages: number;
  /** From the first press or key to what the server confirmed, on the screen. */
  seconds: number;
  /** The most presses it may take, if that was said. */
  goal: number | null;
  failed: string | null;
}

export interface Worker {
  page: Page;
  press: (at: Locator) => Promise<void>;
  /** Types into what has the focus. */
  type: (text: string) => Promise<void>;
  /** Presses a key, as often as said. */
  key: (name: string, times?: number) => Promise<void>;
  /** Goes to a page by the menu; opens its group where that is closed. */
  menu: (group: string, label: string) => Promise<void>;
  /** Measures a piece of work. It ends with what the screen says; a piece that fails is a row, too. */
  does: (task: string, work: () => Promise<void>, goal?: number) => Promise<void>;
}

/** Counts in a page what its hands do. Before the page is gone to. */
export async function worker(role: string, page: Page, jobs: Job[]): Promise<Worker> {
  const counted = { presses: 0, keys: 0, pages: 0, first: 0 };
  let path = '';
  const began = () => (counted.first ||= performance.now());
  await page.exposeFunction('pressed', () => {
    counted.presses += 1;
    began();
  });
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => (globalThis as unknown as { pressed: () => void }).pressed(), { capture: true }),
  );
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    const { pathname } = new URL(frame.url());
    if (pathname !== path) counted.pages += 1;
    path = pathname;
  });
  const press: Worker['press'] = (at) => at.click();
  return {
    page,
    press,
    async type(text) {
      began();
      counted.keys += [...text].length;
      await page.keyboard.type(text);
    },
    async key(name, times = 1) {
      began();
      counted.keys += times;
      for (let time = 0; time < times; time++) await page.keyboard.press(name);
    },
    async menu(group, label) {
      const nav = page.locator('.y-sidebar');
      const entry = nav.getByRole('menuitem', { name: new RegExp(`^${label}( \\d+\\+?)?$`) });
      await nav.getByRole('menuitem').first().waitFor();
      if (!(await entry.first().isVisible()))
        await press(nav.locator('.ant-menu-submenu-title').filter({ hasText: new RegExp(`^${group}`) }));
      await press(entry.first());
    },
    async does(task, work, goal) {
      Object.assign(counted, { presses: 0, keys: 0, pages: 0, first: 0 });
      path = new URL(page.url()).pathname;
      const failed = await work().then(
        () => null,
        (error: unknown) => String(error).split('\n').slice(0, 3).join(' '),
      );
      const seconds = counted.first ? (performance.now() - counted.first) / 1000 : 0;
      // What a press told arrives on its own.
      await wait(100);
      const { presses, keys, pages } = counted;
      jobs.push({ role, task, presses, keys, pages, seconds, goal: goal ?? null, failed });
      console.log(`${role}: ${task}: ${failed ?? `${presses} presses, ${keys} keys, ${pages} pages, ${seconds.toFixed(1)} s`}`);
      if (failed && process.env.YIAN_SHOTS) await page.screenshot({ path: `${process.env.YIAN_SHOTS}/${role}-${jobs.length}.png` });
    },
  };
}

/** The row of 现在 of a kind, its button. */
export const nowButton = (page: Page, action: string, name: string | RegExp = '') =>
  page
    .getByRole('region', { name: /^现在/ })
    .locator('.y-now-row')
    .filter({ hasText: name })
    .getByRole('button', { name: new RegExp(`^${action}：`) })
    .first();

/** Chooses what a select shows under a label. */
export async function pick({ page, press }: Worker, form: Locator, label: string, option: string): Promise<void> {
  await press(form.getByLabel(label, { exact: true }));
  await press(page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }));
}

export const pressed = ({ press }: Worker, at: Locator | Page, name: string) => press(button(at, name).first());
