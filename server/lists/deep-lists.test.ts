/** The long lists of warnings and work orders: whatever the way a page is found, it is the page of a plain order and offset. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { warnings as warningRoutes } from '#contract/warnings/warnings.ts';
import { workOrders as orderRoutes } from '#contract/work-orders/work-orders.ts';
import type { Route } from '#contract/http.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { nodes, on, plansOf, scans, sorts } from '#test/plans.ts';
import { connection } from '../db/pool.ts';
import { EVERY } from './list-cache.ts';
import { warnings } from '../warnings/warnings.ts';
import { workOrders } from '../work-orders/work-orders.ts';

const ROWS = 12_007;
const SIZE = 50;
let t: Harness;
let admin: pg.Client;
let chief: TestUser;
let carer: TestUser;

/** Five rows at each moment; severities, prices and people repeat in other steps, so that every order but that of ids has ties. */
const fill = (tenant: number, rows: number, ids: number, user: number) => [
  `insert into people (tenant_id, id, name) select ${tenant}, ${ids} + n, case when n % 4 = 0 then '王英秀' else '李' || n end
    from generate_series(1, 40) as n`,
  `insert into service_types (tenant_id, id, name) values (${tenant}, ${ids}, '护理')`,
  `insert into service_projects (tenant_id, id, service_type_id, name, price_fen) values (${tenant}, ${ids}, ${ids}, '助浴', 500)`,
  `insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, status, happened_at, last_at)
   select ${tenant}, case when n % 3 = 0 then 'sos' else 'fall' end, 'p' || n, 1 + n % 4, case when n % 7 > 0 then ${ids} + 1 + n % 40 end,
     1, '', case when n % 50 = 0 then 0 else 1 + n % 3 % 2 * 2 end,
     timestamptz '2026-01-01 00:00:00.123456+08' + n / 5 * interval '61.000007 s', now() from generate_series(1, ${rows}) as n`,
  `insert into work_orders (tenant_id, id, number, status, ordered_at, emergency, person_id, person_name, person_phone, person_address,
    total_fen, created_by, created_at)
   select ${tenant}, ${ids} + n, 'GD20260101' || lpad((n * 7919 % 100000)::text, 5, '0'), 1 + n % 7,
     timestamptz '2026-01-01 00:00:00.5+08' + n * 17 % 3000 * interval '1 minute', 1 + n % 2,
     ${ids} + 1 + n % 40, '王英秀', '', '', n % 30 * 100, case when n % 5 = 0 then ${user} end,
       timestamptz '2026-01-01 00:00:00.123456+08' + n / 5 * interval '61.000007 s'
   from generate_series(1, ${rows}) as n`,
  `insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name, service_at, minutes,
    user_id, price_fen)
   select ${tenant}, ${ids} + n, ${ids}, '助浴', ${ids}, '护理', now(), 30, ${user}, 500 from generate_series(1, ${rows}) as n where n % 6 = 0`,
];

before(async () => {
  t = await harness();
  admin = new pg.Client(connection(t.target('superuser'), 'lists'));
  await admin.connect();
  const tenant = await t.tenant();
  chief = await t.user(tenant);
  carer = await t.user(tenant, { dataScope: 3, permissions: ['members_workorder_view'] });
  const neighbour = await t.user(await t.tenant());
  for (const [as, rows, ids] of [
    [carer, ROWS, 1_000_000],
    [neighbour, 700, 2_000_000],
  ] as const) {
    for (const part of fill(as.tenantId, rows, ids, as.userId)) await admin.query(part);
  }
  await admin.query('vacuum analyze people, warnings, work_orders, work_order_jobs');
});
after(async () => {
  await admin?.end();
  await t?.close();
});

type Input = Record<string, unknown>;

async function page(route: Route, as: TestUser, input: Input) {
  const { status, msg, data } = await t.route(route, as, { size: SIZE, ...input });
  assert.equal(status, 200, msg ?? '');
  return { ...data, ids: data.records.map(({ id }: { id: number }) => id) };
}

async function counted(route: Route, as: TestUser, input: Input) {
  for (let tries = 0; tries < 300; tries++) {
    const found = await page(route, as, input);
    if (!found.approximate) return found;
    await sleep(20);
  }
  assert.fail('the list was never counted');
}

/** Near, deep, around the anchors, the last, and beyond. */
async function compare(route: Route, as: TestUser, input: Input, from: string, order: string) {
  const all = (await admin.query(`select id from ${from} order by ${order}`)).rows.map(({ id }) => Number(id));
  assert.ok(all.length > 3 * SIZE, `${all.length} rows would be a poor test`);
  const total = (await counted(route, as, input)).total;
  assert.equal(total, all.length);
  const last = Math.ceil(all.length / SIZE);
  const anchors = [0.1, 0.7, 1, 3, 5].flatMap((at) => [-1, 0, 1].map((by) => (at * EVERY) / SIZE + by));
  for (const current of [1, 2, 3, 4, Math.floor(last / 2), ...anchors, last - 1, last, last + 1, last + 500]) {
    const { ids } = await page(route, as, { ...input, current });
    assert.deepEqual(ids, all.slice((current - 1) * SIZE, current * SIZE), `page ${current} of ${last}`);
  }
}

const named = (of: string) => `${of} in (select id from people where tenant_id = t and name like '%王英秀%')`;
const cases: [name: string, route: Route, who: 'chief' | 'carer', table: string, input: Input, where: string, order: string][] = [
  ['warnings', warningRoutes.page, 'chief', 'warnings', {}, 'true', 'happened_at desc, severity, id desc'],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { ascs: 'data_happen_time' }, 'true', 'happened_at, id desc'],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { descs: 'data_happen_time' }, 'true', 'happened_at desc, id desc'],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { ascs: 'severity' }, 'true', 'severity, happened_at desc, id desc'],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { descs: 'severity' }, 'true', 'severity desc, happened_at, id'],
  [
    'warnings',
    warningRoutes.page,
    'chief',
    'warnings',
    { ascs: 'severity', descs: 'data_happen_time' },
    'true',
    'severity, happened_at desc, id desc',
  ],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { ascs: 'create_time' }, 'true', 'id'],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { rule: 'sos' }, `rule = 'sos'`, 'happened_at desc, severity, id desc'],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { open: 'true' }, 'status in (0, 2)', 'happened_at desc, severity, id desc'],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { open: 'false' }, 'status not in (0, 2)', 'happened_at desc, severity, id desc'],
  [
    'warnings',
    warningRoutes.page,
    'chief',
    'warnings',
    { isDisposed: 3, descs: 'severity' },
    'status = 3',
    'severity desc, happened_at, id',
  ],
  ['warnings', warningRoutes.page, 'chief', 'warnings', { name: '英秀' }, named('person_id'), 'happened_at desc, severity, id desc'],
  [
    'warnings',
    warningRoutes.page,
    'chief',
    'warnings',
    { startTime: '2026-01-01 02:00:00' },
    `happened_at >= '2026-01-01 02:00:00+08'`,
    'happened_at desc, severity, id desc',
  ],
  [
    'warnings',
    warningRoutes.page,
    'chief',
    'warnings',
    { startTime: '2026-01-01 02:00:00', descs: 'severity' },
    `happened_at >= '2026-01-01 02:00:00+08'`,
    'severity desc, happened_at, id',
  ],
  ['orders', orderRoutes.page, 'chief', 'work_orders', {}, 'true', 'created_at desc, id desc'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { ascs: 'create_time' }, 'true', 'created_at, id desc'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { ascs: 'work_no' }, 'true', 'number, id desc'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { descs: 'down_time' }, 'true', 'ordered_at desc, id desc'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { ascs: 'order_price' }, 'true', 'total_fen, id desc'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { descs: 'order_price' }, 'true', 'total_fen desc, id'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { status: 6, descs: 'order_price' }, 'status in (6, 7)', 'total_fen desc, id'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { oldmanName: '王英秀' }, named('person_id'), 'created_at desc, id desc'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { workNo: 'gd202601010' }, `number like 'GD202601010%'`, 'created_at desc, id desc'],
  ['orders', orderRoutes.page, 'chief', 'work_orders', { workNo: '01010' }, `number like '%01010%'`, 'created_at desc, id desc'],
  [
    'orders',
    orderRoutes.page,
    'carer',
    'work_orders',
    { ascs: 'order_price' },
    '(created_by = u or id in (select work_order_id from work_order_jobs where user_id = u))',
    'total_fen, id desc',
  ],
];

describe('pages', () => {
  for (const [name, route, who, table, input, where, order] of cases) {
    it(`of ${name} ${JSON.stringify(input)} of the ${who} are those by ${order}`, async () => {
      const as = { chief, carer }[who];
      await compare(
        route,
        as,
        input,
        `(select w.*, t, u from ${table} w, (values (${as.tenantId}::bigint, ${as.userId}::bigint)) as k (t, u) where tenant_id = t) as w
          where ${where}`,
        order,
      );
    });
  }
});

describe('plans', () => {
  it('of deep pages skip in the index alone and read only their own rows', async () => {
    for (const [plan, page, key, others] of [
      [
        (await plansOf(t, chief.tenantId, warningRoutes.page, warnings.page, { current: 900 }))[0],
        'warnings_page',
        'warnings_pkey',
        'people_pkey',
      ],
      [
        (await plansOf(t, chief.tenantId, orderRoutes.page, workOrders.page, { current: 900 }))[0],
        'work_orders_page',
        'work_orders_pkey',
        'work_order_jobs_order',
      ],
    ] as const) {
      assert.equal(on(plan, page)[0]?.['Node Type'], 'Index Only Scan');
      assert.equal(on(plan, key).length, 1);
      const skipping = nodes(plan).find((node) => node['Node Type'] === 'Limit');
      assert.ok(
        skipping && on(skipping, page).length === 1 && on(skipping, others).length === 0,
        'what rows show is looked up after the skipped ones',
      );
    }
  });

  it('of deep pages by urgency start where the page is, not where its urgency begins', async () => {
    for (const input of [{ ascs: 'severity' }, { descs: 'severity' }, { ascs: 'severity', startTime: '2026-01-01 02:00:00' }]) {
      await counted(warningRoutes.page, chief, input);
      const [plan] = await plansOf(t, chief.tenantId, warningRoutes.page, warnings.page, { ...input, current: 130, size: 50 });
      assert.match(
        on(plan, 'warnings_severity')[0]?.['Index Cond'] ?? '',
        /severity = .+ROW\(happened_at, id\) [<>]= /,
        JSON.stringify(input),
      );
      assert.deepEqual(scans(plan, 'warnings'), []);
    }
  });

  it('of sorted lists follow an index, both ways', async () => {
    for (const [input, index] of [
      [{ ascs: 'severity' }, 'warnings_severity'],
      [{ descs: 'severity' }, 'warnings_severity'],
      [{ ascs: 'create_time' }, 'warnings_pkey'],
    ] as const) {
      const [rows] = await plansOf(t, chief.tenantId, warningRoutes.page, warnings.page, input);
      assert.equal(on(rows, index).length, 1, JSON.stringify(input));
      assert.deepEqual([sorts(rows).filter((node) => on(node, index).length > 0), scans(rows, 'warnings')], [[], []]);
    }
    for (const [input, index] of [
      [{ ascs: 'order_price' }, 'work_orders_price'],
      [{ descs: 'order_price' }, 'work_orders_price'],
      [{ descs: 'down_time' }, 'work_orders_ordered'],
    ] as const) {
      const [rows] = await plansOf(t, chief.tenantId, orderRoutes.page, workOrders.page, input);
      assert.equal(on(rows, index).length, 1, JSON.stringify(input));
      assert.deepEqual([sorts(rows).filter((node) => on(node, index).length > 0), scans(rows, 'work_orders')], [[], []]);
    }
  });

  it('of the open ones read no others', async () => {
    const [found, rows] = await plansOf(t, chief.tenantId, warningRoutes.page, warnings.page, { isDisposed: 0 });
    assert.ok(on(found, 'warnings_unfinished').length + on(found, 'warnings_open').length > 0);
    assert.deepEqual([scans(found, 'warnings'), scans(rows, 'warnings')], [[], []]);
  });
});
