/** Inspections as they are read: whose a session sees, the list and its sheet, one of them in full. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { callInspectionLabels } from '#contract/calls/call-inspections.labels.ts';
import { inspectionStateLabels, inspectionStates } from '#contract/calls/call-inspections.rules.ts';
import { INSPECTION_VIEW, type CallInspection, type callInspections as routes } from '#contract/calls/call-inspections.ts';
import { legKinds, legParts } from '#contract/calls/hearing.rules.ts';
import { durationText } from '#contract/calls/call-words.rules.ts';
import { callKindLabels } from '#contract/calls/seat-states.rules.ts';
import { titled } from '#contract/labels.ts';
import type { Session } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, from, type ListOf } from '../lists/crud.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { reachedCall, soundUntil } from './record-rows.ts';

/** One's own once they are scored; with the right all, of calls whose person the session reaches. */
export const seenInspection = (session: Session): RawBuilder<SqlBool> => {
  const { scored, appealed, decided } = inspectionStates;
  const mine = sql<SqlBool>`(call_inspections.agent_id = ${session.userId}
    and call_inspections.state in (${scored}, ${appealed}, ${decided}))`;
  if (!session.permissions.has(INSPECTION_VIEW)) return mine;
  return sql<SqlBool>`(${mine} or exists (select from calls where calls.tenant_id = call_inspections.tenant_id
    and calls.id = call_inspections.call_id and ${reachedCall(session)}))`;
};

/** That an inspection was sent by hand, or that a plan drew it. */
export const sentByHand = (byHand: boolean) => sql<SqlBool>`(call_inspections.sender_id is not null) = ${byHand}`;

/** That the session's person spoke in a call, also as the colleague who was asked. `column` of `table` has the id of the call. */
export const spokeIn = (session: Session, table: string, column: string) => sql<boolean>`exists (
  select from call_legs l join call_seats s on s.tenant_id = l.tenant_id and s.id = l.seat_id
  where l.tenant_id = ${sql.ref(`${table}.tenant_id`)} and l.call_id = ${sql.ref(`${table}.${column}`)} and l.kind = ${legKinds.seat}
    and l.part in (${legParts.talks}, ${legParts.consulted}) and l.connected_at is not null and s.user_id = ${session.userId})`;

export const list: ListOf<typeof routes.page, 'call_inspections'> = {
  table: 'call_inspections',
  noun: '质检记录',
  scope: (_eb, session) => seenInspection(session),
  columns: {
    id: 'id',
    callId: 'call_id',
    state: 'state',
    planName: lookup('call_sample_plans', 'name', 'call_inspections.plan_id'),
    senderName: 'sender_name',
    sheetName: lookup('call_sheets', 'name', 'call_inspections.sheet_id'),
    agentName: 'agent_name',
    groupName: lookup('call_groups', 'name', 'call_inspections.group_id'),
    kind: lookup('calls', 'kind', 'call_inspections.call_id'),
    callTime: 'call_at',
    talkSeconds: 'talk_seconds',
    points: 'points',
    knockedOut: 'knocked_out',
    passed: 'passed',
    inspectorName: 'inspector_name',
    scoredTime: 'scored_at',
    appealUntil: 'appeal_until',
    seenTime: 'seen_at',
    appealTime: 'appealed_at',
    decidedTime: 'decided_at',
    firstPoints: 'first_points',
    soundUntil: () => soundUntil('call_inspections', 'call_id'),
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    state: equals('state'),
    agentName: contains('agent_name'),
    groupId: equals('group_id'),
    sheetId: equals('sheet_id'),
    planId: equals('plan_id'),
    passed: equals('passed'),
    byHand: (_eb, value) => sentByHand(value),
    startDate: from('call_at'),
    endDate: (eb, value) => eb('call_at', '<=', `${value} 23:59:59.999999`),
  },
  sorts: { call_time: 'call_at', points: 'points', scored_time: 'scored_at' },
  order: 'call_at',
};

const yes = (value: boolean | null, words: readonly [string, string]) => (value === null ? '' : words[value ? 0 : 1]);

export const sheet: Export<z.input<typeof CallInspection>> = {
  name: '通话质检',
  list: () => listOf(list),
  columns: titled(callInspectionLabels, [
    { key: 'callTime', format: 'dateTime', width: 20 },
    { key: 'agentName', width: 12 },
    { key: 'groupName', width: 14 },
    { key: 'kind', value: ({ kind }) => callKindLabels[kind] ?? '', width: 10 },
    { key: 'talkSeconds', value: ({ talkSeconds }) => durationText(talkSeconds), width: 12 },
    { key: 'planName', width: 16 },
    { key: 'senderName', width: 12 },
    { key: 'sheetName', width: 16 },
    { key: 'state', value: ({ state }) => inspectionStateLabels[state] ?? '', width: 10 },
    { key: 'points', width: 8 },
    { key: 'passed', value: ({ passed }) => yes(passed, ['合格', '不合格']), width: 10 },
    { key: 'knockedOut', value: ({ knockedOut }) => (knockedOut ? '是' : ''), width: 10 },
    { key: 'inspectorName', width: 12 },
    { key: 'scoredTime', format: 'dateTime', width: 20 },
    { key: 'seenTime', format: 'dateTime', width: 20 },
    { key: 'appealTime', format: 'dateTime', width: 20 },
    { key: 'decidedTime', format: 'dateTime', width: 20 },
    { key: 'firstPoints', width: 12 },
  ]),
};
