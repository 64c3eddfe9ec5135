/** The machine of a visitor record: what each command changes, and the texts that family gets. */
import {
  closedVisitor,
  decideVisitor,
  visitorStates,
  type Barrier,
  type VisitorChange,
  type VisitorCommand,
} from '#contract/visitors/visitor-commands.rules.ts';
import { isMobile } from '#contract/phones.rules.ts';
import { dayOf } from '#contract/time.ts';
import { isBlocked, type HealthAnswer } from '#contract/visitors/visitor-slots.rules.ts';
import type { Comer } from '#contract/visitors/restrictions.rules.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import type { Machine } from '../db/transitions.ts';
import { notFound } from '../errors.ts';
import { tenantName } from '../messages/notices.ts';
import { smsLater } from '../messages/text-messages.ts';
import { restrictionFor } from './restricted-visitors.ts';
import { NOUN, wireOf, type Wire } from './visitor-rows.ts';

async function lock({ tx }: Work, id: number) {
  const row = await tx.row(
    db.selectFrom('visitor_records').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate(),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
export type Row = Awaited<ReturnType<typeof lock>>;

const clock = (time: string) => time.slice(5, 16);

/** What family is told of a booking, if anything. */
const said = ({ starts_at, code }: Row, action: VisitorCommand['action'], reason: string | null): string | null => {
  const visit = `您预约${clock(starts_at)}的来访`;
  if (action === 'approve') return `${visit}已通过，预约码${code}，请凭码登记。`;
  if (action === 'refuse') return `${visit}未通过：${reason ?? ''}`;
  return null;
};

/** Tells family by a text, where the phone takes one. */
export async function textVisitor(work: Work, phone: string, text: string): Promise<void> {
  if (isMobile(phone)) await smsLater(work, phone, `【颐安】${await tenantName(work.tx)}：${text}`);
}

const CHANGED = '访客登记已被修改，请刷新后重试';

export const visitor: Machine<Work, Row, VisitorCommand, VisitorChange, Wire> = {
  table: 'visitor_records',
  read: lock,
  fresh: ({ tx }, { id }) => wireOf(tx, id),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedVisitor,
  decide: decideVisitor,
  columns: (_work, _row, { set }) => set,
  follow: async () => {},
  async record(work, row, { action, set }) {
    const text = said(row, action, (set as { reason?: string | null }).reason ?? null);
    if (text !== null) await textVisitor(work, row.phone, text);
    await work.emit('visitor.changed', { recordId: row.id });
  },
};

/** What the door has against a visitor now, and the id of the restriction. */
export async function barrierOf(
  { tx, deps }: Work,
  comer: Comer,
  { answers, temperature }: { answers: readonly HealthAnswer[]; temperature: number | null },
): Promise<Barrier & { restrictionId: number | null }> {
  const found = await restrictionFor(tx, comer, dayOf(deps.now()));
  return { restriction: found?.reason ?? null, restrictionId: found?.id ?? null, blocked: isBlocked(answers, temperature) };
}

export const { pending, booked, inside } = visitorStates;
