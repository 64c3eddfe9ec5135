/**
 * The house view of 1,000 beds in Chromium with a quarter of the processor: from the answer of the server until all beds are in the page
 * and those in the window are painted (floors below it follow when the browser is idle), and from the answer of one changed room until that
 * bed is, beside as many boxes that a script puts on a bare page: the floor. And the server's time for the whole house and for one room.
 * Needs Chromium (CHROMIUM, else /usr/bin/chromium). Usage: node bench/house-view.ts [rounds]
 */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { emit } from '../server/events.ts';
import { signInOn, startProduct, type Product } from '../test/e2e/product.ts';
import { over, paired, ratio, table } from './harness.ts';

process.env.CHROMIUM ||= '/usr/bin/chromium';
const CPU = 4;
const TENANT = 1_000_001;
const BEDS = 1000;

interface Look {
  /** Until all beds are in the page and those in the window are painted. */
  drawn: number;
  /** Until one bed is another one; of the page's own work without the frame that is waited for. */
  update: number;
  /** Of the server, in the page's eyes. */
  server: number;
  beds: number;
}

/** Buildings of five floors with twenty rooms of two beds until there are enough, a person in each bed; one of them with an alarm. */
async function plan(product: Product): Promise<number> {
  return product.deps.inTenant(TENANT, async (tx) => {
    const there = (await tx.row<{ beds: number }>(sql`select count(*) as beds from beds where tenant_id = ${TENANT}`)) as { beds: number };
    const rooms = Math.ceil((BEDS - there.beds) / 2);
    await tx.run(sql`insert into rooms (tenant_id, building, floor, name)
      select ${TENANT}, '测试' || (n / 100) || '号楼', (n / 20 % 5 + 1) || '层', 'B' || lpad(n::text, 4, '0')
      from generate_series(0, ${rooms - 1}::int) as n`);
    await tx.run(sql`insert into beds (tenant_id, room_id, name, status) select r.tenant_id, r.id, b || '床', 2
      from rooms r cross join generate_series(1, 2) as b where r.tenant_id = ${TENANT} and r.name like 'B%'`);
    await tx.run(sql`insert into people (tenant_id, name, status, bed_id, birth_date)
      select b.tenant_id, '老人' || row_number() over (order by b.id), 1, b.id, date '1940-01-01'
      from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id where b.tenant_id = ${TENANT} and r.name like 'B%'`);
    const bed = await tx.row<{ id: number }>(sql`
      select p.id from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
      where p.tenant_id = ${TENANT} and r.name like 'B%' order by p.id limit 1`);
    return (bed as { id: number }).id;
  });
}

/** Waits until the database has counted the rows by itself, as it has in every house that is a minute old. */
async function counted(product: Product): Promise<void> {
  for (let n = 0; n < 120; n++) {
    const { rows } = await product.deps.pool.query("select reltuples >= 1000 as known from pg_class where oid = 'people'::regclass");
    if (rows[0].known) return;
    await wait(1000);
  }
}

/** Says when the answer was read, when all beds were there, and how long the page was at work for a change. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { asked: 0, data: 0, drawn: 0, some: 0, update: 0, server: 0 };
    Object.assign(window, { seen });
    const own = Response.prototype.text;
    Response.prototype.text = async function text() {
      const body = await own.call(this);
      const { pathname } = new URL(this.url);
      if (pathname === '/members/house') {
        seen.data ||= performance.now();
        const [entry] = performance.getEntriesByName(this.url) as PerformanceResourceTiming[];
        if (entry) seen.server = entry.responseStart - entry.requestStart;
      }
      if (pathname === '/members/house/some') seen.some = performance.now();
      return body;
    };
    new MutationObserver((changes) => {
      const painted = (name: 'drawn') => requestAnimationFrame(() => requestAnimationFrame(() => (seen[name] ||= performance.now())));
      if (!seen.drawn && seen.data && document.querySelectorAll('.r-house .r-bed').length >= 1000) painted('drawn');
      if (seen.some && !seen.update && changes.some(({ target }) => (target as Element).closest?.('.r-bed')))
        seen.update = performance.now() - seen.some;
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-signal'] });
  });
}

async function house(page: Page, product: Product, personId: number): Promise<Look> {
  await page.bringToFront();
  await page.goto(`${product.url}/info/index`);
  await page.waitForTimeout(1500);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await page.evaluate(() => Object.assign((window as any).seen, { data: 0, drawn: 0, some: 0, update: 0 }));
  await page.evaluate(() => {
    history.pushState(null, '', '/business/bcroom/house');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.waitForFunction(() => (window as any).seen.drawn > 0, null, { timeout: 60_000 });
  // A socket that has just connected makes the page read all of the house once more.
  await page.waitForTimeout(6000);
  const change = (sets: ReturnType<typeof sql>) =>
    product.deps.inTenant(TENANT, async (tx) => {
      await tx.run(sets);
      await emit('threshold.changed', { personId }, tx, product.deps);
    });
  await change(sql`insert into threshold_states (tenant_id, person_id, metric, level) values (${TENANT}, ${personId}, 1, 4)
    on conflict (tenant_id, person_id, metric) do update set level = excluded.level`);
  await page.waitForFunction(() => (window as any).seen.update > 0, null, { timeout: 90_000 });
  const look = await page.evaluate(() => {
    const { data, drawn, update, server } = (window as any).seen;
    return { drawn: drawn - data, update, server, beds: document.querySelectorAll('.r-bed').length };
  });
  await change(sql`delete from threshold_states where tenant_id = ${TENANT} and person_id = ${personId}`);
  await cdp.detach();
  return look;
}

/** As many boxes with a character each on a bare page. */
async function bare(page: Page): Promise<Look> {
  await page.bringToFront();
  await page.goto('about:blank');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const look = await page.evaluate(async (beds) => {
    const begun = performance.now();
    const ground = document.createElement('div');
    for (let n = 0; n < beds; n++) ground.append(Object.assign(document.createElement('button'), { textContent: '住', title: `老人${n}` }));
    document.body.append(ground);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return { drawn: performance.now() - begun, update: NaN, server: NaN, beds };
  }, BEDS);
  await cdp.detach();
  return look;
}

const rounds = Number(process.argv[2] ?? 5);
if (!existsSync(process.env.CHROMIUM)) {
  console.log(`no Chromium at ${process.env.CHROMIUM}: skipped`);
  process.exit();
}
const product = await startProduct();
const personId = await plan(product);
await counted(product);
const context = await product.newContext();
const page = await context.newPage();
await watch(page);
await signInOn(page, product, 'admin');
const empty = await context.newPage();
const kinds = ['bare boxes', 'house'] as const;
const results = await paired(kinds, rounds, (kind) => (kind === 'house' ? house(page, product, personId) : bare(empty)));
table(
  `${BEDS} beds, ${CPU}x slower processor, ${rounds} rounds, medians`,
  kinds.map((kind) => {
    const figure = (name: keyof Look) => over(results[kind], (one) => one[name]);
    return {
      picture: kind,
      beds: figure('beds'),
      'painted ms': figure('drawn'),
      'one bed ms': figure('update'),
      'server ms': figure('server'),
    };
  }),
);
ratio(
  'house of 1,000 beds painted',
  over(results.house, (one) => one.drawn),
  '<=',
  300,
  ' ms',
);
ratio(
  'one bed changed',
  over(results.house, (one) => one.update),
  '<=',
  16,
  ' ms',
);
ratio(
  'server time of 1,000 beds',
  over(results.house, (one) => one.server),
  '<=',
  50,
  ' ms',
);
await product.stop();
process.exit();
