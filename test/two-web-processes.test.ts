/** Two web processes behind one port, in turns: a person never notices which of them answers. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { sql } from 'kysely';
import type pg from 'pg';
import { eventsTopic, warningsTopic } from '#contract/realtime.ts';
import { productCategories } from '#contract/goods-orders/product-categories.ts';
import { products } from '#contract/goods-orders/products.ts';
import { posts } from '#contract/users/posts.ts';
import { files } from '#contract/files/files.ts';
import { logins } from '#contract/users/logins.ts';
import { transfers } from '#contract/transfers/transfers.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { pathParameters, type Route } from '#contract/http.ts';
import type { Dependencies } from '#server/context.ts';
import { emit } from '#server/events.ts';
import { putClient } from '#server/users/clients.ts';
import { addDevice } from './ingest.ts';
import { addTenant, addUser, type TestUser } from './members.ts';
import { eventually, gone, unable } from './processes.ts';
import { product, type Product } from './product.ts';
import { endLeftovers, stompClient, until } from './sockets.ts';
import { startFleet } from './fleet.ts';

/** Passes each connection on to the next of `ports`. */
async function inTurns(ports: readonly number[]): Promise<Server> {
  let turn = 0;
  const server = createServer((from) => {
    const to = connect(ports[turn++ % ports.length]!, '127.0.0.1');
    from.pipe(to).pipe(from);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

interface Answer {
  status: number;
  msg: string | null;
  data: any;
  bytes: Buffer;
}

describe('two web processes', { skip: unable, timeout: 390_000 }, () => {
  let p: Product;
  let door: Server;
  let deps: Dependencies;
  let sight: pg.Pool;
  let tenant: number;
  let manager: TestUser;
  let processes: ReturnType<Product['run']>[];

  before(async () => {
    p = await product();
    await p.database();
    processes = [
      p.run('server/main.ts', {}, true),
      p.run('server/main.ts', { PORT: String(p.otherPort) }, true),
      p.run('server/ingest/main.ts', {}, true),
    ];
    await p.ready();
    await eventually(
      () =>
        fetch(`http://127.0.0.1:${p.otherPort}/health`)
          .then(({ ok }) => ok)
          .catch(() => false),
      'the second web process answers',
    );
    door = await inTurns([p.port, p.otherPort]);
    ({ deps, sight } = await p.open());
    tenant = await addTenant(deps, '双进程测试院');
    manager = await addUser(deps, tenant);
  });
  after(async () => {
    await endLeftovers();
    door?.close();
    await p?.close();
  });

  /** One request on a connection of its own, so that the next one is answered by the other process. */
  function send(method: string, path: string, headers: Record<string, string>, body?: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request(
        { port: (door.address() as AddressInfo).port, host: '127.0.0.1', agent: false, method, path, headers },
        async (answer) => {
          const parts: Buffer[] = [];
          for await (const part of answer) parts.push(part as Buffer);
          const bytes = Buffer.concat(parts);
          const json = answer.headers['content-type']?.includes('json') ? JSON.parse(bytes.toString()) : {};
          resolve({ status: answer.statusCode!, msg: json.msg ?? null, data: json.data ?? json, bytes });
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }
  function call(
    route: Route,
    as: TestUser | null,
    input: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const names = pathParameters(route.path);
    let path = names.reduce((at, name) => at.replace(`{${name}}`, String(input[name])), route.path as string);
    const rest = Object.entries(input).filter(([name]) => !names.includes(name));
    const queried = route.method === 'GET' || route.method === 'DELETE';
    if (queried && rest.length) path += `?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))}`;
    const all = {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(queried ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    return send(route.method, path, all, queried ? undefined : JSON.stringify(Object.fromEntries(rest)));
  }
  /** Both processes in turn, until each has answered `times` times. */
  const both = async (ask: () => Promise<Answer>, times = 2) => {
    const answers: Answer[] = [];
    for (let n = 0; n < times * 2; n++) answers.push(await ask());
    return answers;
  };

  it('show at once what the other has written', async () => {
    for (let n = 0; n < 6; n++) {
      const made = await call(posts.create, manager, { postCode: `P${n}`, postName: `岗位${n}`, postSort: n });
      assert.equal(made.status, 200, made.msg ?? '');
      const { data } = await call(posts.page, manager, { size: 20 });
      assert.deepEqual([data.total, data.records.length], [n + 1, n + 1]);
    }
  });

  it('forget rights and sessions that were taken away at the other', async () => {
    const nurse = await addUser(deps, tenant, { permissions: ['sys_post_view'] });
    for (const { status } of await both(() => call(posts.page, nurse))) assert.equal(status, 200);
    await deps.inTenant(tenant, async (tx) => {
      await tx.run(
        sql`delete from role_menus where tenant_id = ${tenant}
          and role_id in (select role_id from user_roles where tenant_id = ${tenant} and user_id = ${nurse.userId})`,
      );
      await emit('rights.changed', { userId: nurse.userId }, tx, deps);
    });
    await eventually(
      async () => (await both(() => call(posts.page, nurse))).every(({ status }) => status === 403),
      'both refuse what was taken away',
    );
    assert.equal((await call(logins.logout, nurse)).status, 200);
    await eventually(
      async () => (await both(() => call(posts.list, nurse))).every(({ status }) => status === 401),
      'both know that the session has ended',
    );
  });

  it('tell the pages of both what happens at either, an SOS too', async () => {
    const device = await addDevice({ deps }, tenant);
    const pages = await Promise.all([p.port, p.otherPort].map((port) => stompClient(`ws://127.0.0.1:${port}`, manager.token)));
    const heard = await Promise.all(pages.map((page) => page.listen(warningsTopic(tenant))));
    const told = await Promise.all(pages.map((page) => page.listen(eventsTopic(tenant))));
    const over = new AbortController();
    const fleet = startFleet({ port: p.watchPort, devices: [device], signal: over.signal });
    await until(() => heard.every((bodies) => bodies!.some((body) => body.includes('"warning.raised"'))));
    await fleet.stop();
    const [first] = (await call(warnings.page, manager, { isDisposed: 0, size: 1 })).data.records;
    assert.equal((await call(warnings.acknowledge, manager, { id: first.id })).status, 200);
    await until(() => heard.every((bodies) => bodies!.some((body) => body.includes('"warning.changed"'))));
    assert.ok(told.every((bodies) => bodies !== null));
  });

  it('do once what a client sends to both with one key', async () => {
    const categoryId = (await call(productCategories.create, manager, { name: '护理用品' })).data as number;
    const id = (await call(products.create, manager, { kind: 1, unit: '件', name: '护理垫', price: 10, categoryId })).data as number;
    const move = () => call(products.move, manager, { id, kind: 1, quantity: 5, reason: '采购' }, { 'idempotency-key': 'one-purchase' });
    const answers = await Promise.all([move(), move(), move(), move()]);
    const good = answers.filter(({ status }) => status === 200);
    assert.ok(
      good.length > 0 && answers.every(({ status }) => status === 200 || status === 409),
      JSON.stringify(answers.map(({ status, msg }) => [status, msg])),
    );
    assert.equal((await call(products.get, manager, { id })).data.quantity, 5);
  });

  it('export, and know the tasks of each other', async () => {
    const asked = await call(posts.export, manager, {});
    assert.equal(asked.status, 200);
    assert.equal(asked.bytes.subarray(0, 2).toString(), 'PK');
    const unknown = await both(() => call(transfers.process, manager, { key: '00000000-0000-4000-8000-000000000000' }));
    assert.ok(unknown.every(({ status }) => status === 200));
  });

  it('serve a file that was sent to the other', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const edge = '----two';
    const body = Buffer.concat([
      Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`),
      png,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]);
    const headers = { authorization: `Bearer ${manager.token}`, 'content-type': `multipart/form-data; boundary=${edge}` };
    const sent = await send('POST', `${files.upload.path}?purpose=private`, headers, body);
    assert.equal(sent.status, 200, sent.msg ?? '');
    for (const { status, bytes } of await both(() => send('GET', sent.data.url, { authorization: `Bearer ${manager.token}` }))) {
      assert.equal(status, 200);
      assert.ok(bytes.length > 0);
    }
  });

  it('count wrong passwords together', async () => {
    const client = await sight.connect();
    await putClient(client as unknown as pg.Client, { id: 'plain', secret: 'plain', encryptsPassword: false, needsCaptcha: false });
    client.release();
    const basic = `Basic ${Buffer.from('plain:plain').toString('base64')}`;
    const statuses: number[] = [];
    for (let n = 0; n < 12 && statuses.at(-1) !== 429; n++) {
      const body = new URLSearchParams({ grant_type: 'password', username: 'somebody-else', password: `wrong${n}` }).toString();
      statuses.push(
        (await send('POST', '/auth/oauth/token', { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }, body))
          .status,
      );
    }
    assert.equal(statuses.at(-1), 429, JSON.stringify(statuses));
    assert.ok(statuses.length <= 7, `${statuses.length} guesses were let through`);
  });

  it('go on when one of them is killed', async () => {
    const [, second] = processes;
    second!.kill('SIGKILL');
    await gone(second!.pid!);
    const alone = await inTurns([p.port]);
    const before = door;
    door = alone;
    for (const { status } of await both(() => call(posts.page, manager))) assert.equal(status, 200);
    before.close();
  });
});
