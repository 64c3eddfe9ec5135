import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { emit } from '#server/events.ts';
import { endSessions } from '#server/users/sessions.ts';
import { noBrowser, startProduct, type Product } from './product.ts';
import { button, confirmed, rowAction } from './pages.ts';

const PASSWORD = 'Demo2026';
const PINGAN = 1_000_001;
const KANGHE = 1_000_002;

describe('one person in several tenants', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let group: Page;
  const problems: string[] = [];
  const watch = (page: Page) => page.on('pageerror', (error) => problems.push(error.message));

  before(async () => {
    product = await startProduct();
    group = await product.signIn('group');
    watch(group);
  });
  after(async () => {
    await product?.stop();
  });

  const current = (page: Page, name: string) => page.getByRole('button', { name: `当前机构：${name}，切换机构` });
  const goTo = async (page: Page, from: string, to: string) => {
    await current(page, from).click();
    // antd measures a popup outside of the window before it puts it in its place.
    await page.waitForFunction(() => (document.querySelector('.t-switch')?.getBoundingClientRect().x ?? -1) > 0);
    await page.getByRole('list', { name: '可切换的机构' }).getByRole('button', { name: to }).click();
  };
  const people = (id: number) =>
    product.deps.inTenant(id, (tx) =>
      tx.rows<{ name: string }>(
        sql`select name from people where tenant_id = ${id} and deleted_at is null order by created_at desc, id desc`,
      ),
    );
  const listOf = async (page: Page) => {
    await page.goto(`${product.url}/oldMan/index`);
    await page.locator('.y-paging').getByText(/^共/).waitFor();
    await page.locator('.ant-table-row').first().waitFor();
    return {
      total: await page.locator('.y-paging').getByText(/^共/).innerText(),
      rows: await page.locator('.ant-table-row').allInnerTexts(),
    };
  };

  /** STOMP connections of the server that have signed in. */
  const sockets = async () => {
    const url = new URL(product.url);
    const text = await (await fetch(`http://127.0.0.1:${Number(url.port) + 1}/metrics`)).text();
    const of = (name: string) => Number(new RegExp(`^yian_stomp_${name} (\\d+)`, 'm').exec(text)?.[1]);
    return of('open') - of('anonymous');
  };

  const connected = async (pages: number) => {
    for (let tries = 0; tries < 200 && (await sockets()) !== pages; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(await sockets(), pages);
  };

  it('the group enters an institution after giving the password, in every open tab, and sees its people only', async () => {
    await group.goto(`${product.url}/admin/tenant/index`);
    await group.locator('.ant-table-row', { hasText: '平安颐养院' }).waitFor();
    const second = await group.context().newPage();
    watch(second);
    await second.goto(`${product.url}/wel/index`);
    await current(second, '平安养老集团').waitFor();
    await group.bringToFront();

    await goTo(group, '平安养老集团', '平安颐养院');
    const proof = group.getByRole('dialog', { name: '验证身份' });
    await proof.getByLabel('登录密码').fill('wrong-one-1');
    await button(proof, '确定').click();
    await group.getByText('密码不正确').waitFor();
    await proof.getByLabel('登录密码').fill(PASSWORD);
    await button(proof, '确定').click();
    await current(group, '平安颐养院').waitFor();
    await group.getByText('已切换到平安颐养院').waitFor();
    await current(second, '平安颐养院').waitFor();
    await second.close();

    assert.doesNotMatch(await group.locator('.y-tabs').innerText(), /租户管理/, 'the old tenant’s tabs are gone');
    const own = await people(PINGAN);
    const shown = await listOf(group);
    assert.equal(shown.total.replace(/\D/g, ''), String(own.length));
    const names = new Set(own.map(({ name }) => name));
    const foreign = (await people(KANGHE)).filter(({ name }) => !names.has(name));
    for (const row of shown.rows) {
      assert.ok(
        own.some(({ name }) => row.includes(name)),
        row,
      );
      assert.ok(!foreign.some(({ name }) => row.includes(name)), row);
    }
  });

  it('goes back, and nothing of the institution stays', async () => {
    await goTo(group, '平安颐养院', '平安养老集团');
    await current(group, '平安养老集团').waitFor();
    const stored = await group.evaluate(() => JSON.stringify({ ...sessionStorage }));
    const residents = await people(PINGAN);
    assert.ok(!residents.some(({ name }) => stored.includes(name)));
    assert.equal(await group.evaluate(() => sessionStorage.getItem('yian.tabs')?.includes('oldMan') ?? false), false);
    await group.goto(`${product.url}/admin/log/login`);
    await group.locator('.ant-table-row', { hasText: '切换机构' }).first().waitFor();
    const logged = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<{ title: string }>(sql`select title from operation_logs where tenant_id = ${PINGAN} and username = 'group' order by id`),
    );
    assert.deepEqual(
      logged.map(({ title }) => title),
      ['从上级进入', '切换机构'],
    );
  });

  it('an administrator ends a session in another browser, which says so', async () => {
    const [admin, nurse] = [await product.signIn('admin'), await product.signIn('nurse')];
    [admin, nurse].forEach(watch);
    await admin.goto(`${product.url}/admin/token/index`);
    const row = admin.locator('.ant-table-row', { hasText: 'nurse' });
    await rowAction(row, '强制下线');
    await confirmed(admin);
    await nurse.waitForURL('**/login*');
    await nurse.getByText('您已被管理员强制下线，请重新登录').waitFor();
    await admin.getByText('已强制下线').waitFor();
    await Promise.all([admin.context().close(), nurse.context().close()]);
  });

  it('freezing a tenant ends its sessions, which say so', async () => {
    await connected(1);
    const kanghe = await product.signIn('kanghe_nurse');
    watch(kanghe);
    // It hears of its end over the socket; a page that has none yet would ask at its next call.
    await connected(2);
    // Demonstration mode does not let anybody freeze through the pages: what the handler does is done here.
    const { deps } = product;
    await deps.inTenant(1, (tx) => tx.run(sql`update tenants set status = 9 where id = ${KANGHE}`));
    await deps.inTenant(KANGHE, async (tx) => {
      await endSessions(tx, deps, {}, 'tenant frozen');
      await emit('rights.changed', { userId: null }, tx, deps);
    });
    await kanghe.waitForURL('**/login*');
    await kanghe.getByText('租户已冻结，请联系管理员').waitFor();
    await kanghe.context().close();
    await group.goto(`${product.url}/userPanel?name=tenants`);
    await group
      .getByLabel('登录密码')
      .or(group.getByRole('tab', { name: '我的机构' }))
      .first()
      .waitFor();
    const card = group.getByRole('listitem').filter({ hasText: '康和护理院' });
    await card.getByText('已冻结').waitFor();
    assert.equal(await button(card, '进入机构').isDisabled(), true);
    assert.deepEqual(problems, []);
  });
});
