import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { securityHeadersOf, serveWeb } from './web.ts';

const securityHeaders = securityHeadersOf([]);

describe('the built web', () => {
  const dir = mkdtempSync(join(tmpdir(), 'yian-web-'));
  const SCRIPT = 'export const answer = 42;';
  const FILL = `<!doctype html><title>fill</title><script type="module">${SCRIPT}</script><style>p{color:red}</style><!--answers-->`;
  let app: FastifyInstance;
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  before(async () => {
    mkdirSync(join(dir, 'assets'));
    writeFileSync(join(dir, 'index.html'), '<!doctype html><title>x</title>');
    writeFileSync(join(dir, 'fill.html'), FILL);
    writeFileSync(join(dir, 'call.html'), '<!doctype html><title>call</title>');
    writeFileSync(join(dir, 'ccc.html'), '<!doctype html><title>ccc</title>');
    writeFileSync(join(dir, 'assets/part-1.js'), SCRIPT);
    writeFileSync(join(dir, 'assets/part-1.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(dir, 'assets/worker-1.mjs'), SCRIPT);
    writeFileSync(join(dir, 'assets/mark-1.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    app = fastify();
    app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders));
    app.get('/questionnaire/user/project/details/:key', (request, reply) => {
      const { key } = request.params as { key: string };
      if (key === 'gone') return reply.code(404).send({ code: 1 });
      return reply.send({ code: 0, msg: null, data: `</script><b>$&${request.ip}` });
    });
    await serveWeb(app, dir, async (ticket) => (ticket === 'good' ? ['https://sdk.example/x.js'] : null));
  });
  after(async () => {
    await app.close();
    rmSync(dir, { recursive: true });
  });

  it('sends parts of a page compressed, once for ever, without the headers of documents', async () => {
    const { headers, statusCode } = await get('/assets/part-1.js', { 'accept-encoding': 'br, gzip' });
    assert.equal(statusCode, 200);
    assert.equal(headers['content-encoding'], 'br');
    assert.match(String(headers['cache-control']), /immutable/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(headers['content-security-policy'], undefined);
    assert.equal(headers['permissions-policy'], undefined);
    const plain = await get('/assets/part-1.js');
    assert.equal(plain.body, SCRIPT);
    assert.equal(plain.headers['content-security-policy'], undefined);
  });

  it('keeps the policy on whatever runs or is shown by itself', async () => {
    for (const url of ['/assets/worker-1.mjs', '/assets/mark-1.svg'])
      assert.equal((await get(url)).headers['content-security-policy'], securityHeaders['content-security-policy'], url);
    const page = await get('/warning/warning/index', { accept: 'text/html' });
    assert.equal(page.headers['content-security-policy'], securityHeaders['content-security-policy']);
    assert.equal(page.headers['cache-control'], 'no-cache');
  });

  it('gives strangers with a questionnaire or a call a page without the application', async () => {
    const pageOf = async (url: string) => /<title>(.*?)</.exec((await get(url, { accept: 'text/html' })).body)?.[1];
    for (const url of ['/s/0123456789abcdef', '/s/0123?from=x', '/questionnaire/public/result?projectKey=0123'])
      assert.equal(await pageOf(url), 'fill', url);
    for (const url of ['/c/12.0123456789abcdef', '/c/12.0123?from=qr']) assert.equal(await pageOf(url), 'call', url);
    for (const url of ['/s', '/c', '/c/a/b', '/s/a/b', '/stay/index', '/questionnaire']) assert.equal(await pageOf(url), 'x', url);
  });

  it('opens the frame of the cloud to its addresses, by a ticket, and no other page', async () => {
    const { headers, statusCode, body } = await get('/cloudcall/frame/good', { accept: 'text/html' });
    assert.deepEqual([statusCode, headers['cache-control'], /<title>ccc/.test(body)], [200, 'no-cache', true]);
    assert.match(String(headers['content-security-policy']), /script-src 'self' https:\/\/sdk\.example;/);
    for (const url of ['/cloudcall/frame/bad', '/cloudcall/record', '/cloudcall/frame/a/b']) {
      const other = await get(url, { accept: 'text/html' });
      assert.equal(other.headers['content-security-policy'], securityHeaders['content-security-policy'], url);
      assert.equal(other.statusCode, url.endsWith('bad') ? 403 : 200, url);
    }
  });

  it('sends a questionnaire whole: with script, styles and the answers of its first calls, which can end nothing and are not kept', async () => {
    const opened = (key: string, accepted: string) =>
      app.inject({ url: `/s/${key}`, remoteAddress: '198.51.100.7', headers: { accept: 'text/html', 'accept-encoding': accepted } });
    const { body, headers } = await opened('0123abc', '');
    const given = /<script type="application\/json" id="given">([^<]*)<\/script>/.exec(body)?.[1] ?? '';
    assert.deepEqual(JSON.parse(given), {
      '/questionnaire/user/project/details/0123abc': { code: 0, msg: null, data: '</script><b>$&198.51.100.7' },
    });
    assert.equal(headers['cache-control'], 'no-store');
    for (const [accepted, encoding, unpack] of [
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      const packed = await opened('0123abc', accepted);
      assert.deepEqual([packed.headers['content-encoding'], unpack(packed.rawPayload).toString()], [encoding, body]);
    }
    // What is refused the page asks by itself.
    assert.doesNotMatch((await opened('gone', '')).body, /given/);
  });

  it('lets the parts of that page run that stand in it, by what they are', async () => {
    const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    for (const url of ['/s/0123abc', '/questionnaire/public/result?projectKey=0123']) {
      const policy = String((await get(url, { accept: 'text/html' })).headers['content-security-policy']);
      assert.ok(policy.includes(`script-src 'self' ${hashed(SCRIPT)};`), policy);
      assert.ok(policy.includes(`style-src 'self' ${hashed('p{color:red}')};`), policy);
    }
  });

  it('lets other sites embed what strangers fill in, and no other page', async () => {
    const framed = async (url: string) => {
      const { headers } = await get(url, { accept: 'text/html' });
      return [/frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1], headers['x-frame-options']];
    };
    assert.deepEqual(await framed('/s/0123456789abcdef'), ['*', undefined]);
    for (const url of ['/questionnaire/public/result?projectKey=0123', '/stay/index', '/login'])
      assert.deepEqual(await framed(url), ["'self'", 'SAMEORIGIN'], url);
  });

  it('has no page for a part that is gone', async () => {
    assert.equal((await get('/assets/part-0.js')).statusCode, 404);
  });
});
