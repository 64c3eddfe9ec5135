/** The house as one drawn plan: an alarm appears on it, a floor is laid out by keys, the same is read as a table. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import { textOf } from '#contract/time.ts';
import { emit } from '#server/events.ts';
import { accessible, button, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('the house view', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let nurse: Page;
  let someone: { id: number; name: string; bedId: number; bed: string; roomId: number; room: string; building: string; floor: string };
  let warningId = 0;

  const view = (page: Page) => page.locator('.r-house');
  const bedOf = (page: Page, id = someone.bedId) => page.locator(`.r-bed[data-bed="${id}"]`);
  const floorTab = (page: Page) => page.getByRole('navigation', { name: '楼层' }).locator('button', { hasText: someone.floor }).first();

  before(async () => {
    product = await startProduct();
    [admin, nurse] = [await product.signIn('admin', { at: null }), await product.signIn('nurse')];
    someone = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row(sql`select p.id, p.name, b.id as "bedId", b.name as bed, r.id as "roomId", r.name as room, r.building, r.floor
        from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
          join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
        where p.tenant_id = ${PINGAN} and p.deleted_at is null and p.status = 1
          and not exists (select from warnings w where w.tenant_id = p.tenant_id and w.person_id = p.id and w.status in (0, 2))
        order by r.place, p.id limit 1`),
    )) as typeof someone;
  });
  after(async () => {
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  it('stands in the menu and on the home page, and draws every bed', async () => {
    await nurse.getByRole('region', { name: '房态' }).locator('.r-bed').first().waitFor();
    await nurse.goto(`${product.url}/business/bcroom/house`);
    await view(nurse).locator('.r-bed').first().waitFor();
    const { count } = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ count: number }>(sql`select count(*) as count from beds where tenant_id = ${PINGAN}`),
    )) as { count: number };
    assert.equal(await view(nurse).locator('.r-bed').count(), count);
    await accessible(nurse, '#page');
  });

  it('shows an alarm a moment after it was raised, and who it is', async () => {
    warningId = await product.deps.inTenant(PINGAN, async (tx) => {
      const made = (await tx.row(sql`
        insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, happened_at, last_at)
        values (${PINGAN}, 'sos', ${`p${someone.id}`}, 1, ${someone.id}, 3, '按下SOS求助按钮', now(), now()) returning id`)) as {
        id: number;
      };
      await emit('warning.raised', { warningId: made.id, severity: 1, rule: 'sos' }, tx, product.deps);
      return made.id;
    });
    await view(nurse).locator(`.r-bed[data-bed="${someone.bedId}"][data-signal="alarm"]`).waitFor();
    await nurse
      .locator('.w-cards')
      .getByRole('button', { name: '收起' })
      .first()
      .click({ timeout: 2000 })
      .catch(() => {});
    await bedOf(nurse).focus();
    await nurse.keyboard.press('Enter');
    const card = nurse.getByRole('dialog', { name: new RegExp(`${someone.room} .*`) });
    await card.getByText('SOS求助').waitFor();
    const [whole, stage] = [await card.boundingBox(), await view(nurse).locator('.r-stage').boundingBox()];
    assert.ok(whole && stage && whole.y + whole.height <= stage.y + stage.height, 'nothing of the card is cut off');
    assert.equal(
      await card.getByRole('link', { name: someone.name, exact: true }).getAttribute('href'),
      `/oldMan/detail?id=${someone.id}&tabid=today&isview=true`,
    );
    await accessible(nurse, '.r-card');
    await nurse.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    assert.equal(await bedOf(nurse).evaluate((bed) => bed === document.activeElement), true, 'the focus is back on the bed');
    await nurse.keyboard.press('ArrowRight');
    assert.notEqual(await nurse.evaluate(() => (document.activeElement as HTMLElement).dataset.bed), String(someone.bedId));
  });

  it('is lit in the alarm drawer: the room to go to', async () => {
    await nurse.goto(`${product.url}/warning/warning/index`);
    // The card of the SOS stands before the buttons of the first rows.
    await nurse.locator('.w-cards').getByRole('button', { name: '收起并停止提醒' }).first().click();
    await nurse.locator('main .ant-table-row', { hasText: someone.name }).first().getByRole('button', { name: '处理' }).click();
    await nurse.locator(`.r-spot [data-room="${someone.roomId}"][data-hit="true"]`).waitFor();
    await nurse.keyboard.press('Escape');
  });

  it('finds a person, and reads the same as a table', async () => {
    await nurse.goto(`${product.url}/business/bcroom/house`);
    await bedOf(nurse).waitFor();
    await nurse.getByLabel('查找服务对象或房间').fill(someone.name);
    await nurse.locator(`[data-room="${someone.roomId}"][data-hit="true"]`).waitFor();
    await nurse.getByText('列表', { exact: true }).click();
    const row = nurse.getByRole('row').filter({ hasText: someone.name });
    // Who opens the drawer confirms that the alarm was received.
    await row.getByText('报警处理中').waitFor();
    assert.match(
      (await row.innerText()).replaceAll(/\s+/g, ' '),
      new RegExp(`${someone.floor} ${someone.room} ${someone.bed} ${someone.name} 入住`),
    );
    await accessible(nurse, '#page');
    await row.getByRole('button', { name: /^查看/ }).click();
    await nurse.locator('.r-card').getByText('SOS求助').waitFor();
    await nurse.keyboard.press('Escape');
  });

  it('is laid out by keys: moved, resized, undone, saved; who comes later is told', async () => {
    await admin.goto(`${product.url}/business/bcroom/house`);
    await floorTab(admin).click();
    await button(admin, '编辑布局').click();
    const block = admin.locator('.r-block', { hasText: someone.room }).first();
    await block.focus();
    const start = await block.getAttribute('aria-label');
    await admin.keyboard.press('Control+z');
    assert.equal(await block.getAttribute('aria-label'), start, 'there is nothing to take back yet');
    // Below all other rooms there is free ground.
    for (let n = 0; n < 14; n++) await admin.keyboard.press('ArrowDown');
    await admin.keyboard.press('Shift+ArrowRight');
    const resized = (await block.getAttribute('aria-label')) as string;
    await admin.keyboard.press('Shift+ArrowRight');
    await admin.keyboard.press('Control+z');
    assert.equal(await block.getAttribute('aria-label'), resized);
    await accessible(admin, '.r-editor');
    await button(admin, '保存布局').click();
    await said(admin, '布局已保存');
    await admin.locator(`.r-floor [data-room="${someone.roomId}"]`).waitFor();
    const saved = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ y: number; w: number }>(sql`select y, w from room_spots where tenant_id = ${PINGAN} and room_id = ${someone.roomId}`),
    )) as { y: number; w: number };
    assert.match(resized, new RegExp(`第${saved.y + 1}行，宽${saved.w}格`));
    await button(admin, '编辑布局').click();
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update floor_plans set version = version + 1 where tenant_id = ${PINGAN} and building = ${someone.building}
        and floor = ${someone.floor}`),
    );
    await block.focus();
    await admin.keyboard.press('ArrowDown');
    await button(admin, '保存布局').click();
    await admin
      .locator('.r-editor')
      .getByText(/已先修改该楼层的布局/)
      .waitFor();
    await admin.waitForTimeout(1500);
    await button(admin, '查看最新布局').click();
    await button(admin, '编辑布局').click();
    await button(admin, '恢复自动布局').click();
    await button(admin.locator('.ant-modal-confirm'), '恢复').click();
    await said(admin, '已恢复自动布局');
  });

  it('says what is old when the network is gone', async () => {
    await admin.goto(`${product.url}/business/bcroom/house`);
    await view(admin).locator('.r-bed').first().waitFor();
    await admin.context().setOffline(true);
    await admin.getByText(/网络已断开，显示的是 \d\d:\d\d:\d\d 的房态/).waitFor();
    await admin.context().setOffline(false);
    await admin.getByText(/网络已断开，显示的是/).waitFor({ state: 'detached' });
  });

  it('has its place on a map without tiles before anything else is marked', async () => {
    await admin.goto(`${product.url}/warning/fence`);
    await button(admin.locator('main'), '新增').first().click();
    const map = admin.locator('.ant-drawer-open .y-map');
    await map.locator('.y-map-base').waitFor();
    const [around, house] = [await map.boundingBox(), await map.locator('.y-map-base').boundingBox()];
    assert.ok(around && house);
    const [right, down] = [house.x - around.x, house.y - around.y];
    assert.ok(right > 0 && right < around.width && down > 0 && down < around.height, `the institution stands at ${right}, ${down}`);
    await admin.keyboard.press('Escape');
    await admin.goto(`${product.url}/business/bcroom/house`);
  });

  it('calms down when the alarm is closed, also where an answer from before comes late', async () => {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const some = /\/members\/house\/some/;
    const older = async (route: Route) => {
      const response = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response });
    };
    await admin.route(some, older, { times: 1 });
    // The nurse has confirmed it: somebody is on it.
    await view(admin).locator(`.r-bed[data-bed="${someone.bedId}"][data-signal="answered"]`).waitFor();
    let isAsked = false;
    void asked.promise.then(() => (isAsked = true));
    // Where the page is just reading all of the house, it asks for nothing single.
    while (!isAsked) {
      await product.deps.inTenant(PINGAN, (tx) => emit('warning.changed', { warningId }, tx, product.deps));
      await admin.waitForTimeout(2000);
    }
    await product.deps.inTenant(PINGAN, async (tx) => {
      await tx.run(sql`update warnings set status = 1, handled_at = ${textOf(product.deps.now())}::timestamptz
        where tenant_id = ${PINGAN} and id = ${warningId}`);
      await emit('warning.changed', { warningId }, tx, product.deps);
    });
    // So long that the page would have asked again, had it not waited.
    await admin.waitForTimeout(3000);
    const came = admin.waitForResponse(some);
    held.resolve();
    await (await came).finished();
    await admin.evaluate(() => new Promise(requestAnimationFrame));
    await view(admin).locator(`.r-bed[data-bed="${someone.bedId}"]:not([data-signal="answered"])`).waitFor();
  });

  it('puts residents into other beds by drag and by keys: what it means first, then all at once or none', async () => {
    const residents = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows(sql`select p.id, p.name, p.bed_id as "bedId" from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        where p.tenant_id = ${PINGAN} and p.deleted_at is null and p.status = 1 and p.id <> ${someone.id} order by p.id limit 3`),
    )) as { id: number; name: string; bedId: number }[];
    const [one, two, three] = residents as [(typeof residents)[0], (typeof residents)[0], (typeof residents)[0]];
    const beds = async () =>
      (await product.deps.inTenant(PINGAN, (tx) =>
        tx.rows<{ id: number; bedId: number }>(sql`select id, bed_id as "bedId" from people where tenant_id = ${PINGAN}
          and id in (${one.id}, ${two.id}, ${three.id}) order by id`),
      )) as { id: number; bedId: number }[];
    await admin.goto(`${product.url}/business/bcroom/house`);
    const plan = admin.getByRole('region', { name: '换床方案' });
    const drag = async (from: number, to: number) => {
      await bedOf(admin, from).scrollIntoViewIfNeeded();
      await bedOf(admin, from).hover();
      await admin.mouse.down();
      await bedOf(admin, to).hover();
      await admin.mouse.up();
    };
    await drag(one.bedId, two.bedId);
    await plan.getByText('待确认的换床（2人）').waitFor();
    const means = plan.getByRole('list', { name: '换床情况' });
    await means.getByText(one.name).waitFor();
    await plan
      .getByRole('list', { name: '照护配比' })
      .getByText(/在院\d+人/)
      .first()
      .waitFor();
    await accessible(admin, '.r-plan');
    if (process.env.YIAN_SHOTS) await admin.screenshot({ path: `${process.env.YIAN_SHOTS}/house-swap.png` });
    await button(plan, '全部取消').click();
    await plan.waitFor({ state: 'detached' });
    assert.deepEqual(
      (await beds()).map(({ bedId }) => bedId),
      residents.map(({ bedId }) => bedId),
      'nothing was moved',
    );

    // By keys: picked up on the card, put down by Enter; the second drop makes a ring of three.
    await bedOf(admin, one.bedId).focus();
    await admin.keyboard.press('Enter');
    await button(admin.locator('.r-card'), '换床…').click();
    await admin.getByRole('status').getByText(`正在为${one.name}换床`).waitFor();
    await bedOf(admin, two.bedId).focus();
    await admin.keyboard.press('Enter');
    await plan.getByText('待确认的换床（2人）').waitFor();
    await drag(two.bedId, three.bedId);
    await plan.getByText('待确认的换床（3人）').waitFor();
    await means.getByText(three.name).waitFor();
    if (process.env.YIAN_SHOTS) await admin.screenshot({ path: `${process.env.YIAN_SHOTS}/house-ring.png` });
    await button(plan, '确认换床').click();
    await said(admin, '操作成功');
    await plan.waitFor({ state: 'detached' });
    assert.deepEqual(
      (await beds()).map(({ bedId }) => bedId),
      [two.bedId, three.bedId, one.bedId],
    );
  });
});
