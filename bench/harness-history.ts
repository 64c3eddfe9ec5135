/** Ten years of a resident in a house: the person with id 1 has `events` of them over the sources that can be many, 300 others a hundredth. */
import type pg from 'pg';

export const HISTORY_TENANT = 1_000_301;
const OTHERS = 300;
const ID = `${HISTORY_TENANT}`;

/** How one event in a hundred is shared out; the numbers are percent. */
const SHARES = { care: 45, note: 17, meal: 9, measurement: 4, warning: 6, order: 7, movement: 6, visit: 4, change: 2 } as const;

/** Rows of one kind: `n` counts them per person, `p` is the person, `at` a moment in the ten years before now. */
const rowsOf = (events: number, share: number, kind: number) => `(select p, n,
    now() - (hashint8extended(n * 1000 + p, ${kind}) & 2147483647) % 315360000 * interval '1 second' as at
  from generate_series(1, ${OTHERS + 1}) as p,
    lateral generate_series(1, case when p = 1 then ${Math.round((events * share) / 100)} else ${Math.round((events * share) / 10_000)} end) as n) r`;

/** Fills an empty database; foreign keys hold by construction, and no change is recorded. */
export async function fillHistory(admin: pg.Client, events: number): Promise<void> {
  const of = (kind: keyof typeof SHARES) => rowsOf(events, SHARES[kind], Object.keys(SHARES).indexOf(kind));
  const everyone = `generate_series(1, ${OTHERS + 1}) as p`;
  await admin.query('set session_replication_role = replica');
  await admin.query(`insert into tenants (id, name, code) values (${ID}, '机构', 'bench')`);
  await admin.query(`insert into departments (tenant_id, id, name) values (${ID}, 1, '护理部')`);
  await admin.query(
    `insert into users (tenant_id, id, username, name, department_id) select ${ID}, n, 'b' || n, '员工' || n, 1 from generate_series(1, 60) n`,
  );
  await admin.query(`insert into rooms (tenant_id, id, building, floor, name) select ${ID}, p, '1号楼', '1层', p::text from ${everyone}`);
  await admin.query(`insert into beds (tenant_id, id, room_id, name) select ${ID}, p, p, '1' from ${everyone}`);
  await admin.query(
    `insert into people (tenant_id, id, name, bed_id, department_id, carer_id) select ${ID}, p, '老人' || p, p, 1, 1 from ${everyone}`,
  );
  await admin.query(`insert into person_accounts (tenant_id, id) select ${ID}, p from ${everyone}`);
  await admin.query(`insert into care_interventions (tenant_id, id, plan_id, name, kind, mode, before_minutes, after_minutes, minutes)
    select ${ID}, p, p, '协助饮水', 'drink', 'shift', 30, 60, 5 from ${everyone}`);
  await admin.query(`insert into care_tasks (tenant_id, intervention_id, person_id, opens_at, due_at, closes_at, state, done_at, entered_at,
      user_name) select ${ID}, p, p, at, at + n * interval '1 microsecond', at + interval '1 hour', case when n % 50 = 0 then 1 else 2 end,
      case when n % 50 > 0 then at end, case when n % 50 > 0 then at end, case when n % 50 > 0 then '员工' end from ${of('care')}`);
  await admin.query(`insert into care_notes (tenant_id, person_id, kind, noted_at, text, user_id, user_name)
    select ${ID}, p, 'water', at, '200毫升', 1, '员工1' from ${of('note')}`);
  await admin.query(`insert into care_notes (tenant_id, person_id, kind, noted_at, text, user_id, user_name, meal_on, meal, eaten)
    select ${ID}, p, 'meal', at, '午餐', 1, '员工1', at::date, 'lunch', 1 + n % 5 from ${of('meal')} on conflict do nothing`);
  await admin.query(`insert into measurements (tenant_id, set_id, person_id, metric, value, at, created_by)
    select ${ID}, md5(p || '-' || n)::uuid, p, metric, 70, at + n * interval '1 microsecond', 1
    from ${of('measurement')}, unnest(array[1, 2, 3, 5]) as metric`);
  await admin.query(`insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, happened_at, last_at, status,
      handled_at, handled_by, remark) select ${ID}, 'heart_rate', 'p' || p, 1 + n % 4, p, 1, '心率超出范围', at, at, 1,
      at + interval '5 minutes', 1, '已查看' from ${of('warning')}`);
  await admin.query(`insert into work_orders (tenant_id, number, status, person_id, person_name, person_phone, person_address, finished_at,
      ordered_at, created_at) select ${ID}, 'GD' || p || '-' || n, 4, p, '老人', '', '', at, at, at from ${of('order')}`);
  await admin.query(`insert into work_order_jobs (tenant_id, work_order_id, status, project_id, project_name, service_type_id,
      service_type_name, service_at, minutes, user_id, user_name, price_fen)
    select tenant_id, id, 4, 1, '助浴', 1, '照料', finished_at, 30, 1 + id % 60, '员工', 100 from work_orders`);
  await admin.query(`insert into account_movements (tenant_id, person_id, kind, cash_fen, income_fen, cash_after, grant_after, deposit_after,
      text, user_name, created_at) select ${ID}, p, 2, -100, -100, 0, 0, 0, '服务费', '出纳', at from ${of('movement')}`);
  await admin.query(`insert into visitor_records (tenant_id, state, source, code, day, starts_at, ends_at, name, phone, person_id, person_name,
      arrived_at, arrived_by, left_at, left_by) select ${ID}, 4, 3, p || '-' || n, at::date, at, at + interval '1 hour', '家属' || n % 5, '', p,
      '老人', at, '员工1', at + interval '1 hour', '员工1' from ${of('visit')}`);
  await admin.query(`insert into row_changes (tenant_id, table_name, row_id, action, before, after, created_at)
    select ${ID}, 'people', p, 2, jsonb_build_object('remarks', n), jsonb_build_object('remarks', n + 1), at from ${of('change')}`);
  // What of a person there are few of, however long they stay.
  await admin.query(
    `insert into devices (tenant_id, id, imei, person_id) select ${ID}, p, '86' || lpad(p::text, 13, '0'), p from ${everyone}`,
  );
  await admin.query(`insert into device_bindings (tenant_id, device_id, person_id) select ${ID}, p, p from ${everyone}`);
  await admin.query(`insert into device_states (tenant_id, device_id, battery, last_seen_at) select ${ID}, p, 80, now() from ${everyone}`);
  await admin.query(`insert into latest_readings (tenant_id, device_id, metric, at, value, person_id)
    select ${ID}, p, m, now(), 70, p from ${everyone}, generate_series(1, 5) as m`);
  await admin.query(`insert into person_calls (tenant_id, person_id, contact, phone, outcome, started_at, ended_at, user_id, user_name)
    select ${ID}, p, '家属', '13800001111', 1, now() - n * interval '3 days', now() - n * interval '3 days', 1, '员工1'
    from ${everyone}, generate_series(1, 300) as n`);
  await admin.query(`insert into outings (tenant_id, state, person_id, person_name, companion_name, companion_phone, destination, leave_at,
      due_at, left_at, returned_at) select ${ID}, 3, p, '老人', '家属', '', '公园', now() - n * interval '9 days', now(),
      now() - n * interval '9 days', now() - n * interval '9 days' from ${everyone}, generate_series(1, 100) as n`);
  await admin.query(`insert into patrols (tenant_id, id, state, building, floor, started_at, ended_at, user_id, user_name)
    select ${ID}, n, 2, '1号楼', '1层', now() - n * interval '4 hours', now() - n * interval '4 hours', 1, '员工1' from generate_series(1, 20000) n`);
  await admin.query(`insert into patrol_marks (tenant_id, patrol_id, person_id, mark) select ${ID}, n * 60, p, 2
    from ${everyone}, generate_series(1, 300) as n`);
  await admin.query(`insert into home_bookings (tenant_id, state, source, code, person_id, person_name, contact_name, phone, address, day, half,
      reason, ended_at, created_at) select ${ID}, 4, 1, p || '-' || n, p, '老人', '家属', '', '', current_date - n * 10, 1, '有事',
      now() - n * interval '10 days', now() - n * interval '11 days' from ${everyone}, generate_series(1, 100) as n`);
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum (analyze)');
}
