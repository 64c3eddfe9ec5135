import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { MINUTE } from '#contract/time.ts';
import { emit } from '#server/events.ts';
import { formatTime } from '#web/ui/display.ts';
import { imeiOf } from '../../scripts/demo/residents.ts';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { endWarnings } from './demonstration.ts';
import { accessible, button, callFrom, choose, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
/** Of no demonstration device. */
const WATCH = 7001;
/** From an institution with nothing in it to its first SOS. */
const MOST_CLICKS = 30;

describe('the first page says what to do now', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let [nurse, admin] = [] as unknown as [Page, Page];
  let person = { id: 0, name: '', address: '' };
  let warningId = 0;
  let fleet: Fleet | undefined;

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  const list = (page: Page) => page.getByRole('region', { name: /^现在/ });
  const rows = (page: Page) => list(page).locator('ul').last().getByRole('listitem');

  before(async () => {
    product = await startProduct({ devices: 'real' });
    await endWarnings(product);
    person = await one(
      sql`select p.id, p.name, p.address from people p where p.tenant_id = ${PINGAN} and p.bed_id is not null and p.deleted_at is null
        and p.status = 1 order by p.id limit 1`,
    );
    const device = await one<{ id: number }>(sql`insert into devices (tenant_id, imei, name, person_id)
      values (${PINGAN}, '990000000000001', '腕表', ${person.id}) returning id`);
    await one(sql`insert into warnings (tenant_id, rule, subject, severity, person_id, device_id, source_type, content, happened_at, last_at)
      values (${PINGAN}, 'low_battery', ${`p${person.id}`}, 3, ${person.id}, ${device.id}, 1, '电量低', now() - interval '3 hours', now())
      returning id`);
    warningId = (
      await one<{ id: number }>(sql`insert into warnings (tenant_id, rule, subject, severity, person_id, device_id, source_type, content,
        happened_at, last_at) values (${PINGAN}, 'sos', ${`p${person.id}`}, 1, ${person.id}, ${device.id}, 1, '按下SOS求助按钮', now(), now())
        returning id`)
    ).id;
    admin = await product.signIn('admin');
    nurse = await product.signIn('nurse');
  });
  after(async () => {
    await fleet?.stop();
    await product?.stop();
  });

  it('shows a nurse the SOS first, with the place, and the keys lead into it', async () => {
    const first = rows(nurse).first();
    await first.getByText('SOS求助').waitFor();
    for (const page of [nurse, admin])
      assert.deepEqual((await callFrom<{ failed: string[] }>(page, 'GET', '/admin/home/now')).failed, [], 'every source can be read');
    assert.match(await first.innerText(), new RegExp(`${person.name}[\\s\\S]*号楼`));
    await accessible(nurse, 'section[aria-labelledby]:has(h2)');
    // What arrived may lie above the page as a card; the list has its own way.
    await nurse.locator('body').press('j');
    assert.match(await nurse.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''), /^处理：预警，.*SOS求助/);
    await nurse.keyboard.press('j');
    await nurse.keyboard.press('k');
    await nurse.keyboard.press('Enter');
    const drawer = dialog(nurse, '预警处理');
    await drawer.getByText(person.name).first().waitFor();
    const confirmed = await one<{ id: number }>(sql`select id from warnings where tenant_id = ${PINGAN} and id = ${warningId}`);
    assert.equal(confirmed.id, warningId);
    await nurse.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    // The drawer had the focus: the keys go on where they were.
    const second = await rows(nurse).nth(1).locator('[data-act]').getAttribute('aria-label');
    await nurse.locator('body').press('j');
    assert.equal(await nurse.evaluate(() => document.activeElement?.getAttribute('aria-label')), second);
    await nurse.evaluate(() => (document.activeElement as HTMLElement).blur());
  });

  it('keeps to one kind when a chip is pressed', async () => {
    const chip = list(nurse).getByRole('button', { name: /^预警 \d/ });
    await chip.click();
    assert.equal(await chip.getAttribute('aria-pressed'), 'true');
    await nurse.waitForFunction(() =>
      [...document.querySelectorAll('.y-now-row .y-now-kind')].every(({ textContent }) => textContent === '预警'),
    );
    await list(nurse).getByRole('button', { name: /^全部/ }).click();
  });

  it('has nothing moving under the pointer: what is settled stays as such', async () => {
    // The first page of the list may be full of what is more urgent.
    await list(nurse)
      .getByRole('button', { name: /^预警 \d/ })
      .click();
    const low = rows(nurse).filter({ hasText: '低电量' }).filter({ hasText: person.name });
    await low.hover();
    await product.deps.inTenant(PINGAN, async (tx) => {
      await tx.run(sql`update warnings set status = 1 where tenant_id = ${PINGAN} and rule = 'low_battery' and person_id = ${person.id}`);
      await emit('warning.changed', { warningId }, tx, product.deps);
    });
    await low.getByText('已处理').waitFor({ timeout: 90_000 });
    await nurse.locator('.y-hello h1').hover();
    await low.waitFor({ state: 'detached' });
    await list(nurse).getByRole('button', { name: /^全部/ }).click();
  });

  it('dispatches an order without leaving the page', async () => {
    const project = await one<{ id: number }>(sql`select id from service_projects where tenant_id = ${PINGAN} and name = '助浴'`);
    const orderId = await callFrom<number>(admin, 'POST', '/members/workorder', {
      oldmanId: person.id,
      oldmanPhone: '13911112222',
      oldmanAddress: person.address || '北京市东城区',
      jobLists: [{ serverProjectId: project.id, serverTime: formatTime(Date.now() + 5 * MINUTE) }],
    });
    await admin.goto(`${product.url}/wel/index`);
    await list(admin)
      .getByRole('button', { name: /^待派单/ })
      .click();
    const row = rows(admin).filter({ hasText: person.name }).first();
    await row.getByRole('button', { name: /^派单：/ }).click();
    const asked = dialog(admin, '派单');
    await button(asked, '派单').click();
    await asked.getByText('请选择服务人员').last().waitFor();
    await button(asked, '取消').click();
    assert.ok(orderId > 0);
  });

  it('opens the form of a follow-up with one press', async () => {
    await admin.goto(`${product.url}/wel/index`);
    await list(admin)
      .getByRole('button', { name: /^差评回访/ })
      .click();
    await rows(admin)
      .first()
      .getByRole('button', { name: /^回访：/ })
      .click();
    const asked = admin.getByRole('dialog', { name: /^回访 / });
    await asked.getByLabel('回访结果').fill('已致电');
    await admin.keyboard.press('Escape');
    await button(dialog(admin, '内容尚未保存'), '放弃修改').click();
    await asked.waitFor({ state: 'detached' });
    const { pathname, searchParams } = new URL(admin.url());
    assert.deepEqual([pathname, searchParams.get('status'), searchParams.has('finish')], ['/order/followup', '1', false]);
  });

  it('shows a carer her own jobs only', async () => {
    const carer = await product.signIn('carer');
    const kinds = new Set(await carer.locator('.y-now-row .y-now-kind').allInnerTexts());
    await list(carer).waitFor();
    for (const kind of ['待派单', '超时工单', '加入申请', '未送出的任务']) assert.ok(!kinds.has(kind), kind);
    await carer.context().close();
  });

  it('hands a shift over: one writes and signs, the other one reads and signs', async () => {
    await nurse.goto(`${product.url}/wel/index`);
    await button(nurse.getByRole('region', { name: '交接班' }), '写交接').click();
    await nurse.waitForURL(/\/handover\/detail\?id=\d+/);
    await nurse.getByLabel('其他交代').fill('302 夜间翻身两小时一次');
    await accessible(nurse, '.y-handover');
    await button(nurse, '交班签名').click();
    await button(nurse.getByRole('dialog', { name: '交班签名' }), '签名').click();
    await nurse.waitForURL('**/handover/index');
    await nurse.getByText('待接班', { exact: true }).filter({ visible: true }).first().waitFor();
    await admin.goto(`${product.url}/wel/index`);
    await list(admin)
      .getByRole('button', { name: /^待接班 \d/ })
      .click();
    await list(admin)
      .getByRole('button', { name: /^接班：待接班/ })
      .first()
      .click();
    await admin.getByText('302 夜间翻身两小时一次').waitFor();
    await button(admin, '接班签名').click();
    await button(admin.getByRole('dialog'), '已阅读并接班').click();
    await admin.getByText('已接班', { exact: true }).first().waitFor();
    await admin.getByLabel('补充备注').fill('已知悉');
    await button(admin, '补充').click();
    await admin.getByText('已知悉').first().waitFor();
  });

  it('is calm where nothing waits', async () => {
    const group = await product.signIn('group');
    await list(group).getByText('现在没有需要处理的事').waitFor();
    await group.getByRole('region', { name: '下属机构' }).getByText('平安颐养院').waitFor();
    // Daily work with residents is in the institutions.
    const shortcuts = group.getByRole('region', { name: '常用功能' });
    await shortcuts.getByText('预警管理').waitFor();
    assert.equal(await shortcuts.getByText('体征录入').count(), 0);
    await accessible(group, '.y-home');
    await group.context().close();
  });

  it('leads a new institution from its first room to an SOS that is answered, in a few clicks', async () => {
    const fresh = await product.signIn('hele_admin');
    await list(fresh).getByText('产品包待支付').waitFor();
    await fresh.evaluate(() => {
      const counted = globalThis as unknown as { clicks: number };
      counted.clicks = 0;
      addEventListener('pointerdown', () => void counted.clicks++, true);
    });
    const steps = fresh.getByRole('region', { name: '开始使用' });
    const line = (title: string) => steps.locator('li', { has: fresh.getByText(title, { exact: true }) });
    /** Fills in the form that a step opens, and is led back. */
    const step = async (title: string, name: string, fill: (form: Locator) => Promise<unknown>) => {
      await line(title).getByRole('link').click();
      const form = dialog(fresh, name);
      await fill(form);
      await button(form, '保存').click();
      if (title === '员工') await button(fresh, '我已记下').click();
      await fresh.waitForURL('**/wel/index');
      await line(title).getByText('已完成').waitFor();
    };
    await step('楼栋和床位', '新增房间', async (form) => {
      await form.getByLabel('楼栋').fill('一号楼');
      await form.getByLabel('楼层').fill('1');
      await form.getByLabel('房间', { exact: false }).last().fill('101');
    });
    await step('部门', '新增部门', (form) => form.getByLabel('部门名称', { exact: true }).fill('护理部'));
    await step('员工', '新增用户', async (form) => {
      await form.getByLabel('姓名', { exact: true }).fill('陆小青');
      await form.getByLabel('用户名', { exact: true }).fill('hele_carer');
      await form.getByLabel('手机号', { exact: true }).fill('13900007001');
      await choose(fresh, form, '角色', '护理员');
      await fresh.keyboard.press('Escape');
    });
    // The hours of the first one on the roster are asked for at once.
    await line('排班').getByRole('link').click();
    await button(fresh, '白班 07:00–15:00').click();
    await fresh.waitForURL('**/wel/index');
    await line('排班').getByText('已完成').waitFor();
    await step('服务项目', '新增服务项目', async (form) => {
      await form.getByLabel('项目名称').fill('应急上门');
      await form.getByLabel('标准价格').fill('50');
      await form.getByLabel('服务分类').click();
      await fresh.getByPlaceholder('没有合适的？输入新分类').fill('应急服务');
      await button(fresh, '新增分类').click();
      await said(fresh, '成功');
      // The list is read again before the new one is chosen.
      await form.getByText('应急服务', { exact: true }).waitFor();
    });
    await step('登记服务对象', '新增服务对象', (form) => form.getByLabel('姓名', { exact: true }).fill('钱阿婆'));
    await step('绑定设备', '新增设备', async (form) => {
      await form.getByLabel('设备编号').fill(imeiOf(WATCH));
      await form.getByLabel('佩戴人').click();
      const picker = dialog(fresh, '选择服务对象');
      await button(picker.locator('.ant-table-row').first(), '选择').click();
      await picker.waitFor({ state: 'detached' });
    });
    await step('通知方式', '新增通知策略', (form) => form.getByLabel('策略名称').fill('默认'));
    fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(WATCH)], rate: 0 });
    assert.ok(await fleet.connected(30_000), 'the watch connects');
    await steps.getByRole('button', { name: /试一次呼叫/ }).click();
    const trial = fresh.getByRole('region', { name: '试一次呼叫' });
    await trial.getByText('正在等待').waitFor();
    await accessible(fresh, '.y-first-steps');
    fleet.alarm(watchId(WATCH));
    await trial.getByText('已收到钱阿婆的SOS求助').waitFor();
    await fresh.locator('.w-card .w-responder').first().click();
    await steps.getByText('全部完成').waitFor();
    const used = await fresh.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
    assert.ok(used <= MOST_CLICKS && used > 15, `${used} clicks`);
    await fresh.context().close();
  });

  it('tells a person without rights whom to ask', async () => {
    const role = await one<{ n: number }>(sql`select count(*)::integer as n from roles where tenant_id = ${PINGAN}`);
    assert.ok(role.n > 0);
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`delete from user_roles where tenant_id = ${PINGAN}
        and user_id = (select id from users where tenant_id = ${PINGAN} and username = 'finance')`),
    );
    const nobody = await product.signIn('finance');
    await list(nobody).getByText('您的账号还没有分配权限').waitFor();
    await list(nobody)
      .getByText(/请联系 .+ 开通/)
      .waitFor();
    await nobody.context().close();
    assert.deepEqual(product.problems, []);
  });
});
