import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { accessible, button, chooseCarer, chooseRow, dialog, rowAction, said, sign } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
/** Of the demonstration: needs a photo, a signature and a questionnaire, and is part of a package. */
const PROJECT = '换药';
const QUESTIONNAIRE = '上门服务记录表';
const SECOND = '聊天陪伴';
/** Two degrees away from anywhere the order may be. */
const FAR = { longitude: 118.1, latitude: 28.2, accuracy: 10 };

interface Holder {
  name: string;
  mobile: string;
  package_id: number;
  package_name: string;
  used: number;
}
interface OrderRow {
  id: number;
  number: string;
  total_fen: number;
  longitude: number;
  latitude: number;
}
interface JobRow {
  id: number;
  status: number;
  package_id: number;
  project_name: string;
  check_in_reason: string | null;
}

describe('a work order with everything that belongs to it', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let [admin, nurse] = [] as unknown as [Page, Page];
  let [carerName, holder, order] = ['', {} as Holder, {} as OrderRow];

  const rows = <T>(query: ReturnType<typeof sql>) => product.deps.inTenant(PINGAN, (tx) => tx.rows<T>(query as never));
  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> => (await rows<T>(query))[0] ?? assert.fail('there is no such row');
  const holderNow = () =>
    one<Holder>(sql`
      select e.name, e.mobile, k.id as package_id, k.name as package_name, p.used
      from person_packages k
        join person_package_projects p on p.tenant_id = k.tenant_id and p.person_package_id = k.id
        join people e on e.tenant_id = k.tenant_id and e.id = k.person_id
      where k.tenant_id = ${PINGAN} and k.status = 1 and k.deleted_at is null and e.mobile is not null and p.project_name = ${PROJECT}
        and p.used < p.total - 1 and current_date between k.starts_on and k.ends_on - 2
        and (${holder.package_id ?? null}::bigint is null or k.id = ${holder.package_id ?? null}::bigint)
      order by k.id limit 1`);
  const jobs = () =>
    rows<JobRow>(sql`select * from work_order_jobs where tenant_id = ${PINGAN} and work_order_id = ${order.id} order by id`);
  const detail = async (page: Page) => {
    await page.goto(`${product.url}/order/workorder/detail?id=${order.id}`);
    await page.locator('.y-order').waitFor();
  };
  /** Drops the highest z-index list that is open. */
  const openList = () => admin.locator('.ant-select-dropdown:visible');
  const pick = async (title: string, text: string) => {
    const picker = dialog(admin, title);
    await chooseRow(picker, picker.locator('.ant-table-row', { hasText: text }).first());
  };
  const pickPerson = async (drawer: Locator) => {
    await drawer.getByPlaceholder('请选择服务对象').click();
    const picker = dialog(admin, '选择服务对象');
    await picker.getByLabel('姓名电话').fill(holder.mobile);
    await button(picker, '查询').click();
    await pick('选择服务对象', holder.mobile);
  };

  before(async () => {
    product = await startProduct();
    holder = await holderNow();
    admin = await product.signIn('admin', { at: null });
    nurse = await product.signIn('nurse', { permissions: ['geolocation'], geolocation: FAR });
    carerName = (await one<{ name: string }>(sql`select name from users where tenant_id = ${PINGAN} and username = 'carer'`)).name;
  });
  after(() => product?.stop());

  it('asks for the project before its lists and for the package that covers it', async () => {
    await admin.goto(`${product.url}/order/workorder`);
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增工单');
    await button(drawer, '选择耗材').click();
    await said(admin, '请选择工单服务项目');
    // The same words a second time are no second message while the first still stands.
    await admin.locator('.ant-message-notice').waitFor({ state: 'detached' });
    await button(drawer, '选择问卷').click();
    await said(admin, '请选择工单服务项目');
    await drawer.locator('.ant-segmented-item', { hasText: '服务包' }).click();
    await drawer.getByText('请先选择服务对象').waitFor();
    await button(drawer, '保存').click();
    await drawer.locator('.ant-form-item-explain-error', { hasText: '请选择服务包' }).waitFor();
  });

  it('has the defaults of the project at once, more from the allowed lists, and files up to 4 MB', async () => {
    const drawer = dialog(admin, '新增工单');
    await pickPerson(drawer);
    await drawer.getByRole('combobox', { name: '服务包' }).click();
    await openList().locator('.ant-select-item-option', { hasText: holder.package_name }).first().click();
    await drawer.getByRole('combobox', { name: '服务项目' }).click();
    await openList().locator('.ant-select-item-option', { hasText: PROJECT }).click();
    const asked = drawer.getByRole('group', { name: '问卷' });
    await asked.getByText(QUESTIONNAIRE).waitFor();
    await asked.getByText('必填').waitFor();
    assert.equal(await asked.getByRole('button', { name: `移除${QUESTIONNAIRE}` }).count(), 0, 'what must be filled in stays');
    const used = drawer.getByRole('group', { name: '耗材' });
    await used.getByText('默认').first().waitFor();
    const planned = await used.locator('li').count();
    await button(used, '选择耗材').click();
    await pick('选择耗材', '一次性手套');
    await used.getByLabel('一次性手套数量').fill('3');
    assert.equal(await used.locator('li').count(), planned + 1);
    const files = drawer.locator('input[type=file]');
    await files.setInputFiles({ name: '录像.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(4 * 1024 * 1024 + 1, '%PDF') });
    await said(admin, '上传文件大小不能超过 4MB!');
    await files.setInputFiles({
      name: '医嘱.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.4\n% ${randomBytes(8).toString('hex')}\n%%EOF`),
    });
    await drawer.getByRole('button', { name: '删除医嘱.pdf' }).waitFor();
    await drawer.getByLabel('合计').getByText('¥0.00').waitFor();
    await accessible(admin, '.ant-drawer');
  });

  it('keeps all of it, and takes one count of the package', async () => {
    const drawer = dialog(admin, '新增工单');
    const assign = (pane: Locator) => chooseCarer(admin, pane, carerName);
    await assign(drawer.getByRole('tabpanel').first());
    const asked = drawer.getByRole('group', { name: '问卷' }).first();
    await asked.getByRole('button', { name: `填写人：服务人员，${QUESTIONNAIRE}` }).click();
    const people = dialog(admin, '选择填写人');
    await people.getByLabel('姓名').fill(carerName);
    await button(people, '查询').click();
    await pick('选择填写人', carerName);
    await asked.getByRole('button', { name: `填写人：${carerName}，${QUESTIONNAIRE}` }).waitFor();
    await drawer.getByRole('button', { name: '添加服务' }).click();
    const second = drawer.getByRole('tabpanel', { name: '服务 2' });
    await second.getByRole('combobox', { name: '服务项目' }).click();
    await openList().locator('.ant-select-tree-node-content-wrapper', { hasText: SECOND }).click();
    await assign(drawer.getByRole('tabpanel', { name: SECOND }));
    await drawer.getByLabel('合计').getByText('¥40.00').waitFor();
    await button(drawer, '保存').click();
    await said(admin, '创建成功');
    await drawer.waitFor({ state: 'detached' });
    order = await one<OrderRow>(
      sql`select * from work_orders where tenant_id = ${PINGAN} and plan_id is null and warning_id is null order by id desc limit 1`,
    );
    assert.equal(order.total_fen, 4000);
    const [first] = await jobs();
    assert.equal(first?.package_id, holder.package_id);
    assert.equal((await holderNow()).used, holder.used + 1);
    const counted = await one<{ files: number; gloves: string; asked: number; asks: string }>(sql`
      select (select count(*)::int from work_order_job_files where tenant_id = ${PINGAN} and job_id = ${first?.id ?? 0}) as files,
        (select quantity::text from work_order_job_materials
        where tenant_id = ${PINGAN} and job_id = ${first?.id ?? 0} and material_name = '一次性手套') as gloves,
        (select count(*)::int from work_order_job_questionnaires
        where tenant_id = ${PINGAN} and job_id = ${first?.id ?? 0} and required) as asked,
        (select u.name from work_order_job_questionnaires q join users u on u.tenant_id = q.tenant_id and u.id = q.user_id
          where q.tenant_id = ${PINGAN} and q.job_id = ${first?.id ?? 0}) as asks`);
    assert.deepEqual([counted.files, Number(counted.gloves), counted.asked, counted.asks], [1, 3, 1, carerName]);
    const row = admin.locator('.ant-table-row', { hasText: order.number });
    await row.getByText(/^完成剩余/).waitFor();
  });

  it('comes back into the drawer, where one service is cancelled alone and what was typed stays', async () => {
    await rowAction(admin.locator('.ant-table-row', { hasText: order.number }), '编辑');
    const drawer = dialog(admin, `编辑工单 ${order.number}`);
    await drawer.getByRole('button', { name: '删除医嘱.pdf' }).waitFor();
    await drawer.getByText(QUESTIONNAIRE).waitFor();
    await drawer.getByLabel('备注').last().fill('请先打电话');
    await drawer.getByRole('tab', { name: SECOND }).click();
    await button(drawer, '取消此服务').click();
    const sure = dialog(admin, '是否确认取消此服务');
    await sure.getByLabel('原因').fill('老人当天有家人陪伴');
    await button(sure, '确定').click();
    await said(admin, '取消成功');
    await drawer.getByText('已取消，时间').waitFor();
    await drawer.getByLabel('合计').getByText('¥0.00').waitFor();
    await button(drawer, '保存').click();
    await said(admin, '更新成功');
    assert.deepEqual(
      (await jobs()).map(({ status, package_id }) => [status, package_id]),
      [
        [2, holder.package_id],
        [6, 0],
      ],
    );
    const { remarks } = await one<{ remarks: string }>(
      sql`select remarks from work_orders where tenant_id = ${PINGAN} and id = ${order.id}`,
    );
    assert.equal(remarks, '请先打电话');
  });

  it('shows on its page what was planned; an unfinished questionnaire cannot be viewed', async () => {
    await detail(admin);
    const job = admin.locator('.y-job').first();
    for (const text of [`服务包抵扣（${holder.package_name}）`, '需拍照', '需签名', '医嘱.pdf', '人工下单', `填写人：${carerName}`])
      await admin.locator('.y-order').getByText(text).first().waitFor();
    await job.getByText(/一次性手套 × 3/).waitFor();
    await admin.getByRole('list', { name: '时限' }).getByText('响应时限').waitFor();
    await job.getByRole('button', { name: `查看${QUESTIONNAIRE}` }).click();
    await said(admin, '未完成的问卷不能查看');
    await accessible(admin, '#page');
  });

  it('asks whoever goes in the carer’s place why she is far away, and what is missing before she leaves', async () => {
    await detail(nurse);
    await button(nurse.locator('.y-order-buttons'), '签到').click();
    const come = dialog(nurse, '签到');
    await come.getByText('超出围栏').first().waitFor();
    await button(come, '签到').click();
    await come.getByRole('alert').getByText('还不能签到，还缺：超出围栏的原因').waitFor();
    await come.getByRole('textbox', { name: '超出围栏的原因' }).fill('陪同老人在外地就医');
    await button(come, '签到').click();
    await said(nurse, '签到成功');
    assert.equal((await jobs())[0]?.check_in_reason, '陪同老人在外地就医');
    await nurse.context().setGeolocation({ longitude: order.longitude, latitude: order.latitude, accuracy: 10 });
    await button(nurse.locator('.y-order-buttons'), '签退').click();
    const leave = dialog(nurse, '签退');
    await leave.getByText(`签退前须完成：现场照片、服务对象签名、问卷《${QUESTIONNAIRE}》`).waitFor();
    await leave.getByLabel('一次性手套用量').fill('2');
    await leave.getByRole('textbox', { name: '服务记录' }).fill('已更换敷料');
    await sign(nurse, leave);
    await accessible(nurse, '.ant-modal');
  });

  it('fills in the questionnaire on the way and finds the rest as it was', async () => {
    const leave = dialog(nurse, '签退');
    await leave.getByRole('button', { name: `填写${QUESTIONNAIRE}` }).click();
    await nurse.getByText('良好', { exact: true }).click();
    await nurse.locator('.ant-checkbox-label:visible', { hasText: '助浴' }).click();
    await nurse.getByText('完好', { exact: true }).click();
    const pad = nurse.locator('.y-sign:visible').last();
    if (await pad.count()) await sign(nurse, nurse.locator('.y-page:visible'));
    await nurse.getByRole('button', { name: /^提\s?交$/ }).click();
    await nurse
      .getByText(/提交成功/)
      .first()
      .waitFor();
    await nurse.locator('.y-tabs').getByText(order.number).click();
    await leave.getByText('已完成', { exact: true }).waitFor();
    await leave.locator('input[type=file]').setInputFiles({ name: '现场.png', mimeType: 'image/png', buffer: await nurse.screenshot() });
    await leave.getByRole('button', { name: '删除现场照片' }).waitFor();
    assert.equal(await leave.getByText('签退前须完成').count(), 0);
    await button(leave, '签退').click();
    await said(nurse, '签退成功');
    const [first] = await jobs();
    assert.equal(first?.status, 4);
    assert.equal((await holderNow()).used, holder.used + 1, 'counted once');
  });

  it('shows on its page what was done', async () => {
    await detail(admin);
    const job = admin.locator('.y-job').first();
    for (const text of ['超出围栏', '原因：陪同老人在外地就医', '已更换敷料', '服务时长', '完成人员', '耗材用量'])
      await job.getByText(text).first().waitFor();
    await job.getByText(/一次性手套 × 2/).waitFor();
    await job.getByRole('button', { name: `查看${QUESTIONNAIRE}` }).click();
    await admin.waitForURL('**/questionnaire/view?id=*');
    await admin.locator('.y-sheet').getByText('良好', { exact: true }).first().waitFor();
  });

  it('ends with the rating', async () => {
    await detail(admin);
    await button(admin.locator('.y-order-buttons'), '评价').click();
    const rating = dialog(admin, '评价');
    await rating.locator('.ant-rate [aria-posinset="4"]').first().click();
    await button(rating, '提交').click();
    await admin.locator('.y-order-head').getByText('已评价').waitFor();
    const { status, score } = await one<{ status: number; score: number }>(sql`
      select o.status, s.score from work_orders o join work_order_scores s on s.tenant_id = o.tenant_id and s.work_order_id = o.id
      where o.tenant_id = ${PINGAN} and o.id = ${order.id}`);
    assert.deepEqual([status, score], [7, 4]);
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
