/** Calls as they are read: whose a session sees, the list and its sheet, their recordings. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { callRecordLabels } from '#contract/calls/call-records.labels.ts';
import { CALL_VIEW, type CallRecord, type CallRecording, type callRecords as routes } from '#contract/calls/call-records.ts';
import { durationText, endedByLabels, satisfactionLabels } from '#contract/calls/call-words.rules.ts';
import { workbench } from '#contract/calls/workbench.ts';
import { callKindLabels, callStatusLabels, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { incidentStates } from '#contract/incidents/incident-commands.rules.ts';
import { titled } from '#contract/labels.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import type { Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { lookup } from '../lists/columns.ts';
import { equals, from, type ListOf } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { phoneFound } from '../lists/phone-search.ts';

/** That the session's own seat took part in the call. */
const ownCall = (session: Session): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from call_seats s where s.tenant_id = calls.tenant_id and s.user_id = ${session.userId} and (s.id = calls.seat_id or exists (
    select from call_legs l where l.tenant_id = calls.tenant_id and l.call_id = calls.id and l.seat_id = s.id)))`;

/** Of calls with a person, those whose person the session reaches. */
export const reachedCall = (session: Session): RawBuilder<SqlBool> =>
  sql<SqlBool>`(calls.person_id is null or calls.person_id in ${seenPeople(session)})`;

/** Of callers who asked to be called back, those whom a seat reaches. */
const callbackCall = (session: Session): RawBuilder<SqlBool> =>
  session.permissions.has(workbench.open.access) ? sql<SqlBool>`(calls.callback > 0 and ${reachedCall(session)})` : sql<SqlBool>`false`;

/** Which calls a session sees: its own, those it may call back, and with the right all of the persons within its reach. */
export const seenCall = (session: Session): RawBuilder<SqlBool> =>
  session.permissions.has(CALL_VIEW)
    ? sql<SqlBool>`(${reachedCall(session)} or ${ownCall(session)})`
    : sql<SqlBool>`(${ownCall(session)} or ${callbackCall(session)})`;

const seconds = (until: RawBuilder<unknown>, since: string) => sql`extract(epoch from ${until} - ${sql.ref(since)})::integer`;

const partyName = sql<string | null>`(select l.name from call_legs l
  where l.tenant_id = calls.tenant_id and l.call_id = calls.id and l.kind <> 1 and l.name <> '' order by l.id limit 1)`;

export const list: ListOf<typeof routes.page, 'calls'> = {
  table: 'calls',
  noun: '通话',
  scope: (_eb, session) => seenCall(session),
  columns: {
    id: 'id',
    jobId: 'job_id',
    kind: 'kind',
    status: 'status',
    caller: 'caller',
    callee: 'callee',
    groupId: 'group_id',
    groupName: lookup('call_groups', 'name', 'calls.group_id'),
    seatId: 'seat_id',
    seatName: () => sql`(select u.name from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where s.tenant_id = calls.tenant_id and s.id = calls.seat_id)`,
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'calls.person_id'),
    customerId: 'customer_id',
    customerName: lookup('call_customers', 'name', 'calls.customer_id'),
    partyName: () => partyName,
    warningId: 'warning_id',
    startTime: 'began_at',
    establishTime: 'established_at',
    releaseTime: 'ended_at',
    waitSeconds: () => seconds(sql`coalesce(established_at, ended_at)`, 'queued_at'),
    talkSeconds: () => seconds(sql`ended_at`, 'established_at'),
    disposition: 'disposition',
    endedBy: 'ended_by',
    summary: 'summary',
    outcome: 'outcome',
    satisfaction: 'satisfaction',
    callback: 'callback',
    recordings: () => sql`(select count(*) from call_recordings r
      where r.tenant_id = calls.tenant_id and r.call_id = calls.id and r.removed_at is null)::integer`,
  },
  filters: {
    kind: equals('kind'),
    groupId: equals('group_id'),
    seatId: equals('seat_id'),
    disposition: equals('disposition'),
    number: (_eb, value) => {
      const typed = String(value);
      // Four digits may also be an extension, which is not sealed.
      return sql<SqlBool>`(${phoneFound('caller', typed)} or ${phoneFound('callee', typed)} or caller = ${typed} or callee = ${typed})`;
    },
    oldmanId: equals('person_id'),
    customerId: equals('customer_id'),
    warningId: equals('warning_id'),
    linkId: equals('link_id'),
    callback: equals('callback'),
    outcome: equals('outcome'),
    startDate: from('began_at'),
    endDate: (eb, value) => eb('began_at', '<=', `${value} 23:59:59.999999`),
  },
  sorts: { start_time: 'began_at' },
  order: 'began_at',
};

export const sheet: Export<z.input<typeof CallRecord>> = {
  name: '通话记录',
  list: () => listOf(list),
  columns: titled(callRecordLabels, [
    { key: 'startTime', format: 'dateTime', width: 20 },
    { key: 'kind', value: ({ kind }) => callKindLabels[kind] ?? '', width: 10 },
    { key: 'caller', width: 16 },
    { key: 'callee', width: 16 },
    { key: 'oldmanName', width: 12 },
    { key: 'customerName', width: 12 },
    { key: 'partyName', width: 12 },
    { key: 'groupName', width: 14 },
    { key: 'seatName', width: 12 },
    { key: 'status', value: ({ status }) => callStatusLabels[status] ?? '', width: 10 },
    { key: 'disposition', value: ({ disposition }) => dispositionLabels[disposition ?? ''] ?? disposition, width: 14 },
    { key: 'endedBy', value: ({ endedBy }) => endedByLabels[endedBy ?? 0] ?? '', width: 10 },
    { key: 'waitSeconds', value: ({ waitSeconds }) => durationText(waitSeconds), width: 12 },
    { key: 'talkSeconds', value: ({ talkSeconds }) => durationText(talkSeconds), width: 12 },
    { key: 'outcome', width: 12 },
    { key: 'summary', width: 50 },
    { key: 'satisfaction', value: ({ satisfaction }) => satisfactionLabels[satisfaction ?? 0] ?? '', width: 12 },
  ]),
};

export type RecordingRow = z.input<typeof CallRecording> & { callId: number };

/** Why the sound of a call is kept beyond its time: its warning, or an incident of that, is open. Over the alias `c` of calls. */
export const heldBecause = sql<string | null>`(select case
    when exists (select from warnings w where w.tenant_id = c.tenant_id and w.id = c.warning_id
      and w.status in (${disposals.open}, ${disposals.inProgress})) then '所属预警未关闭'
    when exists (select from incidents i where i.tenant_id = c.tenant_id and i.warning_id = c.warning_id
      and i.state < ${incidentStates.closed}) then '所属不良事件未结案'
  end)`;

/** The recordings of these calls, in the order in which they were made. */
export const recordingsOf = (tx: Tx, callIds: readonly number[]) =>
  tx.rows<RecordingRow>(sql`
    select r.id, r.call_id as "callId", r.state, r.began_at as "startTime", r.duration_ms as "durationMs", r.bytes,
      r.expires_at as "expireTime", r.removed_at as "removeTime", ${heldBecause} as held
    from call_recordings r join calls c on c.tenant_id = r.tenant_id and c.id = r.call_id
    where r.tenant_id = ${tx.tenantId} and r.call_id = any(${callIds}::bigint[]) order by r.began_at, r.id`);

/** Until when the sound of a call can be heard, as SQL; null when there is none any more. `column` of `table` has the id of the call. */
export const soundUntil = (table: string, column: string) =>
  sql<string | null>`(select max(r.expires_at) from call_recordings r
    where r.tenant_id = ${sql.ref(`${table}.tenant_id`)} and r.call_id = ${sql.ref(`${table}.${column}`)} and r.state > 1
      and r.removed_at is null and (r.key_cipher is not null or r.external_id <> ''))`;
