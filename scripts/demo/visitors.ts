/** The demonstration's visitors: slots, a month of visits, who is in the house and who is to come, a restricted visitor, outings. */
import { dayOf, HOUR, instantOf, MINUTE, nextDay, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { outingStates } from '#contract/visitors/outing-commands.rules.ts';
import { visitorSources, visitorStates } from '#contract/visitors/visitor-commands.rules.ts';
import { defaultVisitorSettings } from '#contract/visitors/visitor-settings.ts';
import { newCode } from '#contract/visitors/visitor-slots.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { markBed } from '../../server/rooms/occupancy.ts';
import { randomOf, type Random } from './random.ts';

interface Person {
  id: number;
  name: string;
  bed: number;
  place: string;
}

const DAYS = 30;
const FAMILY = ['王强', '李敏', '张伟', '刘芳', '陈军', '杨静', '赵磊', '周丽', '吴涛', '徐燕'];
/** Of the dictionary relation. */
const [SON, DAUGHTER, IN_LAW] = [2, 3, 4];
const { pending, booked, inside, left, cancelled, missed } = visitorStates;

const peopleOf = (tx: Tx) =>
  tx.rows<Person>(sql`
    select p.id, p.name, p.bed_id as bed, app.place_text(r.building, r.floor, r.name, b.name) as place
    from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where p.tenant_id = ${tx.tenantId} and p.status = 1 and p.deleted_at is null order by p.id limit 60`);

async function seedSettings(tx: Tx, random: Random): Promise<void> {
  const { questions, ...rest } = defaultVisitorSettings;
  await tx.run(
    db.insertInto('visitor_settings').values({
      tenant_id: tx.tenantId,
      public_booking: true,
      // The demonstration's poster is the same on every start.
      link_secret: Array.from({ length: 32 }, () => 'abcdefghjkmnpqrstuvwxyz23456789'[random.int(0, 30)]).join(''),
      days_ahead: rest.daysAhead,
      people_most: rest.peopleMost,
      approval: false,
      questions: JSON.stringify(questions),
      usual_minutes: rest.usualMinutes,
      overdue_minutes: rest.overdueMinutes,
    }),
  );
  const slot = { tenant_id: tx.tenantId, weekdays: [0, 1, 2, 3, 4, 5, 6] };
  await tx.run(
    db.insertInto('visitor_slots').values([
      { ...slot, start_clock: '09:00', end_clock: '11:00', capacity: 12 },
      { ...slot, start_clock: '14:30', end_clock: '16:30', capacity: 20 },
      { ...slot, weekdays: [0, 6], start_clock: '18:00', end_clock: '19:30', capacity: 10 },
    ]),
  );
}

function visit(tx: Tx, random: Random, person: Person, starts: number, state: number) {
  const source = random.chance(0.6) ? visitorSources.family : random.chance(0.5) ? visitorSources.staff : visitorSources.desk;
  const arrived = starts + random.int(-10, 25) * MINUTE;
  const came = state === inside || state === left;
  return {
    tenant_id: tx.tenantId,
    state,
    source: state === pending || state === missed ? visitorSources.family : source,
    code: newCode((most) => random.int(0, most - 1)),
    day: dayOf(starts),
    starts_at: textOf(starts),
    ends_at: textOf(starts + 2 * HOUR),
    name: random.pick(FAMILY),
    phone: `1990000${random.int(1000, 9999)}`,
    person_id: person.id,
    person_name: person.name,
    place: came ? person.place : null,
    relation: random.pick([SON, DAUGHTER, IN_LAW]),
    people: random.int(1, 3),
    answers: JSON.stringify(defaultVisitorSettings.questions.map((question) => ({ ...question, answer: false }))),
    temperature: came ? random.int(361, 369) / 10 : null,
    reason: state === cancelled ? '家中有事' : null,
    arrived_at: came ? textOf(arrived) : null,
    arrived_by: came ? '前台' : null,
    due_at: state === inside ? textOf(arrived + 3 * HOUR) : null,
    left_at: state === left ? textOf(arrived + random.int(35, 130) * MINUTE) : null,
    left_by: state === left ? '前台' : null,
    created_at: textOf(starts - random.int(5, 70) * HOUR),
  };
}

async function seedVisits(tx: Tx, random: Random, people: readonly Person[], now: number): Promise<void> {
  const today = dayOf(now);
  const rows = [];
  for (let back = DAYS; back >= 1; back--)
    for (let n = random.int(2, 6); n > 0; n--) {
      const starts = instantOf(`${nextDay(today, -back)} ${random.pick(['09:15', '09:45', '14:30', '15:00', '15:30'])}`);
      rows.push(visit(tx, random, random.pick(people), starts, [left, missed, cancelled][random.weighted([85, 9, 6])] as number));
    }
  for (const ago of [25, 50, 80]) rows.push(visit(tx, random, random.pick(people), now - ago * MINUTE, inside));
  for (let ahead = 0; ahead <= 3; ahead++)
    rows.push(visit(tx, random, random.pick(people), instantOf(`${nextDay(today, ahead)} ${ahead === 0 ? '23:30' : '14:30'}`), booked));
  rows.push(visit(tx, random, random.pick(people), instantOf(`${nextDay(today, 2)} 09:00`), pending));
  await tx.run(
    db
      .insertInto('visitor_records')
      .values(rows)
      .onConflict((on) => on.doNothing()),
  );
}

async function seedOutings(tx: Tx, random: Random, people: readonly Person[], now: number): Promise<void> {
  const outing = (person: Person, leave: number, back: number, state: number) => ({
    tenant_id: tx.tenantId,
    state,
    person_id: person.id,
    person_name: person.name,
    companion_name: random.pick(FAMILY),
    companion_phone: `1990000${random.int(1000, 9999)}`,
    relation: random.pick([SON, DAUGHTER]),
    destination: random.pick(['回家过节', '市一医院复诊', '家庭聚餐', '公园散步']),
    leave_at: textOf(leave),
    due_at: textOf(back),
    left_at: state === outingStates.planned ? null : textOf(leave),
    left_by: state === outingStates.planned ? null : '前台',
    returned_at: state === outingStates.returned ? textOf(back - 20 * MINUTE) : null,
    returned_by: state === outingStates.returned ? '前台' : null,
    created_by_name: '前台',
  });
  const [away, next] = [people.at(-1) as Person, people.at(-2) as Person];
  const before = Array.from({ length: 8 }, (_, n) => {
    const leave = instantOf(`${nextDay(dayOf(now), -2 - 3 * n)} 10:00`);
    return outing(random.pick(people), leave, leave + random.int(2, 7) * HOUR, outingStates.returned);
  });
  await tx.run(
    db
      .insertInto('outings')
      .values([
        ...before,
        outing(away, now - HOUR, now + 8 * HOUR, outingStates.out),
        outing(next, instantOf(`${nextDay(dayOf(now))} 09:00`), instantOf(`${nextDay(dayOf(now))} 17:00`), outingStates.planned),
      ]),
  );
  await tx.run(sql`update people set status = 2 where tenant_id = ${tx.tenantId} and id = ${away.id}`);
  await markBed(tx, away.bed, true);
}

/** To be called once the residents are there; an institution without beds receives no visitors. */
export async function seedVisitors(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    const people = await peopleOf(tx);
    if (people.length < 10) return;
    const random = randomOf(`visitors${tenantId}`);
    const now = deps.now();
    await seedSettings(tx, random);
    await seedVisits(tx, random, people, now);
    await seedOutings(tx, random, people, now);
    const [person] = people as [Person];
    await tx.run(
      db.insertInto('restricted_visitors').values({
        tenant_id: tenantId,
        person_id: person.id,
        name: '钱江',
        phone: '19900009999',
        relation: SON,
        reason: '监护人书面要求，曾因财产纠纷扰乱休息',
        starts_on: dayOf(now),
        created_by_name: '前台',
      }),
    );
  });
}
