import { HOUR } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { formatTime } from '#web/ui/display.ts';
import { accessible, becomes, button, callFrom, chooseCarer, chooseRow, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const REASON = '孩子发烧，需要去医院';

describe('a service that its carer cannot go to', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let [admin, phone] = [] as unknown as [Page, Page];
  let carer = { id: 0, name: '' };
  let [projectId, orderId] = [0, 0];
  let person = { id: 0, address: '' };

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  /** A call as the dispatcher's page would make it. */
  const call = (method: string, path: string, body: object | null) => callFrom<any>(admin, method, path, body);
  const form = (hours: number, ...users: (number | null)[]) => ({
    oldmanId: person.id,
    oldmanPhone: '13911112222',
    oldmanAddress: person.address,
    jobLists: users.map((serverUserId) => ({
      serverProjectId: projectId,
      serverTime: formatTime(Date.now() + hours * HOUR),
      serverUserId,
    })),
  });
  const number = async (id: number) =>
    (await one<{ number: string }>(sql`select number from work_orders where tenant_id = ${PINGAN} and id = ${id}`)).number;
  const row = (text: string) => admin.locator('.ant-table-row', { hasText: text });

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { at: null });
    carer = await one(sql`select id, name from users where tenant_id = ${PINGAN} and username = 'carer'`);
    ({ id: projectId } = await one<{ id: number }>(sql`select id from service_projects where tenant_id = ${PINGAN} and name = '助浴'`));
    person = await one(
      sql`select id, address from people where tenant_id = ${PINGAN} and longitude is not null and address <> '' and deleted_at is null
        order by id limit 1`,
    );
    orderId = await call('POST', '/members/workorder', form(30, carer.id));
    phone = await product.signIn('carer', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.waitForURL('**/carer');
  });
  after(() => product?.stop());

  it('is told as news on her phone, and handed back with a reason', async () => {
    await phone.goto(`${product.url}/carer`);
    // What is there for today depends on the hour; the order of tomorrow is always there.
    await phone
      .locator('.c-tabs')
      .getByText(/近期 \d/)
      .waitFor();
    const added = await call('POST', '/members/workorder', form(26, carer.id));
    await phone.evaluate(() => window.dispatchEvent(new Event('online')));
    const news = phone.getByRole('status', { name: '服务变动' });
    await news.getByText('新派给您').waitFor();
    await accessible(phone, '.c-page');
    await call('POST', `/members/workorder/cancel/${added}`, { id: added, reason: '住院' });
    await phone.evaluate(() => window.dispatchEvent(new Event('online')));
    await news.getByText('已取消或改派他人').waitFor();
    await button(news as never, '知道了').click();
    await news.waitFor({ state: 'detached' });

    const job = await one<{ id: number }>(sql`select id from work_order_jobs where tenant_id = ${PINGAN} and work_order_id = ${orderId}`);
    await phone.goto(`${product.url}/carer?job=${job.id}&visit=start`);
    await phone.getByText('请确认没有选错服务').waitFor();
    await phone.goto(`${product.url}/carer?job=${job.id}`);
    await phone.getByRole('button', { name: '不能前往，要求改派' }).click();
    const asked = dialog(phone, '要求改派');
    await button(asked, '要求改派').click();
    await asked.getByText('请填写改派的原因').waitFor();
    await asked.getByPlaceholder('不能前往的原因').fill(REASON);
    await button(asked, '要求改派').click();
    await becomes(phone, () => location.search === '' && document.querySelector('.c-waiting') === null, 'everything is sent');
    const kept = await one<{ status: number; return_reason: string }>(
      sql`select status, return_reason from work_order_jobs where tenant_id = ${PINGAN} and id = ${job.id}`,
    );
    assert.deepEqual([kept.status, kept.return_reason], [1, REASON]);
  });

  it('waits with its mark, and is not given to somebody who is booked without a question', async () => {
    await call('POST', '/members/workorder', form(30, carer.id));
    await admin.goto(`${product.url}/order/workorder?returned=true`);
    const mine = row(await number(orderId));
    await mine.getByText('要求改派', { exact: true }).waitFor();
    await accessible(admin, '#page');
    await button(mine, '派单').click();
    const opened = dialog(admin, '派单');
    await chooseCarer(admin, opened, carer.name);
    await button(opened, '派单').click();
    // Candidates may be called so, too.
    await opened
      .getByRole('alert')
      .getByText(/时间重叠/)
      .waitFor();
    await accessible(admin, '.ant-modal');
    await button(opened, '仍要派单').click();
    await opened.waitFor({ state: 'detached' });
    await mine.waitFor({ state: 'detached' });
  });

  it('keeps what one dispatcher typed though another has added a service meanwhile', async () => {
    const id = await call('POST', '/members/workorder', form(40, null));
    await admin.goto(`${product.url}/order/workorder/detail?id=${id}`);
    await button(admin.locator('.y-order-buttons:visible'), '修改工单').click();
    const drawer = admin.getByRole('dialog', { name: /编辑工单/ });
    await drawer.getByLabel('备注').last().fill('我写的备注');
    const { workOrder } = await call('GET', `/members/workorder/${id}`, null);
    const [job] = workOrder.workOrderJobs;
    const jobLists = [
      { id: job.id, serverProjectId: projectId, serverTime: job.serverTime, serverUserId: null },
      ...form(41, null).jobLists,
    ];
    await call('PUT', '/members/workorder', { ...form(40), id, remarks: '同事的备注', jobLists });
    await button(drawer, '保存').click();
    await drawer.getByText(/保存失败/).waitFor();
    await button(drawer, '保留我的内容').click();
    await drawer.getByRole('tab').nth(1).waitFor();
    await button(drawer, '保存').click();
    await drawer.waitFor({ state: 'detached' });
    const saved = (await call('GET', `/members/workorder/${id}`, null)).workOrder;
    assert.deepEqual([saved.remarks, saved.workOrderJobs.length], ['我写的备注', 2]);
  });

  it('is saved once though the answer to saving was lost, whatever was typed or came since', async () => {
    const count = async () =>
      (
        await one<{ n: number }>(
          sql`select count(*)::integer as n from work_orders where tenant_id = ${PINGAN} and plan_id is null and warning_id is null`,
        )
      ).n;
    const before = await count();
    // The default lists of the service come only after the form was sent: what it holds then is another text.
    const sent = Promise.withResolvers<void>();
    await admin.route('**/getQuestionProjectByTenant*', (route) => sent.promise.then(() => route.continue()));
    let cut = 0;
    await admin.route('**/members/workorder', async (route) => {
      if (route.request().method() !== 'POST' || cut++ > 0) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
      sent.resolve();
    });
    await admin.goto(`${product.url}/order/workorder`);
    await admin.locator('.ant-table-row').first().waitFor();
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增工单');
    await drawer.getByPlaceholder('请选择服务对象').click();
    const picker = dialog(admin, '选择服务对象');
    await chooseRow(picker, picker.locator('.ant-table-row').nth(2));
    await drawer.getByRole('combobox', { name: '服务项目' }).click();
    await admin
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-tree-node-content-wrapper', { hasText: '换药' })
      .click();
    const save = button(drawer, '保存');
    const lists = admin.waitForResponse('**/getQuestionProjectByTenant*');
    await save.dblclick();
    await lists;
    await said(admin, /网络|连接/);
    await drawer.getByRole('group', { name: '问卷' }).getByText('必填').waitFor();
    await drawer.getByLabel('备注').last().fill('请带毛巾');
    await save.click();
    // It was there already: what was typed since is saved as a change of it.
    await said(admin, '上一次保存已成功');
    const edited = admin.getByRole('dialog', { name: /编辑工单/ });
    await button(edited, '保存').click();
    await edited.waitFor({ state: 'detached' });
    assert.deepEqual([cut, (await count()) - before], [2, 1]);
    const saved = await one<{ remarks: string; jobs: number }>(sql`
      select o.remarks, (select count(*)::integer from work_order_jobs j where j.tenant_id = o.tenant_id and j.work_order_id = o.id) as jobs
      from work_orders o where o.tenant_id = ${PINGAN} and o.plan_id is null and o.warning_id is null order by o.id desc limit 1`);
    assert.deepEqual(saved, { remarks: '请带毛巾', jobs: 1 });
    await admin.unrouteAll({ behavior: 'wait' });
    assert.deepEqual(
      product.problems.filter((text) => !/ERR_|connection/i.test(text)),
      [],
    );
  });
});
