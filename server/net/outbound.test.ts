import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundError, problemOf } from './outbound-error.ts';
import { outbound, outboundStream, type OutboundOptions } from './outbound.ts';
import { isOuter } from './outer-addresses.ts';
import { configured, outerOr, resolveGuarded, type Reach } from './reach.ts';

let peer: Server;
let host: string;
let port: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[] = [];
before(async () => {
  peer = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  port = String((peer.address() as AddressInfo).port);
  host = `127.0.0.1:${port}`;
});
beforeEach(() => {
  asked = [];
  answer = (_request, response) => void response.end('{"a":1}');
});
after(() => {
  peer?.closeAllConnections();
  peer?.close();
});

const SECRET = 'k3y-of-the-operator';
const ask = (options: Partial<OutboundOptions> = {}, path = `/?key=${SECRET}`) =>
  outbound(`http://${host}${path}`, { reach: configured, timeoutMs: 5000, headers: { authorization: SECRET }, ...options });
/** The reason of the error, which says nothing of the request. */
async function reasonOf(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(
    () => assert.fail('it was answered'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof OutboundError, String(error));
  assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${problemOf(error, '地址')}`, new RegExp(`${SECRET}|vendor.example`));
  assert.equal(error.cause, undefined);
  return error.reason;
}

const means = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as never;

describe('an address', () => {
  const inside = `127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255
    ::1 :: fe80::1 fc00::1 fd12::1 ::ffff:10.0.0.1 ::ffff:127.0.0.1 2002:7f00:1:: 2001:db8::1 64:ff9b::7f00:1 ff02::1 localhost`.split(
    /\s+/,
  );
  const outside = ['8.8.8.8', '114.114.114.114', '172.32.0.1', '100.128.0.1', '2400:3200::1', '::ffff:8.8.8.8'];
  for (const address of [...inside, ''])
    it(`${address || '(none)'} is not of the open network`, () => assert.equal(isOuter(address), false));
  for (const address of outside) it(`${address} is of the open network`, () => assert.equal(isOuter(address), true));
});

describe('a peer that a tenant names', () => {
  const refused = async (url: string, resolver?: never) =>
    assert.equal(
      await reasonOf(outbound(url, { reach: outerOr([]), timeoutMs: 5000, ...(resolver ? { resolver } : {}) })),
      'forbidden',
      url,
    );

  it('in the own network is refused in every spelling', async () => {
    for (const name of ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0'])
      await refused(`http://${name}:${port}/`);
    assert.deepEqual(asked, []);
  });

  it('is refused when any of its addresses is inside, or it has none', async () => {
    await refused(`http://vendor.example:${port}/`, means('127.0.0.1'));
    await refused(`http://vendor.example:${port}/`, means('8.8.8.8', '127.0.0.1'));
    await refused(`http://vendor.example:${port}/`, means());
    assert.deepEqual(asked, []);
  });

  it('is looked up once, and the address that was judged is the one that is connected to', async () => {
    let times = 0;
    const judged: string[] = [];
    const resolver = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: times++ === 0 ? '127.0.0.1' : '8.8.8.8', family: 4 }])) as never;
    const reach: Reach = ({ address }) => judged.push(address) > 0;
    assert.equal((await outbound(`http://vendor.example:${port}/x`, { reach, timeoutMs: 5000, resolver })).status, 200);
    assert.deepEqual([times, judged, asked], [1, ['127.0.0.1'], ['/x']]);
    await refused(`http://vendor.example:${port}/`, means('127.0.0.1'));
  });

  it('is reached inside when the operator has named it, with its port or without', async () => {
    for (const allowed of [host, '127.0.0.1']) assert.equal((await ask({ reach: outerOr([allowed]) })).text, '{"a":1}');
    assert.equal(await reasonOf(ask({ reach: outerOr(['127.0.0.1:1', '127.0.0.2']) })), 'forbidden');
    const vendor = { timeoutMs: 5000, resolver: means('127.0.0.1') };
    assert.equal((await outbound(`http://Vendor.Example:${port}/`, { ...vendor, reach: outerOr(['vendor.example']) })).status, 200);
  });

  it('is given checked to programs that connect themselves', async () => {
    assert.deepEqual(await resolveGuarded(configured, 'Camera.Example', 554, means('10.0.0.8')), {
      host: 'camera.example',
      port: 554,
      address: '10.0.0.8',
      family: 4,
    });
    assert.equal(await reasonOf(resolveGuarded(outerOr([]), 'camera.example', 554, means('10.0.0.8'))), 'forbidden');
    assert.equal(await reasonOf(resolveGuarded(outerOr([]), '10.0.0.8', 554)), 'forbidden');
  });
});

describe('an answer', () => {
  it('gives status, headers and bytes of what was sent', async () => {
    answer = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      response.writeHead(201, { etag: 'x' }).end(`${request.method} ${request.headers['content-type']} ${Buffer.concat(chunks)}`);
    };
    const given = await ask({ method: 'POST', body: new URLSearchParams({ 名: '1' }) });
    assert.deepEqual([given.status, given.headers.etag], [201, 'x']);
    assert.equal(given.text, 'POST application/x-www-form-urlencoded;charset=UTF-8 %E5%90%8D=1');
    assert.equal((await ask({ method: 'PUT', body: Buffer.from('b'), headers: { 'content-type': 'a/b' } })).text, 'PUT a/b b');
  });

  it('that redirects is not followed, and is an error with its status', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: `http://${host}/elsewhere` }).end();
    assert.equal(await reasonOf(ask()), 'redirected');
    await assert.rejects(ask(), { status: 302 });
    assert.equal(asked.length, 2);
    answer = (_request, response) => void response.writeHead(304).end();
    assert.equal((await ask()).status, 304);
  });

  it('that does not come, does not end, or is silent too long is given up', async () => {
    answer = () => {};
    assert.equal(await reasonOf(ask({ timeoutMs: 50 })), 'timeout');
    answer = (_request, response) => void response.write('{');
    assert.equal(await reasonOf(ask({ timeoutMs: 50 })), 'timeout');
    assert.equal(await reasonOf(ask({ silenceMs: 50 })), 'timeout');
  });

  it('that is larger than asked for is cut off, whole or read by parts', async () => {
    answer = (_request, response) => void response.end(Buffer.alloc(1001));
    assert.equal(await reasonOf(ask({ mostBytes: 1000 })), 'too large');
    assert.equal((await ask({ mostBytes: 1001 })).bytes.length, 1001);
    const { body } = await outboundStream(`http://${host}/`, { reach: configured, timeoutMs: 5000, mostBytes: 1000 });
    assert.equal(await reasonOf(Array.fromAsync(body)), 'too large');
  });

  it('that breaks off is told from a connection that was not made', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    };
    assert.equal(await reasonOf(ask()), 'broken');
    answer = (request) => void request.socket.destroy();
    assert.equal(await reasonOf(ask()), 'unreachable');
    assert.equal(await reasonOf(outbound(`http://127.0.0.1:1/?key=${SECRET}`, { reach: configured, timeoutMs: 5000 })), 'unreachable');
  });

  it('is asked for by http and https only, and what cannot be asked for says nothing of its address', async () => {
    for (const url of [`not an address ${SECRET}`, `ftp://vendor.example/${SECRET}`])
      assert.equal(await reasonOf(outbound(url, { reach: configured, timeoutMs: 5000 })), 'unreachable');
    assert.equal(await reasonOf(ask({ headers: { authorization: `${SECRET}\n` } })), 'unreachable');
  });
});
