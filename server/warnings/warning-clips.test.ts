import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { cameras } from '#contract/devices/cameras.ts';
import { mapBody } from '#contract/devices/mappings.rules.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import { files } from '#contract/system/files.ts';
import { warningClips } from '#contract/warnings/warning-clips.ts';
import { CLIP_DAYS, clipAddress, LARGEST_CLIP, MOST_CLIPS } from '#contract/warnings/warning-clips.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { frameOf } from '../ingest/mapped-events.ts';
import { storeOf } from '../system/file-store.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, ingest, type TestDevice } from '#test/ingest.ts';
import { workOnClips } from './clip-work.ts';

const VIDEO = readFileSync(join(import.meta.dirname, '../../scripts/demo/camera.mp4'));
const HASH = createHash('sha256').update(VIDEO).digest('hex');
const MINUTE = 60_000;
let t: Harness;
let sink: ReturnType<typeof ingest>;
let vendor: Server;
let place: string;
let admin: TestUser;
let stranger: TestUser;
let clock = Date.now();
let serial = 0;
/** What was asked of the vendor, by path. */
const asked: string[] = [];
let ready = true;

const rows = <T = any>(query: ReturnType<typeof sql<T>>, as = admin) => t.deps.inTenant(as.tenantId, (tx) => tx.rows<T>(query));
const work = () => workOnClips(t.deps);

/** How this vendor's alarms are read. */
const mapping = Mapping.parse({
  device: 'camera',
  time: { path: 'at', kind: 'ms' },
  fields: [{ target: 'alarm', path: 'kind', codes: { fall: 'fall', stranger: 'other' }, clip: 'video' }],
});
/** A message of the vendor goes the way of every message. */
async function push(camera: TestDevice, body: { kind: string; video?: string; at?: number }) {
  const { records } = mapBody(mapping, { camera: camera.imei, at: clock, ...body });
  await sink.pipeline.accept(frameOf(camera.known, 'http', records, clock));
}
const warningOf = async (camera: TestDevice) =>
  (
    await rows<any>(
      sql`select id, rule, source_type from warnings where tenant_id = ${camera.tenantId} and device_id = ${camera.deviceId} order by id desc limit 1`,
    )
  )[0];
const clipsOf = async (warningId: number, as = admin) => (await t.route(warningClips.ofWarning, as, { warningId })).data as any[];
const look = (id: number, as: TestUser | null = admin) => t.route(warningClips.look, as, { id });

/** A camera, in a room with a resident when `resident` is a name. */
async function camera(resident?: string) {
  const device = await addDevice(t, admin.tenantId, { type: 'camera', worn: false, imei: `CAM${Date.now() % 1e6}${++serial}` });
  if (!resident) return { device, person: 0 };
  const [room] = await rows<{ id: number }>(
    sql`insert into rooms (tenant_id, building, floor, name) values (${admin.tenantId}, '一', '1', ${`R${serial}`}) returning id`,
  );
  const [bed] = await rows<{ id: number }>(
    sql`insert into beds (tenant_id, room_id, name, status) values (${admin.tenantId}, ${room!.id}, '1床', 2) returning id`,
  );
  const [person] = await rows<{ id: number }>(
    sql`insert into people (tenant_id, name, bed_id) values (${admin.tenantId}, ${resident}, ${bed!.id}) returning id`,
  );
  await rows(sql`update devices set room_id = ${room!.id} where tenant_id = ${admin.tenantId} and id = ${device.deviceId} returning 1`);
  return { device, person: person!.id };
}
const agree = (oldmanId: number, given: boolean) => t.route(cameras.consent, admin, { oldmanId, given, saidDate: '2026-01-01' });
/** Lets time pass; nobody is signed out by it. */
async function pass(milliseconds: number) {
  clock += milliseconds;
  for (const who of [admin, stranger])
    await rows(
      sql`update sessions set last_seen_at = to_timestamp(${clock / 1000}), access_expires_at = to_timestamp(${clock / 1000}) + interval '1 day', absolute_expires_at = to_timestamp(${clock / 1000}) + interval '1 day' where tenant_id = ${who.tenantId} returning 1`,
      who,
    );
  t.gate.sessions.forget({});
}

before(async () => {
  t = await harness({ now: () => clock });
  sink = ingest(t);
  admin = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
  vendor = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path.startsWith('/late') && !ready) return void response.writeHead(404).end();
    if (path === '/moved.mp4') return void response.writeHead(302, { location: 'http://127.0.0.1:1/inside.mp4' }).end();
    if (path === '/page.mp4') return void response.writeHead(200, { 'content-type': 'video/mp4' }).end('<html>not a recording at all</html>');
    if (path === '/huge.mp4') {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.write(VIDEO);
      const block = Buffer.alloc(1024 * 1024);
      for (let sent = 0; sent <= LARGEST_CLIP; sent += block.length) response.write(block);
      return void response.end();
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(VIDEO);
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const { port } = vendor.address() as { port: number };
  place = `http://127.0.0.1:${port}`;
  process.env.POLL_PRIVATE_HOSTS = `127.0.0.1:${port}`;
});
after(async () => {
  await sink.close();
  vendor.close();
  vendor.closeAllConnections();
  await t.close();
  delete process.env.POLL_PRIVATE_HOSTS;
});

describe('the address of a recording', () => {
  it('is one of the web, without a password, and never costs the alarm', () => {
    assert.equal(clipAddress('https://v.example.cn/a.mp4?sig=1'), 'https://v.example.cn/a.mp4?sig=1');
    for (const wrong of [
      'file:///etc/passwd',
      'rtsp://1.2.3.4/a',
      'http://user:pw@v.example.cn/a',
      '/a.mp4',
      '',
      7,
      null,
      `https://v.example.cn/${'a'.repeat(2000)}`,
    ])
      assert.equal(clipAddress(wrong), null, String(wrong));
    const { records } = mapBody(mapping, { camera: 'C', kind: 'fall', video: 'javascript:alert(1)' });
    assert.deepEqual(
      [records[0]?.events.map((event) => event.kind), records[0]?.problems.map(({ message }) => message)],
      [['alarm'], ['没有读到可用的时间（at），按收到的时间记录', '录像地址不是网址，只记录报警']],
    );
    const without = mapBody(mapping, { camera: 'C', kind: 'fall', at: 1_795_270_500_000 }).records[0];
    assert.deepEqual([without?.events.length, without?.problems.length], [1, 0]);
  });
});

describe('a recording that comes with an alarm', () => {
  it('is fetched after its warning is there, kept by its hash, and is no file of anybody', async () => {
    const { device } = await camera();
    ready = false;
    await push(device, { kind: 'stranger', video: `${place}/late-1.mp4` });
    const warning = await warningOf(device);
    assert.equal(warning.source_type, 9);
    assert.equal((await t.route(warnings.get, admin, { id: warning.id })).data.sourceType, 9);
    const [first] = await clipsOf(warning.id);
    assert.deepEqual([first.state, first.sha256], [1, null]);
    // Sent again it is the same one.
    await push(device, { kind: 'stranger', video: `${place}/late-1.mp4`, at: clock });
    assert.equal((await clipsOf(warning.id)).length, 1);
    await work();
    const [waiting] = await clipsOf(warning.id);
    assert.deepEqual([waiting.state, waiting.problem], [1, '对方应答 404']);
    assert.equal((await look(first.id)).msg, '不能查看：录像获取中');
    ready = true;
    await pass(20_000);
    asked.length = 0;
    await Promise.all([work(), work(), work()]);
    assert.deepEqual(asked, ['/late-1.mp4']);
    const [kept] = await clipsOf(warning.id);
    assert.deepEqual([kept.state, kept.size, kept.sha256, kept.problem], [2, VIDEO.length, HASH, null]);
    const [row] = await rows<any>(sql`select address, file_name from warning_clips where tenant_id = ${admin.tenantId} and id = ${kept.id}`);
    assert.equal(row.address, null);
    assert.ok(
      (await t.route(warnings.timeline, admin, { id: warning.id })).data.some(({ kind, note }: any) => kind === 'clip' && note === '录像已保存（0.1MB）'),
    );
    assert.ok(!(await t.route(files.page, admin, {})).data.records.some(({ fileName }: any) => fileName === row.file_name));
    assert.equal((await t.call('GET', `/admin/sys-file/files/${row.file_name}`, { as: admin })).status, 404);
    assert.equal((await t.route(files.link, admin, { bucket: 'files', file: row.file_name })).status, 404);
    const pack = (await t.route(warnings.evidence, admin, { id: warning.id })).data;
    assert.deepEqual(
      pack.content.clips.map(({ sha256, state }: any) => [sha256, state]),
      [[HASH, 2]],
    );
    assert.ok(!JSON.stringify(pack).includes(place));
    assert.equal((await t.route(warnings.verifyEvidence, admin, { id: warning.id, hash: pack.hash, seal: pack.seal })).data.unchanged, true);
  });

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
    assert.equal((await fetch(t.url + seen.data.address)).status, 403);
  });

  it('is refused when it leads inside or elsewhere, is too large or is none; staff may ask for it again', async () => {
    for (const [address, problem] of [
      ['http://127.0.0.1:1/inside.mp4', '录像地址指向内部网络，不允许访问'],
      ['http://[::1]/inside.mp4', '录像地址指向内部网络，不允许访问'],
      [`${place}/moved.mp4`, '录像被转到别的地址，没有跟随'],
      [`${place}/huge.mp4`, '对方的应答过大'],
      [`${place}/page.mp4`, '对方给出的不是mp4录像'],
    ] as const) {
      const { device } = await camera();
      await push(device, { kind: 'stranger', video: address });
      await work();
      const warning = await warningOf(device);
      const [clip] = await clipsOf(warning.id);
      assert.deepEqual([clip.state, clip.problem, clip.retriable], [3, problem, true], address);
    }
    assert.ok(!asked.includes('/inside.mp4'));
    const [stored] = await rows<any>(
      sql`select count(*) as count from warning_clips where tenant_id = ${admin.tenantId} and state = 3 and file_name is not null`,
    );
    assert.equal(stored.count, 0);
    const [failed] = await rows<any>(sql`select id, warning_id from warning_clips where tenant_id = ${admin.tenantId} and state = 3 order by id desc limit 1`);
    await rows(sql`update warning_clips set address = ${`${place}/mended.mp4`} where tenant_id = ${admin.tenantId} and id = ${failed.id} returning 1`);
    const nurse = await t.user(admin.tenantId, { permissions: ['warning_devicewarning_view'] });
    assert.equal((await t.route(warningClips.retry, null, { id: failed.id })).status, 401);
    assert.equal((await t.route(warningClips.retry, nurse, { id: failed.id })).status, 403);
    assert.equal((await t.route(warningClips.retry, stranger, { id: failed.id })).status, 404);
    const both = await Promise.all([t.route(warningClips.retry, admin, { id: failed.id }), t.route(warningClips.retry, admin, { id: failed.id })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    await work();
    assert.equal((await clipsOf(failed.warning_id))[0].state, 2);
    assert.equal((await t.route(warningClips.retry, admin, { id: failed.id })).msg, '不能重新获取：已保存');
  });

  it('is given up after its tries', async () => {
    const { device } = await camera();
    ready = false;
    await push(device, { kind: 'stranger', video: `${place}/late-2.mp4` });
    for (let turn = 0; turn < 6; turn++) {
      await work();
      await pass(31 * MINUTE);
    }
    ready = true;
    const [clip] = await clipsOf((await warningOf(device)).id);
    assert.deepEqual([clip.state, clip.nextTime], [3, null]);
    const pack = (await t.route(warnings.evidence, admin, { id: (await warningOf(device)).id })).data;
    assert.ok(pack.gaps.includes('有1段预警录像没有取得'));
  });

  it('may be named by a later message about the same alarm, and fills no disk', async () => {
    const { device } = await camera();
    const at = clock;
    await push(device, { kind: 'stranger', at });
    const warning = await warningOf(device);
    assert.deepEqual(await clipsOf(warning.id), []);
    await push(device, { kind: 'stranger', at, video: `${place}/after.mp4` });
    assert.equal((await clipsOf(warning.id)).length, 1);
    for (let more = 0; more < MOST_CLIPS + 3; more++) await push(device, { kind: 'stranger', at: at + 1000 * (more + 1), video: `${place}/${more}.mp4` });
    assert.equal((await clipsOf(warning.id)).length, MOST_CLIPS);
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
  async function uploaded(as = admin) {
    const form = new FormData();
    form.set('file', new Blob([Buffer.concat([VIDEO, Buffer.from(String(++serial))])], { type: 'video/mp4' }), '走廊.mp4');
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
    const { url, fileName } = await uploaded();
    const nurse = await t.user(admin.tenantId, { permissions: ['warning_devicewarning_view'] });
    const colleague = await t.user(admin.tenantId);
    await pass(0);
    assert.equal((await t.route(warningClips.add, null, { warningId, url })).status, 401);
    assert.equal((await t.route(warningClips.add, admin, { warningId, url: '/etc/passwd' })).msg, '请上传mp4录像');
    assert.equal((await t.route(warningClips.add, nurse, { warningId, url })).status, 403);
    assert.equal((await t.route(warningClips.add, stranger, { warningId, url })).status, 404);
    assert.equal((await t.route(warningClips.add, colleague, { warningId, url })).msg, '录像文件不存在，请重新上传');
    const both = await Promise.all([t.route(warningClips.add, admin, { warningId, url }), t.route(warningClips.add, admin, { warningId, url })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
    const [clip] = await clipsOf(warningId);
    assert.deepEqual([clip.state, clip.uploadName !== null, clip.retriable], [2, true, false]);
    assert.equal((await t.call('GET', `/admin/sys-file/files/${fileName}`, { as: admin })).status, 404);
    const seen = await look(clip.id);
    assert.equal((await fetch(t.url + seen.data.address)).status, 200);
  });
});

describe('a recording whose time is over', () => {
  it('goes, and what it was stays said', async () => {
    const { device } = await camera();
    await push(device, { kind: 'stranger', video: `${place}/old.mp4` });
    await work();
    const { id } = await warningOf(device);
    const [row] = await rows<any>(sql`select id, file_name from warning_clips where tenant_id = ${admin.tenantId} and warning_id = ${id}`);
    await pass(CLIP_DAYS * 86_400_000 + MINUTE);
    await work();
    const [clip] = await clipsOf(id);
    assert.deepEqual([clip.state, clip.sha256], [4, HASH]);
    assert.equal((await look(row.id)).status, 422);
    const [file] = await rows<any>(sql`select deleted_at is not null as gone from files where tenant_id = ${admin.tenantId} and name = ${row.file_name}`);
    assert.equal(file.gone, true);
    assert.ok(await storeOf(t.deps.config).get(row.file_name, { start: 0, end: 3 }));
    assert.ok((await t.route(warnings.evidence, admin, { id })).data.gaps.includes('有1段预警录像已过期删除，仅存哈希'));
  });
});
