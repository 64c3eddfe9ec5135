/** The demonstration's visits: a weekly visit of those at home, a call every other day, what was found in two weeks, one not reached twice. */
import { sql } from 'kysely';
import { DAY, dayOf, HOUR, isoOf, instantOf, MINUTE, nextDay } from '#contract/time.ts';
import { defaultItems, madeUntil } from '#contract/visits/visit-plans.rules.ts';
import { visitStates } from '#contract/visits/visit-tasks.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { daysOf, insertVisits } from '../../server/visits/visit-making.ts';
import { randomOf, type Random } from './random.ts';

interface Staff {
  id: number;
  name: string;
}

const DAYS_BACK = 14;
const CALLED = 4;
const RESIDENTS = 10;
const TAGS = ['独居', '空巢', '独居', '失能'];
const FINDINGS = ['煤气灶老化，胶管需更换', '卫生间地面湿滑，没有扶手', '插线板过载'];
const NOTES = ['精神较好，和邻居往来正常。', '近日食欲一般，已叮嘱按时用餐。', '询问助浴服务，已说明预约办法。', '女儿每周来看望一次。'];

interface Seed {
  today: string;
  head: Staff;
  visitors: number[];
  people: number[];
  /** They live at home, not in the house. */
  atHome: boolean;
}

const plans = ({ today, head, visitors, people, atHome }: Seed) => {
  const common = {
    state: 2,
    starts_on: nextDay(today, -DAYS_BACK * 2),
    visitor_ids: visitors,
    items: JSON.stringify(defaultItems) as never,
    created_by: head.id,
    created_name: head.name,
  };
  const weekly = { frequency: 2, every: 1, weekdays: [1, 4], days_allowed: 2, way: 1, ...common };
  const called = { frequency: 1, every: 2, weekdays: [] as number[], days_allowed: 0, way: 2, by_rule: false, ...common };
  return [
    atHome
      ? {
          people: [],
          values: { ...weekly, name: '居家老人每周探访', purpose: '了解身体、生活和居家安全情况。', by_rule: true, service_type: 2 },
        }
      : { people, values: { ...weekly, name: '少有家属探望的老人陪伴', purpose: '陪伴聊天，了解心情和需要。', by_rule: false } },
    {
      people: people.slice(0, CALLED),
      values: { ...called, name: atHome ? '独居老人电话问候' : '与家属电话联系', purpose: '确认平安，转达需要。' },
    },
  ];
};

/** The answers of a visit: all is well, or with a risk. */
const answersOf = (random: Random, finding: string | null) =>
  defaultItems.map(({ title, choices, carried }) => ({
    title,
    value: carried
      ? (finding ?? '')
      : title.startsWith('居家安全')
        ? choices[finding === null ? 0 : 1]!
        : (choices[random.chance(0.8) ? 0 : 1] ?? ''),
    files: [],
  }));

interface Due {
  id: number;
  personId: number;
  day: string;
  way: number;
  userId: number | null;
  userName: string | null;
}

/** What became of the visits before today. */
async function makeThem(tx: Tx, random: Random, today: string, now: number): Promise<void> {
  const due = await tx.rows<Due>(sql`
    select t.id, t.person_id as "personId", t.due_on as day, v.way, t.user_id as "userId", t.user_name as "userName"
    from visit_tasks t join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id
    where t.tenant_id = ${tx.tenantId} and t.due_on < ${today}::date and t.user_id is not null order by t.due_on, t.id`);
  const silent = due.at(-1)?.personId;
  const missed = due.filter(({ personId }) => personId === silent).slice(-2);
  for (const one of due) {
    if (!missed.includes(one) && random.chance(0.06)) continue;
    const at = instantOf(one.day) + random.int(9, 16) * HOUR + random.int(0, 59) * MINUTE;
    const finding = random.chance(0.08) ? random.pick(FINDINGS) : null;
    const done = { done_at: isoOf(at), entered_at: isoOf(at), done_by: one.userId, done_name: one.userName, way: one.way };
    const set = missed.includes(one)
      ? { ...done, state: visitStates.notReached, reason: one.way === 2 ? 2 : 1, note: '已告知责任护理员。' }
      : {
          ...done,
          state: visitStates.done,
          result: finding === null ? 1 : 2,
          finding,
          answers: JSON.stringify(answersOf(random, finding)),
          note: random.chance(0.6) ? random.pick(NOTES) : '',
          ...(one.way === 1 ? { begun_at: isoOf(at - 25 * MINUTE), begun_distance: random.int(5, 60) } : {}),
        };
    await tx.run(db.updateTable('visit_tasks').set(set).where('tenant_id', '=', tx.tenantId).where('id', '=', one.id));
  }
  await tx.run(sql`
    insert into visit_people (tenant_id, person_id, last_on, finding, missed, missed_at)
    select t.tenant_id, t.person_id, max(t.due_on) filter (where t.state = 3), (array_agg(t.finding order by t.due_on desc, t.id desc)
      filter (where t.state = 3))[1], case when t.person_id = ${silent ?? 0} then 2 else 0 end,
      case when t.person_id = ${silent ?? 0} then ${isoOf(now - DAY)}::timestamptz end
    from visit_tasks t where t.tenant_id = ${tx.tenantId} and t.state >= 3 group by t.tenant_id, t.person_id`);
}

export const seedVisits = (deps: Dependencies, tenantId: number): Promise<void> =>
  deps.inTenant(tenantId, async (tx) => {
    const now = deps.now();
    const today = dayOf(now);
    const random = randomOf(`${tenantId}.visits`);
    const carers = await tx.rows<Staff>(sql`
      select u.id, u.name from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
        join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.code = 'carer'
      where u.tenant_id = ${tenantId} and u.status = 0 and u.deleted_at is null order by u.id limit 4`);
    const found = await tx.rows<{ id: number; home: boolean }>(sql`
      select id, service_type = 2 as home from people where tenant_id = ${tenantId} and status = 1 and deleted_at is null order by id`);
    const atHome = found.some(({ home }) => home);
    const people = atHome ? found.filter(({ home }) => home) : found.slice(0, RESIDENTS);
    if (carers.length === 0 || people.length === 0) return;
    if (atHome)
      for (const [at, { id }] of people.entries())
        if (TAGS[at % 6])
          await tx.run(sql`update people set flags = flags || ${[TAGS[at % 6]!]}::text[] where tenant_id = ${tenantId} and id = ${id}`);
    const seed = { today, head: carers[0]!, visitors: carers.map(({ id }) => id), people: people.map(({ id }) => id), atHome };
    for (const { people: named, values } of plans(seed)) {
      const made = await tx.row(
        db
          .insertInto('visit_plans')
          .values({ tenant_id: tenantId, ...values })
          .returning('id'),
      );
      const id = made!.id;
      if (named.length > 0)
        await tx.run(
          db
            .insertInto('visit_plan_people')
            .values(named.map((person) => ({ tenant_id: tenantId, plan_id: id, person_id: person, chosen: true }))),
        );
      const { starts_on: startsOn, frequency, every, weekdays } = values;
      const days = daysOf(
        [{ id, frequency, every, weekdays, monthDays: [], startsOn, endsOn: null }],
        nextDay(today, -DAYS_BACK),
        madeUntil(today),
      );
      await insertVisits(tx, days, today);
    }
    await makeThem(tx, random, today, now);
    // One that was to be tomorrow is the day after.
    await tx.run(sql`
      update visit_tasks t set due_on = due_on + 1, closes_on = closes_on + 1, due_clock = '09:30', by_hand = true,
        moved_at = ${isoOf(now - HOUR)}::timestamptz, moved_from = due_on, moved_by = ${carers[0]!.name}, move_reason = '当天去医院复查'
      where tenant_id = ${tenantId} and id = (select id from visit_tasks o
        where o.tenant_id = ${tenantId} and o.due_on = ${nextDay(today)}::date and o.state = 1
          and not exists (select from visit_tasks s where s.tenant_id = o.tenant_id and s.plan_id = o.plan_id
            and s.person_id = o.person_id and s.due_on = o.due_on + 1)
        order by o.id limit 1)`);
    await tx.run(sql`insert into visit_days (tenant_id, until) values (${tenantId}, ${madeUntil(today)}::date) on conflict do nothing`);
  });
