import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { accessible, button, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
/** A day that the demonstration has left empty, and the time that its job is planned for. */
const DAY = new Date(Date.now() + 8 * 3_600_000 + 9 * 86_400_000).toISOString().slice(0, 10);
const BOARD = `/order/board?day=${DAY}`;

describe('the dispatch board', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let [admin, nurse] = [] as unknown as [Page, Page];
  let [orderId, jobId, secondId] = [0, 0, 0];
  let carers: { id: number; name: string }[] = [];
  /** Where the person of the first job lies. */
  let bed = '';

  const rows = <T>(query: ReturnType<typeof sql>) => product.deps.inTenant(PINGAN, (tx) => tx.rows<T>(query as never));
  const job = async (id = jobId) =>
    (
      await rows<{ user_id: number | null; service_at: string; status: number }>(
        sql`select * from work_order_jobs where tenant_id = ${PINGAN} and id = ${id}`,
      )
    )[0];
  const box = (page: Page, id = jobId) => page.locator(`[data-job="${id}"]`);
  const row = (page: Page, at = 0) => page.locator('.b-row').filter({ has: page.locator(`[data-user="${carers[at]!.id}"]`) });
  const line = (page: Page, at = 0) => row(page, at).locator('.b-line');
  const open = async (page: Page) => {
    await page.goto(product.url + BOARD);
    await row(page).waitFor();
  };
  async function turns(holds: () => Promise<boolean>, what: string): Promise<void> {
    for (let n = 0; n < 100; n++, await wait(100)) if (await holds()) return;
    assert.fail(`still not: ${what}, the job is ${JSON.stringify(await job())}`);
  }
  /** Waits until the database has it. */
  async function becomes(holds: (found: NonNullable<Awaited<ReturnType<typeof job>>>) => boolean, what: string): Promise<void> {
    await turns(async () => holds((await job())!), what);
  }
  /** Drags a box so that its left end comes to an hour of a line: the line's pixels are a day. */
  async function drag(page: Page, what: Locator, to: Locator, hour: number): Promise<void> {
    await to.scrollIntoViewIfNeeded();
    const [from, target] = [(await what.boundingBox())!, (await to.boundingBox())!];
    const scale = target.width / 24;
    await page.mouse.move(from.x + 5, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 15, from.y + 16, { steps: 3 });
    await page.mouse.move(target.x + hour * scale + 5, target.y + 20, { steps: 8 });
    await page.locator('.b-ghost .b-hint').waitFor();
    await page.mouse.up();
  }

  before(async () => {
    product = await startProduct();
    [admin, nurse] = [await product.signIn('admin', { at: null }), await product.signIn('nurse', { at: null })];
    const made = await product.deps.inTenant(PINGAN, async (tx) => {
      carers = await tx.rows(sql`select u.id, u.name from users u join staff_skills s on s.tenant_id = u.tenant_id and s.user_id = u.id
        join service_types t on t.tenant_id = s.tenant_id and t.id = s.service_type_id and t.name = '生活照料'
        where u.tenant_id = ${PINGAN} and s.valid_until is null order by u.id limit 2`);
      await tx.run(
        sql`delete from duties where tenant_id = ${PINGAN} and starts_at < ${DAY}::date + interval '1 day' and ends_at > ${DAY}`,
      );
      await tx.run(sql`insert into duties (tenant_id, user_id, starts_at, ends_at)
        select ${PINGAN}, unnest(${carers.map(({ id }) => id)}::bigint[]), ${`${DAY} 07:00:00`}::timestamptz,
          ${`${DAY} 19:00:00`}::timestamptz`);
      const orders = await tx.rows<{
        id: number;
      }>(sql`insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address, longitude, latitude)
        select p.tenant_id, 'BOARD' || p.turn, p.id, p.name, p.mobile, p.address, p.longitude, p.latitude
        from (select *, row_number() over (order by id) as turn from people
          where tenant_id = ${PINGAN} and bed_id is not null order by id limit 2) as p returning id`);
      return tx.rows<{ id: number; work_order_id: number }>(sql`insert into work_order_jobs
          (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name, service_at, minutes, price_fen)
        select ${PINGAN}, o, s.id, s.name, s.service_type_id, '生活照料', ${`${DAY} 09:00:00`}::timestamptz, s.minutes, s.price_fen
        from unnest(${orders.map(({ id }) => id)}::bigint[]) as o
          cross join (select * from service_projects where tenant_id = ${PINGAN} and name = '助浴') as s returning id, work_order_id`);
    });
    [orderId, jobId, secondId] = [made[0]!.work_order_id, made[0]!.id, made[1]!.id];
    bed = (
      await rows<{ bed: string }>(sql`select concat_ws(' ', r.building, r.floor, r.name, b.name) as bed from work_orders o
        join people p on p.tenant_id = o.tenant_id and p.id = o.person_id join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id where o.tenant_id = ${PINGAN} and o.id = ${orderId}`)
    )[0]!.bed;
    assert.match(bed, /^1号楼 1层 \d+ \d床$/);
  });
  after(() => product?.stop());

  it('says who suits, and gives a job to whoever it is dropped on', async () => {
    await open(admin);
    await accessible(admin, '.b-board');
    const card = admin.locator('.b-lane li').filter({ has: box(admin) });
    await card.getByText(bed, { exact: true }).waitFor();
    await card.locator('.b-ask').click();
    await admin.locator('.b-candidates .b-parts').first().getByText('07:00–19:00 当班').waitFor();
    await card.locator('.b-ask').click();
    await admin.locator('.b-candidates').waitFor({ state: 'detached' });
    await drag(admin, box(admin), line(admin), 10);
    await row(admin).locator(`[data-job="${jobId}"]`).waitFor();
    await becomes(
      ({ user_id, service_at }) => user_id === carers[0]!.id && service_at === `${DAY} 10:00:00`,
      'given to the first carer at ten',
    );
  });

  it('moves it in time, to somebody else, and takes both back', async () => {
    await drag(admin, box(admin), line(admin), 13);
    await becomes(({ service_at }) => service_at === `${DAY} 13:00:00`, 'moved to one o’clock');
    await drag(admin, box(admin), line(admin, 1), 13);
    await becomes(({ user_id }) => user_id === carers[1]!.id, 'handed over');
    await button(admin, '撤销').click();
    await said(admin, '已撤销');
    await becomes(({ user_id }) => user_id === carers[0]!.id, 'with the first carer again');
    await admin.keyboard.press('Control+z');
    await becomes(({ service_at }) => service_at === `${DAY} 10:00:00`, 'at ten again');
    await row(admin).locator(`[data-job="${jobId}"]`).waitFor();
  });

  it('prints what somebody has to do with the bed of everybody served', async () => {
    await admin.evaluate(() => void (window.print = () => undefined));
    await admin.getByRole('button', { name: `打印${carers[0]!.name}的日程` }).click();
    await admin.locator('.b-paper tr', { hasText: bed }).filter({ hasText: '10:00–' }).waitFor({ state: 'attached' });
    await admin.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
    await admin.locator('.b-paper').waitFor({ state: 'detached' });
    // The press has scrolled the hours away that the next job is dragged to.
    await open(admin);
  });

  it('asks before two jobs are at the same time', async () => {
    await drag(admin, box(admin, secondId), line(admin), 10);
    const sure = admin.locator('.ant-modal-confirm', { hasText: '时间重叠' });
    await sure.waitFor();
    await button(sure, '放弃').click();
    await sure.waitFor({ state: 'detached' });
    await admin.locator('.b-lane').locator(`[data-job="${secondId}"]`).waitFor();
    assert.equal((await job(secondId))?.user_id, null);
    await drag(admin, box(admin, secondId), line(admin), 10);
    await button(sure, '仍要安排').click();
    await sure.waitFor({ state: 'detached' });
    await row(admin).locator(`[data-job="${secondId}"][data-clash]`).waitFor();
    // It lies there before the server has answered.
    await turns(async () => (await job(secondId))?.user_id === carers[0]!.id, 'given all the same');
  });

  it('shows the other dispatcher every move, and says who was faster', async () => {
    await open(nurse);
    await row(nurse).locator(`[data-job="${jobId}"]`).waitFor();
    // The nurse holds the job in her hand while her colleague moves it.
    const from = (await box(nurse).boundingBox())!;
    await nurse.mouse.move(from.x + 5, from.y + 10);
    await nurse.mouse.down();
    await nurse.mouse.move(from.x + 60, from.y + 16, { steps: 5 });
    await nurse.locator('.b-ghost').waitFor();
    await drag(admin, box(admin), line(admin, 1), 15);
    await becomes(({ user_id }) => user_id === carers[1]!.id, 'moved by the first');
    await wait(1500);
    await row(nurse).locator(`[data-job="${jobId}"]`).waitFor();
    const target = (await line(nurse).boundingBox())!;
    await nurse.mouse.move(target.x + (target.width / 24) * 17, target.y + 20, { steps: 5 });
    await nurse.mouse.up();
    assert.match(await said(nurse, '没有移动'), /已先处理工单BOARD1/);
    await row(nurse, 1).locator(`[data-job="${jobId}"]`).waitFor();
    const now = await job();
    assert.deepEqual([now?.user_id, now?.service_at], [carers[1]!.id, `${DAY} 15:00:00`], 'what the faster one did stands');
  });

  it('does the same by keyboard', async () => {
    await box(nurse).focus();
    await nurse.keyboard.press('Enter');
    const opened = nurse.getByRole('dialog').filter({ hasText: 'BOARD1' });
    await opened.getByRole('button', { name: new RegExp(`^派单\\s*给${carers[0]!.name}$`) }).focus();
    await nurse.keyboard.press('Enter');
    await opened.waitFor({ state: 'detached' });
    await becomes(({ user_id }) => user_id === carers[0]!.id, 'given by keyboard');
    await box(nurse).click();
    await accessible(nurse, '.b-dialog');
    await button(nurse.getByRole('dialog'), '改为待派').click();
    await becomes(({ user_id, status }) => user_id === null && status === 1, 'back to nobody');
    await admin.locator('.b-lane').locator(`[data-job="${jobId}"]`).waitFor();
  });

  it('works with a finger: swiping scrolls, a long press picks up, a tap asks', async () => {
    const tablet = await product.signIn('admin', { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });
    const cdp = await tablet.context().newCDPSession(tablet);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    const glide = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      for (let n = 1; n <= 10; n++, await wait(16))
        await touch('touchMove', { x: from.x + ((to.x - from.x) * n) / 10, y: from.y + ((to.y - from.y) * n) / 10 });
    };
    const middle = async (what: Locator) => {
      const { x, y } = (await what.boundingBox())!;
      return { x: x + 10, y: y + 15 };
    };
    const scrolled = () => tablet.locator('.b-pane').evaluate(({ scrollLeft }) => scrollLeft);
    await open(tablet);
    const lying = row(tablet).locator(`[data-job="${secondId}"]`);
    await lying.waitFor();
    const [before, start] = [await scrolled(), await middle(lying)];
    await touch('touchStart', start);
    await glide(start, { x: start.x - 120, y: start.y });
    await touch('touchEnd');
    await turns(async () => (await scrolled()) >= before + 80, 'scrolled by a finger on a box');
    assert.deepEqual([await tablet.locator('.b-ghost, .b-dialog').count(), (await job(secondId))?.service_at], [0, `${DAY} 10:00:00`]);
    // Well inside the pane, whose edges scroll by themselves while something is held.
    await tablet.locator('.b-pane').evaluate((pane) => (pane.scrollLeft = (pane.scrollWidth * 14) / 24 - pane.clientWidth / 2));
    const from = await middle(box(tablet));
    const target = (await line(tablet, 1).boundingBox())!;
    await touch('touchStart', from);
    await tablet.locator('.b-ghost').waitFor();
    await glide(from, { x: target.x + (target.width / 24) * 14 + 10, y: target.y + 20 });
    const hint = tablet.locator('.b-ghost .b-hint', { hasText: `${carers[1]!.name} 14:00` });
    await turns(async () => {
      // On its way the finger may have passed an edge, which scrolls: it goes to where the hour is now.
      const now = (await line(tablet, 1).boundingBox())!;
      await touch('touchMove', { x: now.x + (now.width / 24) * 14 + 10, y: now.y + 20 });
      return hint.isVisible();
    }, 'held over the hour');
    await touch('touchEnd');
    await becomes(({ user_id, service_at }) => user_id === carers[1]!.id && service_at === `${DAY} 14:00:00`, 'given by a finger');
    assert.equal(await tablet.locator('.b-dialog').count(), 0, 'putting down is no tap');
    await row(tablet, 1).locator(`[data-job="${jobId}"]`).tap();
    await tablet.locator('.b-dialog .b-candidates').waitFor();
    await button(tablet.getByRole('dialog'), '改为待派').tap();
    await becomes(({ user_id }) => user_id === null, 'back to nobody by tapping');
    await tablet.context().close();
  });

  it('proposes, and sends what is accepted', async () => {
    await button(admin, '一键建议').click();
    const drawer = dialog(admin, '派单建议');
    await drawer.getByText('项有合适的人员').waitFor();
    await button(drawer, '派出所选 1 项').click();
    await drawer.getByText('已派单').waitFor();
    await becomes(({ user_id }) => user_id !== null, 'sent');
    await button(drawer, '取消').click();
  });

  it('shows list, week, map and load of the same jobs', async () => {
    for (const [view, shown] of [
      ['列表', '.b-list'],
      ['地图', '.b-map .y-map-dot'],
      ['负荷', '.b-load'],
    ] as const) {
      await admin.locator('.ant-segmented-item', { hasText: view }).click();
      await admin.locator(shown).first().waitFor();
      await accessible(admin, '.b-body');
    }
    await admin.goto(`${product.url}${BOARD}&range=week`);
    await admin.locator('.b-week').locator(`[data-job="${jobId}"]`).waitFor();
    await accessible(admin, '.b-board');
    await admin.goto(`${product.url}/order/staffskill`);
    await admin.locator('.ant-table-row').first().waitFor();
    const logged = await rows<{ n: number }>(
      sql`select count(*) as n from work_order_logs where tenant_id = ${PINGAN} and work_order_id = ${orderId}`,
    );
    assert.ok(logged[0]!.n >= 6);
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
