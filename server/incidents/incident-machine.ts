/** The machine of incidents, their log, and who is told of what. */
import {
  closedIncident,
  decideIncident,
  type IncidentChange,
  type IncidentCommand,
  type IncidentEvent,
} from '#contract/incidents/incident-commands.rules.ts';
import { incidentTypes, isLoud } from '#contract/incidents/incident-types.rules.ts';
import { INCIDENT_ACCESS } from '#contract/incidents/incidents.ts';
import { isoOf } from '#contract/time.ts';
import type { Context, Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import type { Machine } from '../db/transitions.ts';
import { recipientsWith, sendMessage, tellThoseWith } from '../messages/messages.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { lockIncident, NOUN, readIncident, type IncidentRow } from './incident-rows.ts';

const CHANGED = `${NOUN}已被修改，请刷新后重试`;

export const incidentAddress = (id: number) => `/incident/detail?id=${id}`;

/** Writes what happened into the log of an incident. */
export const note = ({ tx, deps, actor }: Work, incidentId: number, kind: IncidentEvent, text: string | null = null) =>
  tx.run(
    db.insertInto('incident_events').values({
      tenant_id: tx.tenantId,
      incident_id: incidentId,
      kind,
      text,
      user_id: actor.userId,
      user_name: actor.name,
      created_at: isoOf(deps.now()),
    }),
  );

type Said = Pick<IncidentRow, 'id' | 'type' | 'severity' | 'died' | 'person_name' | 'place'>;

/** `跌倒：王秀英` */
export const titleOf = ({ type, person_name }: Pick<Said, 'type' | 'person_name'>) =>
  `${incidentTypes[type] ?? '其他'}${person_name === null ? '' : `：${person_name}`}`;

/** Tells those who review what was reported; a grave one is not held back, and is texted. */
export async function tellReported(work: Work, row: Said): Promise<void> {
  const { tx, deps, actor } = work;
  const loud = isLoud(row);
  const others = (await recipientsWith(tx, INCIDENT_ACCESS.review)).filter((id) => id !== actor.userId);
  await sendMessages(tx, deps, others, {
    kind: 'incident',
    title: `不良事件 ${titleOf(row)}`,
    text: `${actor.name}上报${row.place === null ? '' : `，${row.place}`}，请受理`,
    link: incidentAddress(row.id),
    ...(loud ? { urgent: true, sms: `不良事件：${incidentTypes[row.type] ?? '其他'}，${actor.name}上报，请立即登录系统受理。` } : {}),
  });
}

/** Tells who reported an incident what became of it. */
async function tellReporter({ tx, deps, actor }: Work, row: IncidentRow, what: string, text: string | null): Promise<void> {
  if (row.reporter_id === null || row.reporter_id === actor.userId) return;
  await sendMessage(tx, deps, {
    recipientId: row.reporter_id,
    kind: 'incident',
    title: `不良事件${what}：${titleOf(row)}`,
    text: text ?? '',
    link: incidentAddress(row.id),
  });
}

const LOGGED = { accept: 'accept', submit: 'submit', return: 'return', close: 'close', reopen: 'reopen' } as const;

export const incidentMachine: Machine<Context, IncidentRow, IncidentCommand, IncidentChange> = {
  table: 'incidents',
  read: lockIncident,
  fresh: (context, { id }) => readIncident(context, id),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedIncident,
  decide: decideIncident,
  columns: (_context, _row, { set }) => set,
  async follow() {},
  async record(context, row, { action, note: said }) {
    const { tx, deps } = context;
    if (action in LOGGED) await note(context, row.id, LOGGED[action as keyof typeof LOGGED], said);
    if (action === 'submit')
      await tellThoseWith(tx, deps, INCIDENT_ACCESS.review, {
        kind: 'incident',
        title: `不良事件等待审核：${titleOf(row)}`,
        text: `${context.actor.name}已提交审核`,
        link: incidentAddress(row.id),
      });
    if (action === 'return') await tellReporter(context, row, '被退回', said);
    if (action === 'close') await tellReporter(context, row, '已结案', said);
    await context.emit('incident.changed', { incidentId: row.id });
  },
};
