import { HOUR, instantOf, midnightOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { BrowserContext, Page } from 'playwright-core';
import { formatTime } from '#web/ui/display.ts';
import { accessible, becomes, button, callFrom, dialog, listen, rowAction, said, sign } from './pages.ts';
import { noBrowser, signInOn, startProduct, type Product, WIDE } from './product.ts';

const PINGAN = 1_000_001;
/** Of the demonstration: needs a photo, a signature and a questionnaire. */
const PROJECT = '换药';
const QUESTIONNAIRE = '上门服务记录表';
const PHONE = { width: 390, height: 844 };

interface JobRow {
  status: number;
  check_in_at: string | null;
  heard_later: boolean | null;
  check_in_distance: number | null;
  check_out_at: string | null;
  check_out_image: string | null;
  signature: string | null;
  result: string | null;
}

describe('the carer’s phone where there is no network', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let [admin, carer] = [] as unknown as [Page, Page];
  let context: BrowserContext;
  let [done, cancelled] = [0, 0];
  let [address, bed, number, ratingPath] = ['', '', '', ''];

  const rows = <T>(query: ReturnType<typeof sql>) => product.deps.inTenant(PINGAN, (tx) => tx.rows<T>(query as never));
  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> => (await rows<T>(query))[0] ?? assert.fail('there is no such row');
  // Deeds have whole seconds, what the server writes down has fractions of them.
  const job = (order: number) =>
    one<JobRow>(
      sql`select *, check_in_received_at > check_out_at as heard_later from work_order_jobs
        where tenant_id = ${PINGAN} and work_order_id = ${order}`,
    );
  const logs = (order: number) =>
    rows<{ action: string }>(
      sql`select action from work_order_logs where tenant_id = ${PINGAN} and work_order_id = ${order} and action in ('start', 'finish')
        order by id`,
    );

  async function order(project: string, at: number): Promise<number> {
    const { id: projectId } = await one<{ id: number }>(
      sql`select id from service_projects where tenant_id = ${PINGAN} and name = ${project}`,
    );
    const { id: userId } = await one<{ id: number }>(sql`select id from users where tenant_id = ${PINGAN} and username = 'carer'`);
    // Her own address: the order then has its stored position.
    const person = await one<{ id: number; address: string; bed: string }>(
      sql`select p.id, p.address, concat_ws(' ', r.building, r.floor, r.name, b.name) as bed from people p
        join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
        where p.tenant_id = ${PINGAN} and p.longitude is not null and p.address <> '' and p.deleted_at is null order by p.id limit 1`,
    );
    [address, bed] = [person.address, person.bed];
    assert.match(bed, /^1号楼 1层 \d+ \d床$/);
    return callFrom<number>(admin, 'POST', '/members/workorder', {
      oldmanId: person.id,
      oldmanPhone: '13911112222',
      oldmanAddress: address,
      remarks: '请先打电话',
      jobLists: [{ serverProjectId: projectId, serverTime: formatTime(at), serverUserId: userId }],
    });
  }
  const openJob = async (orderId: number) => {
    const { id } = await one<{ id: number }>(
      sql`select id from work_order_jobs where tenant_id = ${PINGAN} and work_order_id = ${orderId}`,
    );
    await carer.goto(`${product.url}/carer?job=${id}`);
    await carer.locator('.c-who').waitFor();
  };
  const waiting = (text: string) => carer.locator('.c-waiting', { hasText: text }).waitFor();

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', WIDE);
    const now = Date.now();
    // Of today, also just after midnight.
    [done, cancelled] = [await order(PROJECT, Math.max(now - HOUR / 2, midnightOf(now))), await order('助浴', now + HOUR / 4)];
    const { longitude, latitude, ...order1 } = await one<{ longitude: number; latitude: number; number: string }>(
      sql`select longitude, latitude, number from work_orders where tenant_id = ${PINGAN} and id = ${done}`,
    );
    number = order1.number;
    const options = { viewport: PHONE, hasTouch: true, permissions: ['geolocation'], geolocation: { longitude, latitude, accuracy: 10 } };
    carer = await product.signIn('carer', options);
    await carer.waitForURL('**/carer');
    context = carer.context();
  });
  after(() => product?.stop());

  it('has her services of today with all that belongs to them', async () => {
    await carer.goto(`${product.url}/carer`);
    await carer.getByText('在线', { exact: true }).waitFor();
    await carer.locator('.c-card', { hasText: PROJECT }).filter({ hasText: bed }).first().waitFor();
    await accessible(carer, '.c-page');
    await carer.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await openJob(done);
    for (const text of ['请先打电话', QUESTIONNAIRE, address, bed]) await carer.getByText(text).first().waitFor();
    assert.match(
      (await carer.getByRole('link', { name: /路线/ }).getAttribute('href')) ?? '',
      /^https:\/\/uri\.amap\.com\/navigation\?to=/,
    );
    const small = await carer
      .locator('.c-page button:visible, .c-page a:visible')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent));
    assert.deepEqual(small, [], 'touch targets');
  });

  it('opens, checks in and out without a network, and says what is missing', async () => {
    await context.setOffline(true);
    await openJob(done);
    await carer.getByText('离线', { exact: true }).waitFor();
    await button(carer, '签到').click();
    await carer.locator('.c-form', { hasText: bed }).getByText('距服务地址约').waitFor();
    await button(carer, '签到').dblclick();
    await said(carer, '签到已记录');
    await waiting('待上传 1');
    await carer
      .locator('.c-foot')
      .getByRole('button', { name: /签\s?退/ })
      .click();
    await carer.getByText('距服务地址约').waitFor();
    await button(carer, '签退').click();
    await carer.getByRole('alert').getByText(`还缺：现场照片、服务对象签名、问卷《${QUESTIONNAIRE}》`).waitFor();
    await carer.getByLabel('服务记录').fill('已更换敷料');
    await carer.locator('#c-photo').setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: await admin.screenshot() });
    await carer.getByAltText('现场照片').waitFor();
    await sign(carer, carer.locator('.c-form'));
    await accessible(carer, '.c-page');
    await carer.getByRole('button', { name: `填写问卷《${QUESTIONNAIRE}》` }).click();
    // Half of it, then the carer is called away.
    await carer.getByText('良好', { exact: true }).click();
    await carer.getByRole('button', { name: '返回' }).click();
    await carer.getByRole('button', { name: `填写问卷《${QUESTIONNAIRE}》` }).click();
    assert.ok(await carer.getByRole('radio', { name: '良好' }).isChecked(), 'what was answered is still there');
    await carer.locator('.ant-checkbox-label:visible', { hasText: '助浴' }).click();
    await carer.getByText('完好', { exact: true }).click();
    if (await carer.locator('.y-sign:visible').count()) await sign(carer, carer.locator('.c-paper'));
    await button(carer, '保存').click();
    await said(carer, '问卷已记录');
  });

  it('has lost nothing after a reload, and keeps the check-out', async () => {
    await openJob(done);
    await waiting('待上传 2');
    await carer
      .locator('.c-foot')
      .getByRole('button', { name: /签\s?退/ })
      .click();
    await carer.getByText('距服务地址约').waitFor();
    assert.equal(await carer.getByLabel('服务记录').inputValue(), '已更换敷料');
    await carer.getByAltText('现场照片').waitFor();
    await button(carer, '签退').click();
    await said(carer, '签退已记录');
    await waiting('待上传 3');
    await openJob(cancelled);
    await button(carer, '签到').click();
    await carer.getByText('距服务地址约').waitFor();
    await button(carer, '签到').click();
    await said(carer, '签到已记录');
    await carer.reload();
    await waiting('待上传 4');
    assert.deepEqual((await job(done)).status, 2, 'the server knows of nothing');
  });

  it('tells everything once, in order, as of when it was done; what was cancelled meanwhile is hers to look at', async () => {
    await callFrom(admin, 'POST', `/members/workorder/cancel/${cancelled}`, { reason: '家属要求取消' });
    const before = Date.now();
    await context.setOffline(false);
    await waiting('需处理 1');
    const kept = await job(done);
    assert.deepEqual([kept.status, kept.result, kept.check_in_distance], [4, '已更换敷料', 0]);
    assert.ok(kept.check_out_image && kept.signature);
    for (const time of [kept.check_in_at, kept.check_out_at]) assert.ok(instantOf(time ?? '') < before, String(time));
    assert.ok(kept.heard_later, 'heard of later than it happened');
    assert.deepEqual(
      (await logs(done)).map(({ action }) => action),
      ['start', 'finish'],
    );
    assert.deepEqual(await logs(cancelled), []);
    await carer.locator('.c-waiting').click();
    await carer.getByText('工单现为“已取消”').waitFor();
    await accessible(carer, '.c-page');
    await button(carer, '放弃').click();
    await button(dialog(carer, '放弃这条签到记录？'), '放弃记录').click();
    await carer.getByText('全部已上传').waitFor();
  });

  it('opens with what is kept when it was closed, and asks to sign in; signing out deletes it', async () => {
    const late = await context.newPage();
    await carer.close();
    await listen(late, 'late', product.problems as string[]);
    await context.setOffline(true);
    await late.goto(`${product.url}/carer`);
    await late.getByText('登录后更新服务').waitFor();
    await late.locator('.c-card').first().waitFor();
    assert.equal(await late.evaluate(() => sessionStorage.getItem('yian.session')), null);
    await context.setOffline(false);
    await signInOn(late, product, 'carer');
    // A carer's first page on a phone: to ask for it as well would cut its own way short.
    await late.waitForURL('**/carer');
    await late.locator('.c-card').first().waitFor();
    await late.getByRole('button', { name: '更多' }).click();
    await late.locator('.ant-dropdown-menu-item', { hasText: '退出登录' }).click();
    await button(dialog(late, '退出登录'), '退出').click();
    await late.waitForURL('**/login');
    await becomes(late, () => !localStorage.getItem('yian.carer')?.includes('userId'), 'nobody is remembered');
    assert.deepEqual(await late.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), []);
    await late.close();
  });

  it('lets the person served rate by the link to the end, once', async () => {
    await admin.goto(`${product.url}/order/workorder/detail?id=${done}`);
    await button(admin, '评价链接').click();
    const opened = dialog(admin, '评价链接');
    const link = async () => {
      await button(opened, '生成链接').click();
      return opened.getByRole('textbox', { name: '评价链接' }).inputValue();
    };
    const earlier = await link();
    await accessible(admin, '.ant-modal');
    await button(opened, '关闭').click();
    await opened.waitFor({ state: 'detached' });
    await button(admin, '评价链接').click();
    const address = await link();
    ratingPath = new URL(address).pathname;
    assert.notEqual(address, earlier);
    const guest = await product.newContext({ viewport: PHONE });
    const page = await guest.newPage();
    await listen(page, 'guest', product.problems as string[]);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(earlier);
    await page.getByText('评价链接无效或已过期').waitFor();
    await page.goto(address);
    await page.getByText(PROJECT).waitFor();
    assert.deepEqual(
      loaded.filter((path) => /frame|list|forms|phone-/.test(path) && path.endsWith('.js')),
      [],
      'nothing of the application',
    );
    await accessible(page, '.y-open-page');
    await button(page, '提交评价').click();
    await page.getByText('请先选择星级').waitFor();
    await page.getByRole('radio', { name: '2星，不满意' }).check();
    assert.equal(await page.getByText('请先选择星级').count(), 0);
    await page.getByRole('textbox').fill('来晚了');
    await becomes(page, () => document.documentElement.scrollWidth <= window.innerWidth, 'nothing sticks out of a phone');
    await button(page, '提交评价').click();
    await page.getByText('感谢您的评价').waitFor();
    await page.reload();
    await page.getByText('感谢您的评价').waitFor();
    await page.goto(`${product.url}${ratingPath.slice(0, -3)}xxx`);
    await page.getByText('评价链接无效或已过期').waitFor();
    await guest.close();
  });

  it('has whoever was not content called back', async () => {
    await admin.goto(`${product.url}/order/followup`);
    const row = admin.locator('.ant-table-row', { hasText: number });
    await row.waitFor();
    const all = admin.locator('.ant-table-row, .y-folded');
    const more = row.getByRole('button', { name: /^其余\d+列$/ });
    if (await more.count()) await more.click();
    await all.getByText('来晚了').first().waitFor();
    await rowAction(row, '回访');
    const opened = admin.getByRole('dialog', { name: /^回访 / });
    await button(opened, '完成回访').click();
    await opened.getByText('请填写回访结果').waitFor();
    await opened.getByLabel('回访结果').fill('已致歉，下次准时');
    await accessible(admin, '.ant-modal');
    await button(opened, '完成回访').click();
    await opened.waitFor({ state: 'detached' });
    await row.getByText('已回访').waitFor();
    for (const text of ['已致歉，下次准时', '电话']) await all.getByText(text).first().waitFor();
    assert.equal(await button(row, '回访').count(), 0);
    await admin.goto(`${product.url}/order/workorder/detail?id=${done}`);
    await admin.locator('.y-order-head').getByText('已评价').waitFor();
    for (const text of ['来晚了', '已致歉，下次准时']) await admin.locator('.y-order-timeline').getByText(text).first().waitFor();
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
