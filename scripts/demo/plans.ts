/**
 * The demonstration's recurring orders, this year's holidays, the targets of orders that were there before, and bad ratings to follow up.
 */
import { dayOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { nationalDays } from '../../contract/work-orders/national-holidays.ts';
import { defaultSettings } from '../../contract/work-orders/work-order-settings.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Project, Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

async function seedHolidays(tx: Tx, now: number): Promise<void> {
  const days = nationalDays(Number(dayOf(now).slice(0, 4)));
  if (!days) return;
  await tx.run(db.insertInto('holidays').values(days.map((day) => ({ ...day, tenant_id: tx.tenantId }))));
}

/** Three plans; their orders are made as those of an institution are, once everything is there (demo.ts). */
async function seedRules(
  tx: Tx,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  projects: readonly Project[],
  now: number,
): Promise<void> {
  const carers = staff.filter(({ role }) => role === 'carer');
  const idOf = (service: string) => (projects.find(({ name }) => name === service) as Project).id;
  const plans = [
    { name: '每周助浴', service: '助浴', frequency: 2, weekdays: [2, 5], time: '09:30', holiday: 4 },
    { name: '每日陪伴', service: '聊天陪伴', frequency: 1, weekdays: [], time: '15:00', holiday: 1 },
    { name: '隔周大扫除', service: '助洁', frequency: 2, weekdays: [3], time: '14:00', holiday: 2, every: 2 },
  ];
  const rows = plans.map(({ name, service, frequency, weekdays, time, holiday, every = 1 }, index) => {
    const carer = index === 1 ? null : random.pick(carers);
    const job = { serverProjectId: idOf(service), time, serverUserId: carer?.id ?? null, serverPackageId: null, remarks: null };
    return {
      tenant_id: tx.tenantId,
      name,
      person_id: random.pick(residents).id,
      frequency,
      every,
      weekdays,
      holiday_mode: holiday,
      days_ahead: 7,
      jobs: sql`${JSON.stringify([job])}::jsonb` as never,
      starts_on: dayOf(now),
      created_by: (staff[0] as Staff).id,
    };
  });
  await tx.run(db.insertInto('work_order_plans').values(rows));
}

export async function seedPlans(
  tx: Tx,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  projects: readonly Project[],
  now: number,
) {
  await seedHolidays(tx, now);
  await seedRules(tx, random, residents, staff, projects, now);
  const { responseMinutes, completionMinutes, badScore } = defaultSettings;
  await tx.run(sql`
    update work_orders o set source = case when warning_id is null then source else 2 end,
      respond_by = greatest(ordered_at + t.respond, t.first - t.respond), complete_by = greatest(ordered_at, t.last) + t.complete,
      responded_at = case when status = 1 then null else ordered_at + interval '5 minutes' end,
      paused_at = case when status = 5 then ordered_at + interval '30 minutes' end
    from (select w.id, make_interval(mins => (${responseMinutes}::integer[])[w.emergency]) as respond,
      make_interval(mins => (${completionMinutes}::integer[])[w.emergency]) as complete,
        min(j.service_at) as first, max(j.service_at + make_interval(mins => j.minutes)) as last
      from work_orders w join work_order_jobs j on j.tenant_id = w.tenant_id and j.work_order_id = w.id
      where w.tenant_id = ${tx.tenantId} and w.complete_by is null group by w.id, w.emergency) t
    where o.tenant_id = ${tx.tenantId} and o.id = t.id`);
  await tx.run(sql`
    insert into work_order_followups (tenant_id, work_order_id, score, created_at)
    select tenant_id, work_order_id, score, scored_at from work_order_scores where tenant_id = ${tx.tenantId} and score <= ${badScore}`);
}
