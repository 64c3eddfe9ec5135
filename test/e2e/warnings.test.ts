import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { endWarnings, wearerOf } from './demonstration.ts';
import { accessible, button, callFrom, dialog, said, visitOnPhone } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const KANGHE = 1_000_002;

describe('an SOS reaches the nurse on duty', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let fleet: Fleet;
  let nurse: Page;
  let stranger: Page;
  let [first, second, bed] = ['', '', ''];

  const rowsOf = (person: string) =>
    product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<{ id: number; rule: string; status: number; process_mode: number | null; acknowledged_at: string | null }>(sql`
        select w.id, w.rule, w.status, w.process_mode, w.acknowledged_at from warnings w join people p on p.tenant_id = w.tenant_id
          and p.id = w.person_id
        where w.tenant_id = ${PINGAN} and p.name = ${person} and w.created_at > now() - interval '10 minutes' and w.device_id in
          (select id from devices where tenant_id = ${PINGAN} and short_id in (${watchId(1)}, ${watchId(2)})) order by w.id`),
    );
  /** The service that was drafted for a person's alarm. */
  const jobOf = async (person: string) => {
    const [alarm] = await rowsOf(person);
    const row = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ id: number }>(sql`
        select j.id from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
        where j.tenant_id = ${PINGAN} and o.warning_id = ${alarm?.id}`),
    );
    return row?.id ?? assert.fail(`nothing is to be done for ${person}`);
  };
  const bell = (page: Page) => page.locator('.w-bell button');
  const card = (person: string) => nurse.getByRole('article', { name: `紧急预警：${person}，SOS求助` });
  const drawer = () => dialog(nurse, '预警处理');
  const pulses = () => nurse.evaluate(() => (globalThis as unknown as { pulses: number }).pulses);

  before(async () => {
    product = await startProduct({ devices: 'real' });
    // Without a seat a number is dialled by the device's own telephone.
    await product.deps.inTenant(PINGAN, (tx) => tx.run(sql`update call_seats set enabled = false where tenant_id = ${PINGAN}`));
    for (const tenant of [PINGAN, KANGHE]) await endWarnings(product, tenant);
    // How long is too long is tested where the clock is the test's own.
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(
        sql`update parameters set value = '7200'
          where tenant_id = ${PINGAN} and key in ('UNDECIDED_SECONDS', 'UNDISPATCHED_SECONDS', 'UNSTARTED_SECONDS')`,
      ),
    );
    ({ name: first, bed } = await wearerOf(product, 1));
    second = (await wearerOf(product, 2)).name;
    assert.match(bed, /^1号楼 1层 \d+ \d床$/);
    nurse = await product.signIn('nurse');
    stranger = await product.signIn('kanghe_nurse');
    await nurse.evaluate(() => {
      const counter = globalThis as unknown as { pulses: number };
      counter.pulses = 0;
      const start = AudioScheduledSourceNode.prototype.start;
      AudioScheduledSourceNode.prototype.start = function (when) {
        counter.pulses++;
        return start.call(this, when);
      };
    });
    fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(1), watchId(2)], rate: 0 });
    assert.ok(await fleet.connected(30_000), 'the watches connect');
  });
  after(async () => {
    await fleet?.stop();
    await product?.stop();
  });

  it('shows nothing while there is nothing', async () => {
    await bell(nurse)
      .and(nurse.getByRole('button', { name: '暂无预警消息' }))
      .click();
    await nurse.getByText('暂无预警', { exact: true }).waitFor();
    await nurse.keyboard.press('Escape');
    await nurse.getByText('暂无预警', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await nurse.locator('.w-card').count(), 0);
  });

  it('rings, shows a card, a badge and the popup on the open page', async () => {
    fleet.alarm(watchId(1));
    await card(first).getByText(bed).waitFor({ timeout: 30_000 });
    assert.ok(await fleet.acknowledged(30_000), 'the watch is told that it was heard');
    await nurse.locator('.w-bell[data-ringing]').waitFor();
    await nurse.getByRole('button', { name: /^有 \d+ 条预警消息$/ }).waitFor();
    assert.ok((await pulses()) > 0, 'there was sound');
    assert.ok((await nurse.title()).startsWith(`【SOS求助 ${first}】`), 'a tab in the background says it');
    await bell(nurse).click();
    const latest = nurse.locator('.w-line');
    await latest.first().waitFor();
    assert.ok((await latest.count()) >= 2);
    assert.match((await latest.filter({ hasText: first }).first().textContent()) ?? '', /紧急.*SOS求助/);
    await latest.filter({ hasText: first }).first().click();
    await drawer().getByText(first, { exact: true }).waitFor();
  });

  it('is confirmed and silent as soon as somebody who may handle it has opened it', async () => {
    await drawer().getByText('已确认收到').waitFor();
    await nurse.locator('.w-bell[data-ringing]').waitFor({ state: 'detached' });
    assert.doesNotMatch(await nurse.title(), /【/);
    const [sos] = await rowsOf(first);
    assert.equal(sos?.status, 0, 'seen is not decided');
  });

  it('has recorded both the SOS and the low battery, the SOS first', async () => {
    assert.deepEqual(
      (await rowsOf(first)).map(({ rule }) => rule),
      ['sos', 'low_battery'],
    );
  });

  it('says in the drawer who, where and what, and can be read by everybody', async () => {
    await drawer().getByText('预警产生', { exact: true }).waitFor();
    const text = (await drawer().textContent()) ?? '';
    for (const part of ['SOS求助', '按下SOS求助按钮', '联系电话', '预警房间', bed, '异常时间', '处理方式', '处理状态', '备注'])
      assert.ok(text.includes(part), part);
    await nurse.getByRole('application', { name: `${first}的预警位置` }).waitFor();
    await accessible(nurse, '.ant-drawer-open');
  });

  it('is not confirmed while its nurse is on the telephone, and keeps the call and what the family was told', async () => {
    // No telephone answers here, and a browser without one swallows the clicks that follow.
    await nurse.evaluate(() =>
      document.addEventListener('click', (event) => (event.target as Element).closest('a[href^="tel:"]') && event.preventDefault(), {
        capture: true,
      }),
    );
    await drawer().locator('.w-dial').click();
    const calling = drawer().getByRole('region', { name: '通话中' });
    await calling.getByRole('textbox', { name: '通话内容' }).fill('老人说没事');
    assert.ok(await button(drawer(), '确定').isDisabled());
    await accessible(nurse, '.w-calling');
    await calling.getByRole('button', { name: '通话结束' }).click();
    await calling.waitFor({ state: 'detached' });
    assert.ok(await button(drawer(), '确定').isEnabled());
    await drawer().getByText('已接通').waitFor();
    await drawer().getByRole('button', { name: '告知家属' }).click();
    const family = dialog(nurse, '告知家属');
    await family.getByLabel('告知对象').fill('王先生');
    await button(family, '保存').click();
    await family.waitFor({ state: 'detached' });
    await drawer().getByRole('region', { name: '家属告知与复盘' }).getByText('已告知').waitFor();
  });

  it('is closed by no shortcut before something was chosen, and not without a word', async () => {
    const remark = drawer().getByRole('textbox', { name: '备注' });
    assert.equal(await drawer().getByRole('radio', { checked: true }).count(), 0, 'nothing is chosen beforehand');
    await remark.press('Control+Enter');
    assert.equal(await drawer().locator('.ant-form-item-explain-error').count(), 0, 'the shortcut does nothing');
    await drawer().getByText('在线处理', { exact: true }).click();
    await drawer().getByText('误触发', { exact: true }).click();
    await remark.press('Control+Enter');
    await drawer().getByText('SOS求助和跌倒设为误触发须填写原因').waitFor();
    assert.equal((await rowsOf(first))[0]?.status, 0);
    await drawer().getByRole('button', { name: '误触按钮，已确认老人安全' }).click();
    await remark.press('Control+Enter');
    await said(nurse, '处理成功');
    await drawer().waitFor({ state: 'detached' });
    assert.equal((await rowsOf(first))[0]?.status, 3);
    await card(first).waitFor({ state: 'detached' });
  });

  it('does not reach another institution', async () => {
    await stranger.getByRole('button', { name: '暂无预警消息' }).waitFor();
    const seen = await callFrom<{ total: number }>(stranger, 'GET', '/warning/devicewarning/page?open=true');
    assert.equal(seen.total, 0);
    const [sos] = await rowsOf(first);
    await stranger.goto(`${product.url}/warning/warning/index?id=${sos?.id}`);
    await stranger.getByText('没有这条预警').waitFor();
    assert.equal(await stranger.getByText(first).count(), 0);
  });

  it('shows an alarm that came while the page was offline as soon as it is back', async () => {
    let exchanges = 0;
    nurse.on('request', (request) => void (exchanges += Number(request.url().includes('grant_type=refresh_token'))));
    await nurse.context().setOffline(true);
    fleet.alarm(watchId(2));
    assert.ok(await fleet.acknowledged(30_000));
    assert.equal((await rowsOf(second))[0]?.rule, 'sos');
    await nurse.getByText('网络已断开，恢复后会自动刷新数据').waitFor();
    assert.equal(await card(second).count(), 0);
    await nurse.context().setOffline(false);
    await card(second).waitFor({ timeout: 45_000 });
    assert.equal(exchanges, 0, 'a network that comes back is no reason for new tokens');
  });

  it('is not confirmed by a drawer that opens in a page nobody looks at', async () => {
    const look = (state: 'hidden' | 'visible') =>
      nurse.evaluate((value) => void Object.defineProperty(document, 'visibilityState', { configurable: true, value }), state);
    await look('hidden');
    await card(second).getByRole('button', { name: '其他处理' }).click();
    await drawer().getByText('预警产生', { exact: true }).waitFor();
    assert.equal((await rowsOf(second))[0]?.acknowledged_at, null);
    await look('visible');
    await nurse.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  });

  it('is handled as a visit, which drafts the work order, stays in progress and goes on to sending somebody', async () => {
    await card(second).getByRole('button', { name: '其他处理' }).click();
    await drawer().getByText('上门处理', { exact: true }).click();
    // The carer has not gone yet.
    await drawer().getByRole('radio', { name: '已处理', disabled: true }).waitFor({ state: 'attached' });
    await drawer().getByRole('radio', { name: '处理中', checked: true }).waitFor({ state: 'attached' });
    await drawer().getByRole('textbox', { name: '备注' }).fill('电话无人接听，派人上门');
    await drawer().getByRole('textbox', { name: '备注' }).press('Control+Enter');
    await said(nurse, '处理成功');
    await drawer().getByRole('region', { name: '派单' }).waitFor();
    const [sos] = await rowsOf(second);
    assert.deepEqual([sos?.status, sos?.process_mode], [2, 2]);
    const order = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ id: number }>(sql`select id from work_orders where tenant_id = ${PINGAN} and warning_id = ${sos?.id}`),
    );
    assert.ok(order, 'a work order');
    await drawer().locator('.w-responder').first().waitFor();
    await accessible(nurse, '.ant-drawer-open');
    await nurse.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
    await nurse.goto(`${product.url}/warning/warning/index?open=true`);
    await nurse.locator('.ant-table-row', { hasText: second }).filter({ hasText: 'SOS求助' }).getByText('待派单').waitFor();
  });

  it('rings again when the person presses again while somebody is on the way', async () => {
    const [sos] = await rowsOf(second);
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update warnings set last_at = last_at - interval '10 minutes' where tenant_id = ${PINGAN} and id = ${sos?.id}`),
    );
    fleet.alarm(watchId(2));
    await card(second).waitFor({ timeout: 30_000 });
    await nurse.locator('.w-bell[data-ringing]').waitFor();
    await card(second).getByRole('button', { name: '确认收到' }).click();
    await nurse.locator('.w-bell[data-ringing]').waitFor({ state: 'detached' });
    await card(second).waitFor({ state: 'detached' });
    assert.deepEqual(
      (await rowsOf(second)).filter(({ rule }) => rule === 'sos').map(({ status }) => status),
      [2],
    );
  });

  it('goes on until the visit is rated, in one timeline from the alarm on', async () => {
    const stands = (title: string) => nurse.locator('.y-order-head').getByText(title).waitFor();
    const carer = await product.signIn('carer');
    const carerName = (await carer.locator('.y-hello h1').innerText()).split('，')[1] as string;

    const [asked] = await rowsOf(second);
    await nurse.goto(`${product.url}/warning/warning/index?id=${asked?.id}`);
    const sending = drawer().getByRole('region', { name: '派单' });
    await sending.getByRole('button', { name: /^显示全部/ }).click();
    await sending.locator('.b-candidates > li', { hasText: carerName }).getByRole('button', { name: /派/ }).click();
    await sending.waitFor({ state: 'detached' });
    const order = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ id: number }>(sql`select id from work_orders where tenant_id = ${PINGAN} and warning_id = ${asked?.id}`),
    );
    await nurse.goto(`${product.url}/order/workorder/detail?id=${order?.id}&from=warning`);
    await stands('已派单');

    const served = await jobOf(second);
    for (const label of ['签到', '签退'] as const) await visitOnPhone(carer, product.url, served, label);
    await stands('已完成');
    await button(nurse.locator('.y-order-buttons'), '评价').click();
    const rating = dialog(nurse, '评价');
    await rating.locator('.ant-rate [aria-posinset="5"]').first().click();
    await button(rating, '提交').click();
    await stands('已评价');

    const heads = nurse.locator('.y-order-timeline .y-timeline-head b');
    await heads.filter({ hasText: '评价' }).waitFor();
    const titles = await heads.allInnerTexts();
    const steps = ['派单', '签到', '签退', '评价'].map((title) => titles.indexOf(title));
    assert.ok(
      steps.every((at, index) => at > (steps[index - 1] ?? 0)),
      `from the alarm to the rating: ${titles.join(' → ')}`,
    );
    const [sos] = await rowsOf(second);
    assert.equal(sos?.status, 1, 'the warning is handled with its visit');
    await nurse.goto(`${product.url}/warning/warning/index?id=${sos?.id}`);
    await drawer()
      .getByText(/结果：老人安好，误触按钮；预警自动转为已处理/)
      .waitFor();
    await stranger.goto(`${product.url}/order/workorder`);
    await stranger.locator('.ant-table-row, .ant-empty').first().waitFor();
    assert.equal(await stranger.getByText(second, { exact: true }).count(), 0);
    assert.deepEqual(product.problems, []);
  });
});
