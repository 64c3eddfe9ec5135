import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { folderStore, type FileStore } from './file-store.ts';
import { s3Store, type S3Settings } from './file-store-s3.ts';

const SECRET = 'a-secret-of-the-peer';
const objects = new Map<string, { bytes: Buffer; at: number }>();
let down = false;
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Signature Version 4 as the store checks it (AWS, "Authenticating Requests"). */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const match = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/.exec(
    request.headers.authorization ?? '',
  );
  if (!match) return false;
  const [, key, day, region, names = '', signature] = match as unknown as string[];
  const given = request.headers['x-amz-content-sha256'] as string;
  if (given !== 'UNSIGNED-PAYLOAD' && given !== sha(body)) return false;
  const url = new URL(request.url as string, 'http://peer');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('');
  const canonical = [request.method, url.pathname, query, headers, names, given].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha(canonical)].join('\n');
  const signing = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day as string), region as string), 's3'), 'aws4_request');
  return key === 'key' && hmac(signing, text).toString('hex') === signature;
}

const peer: Server = createServer(async (request, response) => {
  const body = await buffer(request);
  const answer = (status: number, content: string | Buffer = '', headers = {}) => response.writeHead(status, headers).end(content);
  if (down) return answer(503);
  if (!isSigned(request, body)) return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
  const url = new URL(request.url as string, 'http://peer');
  const name = url.pathname.replace('/bucket/', '');
  if (request.method === 'PUT') {
    if (request.headers['if-none-match'] === '*' && objects.has(name)) return answer(412);
    objects.set(name, { bytes: body, at: Date.now() });
    return answer(200);
  }
  if (request.method === 'DELETE') return answer(objects.delete(name) ? 204 : 404);
  if (url.searchParams.get('list-type') === '2') {
    const all = [...objects].filter(([key]) => key.startsWith(url.searchParams.get('prefix') ?? ''));
    const from = Number(url.searchParams.get('continuation-token') ?? 0);
    const entries = all
      .slice(from, from + 2)
      .map(([key, { at }]) => `<Contents><Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified></Contents>`);
    const next = from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    return answer(200, `<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`);
  }
  const found = objects.get(name);
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  return found ? answer(206, found.bytes.subarray(Number(start), Number(end) + 1)) : answer(404);
});

const dir = mkdtempSync(join(tmpdir(), 'yian-store-'));
let settings: S3Settings;
before(async () => {
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
  settings = { endpoint, bucket: 'bucket', region: 'cn-north-1', accessKeyId: 'key', secretAccessKey: SECRET, prefix: 'yian/' };
});
after(() => {
  peer.close();
  rmSync(dir, { recursive: true });
});

const kinds: Record<string, () => FileStore> = { 'a folder': () => folderStore(join(dir, 'files')), 'an S3 store': () => s3Store(settings) };
for (const [kind, make] of Object.entries(kinds))
  describe(kind, () => {
    it('keeps bytes, gives parts of them, never writes over, forgets', async () => {
      const store = make();
      const bytes = Buffer.from('护理记录'.repeat(1000));
      const names = ['a1.pdf', 'b2.pdf', 'c3.pdf'];
      for (const name of names) await store.put(name, bytes, 'application/pdf');
      await assert.rejects(store.put('a1.pdf', Buffer.from('other'), 'application/pdf'));
      assert.deepEqual(await buffer((await store.get('a1.pdf', { start: 0, end: bytes.length - 1 }))!), bytes);
      assert.deepEqual(await buffer((await store.get('a1.pdf', { start: 5, end: 9 }))!), bytes.subarray(5, 10));
      assert.equal(await store.get('missing.pdf', { start: 0, end: 1 }), null);
      // A folder's files have the disk's clock, which is not the run's when YIAN_TEST_CLOCK moves that.
      const file = join(dir, 'files/a1/a1.pdf');
      const written = existsSync(file) ? statSync(file).mtimeMs : Date.now();
      assert.deepEqual((await Array.fromAsync(store.older(written + 60_000))).flat().sort(), names);
      assert.deepEqual((await Array.fromAsync(store.older(written - 60_000))).flat(), []);
      assert.equal(await store.remove('a1.pdf'), true);
      assert.equal(await store.remove('a1.pdf'), false);
      assert.equal(await store.get('a1.pdf', { start: 0, end: 1 }), null);
    });
  });

describe('an S3 store that refuses', () => {
  it('fails without the words of the store', async () => {
    const wrong = s3Store({ ...settings, secretAccessKey: 'wrong' });
    await assert.rejects(wrong.put('d4.pdf', Buffer.from('x'), 'application/pdf'), /^Error: S3 PUT answered 403$/);
    down = true;
    await assert.rejects(s3Store(settings).get('b2.pdf', { start: 0, end: 1 }), /^Error: S3 GET answered 503$/);
    down = false;
  });
});
