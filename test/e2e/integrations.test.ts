import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '健康一体机云平台';
const IMEI = 'METER-0001';

describe('数据接入: a vendor is described, tried and pushes', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let path = '';

  const line = (text: string) => admin.locator('.ant-table-row', { hasText: text }).first();
  const row = <T>(query: ReturnType<typeof sql<T>>) => product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query)) as Promise<T>;

  before(async () => {
    product = await startProduct({ devices: 'real' });
    admin = await product.signIn('admin', { ...WIDE, at: null });
    await row(sql`insert into devices (tenant_id, imei, type, name) values (${PINGAN}, ${IMEI}, 'other', '大厅一体机') returning id`);
  });
  after(() => product?.stop());

  it('says for every field of a pasted message what would be recorded, and what is wrong', async () => {
    await admin.goto(`${product.url}/device/integration`);
    await line('雷达云平台推送').waitFor();
    await button(admin, '新增').click();
    const form = dialog(admin, '新增数据接入');
    await button(form, '保存').click();
    await form.getByText('请输入名称').waitFor();
    await form.getByLabel('名称', { exact: true }).fill(NAME);
    await form.getByLabel('从模板开始').click();
    await admin.getByText('血压计、血糖仪（单位随报文）').click();
    await form.getByText('会记录：收缩压 128.3 mmHg').waitFor();
    const message = form.getByLabel('报文', { exact: true });
    const seconds = Math.floor(Date.now() / 1000);
    await message.fill(JSON.stringify({ deviceId: IMEI, measureTime: seconds, HP: 128, LP: 79, BPUnit: 0, HR: 720 }));
    await form.getByText('会记录：收缩压 128 mmHg').waitFor();
    await form.getByText('心率 720 超出合理范围').waitFor();
    await message.fill('<xml/>');
    await form.getByText('报文既不是JSON，也不是表单').waitFor();
    await message.fill(JSON.stringify({ deviceId: IMEI, measureTime: seconds, HP: 128, LP: 79, BPUnit: 0, HR: 72 }));
    const first = form.getByLabel('路径', { exact: true }).first();
    await first.fill('a..b');
    await form.getByText('无法识别').first().waitFor();
    await button(form, '保存').click();
    await form.getByText('数据映射有误').waitFor();
    await first.fill('HP');
    await button(form, '在服务器上试算').click();
    await form.getByText('没有记录任何数据').waitFor();
    await form.getByText('大厅一体机').waitFor();
    await accessible(admin, '.ant-drawer');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await line(NAME).getByText('待生成推送地址').waitFor();
  });

  it('hands out an address once; what is pushed there is recorded and seen', async () => {
    await rowAction(line(NAME), '推送地址');
    const address = dialog(admin, `推送地址：${NAME}`);
    await button(address, '生成').click();
    path = new URL(await address.getByLabel('推送地址').inputValue()).pathname;
    assert.match(path, /^\/tenant-device\/push\/[\w-]{43}$/);
    await button(address, '已保存').click();
    const push = (body: object) =>
      fetch(product.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const answer = await push({ deviceId: IMEI, measureTime: Math.floor(Date.now() / 1000), HP: 17.1, LP: 10.5, BPUnit: 1, HR: 72 });
    assert.deepEqual([answer.status, await answer.text()], [200, 'OK']);
    assert.equal((await push({ deviceId: 'NOBODY-1', HR: 72 })).status, 422);
    const kept = await row(sql<{
      value: number;
    }>`select value from latest_readings l join devices d on d.tenant_id = l.tenant_id and d.id = l.device_id
      where l.tenant_id = ${PINGAN} and d.imei = ${IMEI} and l.metric = 2`);
    assert.equal(Math.round(kept.value), 128);
    // Deliveries are written down within three seconds.
    await admin.waitForTimeout(3500);
    await rowAction(line(NAME), '接入记录');
    const told = dialog(admin, `接入记录：${NAME}`);
    await told.getByText('已记录').waitFor();
    await told.getByText('设备未登记').waitFor();
    await accessible(admin, '.ant-drawer');
    assert.deepEqual(product.problems, []);
  });
});
