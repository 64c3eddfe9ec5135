/** What a form of an incident becomes: people, place and links checked, columns, limits. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { injuriesProblem } from '#contract/incidents/body-map.rules.ts';
import { limitsOf, nextAlert, type DueRow } from '#contract/incidents/incident-dues.rules.ts';
import { needsPerson, type Graded } from '#contract/incidents/incident-types.rules.ts';
import type { incidents as routes } from '#contract/incidents/incidents.ts';
import { DAY, instantOf, textOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { invalid, refused } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { readOne } from '../lists/crud.ts';
import { dueSettings } from './incident-settings.ts';

type Form = Partial<Omit<z.output<typeof routes.update.input>, 'id' | 'version'>>;
export interface Concerned {
  id: number;
  name: string;
}

const LONG_AGO = 366 * DAY;

/** The people, each within reach. Throws 404. */
export async function peopleFor(context: Context, ids: readonly number[]): Promise<Concerned[]> {
  const found: Concerned[] = [];
  for (const id of ids) {
    const { userName } = await readOne(peopleRows(context.session), id, context);
    found.push({ id, name: userName });
  }
  return found;
}

export function needPeople(type: number, people: readonly Concerned[]): void {
  if (people.length === 0 && needsPerson(type)) throw invalid('请选择服务对象');
}

/** The times of an incident that was reported at `reported`. */
export function needTimes(occurred: string, found: string | null, reported: string): void {
  if (occurred > reported) throw refused('发生时间不能晚于上报时间');
  if (instantOf(reported) - instantOf(occurred) > LONG_AGO) throw refused('发生时间不能早于一年前');
  if (found !== null && found < occurred) throw refused('发现时间不能早于发生时间');
  if (found !== null && found > reported) throw refused('发现时间不能晚于上报时间');
}

/** The room that a form names, or that of the first person's bed, in words. */
export async function placeFor(
  { tx }: Context,
  { roomId, place }: Pick<Form, 'roomId' | 'place'>,
  first: Concerned | undefined,
): Promise<{ room_id: number | null; place: string | null }> {
  if (!roomId && (place || !first)) return { room_id: null, place: place || null };
  const room = await tx.row<{ id: number; place: string | null }>(
    roomId
      ? sql`select r.id, app.place_text(r.building, r.floor, r.name, null) as place from rooms r
          where r.tenant_id = ${tx.tenantId} and r.id = ${roomId}`
      : sql`select r.id, app.place_text(r.building, r.floor, r.name, b.name) as place from people p
          join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
          where p.tenant_id = ${tx.tenantId} and p.id = ${first?.id ?? 0}`,
  );
  if (roomId && !room) throw refused('房间不存在');
  return { room_id: room?.id ?? null, place: place || (room?.place ?? null) };
}

/** Throws unless a warning and an outing that an incident names are there and concern one of its people. */
export async function needLinks(
  { tx }: Context,
  { warningId, outingId }: { warningId: number | null; outingId: number | null },
  people: readonly Concerned[],
): Promise<void> {
  const ids = people.map(({ id }) => id);
  if (warningId !== null) {
    const known = await tx.row(sql`select 1 from warnings where tenant_id = ${tx.tenantId} and id = ${warningId}
      and (person_id is null or person_id = any(${ids}::bigint[]))`);
    if (!known) throw refused('相关预警不存在，或不是这位服务对象的');
  }
  if (outingId !== null) {
    const known = await tx.row(
      sql`select 1 from outings where tenant_id = ${tx.tenantId} and id = ${outingId} and person_id = any(${ids}::bigint[])`,
    );
    if (!known) throw refused('相关外出不存在，或不是这位服务对象的');
  }
}

/** The columns of the fields that a form has. */
export function columnsOf(form: Form) {
  const problem = form.injuries && injuriesProblem(form.injuries);
  if (problem) throw invalid(problem);
  const all = {
    type: form.type,
    severity: form.severity,
    died: form.died,
    occurred_at: form.occurTime ?? undefined,
    found_at: form.foundTime,
    found_by: form.foundBy,
    witnesses: form.witnesses,
    course: form.course,
    first_aid: form.firstAid,
    sent_hospital: form.sentHospital,
    hospital: form.hospital,
    injuries: form.injuries && JSON.stringify(form.injuries),
    pictures: form.pictures,
    warning_id: form.warningId,
    outing_id: form.outingId,
    causes: form.causes,
    cause_text: form.causeText,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<typeof all>;
}

const NOT_DONE = { family_told_at: null, accepted_at: null, authority_told_at: null, written_at: null };

/** The limits of an incident as it is now, with when the next of them is told of as overdue. */
export async function limitsFor(
  { tx }: Context,
  incident: Graded,
  people: readonly Concerned[],
  reported: string,
  done: Omit<DueRow, 'family_due_at' | 'manager_due_at' | 'authority_due_at' | 'written_due_at'> & { alerted_at: string | null } = {
    ...NOT_DONE,
    alerted_at: null,
  },
) {
  const limits = limitsOf(incident, people.length > 0, instantOf(reported), await dueSettings(tx));
  return { ...limits, alert_at: nextAlert({ ...done, ...limits }, done.alerted_at) };
}

/** Writes down who is concerned, in place of who was. */
export async function setPeople({ tx }: Context, incidentId: number, people: readonly Concerned[]): Promise<void> {
  await tx.run(sql`delete from incident_people where tenant_id = ${tx.tenantId} and incident_id = ${incidentId}`);
  if (people.length === 0) return;
  await tx.run(
    db.insertInto('incident_people').values(
      people.map(({ id, name }, place) => ({
        tenant_id: tx.tenantId,
        incident_id: incidentId,
        person_id: id,
        person_name: name,
        place,
      })),
    ),
  );
}

/** The first of the people, and the names of all. */
export const namesOf = (people: readonly Concerned[]) => ({
  person_id: people[0]?.id ?? null,
  person_name: people.length === 0 ? null : people.map(({ name }) => name).join('、'),
});

/** The moment that a form names, else now; not later. */
export function momentOf(time: string | null, now: number, what: string): string {
  const at = time ?? textOf(now);
  if (at > textOf(now)) throw refused(`${what}不能晚于现在`);
  return at;
}
