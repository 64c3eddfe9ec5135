/** The demonstration's care plans out of the templates, and what carers did of today's tasks: most of it, some late, some not at all. */
import { sql } from 'kysely';
import { DAY, MINUTE, dayOf, isoOf, midnightOf, nextDay } from '#contract/time.ts';
import { careColumns, type Care } from '../../server/care/care-parts.ts';
import { expand, wantedUntil } from '../../server/care/task-expansion.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { randomOf, type Random } from './random.ts';

const PEOPLE = 14;
/** The institution has looked at these. */
const VERIFIED = ['重度失能照护模板', '中度失能照护模板'];

interface Template {
  ability: number;
  problems: unknown;
  goals: unknown;
  interventions: Care[];
}
interface Person {
  id: number;
  name: string;
  ability: number;
  contact: string | null;
}
interface Staff {
  id: number;
  name: string;
}

async function plan(tx: Tx, random: Random, person: Person, template: Template, nurse: Staff, at: { now: number; index: number }) {
  const today = dayOf(at.now);
  const made = await tx.row(
    db
      .insertInto('care_plans')
      .values({
        tenant_id: tx.tenantId,
        person_id: person.id,
        serial: 1,
        state: 2,
        problems: JSON.stringify(template.problems) as never,
        goals: JSON.stringify(template.goals) as never,
        starts_at: isoOf(midnightOf(at.now) - random.int(9, 26) * DAY),
        // Two of them are to be reviewed.
        next_review_on: nextDay(today, at.index < 2 ? -at.index : random.int(2, 19)),
        consent_name: person.contact,
        consent_on: person.contact === null ? null : nextDay(today, -27),
        created_by: nurse.id,
        created_name: nurse.name,
      })
      .returning('id'),
  );
  await tx.run(
    db
      .insertInto('care_interventions')
      .values(template.interventions.map((one) => ({ tenant_id: tx.tenantId, plan_id: made!.id, ...careColumns(one) }))),
  );
}

/** Deals with what was due before now. */
async function perform(tx: Tx, random: Random, carers: readonly Staff[], now: number): Promise<void> {
  const tasks = await tx.rows<{ id: number; due: number; two: boolean; unit: string | null; closed: boolean }>(sql`
    select t.id, extract(epoch from t.due_at)::float8 * 1000 as due, i.two, i.unit, t.closes_at <= ${isoOf(now)} as closed
    from care_tasks t join care_interventions i on i.tenant_id = t.tenant_id and i.id = t.intervention_id
    where t.tenant_id = ${tx.tenantId} and t.due_at <= ${isoOf(now)} order by t.id`);
  for (const { id, due, two, unit, closed } of tasks) {
    const luck = random.next();
    // What is due at the moment waits, as does every thirtieth of the rest.
    if (luck < (closed ? 0.03 : 0.6)) continue;
    const by = random.pick(carers);
    const others = carers.filter((one) => one.id !== by.id);
    const at = Math.min(now, due + random.int(-8, 20) * MINUTE);
    if (two && others.length === 0) continue;
    const second = two ? random.pick(others) : null;
    const declined = luck > 0.96;
    await tx.run(sql`
      update care_tasks set state = ${declined ? 3 : 2}, done_at = greatest(opens_at, ${isoOf(at)}::timestamptz),
        entered_at = greatest(opens_at, ${isoOf(at)}::timestamptz),
        user_id = ${by.id}, user_name = ${by.name}, second_id = ${declined ? null : (second?.id ?? null)}::bigint,
        second_name = ${declined ? null : (second?.name ?? null)}::text, reason = ${declined ? random.int(1, 3) : null}::smallint,
        value = ${unit === null || declined ? null : random.int(10, 20) * 10}::numeric
      where tenant_id = ${tx.tenantId} and id = ${id}`);
  }
}

/** Of one institution, once. */
export async function seedCare(deps: Dependencies, tenantId: number): Promise<void> {
  const now = deps.now();
  const random = randomOf(`care${tenantId}`);
  await deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(sql`select id from care_plans where tenant_id = ${tenantId} limit 1`)) return;
    await tx.run(sql`update care_templates set verified = true where tenant_id = ${tenantId} and name = any(${VERIFIED}::text[])`);
    const templates = await tx.rows<Template>(sql`
      select ability, problems, goals, interventions from care_templates where tenant_id = ${tenantId} order by ability`);
    const people = await tx.rows<Person>(sql`
      select id, name, coalesce(ability, 2) as ability, contact_name as contact from people
      where tenant_id = ${tenantId} and status = 1 and deleted_at is null order by coalesce(ability, 0) desc, id limit ${PEOPLE}`);
    const staffOf = (code: string) =>
      tx.rows<Staff>(sql`
        select u.id, u.name from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
          join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.code = ${code}
        where u.tenant_id = ${tenantId} and u.home_user_id is null order by u.id`);
    const [[nurse], carers] = [await staffOf('nurse'), await staffOf('carer')];
    if (!nurse || carers.length === 0) return;
    for (const [index, person] of people.entries()) {
      const template = templates.find(({ ability }) => ability === person.ability) ?? templates.at(-1);
      if (template) await plan(tx, random, person, template, nurse, { now, index });
    }
    const until = wantedUntil(now);
    await expand(tx, { from: midnightOf(now), until });
    await tx.run(sql`insert into care_days (tenant_id, until) values (${tenantId}, ${isoOf(until)}) on conflict do nothing`);
    await perform(tx, random, carers, now);
  });
}
