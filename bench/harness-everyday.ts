/**
 * What areas write every day, for the benchmarks: 150,000 rows of each list in tenant 2 beside 10,000 in tenant 3, of 3,000 residents and
 * people at home beside 200.
 */
import type pg from 'pg';
import { fillTenants } from './harness-people.ts';

const ROWS = 160_000;
const PEOPLE = 3200;

/** A number from 0 to `below` - 1 from row `i` and a seed. */
const pick = (seed: number, below: number) => `((hashint8extended(i, ${seed}) & 2147483647) % ${below})`;
const tenant = 'case when i % 16 = 0 then 3 else 2 end';
/** Every sixteenth person is of tenant 3. */
const person = `case when i % 16 = 0 then 16 * (1 + ${pick(1, PEOPLE / 16)}) else ${pick(1, PEOPLE / 16)} * 16 + 1 + ${pick(2, 15)} end`;
/** Two years until now. */
const at = `now() - (${ROWS} - i) * interval '394 seconds'`;
const rows = `(select i, ${tenant} as tenant, ${person} as person, ${at} as at from generate_series(1, ${ROWS}) as i) r`;

const PARTS = [
  `insert into rooms (tenant_id, id, building, floor, name) select tenant, i, 1 + i / 16 % 4 || '号楼', 1 + i / 64 % 10 || '层', i::text
    from ${rows} where i <= ${PEOPLE / 2}`,
  `insert into beds (tenant_id, id, room_id, name) select tenant_id, id, id, '1' from rooms`,
  `insert into people (tenant_id, id, name, service_type, status, bed_id, flags, birth_date, address, longitude, latitude)
    select tenant, i, '老人' || i, case when i <= ${PEOPLE / 2} then 1 else 2 end, 1, case when i <= ${PEOPLE / 2} then i end, array['独居'],
      date '1940-01-01' + i % 9000, '文三路' || i || '号', 120.1, 30.2 from ${rows} where i <= ${PEOPLE}`,
  `insert into home_areas (tenant_id, id, name, shape, radius, weekdays, start_clock, end_clock, lead_hours, capacity)
    select t, t, '城西', 4, 5000, array[0, 1, 2, 3, 4, 5, 6], '08:00', '18:00', 12, 40 from generate_series(2, 3) as t`,
  `insert into home_bookings (tenant_id, id, state, source, code, person_id, person_name, contact_name, phone, address, area_id, day, half,
      ended_at, created_at)
    select tenant, i, case when i % 400 = 0 or i > ${ROWS} - 160 then 1 else 3 + i % 2 end, 1, 'B' || i, person, '老人' || person, '家属' || person,
      '139' || lpad(person::text, 8, '0'), '文三路', tenant, at::date + 3, 1 + i % 2,
      case when i % 400 = 0 or i > ${ROWS} - 160 then null else at end, at from ${rows}`,
  `insert into home_booking_projects (tenant_id, booking_id, project_id, name, price_fen, minutes)
    select tenant, i, 1, '助浴', 8000, 60 from ${rows}`,
  `insert into care_notes (tenant_id, id, person_id, kind, noted_at, text, user_id, user_name)
    select tenant, i, person, (array['water', 'turn', 'toilet', 'bath'])[1 + i % 4], at, '200毫升', tenant, '护理员' from ${rows}`,
  `insert into care_notes (tenant_id, id, person_id, kind, noted_at, text, user_id, user_name, meal_on, meal, eaten)
    select tenant, ${ROWS} + i, person, 'meal', at, '午餐', tenant, '护理员', at::date, 'lunch', 1 + ${pick(3, 5)} from ${rows}
    on conflict do nothing`,
  `insert into patrols (tenant_id, id, state, building, floor, started_at, ended_at, people, well, user_id, user_name)
    select tenant, i, 2, 1 + i / 16 % 4 || '号楼', 1 + i / 64 % 10 || '层', at, at + interval '20 minutes', 40, 39, tenant,
      '护理员' || ${pick(4, 60)} from ${rows}`,
  `insert into patrol_marks (tenant_id, patrol_id, person_id, mark) select tenant, i, person, 2 + i % 2 from ${rows}`,
  `insert into visit_plans (tenant_id, id, name, way, state, by_rule, tags, service_type, frequency, every, starts_on, days_allowed, visitor_ids,
      items, created_name)
    select t, t, '独居老人探访', 1, 2, true, '{独居}', 2, 2, 1, current_date - 730, 2, array[t], '[]', '院长' from generate_series(2, 3) as t`,
  `insert into visit_tasks (tenant_id, id, plan_id, person_id, planned_on, due_on, closes_on, user_id, user_name, state, done_at, entered_at, done_by,
      done_name, way, result)
    select tenant, i, tenant, person, at::date, at::date, at::date + 2, tenant, '探访员',
      case when i % 50 = 0 then 1 else 3 end, case when i % 50 > 0 then at end, case when i % 50 > 0 then at end,
      case when i % 50 > 0 then tenant end, case when i % 50 > 0 then '探访员' end, case when i % 50 > 0 then 1 end,
      case when i % 50 > 0 then 1 + i % 3 end from ${rows} on conflict do nothing`,
  `insert into meal_orders (tenant_id, id, person_id, day, meal, portion, user_id, user_name)
    select tenant, i, person, at::date, (array['breakfast', 'lunch', 'dinner'])[1 + i % 3], 1 + i % 3, tenant, '护士' from ${rows}
    on conflict do nothing`,
  `insert into person_documents (tenant_id, id, person_id, type, title, number, issued_on, expires_on, user_id, user_name, created_at)
    select tenant, i, case when i % 20 > 0 then person end, 1 + i % 9, '体检报告' || i, 'N' || i, at::date,
      case when i % 3 > 0 then at::date + 900 end, tenant, '护士', at from ${rows}`,
  `insert into enquiries (tenant_id, id, state, name, mobile, source, waiting_at, next_on, lost_reason, ended_at, owner_id, owner_name, user_id,
      user_name, created_at)
    select tenant, i, state, '咨询' || i, '138' || lpad(i::text, 8, '0'), 1 + i % 8, case when state = 4 then at end,
      case when state < 5 then at::date + 30 end, case when state = 6 then 1 end, case when state > 4 then at end, tenant, '顾问', tenant,
      '顾问', at from (select r.*, case when i % 100 < 4 then 1 + i % 4 else 5 + i % 2 end as state from ${rows}) e`,
];

/** Fills an empty database; foreign keys hold by construction, and no change is recorded. */
export async function fillEveryday(admin: pg.Client): Promise<void> {
  await admin.query('set session_replication_role = replica; set synchronous_commit = off');
  await admin.query(`insert into tenants (id, name, code) values (1, '平台', 'platform')`);
  await fillTenants(admin, 3);
  for (const part of PARTS) await admin.query(part);
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum (analyze)');
}
