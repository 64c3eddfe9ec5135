/** 通话质检: a call is scored, its agent is told and may appeal once, a second person decides. */
import { sql } from 'kysely';
import {
  closedInspection,
  decideInspection,
  openActions,
  type InspectionChange,
  type InspectionCommand,
  type InspectionState,
} from '#contract/calls/call-inspections.rules.ts';
import { callInspections as routes, INSPECTION_DECIDE } from '#contract/calls/call-inspections.ts';
import type { Output } from '#contract/http.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { apply, applyTo, openFor, type Machine } from '../db/transitions.ts';
import { notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { recipientsWith } from '../messages/messages.ts';
import { exporting } from '../transfers/exports.ts';
import { sheetOf } from './call-sheets.ts';
import { list, seenInspection, sheet, spokeIn } from './inspection-rows.ts';
import { inspectionSending } from './inspection-sending.ts';
import { recordingsOf, soundUntil } from './record-rows.ts';

type Detail = Output<typeof routes.get>;
type Shown = Output<typeof routes.page>['records'][number];
interface Row extends InspectionState {
  id: number;
  version: number;
  call_id: number;
  agent_name: string;
  call_at: string;
  sheet_id: number;
  serial: number | null;
  seen_at: string | null;
}

/** An inspection that the session sees, with what is known of the session's part in its call. Throws 404. */
async function read({ tx, session }: Context, id: number): Promise<Row> {
  const row = await tx.row<Row>(sql`
    select id, version, call_id, state, agent_id, agent_name, inspector_id, points, call_at, sheet_id, serial, appeal_until, seen_at,
      ${soundUntil('call_inspections', 'call_id')} is not null as sound, ${spokeIn(session, 'call_inspections', 'call_id')} as spoke
    from call_inspections where tenant_id = ${tx.tenantId} and id = ${id} and ${seenInspection(session)} for update`);
  if (!row) throw notFound('质检记录');
  return row;
}

/** Throws unless the session may score this call now: notes of a score are made while it waits. */
export async function needScoring(context: Context, id: number, callId: number): Promise<void> {
  const row = await read(context, id);
  if (row.call_id !== callId) throw notFound('质检记录');
  if (
    !context.session.permissions.has(routes.score.access) ||
    !openActions(row, context.session.userId, context.deps.now()).includes('score')
  )
    throw refused('该通话已评分，或不能由您评分；标注请在通话记录中添加');
}

const CHANGED = '该质检记录已被他人处理，请刷新后重试';
const linkOf = (id: number) => `/cloudcall/inspection?id=${id}`;

/** Tells those whom a change concerns: the agent of a score and of a decision, those who decide of an appeal. */
async function tell({ tx, deps, session }: Context, row: Row, { action, set }: InspectionChange): Promise<void> {
  const call = `${row.agent_name} ${row.call_at.slice(0, 16)} 的通话`;
  const say = (recipients: readonly number[], title: string, text: string) =>
    sendMessages(tx, deps, recipients, { kind: 'inspection', title, text, link: linkOf(row.id) });
  const points = `${set.points ?? row.points}分`;
  if (action === 'score')
    return say(
      [row.agent_id],
      `您的通话质检得分${points}${set.knocked_out === true ? '（一票否决）' : ''}`,
      `${call}。${set.comment as string}`,
    );
  if (action === 'appeal') {
    const deciders = await recipientsWith(tx, INSPECTION_DECIDE);
    const others = deciders.filter((id) => id !== row.inspector_id && id !== session.userId);
    return say(others, `${row.agent_name}对质检评分提出申诉`, `${call}，${points}。${set.appeal_reason as string}`);
  }
  if (action === 'decide') {
    const concerned = [row.agent_id, ...(row.inspector_id === null ? [] : [row.inspector_id])];
    const kept = set.points === undefined || set.points === row.points;
    return say(concerned, kept ? `质检申诉已裁定：维持${points}` : `质检申诉已裁定：${row.points}分改为${points}`, call);
  }
}

const machine: Machine<Context, Row, InspectionCommand, InspectionChange, Shown> = {
  table: 'call_inspections',
  read,
  fresh: (context, { id }) => readOne(list, id, context),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedInspection,
  decide: decideInspection,
  columns: (_context, _row, { set }) => set,
  follow: async () => {},
  async record(context, row, change) {
    await tell(context, row, change);
    await context.emit('call-inspection.changed', { inspectionId: row.id });
  },
};

/** Whether it is the session's own result, and not read yet. */
const isUnseen = ({ agent_id, points, seen_at }: Row, { session }: Context): boolean =>
  agent_id === session.userId && points !== null && seen_at === null;

const byOf = ({ session }: Context) => ({ id: session.userId, name: session.name });

export const callInspections: Handlers<typeof routes> = {
  ...inspectionSending,
  page: reads(list).page,
  export: exporting(routes.export, sheet),

  async get({ id }, context) {
    const { tx, session, deps } = context;
    const row = await read(context, id);
    const shown = await readOne(list, id, context);
    const { serial, groups, passPoints } = await sheetOf(tx, row.sheet_id, row.serial);
    type More = Omit<Detail, keyof Shown | 'serial' | 'groups' | 'passPoints' | 'notes' | 'recordingList' | 'unseen' | 'open'>;
    const more = await tx.row<More>(sql`
      select c.caller, c.callee, c.summary, c.satisfaction, i.answers, i.comment, i.skip_reason as "skipReason",
        i.appeal_reason as "appealReason", i.decision_note as "decisionNote", i.decider_name as "deciderName"
      from call_inspections i join calls c on c.tenant_id = i.tenant_id and c.id = i.call_id
      where i.tenant_id = ${tx.tenantId} and i.id = ${id}`);
    const notes = await tx.rows<Detail['notes'][number]>(sql`
      select id, at_ms as "atMs", note, user_name as "userName" from call_recording_notes
      where tenant_id = ${tx.tenantId} and inspection_id = ${id} order by at_ms, id limit 500`);
    const open = openActions(row, session.userId, deps.now()).filter((action) => session.permissions.has(routes[action].access));
    return {
      ...shown,
      ...(more as More),
      serial,
      groups,
      passPoints,
      notes,
      recordingList: await recordingsOf(tx, [shown.callId]),
      unseen: isUnseen(row, context),
      open,
    };
  },

  async score({ id, version, serial, answers, comment }, context) {
    const row = await openFor(machine, context, { id, version }, 'score');
    const current = await sheetOf(context.tx, row.sheet_id);
    return applyTo(machine, context, row, { action: 'score', by: byOf(context), sheet: current, serial, answers, comment });
  },

  skip: ({ id, version, reason }, context) => apply(machine, context, { id, version }, { action: 'skip', by: byOf(context), reason }),
  /** Not counted as a change of the row: who reads it may appeal by what was read. */
  async seen({ id }, context) {
    const { tx, deps, emit } = context;
    if (!isUnseen(await read(context, id), context)) return true;
    await tx.run(sql`update call_inspections set seen_at = ${isoOf(deps.now())} where tenant_id = ${tx.tenantId} and id = ${id}`);
    await emit('call-inspection.changed', { inspectionId: id });
    return true;
  },

  appeal: ({ id, version, reason }, context) => apply(machine, context, { id, version }, { action: 'appeal', by: byOf(context), reason }),

  async decide({ id, version, note, answers = null }, context) {
    const row = await openFor(machine, context, { id, version }, 'decide');
    const scored = await sheetOf(context.tx, row.sheet_id, row.serial);
    return applyTo(machine, context, row, { action: 'decide', by: byOf(context), note, sheet: scored, answers });
  },
};
