/**
 * The first page of each role in an institution of 3,000 people with an ordinary morning behind it: 现在, the figures and the panels as the
 * handlers answer them under row-level security, beside a bare statement that reads the open orders by their index.
 * Usage: node bench/first-page.ts [people] [rounds]
 */
import { sql } from 'kysely';
import type { Context, Session } from '#server/context.ts';
import { homePanels } from '#server/screens/home-panels.ts';
import { home } from '#server/screens/home.ts';
import { now } from '#server/screens/now.ts';
import { roleDefaults } from '#server/system/role-defaults.ts';
import { everyPermission } from '#test/harness.ts';
import { cluster } from './harness-cluster.ts';
import { depsOn } from './harness-handlers.ts';
import { median, ratio, share, table } from './harness.ts';

const PEOPLE = Number(process.argv[2] ?? 3000);
const ROUNDS = Number(process.argv[3] ?? 40);
const TENANT = 1_000_101;
/** Milliseconds of server time. */
const GOAL = 50;
/** The carer of every fiftieth person. */
const ME = 1;

const c = await cluster(`first-page-b-${PEOPLE}`, async (admin) => {
  const series = `generate_series(1, ${PEOPLE}) as n`;
  await admin.query(`insert into tenants (id, name, code) values (${TENANT}, '机构', 'bench')`);
  await admin.query(`insert into departments (tenant_id, id, name) values (${TENANT}, 1, '护理部')`);
  await admin.query(
    `insert into users (tenant_id, id, username, name, department_id) select ${TENANT}, n, 'bench' || n, '员工' || n, 1
      from generate_series(1, 60) as n`,
  );
  await admin.query(
    `insert into rooms (tenant_id, id, building, floor, name) select ${TENANT}, n, (1 + n % 5)::text, (1 + n % 8)::text, n::text
      from generate_series(1, ${Math.ceil(PEOPLE / 2)}) as n`,
  );
  await admin.query(`insert into beds (tenant_id, id, room_id, name) select ${TENANT}, n, (n + 1) / 2, (1 + n % 2)::text from ${series}`);
  await admin.query(
    `insert into people (tenant_id, id, name, bed_id, department_id, carer_id, status)
      select ${TENANT}, n, '老人' || n, n, 1, 1 + n % 50, case when n % 40 = 0 then 2 else 1 end from ${series}`,
  );
  await admin.query(
    `insert into devices (tenant_id, id, imei, person_id) select ${TENANT}, n, '86' || lpad(n::text, 13, '0'), n from ${series}`,
  );
  await admin.query(
    `insert into device_states (tenant_id, device_id, battery, last_seen_at) select ${TENANT}, n, 5 + n % 95, now() from ${series}`,
  );
  await admin.query(`insert into device_silences (tenant_id, device_id, since) select ${TENANT}, n, now() from ${series} where n % 60 = 0`);
  await admin.query(`insert into latest_readings (tenant_id, device_id, metric, at, value, person_id)
    select ${TENANT}, d, m, now() - case when d % 20 = 0 then interval '4 days' else interval '0' end, 70, d
    from generate_series(1, ${PEOPLE}) as d, generate_series(1, 5) as m`);
  await admin.query(`select app.expect_readings(${TENANT}, null)`);
  await admin.query(
    `insert into warnings (tenant_id, rule, subject, severity, person_id, device_id, source_type, content, happened_at, last_at, status)
      select ${TENANT}, 'heart_rate', 'p' || n, 1 + n % 4, n, n, 1, '心率超出范围', now() - make_interval(mins => n), now(),
        case when n % 30 = 0 then 0 else 1 end from ${series}`,
  );
  await admin.query(`insert into service_types (tenant_id, id, name) values (${TENANT}, 1, '照料')`);
  await admin.query(`insert into service_projects (tenant_id, id, service_type_id, name, price_fen) values (${TENANT}, 1, 1, '助浴', 100)`);
  await admin.query(
    `insert into work_orders (tenant_id, id, number, status, person_id, person_name, person_phone, person_address, ordered_at, respond_by,
        complete_by, responded_at)
      select ${TENANT}, n, 'GD' || n, case when n % 100 = 0 then 1 when n % 50 = 0 then 2 else 4 end, 1 + n % ${PEOPLE}, '老人', '', '',
        now() - make_interval(hours => n % 700), now() - make_interval(mins => n % 90), now() + make_interval(mins => n % 600 - 300),
        case when n % 100 = 0 then null else now() end
      from generate_series(1, ${PEOPLE * 10}) as n`,
  );
  await admin.query(
    `insert into work_order_jobs (tenant_id, work_order_id, status, project_id, project_name, service_type_id, service_type_name, service_at,
        minutes, user_id, user_name, price_fen)
      select ${TENANT}, n, case when n % 100 = 0 then 1 when n % 50 = 0 then 2 else 4 end, 1, '助浴', 1, '照料',
        now() + make_interval(mins => n % 600 - 300), 30, case when n % 100 = 0 then null else 1 + n % 47 end, '员工', 100
      from generate_series(1, ${PEOPLE * 10}) as n`,
  );
  await admin.query('vacuum (analyze)');
});

const deps = depsOn(c);
const { inTenant, pool } = deps;

const sessionOf = ({ permissions, dataScope }: (typeof roleDefaults)[number]): Session =>
  ({
    tenantId: TENANT,
    parentTenantId: null,
    userId: ME,
    home: { tenantId: TENANT, userId: ME },
    name: '员工1',
    dataScope,
    departmentIds: [],
    superAdmin: false,
    roleIds: [],
    permissions: new Set(permissions === 'all' ? everyPermission() : permissions),
  }) as unknown as Session;

async function timed(work: (context: Context) => Promise<unknown>, session: Session): Promise<number> {
  const began = performance.now();
  await inTenant(TENANT, (tx) =>
    work({ tx, session, actor: session, deps, afterCommit: (done: () => void) => done() } as unknown as Context),
  );
  return performance.now() - began;
}

const bare = ({ tx }: Context) =>
  tx.rows(sql`select id, number, person_name from work_orders where tenant_id = ${TENANT} and status in (1, 2, 3, 5)
    and complete_by < now() order by complete_by limit 100`);
const parts = {
  now: (context: Context) => now.read({} as never, context),
  figures: (context: Context) => home.read({} as never, context),
  panels: (context: Context) => homePanels.read({} as never, context),
  bare,
};

const rows: Record<string, unknown>[] = [];
for (const role of roleDefaults) {
  const session = sessionOf(role);
  const times: Record<string, number[]> = {};
  for (const work of Object.values(parts)) await timed(work, session);
  // By turns, so that what else the machine does meets all of them.
  for (let round = 0; round < ROUNDS; round++)
    for (const [part, work] of Object.entries(parts)) (times[part] ??= []).push(await timed(work, session));
  const whole = times.now!.map((ms, at) => ms + times.figures![at]! + times.panels![at]!);
  rows.push({
    role: role.code,
    'now ms': median(times.now!),
    'now p95': share(times.now!, 0.95),
    'figures ms': median(times.figures!),
    'panels ms': median(times.panels!),
    'bare ms': median(times.bare!),
  });
  console.log(`${role.code}: 现在 takes ${(median(times.now!) / median(times.bare!)).toFixed(1)} times a bare statement`);
  ratio(`the first page of ${role.code}, p50`, median(whole), '<=', GOAL, ' ms');
}
table(`the first page with ${PEOPLE.toLocaleString('en')} people, ${ROUNDS} rounds`, rows);
await pool.end();
await c.stop();
