import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { floorText } from '#contract/rooms/places.rules.ts';
import { MINUTE, clockOf, dayOf } from '#contract/time.ts';
import { accessible, button, callFrom, choose, dialog, heldBack, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

describe('care plans and the tasks of a shift', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let [nurse, carer, phone] = [] as unknown as [Page, Page, Page];
  let context: BrowserContext;
  let person = { id: 0, name: '' };

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  const shot = (page: Page, name: string) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();
  const row = (page: Page, text: string) => page.locator('.ant-table-row', { hasText: text }).first();
  const stateOf = async (name: string) =>
    (
      await one<{ state: number }>(sql`select t.state from care_tasks t join care_interventions i on i.tenant_id = t.tenant_id
        and i.id = t.intervention_id where t.tenant_id = ${PINGAN} and t.person_id = ${person.id} and i.name = ${name}
        order by t.due_at limit 1`)
    ).state;

  before(async () => {
    product = await startProduct();
    [nurse, carer] = [await product.signIn('nurse', { ...WIDE, at: null }), await product.signIn('carer', { ...WIDE, at: null })];
    person = await one(sql`
      select p.id, p.name from people p join users u on u.tenant_id = p.tenant_id and u.username = 'carer' and u.home_user_id is null
      where p.tenant_id = ${PINGAN} and p.status = 1 and p.deleted_at is null and p.bed_id is not null
        and not exists (select from care_plans c where c.tenant_id = p.tenant_id and c.person_id = p.id) order by p.id limit 1`);
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update people set carer_id = (select id from users where tenant_id = ${PINGAN} and username = 'carer' and home_user_id is null)
        where tenant_id = ${PINGAN} and id = ${person.id}`),
    );
    phone = await product.signIn('carer', PHONE);
    await phone.waitForURL('**/carer');
    context = phone.context();
  });
  after(() => product?.stop());

  it('a plan is made from a template on the page of the person', async () => {
    await nurse.goto(`${product.url}/oldMan/detail?id=${person.id}&tabid=care`);
    await button(nurse, '新增照护计划').click();
    const drawer = dialog(nurse, '新增照护计划');
    await choose(nurse, drawer, '从模板新增', '重度失能照护模板');
    await drawer.getByLabel('问题1内容').waitFor();
    await shot(nurse, 'care-editor');
    await accessible(nurse, '.y-drawer');
    await button(drawer, '保存并执行').click();
    await said(nurse, '保存成功');
    await nurse.getByRole('region', { name: '照护计划', exact: true }).getByText('翻身并查看皮肤').waitFor();
    await shot(nurse, 'care-person');
    await accessible(nurse, '.ca-person');
    await nurse.goto(`${product.url}/care/plan?userName=${encodeURIComponent(person.name)}`);
    await row(nurse, person.name).getByText('执行中').waitFor();
    await shot(nurse, 'care-plans');
    await nurse.setViewportSize({ width: 1280, height: 800 });
    await nurse.goto(`${product.url}/care/task`);
    await nurse.locator('.ant-table-row').first().waitFor();
    await shot(nurse, 'care-narrow');
    await nurse.setViewportSize({ width: 1920, height: 1080 });
    await nurse.goto(`${product.url}/care/plan?userName=${encodeURIComponent(person.name)}`);
    await row(nurse, person.name).waitFor();
    await accessible(nurse, '.y-list');
    const tasks = await one<{ n: number }>(
      sql`select count(*)::integer as n from care_tasks where tenant_id = ${PINGAN} and person_id = ${person.id}`,
    );
    assert.ok(tasks.n > 12, `${tasks.n} tasks`);
  });

  it('a task is done at the desk by one press, and taken back', async () => {
    const plan = await one<{ id: number; version: number }>(
      sql`select id, version from care_plans where tenant_id = ${PINGAN} and person_id = ${person.id} and state = 2`,
    );
    const now = Date.now();
    const soon = clockOf(now + 2 * MINUTE);
    const care = (name: string) => ({ name, kind: 'other', mode: 'clock', clocks: [soon], beforeMinutes: 60, afterMinutes: 60 });
    await callFrom(nurse, 'POST', '/members/oldmanplan/saveoldmanplan', {
      id: plan.id,
      version: plan.version,
      oldmanId: person.id,
      interventions: [care('梳头修面'), care('晒被子'), care('听戏曲')],
      startDay: dayOf(now),
    });
    // Just before midnight its tasks are tomorrow's.
    const day = dayOf(now + 2 * MINUTE);
    await carer.goto(`${product.url}/care/task?day=${day}&userName=${encodeURIComponent(person.name)}`);
    await rowAction(row(carer, '梳头修面'), '完成');
    await carer.getByText('已登记完成').waitFor();
    await row(carer, '梳头修面').getByText('已完成').waitFor();
    await shot(carer, 'care-tasks');
    await accessible(carer, '.ca-tasks');
    assert.equal(await stateOf('梳头修面'), 2);
    await button(carer, '撤销').click();
    await said(carer, '已撤销');
    await row(carer, '梳头修面').getByText('待执行').waitFor();
    await rowAction(row(carer, '梳头修面'), '未完成');
    const asking = dialog(carer, `${person.name}：梳头修面未完成`);
    await choose(carer, asking, '未完成原因', '拒绝');
    await button(asking, '登记').click();
    await row(carer, '梳头修面').getByText('拒绝').waitFor();
  });

  it('another one on the phone without a network, and is told once there is one', async () => {
    await phone.goto(`${product.url}/carer`);
    await phone.getByText('在线', { exact: true }).waitFor();
    await button(phone, '照护任务').click();
    const card = phone.getByRole('listitem', { name: `${person.name} 晒被子` });
    await card.waitFor();
    await accessible(phone, '.c-page');
    await context.setOffline(true);
    await phone.getByText('离线', { exact: true }).waitFor();
    await button(card, '完成').dblclick();
    await card.getByText('已记录，待上传').waitFor();
    await shot(phone, 'care-phone');
    assert.equal(await stateOf('晒被子'), 1);
    await context.setOffline(false);
    await card.getByText('已记录，待上传').waitFor({ state: 'detached' });
    await card.getByText('已完成').waitFor();
    assert.equal(await stateOf('晒被子'), 2);
    assert.equal(await stateOf('听戏曲'), 1, 'the second press of a double one falls on no other task');
  });

  const rounds = async (): Promise<string[]> => {
    const found = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<{ text: string }>(sql`
        select concat(r.state, ' ', r.people - r.well, ' ', string_agg(m.note, ',')) as text from patrols r
          left join patrol_marks m on m.tenant_id = r.tenant_id and m.patrol_id = r.id
        where r.tenant_id = ${PINGAN} and r.user_name = (select name from users where tenant_id = ${PINGAN} and username = 'carer'
          and home_user_id is null) and r.created_at > now() - interval '20 minutes' group by r.tenant_id, r.id order by r.id`),
    );
    return found.map(({ text }) => text.trim());
  };
  const walked = async () => {
    const place = await one<{ building: string; floor: string }>(sql`
      select r.building, r.floor from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id where p.tenant_id = ${PINGAN} and p.id = ${person.id}`);
    await phone.goto(`${product.url}/carer`);
    await button(phone, '巡视').click();
    await button(phone.getByRole('listitem', { name: floorText(place) }), '巡视').click();
    const before = (await rounds()).length;
    await button(phone, '开始巡视').click();
    for (const end = Date.now() + 30_000; (await rounds()).length === before; await wait(50)) assert.ok(Date.now() < end, 'it is heard of');
    return phone.getByRole('listitem', { name: person.name });
  };

  it('a round through a floor and a note go on where the network is cut, stay through a reload, and are told once', async () => {
    const resident = await walked();
    await phone.locator('.c-waiting').waitFor({ state: 'detached' });
    assert.deepEqual(await rounds(), ['1 0']);
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await context.setOffline(true);
    await resident.getByText('需要处理').click();
    await resident.getByRole('textbox').fill('要加被子');
    await resident.getByRole('textbox').blur();
    await accessible(phone, '.c-page');
    await shot(phone, 'patrol-phone');
    await phone.reload();
    await phone.getByText('离线', { exact: true }).waitFor();
    assert.equal(await resident.getByRole('textbox').inputValue(), '要加被子');
    await button(phone, '结束（1人有情况）').dblclick();
    await phone.locator('.c-waiting', { hasText: '待上传 1' }).waitFor();
    await phone.goto(`${product.url}/carer`);
    await button(phone, '照护随记').click();
    await phone.getByRole('button', { name: person.name }).click();
    await button(phone, '翻身').click();
    await shot(phone, 'note-phone');
    await button(dialog(phone, `${person.name}：翻身`), '左侧').click();
    await phone.getByRole('listitem', { name: '翻身，左侧' }).waitFor();
    await button(phone, '便器消毒').click();
    await button(phone.getByRole('listitem', { name: '便器消毒' }), '撤销').click();
    await accessible(phone, '.c-page');
    await phone.reload();
    await phone.locator('.c-waiting', { hasText: '待上传 2' }).waitFor();
    assert.deepEqual(await rounds(), ['1 0'], 'the server has heard of nothing');
    await context.setOffline(false);
    await phone.locator('.c-waiting').waitFor({ state: 'detached' });
    assert.deepEqual(await rounds(), ['2 1 要加被子']);
    const notes = await one<{ text: string }>(sql`select string_agg(concat(kind, details), ',') as text from care_notes
      where tenant_id = ${PINGAN} and person_id = ${person.id} and created_at > now() - interval '10 minutes'`);
    assert.equal(notes.text, 'turn{"position": "left"}');
  });

  it('a round that was cancelled meanwhile is shown to the carer, who sends it as one of its own', async () => {
    await walked();
    await phone.locator('.c-waiting').waitFor({ state: 'detached' });
    await context.setOffline(true);
    await button(phone, '全部平安，结束').click();
    const open = await one<{ id: number; version: number }>(sql`
      select id, version from patrols where tenant_id = ${PINGAN} and state = 1 order by id desc limit 1`);
    await callFrom(nurse, 'PUT', '/members/round/cancel', open);
    await context.setOffline(false);
    await phone.locator('.c-waiting', { hasText: '需处理 1' }).click();
    await phone.getByText('该次巡视已取消，不能结束').waitFor();
    await accessible(phone, '.c-page');
    await shot(phone, 'patrol-conflict');
    await button(phone, '作为新的巡视上传').click();
    await phone.getByText('全部已上传').waitFor();
    assert.deepEqual(await rounds(), ['2 1 要加被子', '3 0', '2 0']);
  });

  it('what was missed stands in the draft of the handover', async () => {
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update care_tasks t set opens_at = now() - interval '50 minutes', due_at = now() - interval '40 minutes',
          closes_at = now() - interval '5 minutes'
        from care_interventions i where t.tenant_id = ${PINGAN} and t.person_id = ${person.id} and i.tenant_id = t.tenant_id
          and i.id = t.intervention_id and i.name = '听戏曲' and t.due_at < now() + interval '10 minutes'`),
    );
    // The nurse's draft is of her shift, or of the last eight hours.
    await product.deps.inTenant(PINGAN, (tx) => tx.run(sql`delete from duties where tenant_id = ${PINGAN}`));
    await nurse.goto(`${product.url}/wel/index`);
    await button(nurse.getByRole('region', { name: '交接班' }), '写交接').click();
    await nurse.waitForURL(/\/handover\/detail\?id=\d+/);
    const text = await nurse.getByLabel('未完成的照护').inputValue();
    assert.match(text, new RegExp(`听戏曲 ${person.name}（.+）：漏执行`));
    await shot(nurse, 'care-handover');

    // While it is being saved it takes no input that would be lost; what she writes then is saved by the next press.
    const remarks = nurse.getByLabel('其他交代');
    await remarks.fill('借出轮椅一台');
    const release = await heldBack(nurse, /\/warning\/handover$/);
    await button(nurse, '保存草稿').click();
    await nurse.locator('.y-handover-foot .ant-btn-loading').waitFor();
    await nurse.locator('.y-held[inert]').getByLabel('其他交代').waitFor();
    await release();
    await said(nurse, '已保存草稿');
    await nurse.locator('.y-held[inert]').waitFor({ state: 'detached' });
    assert.equal(await remarks.inputValue(), '借出轮椅一台');
    await remarks.fill('借出轮椅一台，明早归还');
    await button(nurse, '保存草稿').click();
    await said(nurse, '已保存草稿');
    await nurse.reload();
    await remarks.waitFor();
    assert.equal(await remarks.inputValue(), '借出轮椅一台，明早归还');
  });
});
