/** The demonstration's dispatch board: who is trained for what, and the services of today and the next days. */
import { DAY, HOUR, MINUTE, dayOf, midnightOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { defaultSettings } from '../../contract/work-orders/work-order-settings.ts';
import { targetsOf } from '../../contract/work-orders/work-order-targets.rules.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Project, Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

const DAYS = 4;
const iso = (at: number) => new Date(at).toISOString();

/** Carers for daily life and company, nurses for treatment, a third of both for emergencies; some certificates end soon, one has. */
export async function seedSkills(
  tx: Tx,
  random: Random,
  staff: readonly Staff[],
  projects: readonly Project[],
  now: number,
): Promise<void> {
  const types = new Map(projects.map(({ typeName, typeId }) => [typeName, typeId]));
  const rows = staff
    .filter(({ role }) => role === 'carer' || role === 'nurse')
    .flatMap(({ id, role }, index) => {
      const names =
        role === 'nurse'
          ? ['医疗护理', '应急服务']
          : ['生活照料', ...(index % 2 ? ['陪伴关怀'] : []), ...(index % 3 === 0 ? ['应急服务', '医疗护理'] : [])];
      return names.map((name, at) => ({
        tenant_id: tx.tenantId,
        user_id: id,
        service_type_id: types.get(name) as number,
        level: random.int(1, 3),
        valid_until: index % 5 === 4 && at === 0 ? dayOf(now + (index === 9 ? -20 : random.int(20, 300)) * DAY) : null,
        certificate: role === 'nurse' ? '护士执业证书' : random.chance(0.5) ? '养老护理员证书' : null,
      }));
    });
  await tx.run(db.insertInto('staff_skills').values(rows));
}

interface Planned {
  project: Project;
  wearer: Resident;
  at: number;
  carer: Staff | null;
  urgent: boolean;
}

/** Each shift of a carer gets a few services with time between them; about ten a day wait for somebody. */
async function plan(
  tx: Tx,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  projects: readonly Project[],
  now: number,
): Promise<Planned[]> {
  const carers = new Map(staff.filter(({ role }) => role === 'carer').map((one) => [one.id, one]));
  const today = midnightOf(now);
  const duties = await tx.rows<{
    user_id: number;
    at: number;
  }>(sql`select user_id, (extract(epoch from starts_at) * 1000)::bigint as at from duties
    where tenant_id = ${tx.tenantId} and starts_at >= ${iso(today)} and starts_at < ${iso(today + DAYS * DAY)} order by id`);
  const usual = projects.filter(({ typeName }) => typeName === '生活照料' || typeName === '陪伴关怀');
  const planned: Planned[] = [];
  for (const { user_id, at } of duties) {
    const carer = carers.get(user_id);
    if (!carer) continue;
    const night = (at - midnightOf(at)) / HOUR >= 22;
    let next = at + random.int(1, 4) * 15 * MINUTE;
    for (let n = 0; n < (night ? 1 : random.int(3, 5)); n++) {
      const project = random.pick(usual);
      if (next + project.minutes * MINUTE > at + 8 * HOUR) break;
      planned.push({ project, wearer: random.pick(residents), at: next, carer, urgent: false });
      next += (Math.ceil(project.minutes / 15) + random.int(1, 4)) * 15 * MINUTE;
    }
  }
  const waiting = projects.slice(1);
  for (let day = 0; day < DAYS; day++) {
    // Late in the evening there is little left to plan; one was forgotten.
    const from = day === 0 ? Math.max(now - HOUR, today + 8 * HOUR) : today + day * DAY + 8 * HOUR;
    const to = Math.max(today + day * DAY + 20 * HOUR, from + 2 * HOUR);
    for (let n = 0; n < (from > today + 18 * HOUR && day === 0 ? 3 : 10); n++) {
      const at = Math.ceil((from + random.next() * (to - from)) / (15 * MINUTE)) * 15 * MINUTE;
      planned.push({ project: random.pick(waiting), wearer: random.pick(residents), at, carer: null, urgent: random.chance(0.2) });
    }
  }
  return planned;
}

/** How far a service has got by now: over, under way, or still to come; now and then somebody is late. */
function stateOf({ at, project, carer }: Planned, random: Random, now: number) {
  const end = at + project.minutes * MINUTE;
  if (!carer) return { status: 1, begun: null, ended: null };
  if (end <= now && random.chance(0.94)) {
    const [first, last] = [random.int(-3, 8), random.int(-4, 10)];
    // One in twelve comes late, one in fifteen leaves early.
    if (first === 8) return { status: 4, begun: at + 24 * MINUTE, ended: end + 24 * MINUTE };
    if (last === -4) return { status: 4, begun: at + first * MINUTE, ended: at + first * MINUTE + 0.6 * (end - at) };
    return { status: 4, begun: at + first * MINUTE, ended: end + last * MINUTE };
  }
  if (at <= now && end > now && random.chance(0.8))
    return { status: 3, begun: Math.min(now, at + random.int(-3, 6) * MINUTE), ended: null };
  return { status: 2, begun: null, ended: null };
}

/** Writes the plan as orders of one job each. */
export async function seedBoard(
  tx: Tx,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  projects: readonly Project[],
  now: number,
): Promise<void> {
  const tenant_id = tx.tenantId;
  const boss = staff[0] as Staff;
  const planned = await plan(tx, random, residents, staff, projects, now);
  const serials = new Map(
    (await tx.rows(db.selectFrom('work_order_numbers').select(['day', 'last']).where('tenant_id', '=', tenant_id))).map(({ day, last }) => [
      day,
      last,
    ]),
  );
  const numbered = planned.map((one) => {
    // Before somebody went, too.
    const ordered = Math.min(now, one.at) - random.int(60, 36 * 60) * MINUTE;
    const day = dayOf(ordered);
    const serial = (serials.get(day) ?? 0) + 1;
    serials.set(day, serial);
    return { ...one, ...stateOf(one, random, now), ordered, number: `GD${day.replaceAll('-', '')}${String(serial).padStart(4, '0')}` };
  });
  const orders = await tx.rows(
    db
      .insertInto('work_orders')
      .values(
        numbered.map(({ number, status, ordered, wearer, project, urgent, carer, begun, ended, at }) => {
          const due = targetsOf(
            { orderedAt: ordered, urgency: urgent ? 2 : 1, jobs: [{ serviceAt: at, minutes: project.minutes }] },
            defaultSettings,
          );
          return {
            tenant_id,
            number,
            status,
            orderer_name: wearer.name,
            orderer_phone: wearer.phone,
            ordered_at: iso(ordered),
            emergency: urgent ? 2 : 1,
            service_type_id: project.typeId,
            person_id: wearer.id,
            person_name: wearer.name,
            person_phone: wearer.phone,
            person_address: wearer.address,
            care_level: wearer.careLevel,
            ability: wearer.ability,
            longitude: wearer.place[0],
            latitude: wearer.place[1],
            total_fen: project.priceFen,
            operator_id: boss.id,
            respond_by: iso(due.respondBy),
            complete_by: iso(due.completeBy),
            responded_at: carer ? iso(ordered + 10 * MINUTE) : null,
            started_at: begun === null ? null : iso(begun),
            finished_at: ended === null ? null : iso(ended),
            created_at: iso(ordered),
            updated_at: iso(ordered),
          };
        }),
      )
      .returning(['id', 'number']),
  );
  const ids = new Map(orders.map(({ id, number }) => [number, id]));
  const jobs = await tx.rows(
    db
      .insertInto('work_order_jobs')
      .values(
        numbered.map(({ number, status, project, at, carer, wearer, begun, ended }) => ({
          tenant_id,
          work_order_id: ids.get(number) as number,
          status,
          project_id: project.id,
          project_name: project.name,
          service_type_id: project.typeId,
          service_type_name: project.typeName,
          service_at: iso(at),
          minutes: project.minutes,
          price_fen: project.priceFen,
          user_id: carer?.id ?? null,
          user_name: carer?.name ?? null,
          user_phone: carer?.phone ?? null,
          check_in_at: begun === null ? null : iso(begun),
          check_in_address: begun === null ? null : wearer.address,
          check_out_at: ended === null ? null : iso(ended),
          check_out_address: ended === null ? null : wearer.address,
        })),
      )
      .returning(['id', 'work_order_id']),
  );
  const jobOf = new Map(jobs.map(({ id, work_order_id }) => [work_order_id, id]));
  const logs = numbered.flatMap(({ number, project, carer, ordered, begun, ended }) => {
    const orderId = ids.get(number) as number;
    const log = (action: string, note: string, at: number, who: Staff) => ({
      tenant_id,
      work_order_id: orderId,
      job_id: jobOf.get(orderId) as number,
      action,
      note,
      user_id: who.id,
      user_name: who.name,
      created_at: iso(at),
    });
    return [
      log('create', project.name, ordered, boss),
      ...(carer ? [log('send', `${project.name}派给${carer.name}`, ordered + 10 * MINUTE, boss)] : []),
      ...(carer && begun !== null ? [log('start', project.name, begun, carer)] : []),
      ...(carer && ended !== null ? [log('finish', project.name, ended, carer)] : []),
    ];
  });
  await tx.run(db.insertInto('work_order_logs').values(logs));
  for (const [day, last] of serials)
    await tx.run(
      sql`insert into work_order_numbers (tenant_id, day, last) values (${tenant_id}, ${day}, ${last}) on conflict (tenant_id, day)
        do update set last = excluded.last`,
    );
}
