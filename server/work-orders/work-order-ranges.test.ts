/**
 * Lists of orders by one filter or two: each is the list that a plain query over orders and
 * jobs gives, and the few that are late or a carer's are found in indexes.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import pg from 'pg';
import { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { nodes, on, plansOf, scans, sorts } from '#test/plans.ts';
import { connection } from '../db/pool.ts';
import { workOrders } from './work-orders.ts';

const ROWS = 3000;
const IDS = 1_000_000;
let t: Harness;
let admin: pg.Client;
let chief: TestUser;
let carer: TestUser;

before(async () => {
  t = await harness();
  admin = new pg.Client(connection(t.target('superuser'), 'ranges'));
  await admin.connect();
  const tenant = await t.tenant();
  chief = await t.user(tenant);
  carer = await t.user(tenant, { dataScope: 3, permissions: ['members_workorder_view'] });
  // Times of order and of writing differ in their order; a third of all orders is open, a
  // part of these is late by one target, by both or by none.
  await admin.query(`
    insert into people (tenant_id, id, name) select ${tenant}, ${IDS} + n, case when n % 4 = 0 then '王英秀' else '李' || n end
    from generate_series(1, 40) as n;
    insert into service_types (tenant_id, id, name) select ${tenant}, ${IDS} + n, '护理' || n from generate_series(1, 3) as n;
    insert into service_projects (tenant_id, id, service_type_id, name, price_fen) values (${tenant}, ${IDS}, ${IDS} + 1, '助浴', 500);
    insert into work_orders (tenant_id, id, number, status, ordered_at, emergency, source, service_type_id, person_id, person_name,
      person_phone, person_address, total_fen,
      respond_by, responded_at, complete_by, paused_at, created_at)
    select ${tenant}, ${IDS} + n, 'GD2026' || lpad(n::text, 7, '0'), 1 + n * 7 % 9 % 7,
      timestamptz '2026-01-01 00:00:00.5+08' + n * 17 % 3000 * interval '1 minute',
      1 + n % 3, 1 + n % 4, ${IDS} + 1 + n % 3, ${IDS} + 1 + n % 40, '王英秀', '', '', n % 30 * 100,
      now() + (n % 5 - 3) * interval '1 hour', case when n % 2 = 0 then now() end, now() + (n % 7 - 3) * interval '1 hour',
      case when n % 11 = 0 then now() - interval '90 minutes' end,
        timestamptz '2026-01-01 00:00:00.123456+08' + n / 5 * interval '61.000007 s'
    from generate_series(1, ${ROWS}) as n;
    insert into work_order_jobs (tenant_id, work_order_id, status, project_id, project_name, service_type_id, service_type_name,
      service_at, minutes, user_id, price_fen)
    select ${tenant}, ${IDS} + n, 1, ${IDS}, '助浴', ${IDS} + 1, '护理', timestamptz '2026-01-02 00:00:00+08' + n * interval '13 minutes', 30,
      case when (n + job) % 6 = 0 then ${carer.userId} when n % 6 = 1 then ${chief.userId} end, 500
    from generate_series(1, ${ROWS}) as n, generate_series(0, 6, 6) as job where job = 0 or n % 3 = 0`);
  await admin.query('vacuum analyze work_orders, work_order_jobs, people');
});
after(async () => {
  await admin?.end();
  await t?.close();
});

const hers = () => `id in (select work_order_id from work_order_jobs where user_id = ${carer.userId})`;
const LATE = `status in (1, 2, 3, 5) and (complete_by < coalesce(paused_at, now()) or (respond_by < coalesce(paused_at, now()) and responded_at is null))`;
/** What the page offers, with what it says in plain words. */
const filters = (): [input: object, where: string][] => [
  [{ late: 'true' }, LATE],
  [{ serverUserId: carer.userId }, hers()],
  [{ status: 2 }, 'status = 2'],
  [{ open: 'true' }, 'status in (1, 2, 3, 5)'],
  [{ emergencyType: 2 }, 'emergency = 2'],
  [{ source: 3 }, 'source = 3'],
  [{ serverTypeId: IDS + 2 }, `service_type_id = ${IDS + 2}`],
  [{ oldmanId: IDS + 4 }, `person_id = ${IDS + 4}`],
  [{ oldmanName: '英秀' }, `person_id in (select id from people where name like '%英秀%')`],
  [{ oldmanName: 'WangYX' }, `person_id in (select id from people where name = '王英秀')`],
  [{ workNo: 'GD20260001' }, `number like 'GD20260001%'`],
  [
    { startTime: '2026-01-01 08:00:00', endTime: '2026-01-02 20:00:00' },
    `ordered_at between '2026-01-01 08:00:00+08' and '2026-01-02 20:00:00+08'`,
  ],
  [
    { serverTimeStart: '2026-01-05 00:00:00', serverTimeEnd: '2026-01-15 00:00:00' },
    `id in (select work_order_id from work_order_jobs where service_at between '2026-01-05 00:00:00+08' and '2026-01-15 00:00:00+08')`,
  ],
];

async function compare(as: TestUser, input: object, where: string, pages = [1, 2]) {
  const by = 'startTime' in input ? 'ordered_at' : 'descs' in input ? 'total_fen' : 'created_at';
  const { rows } = await admin.query(
    `select id::integer from work_orders where tenant_id = $1 and (${where}) order by ${by} desc, id ${by === 'total_fen' ? '' : 'desc'}`,
    [as.tenantId],
  );
  const ids = rows.map(({ id }) => id);
  for (const current of pages) {
    const { status, msg, data } = await t.route(routes.page, as, { ...input, current });
    assert.equal(status, 200, msg ?? '');
    const what = `page ${current} of ${JSON.stringify(input)}`;
    assert.equal(data.total, ids.length, what);
    assert.deepEqual(
      data.records.map(({ id }: { id: number }) => id),
      ids.slice((current - 1) * 10, current * 10),
      what,
    );
  }
}

describe('a list of orders', () => {
  it('by any two filters of the page is what orders and jobs say', async () => {
    for (const [at, [one, where]] of filters().entries())
      for (const [other, and] of filters().slice(at)) await compare(chief, { ...one, ...other }, `(${where}) and (${and})`);
  });

  it('of a type in a status and a span is what orders say, to the last page and behind it', async () => {
    const span = { startTime: '2026-01-01 08:00:00', endTime: '2026-01-02 20:00:00' };
    const during = `ordered_at between '2026-01-01 08:00:00+08' and '2026-01-02 20:00:00+08'`;
    for (const [status, meant] of [
      [1, 'status = 1'],
      [4, 'status = 4'],
      // Cancelled and rated: two ranges.
      [6, 'status in (6, 7)'],
    ] as const)
      for (const [more, and] of [
        [{}, 'true'],
        [{ source: 3 }, 'source = 3'],
        [{ emergencyType: 2 }, 'emergency = 2'],
        [{ oldmanName: '英秀' }, `person_id in (select id from people where name like '%英秀%')`],
      ] as const) {
        const where = `service_type_id = ${IDS + 2} and ${meant} and ${during} and ${and}`;
        const input = { serverTypeId: IDS + 2, status, ...span, ...more };
        await compare(chief, input, where, [1, 2, 9, 10, 11, 12, 1000]);
        await compare(carer, input, `${where} and ${hers()}`, [1, 2]);
      }
    await compare(chief, { serverTypeId: IDS + 2, status: 4, startTime: '2031-01-01 00:00:00' }, 'false');
  });

  it('of a type in a status and a span is one range: neither kept nor sorted', async () => {
    const span = { startTime: '2026-01-01 08:00:00', endTime: '2026-01-02 20:00:00' };
    const input = { serverTypeId: IDS + 2, status: 4, ...span };
    const [found, rows] = await plansOf(t, chief.tenantId, routes.page, workOrders.page, input);
    assert.deepEqual(
      on(found, 'work_orders_type').map((node) => node['Node Type']),
      ['Index Only Scan', 'Index Only Scan'],
    );
    assert.deepEqual([sorts(found), scans(found, 'work_orders'), scans(rows, 'work_orders')], [[], [], []]);
    assert.deepEqual(
      nodes(found).filter((node) => node['Node Type'] === 'CTE Scan'),
      [],
    );
  });

  it('by price, of late orders and of a carer, is what they say', async () => {
    for (const [input, where] of filters().slice(0, 2)) await compare(chief, { ...input, descs: 'order_price' }, where);
  });

  it('has in the order of what is due the urgent ones first, and of these the longest late', async () => {
    for (const [input, where] of [
      [{ open: 'true' }, 'status in (1, 2, 3, 5)'],
      [{ late: 'true' }, LATE],
      [{ status: 1, serverTypeId: IDS + 2 }, `status = 1 and service_type_id = ${IDS + 2}`],
    ] as const) {
      const { rows } = await admin.query(
        `select id::integer from work_orders where tenant_id = $1 and (${where}) order by emergency desc, complete_by, id limit 20`,
        [chief.tenantId],
      );
      const { data } = await t.route(routes.page, chief, { ...input, ascs: 'due', size: 20 });
      assert.deepEqual(
        data.records.map(({ id }: { id: number }) => id),
        rows.map(({ id }) => id),
        JSON.stringify(input),
      );
    }
  });

  it('of what is open is counted and read in the order of what is due: neither kept nor sorted', async () => {
    for (const more of [{}, { emergencyType: 2 }, { source: 3, serverTypeId: IDS + 2 }, { status: 2 }]) {
      const input = { open: true, ascs: ['due'], ...more };
      const [found, rows] = await plansOf(t, chief.tenantId, routes.page, workOrders.page, input);
      assert.deepEqual([sorts(found), scans(found, 'work_orders'), scans(rows, 'work_orders')], [[], [], []], JSON.stringify(more));
      assert.equal(on(found, 'work_orders_due_first')[0]?.['Node Type'], 'Index Only Scan', JSON.stringify(more));
    }
  });

  it('of a carer who reaches her own orders only is hers, and never a colleague’s', async () => {
    for (const [input, where] of filters()) await compare(carer, { serverUserId: carer.userId, ...input }, `${hers()} and (${where})`);
    await compare(carer, { late: 'true' }, `${hers()} and ${LATE}`);
    await compare(
      carer,
      { serverUserId: chief.userId },
      `${hers()} and id in (select work_order_id from work_order_jobs where user_id = ${chief.userId})`,
    );
  });

  it('by a span has an order where its time of order was moved to', async () => {
    const day = { startTime: '2031-05-05 00:00:00', endTime: '2031-05-05 23:59:59', serverUserId: carer.userId };
    const at = `ordered_at::date = '2031-05-05' and ${hers()}`;
    await compare(chief, day, 'false');
    await admin.query(`update work_orders set ordered_at = '2031-05-05 10:00:00+08' where tenant_id = $1 and id = any($2)`, [
      chief.tenantId,
      [IDS + 6, IDS + 12],
    ]);
    await compare(chief, day, at);
    assert.equal((await t.route(routes.page, chief, day)).data.total, 2);
  });

  it('that is late, or a carer’s, is found without reading orders', async () => {
    const month = { startTime: '2026-01-01 08:00:00', endTime: '2026-01-02 20:00:00' };
    for (const [input, index] of [
      [{ late: 'true' }, 'work_orders_due'],
      [{ late: 'true', serverTypeId: IDS + 2 }, 'work_orders_due'],
      [{ serverUserId: carer.userId }, 'work_order_jobs_ordered'],
      [{ serverUserId: carer.userId, ...month }, 'work_order_jobs_ordered'],
    ] as const) {
      const [found, rows] = await plansOf(t, chief.tenantId, routes.page, workOrders.page, input);
      assert.equal(on(found, index)[0]?.['Node Type'], 'Index Only Scan', JSON.stringify(input));
      assert.deepEqual([scans(found, 'work_orders'), scans(found, 'work_order_jobs'), scans(rows, 'work_orders')], [[], [], []]);
      const read = nodes(found).filter((node) => node['Relation Name'] === 'work_orders' && node['Node Type'] !== 'Index Only Scan');
      assert.deepEqual(read, [], JSON.stringify(input));
    }
  });
});
