import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { endWarnings, wearerOf } from './demonstration.ts';
import { accessible, button, dialog } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('an SOS is answered by one press', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let fleet: Fleet;
  let nurse: Page;
  let colleague: Page;
  let carer: Page;
  let [first, second, third, bed] = ['', '', '', ''];

  const card = (page: Page, person: string) => page.getByRole('article', { name: `紧急预警：${person}，SOS求助` });
  const people = (page: Page, person: string) => card(page, person).locator('.w-responder');
  const sentFor = (person: string) =>
    product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<{ work_no: string; user_id: number; user_name: string; status: number }>(sql`
        select o.number as work_no, j.user_id, j.user_name, w.status from warnings w join people p on p.tenant_id = w.tenant_id
          and p.id = w.person_id join work_orders o on o.tenant_id = w.tenant_id and o.warning_id = w.id
          join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
        where w.tenant_id = ${PINGAN} and p.name = ${person} and w.rule = 'sos' and w.created_at > now() - interval '10 minutes'`),
    );
  /** Counts the presses of a page from now on. */
  const countClicks = (page: Page) =>
    page.evaluate(() => {
      const counter = globalThis as unknown as { clicks: number };
      counter.clicks = 0;
      document.addEventListener('click', () => void counter.clicks++, { capture: true });
    });
  const clicks = (page: Page) => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);

  /** Holds back whom to send in a page, and what is known of the person: no button of the card may move when they come, or cannot be had. */
  const late = async (page: Page) => {
    const called = { list: '**/devicewarning/*/responders*', facts: '**/devicewarning/facts*', seen: '**/lastSeen/warning/**' };
    const open = Object.fromEntries(Object.keys(called).map((name) => [name, Promise.withResolvers<void>()]));
    let refused = false;
    for (const [name, path] of Object.entries(called))
      await page.route(path, async (route) => {
        await open[name]?.promise;
        if (name !== 'list' || refused) return route.continue();
        refused = true;
        return route.fulfill({ status: 500, json: { code: 1, msg: '人员查询失败', data: null } });
      });
    return {
      async stands(person: string) {
        const shown = card(page, person);
        const places = async () =>
          JSON.stringify([
            await shown.boundingBox(),
            await button(shown, '确认收到').boundingBox(),
            await button(shown, '其他处理').boundingBox(),
          ]);
        await shown.getByRole('status', { name: '正在找合适的人员' }).waitFor();
        const before = await places();
        assert.equal((await shown.locator('.w-responder, .d-seen').count()) + (await shown.getByText('岁').count()), 0, 'nothing came yet');
        open.seen?.resolve();
        await shown.locator('.d-seen').waitFor();
        assert.equal(await places(), before, 'with where the person was');
        open.facts?.resolve();
        await shown.getByText('岁').waitFor();
        assert.equal(await places(), before, 'with what is known of the person');
        open.list?.resolve();
        await shown.getByText('人员查询失败').waitFor();
        assert.equal(await places(), before, 'with a refusal');
        await button(shown, '重试').click();
        await shown.locator('.w-responder').nth(2).waitFor();
        assert.equal(await places(), before, 'with three to send');
        // A pointer on the cards keeps what is over.
        await page.mouse.move(5, 500);
        await page.unrouteAll();
      },
    };
  };

  before(async () => {
    product = await startProduct({ devices: 'real' });
    await endWarnings(product);
    ({ name: first, bed } = await wearerOf(product, 1));
    second = (await wearerOf(product, 2)).name;
    third = (await wearerOf(product, 3)).name;
    // A roster that is the test's own: the carer is on duty all day.
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`insert into duties (tenant_id, user_id, department_id, starts_at, ends_at)
        select tenant_id, id, department_id, now() - interval '1 hour', now() + interval '8 hours' from users
        where tenant_id = ${PINGAN} and username = 'carer'
          and not exists (select from duties d where d.tenant_id = users.tenant_id and d.user_id = users.id
            and d.starts_at <= now() and d.ends_at > now())`),
    );
    nurse = await product.signIn('nurse', { viewport: { width: 1280, height: 720 } });
    colleague = await product.signIn('admin');
    carer = await product.signIn('carer');
    fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(1), watchId(2), watchId(3)], rate: 0 });
    assert.ok(await fleet.connected(30_000), 'the watches connect');
  });
  after(async () => {
    await fleet?.stop();
    await product?.stop();
  });

  it('whose card says where, who and whom to send, the buttons on the screen of a small window', async () => {
    await countClicks(nurse);
    const lateCard = await late(colleague);
    fleet.alarm(watchId(1));
    await people(nurse, first).first().waitFor({ timeout: 30_000 });
    const text = (await card(nurse, first).innerText()).replaceAll(/\s+/g, ' ');
    for (const part of [bed, first, '岁', '派给', '其他处理', '确认收到']) assert.ok(text.includes(part), `${part}: ${text}`);
    assert.match(text, /(当班|不当班|无排班) · (空闲|忙)/);
    const box = (await people(nurse, first).nth(2).boundingBox()) ?? assert.fail('there is no third button');
    assert.ok(box.y + box.height <= 720, `the buttons end at ${box.y + box.height}`);
    assert.equal(await nurse.locator('.w-card .w-responder').count(), 3);
    await accessible(nurse, '.w-cards');
    await lateCard.stands(first);
  });

  it('by one press: the card says so, the colleague’s page knows, the carer’s phone has it', async () => {
    const name = (await people(nurse, first).first().locator('b').innerText()).replace('派给 ', '');
    await people(nurse, first).first().click();
    await card(nurse, first).getByText(`已派给 ${name}`).waitFor();
    assert.ok((await clicks(nurse)) <= 2, `${await clicks(nurse)} presses`);
    await card(colleague, first).waitFor({ state: 'detached' });
    const sent = await sentFor(first);
    assert.deepEqual(
      sent.map((one) => [one.user_name, one.status]),
      [[name, 2]],
    );
    await card(nurse, first).waitFor({ state: 'detached', timeout: 20_000 });
    await colleague.locator('.w-bell button').click();
    await colleague.locator('.w-line', { hasText: first }).filter({ hasText: 'SOS求助' }).getByText('处理中').waitFor();
    await colleague.keyboard.press('Escape');
  });

  it('whose colleagues see who has it in hand, and who may send nobody sees no buttons', async () => {
    fleet.alarm(watchId(2));
    await people(nurse, second).first().waitFor({ timeout: 30_000 });
    assert.equal(await carer.locator('.w-responder').count(), 0);
    // Folded it is still named, and the page ends before it; a press brings the card and the focus.
    await nurse.getByRole('button', { name: '折叠预警卡片' }).click();
    await card(nurse, second).waitFor({ state: 'detached' });
    await accessible(nurse, '.w-cards');
    const [strip, page] = [await nurse.locator('.w-strip').boundingBox(), await nurse.locator('#page').boundingBox()];
    assert.ok(strip && page && page.x + page.width <= strip.x, 'nothing lies beneath the strip');
    await nurse.getByRole('button', { name: new RegExp(`${second}，SOS求助，显示卡片`) }).click();
    await people(nurse, second).first().waitFor();
    assert.ok(await card(nurse, second).evaluate((one) => one === document.activeElement));
    // Put away it is silent and still there until it is confirmed.
    await card(nurse, second).getByRole('button', { name: '收起并停止提醒' }).click();
    await nurse.getByRole('button', { name: new RegExp(`${second}，SOS求助，显示卡片`) }).click();
    await card(nurse, second).getByRole('button', { name: '确认收到' }).click();
    await card(colleague, second).waitFor({ state: 'detached' });
    await colleague.locator('.w-bell button').click();
    await colleague
      .locator('.w-line', { hasText: second })
      .filter({ hasText: 'SOS求助' })
      .getByText(/已收到$/)
      .waitFor();
    await colleague.locator('.w-line', { hasText: second }).filter({ hasText: 'SOS求助' }).click();
    await dialog(colleague, '预警处理').getByText('已确认收到').waitFor();
  });

  it('from the drawer, to the carer, whose phone then shows the order', async () => {
    const region = dialog(colleague, '预警处理').getByRole('region', { name: '派单' });
    await region.locator('.w-responder').first().waitFor();
    await accessible(colleague, '.ant-drawer-open');
    const carerName = (await carer.locator('.y-hello h1').innerText()).split('，')[1] as string;
    await region.getByRole('button', { name: '显示全部人员' }).click();
    await region.locator('.b-candidates > li', { hasText: carerName }).getByRole('button', { name: /派/ }).click();
    await region.waitFor({ state: 'detached' });
    const visit = dialog(colleague, '预警处理').getByRole('region', { name: '上门人员' });
    await visit.getByText('已派单，尚未签到').waitFor();
    await accessible(colleague, '.ant-drawer-open');
    const [sent] = await sentFor(second);
    assert.equal(sent?.user_name, carerName);
    await carer.goto(`${product.url}/carer`);
    await carer.getByText(second, { exact: false }).first().waitFor();
  });

  it('comes back when the carer does not begin, and another one is sent from the drawer', async () => {
    await colleague.keyboard.press('Escape');
    await dialog(colleague, '预警处理').waitFor({ state: 'detached' });
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update warnings w set asks_again_at = now() - interval '1 second' from people p where p.tenant_id = w.tenant_id
        and p.id = w.person_id and w.tenant_id = ${PINGAN} and p.name = ${second} and w.rule = 'sos' and w.status = 2`),
    );
    await card(colleague, second)
      .getByText(/^已派单，护理员尚未签到/)
      .waitFor({ timeout: 60_000 });
    await card(colleague, second).getByRole('button', { name: '立即处理' }).click();
    const visit = dialog(colleague, '预警处理').getByRole('region', { name: '上门人员' });
    await button(visit, '改派').click();
    const sends = dialog(colleague, '派单');
    const other = sends.locator('.b-candidates > li', { hasNot: colleague.locator('button:disabled') }).nth(1);
    const name = await other.locator('summary b').innerText();
    await other.getByRole('button').click();
    await button(sends, '派单').click();
    const insist = button(sends, '仍要派单');
    await visit.getByText(name).or(insist).first().waitFor();
    if (await insist.isVisible()) await insist.click();
    await visit.getByText(name).waitFor();
    await colleague.keyboard.press('Escape');
    await card(colleague, second).waitFor({ state: 'detached' });
  });

  it('again after the network was lost, by the keyboard, and there is one order', async () => {
    fleet.alarm(watchId(3));
    await people(nurse, third).first().waitFor({ timeout: 30_000 });
    await nurse.context().setOffline(true);
    await nurse.keyboard.press('F6');
    await nurse.keyboard.press('2');
    await card(nurse, third).getByText('网络不通').waitFor();
    await nurse.context().setOffline(false);
    await button(card(nurse, third), '重试').click();
    await card(nurse, third).getByText('已派给').waitFor();
    assert.equal((await sentFor(third)).length, 1);
    assert.deepEqual(product.problems, []);
  });
});
