/** Outings of residents with a companion: who has left is on leave, and the bed waits. */
import { sql } from 'kysely';
import {
  closedOuting,
  decideOuting,
  outingStates,
  type OutingChange,
  type OutingCommand,
} from '#contract/visitors/outing-commands.rules.ts';
import { outingStateLabels } from '#contract/visitors/outing-commands.rules.ts';
import { outings as routes, type Outing } from '#contract/visitors/outings.ts';
import { outingLabels } from '#contract/visitors/outings.labels.ts';
import { titled } from '#contract/labels.ts';
import type { z } from 'zod';
import { awayProblem, outingKindLabels, outingKinds, planProblem, type Away } from '#contract/visitors/outing-times.rules.ts';
import { dayOf, textOf } from '#contract/time.ts';
import { excuseTasks } from '../care/task-excuses.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, applyTo, openFor, type Machine } from '../db/transitions.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import { setAbsent, setPresent } from '../elderly/absences.ts';
import { lock as lockPerson } from '../elderly/person-locks.ts';
import { hasGone } from '../elderly/registrations.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, from, readOne, reads, type ListOf } from '../lists/crud.ts';
import type { List } from '../lists/list.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import { reachesRecord } from './visitor-reach.ts';

const NOUN = '外出登记';
const CHANGED = '外出登记已被修改，请刷新后重试';

const rows: ListOf<typeof routes.page, 'outings'> = {
  table: 'outings',
  noun: NOUN,
  scope: reachesRecord,
  columns: {
    id: 'id',
    state: 'state',
    kind: 'kind',
    oldmanId: 'person_id',
    oldmanName: 'person_name',
    place: () => placeOfPerson(sql.ref('outings.tenant_id'), sql.ref('outings.person_id')),
    companionName: 'companion_name',
    companionPhone: 'companion_phone',
    relation: 'relation',
    destination: 'destination',
    leaveTime: 'leave_at',
    dueTime: 'due_at',
    leftTime: 'left_at',
    leftBy: 'left_by',
    returnTime: 'returned_at',
    returnedBy: 'returned_by',
    reason: 'reason',
    remarks: 'remarks',
    createdByName: 'created_by_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    oldmanName: contains('person_name'),
    oldmanId: equals('person_id'),
    state: equals('state'),
    kind: equals('kind'),
    overdue: (_eb, value) => (value ? sql`state = 2 and due_at < now()` : sql`true`),
    startDate: from('leave_at'),
    endDate: (eb, value) => eb('leave_at', '<=', `${value} 23:59:59.999999`),
  },
  sorts: { leave_time: 'leave_at' },
  order: 'leave_at',
};

type Wire = z.input<typeof Outing>;
const sheet = <Search>(list: List<Wire, Search>): Export<Wire, Search> => ({
  name: NOUN,
  list: () => list,
  columns: titled(outingLabels, [
    { key: 'oldmanName' },
    { key: 'place', width: 22 },
    { key: 'kind', value: ({ kind }) => outingKindLabels[kind] ?? '' },
    { key: 'state', value: ({ state }) => outingStateLabels[state] ?? '' },
    { key: 'companionName' },
    { key: 'companionPhone', width: 14 },
    { key: 'relation' },
    { key: 'destination', width: 24 },
    { key: 'leaveTime', format: 'dateTime', width: 20 },
    { key: 'dueTime', format: 'dateTime', width: 20 },
    { key: 'leftTime', format: 'dateTime', width: 20 },
    { key: 'leftBy' },
    { key: 'returnTime', format: 'dateTime', width: 20 },
    { key: 'returnedBy' },
    { key: 'reason', width: 24 },
    { key: 'remarks', width: 30 },
  ]),
});

/** The person first, as a check-out locks them: what both lock in another order stands still. */
async function lock(context: Context, id: number) {
  const { oldmanId } = await readOne(rows, id, context);
  await context.tx.run(sql`select from people where tenant_id = ${context.tx.tenantId} and id = ${oldmanId} for no key update`);
  const row = await context.tx.row(
    db.selectFrom('outings').selectAll().where('tenant_id', '=', context.tx.tenantId).where('id', '=', id).forUpdate(),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
type Row = Awaited<ReturnType<typeof lock>>;

const outing: Machine<Context, Row, OutingCommand, OutingChange, Wire> = {
  table: 'outings',
  read: lock,
  fresh: (context, { id }) => readOne(rows, id, context),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedOuting,
  decide: decideOuting,
  columns: (_context, _row, { set }) => set,
  async follow(context, row, change) {
    const { person_id: personId, kind } = row;
    if (change.action === 'return') await setPresent(context, personId, kind === outingKinds.hospital);
    if (change.action !== 'leave') return;
    const from = textOf(Date.parse((change.set as { left_at: string }).left_at));
    await refuseAway(context, personId, { from, until: null }, row.id);
    await setAbsent(context, personId, kind === outingKinds.hospital);
    await excuseTasks(context, personId, { from, until: null });
  },
  async record(context, { id }) {
    await context.emit('outing.changed', { outingId: id });
  },
};

function needTimes(times: Parameters<typeof planProblem>[0]): void {
  const problem = planProblem(times);
  if (problem !== null) throw invalid(problem);
}

/** Throws 422 unless a person can have been away then: in this stay, before its end, and not away otherwise. */
async function refuseAway({ tx, deps }: Context, personId: number, away: Away, exceptId: number): Promise<void> {
  const others = await tx.rows<Away & { kind: number }>(sql`
    select kind::integer as kind, left_at as from, returned_at as until from outings where tenant_id = ${tx.tenantId}
      and person_id = ${personId} and id <> ${exceptId} and state in (${outingStates.out}, ${outingStates.returned})
      and (returned_at is null or returned_at > ${away.from}) order by left_at`);
  const stay = await tx.row<{ admittedOn: string | null; leavesOn: string | null }>(sql`
    select greatest(
        (select max(admit_on) from admissions where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = 6),
        (select max(leave_on) from checkouts where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = 3)) as "admittedOn",
      (select leave_on from checkouts where tenant_id = ${tx.tenantId} and person_id = ${personId} and state < 3) as "leavesOn"`);
  const problem = awayProblem(away, { others, ...stay! }, textOf(deps.now()));
  if (problem !== null) throw refused(problem);
}

/**
 * The person, locked: a check-out that is being carried through ends the outings that there are, and one that begins meanwhile waits.
 * Throws 422 for who has left for good: what was away of their stay is in the settlement.
 */
async function needResident(context: Context, personId: number): ReturnType<typeof lockPerson> {
  const person = await lockPerson(personId, context);
  if (hasGone(person.status)) throw refused('该服务对象已离开机构，费用已结算，不能登记外出或住院');
  return person;
}

export const outings: Handlers<typeof routes> = {
  ...reads(rows),
  export: exporting(routes.export, sheet(listOf(rows))),

  async create({ oldmanId, kind, leaveTime, dueTime, leaves, returnTime, ...form }, context) {
    const { tx, deps, session } = context;
    if (returnTime !== null && !leaves) throw invalid('没有离开，不能登记返回时间');
    needTimes({ kind, leaveTime, dueTime: returnTime ?? dueTime });
    if (!leaves && leaveTime.slice(0, 10) < dayOf(deps.now())) throw refused('计划离开日期已过，已经离开的请按“登记并离开”补登');
    const person = await needResident(context, oldmanId);
    const known = await tx.row<{ id: number }>(sql`select id from outings
      where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and state in (${outingStates.planned}, ${outingStates.out})`);
    if (known && returnTime === null) throw conflict('该服务对象已有未结束的外出登记', await readOne(rows, known.id, context));
    if (returnTime !== null) await refuseAway(context, oldmanId, { from: leaveTime, until: returnTime }, 0);
    const back = {
      state: outingStates.returned,
      left_at: leaveTime,
      left_by: session.name,
      returned_at: returnTime,
      returned_by: session.name,
    };
    const made = await tx.row(
      db
        .insertInto('outings')
        .values({
          ...(returnTime === null ? {} : back),
          tenant_id: tx.tenantId,
          kind,
          person_id: oldmanId,
          person_name: person.name,
          companion_name: form.companionName,
          companion_phone: form.companionPhone,
          relation: form.relation ?? null,
          destination: form.destination,
          leave_at: leaveTime,
          due_at: returnTime ?? dueTime,
          remarks: form.remarks ?? null,
          created_by: session.userId,
          created_by_name: session.name,
        })
        .returning('id'),
    );
    const { id } = made as { id: number };
    if (returnTime !== null) await excuseTasks(context, oldmanId, { from: leaveTime, until: returnTime });
    const now = textOf(deps.now());
    if (leaves && returnTime === null)
      await apply(outing, context, { id }, { action: 'leave', by: session.name, at: leaveTime < now ? leaveTime : null });
    else await context.emit('outing.changed', { outingId: id });
    return id;
  },

  async update({ id, version, leaveTime, dueTime, ...form }, context) {
    const row = await openFor(outing, context, version === undefined ? { id } : { id, version }, 'change');
    // Of who has left only the return, the companion and the remarks may change.
    const planned = row.state === outingStates.planned;
    const set = {
      leave_at: planned ? (leaveTime ?? row.leave_at) : row.leave_at,
      due_at: dueTime ?? row.due_at,
      ...(form.companionName === undefined ? {} : { companion_name: form.companionName }),
      ...(form.companionPhone === undefined ? {} : { companion_phone: form.companionPhone }),
      ...(form.relation === undefined ? {} : { relation: form.relation }),
      ...(form.destination === undefined ? {} : { destination: form.destination }),
      ...(form.remarks === undefined ? {} : { remarks: form.remarks }),
    };
    needTimes({ kind: row.kind, leaveTime: set.leave_at, dueTime: set.due_at });
    return applyTo(outing, context, row, { action: 'change', set });
  },

  leave: ({ id, version, time }, context) =>
    apply(outing, context, { id, version }, { action: 'leave', by: context.session.name, at: time }),
  return: ({ id, version, time }, context) =>
    apply(outing, context, { id, version }, { action: 'return', by: context.session.name, at: time }),
  cancel: ({ id, version, reason }, context) => apply(outing, context, { id, version }, { action: 'cancel', reason }),
};

/** Ends the outing of a resident who leaves for good: one that is planned is cancelled, one who is out is entered as back. */
export async function endOutings(context: Context, personId: number): Promise<void> {
  const { tx } = context;
  const open = await tx.rows<{ id: number; state: number }>(sql`
    select id, state from outings where tenant_id = ${tx.tenantId} and person_id = ${personId}
      and state in (${outingStates.planned}, ${outingStates.out}) order by id`);
  for (const { id, state } of open)
    await apply(
      outing,
      context,
      { id },
      state === outingStates.planned ? { action: 'cancel', reason: '已办理退住' } : { action: 'return', by: '退住办理', at: null },
    );
}
