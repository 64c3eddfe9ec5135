import { textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { nightsAt } from '#contract/health/nights.rules.ts';
import type { Page } from 'playwright-core';
import { accessible, button, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('数据接入: what a vendor is shown, a gateway with its belts, the night they report', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let hub = 0;
  let sleeper = 0;

  const line = (text: string) => admin.locator('.ant-table-row', { hasText: text }).first();
  const row = <T>(query: ReturnType<typeof sql<T>>) => product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query)) as Promise<T>;

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { at: null });
    hub = (await row(sql<{ id: number }>`select id from devices where tenant_id = ${PINGAN} and type = 'hub'`)).id;
    sleeper = (
      await row(
        sql<{ id: number }>`select person_id as id from sleep_reports where tenant_id = ${PINGAN} order by night desc, device_id limit 1`,
      )
    ).id;
  });
  after(() => product?.stop());

  it('a header that was typed is not shown again, stays when nothing is typed, and goes with the address', async () => {
    await admin.goto(`${product.url}/device/integration`);
    await rowAction(line('血压计平台拉取'), '编辑');
    const form = dialog(admin, '编辑数据接入');
    const value = form.getByLabel('第1个请求头的值');
    await value.waitFor();
    assert.equal(await value.inputValue(), '');
    await form.getByLabel('备注').fill('厂商续费中');
    await button(form, '保存').click();
    await said(admin, '更新成功');
    const headers = () =>
      row(
        sql<{
          set: boolean;
        }>`select (polling -> 'headers' -> 0 ->> 'set')::boolean as set from device_integrations
          where tenant_id = ${PINGAN} and kind = 'poller'`,
      );
    assert.equal((await headers()).set, true);
    await rowAction(line('血压计平台拉取'), '编辑');
    await form.getByLabel('拉取地址').fill('https://elsewhere.example.com/records');
    await form.getByText('保存后原来的请求头的值和密钥会删除').waitFor();
    await form.getByLabel('启用').click();
    await button(form, '保存').click();
    await said(admin, '更新成功');
    assert.equal((await headers()).set, false);
    await line('血压计平台拉取').getByText('待填写请求头').waitFor();
  });

  it('a broker is described with its topics, and says what is wrong with them', async () => {
    await rowAction(line('睡眠监测云订阅'), '编辑');
    const form = dialog(admin, '编辑数据接入');
    await form.getByLabel('服务器地址').fill('mqtt://mqtt.example.com');
    await button(form, '保存').click();
    await form.getByText('请填写域名或IP').waitFor();
    await form.getByLabel('服务器地址').fill('mqtt.example.com');
    await form.getByLabel('主题', { exact: true }).fill('a/#/b');
    await admin.keyboard.press('Enter');
    await form.getByText('主题“a/#/b”写法不正确').waitFor();
    await accessible(admin, '.ant-drawer');
    await button(form, '取消').click();
  });

  it('belts are put behind a gateway and taken out again', async () => {
    await admin.goto(`${product.url}/device/detail?id=${hub}`);
    await line('BELT1000001001').waitFor();
    await button(admin, '添加设备').click();
    const adding = dialog(admin, '添加下属设备');
    await adding.locator('.ant-table-row', { hasText: 'BELT1000001004' }).getByRole('checkbox').check();
    await button(adding, '添加1台').click();
    await said(admin, '已添加');
    await line('BELT1000001004').waitFor();
    await line('BELT1000001004').getByRole('checkbox').check();
    await button(admin, '移出1台').click();
    await button(admin.locator('.y-confirm'), '移出').click();
    await said(admin, '已移出');
    await line('BELT1000001004').waitFor({ state: 'detached' });
    // While it fades its colours are not its own.
    await button(admin, '移出1台').waitFor({ state: 'detached' });
    await accessible(admin, '.d-detail');
  });

  it('the night stands on the page of whoever lay there, with the device that says so', async () => {
    await admin.goto(`${product.url}/health/person?id=${sleeper}`);
    await admin.getByRole('tab', { name: '夜间报告' }).click();
    await admin.getByText('的睡眠报告').first().waitFor();
    await admin.getByText('以上由设备自己计算').first().waitFor();
    await accessible(admin, '.h-night');
  });

  it('the page opens with the last night that ended, and says of the one that goes on that it does', async () => {
    await admin.goto(`${product.url}/health/person?id=${sleeper}`);
    await admin.getByRole('tab', { name: '夜间报告' }).click();
    await admin.getByText('的睡眠报告').first().waitFor();
    // By the clock of the server, which the page keeps to: by day no night goes on. What is
    // offered at which time is contract/health/nights.rules.test.ts.
    const { running } = nightsAt(textOf(Date.now()));
    assert.equal(await admin.getByText('今晚（进行中）').count(), running === null ? 0 : 1);
    if (running !== null) {
      await admin.getByText('今晚（进行中）').click();
      await admin.getByText('这一晚还没有结束').waitFor();
      await admin.getByText('上一晚').click();
      await admin.getByText('的睡眠报告').first().waitFor();
    }
    assert.deepEqual(product.problems, []);
  });
});
