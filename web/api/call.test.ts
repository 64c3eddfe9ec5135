import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { get } from '#contract/http.ts';
import { showMessagesWith } from './messages.ts';
import { CallError, TIMED_OUT, UNKNOWN, UNREACHABLE } from './refusals.ts';

// The channel between tabs would keep this process alive.
globalThis.BroadcastChannel = class extends EventTarget {} as unknown as typeof BroadcastChannel;
const { call } = await import('./call.ts');

const route = get('/members/anything', '任意', { access: 'public', input: z.object({}), output: z.object({ id: z.number() }) });
const WHOLE = '{"code":0,"msg":null,"data":{"id":7}}';

describe('an answer whose body', () => {
  const fetchNow = globalThis.fetch;
  let server: Server;
  let answer: (reply: ServerResponse) => unknown;
  let shown: string[];

  /** Sends the status, the headers and half of the body. */
  const half = (reply: ServerResponse) => reply.writeHead(200, { 'content-length': WHOLE.length }).write(WHOLE.slice(0, 12));
  const status = (expected: number, text: string) => (error: unknown) =>
    error instanceof CallError && error.status === expected && error.message === text;

  before(async () => {
    server = createServer((_request, reply) => void answer(reply.setHeader('connection', 'close'))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    globalThis.fetch = (path, init) => fetchNow(address + String(path), init);
  });
  beforeEach(() => {
    shown = [];
    showMessagesWith((kind, text) => void shown.push(`${kind}: ${text}`));
  });
  after(() => {
    globalThis.fetch = fetchNow;
    server.close();
    server.closeAllConnections();
  });

  it('is whole, is given', async () => {
    answer = (reply) => reply.end(WHOLE);
    assert.deepEqual(await call(route, {}), { id: 7 });
    assert.deepEqual(shown, []);
  });

  it('is no longer waited for, says nothing: a query that is read again is no failure', async () => {
    const abort = new AbortController();
    answer = (reply) => half(reply) && setTimeout(() => abort.abort(), 50);
    await assert.rejects(call(route, {}, { signal: abort.signal }), { name: 'AbortError' });
    assert.deepEqual(shown, []);
  });

  it('breaks off, says that the network did', async () => {
    answer = (reply) => half(reply) && setTimeout(() => reply.destroy(), 50);
    await assert.rejects(call(route, {}), status(0, UNREACHABLE));
    assert.deepEqual(shown, [`error: ${UNREACHABLE}`]);
  });

  it('takes too long, says so', async () => {
    answer = half;
    await assert.rejects(call(route, {}, { timeout: 200 }), status(0, TIMED_OUT));
    assert.deepEqual(shown, [`error: ${TIMED_OUT}`]);
  });

  it('breaks off in a quiet call, leaves the saying to the caller', async () => {
    answer = (reply) => half(reply) && setTimeout(() => reply.destroy(), 50);
    await assert.rejects(call(route, {}, { quiet: true }), status(0, UNREACHABLE));
    assert.deepEqual(shown, []);
  });

  it('is no envelope, says that nobody knows what happened', async () => {
    answer = (reply) => reply.end('<html>');
    await assert.rejects(call(route, {}), status(200, UNKNOWN));
    answer = (reply) => reply.writeHead(502).end('<html>');
    await assert.rejects(call(route, {}), status(502, UNKNOWN));
    assert.deepEqual(shown, [`error: ${UNKNOWN}`, `error: ${UNKNOWN}`]);
  });

  it('is a refusal, says it in the words of the server', async () => {
    answer = (reply) => reply.writeHead(422).end('{"code":1,"msg":"请先选择服务对象","data":null}');
    await assert.rejects(call(route, {}), status(422, '请先选择服务对象'));
    assert.deepEqual(shown, ['error: 请先选择服务对象']);
  });
});
