import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { cameras } from '#contract/devices/cameras.ts';
import { raiseWarning } from '#server/warnings/raise.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let peer: Server;
let origin: string;
let tenant: number;
let admin: TestUser;
let nurse: TestUser;
let room: number;
let person: number;
let camera: number;
const asked: { path: string; authorization: string | undefined }[] = [];
const LOOK = ['tenant_device_camera', 'warning_devicewarning_view', 'tenant_device_view'];

const one = async <T>(query: ReturnType<typeof sql<T>>, tenantId = tenant) =>
  (await t.deps.inTenant(tenantId, (tx) => tx.row<T>(query))) as T;
const device = async (type: string, roomId: number | null, tenantId = tenant) =>
  (
    await one<{ id: number }>(
      sql`insert into devices (tenant_id, imei, type, name, room_id)
        values (${tenantId}, ${`T${Math.random().toString(36).slice(2, 12)}`}, ${type}, '房间摄像头', ${roomId}) returning id`,
      tenantId,
    )
  ).id;
const hls = (over: object = {}) => ({
  id: camera,
  source: 'hls',
  address: `${origin}/live/index.m3u8`,
  username: 'viewer',
  password: 'geheim',
  ...over,
});
const logs = () =>
  t.deps.inTenant(tenant, (tx) =>
    tx.rows<{ title: string; parameters: string }>(
      sql`select title, parameters from operation_logs where tenant_id = ${tenant} order by id`,
    ),
  );
const get = (address: string, headers: Record<string, string> = {}) => fetch(t.url + address, { headers });

before(async () => {
  t = await harness();
  peer = createServer((request, response) => {
    asked.push({ path: request.url as string, authorization: request.headers.authorization });
    const send = (type: string, body: string | Buffer, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    switch (request.url) {
      case '/live/index.m3u8':
        return send('application/vnd.apple.mpegurl', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nseg1.ts\n#EXTINF:2,\n/live/away.ts\n');
      case '/live/seg1.ts':
        return send('text/html', Buffer.from('GG-picture'), 200, { 'set-cookie': 'a=b', server: 'cam' });
      case '/live/away.ts':
        return send('text/plain', '', 302, { location: 'http://169.254.169.254/latest' });
      case '/live/page.m3u8':
        return send('text/html', '<html>login</html>');
      default:
        return send('text/plain', 'no', request.url === '/live/broken.m3u8' ? 500 : 404);
    }
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(peer.address() as { port: number }).port}`;
  process.env.CAMERA_NETWORKS = '127.0.0.1/32';
  tenant = await t.tenant();
  admin = await t.user(tenant);
  nurse = await t.user(tenant, { permissions: LOOK });
  room = (
    await one<{ id: number }>(
      sql`insert into rooms (tenant_id, building, floor, name) values (${tenant}, '一号楼', '1', '101') returning id`,
    )
  ).id;
  const bed = (
    await one<{ id: number }>(sql`insert into beds (tenant_id, room_id, name, status) values (${tenant}, ${room}, '1', 2) returning id`)
  ).id;
  person = (await one<{ id: number }>(sql`insert into people (tenant_id, name, bed_id) values (${tenant}, '王秀英', ${bed}) returning id`))
    .id;
  camera = await device('camera', room);
});
after(async () => {
  await t.close();
  peer.close();
  delete process.env.CAMERA_NETWORKS;
});

describe('setting a camera up', () => {
  it('is refused without session, with a bad form, without the right, and in another tenant', async () => {
    assert.equal((await t.route(cameras.save, null, hls())).status, 401);
    for (const [input, text] of [
      [{ source: 'ftp' }, '请选择画面来源'],
      [{ address: 'rtsp://a/b' }, '请输入以 http:// 或 https:// 开头的地址'],
      [{ address: '-i /etc/passwd' }, '请输入以 http:// 或 https:// 开头的地址'],
      [{ source: 'rtsp' }, '请输入以 rtsp:// 开头的地址'],
      [{ address: 'http://u:p@127.0.0.1/a.m3u8' }, '地址里不要写用户名和密码，请填到下面的输入框'],
      [{ username: 'a\r\nX: y' }, '用户名不能含冒号、引号、反斜杠或换行'],
      [{ username: 'a" b' }, '用户名不能含冒号、引号、反斜杠或换行'],
      [{ source: 'clip', clip: '/admin/sys-file/files/../../x.mp4' }, '请上传mp4录像'],
    ] as const) {
      const answer = await t.route(cameras.save, admin, hls(input));
      assert.deepEqual([answer.status, answer.msg], [400, text]);
    }
    assert.equal((await t.route(cameras.save, nurse, hls())).status, 403);
    const other = await t.user(await t.tenant());
    assert.equal((await t.route(cameras.save, other, hls())).status, 404);
    assert.equal((await t.route(cameras.get, other, { id: camera })).status, 404);
    assert.equal((await t.route(cameras.get, admin, { id: await device('lock', null) })).status, 404);
  });

  it('seals the password, never sends it back, and forgets it with the address that it was for', async () => {
    assert.equal((await t.route(cameras.save, admin, hls())).status, 200);
    const kept = await one<{ password_cipher: Buffer }>(
      sql`select password_cipher from cameras where tenant_id = ${tenant} and device_id = ${camera}`,
    );
    assert.ok(!kept.password_cipher.toString('latin1').includes('geheim'));
    const { data } = await t.route(cameras.get, admin, { id: camera });
    assert.deepEqual([data.hasPassword, data.address, data.username], [true, `${origin}/live/index.m3u8`, 'viewer']);
    assert.ok(!JSON.stringify(data).includes('geheim'));
    const seen = await t.route(cameras.get, nurse, { id: camera });
    assert.deepEqual([seen.data.address, seen.data.username], [null, null]);
    await t.route(cameras.save, admin, hls({ password: undefined, place: '床尾' }));
    assert.equal((await t.route(cameras.get, admin, { id: camera })).data.hasPassword, true);
    await t.route(cameras.save, admin, hls({ password: undefined, address: `${origin}/elsewhere.m3u8` }));
    assert.equal((await t.route(cameras.get, admin, { id: camera })).data.hasPassword, false);
    await t.route(cameras.save, admin, hls());
    const stale = await t.route(cameras.save, admin, hls({ version: 1 }));
    assert.equal(stale.status, 409);
  });
});

describe('looking', () => {
  it('waits for the consent of whoever lives there', async () => {
    assert.equal((await t.route(cameras.look, null, { id: camera })).status, 401);
    assert.equal((await t.route(cameras.look, await t.user(tenant, { permissions: ['tenant_device_view'] }), { id: camera })).status, 403);
    const before = await t.route(cameras.look, nurse, { id: camera });
    assert.equal(before.status, 403);
    assert.match(before.msg as string, /王秀英还没有同意/);
    assert.equal((await t.route(cameras.consent, nurse, { oldmanId: person, given: true, saidDate: '2026-01-01' })).status, 403);
    assert.equal((await t.route(cameras.consent, admin, { oldmanId: person, given: true, saidDate: '2999-01-01' })).status, 400);
    const other = await t.user(await t.tenant());
    for (const route of [cameras.consent, cameras.consents])
      assert.equal((await t.route(route, other, { oldmanId: person, given: true, saidDate: '2026-01-01' })).status, 404);
    await t.route(cameras.consent, admin, { oldmanId: person, given: false, saidDate: '2026-01-01', note: '本人' });
    assert.match((await t.route(cameras.look, nurse, { id: camera })).msg as string, /王秀英不同意/);
    await t.route(cameras.consent, admin, { oldmanId: person, given: true, saidDate: '2026-01-02', note: '女儿代签' });
    const { data } = await t.route(cameras.get, nurse, { id: camera });
    assert.deepEqual([data.refusal, data.residents[0].given, data.residents[0].saidDate], [null, true, '2026-01-02']);
    assert.equal((await t.route(cameras.consents, admin, { oldmanId: person })).data.total, 2);
    await assert.rejects(one(sql<any>`update camera_consents set given = true where tenant_id = ${tenant}`), /permission denied/);
  });

  it('plays through us: addresses replaced, the password to the camera only, no header of its own', async () => {
    const looked = await t.route(cameras.look, nurse, { id: camera });
    assert.equal(looked.status, 200);
    assert.equal(looked.data.emergency, false);
    asked.length = 0;
    const answer = await get(looked.data.address);
    const text = await answer.text();
    assert.equal(answer.headers.get('content-type'), 'application/vnd.apple.mpegurl');
    assert.ok(!text.includes('127.0.0.1') && !text.includes('geheim'));
    assert.equal(asked[0]?.authorization, `Basic ${Buffer.from('viewer:geheim').toString('base64')}`);
    const [first, away] = text.split('\n').filter((line) => line.startsWith('/'));
    const segment = await get(first as string);
    assert.equal(await segment.text(), 'GG-picture');
    assert.deepEqual(
      [segment.headers.get('content-type'), segment.headers.get('set-cookie'), segment.headers.get('server')],
      ['video/mp2t', null, null],
    );
    const led = await get(away as string);
    assert.equal(led.status, 422);
    assert.match(await led.text(), /转到了别的地址/);
    assert.ok(!asked.some(({ path }) => path.includes('latest')));
    const titles = (await logs()).map(({ title }) => title);
    assert.equal(titles.at(-1), '查看摄像头');
    assert.deepEqual((await t.route(cameras.looks, nurse, { deviceId: camera })).data.total, 1);
  });

  it('takes no address that it has not named, no ticket that is forged, changed or old', async () => {
    const { data } = await t.route(cameras.look, nurse, { id: camera });
    const u = Buffer.from('http://127.0.0.1:1/secret').toString('base64url');
    for (const address of [`${data.address}?u=${u}`, `${data.address}?u=${u}&s=${'x'.repeat(43)}`])
      assert.equal((await get(address)).status, 403);
    const [tenantId, deviceId, look, until, signature] = data.ticket.split('.');
    for (const ticket of [
      [tenantId, deviceId + 1, look, until, signature],
      [tenantId, deviceId, look, Number(until) + 1, signature],
      ['1', deviceId, look, until, signature],
      ['nonsense'],
    ])
      assert.equal((await get(`/tenant-device/camera/stream/${ticket.join('.')}`)).status, 403);
    const { now } = t.deps;
    t.deps.now = () => now() + 181_000;
    assert.equal((await get(data.address)).status, 403);
    t.deps.now = now;
  });

  it('says what is wrong with the source, and fetches only where the operator allows', async () => {
    const try_ = async (address: string) => {
      await t.route(cameras.save, admin, hls({ address }));
      const { data } = await t.route(cameras.look, nurse, { id: camera });
      const answer = await get(data.address);
      return [answer.status, ((await answer.json()) as { msg: string }).msg];
    };
    assert.deepEqual(await try_(`${origin}/live/page.m3u8`), [502, '摄像头的地址给出的不是HLS画面，请核对地址']);
    assert.deepEqual(await try_(`${origin}/missing.m3u8`), [502, '摄像头上没有这个画面，请核对地址']);
    assert.deepEqual(await try_(`${origin}/live/broken.m3u8`), [502, '摄像头没有给出画面']);
    assert.deepEqual(await try_('http://127.0.0.1:1/a.m3u8'), [502, '连接不上摄像头，请检查它的电源和网络']);
    for (const address of ['http://169.254.169.254/a', 'http://[::1]/a', 'http://10.0.0.1/a', 'http://0x7f000002/a'])
      assert.deepEqual(await try_(address), [422, '摄像头的地址不在允许的网络内，请联系平台管理员（CAMERA_NETWORKS）']);
    await t.route(cameras.save, admin, hls());
  });

  it('stops for one who no longer may: consent taken back, camera switched off', async () => {
    const { data } = await t.route(cameras.look, nurse, { id: camera });
    const other = await t.user(tenant, { permissions: LOOK });
    assert.equal((await t.route(cameras.renew, other, { lookId: data.lookId })).status, 404);
    const renewed = await t.route(cameras.renew, nurse, { lookId: data.lookId });
    assert.equal((await get(renewed.data.address)).status, 200);
    await t.route(cameras.consent, admin, { oldmanId: person, given: false, saidDate: '2026-01-03' });
    assert.equal((await t.route(cameras.renew, nurse, { lookId: data.lookId })).status, 403);
    await one(sql<any>`update devices set enabled = false where tenant_id = ${tenant} and id = ${camera} returning 1`);
    assert.equal((await get(renewed.data.address)).status, 404);
    assert.match((await t.route(cameras.look, nurse, { id: camera })).msg as string, /停用/);
    await one(sql<any>`update devices set enabled = true where tenant_id = ${tenant} and id = ${camera} returning 1`);
  });
});

describe('an emergency', () => {
  it('opens the picture without consent, is written down as one, and ends with the alarm', async () => {
    const watch = await one<{ id: number }>(
      sql`insert into devices (tenant_id, imei, type, person_id) values (${tenant}, 'TSOS000001', 'watch', ${person}) returning id`,
    );
    const raised = await t.deps.inTenant(tenant, (tx) =>
      raiseWarning(tx, t.deps, { rule: 'sos', deviceId: watch.id, code: 'sos', at: Date.now(), late: false, place: null }),
    );
    const warningId = raised?.warningId as number;
    const near = await t.route(cameras.ofWarning, nurse, { warningId });
    assert.deepEqual(
      near.data.map(({ id }: { id: number }) => id),
      [camera],
    );
    assert.equal((await t.route(cameras.ofWarning, await t.user(await t.tenant()), { warningId })).status, 404);
    assert.equal((await t.route(cameras.get, nurse, { id: camera })).data.emergencyId, warningId);
    const looked = await t.route(cameras.look, nurse, { id: camera, warningId });
    assert.deepEqual([looked.status, looked.data.emergency], [200, true]);
    assert.equal((await get(looked.data.address)).status, 200);
    const last = (await logs()).at(-1);
    assert.match(last?.title as string, /^紧急查看摄像头/);
    assert.match(last?.parameters as string, new RegExp(`warningId=${warningId}`));
    const rows = await t.route(cameras.looks, nurse, { deviceId: camera });
    assert.deepEqual([rows.data.records[0].emergency, rows.data.records[0].warningId], [true, warningId]);
    await one(sql<any>`update warnings set status = 1, handled_at = now() where tenant_id = ${tenant} and id = ${warningId} returning 1`);
    assert.equal((await t.route(cameras.renew, nurse, { lookId: looked.data.lookId })).status, 403);
    assert.equal((await t.route(cameras.look, nurse, { id: camera, warningId })).status, 403);
  });

  it('is no way to a camera of another room', async () => {
    const elsewhere = await device('camera', null);
    const warning = await one<{ id: number }>(sql`select max(id) as id from warnings where tenant_id = ${tenant}`);
    assert.equal((await t.route(cameras.look, nurse, { id: elsewhere, warningId: warning.id })).status, 404);
  });
});

describe('a clip', () => {
  it('is played by ranges to whoever may look, without the file’s own address', async () => {
    const hall = await device('camera', null);
    const form = new FormData();
    const bytes = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(500, 7)]);
    form.append('file', new Blob([bytes]), '大厅.mp4');
    const uploaded = (await (
      await fetch(`${t.url}/admin/sys-file/upload?purpose=private`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}` },
        body: form,
      })
    ).json()) as any;
    assert.equal(
      (await t.route(cameras.save, admin, { id: hall, source: 'clip', clip: uploaded.data.url.replace(/\w{4}\.mp4$/, '0000.mp4') })).status,
      400,
    );
    assert.equal((await t.route(cameras.save, admin, { id: hall, source: 'clip', clip: uploaded.data.url })).status, 200);
    const { data } = await t.route(cameras.look, nurse, { id: hall });
    assert.equal(data.kind, 'clip');
    const whole = await get(data.address);
    assert.deepEqual(
      [whole.status, whole.headers.get('content-type'), (await whole.arrayBuffer()).byteLength],
      [200, 'video/mp4', bytes.length],
    );
    const part = await get(data.address, { range: 'bytes=10-19' });
    assert.deepEqual(
      [part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength],
      [206, `bytes 10-19/${bytes.length}`, 10],
    );
    assert.equal((await get(data.address, { range: 'bytes=9999-' })).status, 416);
  });
});
