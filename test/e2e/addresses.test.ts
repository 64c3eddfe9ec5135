import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, listen } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const OPENID = 'o-journey';
/** Codes that WeChat has given out; each counts once. */
const codes = new Set<string>();

/** WeChat: the page of the QR code, and the exchange of a code. */
function startWechat(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://wechat');
    if (pathname !== '/sns/oauth2/access_token') return void response.end('scan');
    const known = codes.delete(searchParams.get('code') ?? '');
    response.end(
      JSON.stringify(known ? { access_token: 'at', openid: OPENID, scope: 'snsapi_login' } : { errcode: 40029, errmsg: 'invalid code' }),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('addresses that ask for something, or forget to', { skip: noBrowser, timeout: 600_000 }, () => {
  let wechat: Server;
  let product: Product;
  let staff: Page;

  before(async () => {
    wechat = await startWechat();
    const peer = `http://127.0.0.1:${(wechat.address() as AddressInfo).port}`;
    product = await startProduct({
      more: (url) => ({
        PUBLIC_URL: url,
        YIAN_WECHAT_APP_ID: 'wx-app',
        YIAN_WECHAT_SECRET: 'wx-secret',
        YIAN_WECHAT_URL: peer,
        YIAN_WECHAT_CONNECT_URL: peer,
      }),
    });
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`insert into social_accounts (tenant_id, user_id, provider, subject)
        select tenant_id, id, 'WX', ${OPENID} from users where tenant_id = ${PINGAN} and username = 'nurse'`),
    );
    staff = await product.signIn('admin', { at: null });
  });
  after(async () => {
    await product?.stop();
    wechat?.close();
    assert.deepEqual(product?.problems ?? [], []);
  });

  /** A page without a session, at WeChat and on its way back; gives the state that comes along. */
  async function stranger(): Promise<{ page: Page; state: string }> {
    const context = await product.newContext();
    const page = await context.newPage();
    await listen(page, 'stranger', product.problems as string[]);
    await page.goto(`${product.url}/auth/social/wechat?for=login`);
    return { page, state: new URL(page.url()).searchParams.get('state') ?? '' };
  }

  it('a code that is new signs in and opens the page that was asked for, without the code', async () => {
    const { page, state } = await stranger();
    codes.add('c1');
    await page.goto(`${product.url}/oldMan/index?size=20&auth_code=c1&state=${state}`);
    await page.waitForURL(`${product.url}/oldMan/index?size=20`);
    await page.locator('.ant-table-row').first().waitFor();
    await page.context().close();
  });

  it('a code that is wrong or used says so, and the login that it leads to opens that page', async () => {
    const { page, state } = await stranger();
    await page.goto(`${product.url}/oldMan/index?auth_code=used&state=${state}`);
    await page.getByRole('alert').filter({ hasText: '微信授权已失效，请重新扫码' }).waitFor();
    assert.equal(new URL(page.url()).search, '', 'the code does not stay in the address');
    await accessible(page, '.l-page');
    await page.getByRole('link', { name: '前往登录' }).click();
    await page.waitForURL(`${product.url}/login?redirect=%2FoldMan%2Findex`);
    await page.getByLabel('用户名', { exact: true }).waitFor();
    await page.goto(`${product.url}/applet/applet/index?auth_code=c2`);
    await page.getByRole('alert').filter({ hasText: '登录请求已失效，请重新扫码' }).waitFor();
    await page.goto(`${product.url}/applet/applet/index`);
    await page.waitForURL(`${product.url}/login`);
    await page.context().close();
  });

  it('with a session the code is dropped and the page opens', async () => {
    await staff.goto(`${product.url}/oldMan/index?auth_code=c3&size=20`);
    await staff.waitForURL(`${product.url}/oldMan/index?size=20`);
    await staff.locator('.ant-table-row').first().waitFor();
    await staff.goto(`${product.url}/applet/applet/index?auth_code=c3`);
    await staff.waitForURL('**/wel/index');
  });

  it('/pdfView without a query is the star-rating standard', async () => {
    await staff.goto(`${product.url}/pdfView`);
    await staff.getByRole('heading', { name: '养老机构等级评定标准' }).waitFor();
    await staff.locator('.y-pdf .page canvas').first().waitFor();
    await staff.goto(`${product.url}/pdfView?doc=other`);
    await staff.getByText('没有找到要显示的文档').waitFor();
    await button(staff, '返回首页').click();
    await staff.waitForURL('**/wel/index');
  });

  it('a page that needs to know of what it is about says what is missing, and leads back', async () => {
    for (const [address, words] of [
      ['/questionnaire/write', '没有指定问卷'],
      ['/questionnaire/view', '没有指定问卷结果'],
      ['/questionnaire/view?key=x', '没有指定问卷结果'],
      ['/oldMan/detail', '没有指定服务对象'],
      ['/device/detail', '没有指定设备'],
      ['/health/person', '没有指定服务对象'],
      ['/health/sheet', '没有指定服务对象'],
      ['/order/detail', '订单不存在'],
      ['/order/workorder/detail', '工单不存在'],
    ] as const) {
      await staff.goto(product.url + address);
      await staff.getByText(words, { exact: true }).waitFor();
      await staff
        .getByRole('button', { name: /^返\s?回/ })
        .first()
        .waitFor();
    }
    await staff.goto(`${product.url}/questionnaire/write`);
    await button(staff, '返回').click();
    await staff.waitForURL('**/wel/index');
  });
});
