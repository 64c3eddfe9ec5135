/** The demonstration's incidents: a quarter of them, closed and open ones, with whom was told, measures and their log. */
import { DAY, dayOf, HOUR, midnightOf, MINUTE, nextDay, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { limitsOf, dueDefaults, nextAlert } from '#contract/incidents/incident-dues.rules.ts';
import { incidentStates, type IncidentEvent } from '#contract/incidents/incident-commands.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { randomOf, type Random } from './random.ts';
import { stories, type Story } from './incident-stories.ts';
import { seedRisks } from './risks.ts';

interface Person {
  id: number;
  name: string;
  room: number;
  place: string;
}
interface Staff {
  id: number;
  name: string;
}

const COUNTED_DAYS = 120;
const CLOSED = 11;

const at = (ms: number | null) => (ms === null ? null : textOf(ms));

interface Seed {
  story: Story;
  person: Person;
  reporter: Staff;
  boss: Staff;
  happened: number;
  /** How far it went. */
  state: number;
  told: boolean;
  late: boolean;
}

async function seedOne(tx: Tx, { story, person, reporter, boss, happened, state, told, late }: Seed, now: number): Promise<void> {
  const graded = { type: story.type, severity: state === incidentStates.reported ? null : story.severity, died: false };
  const limits = limitsOf(graded, true, happened, dueDefaults);
  const working = state !== incidentStates.reported;
  const family = told ? happened + (late ? 55 : 12) * MINUTE : null;
  const closed = state === incidentStates.closed ? happened + 3 * DAY : null;
  const done = {
    family_told_at: at(family),
    accepted_at: working ? at(happened + 35 * MINUTE) : null,
    authority_told_at: working && limits.authority_due_at !== null ? at(happened + 5 * HOUR) : null,
    written_at: closed !== null && limits.written_due_at !== null ? at(happened + 2 * DAY) : null,
  };
  const alert = closed === null ? nextAlert({ ...limits, ...done }, null) : null;
  const made = await tx.row(
    db
      .insertInto('incidents')
      .values({
        tenant_id: tx.tenantId,
        state,
        ...graded,
        person_id: person.id,
        person_name: person.name,
        occurred_at: textOf(happened - 6 * MINUTE),
        found_at: textOf(happened - 4 * MINUTE),
        reported_at: textOf(happened),
        reporter_id: reporter.id,
        reporter_name: reporter.name,
        room_id: person.room,
        place: person.place,
        found_by: reporter.name,
        course: story.course,
        first_aid: story.firstAid,
        injuries: JSON.stringify(story.injuries),
        causes: working ? story.causes : [],
        cause_text: working ? story.cause : null,
        ...limits,
        ...done,
        alert_at: alert,
        accepted_by: working ? boss.name : null,
        submitted_at: closed === null ? null : textOf(closed - 5 * HOUR),
        submitted_by: closed === null ? null : reporter.name,
        closed_at: at(closed),
        closed_by: closed === null ? null : boss.name,
        conclusion: closed === null ? null : '原因清楚，措施可行，同意结案。',
        created_at: textOf(happened),
      } as never)
      .returning('id'),
  );
  const { id } = made as { id: number };
  await tx.run(
    db
      .insertInto('incident_people')
      .values({ tenant_id: tx.tenantId, incident_id: id, person_id: person.id, person_name: person.name, place: 0 }),
  );
  const notices = [
    ...(family === null ? [] : [{ kind: 'family', person_id: person.id, at: family, who: '儿子', answer: '知道了，下班后过来' }]),
    ...(done.authority_told_at === null
      ? []
      : [{ kind: 'authority', person_id: null, at: happened + 5 * HOUR, who: '区民政局养老服务科', answer: '已登记' }]),
  ];
  if (notices.length > 0)
    await tx.run(
      db.insertInto('incident_notices').values(
        notices.map(({ at: time, ...one }) => ({
          ...one,
          tenant_id: tx.tenantId,
          incident_id: id,
          told_at: textOf(time),
          way: 1,
          told_by: reporter.name,
          user_id: reporter.id,
          user_name: reporter.name,
          created_at: textOf(time),
        })),
      ),
    );
  if (working)
    await tx.run(
      db.insertInto('incident_measures').values({
        tenant_id: tx.tenantId,
        incident_id: id,
        text: story.measure,
        owner_id: reporter.id,
        owner_name: reporter.name,
        due_on: nextDay(dayOf(happened), 7),
        done_at: closed === null ? null : textOf(closed - DAY),
        done_by: closed === null ? null : reporter.name,
        result: closed === null ? null : '已完成并检查',
      }),
    );
  const log: [IncidentEvent, number, Staff][] = [
    ['report', happened, reporter],
    ...(family === null ? [] : [['family', family, reporter] as [IncidentEvent, number, Staff]]),
    ...(working ? [['accept', happened + 35 * MINUTE, boss] as [IncidentEvent, number, Staff]] : []),
    ...(closed === null
      ? []
      : ([
          ['submit', closed - 5 * HOUR, reporter],
          ['close', closed, boss],
        ] as [IncidentEvent, number, Staff][])),
  ];
  await tx.run(
    db.insertInto('incident_events').values(
      log.map(([kind, when, by]) => ({
        tenant_id: tx.tenantId,
        incident_id: id,
        kind,
        text: null,
        user_id: by.id,
        user_name: by.name,
        created_at: textOf(Math.min(when, now)),
      })),
    ),
  );
}

async function seedCounts(tx: Tx, people: number, now: number): Promise<void> {
  await tx.run(sql`insert into resident_counts (tenant_id, day, residents)
    select ${tx.tenantId}, ${dayOf(now)}::date - n, ${people} from generate_series(1, ${COUNTED_DAYS}) as n on conflict do nothing`);
}

const peopleOf = (tx: Tx) =>
  tx.rows<Person>(sql`
    select p.id, p.name, r.id as room, app.place_text(r.building, r.floor, r.name, b.name) as place
    from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where p.tenant_id = ${tx.tenantId} and p.status = 1 and p.deleted_at is null order by p.id limit 200`);

const staffOf = (tx: Tx, code: string) =>
  tx.rows<Staff>(sql`
    select u.id, u.name from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.code = ${code}
    where u.tenant_id = ${tx.tenantId} and u.home_user_id is null order by u.id`);

/** What went well, long ago and lately, and what is at work. */
function seedsOf(random: Random, people: readonly Person[], carers: readonly Staff[], nurse: Staff, boss: Staff, now: number): Seed[] {
  const given = { boss, told: true, late: false };
  const past = Array.from({ length: CLOSED }, (_, n): Seed => {
    const happened = midnightOf(now, -8 * (n + 1)) + random.int(5 * 60, 22 * 60) * MINUTE;
    const story = stories[n % stories.length] as Story;
    return {
      ...given,
      story,
      person: random.pick(people),
      reporter: random.pick(carers),
      happened,
      state: incidentStates.closed,
      late: n % 4 === 3,
    };
  });
  const [fresh, working] = [people.at(-4) as Person, people.at(-5) as Person];
  return [
    ...past,
    {
      ...given,
      story: stories[1] as Story,
      person: working,
      reporter: nurse,
      happened: midnightOf(now, -1) + 21 * HOUR,
      state: incidentStates.working,
    },
    {
      ...given,
      story: stories[0] as Story,
      person: fresh,
      reporter: carers[0] as Staff,
      happened: now - 20 * MINUTE,
      state: incidentStates.reported,
      told: false,
    },
  ];
}

/** To be called once residents and staff are there; an institution without beds has none. */
export async function seedIncidents(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    const people = await peopleOf(tx);
    const [[boss], [nurse], carers] = [await staffOf(tx, 'admin'), await staffOf(tx, 'nurse'), await staffOf(tx, 'carer')];
    if (people.length < 10 || !boss || !nurse || carers.length === 0) return;
    const now = deps.now();
    await seedCounts(tx, people.length, now);
    await seedRisks(tx, randomOf(`risks${tenantId}`), people, nurse.name, now);
    for (const seed of seedsOf(randomOf(`incidents${tenantId}`), people, carers, nurse, boss, now)) await seedOne(tx, seed, now);
  });
}
