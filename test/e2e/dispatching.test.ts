import { syllableOf } from '#contract/pinyin.rules.ts';
import { HOUR } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { formatTime } from '#web/ui/display.ts';
import { accessible, button, callFrom, dialog } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
/** Half an hour of the board is as wide as a name of two characters and a half. */
const HALF_HOUR = 30;

describe('choosing who goes', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let [admin, sender] = [] as unknown as [Page, Page];
  let person = { id: 0, name: '', letters: '', address: '' };
  let project = 0;

  const rows = <T>(query: ReturnType<typeof sql>) => product.deps.inTenant(PINGAN, (tx) => tx.rows<T>(query as never));
  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> => (await rows<T>(query))[0] ?? assert.fail('there is no such row');
  /** A day that the demonstration has left empty. */
  const at = (clock: string, days = 9) => `${formatTime(Date.now() + days * 24 * HOUR, 'yyyy-MM-dd')} ${clock}:00`;
  const make = (clock: string, serverUserId: number | null = null) =>
    callFrom<number>(admin, 'POST', '/members/workorder', {
      oldmanId: person.id,
      oldmanPhone: '13911112222',
      oldmanAddress: person.address,
      jobLists: [{ serverProjectId: project, serverTime: at(clock), serverUserId }],
    });
  const carersOf = async (ids: number[]) =>
    (
      await rows<{ user_id: number | null }>(
        sql`select user_id from work_order_jobs where tenant_id = ${PINGAN} and work_order_id = any(${ids}::bigint[]) order by id`,
      )
    ).map(({ user_id }) => user_id);
  /** Chooses so many orders of the list that wait for a carer. */
  const choose = async (count: number) => {
    const waiting = admin.locator('.ant-table-row', { hasText: '待派单' });
    await waiting.nth(count - 1).waitFor();
    for (let n = 0; n < count; n++) await waiting.nth(n).getByRole('checkbox').check();
  };
  const initials = async (name: string) => (await one<{ letters: string }>(sql`select app.initials(${name}) as letters`)).letters;
  const listed = (picker: Locator) => picker.locator('.b-candidates > li');
  const nameOf = (entry: Locator) => entry.locator('summary > b').innerText();

  before(async () => {
    product = await startProduct();
    ({ id: project } = await one<{ id: number }>(sql`select id from service_projects where tenant_id = ${PINGAN} and name = '助浴'`));
    // Somebody with no other order to be sent, whose initials are nobody else's.
    person = await one(sql`select id, name, initials as letters, address from people p where tenant_id = ${PINGAN} and deleted_at is null
      and address <> '' and char_length(name) = 3 and not exists (select from work_orders o where o.tenant_id = p.tenant_id
        and o.person_id = p.id and o.status not in (4, 6, 7))
      -- These surnames have two readings.
      and strpos('曾单仇解区查翟朴覃尉盛', left(name, 1)) = 0
      and not exists (select from people q where q.tenant_id = p.tenant_id and q.id <> p.id and q.initials = p.initials)
      order by id limit 1`);
    // An account that may see orders and send carers, and nothing else.
    await product.deps.inTenant(PINGAN, async (tx) => {
      const role = (await tx.row<{ id: number }>(sql`insert into roles (tenant_id, name, code, data_scope)
        values (${PINGAN}, '调度', 'only_sends', 1) returning id`))!;
      await tx.run(sql`insert into role_menus (tenant_id, role_id, menu_id)
        with recursive wanted as (
          select id, parent_id from menus where tenant_id = ${PINGAN}
            and permission in ('members_workorder_view', 'members_workorder_dispatch')
          union select m.id, m.parent_id from menus m join wanted w on m.tenant_id = ${PINGAN} and m.id = w.parent_id)
        select ${PINGAN}, ${role.id}, id from wanted`);
      await tx.run(sql`update user_roles set role_id = ${role.id} where tenant_id = ${PINGAN}
        and user_id = (select id from users where tenant_id = ${PINGAN} and username = 'agent')`);
    });
    admin = await product.signIn('admin', { ...WIDE, at: null });
  });
  after(() => product?.stop());

  it('for several orders together is ranked, who has other work last, found by initials and chosen by keys', async () => {
    const ids = [await make('10:00'), await make('14:00')];
    await admin.goto(`${product.url}/order/workorder?oldmanId=${person.id}`);
    await choose(2);
    await button(admin, '批量派单').click();
    const opened = dialog(admin, '批量派单（2 单）');
    await opened.locator('.b-candidates > li').first().waitFor();
    await opened.getByPlaceholder('请选择服务人员').click();
    const picker = dialog(admin, '选择服务人员');
    await listed(picker).first().waitFor();
    const best = await nameOf(listed(picker).first());
    assert.match(await listed(picker).first().locator('summary > small').innerText(), /^(当班|无排班) · 空闲.* · 已排 \d/);
    await accessible(admin, '.y-ranked');
    await admin.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });

    // Whoever was the best is sent elsewhere at one of the times: now forbidden, and behind all who may.
    const busy = await one<{ id: number }>(sql`select id from users where tenant_id = ${PINGAN} and name = ${best} limit 1`);
    ids.push(await make('14:15', busy.id));
    await button(opened, '取消').click();
    await admin.reload();
    await choose(2);
    await button(admin, '批量派单').click();
    await opened.getByPlaceholder('请选择服务人员').click();
    await listed(picker).first().waitFor();
    const blocked = listed(picker).filter({ hasText: best }).first();
    await blocked.getByText('时间重叠（1 项）').waitFor();
    assert.notEqual(await blocked.getAttribute('data-blocked'), null);
    const next = await nameOf(listed(picker).first());
    assert.notEqual(next, best);
    await picker.getByLabel('姓名').fill(await initials(next));
    await admin.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await button(opened, '派单').click();
    await opened.getByText('派单成功').nth(1).waitFor();
    await button(opened, '完成').click();
    const sent = await one<{ id: number }>(sql`select user_id as id from work_order_jobs where tenant_id = ${PINGAN}
      and work_order_id = ${ids[0]}`);
    assert.deepEqual(await carersOf(ids), [sent.id, sent.id, busy.id]);
  });

  it('begins in the command palette by initials, pinyin or a part of the name, for who may send and nothing else', async () => {
    const id = await make('16:00');
    sender = await product.signIn('agent', WIDE);
    await sender.locator('.y-hello h1').waitFor();
    const field = sender.locator('.y-palette input');
    await sender.locator('body').press('Control+k');
    const offered = sender.getByRole('option', { name: new RegExp(`^派单：${person.name} 助浴，.* 16:00 · 待派单`) });
    const pinyin = [...person.name].map(syllableOf).join('');
    for (const words of [`派单 ${person.letters}`, `派单 ${pinyin}`, `派单${person.name.slice(1)}`, `派单 ${person.name}`]) {
      await field.fill(words);
      await offered.waitFor();
      await field.fill('');
      await offered.waitFor({ state: 'detached' });
    }
    await field.fill(`派单 ${person.letters.toUpperCase()}`);
    await offered.click();
    const opened = dialog(sender, '派单');
    await opened.getByPlaceholder('请选择服务人员').click();
    const picker = dialog(sender, '选择服务人员');
    await listed(picker).first().waitFor();
    assert.equal(await picker.getByRole('button', { name: '从员工列表选择' }).count(), 0, 'the accounts are not hers to see');
    await picker.getByLabel('姓名').press('ArrowDown');
    await sender.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await button(opened, '派单').click();
    await opened.waitFor({ state: 'detached' });
    assert.notDeepEqual(await carersOf([id]), [null]);
    await sender.context().close();
  });

  it('shows the whole name on half an hour of the board in large text', async () => {
    const carer = await one<{ id: number }>(sql`select id from users where tenant_id = ${PINGAN} and username = 'carer'`);
    const id = await make('09:00', carer.id);
    const job = await one<{ id: number }>(sql`update work_order_jobs set minutes = ${HALF_HOUR}
      where tenant_id = ${PINGAN} and work_order_id = ${id} returning id`);
    await admin.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('yian.preferences') ?? '{}') as object;
      localStorage.setItem('yian.preferences', JSON.stringify({ ...kept, largeText: true }));
    });
    await admin.goto(`${product.url}/order/board?day=${at('09:00').slice(0, 10)}`);
    const box = admin.locator(`.b-line [data-job="${job.id}"]`);
    await box.scrollIntoViewIfNeeded();
    assert.ok((await box.innerText()).endsWith(person.name), await box.innerText());
    assert.match((await box.getAttribute('title')) ?? '', /助浴/);
    const fits = await box
      .locator('b')
      .evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1,
      );
    assert.ok(fits, 'nothing of the name is cut');
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
