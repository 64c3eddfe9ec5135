/** The desk: who comes with a code or a phone number, who comes without a booking, who is in the house, who leaves. */
import { sql } from 'kysely';
import { dayOf, MINUTE, textOf } from '#contract/time.ts';
import { closedDoor, overdueAt, visitorSources } from '#contract/visitors/visitor-commands.rules.ts';
import type { visitorRecords as routes } from '#contract/visitors/visitor-records.ts';
import { codeOf, type HealthAnswer } from '#contract/visitors/visitor-slots.rules.ts';
import type { Tx } from '../db/tenant.ts';
import type { Context } from '../context.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { invalid, Refusal, refused } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { hasGone } from '../elderly/registrations.ts';
import type { Handlers } from '../http/implement.ts';
import { startingWith } from '../lists/like.ts';
import { readOne } from '../lists/crud.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { identityOf } from './restricted-visitors.ts';
import { barrierOf, inside, visitor } from './visitor-machine.ts';
import { reachesRecord } from './visitor-reach.ts';
import { addRecord, visitorRows, wireRows, type Wire } from './visitor-rows.ts';
import { settingsOf } from './visitor-settings.ts';
import { phoneFound } from '../lists/phone-search.ts';

/** Who may be meant by a number at once; who is in the house at once. */
const MOST_FOUND = 10;
const MOST_INSIDE = 500;

export const mayOverride = ({ session }: Context) => session.permissions.has('business_bcvisitor_restrict');

/** The resident who is visited, as far as the session reaches. */
export async function visitedPerson(context: Context, id: number | null | undefined) {
  if (!id) return null;
  const person = await readOne(peopleRows(context.session), id, context);
  if (hasGone(person.status)) throw refused('该服务对象已离开机构，不能登记探访');
  return person;
}

/** Each question of the institution with its answer. Throws 400 unless all are answered. */
export function answered(
  questions: readonly { text: string; blocks: boolean }[],
  given: readonly { text: string; answer: boolean }[],
): HealthAnswer[] {
  return questions.map(({ text, blocks }) => {
    const one = given.find((answer) => answer.text === text);
    if (!one) throw invalid('请回答全部健康申报问题');
    return { text, answer: one.answer, blocks };
  });
}

/** Rows that are meant by what was typed: a code of any day; a phone, its end or a name of today or of who is in the house. */
function meant(tx: Tx, keyword: string, today: string) {
  const code = codeOf(keyword);
  const now = sql`(day = ${today}::date or state = 3)`;
  if (/^\d{4}$|^[\d-]{7,}$/.test(keyword)) return sql<boolean>`${phoneFound('phone', keyword)} and ${now}`;
  return code === null ? sql<boolean>`name like ${startingWith(keyword)} and ${now}` : sql<boolean>`code = ${code}`;
}

const scoped = (query: ReturnType<typeof wireRows>, { session }: Context) =>
  query.where((eb) => (reachesRecord(eb as never, session) ?? eb.lit(true)) as never);

const placeNow = async (tx: Tx, personId: number | null) =>
  personId === null
    ? null
    : ((
        await tx.row<{ place: string | null }>(sql`select ${placeOfPerson(sql`${tx.tenantId}::bigint`, sql`${personId}::bigint`)} as place`)
      )?.place ?? null);

type Desk = Pick<Handlers<typeof routes>, 'find' | 'inside' | 'arrive' | 'leave' | 'walkIn'>;

export const desk: Desk = {
  async find({ keyword }, context) {
    const { tx, deps } = context;
    const today = dayOf(deps.now());
    const rows = await tx.rows<Wire & { identity_hash: string | null }>(
      scoped(wireRows(tx), context)
        .select('identity_hash' as never)
        .where(meant(tx, keyword, today))
        .where('state' as never, 'in', [1, 2, 3] as never)
        .orderBy('state' as never)
        .orderBy('starts_at' as never)
        .limit(MOST_FOUND) as never,
    );
    const found = [];
    for (const { identity_hash, ...record } of rows) {
      const { oldmanId: person_id, visitorName: name, visitorPhone: phone, relation } = record;
      const { restriction } = await barrierOf(
        context,
        { person_id, name, phone, identity_hash, relation },
        { answers: [], temperature: null },
      );
      found.push({ record, restriction, today: record.day === today });
    }
    return found;
  },

  inside: (_input, context) =>
    context.tx.rows<Wire>(
      scoped(wireRows(context.tx), context)
        .where('state' as never, '=', inside as never)
        .orderBy('due_at' as never)
        .orderBy('id' as never)
        .limit(MOST_INSIDE) as never,
    ),

  async arrive({ id, version, people, companions, identityNumber, temperature, overrideReason }, context) {
    const { tx, deps, session } = context;
    await readOne(visitorRows(context.tx.tenantId), id, context);
    const row = await openFor(visitor, context, { id, version }, 'arrive');
    const identity = identityNumber ? identityOf(deps, identityNumber) : {};
    const { restrictionId, ...barrier } = await barrierOf(
      context,
      { ...row, ...identity },
      { answers: row.answers as HealthAnswer[], temperature },
    );
    return applyTo(visitor, context, row, {
      action: 'arrive',
      by: session.name,
      today: dayOf(deps.now()),
      barrier,
      override: { reason: overrideReason || null, allowed: mayOverride(context) },
      length: await settingsOf(tx),
      set: {
        ...identity,
        ...(people === undefined ? {} : { people }),
        ...(companions === undefined ? {} : { companions }),
        temperature,
        restriction_id: restrictionId,
        place: await placeNow(tx, row.person_id),
      },
    });
  },

  async leave({ id, version, leaveTime }, context) {
    await readOne(visitorRows(context.tx.tenantId), id, context);
    const row = await openFor(visitor, context, { id, version }, 'leave');
    return applyTo(visitor, context, row, { action: 'leave', by: context.session.name, at: leaveTime });
  },

  async walkIn({ oldmanId, visitorName, visitorPhone, identityNumber, temperature, answers, overrideReason, ...rest }, context) {
    const { tx, deps, session } = context;
    const settings = await settingsOf(tx);
    const person = await visitedPerson(context, oldmanId);
    const health = answered(settings.questions, answers);
    const identity = identityNumber ? identityOf(deps, identityNumber) : { identity_hash: null, identity_tail: null };
    const personId = person?.id ?? null;
    const relation = rest.relation ?? null;
    const { restrictionId, ...barrier } = await barrierOf(
      context,
      { person_id: personId, name: visitorName, phone: visitorPhone, identity_hash: identity.identity_hash, relation },
      { answers: health, temperature },
    );
    const override = { reason: overrideReason || null, allowed: mayOverride(context) };
    const door = closedDoor(barrier, override);
    if (door) throw new Refusal(door.status, door.refusal);
    const passed = barrier.restriction !== null || barrier.blocked;
    const now = deps.now();
    const ends = textOf(now + settings.usualMinutes * MINUTE);
    const { id } = await addRecord(tx, {
      ...identity,
      state: inside,
      source: visitorSources.desk,
      day: dayOf(now),
      starts_at: textOf(now),
      ends_at: ends,
      name: visitorName,
      phone: visitorPhone,
      person_id: personId,
      person_name: person?.userName ?? null,
      place: person?.place ?? null,
      relation,
      people: rest.people,
      companions: rest.companions ?? null,
      purpose: rest.purpose ?? null,
      remarks: rest.remarks ?? null,
      answers: JSON.stringify(health),
      blocked: barrier.blocked,
      temperature,
      restriction_id: restrictionId,
      ...(passed ? { override_reason: override.reason, override_by: session.name } : {}),
      arrived_at: textOf(now),
      arrived_by: session.name,
      due_at: textOf(overdueAt(now, ends, settings)),
      created_by: session.userId,
    });
    await context.emit('visitor.changed', { recordId: id });
    return id;
  },
};
