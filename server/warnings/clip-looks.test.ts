/** Who may see a recording: by ticket, by consent, in an emergency; and one that staff gave. */
import { MINUTE } from '#contract/time.ts';
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { cameras } from '#contract/devices/cameras.ts';
import { warningClips } from '#contract/warnings/warning-clips.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { HASH, recordings, VIDEO } from '#test/recordings.ts';
import { refusal } from '#test/harness.ts';

const { t, admin, stranger, place, asked, state, rows, work, push, warningOf, clipsOf, look, camera, agree, pass, close } =
  await recordings();
after(close);

async function refused(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(t.url + address, { headers });
  return [answer.status, ((await answer.json()) as { msg: string }).msg];
}

describe('a recording that is kept', () => {
  it('is looked at by who may, through a ticket of a few minutes, in parts, and that is written down', async () => {
    const { device } = await camera();
    await push(device, { kind: 'stranger', video: `${place}/a.mp4` });
    await work();
    const warning = await warningOf(device);
    const [clip] = await clipsOf(warning.id);
    const nurse = await t.user(admin.tenantId, { permissions: ['warning_devicewarning_view'] });
    const watcher = await t.user(admin.tenantId, { permissions: ['tenant_device_camera'] });
    assert.equal((await look(clip.id, null)).status, 401);
    assert.equal((await t.route(warningClips.look, admin, {})).status, 400);
    assert.equal((await look(clip.id, nurse)).status, 403);
    assert.equal((await look(clip.id, watcher)).status, 403);
    assert.equal((await look(clip.id, stranger)).status, 404);
    assert.equal((await t.route(warningClips.ofWarning, stranger, { warningId: warning.id })).status, 404);
    const seen = await look(clip.id);
    assert.deepEqual([seen.status, seen.data.emergency], [200, false]);
    const whole = await fetch(t.url + seen.data.address);
    assert.deepEqual(
      [
        whole.status,
        createHash('sha256')
          .update(Buffer.from(await whole.arrayBuffer()))
          .digest('hex'),
      ],
      [200, HASH],
    );
    assert.equal(whole.headers.get('cache-control'), 'no-store');
    const part = await fetch(t.url + seen.data.address, { headers: { range: 'bytes=4-7' } });
    assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer()).toString()], [206, 'ftyp']);
    assert.deepEqual(await refused(seen.data.address, { range: 'bytes=99999999-' }), [416, '请求的范围超出文件大小']);
    const [logged] = await rows<any>(
      sql`select device_id, clip_id, emergency, warning_id from camera_looks where tenant_id = ${admin.tenantId} order by id desc limit 1`,
    );
    assert.deepEqual(logged, { device_id: device.deviceId, clip_id: clip.id, emergency: false, warning_id: warning.id });
    const [written] = await rows<any>(sql`select title from operation_logs where tenant_id = ${admin.tenantId} order by id desc limit 1`);
    assert.equal(written.title, '查看预警录像');
    assert.equal((await t.route(cameras.looks, admin, { deviceId: device.deviceId })).data.records[0].recording, true);
    // The ticket of a recording opens no camera of that number, and no other recording.
    const ticket = seen.data.address.split('/').at(-1) as string;
    assert.equal((await fetch(`${t.url}/tenant-device/camera/stream/${ticket}`)).status, 403);
    const forged = ticket.replace(/^(\d+\.)\d+/, (_all, tenant) => `${tenant}${clip.id + 1}`);
    assert.equal((await fetch(`${t.url}/warning/devicewarning/clip/stream/${forged}`)).status, 403);
    await pass(4 * MINUTE);
    assert.deepEqual(await refused(seen.data.address), [403, '录像地址已过期，请重新打开']);
    const reopened = await look(clip.id);
    await rows(sql`update warning_clips set kept_at = kept_at - interval '1 year' where tenant_id = ${admin.tenantId} returning 1`);
    await work();
    assert.deepEqual(await refused(reopened.data.address), [404, '录像不存在']);
  });
});

describe('a recording of a room', () => {
  it('is not fetched while somebody there has not agreed, nor shown when they take it back', async () => {
    const { device, person } = await camera('李桂芳');
    await push(device, { kind: 'stranger', video: `${place}/room.mp4` });
    asked.length = 0;
    await work();
    const warning = await warningOf(device);
    const [clip] = await clipsOf(warning.id);
    assert.deepEqual([clip.state, clip.problem, asked.includes('/room.mp4')], [3, '房间里有人没有同意摄像，未获取录像', false]);
    await agree(person, true);
    await t.route(warningClips.retry, admin, { id: clip.id });
    await work();
    assert.equal((await look(clip.id)).status, 200);
    await agree(person, false);
    const closed = await look(clip.id);
    assert.deepEqual([closed.status, closed.msg], [403, '李桂芳不同意查看房间画面，只有该房间发生SOS或跌倒预警时才能查看']);
    // Who lived there when it was taken is asked, also when they live elsewhere now.
    await rows(sql`update people set bed_id = null where tenant_id = ${admin.tenantId} and id = ${person} returning 1`);
    assert.equal((await look(clip.id)).status, 403);
  });

  it('of a fall is fetched, and opens without consent while the fall is open: an emergency, written down as one', async () => {
    const { device } = await camera('王秀英');
    await push(device, { kind: 'fall', video: `${place}/fall.mp4` });
    await work();
    const warning = await warningOf(device);
    const [clip] = await clipsOf(warning.id);
    assert.equal(clip.state, 2);
    const seen = await look(clip.id);
    assert.deepEqual([seen.status, seen.data.emergency], [200, true]);
    const [written] = await rows<any>(sql`select title from operation_logs where tenant_id = ${admin.tenantId} order by id desc limit 1`);
    assert.match(written.title, /^紧急查看预警录像/);
    await t.route(warnings.updateStatus, admin, { id: warning.id, isDisposed: 1, remark: '已扶起' });
    assert.equal((await look(clip.id)).status, 403);
  });
});

describe('a recording that staff have', () => {
  async function uploaded(as = admin, mark = ++state.serial) {
    const form = new FormData();
    form.set('file', new Blob([Buffer.concat([VIDEO, Buffer.from(String(mark))])], { type: 'video/mp4' }), '走廊.mp4');
    const answer = await fetch(`${t.url}/admin/sys-file/upload?purpose=private`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}` },
      body: form,
    });
    return ((await answer.json()) as { data: { url: string; fileName: string } }).data;
  }

  it('is sealed with its warning: whoever uploaded it reads it no more as a file', async () => {
    const { device } = await camera();
    await push(device, { kind: 'stranger' });
    const { id: warningId } = await warningOf(device);
    const mark = ++state.serial;
    const { url, fileName } = await uploaded(admin, mark);
    const nurse = await t.user(admin.tenantId, { permissions: ['warning_devicewarning_view'] });
    const colleague = await t.user(admin.tenantId);
    await pass(0);
    assert.equal((await t.route(warningClips.add, null, { warningId, url })).status, 401);
    assert.equal((await t.route(warningClips.add, admin, { warningId, url: '/etc/passwd' })).msg, '请上传mp4录像');
    assert.equal((await t.route(warningClips.add, nurse, { warningId, url })).status, 403);
    assert.equal((await t.route(warningClips.add, stranger, { warningId, url })).status, 404);
    assert.equal((await t.route(warningClips.add, colleague, { warningId, url })).msg, '录像文件不存在，请重新上传');
    const both = await Promise.all([
      t.route(warningClips.add, admin, { warningId, url }),
      t.route(warningClips.add, admin, { warningId, url }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
    const [clip] = await clipsOf(warningId);
    assert.deepEqual([clip.state, clip.uploadName !== null, clip.retriable], [2, true, false]);
    assert.equal((await t.call('GET', `/admin/sys-file/files/${fileName}`, { as: admin })).status, 404);
    const seen = await look(clip.id);
    assert.equal((await fetch(t.url + seen.data.address)).status, 200);
    const copy = await uploaded(admin, mark);
    assert.deepEqual(refusal(await t.route(warningClips.add, admin, { warningId, url: copy.url })), [409, '这段录像已经上传过']);
    assert.equal((await clipsOf(warningId)).length, 1);
  });
});
