/** Picks colleagues in a form of a journey. */
import type { Locator, Page } from 'playwright-core';

/** Picks a colleague in the select with this label. */
export async function pick(page: Page, form: Locator, label: string, name: string): Promise<void> {
  const field = form.getByLabel(label, { exact: true });
  await field.click();
  await field.fill(name);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).first().click();
  // A list for several stays open; Escape without one would close the dialog.
  if (await page.locator('.ant-select-dropdown:visible').count()) await page.keyboard.press('Escape');
  await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'detached' });
}

/** As `pick`, with the press while the server is still asked for the name. */
export async function pickWhileSearching(page: Page, form: Locator, label: string, name: string): Promise<void> {
  const FIND = '**/business/approval/people';
  const waiting: (() => void)[] = [];
  await page.route(FIND, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  const field = form.getByLabel(label, { exact: true });
  await field.click();
  for (const go of waiting.splice(0)) go();
  const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).first();
  await option.waitFor();
  const asked = page.waitForRequest((request) => request.postData()?.includes(name) ?? false);
  await field.fill(name);
  await asked;
  await option.click();
  await form.locator('.ant-select-selection-item', { hasText: name }).waitFor();
  for (const go of waiting.splice(0)) go();
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('Escape');
  await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'detached' });
}
