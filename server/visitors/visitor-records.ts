/** Visitor records: bookings of staff, decisions about those of family, and the desk. */
import { dayOf, instantOf, MINUTE, textOf } from '#contract/time.ts';
import { closedDoor, closedVisitor, visitorSources } from '#contract/visitors/visitor-commands.rules.ts';
import { visitorRecords as routes } from '#contract/visitors/visitor-records.ts';
import type { Context } from '../context.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, Refusal, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { exporting } from '../transfers/exports.ts';
import { restrictionFor } from './restricted-visitors.ts';
import { desk, mayOverride, visitedPerson } from './visitor-desk.ts';
import { barrierOf, booked, visitor } from './visitor-machine.ts';
import { buildingOf, slotAt, takePlaces } from './visitor-places.ts';
import { addRecord, visitorRows, wireOf } from './visitor-rows.ts';
import { visitorSheet } from './visitor-sheet.ts';
import { settingsOf } from './visitor-settings.ts';

/** When a visit is, and the slot that it takes places of. */
async function whenOf(
  context: Context,
  {
    startTime,
    endTime,
    people,
    personId,
    id,
  }: { startTime: string; endTime: string | null; people: number; personId: number | null; id?: number },
) {
  const { tx, deps } = context;
  const { usualMinutes } = await settingsOf(tx);
  const day = startTime.slice(0, 10);
  const ends = endTime ?? textOf(instantOf(startTime) + usualMinutes * MINUTE);
  if (ends <= startTime) throw invalid('预约离院时间应晚于到访时间');
  if (day < dayOf(deps.now()) || instantOf(ends) <= deps.now()) throw refused('预约时间已过');
  const building = await buildingOf(tx, personId);
  const slotId = await slotAt(tx, startTime, building);
  if (slotId !== null) await takePlaces(context, { slotId, day, people, building, ...(id === undefined ? {} : { except: id }) });
  return { day, starts_at: startTime, ends_at: ends, slot_id: slotId };
}

const decision =
  (action: 'refuse' | 'cancel') =>
  async ({ id, version, reason }: { id: number; version: number; reason: string }, context: Context): Promise<true> => {
    await readOne(visitorRows(context.tx.tenantId), id, context);
    return apply(visitor, context, { id, version }, { action, by: context.session.name, reason });
  };

export const visitorRecords: Handlers<typeof routes> = {
  page: (input, context) => reads(visitorRows(context.tx.tenantId)).page(input, context),
  get: (input, context) => reads(visitorRows(context.tx.tenantId)).get(input, context),
  ...desk,
  export: exporting(routes.export, visitorSheet),

  async create({ oldmanId, visitorName, visitorPhone, startTime, endTime, overrideReason, ...rest }, context) {
    const { tx, session } = context;
    const person = await visitedPerson(context, oldmanId);
    const when = await whenOf(context, { startTime, endTime: endTime ?? null, people: rest.people, personId: person?.id ?? null });
    const comer = {
      person_id: person?.id ?? null,
      name: visitorName,
      phone: visitorPhone,
      identity_hash: null,
      relation: rest.relation ?? null,
    };
    const restriction = await restrictionFor(tx, comer, when.day);
    const override = { reason: overrideReason || null, allowed: mayOverride(context) };
    const door = closedDoor({ restriction: restriction?.reason ?? null, blocked: false }, override);
    if (door) throw new Refusal(door.status, door.refusal);
    const { id } = await addRecord(tx, {
      state: booked,
      source: visitorSources.staff,
      ...when,
      name: visitorName,
      phone: visitorPhone,
      person_id: person?.id ?? null,
      person_name: person?.userName ?? null,
      relation: rest.relation ?? null,
      people: rest.people,
      companions: rest.companions ?? null,
      purpose: rest.purpose ?? null,
      remarks: rest.remarks ?? null,
      restriction_id: restriction?.id ?? null,
      ...(restriction ? { override_reason: override.reason, override_by: session.name } : {}),
      created_by: session.userId,
    });
    await context.emit('visitor.changed', { recordId: id });
    return id;
  },

  async update({ id, version, oldmanId, startTime, endTime, visitorName, visitorPhone, ...rest }, context) {
    await readOne(visitorRows(context.tx.tenantId), id, context);
    const row = await openFor(visitor, context, version === undefined ? { id } : { id, version }, 'change');
    const person = oldmanId === undefined || oldmanId === row.person_id ? undefined : await visitedPerson(context, oldmanId);
    const personId = person === undefined ? row.person_id : (person?.id ?? null);
    const people = rest.people ?? row.people;
    const name = visitorName ?? row.name;
    const phone = visitorPhone ?? row.phone;
    const starts = startTime ?? row.starts_at;
    const moved = starts !== row.starts_at || (endTime && endTime !== row.ends_at) || people > row.people || personId !== row.person_id;
    const kept = starts === row.starts_at ? row.ends_at : null;
    const when = moved ? await whenOf(context, { startTime: starts, endTime: endTime ?? kept, people, personId, id }) : {};
    const relation = rest.relation === undefined ? row.relation : rest.relation;
    const barrier = await barrierOf(
      context,
      { person_id: personId, name, phone, identity_hash: row.identity_hash, relation },
      { answers: [], temperature: null },
    );
    const set = {
      ...when,
      name,
      phone,
      relation,
      people,
      ...(person === undefined ? {} : { person_id: personId, person_name: person?.userName ?? null }),
      ...(rest.companions === undefined ? {} : { companions: rest.companions }),
      ...(rest.purpose === undefined ? {} : { purpose: rest.purpose }),
      ...(rest.remarks === undefined ? {} : { remarks: rest.remarks }),
      restriction_id: barrier.restrictionId,
    };
    return applyTo(visitor, context, row, { action: 'change', set });
  },

  async remove({ id }, context) {
    const { tx } = context;
    await readOne(visitorRows(context.tx.tenantId), id, context);
    const row = await visitor.read(context, id);
    const closed = closedVisitor(row, 'delete');
    if (closed !== null) throw conflict(closed, await wireOf(tx, id));
    await tx.run(db.deleteFrom('visitor_records').where('tenant_id', '=', tx.tenantId).where('id', '=', id));
    await context.emit('visitor.changed', { recordId: id });
    return true;
  },

  async approve({ id, version }, context) {
    await readOne(visitorRows(context.tx.tenantId), id, context);
    return apply(visitor, context, { id, version }, { action: 'approve', by: context.session.name });
  },
  refuse: decision('refuse'),
  cancel: decision('cancel'),
};
