/**
 * The first look at a page in Chromium with a quarter of the processor and 10 Mbit/s: bytes of document and
 * script that travel (brotli) until it stands, the largest paint, the longest task. The login page, a questionnaire by its
 * link and the list of warnings, with an empty cache, beside a page of plain HTML from the same machine: the browser's own floor.
 * Needs Chromium (CHROMIUM, else /usr/bin/chromium). Usage: node bench/first-load.ts [rounds]
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { signInOn, startProduct, type Product } from '../test/e2e/product.ts';
import { over, paired, ratio, table } from './harness.ts';

process.env.CHROMIUM ||= '/usr/bin/chromium';
const CPU = 4;
/** Bytes a second and milliseconds. */
const NETWORK = { offline: false, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, latency: 40 };

interface Look {
  kb: number;
  requests: number;
  lcp: number;
  longest: number;
}

/** Opens an address with an empty cache until nothing has happened for a second and a half. */
async function look(page: Page, address: string, shown: string): Promise<Look> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const counted = new Map<string, boolean>();
  let bytes = 0;
  let requests = 0;
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    requests++;
    // The script of a questionnaire stands in its document.
    counted.set(requestId, type === 'Script' || type === 'Document');
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.get(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { lcp: 0, longest: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(address);
  await page.locator(shown).first().waitFor({ timeout: 60_000 });
  // What comes once the page stands (the application behind the login page, parts for later) is not what one waits for.
  const before = { bytes, requests };
  await page.waitForTimeout(1500);
  const { lcp, longest } = await page.evaluate(() => (window as unknown as { seen: { lcp: number; longest: number } }).seen);
  await cdp.detach();
  return { kb: before.bytes / 1024, requests: before.requests, lcp, longest };
}

async function fresh(product: Product): Promise<[BrowserContext, Page]> {
  const context = await product.newContext();
  return [context, await context.newPage()];
}

const rounds = Number(process.argv[2] ?? 5);
if (!existsSync(process.env.CHROMIUM)) {
  console.log(`no Chromium at ${process.env.CHROMIUM}: skipped`);
  process.exit();
}
const bare = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end('<!doctype html><title>x</title><h1>颐安</h1><p>登录'),
);
bare.listen(0, '127.0.0.1');
await once(bare, 'listening');
const product = await startProduct();
const kinds = ['plain HTML', 'login', 'questionnaire', 'warnings'] as const;
const results = await paired(kinds, rounds, async (kind) => {
  const [context, page] = await fresh(product);
  try {
    if (kind === 'plain HTML') return await look(page, `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, 'h1');
    // All of it comes before its first word, whether there is such a questionnaire or not.
    if (kind === 'questionnaire') return await look(page, `${product.url}/s/0`, '.f-calm');
    if (kind === 'login') return await look(page, `${product.url}/login`, '.l-submit');
    await signInOn(page, product, 'nurse');
    // Session storage lives in the tab: the same tab opens the page anew.
    return await look(page, `${product.url}/warning/warning/index?open=`, '.ant-table-row');
  } finally {
    await context.close();
  }
});
table(
  `first look, ${CPU}x slower processor, 10 Mbit/s, ${rounds} rounds, medians`,
  kinds.map((kind) => {
    const figure = (name: keyof Look) => over(results[kind], (one) => one[name]);
    return {
      page: kind,
      'document and script KB': figure('kb'),
      requests: figure('requests'),
      'LCP ms': figure('lcp'),
      'longest task ms': figure('longest'),
    };
  }),
);
ratio(
  'script of the login page',
  over(results.login, ({ kb }) => kb),
  '<=',
  80,
  ' KB',
);
ratio(
  'page of a questionnaire with its script and styles',
  over(results.questionnaire, ({ kb }) => kb),
  '<=',
  40,
  ' KB',
);
ratio(
  'script of the list page',
  over(results.warnings, ({ kb }) => kb),
  '<=',
  363,
  ' KB',
);
ratio(
  'requests of the list page',
  over(results.warnings, ({ requests }) => requests),
  '<=',
  40,
);
ratio(
  'LCP of the login page over plain HTML',
  over(results.login, ({ lcp }) => lcp) / over(results['plain HTML'], ({ lcp }) => lcp),
  '<=',
  6,
);
await product.stop();
bare.close();
process.exit();
