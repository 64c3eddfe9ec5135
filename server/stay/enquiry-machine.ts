/** The machine of enquiries, and their log. */
import {
  closedEnquiry,
  decideEnquiry,
  type EnquiryChange,
  type EnquiryCommand,
  type EnquiryEvent,
} from '#contract/stay/enquiry-commands.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, type Machine } from '../db/transitions.ts';
import { lockEnquiry, NOUN, type EnquiryRow } from './enquiry-rows.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

/** Writes what happened into the log of an enquiry. */
export const note = ({ tx, deps, actor }: Work, enquiryId: number, kind: EnquiryEvent, text: string | null) =>
  tx.run(
    db.insertInto('enquiry_events').values({
      tenant_id: tx.tenantId,
      enquiry_id: enquiryId,
      kind,
      text,
      user_id: actor.userId,
      user_name: actor.name,
      created_at: isoOf(deps.now()),
    }),
  );

/** With the words that a command brings for the log. */
export type EnquirySaid = EnquiryCommand & { text?: string | null };

export const enquiryMachine: Machine<Work, EnquiryRow, EnquirySaid, EnquiryChange & { text: string | null }> = {
  table: 'enquiries',
  read: ({ tx }, id) => lockEnquiry(tx, id),
  fresh: async (_work, { id, version }) => ({ id, version }),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: (row, action) => (action === 'delete' ? null : closedEnquiry(row, action)),
  decide(row, { text = null, ...command }, now) {
    const decision = decideEnquiry(row, command, now);
    return 'refusal' in decision ? decision : { change: decision.change && { ...decision.change, text } };
  },
  columns: (_work, _row, { set }) => set,
  follow: async () => {},
  async record(work, { id }, { action, text }) {
    await note(work, id, action, text);
    await work.emit('enquiry.changed', { enquiryId: id });
  },
};

/** What an admission that was carried out makes of its enquiry; one that was ended meanwhile stays as it is. */
export async function endByAdmission(work: Work, enquiryId: number, number: string): Promise<void> {
  const row = await lockEnquiry(work.tx, enquiryId);
  if (closedEnquiry(row, 'admit') === null) await apply(enquiryMachine, work, { id: enquiryId }, { action: 'admit', text: number });
}
