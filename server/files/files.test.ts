import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { files as routes } from '#contract/files/files.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { drawText } from '../users/captcha-images.ts';
import { clearDeletedFiles } from './file-cleanup.ts';
import { typeOf } from './file-types.ts';

let t: Harness;
let offset = 0;
let user: TestUser;
let stranger: TestUser;
const dataDir = mkdtempSync(join(tmpdir(), 'yian-files-'));
before(async () => {
  t = await harness({ now: () => Date.now() + offset });
  t.deps.config.dataDir = dataDir;
  user = await t.user(await t.tenant(), { permissions: [] });
  stranger = await t.user(await t.tenant());
});
after(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A zip of stored entries, enough for a directory to be read. */
function zip(names: string[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const body = deflateRawSync('x');
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(body.length, 18);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(local, Buffer.from(name), body);
    at += 30 + name.length + body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
const png = await drawText('1+1=?');
const huge = Buffer.from(png);
huge.writeUInt32BE(20_000, 16);
huge.writeUInt32BE(20_000, 20);
/** A photo with its place in the metadata, lying on its side. */
const photo = (format: 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c00' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '30/1 16/1 0/1' } })
    .toFormat(format)
    .toBuffer();
const [jpeg, webp, gif] = await Promise.all([photo('jpeg'), photo('webp'), photo('gif')]);
const workbook = zip(['[Content_Types].xml', 'xl/workbook.xml']);
const samples: Record<string, Buffer> = {
  png,
  jpg: jpeg,
  gif,
  webp,
  pdf: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'),
  xlsx: workbook,
  mp4: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  amr: Buffer.from('2321414d520a3c00000000000000', 'hex'),
};

async function upload(bytes: Buffer, name = 'photo.png', as: TestUser | null = user) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${t.url}/admin/sys-file/upload`, {
    method: 'POST',
    body: form,
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  });
  return { status: answer.status, ...((await answer.json()) as { code: number; msg: string; data: any }) };
}
const fetchFile = (path: string, headers: Record<string, string> = {}) => fetch(t.url + path, { headers });
const asUser = (one: TestUser) => ({ authorization: `Bearer ${one.token}` });
const stored = () => readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

describe('uploads', () => {
  it('need a session and a file of a known kind, by its bytes', async () => {
    assert.equal((await upload(png, 'photo.png', null)).status, 401);
    const before = stored();
    const form = new Set(['torn.png']);
    for (const [name, bytes] of Object.entries({
      'torn.png': Buffer.concat([png.subarray(0, png.length >> 1), Buffer.alloc(40)]),
      'page.png': Buffer.from('<html><script>alert(1)</script></html>'),
      'drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'program.png': Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'),
      'plain.xlsx': zip(['word/document.xml', '[Content_Types].xml']),
      'macro.xlsx': zip(['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin']),
      'bomb.png': huge,
      'short.png': png.subarray(0, 20),
      'broken.jpg': Buffer.from('ffd8ffe000104a464946000101000001', 'hex'),
      'empty.png': Buffer.alloc(0),
    })) {
      const answer = await upload(bytes, name);
      assert.deepEqual(
        [name, answer.status, answer.msg],
        [name, 400, form.has(name) ? '图片已损坏、过大或无法读取' : '不支持的文件类型或文件已损坏'],
      );
    }
    assert.equal(stored(), before);
    const none = await t.call('POST', '/admin/sys-file/upload', { as: user, input: {} });
    assert.ok(none.status >= 400 && none.status < 500);
  });

  it('are refused above 10 MB and taken below', async () => {
    assert.equal((await upload(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 + 1 - png.length)]))).status, 413);
    assert.equal((await upload(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 - png.length)]))).status, 200);
  });

  it('take every kind, name it by chance and give a record', async () => {
    for (const [extension, bytes] of Object.entries(samples)) {
      assert.equal(typeOf(bytes)?.extension, extension);
      const { data, code, msg } = await upload(bytes, `../../etc/老人 "照片".${extension}`);
      const picture = ['png', 'jpg', 'gif', 'webp'].includes(extension);
      const kept = extension === 'gif' ? 'png' : extension;
      assert.deepEqual([code, msg, data.type], [0, '上传成功', kept]);
      assert.match(data.fileName, new RegExp(`^[0-9a-f-]{36}\\.${kept}$`));
      assert.equal(data.url, `/admin/sys-file/${data.bucketName}/${data.fileName}`);
      assert.equal(data.original, `老人 照片.${kept}`);
      const answer = await fetchFile(data.url, asUser(user));
      const received = Buffer.from(await answer.arrayBuffer());
      assert.equal(received.length, data.fileSize);
      if (!picture) assert.deepEqual(received, bytes);
      const headers = Object.fromEntries(answer.headers);
      const inline = ['png', 'jpg', 'gif', 'webp', 'pdf'].includes(extension);
      assert.match(
        headers['content-disposition'] as string,
        inline ? /^inline; filename\*=UTF-8''%E8%80%81/ : /^attachment; filename\*=UTF-8''/,
      );
      assert.deepEqual([headers['x-content-type-options'], headers['cache-control']], ['nosniff', 'private, max-age=600']);
      assert.match(headers['content-security-policy'] as string, /default-src 'none'/);
    }
  });

  it('encode pictures anew: upright, without what was in or behind them', async () => {
    const polyglot = Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script>PK\x03\x04')]);
    const { data } = await upload(polyglot, 'photo.jpg');
    const kept = Buffer.from(await (await fetchFile(data.link)).arrayBuffer());
    assert.ok(!kept.includes('script') && !kept.includes('secret place'));
    const facts = await sharp(kept).metadata();
    assert.deepEqual([facts.width, facts.height, facts.exif, facts.orientation], [40, 60, undefined, undefined]);
    const wide = await sharp({ create: { width: 6000, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const small = (await upload(wide)).data;
    assert.equal((await sharp(Buffer.from(await (await fetchFile(small.link)).arrayBuffer())).metadata()).width, 4096);
  });

  it('leave nothing behind when the transaction fails', async () => {
    const before = stored();
    const { default: pg } = await import('pg');
    const owner = new pg.Client(t.target('owner'));
    await owner.connect();
    // The log row of the same transaction fails after the file was written.
    await owner.query("alter table operation_logs add constraint planted check (title <> '上传文件') not valid");
    try {
      assert.equal((await upload(png)).status, 400);
      assert.equal(stored(), before);
    } finally {
      await owner.query('alter table operation_logs drop constraint planted');
      await owner.end();
    }
    assert.equal((await upload(png)).status, 200);
    assert.equal(stored(), before + 1);
  });
});

describe('private files', () => {
  it('are read by whoever uploaded them and those who manage files; the list is paged and filtered', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(samples.pdf as Buffer)]), '体检.pdf');
    const sent = await fetch(`${t.url}/admin/sys-file/upload?purpose=private`, { method: 'POST', body: form, headers: asUser(user) });
    const { data } = (await sent.json()) as { data: any };
    const colleague = await t.user(user.tenantId, { permissions: [] });
    const manager = await t.user(user.tenantId, { permissions: ['sys_file_view', 'sys_file_del'] });
    const status = async (one: TestUser) => [
      (await fetchFile(data.url, asUser(one))).status,
      (await t.route(routes.link, one, { bucket: 'files', file: data.fileName })).status,
    ];
    assert.deepEqual(
      [await status(user), await status(colleague), await status(manager), await status(stranger)],
      [
        [200, 200],
        [404, 404],
        [200, 200],
        [404, 404],
      ],
    );
    const { records } = (await t.route(routes.page, manager, { original: '体检', type: 'pdf' })).data;
    assert.deepEqual(
      records.map(({ fileName, purpose }: any) => [fileName, purpose]),
      [[data.fileName, 'private']],
    );
    assert.equal((await t.route(routes.page, colleague)).status, 403);
    assert.equal((await t.route(routes.remove, colleague, { id: records[0].id })).status, 403);
    assert.equal((await t.route(routes.remove, stranger, { id: records[0].id })).status, 404);
    assert.equal((await t.route(routes.remove, manager, { id: records[0].id })).status, 200);
    assert.equal((await t.route(routes.remove, manager, { id: records[0].id })).status, 404);
    assert.deepEqual(await status(user), [404, 404]);
    const before = stored();
    // The database's own clock decides: the row grows old instead.
    const ago = (days: number) =>
      t.deps.inTenant(manager.tenantId, (tx) =>
        tx.run(sql`update files set deleted_at = now() - make_interval(days => ${days}) where id = ${records[0].id}`),
      );
    await ago(29);
    assert.equal(await clearDeletedFiles(t.deps, Date.now(), 10), 0);
    await ago(31);
    assert.equal(await clearDeletedFiles(t.deps, Date.now(), 10), 1);
    assert.equal(stored(), before - 1);
  });
});

describe('downloads', () => {
  it('are for the session’s tenant only', async () => {
    const { url } = (await upload(png)).data;
    assert.equal((await fetchFile(url)).status, 401);
    assert.equal((await fetchFile(url, asUser(stranger))).status, 404);
    assert.equal((await fetchFile(url.replace('files', 'other'), asUser(user))).status, 404);
    assert.equal((await fetchFile('/admin/sys-file/files/..%2f..%2fsecrets.json', asUser(user))).status, 400);
  });

  it('open by a signed link for this file and a short time', async () => {
    const [one, two] = [(await upload(png)).data, (await upload(png)).data];
    assert.equal((await fetchFile(one.link)).status, 200);
    const t1 = one.link.split('?t=')[1];
    assert.equal((await fetchFile(`${two.url}?t=${t1}`)).status, 401, 'another file');
    assert.equal(
      (await fetchFile(`${one.url}?t=${t1.replace(String(user.tenantId), String(stranger.tenantId))}`)).status,
      401,
      'another tenant',
    );
    assert.equal((await fetchFile(`${one.url}?t=nonsense`)).status, 401);
    assert.equal((await fetchFile(`${one.url}?t=${t1}`, asUser(user))).status, 200);
    const [bucket, file] = [one.bucketName, one.fileName];
    assert.equal((await t.route(routes.link, stranger, { bucket, file })).status, 404);
    assert.equal((await t.route(routes.link, null, { bucket, file })).status, 401);
    offset += 16 * 60_000;
    const late = await fetchFile(one.link);
    assert.deepEqual([late.status, ((await late.json()) as { msg: string }).msg], [401, '文件链接已过期']);
    const { data } = await t.route(routes.link, user, { bucket, file });
    assert.equal((await fetchFile(data.link)).status, 200);
    offset = 0;
  });

  it('answer ranges and unchanged files', async () => {
    const { link } = (await upload(samples.mp4 as Buffer)).data;
    const bytes = samples.mp4 as Buffer;
    for (const [range, start, end] of [
      ['bytes=0-3', 0, 3],
      ['bytes=4-', 4, bytes.length - 1],
      ['bytes=-5', bytes.length - 5, bytes.length - 1],
      ['bytes=0-9999', 0, bytes.length - 1],
    ] as const) {
      const answer = await fetchFile(link, { range });
      assert.equal(answer.status, 206);
      assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end}/${bytes.length}`);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes.subarray(start, end + 1));
    }
    for (const range of ['bytes=9999-', 'bytes=-0', 'bytes=5-2']) {
      const answer = await fetchFile(link, { range });
      assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, `bytes */${bytes.length}`]);
    }
    const whole = await fetchFile(link, { range: 'lines=1-2' });
    assert.equal(whole.status, 200);
    const again = await fetchFile(link, { 'if-none-match': whole.headers.get('etag') as string });
    assert.equal(again.status, 304);
  });
});
