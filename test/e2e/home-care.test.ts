import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { dayOf, nextDay } from '#contract/time.ts';
import { newPhone, sentCode, smsTo } from '#test/phones.ts';
import { accessible, button, chooseRow, listen, said } from './pages.ts';
import { knownSum, noBrowser, startProduct, WIDE, type Product } from './product.ts';

/** The institution of care at home. */
const HOME = 1_000_003;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let product: Product;
let token: string;
let person: { name: string; longitude: number; latitude: number };
before(async () => {
  product = await startProduct();
  const found = await product.deps.inTenant(HOME, (tx) =>
    tx.row<{ secret: string; name: string; longitude: number; latitude: number }>(sql`
      select s.link_secret as secret, p.name, p.longitude, p.latitude from home_settings s, people p
      where s.tenant_id = ${HOME} and p.tenant_id = ${HOME} and p.service_type = 2 and p.status = 1 and p.longitude is not null
      order by p.id limit 1`),
  );
  assert.ok(found);
  person = found;
  token = `${HOME}.${found.secret}`;
});
after(() => product?.stop());

/** A picture for who looks at the pages, where one is asked for. */
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

describe('care at home', { skip: noBrowser }, () => {
  it('from a booking on a phone to the order, the day over homes and one home', { timeout: 300_000 }, async () => {
    const { longitude, latitude } = person;
    const context = await product.newContext({ ...PHONE, geolocation: { longitude, latitude }, permissions: ['geolocation'] });
    const family = await context.newPage();
    await listen(family, '家属', []);
    await family.goto(`${product.url}/home/${token}`);
    await family.getByLabel('老人的住址').fill('文新街道1号');
    await button(family, '我在老人家里，使用现在的位置').click();
    await family.getByText('已使用您现在的位置').waitFor();
    await accessible(family, '.x-book');
    await button(family, '查看可约时间').click();
    await knownSum(family, product);
    await family.getByRole('checkbox').first().check();
    await family.locator('.x-book-choices input[type=radio]:enabled').first().check({ force: true });
    await family.getByLabel('老人姓名').fill(person.name);
    await family.getByLabel('您的姓名').fill('王强');
    const phone = newPhone();
    await family.getByLabel('您的手机号').fill(phone);
    const before = smsTo(product, phone).length;
    await family.getByLabel('图形验证码').fill('2');
    await button(family, '获取验证码').click();
    await family.getByText(/验证码已发送/).waitFor();
    await family.getByLabel('短信验证码').fill(await sentCode(product, phone, before));
    await accessible(family, '.x-book');
    await shot(family, 'family');
    await button(family, '提交预约').click();
    await family.getByText('待确认，结果会用短信告诉您').waitFor();
    const code = (await family.locator('.x-booked dd').first().textContent()) as string;

    const staff = await product.signIn('anxin_admin', { ...WIDE, at: null });
    await staff.goto(`${product.url}/homebook?keyword=${code}`);
    await button(staff, '确认').click();
    const drawer = staff.getByRole('dialog', { name: '居家预约' });
    await drawer.getByText('尚未核对').waitFor();
    await accessible(staff, '.hc-booking');
    await shot(staff, 'booking');
    // Who it is: the number is not one of theirs.
    await drawer.getByLabel('服务对象').first().click();
    const picker = staff.getByRole('dialog', { name: '选择服务对象' });
    await chooseRow(picker, picker.locator('.ant-table-row').first());
    await button(drawer, '确认并生成工单').click();
    await said(staff, '已确认');
    await drawer.getByText('查看工单').waitFor();
    const made = await product.deps.inTenant(HOME, (tx) =>
      tx.row<{ state: number; day: string; person: number }>(
        sql`select state, day, person_id as person from home_bookings where tenant_id = ${HOME} and code = ${code}`,
      ),
    );
    assert.equal(made?.state, 2);
    await family.reload();
    await family.getByRole('tab', { name: '我的预约' }).click();
    await family.getByLabel('预约码').fill(code);
    await family.getByLabel('预约时的手机号').fill(phone);
    await button(family, '查询').click();
    await family.getByText('上门时间').waitFor();

    await staff.goto(`${product.url}/ailecare`);
    await staff.getByRole('group', { name: '当天概况' }).waitFor();
    await accessible(staff, '.y-list-page');
    await shot(staff, 'day');
    await staff.goto(`${product.url}/ailecare/detail?id=${made?.person}&day=${made?.day ?? nextDay(dayOf(Date.now()))}`);
    await staff.getByRole('region', { name: '一周上门' }).getByRole('listitem').first().waitFor();
    await accessible(staff, '.p-home');
    await shot(staff, 'home');
    await staff.goto(`${product.url}/homebook/area`);
    await staff.getByText('近郊片区').waitFor();

    await button(family, '改时间').click();
    await family.getByText(/改时间后需要机构重新确认/).waitFor();
    await family.locator('.x-book-choices input[type=radio]:enabled').first().check({ force: true });
    await accessible(family, '.x-book');
    await shot(family, 'family-move');
    await button(family, '确定改时间').click();
    await family.getByText('待确认，结果会用短信告诉您').waitFor();
    await staff.goto(`${product.url}/homebook?keyword=${code}`);
    await staff.getByText('家属改时间').first().waitFor();
    await shot(staff, 'moved');
  });
});
