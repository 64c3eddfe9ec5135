/** What every answer of the server carries, also the ones that no route gives. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lifeWindows } from '#contract/warnings/life-windows.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
const dir = mkdtempSync(join(tmpdir(), 'yian-web-'));
before(async () => {
  mkdirSync(join(dir, 'assets'));
  for (const name of ['index.html', 'index.html.gz', 'fill.html', 'assets/part-1.js'])
    writeFileSync(join(dir, name), '<!doctype html><title>颐安</title>');
  t = await harness({ webDir: dir });
  admin = await t.user(await t.tenant());
});
after(async () => {
  await t?.close();
  rmSync(dir, { recursive: true });
});

/** Sends bytes and gives all that comes back until the server closes. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(t.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });

describe('every answer', () => {
  it('is kept by no browser and no proxy: lists, single rows, refusals', async () => {
    const [list, refused, nothing] = await Promise.all([
      t.call('GET', '/members/oldman/page', { as: admin }),
      t.call('GET', '/members/oldman/page'),
      t.call('GET', '/nothing/here', { as: admin }),
    ]);
    assert.deepEqual([list.status, refused.status, nothing.status], [200, 401, 404]);
    for (const { headers } of [list, refused, nothing]) assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('has our envelope and headers where the framework itself refuses an address', async () => {
    for (const [path, status] of [
      ['/members/oldman/%E0%A4%A', 400],
      [`/members/oldman/${'1'.repeat(300)}`, 404],
    ] as const) {
      const answer = await t.call('GET', path, { as: admin });
      assert.deepEqual([answer.status, answer.code, /\p{Script=Han}/u.test(answer.msg ?? '')], [status, 1, true], path);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('says what is wrong with a body that is no JSON, of another kind, or for a vendor that there is none of', async () => {
    const post = async (path: string, type: string, body: string) => {
      const headers = { authorization: `Bearer ${admin.token}`, 'content-type': type };
      const answer = await fetch(t.url + path, { method: 'POST', body, headers });
      return [answer.status, ((await answer.json()) as { msg: string }).msg];
    };
    assert.deepEqual(await post('/members/oldman', 'application/json', '{"userName":'), [400, '请求内容格式不正确']);
    assert.deepEqual(await post('/members/oldman', 'text/csv', '王秀英'), [415, '不支持的内容类型']);
    assert.deepEqual(await post('/tenant-device/push/nobody', 'application/json', '{}'), [404, '推送地址不存在']);
    assert.equal((await t.call('GET', '/members/oldman/page', { as: admin })).data.total, 0);
  });

  it('has them where the bytes are no HTTP, or more headers than anybody needs', async () => {
    for (const [bytes, status] of [
      ['GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const heard = await raw(bytes);
      assert.match(heard, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(heard, /x-content-type-options: nosniff/);
      assert.deepEqual(Object.keys(JSON.parse(heard.split('\r\n\r\n')[1] ?? '{}')), ['code', 'msg', 'data']);
    }
  });

  it('shows the first page to a client that takes nothing compressed, and no folder to anybody', async () => {
    assert.match(await raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), /^HTTP\/1.1 200 [\s\S]*颐安/);
    for (const path of ['/assets', '/assets/']) assert.equal((await t.call('GET', path)).status, 404, path);
  });

  it('lets pages speak to their own server only, and load pictures from there and from the map that the operator names', async () => {
    const policy = (await fetch(t.url)).headers.get('content-security-policy') ?? '';
    assert.match(policy, /connect-src 'self';/);
    assert.match(policy, /img-src 'self' data: blob:;/);
    assert.doesNotMatch(policy, /https:|wss?:/);
  });
});

describe('what a list does not show', () => {
  it('is not found out digit by digit: a masked number is found by what is shown of it, or by all of it', async () => {
    const tenantId = await t.tenant();
    const reader = await t.user(tenantId);
    const found = async (phone: string) => (await t.call('GET', '/admin/user/page', { as: reader, input: { phone } })).data.records.length;
    // Everybody here has 13800000000.
    for (const shown of ['13800000000', '138****0000', '138', '0000']) assert.equal(await found(shown), 1, shown);
    for (const masked of ['1380', '13800000', '00000', '8000']) assert.equal(await found(masked), 0, masked);
    const exported = async (phone: string) => {
      const { status, msg } = await t.call('GET', '/admin/user/export', { as: reader, input: { phone, format: 'csv' } });
      assert.equal(status, 200, String(msg));
      return String(msg).trim().split('\r\n').slice(1);
    };
    for (const shown of ['13800000000', '138****0000', '138', '0000']) {
      const rows = await exported(shown);
      assert.equal(rows.length, 1, shown);
      assert.match(rows[0] as string, /138\*{4}0000/);
      assert.doesNotMatch(rows[0] as string, /13800000000/);
    }
    for (const masked of ['1380', '13800000', '00000', '8000']) assert.deepEqual(await exported(masked), [], masked);
  });

  it('life windows of people whom the session does not reach are neither listed nor set nor confirmed', async () => {
    const tenantId = await t.tenant();
    const chief = await t.user(tenantId);
    const own = await t.user(tenantId, { dataScope: 3 });
    const personId = await person(t, tenantId);
    const window = { from: '06:00', to: '22:00', quietMinutes: 60, sources: ['steps'], personId };
    const made = await t.route(lifeWindows.create, chief, window);
    assert.equal(made.status, 200, made.msg ?? '');
    const listed = async (as: TestUser) => (await t.route(lifeWindows.page, as)).data.records.length;
    assert.deepEqual([await listed(chief), await listed(own)], [1, 0]);
    const id = (await t.route(lifeWindows.page, chief)).data.records[0].id;
    for (const answer of [
      await t.route(lifeWindows.create, own, window),
      await t.route(lifeWindows.update, own, { ...window, id, version: 1 }),
      await t.route(lifeWindows.remove, own, { id }),
      await t.route(lifeWindows.checkIn, own, { personId }),
    ])
      assert.equal(answer.status, 404, answer.msg ?? '');
  });
});

describe('an upload that arrives in part', () => {
  it('is refused in words, and nothing is kept', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0089PNG';
    for (const [type, body] of [
      ['multipart/form-data; boundary=x', part],
      ['multipart/form-data; boundary=x', part.slice(0, 40)],
      ['multipart/form-data; boundary=x', '--x\r\n'],
      ['multipart/form-data', `${part}\r\n--x--\r\n`],
      ['multipart/form-data; boundary=', `${part}\r\n--x--\r\n`],
    ] as const) {
      const answer = await fetch(`${t.url}/admin/sys-file/upload`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
      });
      assert.deepEqual(
        [answer.status, await answer.json()],
        [400, { code: 1, msg: '上传内容不完整，请重新上传', data: null }],
        `${type} ${body.length}`,
      );
    }
    assert.equal((await t.call('GET', '/admin/sys-file/page', { as: admin })).data.total, 0);
  });
});

describe('pictures', () => {
  it('are files of our own store: a foreign address would tell its owner who looks', async () => {
    const { status, msg } = await t.call('PUT', '/admin/user/edit', {
      as: admin,
      input: { name: '李', avatar: 'https://tracker.example/a.png' },
    });
    assert.deepEqual([status, msg], [400, '图片地址不正确，请上传图片']);
  });

  it('are stored under the ending of what they are, whatever the sender calls them', async () => {
    const body = new FormData();
    body.append('file', new Blob(['%PDF-1.4 a report']), '报告.html');
    const answer = await fetch(`${t.url}/admin/sys-file/upload`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const { data } = (await answer.json()) as { data: { original: string; type: string } };
    assert.deepEqual([data.type, data.original], ['pdf', '报告.pdf']);
  });
});
