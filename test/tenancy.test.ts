import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import pg from 'pg';
import { connection } from '#server/db/pool.ts';
import { signContext } from '#server/db/tenant.ts';
import { definers } from '#test/definers.ts';
import { harness, type Harness } from '#test/harness.ts';

/** Tables that belong to no tenant, each for a reason; everything else must be isolated. */
const WITHOUT_TENANT: Record<string, string> = {
  tenants: 'has a policy of its own: itself, its children, or the platform',
  clients: 'OAuth2 clients of the installation; no grants',
  login_failures: 'before a tenant is known; no grants',
  one_time_codes: 'before a tenant is known; no grants',
  code_sends: 'keyed hashes of numbers and addresses; no grants',
  screen_codes: 'screens that wait for somebody of any tenant; no grants',
  packages: 'the offer of the installation, the same for everybody; only the platform may write it',
  migrations: 'of the owner; no grants',
};

let t: Harness;
let owner: pg.Client;
before(async () => {
  t = await harness();
  owner = new pg.Client(connection(t.target('superuser'), 'tenancy'));
  await owner.connect();
});
after(async () => {
  await owner.end();
  await t.close();
});

describe('every table', () => {
  it('has the tenant first in its key, row-level security forced, and the one policy', async () => {
    const { rows } = await owner.query(`
      select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as tenant,
        (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid
          and i.indisprimary) as first,
        (select array_agg(p.polname || ' ' || pg_get_expr(p.polqual, p.polrelid) || ' ' || pg_get_expr(p.polwithcheck, p.polrelid))
        from pg_policy p where p.polrelid = c.oid and p.polroles = '{0}') as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
    assert.ok(rows.length > 30);
    for (const row of rows) {
      if (WITHOUT_TENANT[row.name]) continue;
      assert.ok(row.tenant && row.enabled && row.forced, `${row.name} is not isolated`);
      if (row.name !== 'retired_refresh_tokens') assert.equal(row.first, 'tenant_id', `${row.name}: the key starts with the tenant`);
      const equality = '(tenant_id = ( SELECT app.tenant() AS tenant))';
      assert.deepEqual(row.policies, [`tenant ${equality} ${equality}`], row.name);
    }
  });

  it("foreign keys between tenants' tables carry the tenant", async () => {
    const { rows } = await owner.query(`
      select conrelid::regclass::text as child, confrelid::regclass::text as parent, pg_get_constraintdef(oid) as text
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
    for (const { child, parent, text } of rows) {
      assert.match(text, /ON DELETE/, `${child}: ${text}`);
      // The row of a person in another tenant names the account it belongs to.
      if (text.startsWith('FOREIGN KEY (home_tenant_id, home_user_id) REFERENCES users')) continue;
      if (parent !== 'tenants' && parent !== 'clients') assert.match(text, /FOREIGN KEY \(tenant_id, /, `${child}: ${text}`);
    }
  });

  it('unique indexes do not tell one tenant what another has', async () => {
    // These numbers exist once in the world; the handlers answer a clash without saying whose it is.
    const global = [
      'tenants_code_key',
      'tenants_pkey',
      'users_username',
      'devices_imei',
      'devices_short_id',
      'questionnaires_key',
      'questionnaire_templates_key',
      'sessions_access',
      'sessions_refresh',
      'retired_refresh_tokens_pkey',
      'social_accounts_subject',
      'device_integration_secrets_key',
    ];
    const { rows } = await owner.query(`
      select i.indexrelid::regclass::text as name, c.relname as owner, (select a.attname from pg_attribute a where a.attrelid = c.oid
        and a.attnum = i.indkey[0]) as first
      from pg_index i join pg_class c on c.oid = i.indrelid where i.indisunique and c.relnamespace = 'public'::regnamespace`);
    for (const row of rows) {
      if (WITHOUT_TENANT[row.owner] || global.includes(row.name)) continue;
      assert.equal(row.first, 'tenant_id', row.name);
    }
  });
});

describe('roles', () => {
  it('the runtime roles own nothing, bypass nothing and reach no table without a tenant', async () => {
    const { rows } = await owner.query(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles
        where rolname in ('yian_app', 'yian_ingest', 'yian_owner', 'yian_login', 'yian_upkeep', 'yian_jobs')`,
    );
    for (const role of rows) assert.ok(!role.rolsuper && !role.rolbypassrls && !role.rolcreaterole && !role.rolcreatedb, role.rolname);
    const owned = await owner.query(
      `select relname from pg_class
        where relowner in ('yian_app'::regrole, 'yian_ingest'::regrole, 'yian_login'::regrole, 'yian_upkeep'::regrole,
          'yian_jobs'::regrole)`,
    );
    assert.deepEqual(owned.rows, []);
    for (const table of ['clients', 'login_failures', 'one_time_codes', 'code_sends', 'screen_codes', 'migrations', 'app.context_key']) {
      for (const role of ['yian_app', 'yian_ingest', 'yian_login', 'yian_upkeep', 'yian_jobs']) {
        const { rows: found } = await owner.query("select has_table_privilege($1, $2, 'select,insert,update,delete') as reaches", [
          role,
          table,
        ]);
        assert.equal(found[0].reaches, false, `${role} reaches ${table}`);
      }
    }
  });

  it('the job queue is reached by its runner alone, who reaches nothing else', async () => {
    const { rows } = await owner.query(`
      select n.nspname as schema, c.relname as name, r.rolname as role from pg_class c join pg_namespace n on n.oid = c.relnamespace
        cross join (select oid, rolname from pg_roles
        where rolname in ('yian_app', 'yian_ingest', 'yian_login', 'yian_upkeep', 'yian_jobs')) r
      where n.nspname in ('jobs', 'public') and c.relkind in ('r', 'p')
        and has_schema_privilege(r.oid, n.oid, 'usage') and has_table_privilege(r.oid, c.oid, 'select,insert,update,delete')`);
    assert.deepEqual([...new Set(rows.filter(({ schema }) => schema === 'jobs').map(({ role }) => role))], ['yian_jobs']);
    assert.deepEqual(
      rows.filter(({ schema, role }) => schema === 'public' && role === 'yian_jobs'),
      [],
    );
  });

  it('the functions that run with other rights are the listed ones, each for the roles that need it, with a fixed search path', async () => {
    const { rows } = await owner.query(`
      select p.proname, p.proconfig, array_to_string(array(
        select case when x.grantee = 0 then 'everybody' else replace(x.grantee::regrole::text, 'yian_', '') end
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.privilege_type = 'EXECUTE' and x.grantee <> p.proowner
        order by 1), ' ') as callers
      from pg_proc p where p.prosecdef and p.pronamespace::regnamespace::text not like 'pg\\_%' order by 1`);
    const found = Object.fromEntries(rows.map(({ proname, callers }) => [proname, callers]));
    assert.equal(Object.keys(found).length, rows.length, 'none has two forms');
    assert.deepEqual(found, definers);
    for (const row of rows) assert.match(String(row.proconfig), /search_path=pg_catalog/, row.proname);
    const views = await owner.query("select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')");
    assert.deepEqual(views.rows, [], 'views and materialised views bypass policies');
  });

  it('a stolen connection of the pages clears nothing away, registers no client and looks up no sign-in', async () => {
    for (const text of [
      'select app.clear_sessions(1000)',
      'select app.drop_old_day(1)',
      'select * from app.clear_files(1000)',
      "select app.put_client('mine', 'mine', false, false)",
      "select * from app.find_login('admin')",
      "select * from app.find_phone_logins('13800000000')",
      "select * from app.list_account_logins('admin')",
      "select * from app.find_client('pig')",
    ])
      for (const pool of [t.deps.pool, t.deps.urgent.pool]) await assert.rejects(pool.query(text), /permission denied/, text);
    await assert.rejects(t.deps.logins.query('select app.clear_sessions(1000)'), /permission denied/);
    await assert.rejects(t.deps.cleanup.query("select * from app.find_login('admin')"), /permission denied/);
    for (const pool of [t.deps.logins, t.deps.cleanup]) await assert.rejects(pool.query('select * from users'), /permission denied/);
    // Not even cleanup can make something old: its functions take no time.
    const { rows } = await owner.query(
      "select proname, pg_get_function_arguments(oid) as takes from pg_proc where proname ~ '^(clear_|drop_old)' and pronamespace = 'app'::regnamespace",
    );
    for (const { proname, takes } of rows) if (proname !== 'clear_after_days') assert.equal(takes, 'most integer', proname);
  });
});

describe('connections', () => {
  it('interleaved work of many tenants with errors never sees another tenant', async () => {
    const tenants = await Promise.all(Array.from({ length: 12 }, () => t.tenant()));
    for (const tenant of tenants)
      await t.deps.inTenant(tenant, (tx) =>
        tx.run({
          compile: () => ({
            sql: 'insert into departments (tenant_id, name) values ($1, $2)',
            parameters: [tenant, `部门${tenant}`],
            query: {} as never,
            queryId: {} as never,
          }),
        }),
      );
    const read = {
      compile: () => ({ sql: 'select tenant_id from departments', parameters: [], query: {} as never, queryId: {} as never }),
    };
    const fail = { compile: () => ({ sql: 'select 1/0', parameters: [], query: {} as never, queryId: {} as never }) };
    let wrong = 0;
    let next = 0;
    // Forty at a time on eight connections: each is handed from tenant to tenant, and nobody waits long enough to be refused.
    const worker = async () => {
      while (next < 3000) {
        const index = next++;
        const tenant = tenants[index % tenants.length] as number;
        await t.deps
          .inTenant(tenant, async (tx) => {
            if (index % 7 === 1) await tx.rows(fail);
            const rows = (index % 3 ? await tx.rows(read) : (await tx.last(read))[0]) as { tenant_id: number }[];
            if (rows.length !== 1 || rows[0]?.tenant_id !== tenant) wrong++;
          })
          .catch((error) => assert.match(error.message, /division by zero/));
      }
    };
    await Promise.all(Array.from({ length: 40 }, worker));
    assert.equal(wrong, 0);
    const left = await t.deps.pool.query("select current_setting('app.ctx', true) as ctx");
    assert.ok(!left.rows[0].ctx, 'no context outlives its transaction');
  });

  it('a context of one tenant cannot be replaced inside its transaction by one we did not sign', async () => {
    const tenant = await t.tenant();
    const genuine = signContext(t.deps.secrets.context, tenant);
    const forged = genuine.replace(/^\d+/, String(tenant + 1));
    await assert.rejects(
      t.deps.inTenant(tenant, async (tx) => {
        await tx.run({
          compile: () => ({
            sql: "select set_config('app.ctx', $1, true)",
            parameters: [forged],
            query: {} as never,
            queryId: {} as never,
          }),
        });
        return tx.rows({ compile: () => ({ sql: 'select * from users', parameters: [], query: {} as never, queryId: {} as never }) });
      }),
      /bad tenant context/,
    );
  });
});
