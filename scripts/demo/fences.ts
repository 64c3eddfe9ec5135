/** The demonstration's fences, hours of life warning, and policies of who is told. */
import { sql } from 'kysely';
import { instant } from '../../server/db/instants.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Institution, Staff } from './institutions.ts';
import type { Resident } from './residents.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb` as never;
const NIGHT = [{ days: [], from: '21:00', to: '06:00' }];

async function seedFences(tx: Tx, { place: [lng, lat] }: Institution, residents: readonly Resident[]): Promise<void> {
  const worn = residents.filter(({ deviceId }) => deviceId !== null);
  const common = { tenant_id: tx.tenantId, longitude: lng, latitude: lat };
  const pond = [
    [lng + 0.0012, lat + 0.0008],
    [lng + 0.0018, lat + 0.0009],
    [lng + 0.0019, lat + 0.0013],
    [lng + 0.0013, lat + 0.0014],
  ];
  const rows = [
    { ...common, name: '院区', purpose: 1, shape: 1, radius: 300, points: null, windows: json([]) },
    { ...common, name: '夜间在院', purpose: 1, shape: 1, radius: 200, points: null, windows: json(NIGHT) },
    { ...common, name: '后院水塘', purpose: 2, shape: 2, radius: null, points: json(pond), windows: json([]), margin: 10 },
  ];
  const made = await tx.rows<{ id: number }>(db.insertInto('fences').values(rows).returning('id'));
  for (const [at, { id }] of made.entries()) {
    // Of the first also some whose watches are alive: who makes one of them walk away sees the warning.
    const people = [...worn.slice(at * 3, at * 3 + 5), ...(at === 0 ? worn.slice(12, 20) : [])];
    if (people.length > 0)
      await tx.run(
        db.insertInto('fence_subjects').values(people.map((one) => ({ tenant_id: tx.tenantId, fence_id: id, person_id: one.id }))),
      );
  }
}

async function seedLives(tx: Tx, residents: readonly Resident[], now: number): Promise<void> {
  const watched = residents.filter(({ deviceId }) => deviceId !== null).slice(0, 4);
  for (const [at, { id }] of watched.entries()) {
    await tx.run(sql`insert into life_windows (tenant_id, person_id, starts, ends, quiet_minutes, second_minutes, sources)
      values (${tx.tenantId}, ${id}, '06:00', '22:00', ${240 + at * 60}, 30, array['steps', 'rolls', 'button', 'manual'])`);
    await tx.run(sql`insert into life_states (tenant_id, person_id, last_at, last_source, next_due_at) values (${tx.tenantId}, ${id},
      ${instant(now)}, 'steps',
        ${instant(now)} + make_interval(mins => ${240 + at * 60}::integer))`);
  }
}

async function seedPolicies(tx: Tx, staff: readonly Staff[]): Promise<void> {
  const head = staff.find(({ role }) => role === 'nurse')?.id ?? null;
  const to = (kind: string, id: number | null = null) => ({ kind, id, address: null });
  const step = (delay: number, whom: object[], channels: string[], repeatMinutes: number | null = null) => ({
    delay,
    to: whom,
    channels,
    repeatMinutes,
    repeats: repeatMinutes === null ? 0 : 10,
  });
  const rows = [
    {
      name: '紧急预警逐级通知',
      severities: [1],
      sort: 1,
      steps: [step(60, [to('duty')], ['popup', 'browser'], 5), step(180, [to('carer'), to('user', head)], ['popup', 'sms'])],
    },
    { name: '服务呼叫通知', rules: ['service_call'], sort: 3, steps: [step(120, [to('duty')], ['popup', 'browser'], 5)] },
    {
      name: '严重预警通知',
      severities: [2],
      sort: 2,
      steps: [step(120, [to('duty')], ['popup'], 15)],
      quiet_from: '22:00',
      quiet_to: '06:00',
    },
  ];
  for (const { steps, ...row } of rows)
    await tx.run(db.insertInto('warning_policies').values({ tenant_id: tx.tenantId, ...row, steps: json(steps) }));
}

/**
 * What the warning engine of an institution works by. No device's silence is news until it has spoken:
 * most of them never send anything here.
 */
export async function seedWarningEngine(
  tx: Tx,
  institution: Institution,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  await seedFences(tx, institution, residents);
  await seedLives(tx, residents, now);
  await seedPolicies(tx, staff);
  await tx.run(sql`insert into device_silences (tenant_id, device_id, since)
    select tenant_id, device_id, last_seen_at from device_states where tenant_id = ${tx.tenantId} and last_seen_at is not null`);
}
