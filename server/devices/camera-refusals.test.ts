import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { cameras } from '#contract/devices/cameras.ts';
import { warning } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { addedIn, refuses, runIn, type Statement } from '#test/refusing.ts';
import { targetOf } from './camera-networks.ts';
import { partAddress, readTicket } from './camera-tickets.ts';

let t: Harness;
let admin: TestUser;
let camera: number;
let person: number;
const run = (statement: Statement) => runIn(t, admin.tenantId, statement);
const added = (statement: Statement) => addedIn(t, admin.tenantId, statement);
const hls = (more: object = {}) => ({ id: camera, source: 'hls', address: 'http://127.0.0.1:9/live.m3u8', ...more });

before(async () => {
  t = await harness();
  process.env.CAMERA_NETWORKS = '127.0.0.1/32';
  admin = await t.user(await t.tenant());
  camera = await added(sql`insert into devices (tenant_id, imei, type, name)
    values (${admin.tenantId}, 'CAMR0001', 'camera', '走廊') returning id`);
  person = await added(sql`insert into people (tenant_id, name) values (${admin.tenantId}, '李桂芳') returning id`);
});
after(() => t.close());

describe('a camera is refused', () => {
  it('422 before its source is set, 409 when another person set it, 422 while it is off', async () => {
    await refuses(t, admin, cameras.look, { id: camera }, [422, '摄像头还没有设置画面来源']);
    await t.route(cameras.save, admin, hls());
    await refuses(t, admin, cameras.save, hls({ version: 99 }), [409, '摄像头设置已被他人修改，请刷新后重试']);
    await run(sql`update devices set enabled = false where tenant_id = ${admin.tenantId} and id = ${camera}`);
    await refuses(t, admin, cameras.look, { id: camera }, [422, '摄像头已停用']);
    await run(sql`update devices set enabled = true where tenant_id = ${admin.tenantId} and id = ${camera}`);
  });

  it('404 a look that is over, 400 an opinion of tomorrow', async () => {
    await refuses(t, admin, cameras.renew, { lookId: 987_654 }, [404, '查看记录不存在']);
    await refuses(t, admin, cameras.consent, { oldmanId: person, given: true, saidDate: '2099-01-01' }, [
      400,
      '表示意见的日期不能晚于今天',
    ]);
  });

  it('404 a part that is none of a stream', async () => {
    const { data } = await t.route(cameras.look, admin, { id: camera });
    const part = partAddress(t.deps.secrets, readTicket(t.deps.secrets, data.ticket, t.deps.now())!, data.ticket, '../secrets.json');
    await run(sql`update cameras set source = 'rtsp', address = 'rtsp://127.0.0.1:9/live'
      where tenant_id = ${admin.tenantId} and device_id = ${camera}`);
    const signed = Object.fromEntries(new URL(part, 'http://camera').searchParams);
    await refuses(t, null, cameras.stream, { ticket: data.ticket, ...signed }, [404, '画面不存在']);
    await t.route(cameras.save, admin, hls());
  });

  it('403 when consent was taken back: an alarm opens another look, not this one', async () => {
    const room = await added(sql`insert into rooms (tenant_id, building, floor, name)
      values (${admin.tenantId}, '1号楼', '1', '101') returning id`);
    const bed = await added(sql`insert into beds (tenant_id, room_id, name) values (${admin.tenantId}, ${room}, '1') returning id`);
    const id = await added(sql`insert into devices (tenant_id, imei, type, room_id)
      values (${admin.tenantId}, 'CAMR0002', 'camera', ${room}) returning id`);
    await run(sql`update people set bed_id = ${bed} where tenant_id = ${admin.tenantId} and id = ${person}`);
    await t.route(cameras.save, admin, hls({ id }));
    await t.route(cameras.consent, admin, { oldmanId: person, given: true, saidDate: '2026-01-01' });
    const { data } = await t.route(cameras.look, admin, { id });
    await t.route(cameras.consent, admin, { oldmanId: person, given: false, saidDate: '2026-01-02' });
    await warning(t, admin.tenantId, person);
    await refuses(t, admin, cameras.renew, { lookId: data.lookId }, [403, '有人撤回了同意，请重新打开画面']);
  });

  it('422 a camera that is signed in to in a way that we do not know, 502 one whose picture is not played', async () => {
    const play = async (head: string) => {
      const source = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.write(`RTSP/1.0 ${head}\r\nCSeq: 1\r\n\r\n`));
      });
      await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
      const address = `rtsp://127.0.0.1:${(source.address() as AddressInfo).port}/live`;
      await t.route(cameras.save, admin, { id: camera, source: 'rtsp', address, username: 'viewer', password: 'geheim' });
      const { data } = await t.route(cameras.look, admin, { id: camera });
      const answer = await t.route(cameras.stream, null, { ticket: data.ticket });
      source.close();
      return refusal(answer);
    };
    // A program that ends at once without a picture.
    process.env.FFMPEG_PATH = '/bin/true';
    assert.deepEqual(await play('401 Unauthorized\r\nWWW-Authenticate: NTLM'), [422, '摄像头的登录方式不支持']);
    assert.deepEqual(await play('200 OK'), [502, '摄像头没有给出可以播放的画面，请确认它的编码是H.264']);
    delete process.env.FFMPEG_PATH;
    await t.route(cameras.save, admin, hls());
  });

  it('403 a picture whose address is too old or changed, 404 when the camera is gone', async () => {
    await refuses(t, null, cameras.stream, { ticket: 'nonsense' }, [403, '画面地址已过期，请重新打开']);
    const { data } = await t.route(cameras.look, admin, { id: camera });
    await refuses(t, null, cameras.stream, { ticket: data.ticket, u: 'http://127.0.0.1:9/other.ts', s: 'x' }, [403, '画面地址不正确']);
    await run(sql`update devices set deleted_at = now() where tenant_id = ${admin.tenantId} and id = ${camera}`);
    await refuses(t, null, cameras.stream, { ticket: data.ticket }, [404, '摄像头不存在']);
  });

  it('422 an address whose name is not known', async () => {
    const error = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const unknown = (_name: string, _options: object, done: (why: Error) => void) => done(error);
    const message = '找不到摄像头的地址，请检查网络或域名';
    await assert.rejects(targetOf(new URL('rtsp://camera.invalid/a'), undefined, unknown as never), { status: 422, message });
  });
});
