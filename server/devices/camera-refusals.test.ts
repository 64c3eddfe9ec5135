import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { cameras } from '#contract/devices/cameras.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addedIn, refuses, runIn, type Statement } from '#test/refusing.ts';
import { targetOf } from './camera-networks.ts';

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
