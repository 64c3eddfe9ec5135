import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { formatTime } from '#web/ui/display.ts';
import { accessible, button, callFrom, dialog, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '二楼老人每日陪伴';
const FINDING = '插线板过载';

describe('visits', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let resident = { id: 0, name: '' };

  const shot = (name: string) =>
    process.env.YIAN_SHOTS ? admin.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { ...WIDE, at: null });
    resident = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number; name: string }>(sql`
        select id, name from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null
          and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1 order by id offset 15 limit 1`);
      return found!;
    });
  });
  after(() => product?.stop());

  it('are planned for people by name, who are shown before it is saved', async () => {
    await admin.goto(`${product.url}/management/managevisitplan/index`);
    await button(admin.getByRole('toolbar', { name: '列表工具' }), '新增').click();
    await admin.getByPlaceholder('如 独居老人每周探访').fill(NAME);
    const form = admin.locator('.y-form:visible');
    await form.getByText('每天', { exact: true }).click();
    await form.getByRole('switch', { name: '按条件覆盖' }).click();
    await form.getByText('选择服务对象', { exact: true }).click();
    const picker = dialog(admin, '选择服务对象');
    await picker.getByPlaceholder('姓名、电话或后四位').fill(resident.name);
    await button(picker, '查询').click();
    await button(picker.getByRole('row', { name: resident.name }).first(), '选择').click();
    await admin.getByText(`目前覆盖1人：${resident.name}`).waitFor();
    await shot('visit-plan-form');
    await accessible(admin, '.y-form');
    await button(admin, '保存并开始').click();
    await said(admin, '已保存');
    await admin.locator('.vi-head').getByText(NAME).waitFor();
    await admin.getByText('完成 0 / 1').first().waitFor();
    await shot('visit-plan');
    await accessible(admin, '.vi-page');
  });

  it('are entered with what was found, which the next one shows', async () => {
    const { id } = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number }>(sql`
        select t.id from visit_tasks t join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id and v.name = ${NAME}
        where t.tenant_id = ${PINGAN} and t.person_id = ${resident.id} order by t.due_on limit 1`);
      return found!;
    });
    await admin.goto(`${product.url}/management/visittask/index?id=${id}`);
    const visit = dialog(admin, '探访任务');
    await button(visit, '登记探访').click();
    const form = dialog(admin, `登记探访：${resident.name}`);
    for (const answer of ['良好', '有隐患', '正常', '经常联系']) await form.getByText(answer, { exact: true }).first().click();
    await button(form, '完成探访').click();
    await form.getByText('请填写“精神状态”').first().waitFor();
    await form.getByText('低落', { exact: true }).click();
    await form.getByLabel('风险隐患').fill(FINDING);
    await form.getByText('需关注', { exact: true }).click();
    await shot('visit-record');
    await accessible(admin, '.ant-drawer-section');
    await button(form, '完成探访').click();
    await said(admin, '已登记');
    await visit.getByText('已完成').waitFor();
    await shot('visit-done');
    await button(visit, '转为工单').click();
    const order = dialog(admin, '新增工单');
    await order.getByText(`探访发现：${FINDING}`).waitFor();
    assert.equal(await order.getByLabel('服务对象').first().inputValue(), resident.name);
    await button(order, '取 消').click();
    await button(visit, '转为诉求').click();
    await admin.getByText('由探访转来，登记后会关联原记录').waitFor();
    await admin.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=visit`);
    await admin.getByText(`上次发现：${FINDING}`).waitFor();
    await shot('visit-person');
  });

  it('are moved with a reason, which the list and the visit say', async () => {
    const { id } = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number }>(sql`
        select t.id from visit_tasks t join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id and v.name = ${NAME}
        where t.tenant_id = ${PINGAN} and t.person_id = ${resident.id} and t.state = 1 order by t.due_on limit 1`);
      return found!;
    });
    await admin.goto(`${product.url}/management/visittask/index?id=${id}`);
    const visit = dialog(admin, '探访任务');
    await button(visit, '改期').click();
    const move = dialog(admin, `探访改期：${resident.name}`);
    await move.getByLabel('探访时刻').fill('09:30');
    await move.getByLabel('探访时刻').press('Enter');
    await button(move, '改期').click();
    await move.getByText('请填写改期原因').waitFor();
    await move.getByLabel('改期原因').fill('上午才在家');
    await shot('visit-move');
    await accessible(admin, '.ant-modal');
    await button(move, '改期').click();
    await said(admin, '已改期');
    await visit.getByText(/改期：上午才在家/).waitFor();
    await shot('visit-moved');
  });

  it('are made on the phone without a network, with new findings of the skin, once; what a colleague entered first is the visitor’s to look at', async () => {
    const rows = <T>(query: ReturnType<typeof sql>) => product.deps.inTenant(PINGAN, (tx) => tx.rows<T>(query as never));
    const carer = await product.signIn('carer', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      permissions: ['geolocation'],
      geolocation: { longitude: 116.4, latitude: 39.9, accuracy: 10 },
    });
    await carer.waitForURL('**/carer');
    await carer.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const context = carer.context();
    const waiting = (text: string) => carer.locator('.c-waiting', { hasText: text }).waitFor();
    const [first, second] = await rows<{ id: number; name: string }>(sql`
      select id, name from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null
        and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1 order by id offset 20 limit 2`);
    const { id: userId } = (await rows<{ id: number }>(sql`select id from users where tenant_id = ${PINGAN} and username = 'carer'`))[0]!;
    const ask = { choices: [], required: false, carried: false };
    const planId = await callFrom<number>(admin, 'POST', '/members/visitplan', {
      name: '午后上门看望',
      way: 1,
      frequency: 1,
      startsOn: formatTime(Date.now(), 'yyyy-MM-dd'),
      visitorIds: [userId],
      people: [{ oldmanId: first!.id }, { oldmanId: second!.id }],
      items: [
        { ...ask, title: '身体状况', kind: 'choice', choices: ['良好', '较差'], required: true },
        { ...ask, title: '居室照片', kind: 'photo' },
        { ...ask, title: '风险隐患', kind: 'text', carried: true },
      ],
      start: true,
    });
    const made = () =>
      rows<{
        id: number;
        person_id: number;
        state: number;
        finding: string;
        begun: boolean;
        late: boolean;
        done_name: string;
        photos: number;
      }>(sql`
        select id, person_id, state, finding, begun_at <= done_at as begun, entered_at > done_at as late, done_name,
          jsonb_array_length(answers->1->'files') as photos from visit_tasks
        where tenant_id = ${PINGAN} and plan_id = ${planId} and due_on = (now() at time zone 'Asia/Shanghai')::date order by person_id`);
    const picture = { name: 'IMG_2.png', mimeType: 'image/png', buffer: await admin.screenshot() };
    await carer.goto(`${product.url}/carer?visits`);
    const visits = carer.getByRole('list', { name: '要办的探访' });
    await visits.getByRole('listitem', { name: second!.name, exact: true }).waitFor();
    await accessible(carer, '.c-page');
    await carer.goto(`${product.url}/carer?skin&add`);
    const names = carer.getByRole('list', { name: '服务对象' }).getByRole('button');
    await names.first().waitFor();
    await context.setOffline(true);

    await carer.goto(`${product.url}/carer?visits`);
    await button(visits.getByRole('listitem', { name: first!.name, exact: true }), '去探访').click();
    await button(carer, '到达，开始探访').click();
    await carer.getByText('探访中', { exact: true }).waitFor();
    await button(carer, '登记探访').click();
    const form = carer.getByRole('form', { name: '登记探访' });
    await button(form, '完成探访').click();
    await form.getByRole('alert').getByText('请填写“身体状况”').waitFor();
    await form.getByText('较差', { exact: true }).click();
    await form.getByText('需关注', { exact: true }).click();
    await form.getByLabel('风险隐患').fill('插线板过载');
    await carer.locator('#c-asked-1').setInputFiles(picture);
    await form.getByAltText('现场照片').waitFor();
    await accessible(carer, '.c-page');
    if (process.env.YIAN_SHOTS) await carer.screenshot({ path: `${process.env.YIAN_SHOTS}/caring-form.png`, fullPage: true });
    // The phone ends the page: what was typed is still there.
    await carer.reload();
    await button(carer, '登记探访').click();
    assert.equal(await form.getByLabel('风险隐患').inputValue(), '插线板过载');
    await form.getByAltText('现场照片').waitFor();
    await button(form, '完成探访').click();
    await visits.getByRole('listitem', { name: first!.name, exact: true }).getByText('已记录，待上传').waitFor();

    await button(visits.getByRole('listitem', { name: second!.name, exact: true }), '去探访').click();
    await button(carer, '未见到人').click();
    await carer.getByText('无人应门', { exact: true }).click();
    await button(carer, '登记未见到人').click();
    await visits.getByRole('listitem', { name: second!.name, exact: true }).getByText('已记录，待上传').waitFor();

    await carer.goto(`${product.url}/carer?skin&add`);
    const resident = (await names.first().locator('b').textContent()) ?? '';
    await names.first().click();
    await button(carer, '登记').click();
    await carer.getByRole('alert').getByText('还缺：部位、类别').waitFor();
    await carer.getByLabel('部位').selectOption({ label: '骶尾部' });
    await carer.getByLabel('类别').selectOption({ label: '压疮1期' });
    await carer.locator('#c-skin-photo').setInputFiles(picture);
    await carer.getByAltText('现场照片').waitFor();
    await accessible(carer, '.c-page');
    if (process.env.YIAN_SHOTS) await carer.screenshot({ path: `${process.env.YIAN_SHOTS}/skin-new.png`, fullPage: true });
    await button(carer, '登记').click();
    const found = carer.getByRole('listitem', { name: `${resident} 骶尾部 压疮1期`, exact: true });
    await found.getByText('已记录，待上传').waitFor();
    await carer.reload();
    await waiting('待上传 4');

    const missed = (await made()).find(({ person_id }) => person_id === second!.id)!;
    await callFrom(admin, 'PUT', '/members/visittask/notreached', { id: missed.id, way: 2, reason: 2 });
    await context.setOffline(false);
    await waiting('需处理 1');
    const all = await made();
    const mine = all.find(({ person_id }) => person_id === first!.id)!;
    assert.deepEqual([mine.state, mine.finding, mine.begun, mine.late, mine.photos], [3, '插线板过载', true, true, 1]);
    assert.notEqual(all.find(({ person_id }) => person_id === second!.id)!.done_name, mine.done_name);
    // It is sent last.
    await found.getByText('已记录，待上传').waitFor({ state: 'detached' });
    const findings = await rows<{ photos: number }>(sql`
      select cardinality(l.photos) as photos from skin_findings f join skin_looks l on l.tenant_id = f.tenant_id and l.finding_id = f.id
      where f.tenant_id = ${PINGAN} and f.user_id = ${userId} and f.part = 'sacrum' and f.kind = 1`);
    assert.deepEqual(findings, [{ photos: 1 }]);
    await carer.getByText('骶尾部 压疮1期').first().waitFor();
    await carer.locator('.c-waiting').click();
    await carer.getByText(/已于.*登记该探访，不能重复登记未见到人/).waitFor();
    await button(carer, '放弃').click();
    await button(dialog(carer, '放弃这条未见到人记录？'), '放弃记录').click();
    await carer.getByText('全部已上传').waitFor();
    await carer.close();
  });

  it('are counted for the month', async () => {
    await admin.goto(`${product.url}/management/visittask/overview`);
    await admin.getByRole('cell', { name: NAME }).waitFor();
    await shot('visit-overview');
    await accessible(admin, '.vi-page');
    assert.ok(await admin.getByText('未纳入计划的特殊困难老人').isVisible());
  });
});
