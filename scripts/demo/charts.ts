/** The demonstration's charts: some days of notes with values of three residents, a finding of the skin, rounds with one missing in a night. */
import { sql } from 'kysely';
import { windowsBetween } from '#contract/care/patrol-windows.rules.ts';
import { careSettingDefaults } from '#contract/care/care-settings.ts';
import type { NoteDetails } from '#contract/care/care-charts.rules.ts';
import type { NoteKind } from '#contract/care/care-notes.ts';
import { DAY, HOUR, MINUTE, isoOf, midnightOf } from '#contract/time.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { randomOf, type Random } from './random.ts';

const PEOPLE = 3;
const DAYS = 4;
interface Named {
  id: number;
  name: string;
}
type Said = readonly [minute: number, kind: NoteKind, details: NoteDetails];

const POSITIONS = ['left', 'flat', 'right'] as const;

/** What is noted of a person in a day; at night one turn in six is late. */
function dayOfNotes(random: Random): Said[] {
  const turns: Said[] = [];
  for (let minute = 20, at = 0; minute < 1440; minute += random.next() < 0.16 ? 190 : random.int(100, 118), at++)
    turns.push([minute, 'turn', { position: POSITIONS[at % 3]!, skin: 'fine' }]);
  const drinks = [390, 495, 600, 715, 870, 990, 1100, 1210].map((minute): Said => [
    minute + random.int(0, 20),
    'water',
    { ml: random.pick([150, 200, 200, 250]) },
  ]);
  const passed = [370, 620, 850, 1090, 1290].map((minute): Said => [
    minute + random.int(0, 25),
    'urine',
    { ml: random.int(18, 36) * 10, colour: 'pale' },
  ]);
  return [
    ...turns,
    ...drinks,
    ...passed,
    [700, 'meal', { ml: 200 }],
    [450, 'stool', { bristol: random.int(3, 5), amount: 'some' }],
    [455, 'disinfect', {}],
    [410, 'sleep', { sleep: random.pick(['good', 'good', 'light']) }],
    [570, 'bath', { bath: 'bed', skin: 'fine' }],
  ];
}

async function seedNotes(tx: Tx, random: Random, people: readonly Named[], carers: readonly Named[], now: number): Promise<void> {
  const rows = people.flatMap((person) =>
    Array.from({ length: DAYS }, (_, back) => back).flatMap((back) =>
      dayOfNotes(random).map(([minute, kind, details]) => ({ person, at: midnightOf(now, -back) + minute * MINUTE, kind, details })),
    ),
  );
  for (const { person, at, kind, details } of rows.filter((row) => row.at <= now)) {
    const by = random.pick(carers);
    await tx.run(
      db.insertInto('care_notes').values({
        tenant_id: tx.tenantId,
        person_id: person.id,
        kind,
        noted_at: isoOf(at),
        details: JSON.stringify(details) as never,
        user_id: by.id,
        user_name: by.name,
        created_at: isoOf(at),
      }),
    );
  }
  await tx.run(sql`
    insert into care_targets (tenant_id, person_id, intake_low, intake_high, output_low, user_name)
    values (${tx.tenantId}, ${people[0]!.id}, 1200, 2500, 800, ${carers[0]!.name})`);
}

/** A pressure sore that becomes smaller. */
async function seedSkin(tx: Tx, person: Named, nurse: Named, now: number): Promise<void> {
  const looks = [
    { at: now - 6 * DAY, length_mm: 30, width_mm: 25, note: '骶尾部水疱，基底红润，予泡沫敷料' },
    { at: now - 4 * DAY, length_mm: 28, width_mm: 22, note: '渗液减少，继续每2小时翻身' },
    { at: now - DAY, length_mm: 22, width_mm: 18, note: '创面红润，缩小' },
  ];
  const last = looks.at(-1)!;
  const by = { user_id: nurse.id, user_name: nurse.name };
  const made = await tx.row(
    db
      .insertInto('skin_findings')
      .values({
        tenant_id: tx.tenantId,
        person_id: person.id,
        part: 'sacrum',
        kind: 2,
        length_mm: last.length_mm,
        width_mm: last.width_mm,
        found_at: isoOf(looks[0]!.at),
        seen_at: isoOf(last.at),
        ...by,
        version: looks.length,
        created_at: isoOf(looks[0]!.at),
      })
      .returning('id'),
  );
  const rows = looks.map(({ at, ...look }) => ({
    tenant_id: tx.tenantId,
    finding_id: made!.id,
    kind: 2,
    ...look,
    seen_at: isoOf(at),
    ...by,
    created_at: isoOf(at),
  }));
  await tx.run(db.insertInto('skin_looks').values(rows));
}

/** Each round of the last two days but one of last night, on the first floor of the house. */
async function seedPatrols(tx: Tx, random: Random, carers: readonly Named[], now: number): Promise<void> {
  const floors = await tx.rows<{ building: string; floor: string; people: number }>(sql`
    select r.building, r.floor, count(*)::integer as people from people p
      join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where p.tenant_id = ${tx.tenantId} and p.status = 1 and p.deleted_at is null
    group by r.building, r.floor order by min(r.place collate app.natural_order)`);
  const windows = windowsBetween(midnightOf(now, -2), now, careSettingDefaults).filter(({ until }) => until <= now);
  const missing = midnightOf(now, -1) + 2 * HOUR;
  const rows = windows.flatMap((window) =>
    floors.flatMap(({ building, floor, people }, at) => {
      if (at === 0 && window.from === missing) return [];
      const by = random.pick(carers);
      const began = window.from + random.int(5, 50) * MINUTE;
      const asks = random.next() < 0.1;
      return {
        tenant_id: tx.tenantId,
        state: 2,
        building,
        floor,
        started_at: isoOf(began),
        ended_at: isoOf(began + random.int(6, 18) * MINUTE),
        people,
        well: people,
        note: asks ? '走廊照明已报修' : '',
        user_id: by.id,
        user_name: by.name,
        created_at: isoOf(began),
      };
    }),
  );
  if (rows.length > 0) await tx.run(db.insertInto('patrols').values(rows));
}

/** Of one institution, once. */
export async function seedCharts(deps: Dependencies, tenantId: number): Promise<void> {
  const now = deps.now();
  const random = randomOf(`charts${tenantId}`);
  await deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(sql`select id from patrols where tenant_id = ${tenantId} limit 1`)) return;
    const people = await tx.rows<Named>(sql`
      select id, name from people where tenant_id = ${tenantId} and status = 1 and deleted_at is null and bed_id is not null
      order by coalesce(ability, 0) desc, id limit ${PEOPLE}`);
    const staffOf = (code: string) =>
      tx.rows<Named>(sql`
        select u.id, u.name from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
          join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.code = ${code}
        where u.tenant_id = ${tenantId} and u.home_user_id is null order by u.id`);
    const [[nurse], carers] = [await staffOf('nurse'), await staffOf('carer')];
    if (!nurse || carers.length === 0 || people.length === 0) return;
    await seedNotes(tx, random, people, carers, now);
    await seedSkin(tx, people[0]!, nurse, now);
    await seedPatrols(tx, random, carers, now);
  });
}
