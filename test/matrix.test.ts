/**
 * Who may call what: every route of the contract with every kind of stranger, against
 * a tenant full of data. A route that is added is in it.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import pg from 'pg';
import { contract } from '#contract/index.ts';
import { pathParameters, type Route } from '#contract/http.ts';
import { connection } from '#server/db/pool.ts';
import { seedDemo } from '../scripts/demo/demo.ts';
import { exampleOf, type IdOf } from './examples.ts';
import { harness, type Harness, type TestUser } from './harness.ts';
import { FIELDS, OWN } from './matrix-ids.ts';

const routes = (Object.entries(contract) as [string, Record<string, Route>][]).flatMap(([service, all]) =>
  Object.entries(all).map(([name, route]) => ({ name: `${service}.${name}`, service, route })),
);
const guarded = routes.filter(({ route }) => route.access !== 'public');

/** Rows that others may rightly add to: their own attempts are written down, and time passes. */
const MOVING = new Set(['sessions', 'audit_queue', 'audit_seals', 'operation_logs']);
const MARK = '⟦甲方机密⟧';
const A = 1_000_001;
const B = 1_000_002;

let t: Harness;
let owner: pg.Client;
const first = new Map<string, number>();
const tables: string[] = [];

before(async () => {
  t = await harness();
  await seedDemo(t.deps, null);
  // The demonstration has no errors.
  await t.call('POST', contract.errorLogs.record.path, { as: await t.user(A), input: [{ message: 'x' }] });
  owner = new pg.Client(connection(t.target('superuser'), 'matrix'));
  await owner.connect();
  await owner.query('set statement_timeout = 0');
  const { rows } =
    await owner.query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
  tables.push(...rows.map(({ name }) => name as string));
  // Everything in tenant A that is words carries the mark: whoever else reads one has read across.
  await owner.query("set session_replication_role = 'replica'");
  const words = await owner.query(
    `select table_name as t, column_name as c from information_schema.columns
    where table_schema = 'public' and table_name = any($1) and data_type = 'text' and is_generated = 'NEVER'
      and column_name ~ '^(name|title|remarks?|description|address|label|original|content|message|text|note|reason|contact_name)$'`,
    [tables],
  );
  for (const { t: table, c: column } of words.rows)
    await owner.query(`update ${table} set ${column} = ${column} || '${MARK}' where tenant_id = $1 and ${column} is not null`, [A]);
  await owner.query(`update tenants set name = name || '${MARK}' where id = $1`, [A]);
  await owner.query("set session_replication_role = 'origin'");
  for (const table of tables) {
    const column = (await owner.query(`select 1 from information_schema.columns where table_name = $1 and column_name = 'id'`, [table]))
      .rowCount;
    const row = column ? (await owner.query(`select id from ${table} where tenant_id = $1 order by id limit 1`, [A])).rows[0] : undefined;
    if (row) first.set(table, Number(row.id));
  }
});
after(async () => {
  await owner.end();
  await t.close();
});

/** Names the objects of tenant A. */
const idsOf =
  (service: string): IdOf =>
  (name) =>
    name === 'tenantId' ? A : first.get(FIELDS[name] ?? OWN[service] ?? 'users');

async function snapshot(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of tables) {
    if (MOVING.has(table)) continue;
    const { rows } = await owner.query(
      `select count(*) || md5(coalesce(string_agg(md5(x::text), '' order by md5(x::text)), '')) as sum from ${table} x
        where tenant_id = $1`,
      [A],
    );
    found.set(table, rows[0].sum);
  }
  const { rows } = await owner.query('select md5(x::text) as sum from tenants x where id = $1', [A]);
  return found.set('tenants', rows[0].sum);
}

const concrete = (route: Route, input: any) =>
  pathParameters(route.path).reduce(
    (path, name) => path.replace(`{${name}}`, encodeURIComponent(String(input?.[name] ?? 987654321))),
    route.path,
  );

/** Calls a route over HTTP; gives status and the raw body. */
async function send(route: Route, input: any, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const inPath = new Set(pathParameters(route.path));
  let path = concrete(route, input);
  const rest = Array.isArray(input) ? input : Object.fromEntries(Object.entries(input ?? {}).filter(([name]) => !inPath.has(name)));
  const queried = route.method === 'GET' || route.method === 'DELETE';
  if (queried) {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(rest))
      for (const one of [value].flat()) search.append(key, typeof one === 'object' ? JSON.stringify(one) : String(one));
    if (search.size) path += `?${search}`;
  }
  const form = new FormData();
  if (route.multipart) form.append('file', new Blob([Buffer.from('89504e470d0a1a0a', 'hex')]), 'a.png');
  const answer = await fetch(t.url + path, {
    method: route.method,
    headers: { ...headers, ...(queried || route.multipart ? {} : { 'content-type': 'application/json' }) },
    ...(queried ? {} : { body: route.multipart ? form : JSON.stringify(rest) }),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()).toString('utf8') };
}
const as = (user: TestUser, tenant?: number) => ({
  authorization: `Bearer ${user.token}`,
  ...(tenant === undefined ? {} : { 'tenant-id': String(tenant) }),
});

describe('whoever is not signed in', () => {
  it('gets 401 everywhere: no token, expired, signed out, locked, deleted, of a frozen tenant', async () => {
    const made = async (change: string, tenant = B) => {
      const user = await t.user(tenant);
      await owner.query(change, [tenant, user.userId]);
      return user;
    };
    const closed = await t.tenant();
    const strangers: Record<string, Record<string, string>> = {
      anonymous: {},
      nonsense: { authorization: `Bearer ${'x'.repeat(43)}` },
      expired: as(await made("update sessions set access_expires_at = now() - interval '1 second' where tenant_id = $1 and user_id = $2")),
      idle: as(await made("update sessions set last_seen_at = now() - interval '31 minutes' where tenant_id = $1 and user_id = $2")),
      'signed out': as(await made('update sessions set revoked_at = now() where tenant_id = $1 and user_id = $2')),
      locked: as(await made('update users set status = 9 where tenant_id = $1 and id = $2')),
      deleted: as(await made('update users set deleted_at = now() where tenant_id = $1 and id = $2')),
      'of a frozen tenant': as(await made('update tenants set status = 9 where id = $1 and $2 > 0', closed)),
      'of an expired tenant': as(
        await made("update tenants set ends_at = now() - interval '1 day' where id = $1 and $2 > 0", await t.tenant()),
      ),
    };
    for (const [who, headers] of Object.entries(strangers))
      for (const { name, route } of guarded) {
        const { status, body } = await send(
          route,
          exampleOf(route, () => 1, false),
          headers,
        );
        assert.equal(status, 401, `${name} as ${who}: ${status} ${body.slice(0, 100)}`);
        assert.ok(!body.includes(MARK), name);
      }
  });
});

describe('whoever is signed in', () => {
  it('gets 403 without the permission, in his own tenant and with the name of another', async () => {
    const lower = await t.user(A, { permissions: [] });
    const admin = await t.user(B);
    for (const { name, service, route } of guarded) {
      const input = exampleOf(route, idsOf(service), false);
      const foreign = await send(route, input, as(admin, A));
      assert.equal(foreign.status, 403, `${name} with a foreign TENANT-ID: ${foreign.body.slice(0, 100)}`);
      if (route.access === 'session') continue;
      const refused = await send(route, input, as(lower));
      assert.equal(refused.status, 403, `${name} without its permission: ${refused.body.slice(0, 100)}`);
      assert.ok(!refused.body.includes(MARK) && !foreign.body.includes(MARK), name);
    }
  });

  it('reads and changes nothing of another tenant with every right in his own: administrator, nurse, group without entering', async () => {
    const group = await t.tenant('别的集团');
    const makers: Record<string, () => Promise<TestUser>> = {
      administrator: () => t.user(B),
      'with a narrow scope': () => t.user(B, { dataScope: 3 }),
      'of another group': () => t.user(group),
      'of its own group, not entered': () => t.user(1_000_000),
    };
    // What a group sees of its institutions in the list of tenants is their names.
    const seen = /^tenants\.|^memberships\./;
    // On its screen, too, and nothing else of them.
    const named = new RegExp(`"name":"[^"]*${MARK}"`, 'g');
    const before = await snapshot();
    for (const [who, make] of Object.entries(makers)) {
      let user = await make();
      for (const { name, service, route } of guarded) {
        if (who.startsWith('of its own group') && seen.test(name)) continue;
        for (const whole of [false, true]) {
          const answer = await send(route, exampleOf(route, idsOf(service), whole), as(user));
          assert.ok(answer.status < 500, `${name} as ${who}: ${answer.status} ${answer.body.slice(0, 200)}`);
          const told = who.startsWith('of its own group') && name === 'screens.group' ? answer.body.replace(named, '') : answer.body;
          assert.ok(!told.includes(MARK), `${name} as ${who} shows what is not his: ${answer.body.slice(0, 300)}`);
          if (answer.status === 401 || /logout|switchUser/.test(route.path)) user = await make();
        }
      }
    }
    for (const { name, service, route } of routes.filter(({ route }) => route.access === 'public')) {
      const answer = await send(route, exampleOf(route, idsOf(service), true), {});
      assert.ok(answer.status < 500 && !answer.body.includes(MARK), `${name} as anybody: ${answer.status} ${answer.body.slice(0, 200)}`);
    }
    const now = await snapshot();
    for (const [table, sum] of before) assert.equal(now.get(table), sum, `${table} of the tenant was changed by somebody else`);
  });

  it('cannot tell another tenant’s object from one that does not exist', async () => {
    const admin = await t.user(B);
    for (const { name, service, route } of guarded.filter(({ route }) => route.path.endsWith('{id}') && route.method !== 'POST')) {
      const id = idsOf(service)('id');
      if (id === undefined || !OWN[service]) continue;
      const [foreign, missing] = [await send(route, { id }, as(admin)), await send(route, { id: 99_999_999 }, as(admin))];
      assert.deepEqual(foreign, missing, name);
    }
  });
});

describe('the examples', () => {
  it('are ones that the tenant’s own administrator gets past the checks of form: the refusals above are not about the form', async () => {
    const formed: string[] = [];
    const malformed: string[] = [];
    let user = await t.user(A);
    for (const { name, service, route } of guarded) {
      const answers = [
        await send(route, exampleOf(route, idsOf(service), false), as(user)),
        await send(route, exampleOf(route, idsOf(service), true), as(user)),
      ];
      assert.ok(
        answers.every(({ status }) => status < 500),
        `${name}: ${answers.map(({ status, body }) => `${status} ${body.slice(0, 200)}`).join(' | ')}`,
      );
      (answers.some(({ status }) => status !== 400) ? formed : malformed).push(name);
      if (answers.some(({ status }) => status === 401) || /logout|switchUser|remove/.test(name)) user = await t.user(A);
    }
    assert.ok(malformed.length <= guarded.length * 0.15, `no good example of: ${malformed.join(', ')}`);
  });
});
