/** The figures of residents for the home page, within the data scope of the session. Nothing is cached: each call reads. */
import { sql } from 'kysely';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { ageBands, birthDatesOf, birthdayOf, occupancy, residentFigures, type Group } from '#contract/screens/resident-panel.rules.ts';
import { BIRTHDAY_DAYS, MOST_BIRTHDAYS, type residentPanel as routes } from '#contract/screens/resident-panel.ts';
import { serviceKinds } from '#contract/elderly/service-kinds.ts';
import { dayOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { reach } from '../lists/people-reach.ts';

/** The oldest age whose birthdays are looked for. */
const OLDEST = 120;

/** People whom the session may see. */
const seen = ({ session }: Context) =>
  db
    .selectFrom('people')
    .where('tenant_id', '=', session.tenantId)
    .where('deleted_at', 'is', null)
    .where((eb) => reach(eb as never, session) ?? (eb.lit(true) as never));

/** The place of a birth date among the bands of ages, as the list of people counts years. */
function bandOn(today: string) {
  const older = ageBands
    .slice(1)
    .map(({ from }, at) => sql`when birth_date > ${today}::date - make_interval(years => ${sql.lit(from)}) then ${sql.lit(at)}`);
  return sql<number | null>`case when birth_date is null then null ${sql.join(older, sql` `)} else ${sql.lit(older.length)} end`;
}

const groupsOf = (context: Context, today: string) =>
  context.tx.rows<Group>(
    seen(context)
      .where(sql<boolean>`status in (1, 2, 3)`)
      .select(['status', 'service_type as serviceType', 'gender', 'care_level as careLevel'])
      .select([bandOn(today).as('band'), sql<number>`count(*)::integer`.as('count')])
      .select([sql<number | null>`sum(${today}::date - birth_date)::float8`.as('days'), sql<string | null>`min(birth_date)`.as('born')])
      .groupBy(['status', 'service_type', 'gender', 'care_level', sql`5`]),
  );

interface Moves {
  came: number;
  left: number;
  total: number;
  occupied: number;
  reserved: number;
  free: number;
  closed: number;
}

/** Who came and who left since the first of the month, and the beds. A session that may see people sees how many beds there are. */
async function movesOf(context: Context, monthStart: string): Promise<Moves> {
  const { tenantId } = context.tx;
  const ofHouse = seen(context).where('service_type', '=', serviceKinds.institution);
  const registered = ofHouse.where('created_at', '>=', monthStart).select('id');
  const admitted = ofHouse
    .where(
      'id',
      'in',
      sql<number>`(select person_id from admissions
      where tenant_id = ${tenantId} and state = 6 and admitted_at >= ${monthStart})`,
    )
    .select('id');
  const gone = ofHouse.where('left_at', '>=', monthStart).select('id');
  const { free, reserved, occupied, onLeave, inRepair, isolation } = bedStates;
  const row = await context.tx.row<Moves>(sql`
    select (select count(*)::integer from (${registered} union ${admitted}) as came) as came,
      (select count(*)::integer from (${gone}) as gone) as left,
      count(*)::integer as total,
      (count(*) filter (where status in (${occupied}, ${onLeave})))::integer as occupied,
      (count(*) filter (where status = ${reserved}))::integer as reserved,
      (count(*) filter (where status = ${free}))::integer as free,
      (count(*) filter (where status in (${inRepair}, ${isolation})))::integer as closed
    from beds where tenant_id = ${tenantId}`);
  return row!;
}

/** Each birth date is a place in the index of birth dates. */
async function birthdaysOf(context: Context, today: string) {
  const inYear = sql`to_char(birth_date, 'MMDD')`;
  const rows = await context.tx.rows<{ id: number; userName: string; born: string }>(
    seen(context)
      .where(sql<boolean>`status in (1, 2, 3)`)
      .where(sql<boolean>`birth_date = any(${birthDatesOf(today, BIRTHDAY_DAYS, OLDEST)}::date[])`)
      .select(['id', 'name as userName', sql<string>`birth_date`.as('born')])
      .orderBy(sql`${inYear} < ${today.slice(5).replace('-', '')}`)
      .orderBy(inYear)
      .orderBy('birth_date')
      .orderBy('id')
      .limit(sql.lit(MOST_BIRTHDAYS)),
  );
  return rows.map(({ born, ...person }) => ({ ...person, ...birthdayOf(born, today) }));
}

export const residentPanel: Handlers<typeof routes> = {
  async read(_input, context) {
    const today = dayOf(context.deps.now());
    const [groups, { came, left, ...beds }, birthdays] = await Promise.all([
      groupsOf(context, today),
      movesOf(context, `${today.slice(0, 7)}-01 00:00:00`),
      birthdaysOf(context, today),
    ]);
    return { ...residentFigures(groups, today), came, left, beds: { ...beds, rate: occupancy(beds.occupied, beds.total) }, birthdays };
  },
};
