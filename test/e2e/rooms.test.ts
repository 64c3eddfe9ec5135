import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { codeFor, newPhone, nextSms, smsTo } from '#test/phones.ts';
import { NEW_PASSWORD } from '#test/registrants.ts';
import { accessible, button, dialog, rowAction, said } from './pages.ts';
import { noBrowser, signInOn, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const HOUSE = '松鹤楼';
const INSTITUTION = '松鹤护理院';
const OWNER = 'songhe_owner';

describe('rooms, and institutions that open', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let person = { id: 0, name: '', mobile: '', bed_id: 0 };

  const one = async <T>(query: ReturnType<typeof sql>, tenant = PINGAN): Promise<T> =>
    (await product.deps.inTenant(tenant, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  const bedOf = async () =>
    one<{ room: string; bed: string }>(sql`
      select r.name as room, b.name as bed from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
      where p.tenant_id = ${PINGAN} and p.id = ${person.id}`);
  const stateOf = async (bedId: number) =>
    (await one<{ status: number }>(sql`select status from beds where tenant_id = ${PINGAN} and id = ${bedId}`)).status;
  const bed = (name: string) => admin.locator('.ant-table-row', { hasText: HOUSE }).filter({ has: admin.getByText(name, { exact: true }) });
  const confirm = async (title: string) => {
    await button(admin.locator('.ant-modal-confirm', { hasText: title }), '确定').click();
    await said(admin, '操作成功');
  };

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { at: null });
    person = await one(sql`
      select p.id, p.name, p.mobile, p.bed_id from people p where p.tenant_id = ${PINGAN} and p.status = 1 and p.deleted_at is null
        and p.mobile is not null
        and p.bed_id is not null order by p.id limit 1`);
  });
  after(() => product?.stop());

  it('have beds, counted in the house', async () => {
    await admin.goto(`${product.url}/business/bcroom/index`);
    await button(admin, '新增房间').click();
    const form = dialog(admin, '新增房间');
    await form.getByLabel('楼栋').fill(HOUSE);
    await form.getByLabel('楼层').fill('3层');
    await form.getByLabel('床位数').fill('1');
    await form.getByLabel('床位月费').fill('2000');
    await button(form, '保存').click();
    await form.locator('.ant-form-item-explain-error').first().waitFor();
    await form.getByLabel('房间号').fill('301');
    await accessible(admin, '.ant-drawer-body');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await form.waitFor({ state: 'detached' });
    const tree = admin.getByRole('navigation', { name: '房间' });
    // Shown at once, on its floor.
    await bed('1床').waitFor();
    await tree.getByText('301', { exact: true }).click();
    await button(admin, '新增床位').click();
    const more = dialog(admin, '新增床位');
    await more.getByLabel('床位号').fill('窗边床');
    await more.getByLabel('床位月费').fill('2300.5');
    await button(more, '保存').click();
    await said(admin, '创建成功');
    await bed('窗边床').getByText('空闲').waitFor();
    await tree.getByLabel('2张床位，空闲2张').last().waitFor();
    await accessible(admin, '#page');
  });

  it('have people, who move with their old bed set free', async () => {
    const old = person.bed_id;
    await rowAction(bed('1床'), '安排入住');
    const people = dialog(admin, `安排入住${HOUSE} 3层 301 1床`);
    await people.getByLabel('姓名电话').fill(person.mobile);
    await button(people, '查询').click();
    await people.locator('.ant-table-row', { hasText: person.name }).first().dblclick();
    await confirm(`安排${person.name}入住${HOUSE} 3层 301 1床`);
    // Whose old door had a code of theirs hears that it is gone.
    const doors = dialog(admin, `${person.name}的门锁密码`);
    await doors.getByText('已收回：不再住该房间').waitFor();
    await button(doors, '知道了').click();
    await bed('1床').getByText(person.name).waitFor();
    assert.deepEqual(await bedOf(), { room: '301', bed: '1床' });
    assert.equal(await stateOf(old), 0, 'the old bed is free');

    await rowAction(bed('1床'), '换床');
    const beds = dialog(admin, `为${person.name}选择新床位`);
    await beds.getByLabel('房间').fill('301');
    await button(beds, '查询').click();
    await beds.locator('.ant-table-row', { hasText: '窗边床' }).dblclick();
    await admin.locator('.ant-modal-confirm').getByText('床位价格由每月¥2,000.00变为¥2,300.50，多¥300.50').waitFor();
    await confirm(`为${person.name}换床`);
    await bed('窗边床').getByText(person.name).waitFor();
    await bed('1床').getByText('空闲').waitFor();
    assert.deepEqual(await bedOf(), { room: '301', bed: '窗边床' });
  });

  it('an institution that registered waits for the platform, and opens when it is approved', async () => {
    await one(
      sql`insert into parameters (tenant_id, key, name, value) values (1, 'REGISTRATION_APPROVAL', '审核', '1')
        on conflict (tenant_id, key) do update set value = '1' returning value`,
      1,
    );
    const phone = newPhone();
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${product.url}/admin/base/external/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { token: string; pending: boolean } };
      assert.equal(code, 0, msg);
      return data;
    };
    const code = await codeFor(product, 'register', phone);
    const { token } = await post('register', { phone, code, username: OWNER, name: '松鹤', password: NEW_PASSWORD });
    assert.equal((await post(`createTenant/${token}`, { name: INSTITUTION })).pending, true);

    const platform = await product.signIn('platform', { at: '/admin/registration/index' });
    const row = platform.locator('.ant-table-row', { hasText: INSTITUTION });
    await row.getByText('待审核').waitFor();
    await accessible(platform, '#page');
    const before = smsTo(product, phone).length;
    await row.getByRole('button', { name: /通\s?过/ }).click();
    await platform.getByRole('dialog', { name: `确定通过“${INSTITUTION}”的注册吗？` }).waitFor();
    await platform
      .locator('.y-confirm:visible, .ant-modal-confirm:visible')
      .locator('.ant-btn-primary, .ant-btn-dangerous')
      .first()
      .click();
    await said(platform, '操作成功');
    await row.getByText('待审核').waitFor({ state: 'detached' });
    assert.match(await nextSms(product, phone, before), /通过/);
    const context = await product.newContext();
    const page = await context.newPage();
    await signInOn(page, product, OWNER, NEW_PASSWORD);
    await page.getByText(INSTITUTION).first().waitFor();
    await context.close();
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
