/**
 * Work orders of two years for the benchmarks: 2,000,000 in tenant 2 beside 10,000 in tenant 3, up to the moment of building, in the
 * proportions of daily work: a third from plans, a dozen service types of which one is rare, what is planned for the next two weeks open, a
 * few that have no carer. Orders per person, carer and plan are alike in both.
 */
import type pg from 'pg';
import { fillPeople, fillTenants } from './harness-people.ts';

export const LARGE = 2_000_000;
const ROWS = 2_010_000;
const STEP = 201_000;
/** Every so manieth row is of tenant 3. */
const SHARE = 201;
const PEOPLE = 200 * SHARE;
const PLANS = 100 * SHARE;
const STAFF = 3 * SHARE;
const TYPES = ['生活照料', '助浴', '助洁', '陪护', '医疗护理', '康复训练', '助餐', '代办', '精神慰藉', '紧急救助', '辅具租赁', '适老改造'];
const PROJECTS = 4;

/** A number from 0 to `below` - 1 from row `i` and a seed. */
const pick = (seed: number, below: number) => `((hashint8extended(i, ${seed}) & 2147483647) % ${below})`;
const tenantOf = `case when i % ${SHARE} = 0 then 3 else 2 end`;
/** One of a tenant's own among `many` times SHARE ids. */
const own = (seed: number, many: number) =>
  `(case when i % ${SHARE} = 0 then ${SHARE} * (1 + ${pick(seed, many)}) else ${pick(seed, many)} * ${SHARE} + 1 + ${pick(seed + 50, SHARE - 1)} end)`;

/** Row `i` with all that its order and its jobs say; $3 is when the newest was written. `offset 0`: each value is worked out once. */
const placed = `
  select *, service_at + minutes * interval '1 minute' + completion as complete_by,
    greatest(at + response, service_at - response) as respond_by,
    case when service_at + interval '5 hours' < $3 then case when chance < 55 then 6 when chance < 56
      and i % 5 = 0 then (array[1, 2, 5])[1 + i % 3] when chance < 500 then 7 else 4 end
      when service_at < $3 and chance < 950 then 3 when source = 3 and chance < 950
        or chance < 700 then 2 when chance < 970 then 1 else 5 end as state
  from (select *, case when source = 3 then ${own(1, PLANS / SHARE)} else ${own(2, PEOPLE / SHARE)} end as person,
      date_trunc('minute', at) + case when source = 3 then interval '13 days' else interval '20 minutes'
        end + ${pick(3, 1440)} * interval '1 minute' as service_at,
      (array[120, 30, 10])[emergency] * interval '1 minute' as response, (array[240, 60, 30])[emergency] * interval '1 minute' as completion
    from (select i, ${tenantOf} as tenant, $3::timestamptz - (${ROWS} - i) * interval '31.4 seconds' as at, ${pick(4, 1000)} as chance,
        case when ${pick(5, 100)} < 32 then 3 when ${pick(5, 100)} < 37 then 2 when ${pick(5, 100)} < 40 then 4 else 1 end as source,
        case when ${pick(6, 100)} < 83 then 1 when ${pick(6, 100)} < 97 then 2 else 3 end as emergency,
        case when ${pick(7, 1000)} = 0 then ${TYPES.length} else 1 + floor(power(${pick(7, 1000)} / 1000.0, 1.6) * ${TYPES.length - 1})::int
          end as type,
        1 + ${pick(8, PROJECTS)} as project, 30 + 15 * ${pick(9, 5)} as minutes, 500 * (1 + ${pick(10, 400)}) as price,
          100 + ${own(11, STAFF / SHARE)} as carer
      from generate_series($1::bigint, $2::bigint) as i offset 0) as drawn offset 0) as placed`;

const ordered = `at - case when source = 1 then ${pick(13, 20)} * interval '1 minute' else interval '0' end`;
const started = `service_at + (${pick(12, 45)} - 20) * interval '1 minute'`;
const job = (project: string, price: string) => `
  select tenant, i, case when state = 7 then 4 else state end, tenant * 1000 + type * 10 + ${project}, '项目' || type || ${project},
    tenant * 100 + type, (array[${TYPES.map((type) => `'${type}'`)}])[type], service_at, minutes,
    case when state <> 1 then carer end, case when state <> 1 then '护理员' || carer end, ${price}, case when state in (3, 4, 7)
      then ${started} end,
    case when state in (4, 7) then ${started} + (minutes - 5) * interval '1 minute' end, at, at, ${ordered}
  from placed`;

const PARTS = [
  `insert into work_orders (tenant_id, id, number, status, orderer_name, ordered_at, emergency, pay_type, service_type_id, person_id,
    person_name, person_phone, person_address,
     longitude, latitude, total_fen, source, plan_id, respond_by, complete_by, responded_at, paused_at, started_at, finished_at,
       operator_id, created_by, created_at, version)
   select tenant, i, 'GD' || to_char(at, 'YYYYMMDD') || lpad(i::text, 7, '0'), state, '值班员', ${ordered},
     emergency, 1, tenant * 100 + type, person, p.name, coalesce(p.mobile, ''), coalesce(p.address, ''), p.longitude, p.latitude, price,
       source, case when source = 3 then person end,
     respond_by, complete_by, case when state in (2, 3, 4, 7)
       then least(at + ${pick(14, 200)} * interval '1 minute', service_at - interval '10 minutes') end,
     case when state = 5 then at + interval '1 hour' end, case when state in (3, 4, 7) then ${started} end,
     case when state in (4, 7) then ${started} + (minutes - 5) * interval '1 minute' when state = 6 then at + interval '1 hour' end, tenant,
       tenant, at, 4
   from placed join people p on p.tenant_id = tenant and p.id = person`,
  `insert into work_order_jobs (tenant_id, work_order_id, status, project_id, project_name, service_type_id, service_type_name, service_at,
    minutes, user_id, user_name, price_fen,
     check_in_at, check_out_at, created_at, order_created_at, ordered_at)
   ${job('project', 'price')} union all ${job('(1 + project % 4)', '800')} where i % 10 < 3`,
];

/** Statistics and visibility map are fresh. */
export async function fillOrders(admin: pg.Client): Promise<void> {
  await fillTenants(admin, 3);
  await fillPeople(admin, PEOPLE, tenantOf);
  const indexes = await admin.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('work_orders'::regclass, 'work_order_jobs'::regclass) and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of indexes.rows) await admin.query(`drop index ${name}`);
  // What is vacuumed meanwhile is vacuumed again at the end.
  await admin.query('alter system set autovacuum = off');
  // Foreign keys of generated rows hold by construction.
  await admin.query('set session_replication_role = replica; set synchronous_commit = off; select pg_reload_conf()');
  await admin.query(
    `insert into users (tenant_id, id, username, name, department_id)
      select ${tenantOf}, 100 + i, 'carer' || i, '护理员' || 100 + i, ${tenantOf} from generate_series(1, ${STAFF}) as i`,
  );
  await admin.query(
    `insert into service_types (tenant_id, id, name) select t, t * 100 + n, name
      from generate_series(2, 3) as t, unnest($1::text[]) with ordinality as e(name, n)`,
    [TYPES],
  );
  await admin.query(
    `insert into service_projects (tenant_id, id, service_type_id, name, price_fen)
      select t, t * 1000 + n * 10 + p, t * 100 + n, '项目' || n || p, 500
     from generate_series(2, 3) as t, generate_series(1, ${TYPES.length}) as n, generate_series(1, ${PROJECTS}) as p`,
  );
  await admin.query(
    `insert into work_order_plans (tenant_id, id, name, person_id, jobs, frequency, every, starts_on, created_by, generated_until,
      created_at)
     select ${tenantOf}, i, '每周照料' || i, i,
       jsonb_build_array(jsonb_build_object('serverProjectId', ${tenantOf} * 1000 + 11, 'time', '09:00', 'serverUserId', null,
       'serverPackageId', null, 'remarks', null)), 2, 1, current_date - 700, ${tenantOf}, current_date + 14,
       now() - (${PLANS} - i) * interval '50 minutes' from generate_series(1, ${PLANS}) as i`,
  );
  const { rows } = await admin.query(`select date_trunc('minute', now())::text as until`);
  for (let from = 1; from <= ROWS; from += STEP) {
    await admin.query(`create temp table placed as ${placed}`, [from, from + STEP - 1, rows[0].until]);
    for (const part of PARTS) await admin.query(part);
    await admin.query('drop table placed');
    console.log(`  ${from + STEP - 1} rows`);
  }
  await admin.query(
    `insert into work_order_scores (tenant_id, work_order_id, score, scored_at)
      select tenant_id, id, 5 - (id % 7 = 0)::int - (id % 31 = 0)::int * 2, finished_at + interval '1 day' from work_orders
      where status = 7`,
  );
  // As the triggers would have done.
  await admin.query(
    `insert into work_order_marks (tenant_id, day) select distinct tenant_id, (service_at at time zone 'Asia/Shanghai')::date
      from work_order_jobs`,
  );
  for (const { definition } of indexes.rows) await admin.query(definition);
  await admin.query('set session_replication_role = origin; set synchronous_commit = on');
  for (const table of ['work_orders', 'work_order_plans'])
    await admin.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${ROWS})`);
  await admin.query('alter system reset autovacuum');
  await admin.query('select pg_reload_conf()');
  await admin.query('vacuum (analyze)');
  await admin.query('checkpoint');
}
