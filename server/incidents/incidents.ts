/** 不良事件: reported, completed, told, reviewed and closed. */
import type { z } from 'zod';
import { nextAlert } from '#contract/incidents/incident-dues.rules.ts';
import { isFall } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { incidents as routes, noticeWays } from '#contract/incidents/incidents.ts';
import { titleOf as labelOf } from '#contract/labels.ts';
import { instantOf, isoOf, textOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { refused } from '../errors.ts';
import { observeReportedFall } from '../health/observation-series.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { removing } from '../lists/removals.ts';
import { exporting } from '../transfers/exports.ts';
import {
  columnsOf,
  limitsFor,
  momentOf,
  namesOf,
  needLinks,
  needPeople,
  needTimes,
  peopleFor,
  placeFor,
  setPeople,
  type Concerned,
} from './incident-forms.ts';
import { incidentMachine, note, tellReported } from './incident-machine.ts';
import { incidentRemoval } from './incident-removal.ts';
import { concernedIn, gapsIn, incidentPage, readIncident, type IncidentRow } from './incident-rows.ts';
import { askAgain } from './person-risks.ts';
import { incidentSheet } from './incidents-sheet.ts';

type Form = z.output<typeof routes.create.input>;

/** Begins to observe who fell, unless that runs or the fall is long over. */
async function observe(context: Context, id: number, people: readonly Concerned[], occurred: string): Promise<void> {
  for (const person of people) {
    const fall = { personId: person.id, start: instantOf(occurred), userId: context.session.userId };
    if (await observeReportedFall(context.tx, context.deps, fall))
      await note(context, id, 'observation', `${person.name}，跌倒后观察72小时`);
  }
}

async function create(form: Form, context: Context): Promise<number> {
  const { tx, deps, session } = context;
  const reported = textOf(deps.now());
  const occurred = form.occurTime ?? reported;
  needTimes(occurred, form.foundTime ?? null, reported);
  const people = await peopleFor(context, form.oldmanIds);
  needPeople(form.type, people);
  const [warning_id, outing_id] = [form.warningId ?? null, form.outingId ?? null];
  await needLinks(context, { warningId: warning_id, outingId: outing_id }, people);
  const graded = { type: form.type, severity: form.severity ?? null, died: form.died };
  const columns = {
    ...columnsOf(form),
    ...graded,
    ...namesOf(people),
    ...(await placeFor(context, form, people[0])),
    ...(await limitsFor(context, graded, people, reported)),
    course: form.course,
    occurred_at: occurred,
    reported_at: reported,
    reporter_id: session.userId,
    reporter_name: session.name,
    warning_id,
    outing_id,
  };
  const made = await tx.row(
    db
      .insertInto('incidents')
      .values({ tenant_id: tx.tenantId, ...columns } as never)
      .returning('id'),
  );
  const { id } = made as { id: number };
  await setPeople(context, id, people);
  await note(context, id, 'report');
  await askAgain(context, form.type, id, people, occurred);
  if (isFall(form.type)) await observe(context, id, people, occurred);
  await tellReported(context, { id, ...graded, person_name: columns.person_name, place: columns.place });
  await context.emit('incident.changed', { incidentId: id });
  return id;
}

/** The fields of a row whose columns change, in words. */
function changedIn(row: IncidentRow, set: Record<string, unknown>): string | null {
  const fields: Partial<Record<string, keyof typeof incidentLabels>> = {
    type: 'type',
    severity: 'severity',
    died: 'died',
    person_name: 'oldmanName',
    occurred_at: 'occurTime',
    found_at: 'foundTime',
    place: 'place',
    found_by: 'foundBy',
    witnesses: 'witnesses',
    course: 'course',
    first_aid: 'firstAid',
    sent_hospital: 'sentHospital',
    hospital: 'hospital',
    injuries: 'injuries',
    pictures: 'pictures',
    warning_id: 'warningId',
    outing_id: 'outingId',
    causes: 'causes',
    cause_text: 'causeText',
  };
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
  const names = Object.entries(set).flatMap(([column, value]) => {
    const field = fields[column];
    return field && text(row[column as keyof IncidentRow]) !== text(value) ? [labelOf(incidentLabels, field)] : [];
  });
  return names.length === 0 ? null : names.join('、');
}

async function update({ id, version, ...form }: z.output<typeof routes.update.input>, context: Context): Promise<true> {
  const row = await openFor(incidentMachine, context, { id, version }, 'edit');
  const before = await concernedIn(context.tx, id);
  const people = form.oldmanIds ? await peopleFor(context, form.oldmanIds) : before;
  if (before.some((one) => one.told && !people.some((person) => person.id === one.id))) throw refused('已登记告知家属的服务对象不能移除');
  const given = columnsOf(form);
  const graded = {
    type: form.type ?? row.type,
    severity: form.severity === undefined ? row.severity : form.severity,
    died: form.died ?? row.died,
  };
  const occurred = form.occurTime ?? row.occurred_at;
  needTimes(occurred, form.foundTime === undefined ? row.found_at : form.foundTime, row.reported_at);
  needPeople(graded.type, people);
  const links = {
    warningId: form.warningId === undefined ? row.warning_id : form.warningId,
    outingId: form.outingId === undefined ? row.outing_id : form.outingId,
  };
  await needLinks(context, links, people);
  const told = new Set(before.filter((one) => one.told).map((one) => one.id));
  const familyTold =
    people.length > 0 && people.every((one) => told.has(one.id)) ? (row.family_told_at ?? textOf(context.deps.now())) : null;
  const set = {
    ...given,
    ...namesOf(people),
    ...(form.roomId !== undefined || form.place !== undefined
      ? await placeFor(context, { ...form, roomId: form.roomId ?? null }, undefined)
      : {}),
    family_told_at: familyTold,
    ...(await limitsFor(context, graded, people, row.reported_at, { ...row, family_told_at: familyTold })),
  };
  const changed = changedIn(row, set);
  return applyTo(incidentMachine, context, row, { action: 'edit', set }, async () => {
    if (form.oldmanIds) await setPeople(context, id, people);
    if (changed !== null) await note(context, id, 'edit', changed);
    if (form.type !== undefined || form.oldmanIds) await askAgain(context, graded.type, id, people, occurred);
    if (isFall(graded.type)) await observe(context, id, people, occurred);
  });
}

type Told = Pick<z.output<typeof routes.tellFamily.input>, 'time' | 'way' | 'who' | 'toldBy' | 'answer'>;

/** Writes down that a family or the authority was told, and what that keeps of the limits. */
async function tell(context: Context, row: IncidentRow, kind: 'family' | 'authority' | 'written', person: Concerned | null, given: Told) {
  const { tx, deps, session } = context;
  const at = momentOf(given.time, deps.now(), '告知时间');
  if (at < row.occurred_at) throw refused('告知时间不能早于发生时间');
  const toldBy = given.toldBy ?? session.name;
  const others = person === null ? [] : (await concernedIn(tx, row.id)).filter(({ id, told }) => id !== person.id && !told);
  const first = (before: string | null) => (before === null || at < before ? at : before);
  const set =
    kind === 'family'
      ? { family_told_at: others.length === 0 ? (row.family_told_at ?? at) : null }
      : kind === 'authority'
        ? { authority_told_at: first(row.authority_told_at) }
        : { written_at: first(row.written_at) };
  const alert_at = nextAlert({ ...row, ...set }, row.alerted_at);
  await applyTo(incidentMachine, context, row, { action: 'tell', set: { ...set, alert_at } }, async () => {
    await tx.run(
      db.insertInto('incident_notices').values({
        tenant_id: tx.tenantId,
        incident_id: row.id,
        kind,
        person_id: person?.id ?? null,
        told_at: at,
        way: given.way,
        who: given.who,
        told_by: toldBy,
        answer: given.answer,
        user_id: session.userId,
        user_name: session.name,
        created_at: isoOf(deps.now()),
      }),
    );
    const whose = person === null ? '' : `${person.name}的家属 `;
    await note(
      context,
      row.id,
      kind,
      `${whose}${given.who}，${noticeWays[given.way]}，${toldBy}${given.answer ? `：${given.answer}` : ''}`,
    );
  });
  return true as const;
}

export const incidents: Handlers<typeof routes> = {
  page: incidentPage,
  get: ({ id }, context) => readIncident(context, id),
  export: exporting(routes.export, incidentSheet),
  ...removing(incidentRemoval),
  // A page that lost the answer sends the same once more.
  create: (form, context) => once(context, routes.create, form, () => create(form, context)),
  update,

  accept: ({ id, version }, context) => apply(incidentMachine, context, { id, version }, { action: 'accept', by: context.session.name }),

  tellFamily: (input, context) =>
    once(context, routes.tellFamily, input, async () => {
      const row = await openFor(incidentMachine, context, input, 'tell');
      const person = (await concernedIn(context.tx, row.id)).find(({ id }) => id === input.oldmanId);
      if (!person) throw refused('该服务对象不在这次事件中');
      return tell(context, row, 'family', person, input);
    }),

  tellAuthority: (input, context) =>
    once(context, routes.tellAuthority, input, async () => {
      const row = await openFor(incidentMachine, context, input, 'tell');
      return tell(context, row, input.written ? 'written' : 'authority', null, input);
    }),

  async note({ id, text }, context) {
    const row = await incidentMachine.read(context, id);
    await note(context, row.id, 'note', text);
    await context.emit('incident.changed', { incidentId: id });
    return true;
  },

  async submit({ id, version }, context) {
    const row = await openFor(incidentMachine, context, { id, version }, 'submit');
    return applyTo(incidentMachine, context, row, { action: 'submit', by: context.session.name, gaps: await gapsIn(context.tx, row) });
  },

  return: ({ id, version, reason }, context) => apply(incidentMachine, context, { id, version }, { action: 'return', reason }),

  async close({ id, version, conclusion }, context) {
    const row = await openFor(incidentMachine, context, { id, version }, 'close');
    const gaps = await gapsIn(context.tx, row);
    return applyTo(incidentMachine, context, row, { action: 'close', by: context.session.name, conclusion, gaps });
  },

  reopen: ({ id, version, reason }, context) => apply(incidentMachine, context, { id, version }, { action: 'reopen', reason }),
};
