/**
 * The dispatch board of 500 orders and 60 members of staff in Chromium with a quarter of the
 * processor: from the answer of the server to the full screen (no row and no card on it is empty), until what is further down is there too,
 * and the longest task, beside as many boxes that a script puts on a bare page of the same
 * browser: the floor. The page stands before; only the day is new.
 * Needs Chromium (CHROMIUM, else /usr/bin/chromium). Usage: node bench/board.ts [rounds]
 */
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { db } from '../server/db/tenant.ts';
import { signInOn, startProduct, type Product } from '../test/e2e/product.ts';
import { over, paired, ratio, table } from './harness.ts';

process.env.CHROMIUM ||= '/usr/bin/chromium';
const CPU = 4;
const TENANT = 1_000_001;
const STAFF = 60;
const ORDERS = 500;
const WAITING = 40;

interface Look {
  /** Until the screen is full, and until all boxes are there. */
  first: number;
  drawn: number;
  longest: number;
  boxes: number;
  /** Rows on the screen without a box when it was called full: must be none. */
  empty: number;
}

/**
 * Sixty carers on duty in a department of their own and their orders, on a day that the demonstration has left empty. Gives the department.
 */
async function plan(product: Product, day: string): Promise<number> {
  return product.deps.inTenant(TENANT, async (tx) => {
    const tenant_id = TENANT;
    const department = await tx.row(db.insertInto('departments').values({ tenant_id, name: '看板测试部' }).returning('id'));
    const department_id = (department as { id: number }).id;
    await tx.run(sql`insert into users (tenant_id, username, name, phone, department_id)
      select ${tenant_id}, 'board_' || n, '员工' || n,
        '1990000' || lpad(n::text, 4, '0'), ${department_id} from generate_series(1, ${STAFF}::int) as n`);
    await tx.run(sql`insert into duties (tenant_id, user_id, department_id, starts_at, ends_at)
      select tenant_id, id, department_id, ${`${day} 07:00:00`}::timestamptz, ${`${day} 19:00:00`}::timestamptz from users
      where tenant_id = ${tenant_id} and department_id = ${department_id}`);
    await tx.run(sql`insert into work_orders (tenant_id, number, status, emergency, person_id, person_name, person_phone, person_address,
      longitude, latitude, created_at)
      select ${tenant_id}, 'B' || n, case when n <= ${WAITING}::int then 1 else 2 end, 1 + n % 2, p.id, p.name, '1', coalesce(p.address, ''),
        120.1 + n % 37 / 1000.0, 30.2 + n % 29 / 1000.0, now() - interval '1 day'
      from generate_series(1, ${ORDERS}::int) as n
      join (select *, row_number() over (order by id) as turn from people where tenant_id = ${tenant_id}) as p
        on p.turn = 1 + n % (select count(*) from people where tenant_id = ${tenant_id})`);
    await tx.run(sql`insert into work_order_jobs (tenant_id, work_order_id, status, project_id, project_name, service_type_id,
      service_type_name, service_at, minutes, price_fen, user_id, user_name)
      select o.tenant_id, o.id, o.status, s.id, s.name, s.service_type_id,
        '生活照料', ${`${day} 07:00:00`}::timestamptz + make_interval(mins
        => 75 * ((o.turn - 1) / ${STAFF}::int)::int + 15 * (o.turn % 3)::int),
        45, 100, case when o.status = 2 then u.id end, case when o.status = 2 then u.name end
      from (select *, row_number() over (order by id) as turn from work_orders where tenant_id = ${tenant_id} and number like 'B%') as o
      join (select *, row_number() over (order by id) as turn from users
      where tenant_id = ${tenant_id} and department_id = ${department_id}) as u on u.turn = 1 + (o.turn - 1) % ${STAFF}::int
      cross join (select id, name, service_type_id from service_projects
      where tenant_id = ${tenant_id} order by id limit 1 offset 2) as s`);
    return department_id;
  });
}

/** Says when the last answer of the board was read and when what it brought was on the screen. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { data: 0, first: 0, drawn: 0, longest: 0, empty: 0 };
    Object.assign(window, { seen });
    const own = Response.prototype.text;
    Response.prototype.text = async function text() {
      const body = await own.call(this);
      if (this.url.includes('/workorder/board?')) seen.data ||= performance.now();
      return body;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (seen.data && entry.startTime + entry.duration > seen.data) seen.longest = Math.max(seen.longest, entry.duration);
    }).observe({ type: 'longtask' });
    new MutationObserver(() => {
      if (seen.drawn || !seen.data) return;
      const boxes = document.querySelectorAll('.b-line > .b-job').length;
      // The frame after the one that draws them.
      const painted = (name: 'first' | 'drawn') =>
        requestAnimationFrame(() => requestAnimationFrame(() => (seen[name] ||= performance.now())));
      if (boxes > 0 && !seen.first) {
        painted('first');
        const pane = document.querySelector('.b-pane')!.getBoundingClientRect();
        const onScreen = [...document.querySelectorAll('.b-row')].filter((row) => row.getBoundingClientRect().top < pane.bottom);
        seen.empty = onScreen.filter((row) => !row.querySelector('.b-job')).length;
      }
      if (boxes >= 400) painted('drawn');
    }).observe(document, { childList: true, subtree: true });
  });
}

async function board(page: Page, product: Product, day: string, department: number): Promise<Look> {
  // A page behind another one gets a frame a second.
  await page.bringToFront();
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${product.url}/order/board?day=${before}&department=${department}`);
  await page.getByRole('heading', { name: '待派' }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1500);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await page.evaluate(() => Object.assign((window as any).seen, { data: 0, first: 0, drawn: 0, longest: 0, empty: 0 }));
  await page.getByRole('button', { name: '后一天' }).click();
  await page.waitForFunction(() => (window as any).seen.drawn > 0, null, { timeout: 60_000 });
  await page.waitForTimeout(500);
  const look = await page.evaluate(() => {
    const { data, first, drawn, longest, empty } = (window as any).seen;
    return { first: first - data, drawn: drawn - data, longest, empty, boxes: document.querySelectorAll('.b-job').length };
  });
  await cdp.detach();
  return look;
}

/** As many boxes as the board has, with a text each, put on a bare page by a script. */
async function bare(page: Page): Promise<Look> {
  await page.bringToFront();
  await page.goto('about:blank');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const look = await page.evaluate(
    async ([rows, boxes]) => {
      const begun = performance.now();
      const ground = document.createElement('div');
      for (let n = 0; n < boxes!; n++) {
        const box = document.createElement('button');
        Object.assign(box.style, {
          position: 'absolute',
          left: `${200 + Math.floor(n / rows!) * 82}px`,
          top: `${(n % rows!) * 50}px`,
          width: '50px',
          height: '38px',
        });
        box.textContent = `助浴 老人${n}`;
        ground.append(box);
      }
      document.body.append(ground);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const drawn = performance.now() - begun;
      return { first: drawn, drawn, longest: NaN, boxes: boxes!, empty: 0 };
    },
    [STAFF, ORDERS],
  );
  await cdp.detach();
  return look;
}

const rounds = Number(process.argv[2] ?? 5);
if (!existsSync(process.env.CHROMIUM)) {
  console.log(`no Chromium at ${process.env.CHROMIUM}: skipped`);
  process.exit();
}
const product = await startProduct();
const day = new Date(Date.now() + 8 * 3_600_000 + 10 * 86_400_000).toISOString().slice(0, 10);
const department = await plan(product, day);
const context = await product.newContext();
const page = await context.newPage();
await watch(page);
await signInOn(page, product, 'admin');
const empty = await context.newPage();
const kinds = ['bare boxes', 'board'] as const;
const results = await paired(kinds, rounds, (kind) => (kind === 'board' ? board(page, product, day, department) : bare(empty)));
table(
  `${ORDERS} orders × ${STAFF} staff, ${CPU}x slower processor, ${rounds} rounds, medians`,
  kinds.map((kind) => {
    const figure = (name: keyof Look) => over(results[kind], (one) => one[name]);
    return {
      picture: kind,
      boxes: figure('boxes'),
      'screen full ms': figure('first'),
      'all painted ms': figure('drawn'),
      'longest task ms': figure('longest'),
      'empty rows': figure('empty'),
    };
  }),
);
const drawn = over(results.board, (one) => one.drawn);
ratio('board of 500 orders drawn, every box', drawn, '<=', 400, ' ms');
ratio('board over bare boxes', drawn / over(results['bare boxes'], (one) => one.drawn), '<=', 8);
if (results.board.some(({ empty }) => empty > 0)) throw new Error('a row on the screen was empty when the picture was called full');
await product.stop();
process.exit();
