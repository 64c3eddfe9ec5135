/**
 * What is reckoned of many people when it is read: the kitchen's sheet of a meal of 3,000 residents, and the free half days of the coming
 * two weeks where 30,000 visits of 3,000 people at home are planned, as the handlers answer them under row-level security, beside their
 * own statements without it. Usage: node bench/day-sheets.ts [rounds]
 */
import pg from 'pg';
import { homeBookings as bookingRoutes } from '#contract/home-care/home-bookings.ts';
import { kitchen as kitchenRoutes } from '#contract/meals/kitchen.ts';
import { weekOf } from '#contract/meals/meals.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import type { Context } from '#server/context.ts';
import { connection } from '#server/db/pool.ts';
import { areasOf, basePoint, takenOf } from '#server/home-care/home-places.ts';
import { kitchen } from '#server/meals/kitchen.ts';
import { cluster } from './harness-cluster.ts';
import { besideBare, handlersOn, headOf } from './harness-handlers.ts';
import { median, ratio, share, table } from './harness.ts';

const ROUNDS = Number(process.argv[2] ?? 30);
const PEOPLE = 3000;
const TENANT = 1_000_401;
const VISITS = 10;
const AREAS = 5;
/** Milliseconds of server time. */
const GOALS = { 'kitchen sheet': 50, 'free half days': 150 } as const;

const c = await cluster('day-sheets', async (admin) => {
  const everyone = `generate_series(1, ${PEOPLE}) as n`;
  await admin.query('set session_replication_role = replica');
  await admin.query(`insert into tenants (id, name, code) values (${TENANT}, '机构', 'bench')`);
  await admin.query(
    `insert into users (tenant_id, id, username, name) select ${TENANT}, n, 'b' || n, '员工' || n from generate_series(1, 60) n`,
  );
  await admin.query(`insert into rooms (tenant_id, id, building, floor, name) select ${TENANT}, n, (1 + n % 5)::text, (1 + n % 8)::text, n::text
    from generate_series(1, ${PEOPLE / 2}) as n`);
  await admin.query(`insert into beds (tenant_id, id, room_id, name) select ${TENANT}, n, (n + 1) / 2, (1 + n % 2)::text from ${everyone}`);
  await admin.query(`insert into people (tenant_id, id, name, status, bed_id, flags, meal_texture, meal_diets, longitude, latitude)
    select ${TENANT}, n, '老人' || n, case when n % 40 = 0 then 2 else 1 end, n,
      case when n % 9 = 0 then array['过敏：海鲜'] else '{}'::text[] end, case when n % 5 = 0 then 'soft' end,
      case when n % 7 = 0 then array['low_salt'] else '{}'::text[] end, 120.1, 30.2 from ${everyone}`);
  await admin.query(`insert into dishes (tenant_id, id, name, category, allergens, textures, diets)
    select ${TENANT}, n, '菜' || n, (array['staple', 'meat', 'vegetable', 'soup'])[1 + n % 4], '{}', array['regular', 'soft'],
      case when n % 2 = 0 then array['low_salt'] else '{}'::text[] end from generate_series(1, 12) as n`);
  await admin.query(`insert into diet_plans (tenant_id, id, week_on, state, published_at, user_id, user_name)
    select ${TENANT}, 1 + n, ${`'${weekOf(dayOf(Date.now())).monday}'`}::date + 7 * n, 2, now(), 1, '院长' from generate_series(0, 200) as n`);
  await admin.query(`insert into diet_plan_dishes (tenant_id, plan_id, day, meal, sort, dish_id, spare)
    select ${TENANT}, 1 + w, d, 'lunch', n, n, n > 6 from generate_series(0, 200) w, generate_series(0, 6) d, generate_series(1, 12) n`);
  await admin.query(`insert into people (tenant_id, id, name, status, service_type, address, region_code, longitude, latitude)
    select ${TENANT}, ${PEOPLE} + n, '居家' || n, 1, 2, '西湖区文三路' || n || '号', '330106', 120.10 + n % 100 * 0.001, 30.20 + n / 100 * 0.002
    from ${everyone}`);
  await admin.query(`insert into home_areas (tenant_id, id, name, shape, longitude, latitude, radius, weekdays, start_clock, end_clock,
      lead_hours, capacity) select ${TENANT}, n, '片区' || n, 1, 120.10 + n * 0.015, 30.21 + n * 0.005, 1500, '{0,1,2,3,4,5,6}', '08:00',
      '17:00', 2, 500 from generate_series(1, ${AREAS}) as n`);
  await admin.query(`insert into work_orders (tenant_id, id, number, status, person_id, person_name, person_phone, person_address, longitude,
      latitude, ordered_at)
    select ${TENANT}, p.id * 100 + k, 'GD' || p.id * 100 + k, 2, p.id, p.name, '', p.address, p.longitude, p.latitude, now()
    from people p, generate_series(1, ${VISITS}) as k where p.service_type = 2`);
  await admin.query(`insert into work_order_jobs (tenant_id, work_order_id, status, project_id, project_name, service_type_id,
      service_type_name, service_at, minutes, user_id, user_name, price_fen)
    select tenant_id, id, 2, 1, '助浴', 1, '照料', date_trunc('day', now()) + make_interval(days => (id % 100 + id / 100)::int % 14,
      hours => 8 + (id % 9)::int), 30, 1 + id % 60, '员工', 100 from work_orders`);
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum (analyze)');
});
const product = handlersOn(c, headOf(TENANT));
const client = new pg.Client(connection(c.target('superuser'), 'bench bare'));
await client.connect();

const today = dayOf(Date.now());
/** As `offer` asks, once it knows the area of the address. */
async function halvesOf(_: never, { tx }: Context) {
  const [areas, base] = [await areasOf(tx), await basePoint(tx)];
  return takenOf(tx, areas, areas[2]!, { from: today, to: nextDay(today, 14), base });
}
const cases = {
  'kitchen sheet': [kitchenRoutes.sheet, kitchen.sheet, { day: today, meal: 'lunch' }],
  'free half days': [bookingRoutes.offer, halvesOf, { address: '西湖区文三路1号' }],
} as const;

const rows: Record<string, unknown>[] = [];
const times: Record<string, number[]> = {};
for (const [name, [route, handler, input]] of Object.entries(cases)) {
  const { times: own, bares } = await besideBare(product, client, [route, handler as never, input as never], ROUNDS);
  times[name] = own;
  rows.push({
    read: name,
    'product ms': median(own),
    'p95 ms': share(own, 0.95),
    'bare ms': median(bares),
    'product / bare': median(own) / median(bares),
  });
}
table(`${PEOPLE} residents and ${PEOPLE * VISITS} visits, ${ROUNDS} rounds`, rows);
for (const [name, goal] of Object.entries(GOALS)) ratio(`${name}, p50`, median(times[name]!), '<=', goal, ' ms');
await client.end();
await product.close();
await c.stop();
