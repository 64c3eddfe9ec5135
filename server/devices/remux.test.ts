import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cameras } from '#contract/devices/cameras.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { startCamera, type TestCamera } from '#test/rtsp-camera.ts';
import { sql } from 'kysely';
import { canRemux, endIdle, endStreams, runningStreams } from './remux.ts';
import { rtspFramer } from './rtsp-frames.ts';
import { loginOf } from './rtsp-login.ts';

describe('RTSP', () => {
  it('is cut into messages and media wherever the bytes break', () => {
    const body = 'v=0\r\n';
    const whole = Buffer.concat([
      Buffer.from(`RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
      Buffer.from([0x24, 0, 0, 3, 1, 2, 3]),
      Buffer.from('OPTIONS * RTSP/1.0\r\n\r\n'),
    ]);
    for (let size = 1; size <= whole.length; size++) {
      const cut = rtspFramer();
      const frames = [];
      for (let at = 0; at < whole.length; at += size) frames.push(...cut(whole.subarray(at, at + size)));
      assert.deepEqual(
        frames.map((frame) => ('media' in frame ? frame.media.length : `${frame.head.split('\r\n')[0]}|${frame.body.toString()}`)),
        [`RTSP/1.0 200 OK|${body}`, 7, 'OPTIONS * RTSP/1.0|'],
        `in parts of ${size}`,
      );
    }
    assert.throws(() => rtspFramer()(Buffer.alloc(20_000, 65)), /no RTSP/);
    assert.throws(() => rtspFramer()(Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: 9999999\r\n\r\n')), /too long/);
  });

  it('is signed as RFC 2617 computes it', () => {
    const head =
      'RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc"';
    const login = loginOf(head, { username: 'Mufasa', password: 'Circle Of Life' });
    // MD5(HA1:nonce:HA2) of the RFC's own example without qop.
    assert.match(login?.('GET', '/dir/index.html') as string, /response="670fd8c2df070c60b045671b8b24ff02".*opaque="5ccc"/);
    assert.equal(
      loginOf('RTSP/1.0 401 x\r\nWWW-Authenticate: Basic realm="x"', { username: 'a', password: 'b' })?.('GET', '/'),
      'Basic YTpi',
    );
    assert.equal(loginOf('RTSP/1.0 401 x\r\nWWW-Authenticate: NTLM', { username: 'a', password: 'b' }), null);
  });
});

describe('an RTSP camera', { skip: canRemux() ? false : 'ffmpeg is not on this machine' }, () => {
  let t: Harness;
  let source: TestCamera;
  let admin: TestUser;
  let camera: number;
  const get = (address: string) => fetch(t.url + address);
  const save = (over: object) =>
    t.route(cameras.save, admin, {
      id: camera,
      source: 'rtsp',
      address: `rtsp://127.0.0.1:${source.port}/live`,
      username: 'viewer',
      password: 'p w"d',
      ...over,
    });
  const look = async () => (await t.route(cameras.look, admin, { id: camera })).data.address as string;

  before(async () => {
    t = await harness();
    process.env.CAMERA_NETWORKS = '127.0.0.1';
    source = await startCamera({ username: 'viewer', password: 'p w"d' });
    const tenant = await t.tenant();
    admin = await t.user(tenant);
    const made = await t.deps.inTenant(tenant, (tx) =>
      tx.row<{ id: number }>(sql`insert into devices (tenant_id, imei, type) values (${tenant}, 'RTSP000001', 'camera') returning id`),
    );
    camera = (made as { id: number }).id;
  });
  after(async () => {
    await endStreams();
    source.stop();
    await t.close();
    delete process.env.CAMERA_NETWORKS;
  });

  it('is played as HLS by one process for all who look, whose command line knows no password, and which ends with the last', async () => {
    await save({});
    const [one, two] = await Promise.all([look(), look()]);
    const answers = await Promise.all([get(one), get(two)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(runningStreams(), 1);
    const lines = (await answers[0]!.text()).split('\n');
    const segment = await get(String(lines.find((line) => line.startsWith('/'))));
    assert.equal(segment.headers.get('content-type'), 'video/mp2t');
    // A transport stream: every 188 bytes begin with 0x47.
    const bytes = Buffer.from(await segment.arrayBuffer());
    assert.ok(bytes.length > 188 && bytes[0] === 0x47 && bytes[188] === 0x47);
    const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('-hls_list_size'));
    assert.equal(running.length, 1);
    assert.doesNotMatch(running[0] as string, /viewer|p w/);
    assert.ok(
      source.asked.some(({ method, uri, signed }) => method === 'PLAY' && signed && uri.startsWith(`rtsp://127.0.0.1:${source.port}/live`)),
    );
    assert.equal(source.connected(), 1);
    endIdle(performance.now() + 29_000);
    assert.equal(runningStreams(), 1);
    endIdle(performance.now() + 31_000);
    for (let turn = 0; turn < 100 && source.connected() > 0; turn++) await sleep(50);
    assert.deepEqual([runningStreams(), source.connected()], [0, 0]);
  });

  it('ends with the process that plays it, however that ends', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'yian-remux-'));
    const address = `rtsp://127.0.0.1:${source.port}/live`;
    const script = `import { remuxed } from ${JSON.stringify(import.meta.resolve('./remux.ts'))};
      const deps = { config: { dataDir: ${JSON.stringify(dataDir)} }, log: console };
      await remuxed(deps, 'k', ${JSON.stringify(address)}, { username: 'viewer', password: 'p w"d' }, 'index.m3u8');
      console.log('plays'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    // Somebody else's streams on this machine are not ours.
    const played = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, parent, ...args]) => Number(parent) === child.pid && args.includes('-hls_list_size'))
      .map(([pid]) => Number(pid));
    const own = () => played.filter((pid) => existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '');
    assert.deepEqual([own().length, source.connected()], [1, 1]);
    child.kill('SIGKILL');
    for (let turn = 0; turn < 200 && own().length + source.connected() > 0; turn++) await sleep(50);
    assert.deepEqual([own().length, source.connected()], [0, 0]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('says what is wrong: password, redirection, address, and a name that is no part of a stream', async () => {
    const told = async (over: object) => {
      await save(over);
      const answer = await get(await look());
      return [answer.status, ((await answer.json()) as { msg: string }).msg];
    };
    assert.deepEqual(await told({ password: 'wrong' }), [422, '摄像头的用户名或密码不正确']);
    assert.deepEqual(await told({ username: null, password: '' }), [422, '摄像头需要用户名和密码']);
    assert.deepEqual(await told({ address: 'rtsp://127.0.0.1:1/live' }), [422, '连接不上摄像头，请检查它的电源和网络']);
    assert.deepEqual(await told({ address: 'rtsp://127.0.0.2:554/live' }), [
      422,
      '摄像头的地址不在允许的网络内，请联系平台管理员（CAMERA_NETWORKS）',
    ]);
    const leading = await startCamera({ username: 'viewer', password: 'p w"d', redirect: 'rtsp://169.254.169.254/x' });
    assert.deepEqual(await told({ address: `rtsp://127.0.0.1:${leading.port}/live` }), [
      422,
      '摄像头把画面转到了别的地址，请直接填写最终的地址',
    ]);
    leading.stop();
    process.env.CAMERA_STREAMS = '0';
    assert.deepEqual(await told({}), [503, '同时查看的摄像头太多，请稍后再试']);
    delete process.env.CAMERA_STREAMS;
    process.env.FFMPEG_PATH = '/nowhere/ffmpeg';
    const refused = await t.route(cameras.look, admin, { id: camera });
    assert.deepEqual([refused.status, refused.msg], [422, '服务器没有安装ffmpeg，不能播放RTSP摄像头，请联系平台管理员']);
    delete process.env.FFMPEG_PATH;
    assert.equal(runningStreams(), 0);
  });
});
