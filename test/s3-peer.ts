/** A store that speaks S3 on this machine: it checks signatures, keeps objects in memory, and lists two at a time. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '#server/files/file-store-s3.ts';

const SECRET = 'a-secret-of-the-peer';
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

/** Starts one. `objects` are by name with the prefix; `mood` makes it fail, or does something before it answers. */
export async function s3Peer() {
  const objects = new Map<string, { bytes: Buffer; at: number }>();
  const asked: string[] = [];
  const mood: { down: boolean; whileAsked: (() => Promise<void>) | null } = { down: false, whileAsked: null };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = '', headers = {}) => response.writeHead(status, headers).end(content);
    if (mood.down) return answer(503);
    if (!isSigned(request, body)) return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const url = new URL(request.url as string, 'http://peer');
    const name = url.pathname.replace('/bucket/', '');
    asked.push(`${request.method} ${url.pathname}`);
    await mood.whileAsked?.();
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: S3Settings = {
    endpoint,
    bucket: 'bucket',
    region: 'cn-north-1',
    accessKeyId: 'key',
    secretAccessKey: SECRET,
    prefix: 'yian/',
  };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { objects, asked, mood, settings, close };
}
