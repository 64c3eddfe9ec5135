/** Spellings of addresses and headers that got past checks elsewhere; here none reaches a handler that the plain spelling does not. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { harness, type Harness, type TestUser } from './harness.ts';

let t: Harness;
let lower: TestUser;
let admin: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  lower = await t.user(tenant, { permissions: [] });
  admin = await t.user(tenant);
});
after(() => t.close());

/** Sends the path exactly as written: fetch would mend it. */
function raw(method: string, path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(t.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    // What is no address at all ends the connection.
    sent.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve({ status: 400, body: '' }) : reject(error)));
    sent.end();
  });
}
const as = (user: TestUser | null) => (user ? { authorization: `Bearer ${user.token}` } : ({} as Record<string, string>));

const spellings = [
  '/admin/user/page;',
  '/admin/user/page;.css',
  '/admin/user/page;jsessionid=1',
  '/admin;/user/page',
  '/code/../admin/user/page',
  '/code/..;/admin/user/page',
  '/code/%2e%2e/admin/user/page',
  '/code/%252e%252e/admin/user/page',
  '/admin//user/page',
  '//admin/user/page',
  '/admin/./user/page',
  '/admin%2fuser%2fpage',
  '/admin%252fuser%252fpage',
  '/ADMIN/user/page',
  '/admin/user/PAGE',
  '/admin/user/page/',
  '/admin/user/page%00',
  '/admin/user/page%0d%0aX-Evil:1',
  '/admin/user/page.json',
  '/admin/user/page?access_token=x',
  '/admin/user/page#x',
  '\\admin\\user\\page',
  '/auth/oauth/token/../../admin/user/page',
  '/assets/../admin/user/page',
  '/assets/..%5cadmin/user/page',
];

describe('spellings of a path', () => {
  it('reach nothing for a stranger or a lower role', async () => {
    assert.equal((await raw('GET', '/admin/user/page', as(admin))).status, 200, 'the plain spelling works');
    for (const path of spellings)
      for (const user of [null, lower]) {
        const { status, body } = await raw('GET', path, as(user));
        assert.ok(status >= 400 && status < 500, `${path} as ${user ? 'lower role' : 'stranger'}: ${status}`);
        assert.ok(!body.includes('records') && !/sql|stack|node_modules/i.test(body), path);
      }
  });

  it('do not lead out of the folders that are served', async () => {
    for (const path of [
      '/assets/../../package.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/%2e%2e/%2e%2e/server/main.ts',
      '/documents/..%2f..%2fpackage.json',
    ]) {
      const { status, body } = await raw('GET', path, { accept: '*/*' });
      assert.ok(status >= 400 && status < 500, `${path}: ${status}`);
      assert.ok(!body.includes('"name"') && !body.includes('root:'), path);
    }
  });
});

describe('headers', () => {
  it('name no other person, tenant, method, host or path', async () => {
    const tricks: Record<string, string>[] = [
      { 'x-original-url': '/admin/user/page' },
      { 'x-rewrite-url': '/admin/user/page' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
      { 'x-forwarded-host': 'evil.example', host: 'evil.example' },
      { from: 'Y', 'x-inner': 'true' },
      { cookie: `access_token=${admin.token}; token=${admin.token}` },
      { token: admin.token },
      { 'x-access-token': admin.token },
      { 'user-id': String(admin.userId), 'x-user': admin.username },
    ];
    for (const headers of tricks) {
      assert.equal((await raw('GET', '/admin/user/page', headers)).status, 401, JSON.stringify(headers));
      assert.equal((await raw('GET', '/admin/user/page', { ...headers, ...as(lower) })).status, 403, JSON.stringify(headers));
      assert.equal((await raw('GET', '/', headers)).status >= 500, false);
    }
  });

  it('with the tenant twice, in other letters, as a list or as words are refused', async () => {
    for (const [name, value] of [
      ['tenant-id', '1'],
      ['TENANT-ID', `${admin.tenantId},1`],
      ['Tenant-Id', `${admin.tenantId} or 1=1`],
      ['tenant-id', '0x1'],
      ['tenant-id', `${admin.tenantId}.0`],
    ] as const)
      assert.equal((await raw('GET', '/admin/user/page', { ...as(admin), [name]: value })).status, 403, `${name}: ${value}`);
    assert.equal((await raw('GET', '/admin/user/page?TENANT-ID=1', as(admin))).status, 403);
    assert.equal((await raw('GET', `/admin/user/page?TENANT-ID=${admin.tenantId}&TENANT-ID=1`, as(admin))).status, 403);
  });

  it('with a broken token are no token', async () => {
    for (const authorization of [
      'Bearer',
      'Bearer ',
      `bearer  ${admin.token} x`,
      `Basic ${admin.token}`,
      `Bearer ${admin.token}\u00e9`,
      `Bearer ${'x'.repeat(5000)}`,
      `Bearer ${admin.token},${admin.token}`,
    ]) {
      const { status } = await raw('GET', '/admin/user/page', { authorization });
      assert.equal(status, 401, authorization.slice(0, 60));
    }
  });
});

describe('names to sort by', () => {
  it('come from a map: whatever else is said sorts as usual and takes no longer', async () => {
    const plain = JSON.parse((await raw('GET', '/admin/user/page', as(admin))).body).data.records;
    for (const name of [
      'password_hash',
      'username;select pg_sleep(5)',
      '(select 1 from pg_sleep(5))',
      '1',
      'username desc, (select 1)',
      '__proto__',
      'constructor',
      'toString',
      'users.password_hash',
      'CREATE_TIME--',
    ])
      for (const key of ['ascs', 'descs']) {
        const { status, body } = await raw('GET', `/admin/user/page?${key}=${encodeURIComponent(name)}`, as(admin));
        assert.equal(status, 200, `${name}: ${body}`);
        assert.deepEqual(JSON.parse(body).data.records, plain, name);
      }
  });
});
