/** What must hold in the database after crashes, read as a superuser over all tenants. */
import assert from 'node:assert/strict';
import type pg from 'pg';
import { warnings } from '#contract/warnings/warnings.ts';
import type { Book } from './fleet.ts';

interface Missing {
  alarms: number;
  positions: number;
  heartbeats: number;
}

/** How many answered frames of these books are not in the database. */
export async function missingOf(sight: pg.Pool, books: readonly Book[]): Promise<Missing> {
  const stored = async (text: string) => {
    const { rows } = await sight.query<{ device_id: number; keys: number[] }>(text);
    return new Map(rows.map(({ device_id, keys }) => [device_id, new Set(keys.map(Number))]));
  };
  const [alarms, positions, heartbeats] = await Promise.all([
    stored(
      "select device_id, array_agg(round(extract(epoch from at) * 1000)::float8) as keys from device_events where code = 'sos' group by 1",
    ),
    stored('select device_id, array_agg(round(extract(epoch from at) * 1000)::float8) as keys from positions group by 1'),
    stored('select device_id, array_agg(value::float8) as keys from readings where metric = 7 group by 1'),
  ]);
  const count = (of: 'alarms' | 'positions' | 'heartbeats', there: typeof alarms) =>
    books.reduce((sum, book) => sum + book[of].filter((key) => !there.get(book.device.deviceId)?.has(key)).length, 0);
  return { alarms: count('alarms', alarms), positions: count('positions', positions), heartbeats: count('heartbeats', heartbeats) };
}

/** Nurses send a carer to every alarm, one step, and close it with a result, a second one; killed in between, it stays in progress. */
const HANDLED = 'w.status in (1, 2)';
const STEPS = 'case w.status when 2 then 1 else 2 end';

/** Each finds rows that a half-written or repeated unit of work would leave: none may be found. */
const faults: Record<string, string> = {
  'an alarm without its warning':
    'select e.device_id, e.at from device_events e left join warnings w on w.tenant_id = e.tenant_id and w.id = e.warning_id where w.id is null',
  'a warning whose count is not that of its alarms': `select w.id, w.count, count(e.at) from warnings w
    left join device_events e on e.tenant_id = w.tenant_id and e.warning_id = w.id
    group by w.tenant_id, w.id having w.count <> count(e.at)`,
  // Of readings beyond a limit the timeline tells once a minute, of alarms every one.
  'a warning whose timeline does not tell every alarm once': `select w.id, w.count from warnings w
    left join warning_events e on e.tenant_id = w.tenant_id and e.warning_id = w.id
    group by w.tenant_id, w.id having count(*) filter (where e.kind = 'raised') <> 1
      or count(*) filter (where e.kind = 'repeated') > w.count - 1
      or (w.metric is null and count(*) filter (where e.kind = 'repeated') < w.count - 1)`,
  'two open warnings of one subject and rule':
    'select tenant_id, subject, rule from warnings where status in (0, 2) group by 1, 2, 3 having count(*) > 1',
  'two orders of one warning':
    'select warning_id from work_orders where warning_id is not null and status not in (4, 6, 7) group by tenant_id, warning_id having count(*) > 1',
  'a handled warning without its order': `select w.id from warnings w
    where ${HANDLED} and not exists (select 1 from work_orders o where o.tenant_id = w.tenant_id and o.warning_id = w.id)`,
  'an order whose warning is not handled': `select o.id from work_orders o join warnings w on w.tenant_id = o.tenant_id
    and w.id = o.warning_id where not (${HANDLED})`,
  'an order without its one job':
    'select o.id from work_orders o left join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id group by o.tenant_id, o.id having count(j.id) <> 1',
  'an order without its one log entry':
    'select o.id from work_orders o left join work_order_logs l on l.tenant_id = o.tenant_id and l.work_order_id = o.id group by o.tenant_id, o.id having count(l.id) <> 1',
  'a handled warning without its steps': `select w.id, w.rule, w.status, count(e.id) from warnings w
    left join warning_events e on e.tenant_id = w.tenant_id and e.warning_id = w.id and e.kind = 'handled'
    where ${HANDLED} group by w.tenant_id, w.id having count(e.id) <> ${STEPS}`,
  'a handling without its line in the operation log': `select w.id, w.rule, w.status, count(l.id) from warnings w
    left join operation_logs l on l.tenant_id = w.tenant_id and l.uri = '${warnings.updateStatus.path}'
    and l.parameters ~ ('^id=' || w.id || '(&|$)')
    where ${HANDLED} group by w.tenant_id, w.id having count(l.id) <> ${STEPS}`,
  'an hourly sum that is not that of its readings': `select *
    from (select tenant_id, device_id, metric, date_trunc('hour', at) as hour, count(*) as n, sum(value)::float8 as s, min(value) as low,
    max(value) as high from readings group by 1, 2, 3, 4) r
    full join hourly_readings h using (tenant_id, device_id, metric, hour)
    where (r.n, r.s, r.low, r.high) is distinct from (h.count, h.sum, h.lowest, h.highest)`,
  'a daily sum that is not that of its readings': `select *
    from (select tenant_id, device_id, metric, (at at time zone 'Asia/Shanghai')::date as day, count(*) as n, sum(value)::float8 as s,
    min(value) as low, max(value) as high from readings group by 1, 2, 3, 4) r
    full join daily_readings d using (tenant_id, device_id, metric, day)
    where (r.n, r.s, r.low, r.high) is distinct from (d.count, d.sum, d.lowest, d.highest)`,
  'a latest reading that is not the newest': `select *
    from (select distinct on (tenant_id, device_id, metric) tenant_id, device_id, metric, at, value from readings
    order by 1, 2, 3, 4 desc) r
    full join latest_readings l using (tenant_id, device_id, metric) where (r.at, r.value) is distinct from (l.at, l.value)`,
};

/** One statement each that makes such a row: what a crash between two statements of a unit of work, or a unit done twice, would leave. */
const plants: Record<keyof typeof faults, string> = {
  'an alarm without its warning': 'update device_events set warning_id = null where ctid in (select ctid from device_events limit 1)',
  'a warning whose count is not that of its alarms': 'update warnings set count = count + 1 where id = (select min(id) from warnings)',
  'a warning whose timeline does not tell every alarm once': "delete from warning_events where kind = 'raised'",
  'two open warnings of one subject and rule': 'drop index warnings_open; update warnings set status = 0',
  'two orders of one warning':
    "drop index work_orders_warning; insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address, warning_id) select tenant_id, number || 'b', person_id, '', '', '', warning_id from work_orders limit 1",
  'a handled warning without its order': 'delete from work_orders where id = (select min(id) from work_orders)',
  'an order whose warning is not handled': 'update warnings set status = 3 where id = (select min(id) from warnings)',
  'an order without its one job': 'delete from work_order_jobs where id = (select min(id) from work_order_jobs)',
  'an order without its one log entry': 'delete from work_order_logs where id = (select min(id) from work_order_logs)',
  'a handled warning without its steps': "delete from warning_events where kind = 'handled'",
  'a handling without its line in the operation log': 'delete from operation_logs where id = (select min(id) from operation_logs)',
  'an hourly sum that is not that of its readings':
    'update hourly_readings set count = count + 1 where ctid in (select ctid from hourly_readings limit 1)',
  'a daily sum that is not that of its readings':
    'update daily_readings set count = count + 1 where ctid in (select ctid from daily_readings limit 1)',
  'a latest reading that is not the newest': 'delete from latest_readings where ctid in (select ctid from latest_readings limit 1)',
};

/** Names and first rows of the faults that are there. */
async function found(sight: Pick<pg.ClientBase, 'query'>): Promise<Record<string, unknown[]>> {
  const result: Record<string, unknown[]> = {};
  for (const [fault, text] of Object.entries(faults)) {
    const { rows } = await sight.query(text);
    if (rows.length > 0) result[fault] = rows.slice(0, 5);
  }
  return result;
}

/** Asserts that no answered frame is missing and no unit of work was stored by half or twice. */
export async function balance(sight: pg.Pool, books: readonly Book[]): Promise<void> {
  assert.deepEqual(await missingOf(sight, books), { alarms: 0, positions: 0, heartbeats: 0 }, 'answered and not stored');
  assert.deepEqual(await found(sight), {});
}

/** Asserts that each fault is found when it is there; all of them are taken back. Needs data that `balance` has passed. */
export async function plantedFaultsAreFound(sight: pg.Pool): Promise<void> {
  const client = await sight.connect();
  try {
    for (const fault of Object.keys(faults)) {
      // Past foreign keys and append-only triggers.
      await client.query('begin; set local session_replication_role = replica');
      await client.query(plants[fault]!);
      assert.ok(fault in (await found(client)), fault);
      await client.query('rollback');
    }
  } finally {
    client.release(true);
  }
}

/** Asserts that every answer a nurse got names the order that is there. */
export async function ordersStand(sight: pg.Pool, handled: ReadonlyMap<number, number>): Promise<void> {
  const { rows } = await sight.query<{ id: number; warning_id: number }>(
    'select id, warning_id from work_orders where warning_id is not null',
  );
  const orders = new Map(rows.map(({ id, warning_id }) => [warning_id, id]));
  assert.deepEqual(
    [...handled].filter(([warning, order]) => orders.get(warning) !== order),
    [],
    'answered and not stored',
  );
}
