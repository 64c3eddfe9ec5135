import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { freePorts } from '#test/processes.ts';
import { dialTerminal } from '#test/terminals.ts';
import { jt808Speaker, locationHex } from '../../scripts/simulator/jt808-speaker.ts';
import { accessible, button, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const PINGAN = 1_000_001;

describe('what a model means, and which terminal has the code', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let port: number;
  let badge: { id: number; imei: string };

  const open = async (page: Page) => {
    await page.goto(`${product.url}/device/detail?id=${badge.id}`);
    await page.getByRole('tab', { name: '接入设置', exact: true }).click();
  };
  const confirm = (name: string) => button(admin.locator('.y-confirm:visible'), name).click();
  const come = async (terminalId: string) => {
    const link = await dialTerminal(port, jt808Speaker(badge.imei, { terminalId }));
    return { link, ended: await link.login() };
  };

  before(async () => {
    port = await freePorts(1);
    product = await startProduct({ devices: 'real', more: () => ({ JT808_PORT: String(port) }) });
    admin = await product.signIn('admin', { ...WIDE, at: null });
    badge = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<typeof badge>(sql`select id, imei from devices where tenant_id = ${PINGAN} and name = '备用工牌'`),
    )) as typeof badge;
  });
  after(() => product?.stop());

  it('tries an item on a pasted report, and keeps an SOS an alarm', async () => {
    await admin.goto(`${product.url}/device/type`);
    await rowAction(admin.locator('.ant-table-row', { hasText: '定位工牌' }).first(), '编辑');
    const form = dialog(admin, '编辑设备类型');
    await button(form, '添加报警位').click();
    await form.getByLabel('第3个报警位', { exact: true }).fill('0');
    await form.getByLabel('第3个报警位的含义').press('ArrowDown');
    await admin.locator('.ant-select-dropdown:visible').getByText('不报警', { exact: true }).click();
    await form.getByText('报警位0是SOS求助，不能设为不报警').first().waitFor();
    await button(form, '删除第3个报警位').click();
    const report = jt808Speaker(badge.imei).raw(
      0x0200,
      locationHex({ at: Date.now(), lat: 30.2, lng: 120.1 }, 0, { heartRate: 71, systolic: 126 }),
    );
    await form.getByLabel('试读内容').fill(report.toString('hex'));
    await form.getByText('会读成：心率 71 次/分').waitFor();
    await accessible(admin, '.ant-drawer');
    await button(form, '保存').click();
    await said(admin, '更新成功');
  });

  it('shows which terminal is bound, refuses another one, and opens the registration for an exchange', async () => {
    await open(admin);
    await admin.getByText('等待终端注册', { exact: true }).waitFor();
    const first = await come('B200099');
    assert.equal(first.ended, 'welcome');
    assert.equal((await come('THIEF00')).ended, 'refused');
    await open(admin);
    await admin.getByText('已绑定终端', { exact: true }).waitFor();
    await admin.getByText('拒绝了一台终端注册（终端ID THIEF00）').waitFor();
    await accessible(admin, '.d-detail');
    await button(admin, '更换终端').click();
    await confirm('确定');
    await said(admin, '已开放注册');
    await admin.getByText('等待终端注册', { exact: true }).waitFor();
    const second = await come('B200100');
    assert.equal(second.ended, 'welcome');
    const { speaker } = second.link;
    const now = Math.floor(Date.now() / 1000) * 1000;
    second.link.send(
      speaker.raw(0x0200, `${locationHex({ at: now, lat: 30.2, lng: 120.1, fix: false })}e60f02246968000001ce246968000002b9`),
    );
    assert.equal((await second.link.next())?.kind, 'data');
    await button(admin, '关闭注册').click();
    await confirm('关闭');
    await said(admin, '已关闭注册');
    await admin.getByText('注册已关闭', { exact: true }).waitFor();
    assert.equal((await come('B200100')).ended, 'refused');
    for (const { link } of [first, second]) link.close();
  });

  it('shows what the badge sends and nothing reads, and takes a rule for the list that it looks like, beside an alarm', async () => {
    const readAs = '会读成：2个Wi-Fi热点：24:69:68:00:00:01 -50dBm、24:69:68:00:00:02 -71dBm';
    const edit = async () => {
      await admin.goto(`${product.url}/device/type`);
      await rowAction(admin.locator('.ant-table-row', { hasText: '定位工牌' }).first(), '编辑');
      return dialog(admin, '编辑设备类型');
    };
    const form = await edit();
    await form.getByRole('button', { name: '为e6添加规则' }).click();
    await form.getByText(readAs).waitFor();
    await button(form, '添加附加信息项').click();
    const line = form.getByRole('list', { name: '附加信息项' }).getByRole('listitem').last();
    await line.getByLabel('第6个附加信息项的内容').press('ArrowDown');
    await admin.locator('.ant-select-dropdown:visible').getByText('报警', { exact: true }).click();
    await line.getByText('与前面的“Wi-Fi热点列表”重叠，第0字节只能是一种内容').waitFor();
    await button(form, '保存').click();
    await form.getByText('与前面的“Wi-Fi热点列表”重叠，第0字节只能是一种内容').nth(1).waitFor();
    await line.getByLabel('ID（十六进制）').fill('E7');
    await form.getByLabel('试读内容').fill('e60f02246968000001ce246968000002b9e70101');
    await line.getByText('会读成：报警：SOS求助').waitFor();
    // Its own rule of e7 takes the place of the built-in one, which raises an SOS for three other bits.
    const lost = form.getByRole('alert').filter({ hasText: '附加信息e7的SOS求助' });
    await lost.getByText(/^保存后，以下求助发生时不会报警，涉及\d+台设备$/).waitFor();
    await accessible(admin, '.ant-drawer');
    await button(form, '保存').click();
    await form.getByText('请输入“不再报警”，确认以上求助发生时不会报警').waitFor();
    if (process.env.YIAN_SHOTS) await admin.screenshot({ path: `${process.env.YIAN_SHOTS}/lost-form.png` });
    await lost.getByRole('textbox').fill('不再报警');
    await button(form, '保存').click();
    await said(admin, '更新成功');
    await admin.locator('.ant-table-row', { hasText: '定位工牌' }).first().getByText('1项不报警').waitFor();
    await admin.goto(`${product.url}/warning/policy`);
    await admin
      .getByRole('alert')
      .filter({ hasText: '附加信息e7的SOS求助' })
      .getByRole('link', { name: /设备类型“定位工牌/ })
      .waitFor();
    await accessible(admin, '#page');
    if (process.env.YIAN_SHOTS) await admin.screenshot({ path: `${process.env.YIAN_SHOTS}/lost-policy.png` });
    const again = await edit();
    await again.getByLabel('第6个附加信息项的报警条件').waitFor();
    assert.equal(await again.getByLabel('没有规则的附加信息').count(), 0);
    await open(admin);
    await admin.getByText('e6：Wi-Fi热点列表').waitFor();
    await admin.getByText('e7：报警：SOS求助').waitFor();
  });

  it('keeps what is special about one device from whoever only looks', async () => {
    await open(admin);
    await button(admin, '修改设置').click();
    const form = dialog(admin, '接入设置');
    await form.getByLabel('终端ID').fill('B200100');
    await accessible(admin, '.ant-drawer');
    await button(form, '保存').click();
    await said(admin, '保存成功，设备会重新连接');
    await admin.getByText('B200100').first().waitFor();
    const agent = await product.signIn('agent');
    await open(agent);
    await agent.getByText('已设置', { exact: true }).waitFor();
    assert.equal(await agent.getByText('B200100').count(), 0);
    assert.equal(await agent.getByRole('button', { name: '修改设置' }).count(), 0);
    assert.deepEqual(product.problems, []);
  });
});
