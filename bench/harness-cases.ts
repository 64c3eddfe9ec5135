/**
 * Warnings and work orders for the benchmarks: 1,000,000 of each in tenant 2 beside 10,000 in
 * tenant 3, with the people, devices and staff they are about.
 */
import type pg from 'pg';
import { fillPeople, fillTenants } from './harness-people.ts';

const PEOPLE = 12_000;
const ROWS = 1_010_000;
const STAFF = 330;
const STEP = 101_000;

/** A number from 0 to `below` - 1 from row `i` and a seed. */
const pick = (seed: number, below: number | string) => `((hashint8extended(i, ${seed}) & 2147483647) % ${below})`;
const tenant = `case when i % 101 = 0 then 3 else 2 end`;
/** Every twelfth person is of tenant 3, and so is every eleventh of the staff. */
const person = `case when i % 101 = 0 then 12 * (1 + ${pick(1, PEOPLE / 12)}) else ${pick(1, PEOPLE / 12)} * 12 + 1 + ${pick(2, 11)} end`;
const carer = `case when i % 101 = 0 then 100 + 11 * (1 + ${pick(3, STAFF / 11)}) else 100 + ${pick(3, STAFF / 11)} * 11 + 1 + ${pick(4, 10)} end`;
/** Two years, three rows at the same moment. */
const at = `timestamptz '2024-01-01 00:00:00+08' + (i / 3) * interval '187 seconds'`;

const PARTS = [
  // One in 400 is still open; an open one more about the same person and rule is left out.
  `insert into warnings (tenant_id, id, rule, subject, severity, person_id, device_id, source_type, content, status, process_mode,
    happened_at, last_at, created_at,
     acknowledged_at, acknowledged_by, handled_at, handled_by, version)
   select tenant, i, rules[rule], 'p' || person, severities[rule], person, person, 1, '报警', status, case when status = 1 then 1 end,
     at, at, at,
     case when status = 1 then at + interval '1 minute' end, case when status = 1 then tenant end, case when status = 1
       then at + interval '5 minutes' end,
     case when status = 1 then tenant end, 1
   from (select i, ${tenant} as tenant, ${person} as person, ${at} as at, 1 + ${pick(5, 7)} as rule,
       case when ${pick(6, 400)} = 0 then (i % 2) * 2 when ${pick(6, 400)} < 20 then 3 else 1 end as status,
       array['sos', 'fall', 'removed', 'left_fence', 'entered_fence', 'low_battery', 'alarm'] as rules, array[1, 1, 3, 2, 4, 3,
         2] as severities
     from generate_series($1::bigint, $2::bigint) as i) as numbered
   on conflict do nothing`,
  // One in 200 is still to be done.
  `insert into work_orders (tenant_id, id, number, status, orderer_name, ordered_at, emergency, pay_type, service_type_id, person_id,
    person_name, person_phone, person_address,
     total_fen, warning_id, warning_type, created_by, created_at)
   select tenant, i, 'GD' || to_char(at, 'YYYYMMDD') || lpad(i::text, 7, '0'), case when ${pick(6, 200)} = 0 then 1 + i % 3
     when ${pick(6, 200)} < 10 then 6 when i % 2 = 0 then 4 else 7 end,
     '值班员', at, 1 + (i % 6 = 0)::int, 1, tenant, p.id, p.name, coalesce(p.mobile, ''), coalesce(p.address, ''), 500 * (1 + ${pick(7, 400)}),
       null, null, tenant, at
   from (select i, ${tenant} as tenant, ${person} as person, ${at} as at from generate_series($1::bigint, $2::bigint) as i) as numbered
   join people p on p.tenant_id = tenant and p.id = person`,
  `insert into work_order_jobs (tenant_id, work_order_id, status, project_id, project_name, service_type_id, service_type_name, service_at,
    minutes, user_id, user_name, price_fen,
     order_created_at, ordered_at)
   select tenant, i, 4, tenant, '紧急上门', tenant, '紧急救助', at, 30, carer, '护理员' || carer, 500, at, at
   from (select i, ${tenant} as tenant, ${carer} as carer, ${at} as at from generate_series($1::bigint, $2::bigint) as i) as numbered
   union all
   select tenant, i, 4, tenant, '陪护', tenant, '紧急救助', at, 60, carer, '护理员' || carer, 800, at, at
   from (select i, ${tenant} as tenant, ${carer} as carer, ${at} as at from generate_series($1::bigint, $2::bigint) as i
   where i % 5 = 0) as numbered`,
];

/** Statistics and visibility map are fresh. */
export async function fillCases(admin: pg.Client): Promise<void> {
  await fillTenants(admin, 3);
  await fillPeople(admin, PEOPLE, 'case when i % 12 = 0 then 3 else 2 end');
  // Foreign keys of generated rows hold by construction.
  await admin.query('set session_replication_role = replica; set synchronous_commit = off');
  await admin.query(`insert into users (tenant_id, id, username, name, department_id)
    select case when i % 11 = 0 then 3 else 2 end, 100 + i, 'carer' || i, '护理员' || 100 + i, case when i % 11 = 0 then 3 else 2 end
    from generate_series(1, ${STAFF}) as i`);
  await admin.query(`insert into service_types (tenant_id, id, name) select i, i, '紧急救助' from generate_series(2, 3) as i`);
  await admin.query(
    `insert into service_projects (tenant_id, id, service_type_id, name, price_fen) select i, i, i, '紧急上门', 500
      from generate_series(2, 3) as i`,
  );
  await admin.query(
    `insert into devices (tenant_id, id, imei, person_id) select tenant_id, id, (860000000000000 + id)::text, id from people`,
  );
  for (let from = 1; from <= ROWS; from += STEP) {
    for (const part of PARTS) await admin.query(part, [from, from + STEP - 1]);
    console.log(`  ${from + STEP - 1} rows`);
  }
  await admin.query('set session_replication_role = origin; set synchronous_commit = on');
  await admin.query('vacuum (analyze)');
  await admin.query('checkpoint');
}
