/**
 * Pages of questionnaires in Chromium with a quarter of the processor. Typing into a title in the designer with 200 questions: from the
 * key to the paint, beside a bare text area in the same page; goal 50 ms for 95 of 100 keys. And how long a stranger waits for the first
 * question of a link on slow 3G (400 kbit/s, 400 ms), beside a page of plain HTML; goal 1.5 s.
 * Needs Chromium (CHROMIUM, else /usr/bin/chromium). Usage: node bench/designer.ts [rounds] [keys of a round]
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { startProduct } from '../test/e2e/product.ts';
import { over, paired, ratio, share, table } from './harness.ts';

process.env.CHROMIUM ||= '/usr/bin/chromium';
const CPU = 4;
/** Bytes a second and milliseconds. */
const SLOW_3G = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };
const PINGAN = 1_000_001;
const ITEMS = 200;
const TYPING_MS = 50;
const USABLE_MS = 1500;
const rounds = Number(process.argv[2] ?? 3);
const keys = Number(process.argv[3] ?? 40);

if (!existsSync(process.env.CHROMIUM)) {
  console.log(`no Chromium at ${process.env.CHROMIUM}: skipped`);
  process.exit();
}
const product = await startProduct();
const bare = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end('<!doctype html><title>x</title><div class="f-page"><input></div>'),
);
bare.listen(0, '127.0.0.1');
await once(bare, 'listening');

const key = randomBytes(16).toString('hex');
const link = await product.deps.inTenant(PINGAN, async (tx) => {
  await tx.run(sql`insert into questionnaires (tenant_id, key, name) values (${PINGAN}, ${key}, '两百题')`);
  const options = JSON.stringify({ options: Array.from({ length: 5 }, (_, at) => ({ label: `选项${at + 1}`, value: at + 1 })) });
  await tx.run(sql`insert into questionnaire_items (tenant_id, questionnaire_id, form_item_id, type, label, sort, expand)
    select ${PINGAN}, q.id, 100 + i, (array['INPUT', 'RADIO', 'CHECKBOX', 'TEXTAREA', 'RATE', 'SELECT'])[1 + i % 6], '第' || i || '题',
      i * 65536, case when i % 6 in (1, 2, 5) then ${options}::jsonb else '{}' end
    from questionnaires q, generate_series(1, ${ITEMS}) as i where q.tenant_id = ${PINGAN} and q.key = ${key}`);
  const row = await tx.row<{ key: string }>(
    sql`select key from questionnaires where tenant_id = ${PINGAN} and status = 2 and name = '开放日参观反馈'`,
  );
  return row!.key;
});

/** Milliseconds from each key to the frame that shows it. */
async function typing(page: Page, field: string): Promise<number[]> {
  await page.locator(field).focus();
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(window, { found });
    const heard = (event: Event) => {
      const { port1, port2 } = new MessageChannel();
      // A message that is sent in a frame is heard after its paint.
      port1.addEventListener('message', () => found.push(performance.now() - event.timeStamp), { once: true });
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    };
    document.addEventListener('keydown', heard, true);
    Object.assign(window, { unhear: () => document.removeEventListener('keydown', heard, true) });
  });
  for (let at = 0; at < keys; at++) {
    await page.keyboard.press('a');
    await page.waitForTimeout(120);
  }
  return page.evaluate(() => {
    const { found, unhear } = window as unknown as { found: number[]; unhear: () => void };
    unhear();
    return found;
  });
}

const designer = await product.signIn('admin', { at: `/questionnaire/form?key=${key}&tab=editor` });
await designer.locator('.q-card-pick').nth(99).click();
await designer.locator('.q-properties textarea').first().waitFor();
await designer.evaluate(() => {
  const area = document.createElement('textarea');
  area.id = 'bare';
  area.style.cssText = 'position:fixed;right:0;bottom:0;z-index:9999';
  document.body.append(area);
});
const throttled = await designer.context().newCDPSession(designer);
await throttled.send('Emulation.setCPUThrottlingRate', { rate: CPU });
const typed = await paired(['bare', 'designer'] as const, rounds, (which) =>
  typing(designer, which === 'bare' ? '#bare' : '.q-properties textarea'),
);
await designer.context().close();
const part = (which: keyof typeof typed, of: number) => over(typed[which], (times) => share(times, of));
table(
  `typing beside ${ITEMS} questions, ${CPU}x slower processor, ${keys} keys a round, ${rounds} rounds, medians`,
  (['bare', 'designer'] as const).map((which) => ({ field: which, 'p50 ms': part(which, 0.5), 'p95 ms': part(which, 0.95) })),
);

/** Opens a page of questions with an empty cache; gives the milliseconds until its first question can be answered. */
async function opening(address: string): Promise<number> {
  const context = await product.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_3G);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.f-page :is(input, textarea, select, button):not(:disabled)'))
          Object.assign(window, { usable: performance.now() });
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.goto(address);
    await page.waitForFunction(() => 'usable' in window, null, { timeout: 60_000 });
    return await page.evaluate(() => (window as unknown as { usable: number }).usable);
  } finally {
    await context.close();
  }
}
const addresses = { 'plain HTML': `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, questionnaire: `${product.url}/s/${link}` };
const kinds = ['plain HTML', 'questionnaire'] as const;
const opened = await paired(kinds, rounds, (kind) => opening(addresses[kind]));
const same = (one: number) => one;
table(
  `first question, ${CPU}x slower processor, slow 3G, ${rounds} rounds, medians`,
  kinds.map((kind) => ({ page: kind, 'usable ms': over(opened[kind], same) })),
);
ratio('key to paint in the designer, p95', part('designer', 0.95), '<=', TYPING_MS, ' ms');
ratio('first question on slow 3G', over(opened.questionnaire, same), '<=', USABLE_MS, ' ms');
await product.stop();
bare.close();
process.exit();
