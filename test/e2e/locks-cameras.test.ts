import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { canRemux } from '#server/devices/remux.ts';
import { accessible, button, choose, confirmed, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

/** A house's own recorder: ten seconds of a picture as HLS. */
async function startRecorder(): Promise<{ server: Server; address: string; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'yian-hls-'));
  const drawn =
    '-loglevel error -f lavfi -i testsrc=size=320x180:rate=10:duration=10 -c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p -f hls -hls_time 1 -hls_list_size 0 index.m3u8';
  execFileSync('ffmpeg', drawn.split(' '), { cwd: folder });
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (!/^[\w.]+$/.test(name)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(join(folder, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as { port: number }).port}/index.m3u8`, folder };
}

describe('door locks and cameras', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let devices: { id: number; name: string; type: string; roomId: number | null }[];

  const of = (type: string, name: string) =>
    devices.find((one) => one.type === type && one.name.includes(name)) as (typeof devices)[number];
  const open = (id: number) => admin.goto(`${product.url}/device/detail?id=${id}`);
  const line = (text: string) => admin.locator('.ant-table-row', { hasText: text }).first();
  const playing = () =>
    admin.waitForFunction(() =>
      Array.from(document.querySelectorAll('video')).some((video) => video.readyState >= 2 && video.videoWidth > 0),
    );

  before(async () => {
    // This machine stands for the house's network of cameras.
    process.env.CAMERA_NETWORKS = '127.0.0.1';
    product = await startProduct();
    admin = await product.signIn('admin', { at: null });
    devices = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<(typeof devices)[number]>(
        sql`select id, name, type, room_id as "roomId" from devices where tenant_id = ${PINGAN} and type in ('lock', 'camera') order by id`,
      ),
    );
  });
  after(async () => {
    await product?.stop();
    delete process.env.CAMERA_NETWORKS;
  });

  it('makes a code that is shown once, and follows it until the lock has forgotten it', async () => {
    await admin.goto(`${product.url}/device/lock`);
    await line('药房').getByText('1 个', { exact: true }).first().waitFor();
    await accessible(admin, '.d-locks');
    await open(of('lock', '药房').id);
    await button(admin, '生成密码').click();
    const form = dialog(admin, '生成门锁密码');
    await button(form, '生成').click();
    await form.getByText('请选择使用人').waitFor();
    await choose(admin, form, '使用人', '访客或其他人');
    await form.getByLabel('姓名或用途').fill('空调维修');
    await form.getByText('永久', { exact: true }).click();
    await button(form, '生成').click();
    const shown = dialog(admin, '门锁密码已生成');
    const code = await shown.locator('dd').last().innerText();
    assert.match(code, /^\d{6}$/);
    await button(shown, '我已保存').click();
    await line('空调维修').getByText('待现场设置').waitFor();
    assert.equal(await admin.getByText(code).count(), 0);
    await rowAction(line('空调维修'), '确认已设置');
    await confirmed(admin);
    await said(admin, '已确认生效');
    await line('空调维修').getByText('生效中').waitFor();
    await rowAction(line('空调维修'), '撤销');
    const why = dialog(admin, '撤销空调维修的密码');
    await button(why, '撤销').click();
    await why.getByText('请填写原因').waitFor();
    await why.getByLabel('原因').fill('维修完成');
    await button(why, '撤销').click();
    await said(admin, '已撤销');
    await line('空调维修').getByText('待现场删除').waitFor();
    await rowAction(line('空调维修'), '确认已删除');
    await confirmed(admin);
    await said(admin, '已确认删除');
    await accessible(admin, '.d-lock');
  });

  it('plays a clip, and what a recorder of the house sends', { skip: canRemux() ? false : 'ffmpeg is not on this machine' }, async () => {
    const hall = of('camera', '大厅');
    await open(hall.id);
    await button(admin, '查看画面').click();
    await playing();
    await button(admin, '关闭画面').click();
    const { server, address, folder } = await startRecorder();
    await button(admin, '设置').click();
    const form = dialog(admin, '摄像头设置');
    await choose(admin, form, '画面来源', 'HLS地址');
    await form.getByLabel('地址', { exact: true }).fill(address);
    await button(form, '保存').click();
    await said(admin, '保存成功');
    await button(admin, '查看画面').click();
    await playing();
    assert.ok(await admin.locator('video').evaluate((video: HTMLVideoElement) => video.src.startsWith('blob:')));
    await accessible(admin, '.d-camera-panel');
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('closes a room to those who were not agreed to, until an alarm of that room opens it from the warning', async () => {
    const lock = of('lock', '的房门');
    const room = devices.find((one) => one.type === 'camera' && one.roomId === lock.roomId) as (typeof devices)[number];
    const resident = lock.name.replace('的房门', '');
    await open(room.id);
    await button(admin, `登记意见：${resident}`).click();
    const form = dialog(admin, `登记${resident}的意见`);
    await form.getByText('不同意或撤回').click();
    await button(form, '保存').click();
    await said(admin, '已登记');
    await admin.getByText(`${resident}不同意查看房间画面`).waitFor();
    assert.ok(await button(admin, '查看画面').isDisabled());
    await open(lock.id);
    await admin.getByText('开锁记录', { exact: true }).click();
    await button(admin, '登记记录').click();
    const record = dialog(admin, '登记开锁记录');
    await record.getByLabel('时间').click();
    await admin.locator('.ant-picker-dropdown:visible .ant-picker-now-btn').click();
    await choose(admin, record, '事件', '胁迫开锁');
    await record.getByText('保存后会产生预警').waitFor();
    await record.getByLabel('使用人').fill(resident);
    await button(record, '保存').click();
    await said(admin, '登记成功');
    const warning = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ id: number }>(
        sql`select max(id) as id from warnings where tenant_id = ${PINGAN} and rule = 'sos' and device_id = ${lock.id} and status = 0`,
      ),
    );
    await admin.goto(`${product.url}/warning/warning/index?id=${warning?.id}`);
    await button(admin, '查看现场').click();
    await playing();
    await admin.getByText('紧急查看，已记录。').waitFor();
    await admin.goto(`${product.url}/device/detail?id=${room.id}`);
    await line('紧急查看').waitFor();
    assert.deepEqual(product.problems, []);
  });
});
