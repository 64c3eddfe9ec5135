/** Enquiries for a place: written down, followed up, queued for a bed, lost or admitted. */
import { sql } from 'kysely';
import { fenText } from '#contract/money.ts';
import { enquiries as routes } from '#contract/stay/enquiries.ts';
import { DAY, dayOf, instantOf, nextDay } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import type { Tx } from '../db/tenant.ts';
import { apply } from '../db/transitions.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads, writes } from '../lists/crud.ts';
import { exporting } from '../transfers/exports.ts';
import { leftOf, reachedHolder } from './earnest-ledger.ts';
import { enquiryMachine, note, type EnquirySaid } from './enquiry-machine.ts';
import { fields, list, own, readEnquiry, sheet } from './enquiry-rows.ts';

const MOST_DAYS = 731;
/** So far ahead those who leave are counted (days). */
const AHEAD = 30;

const plain = writes({
  ...own,
  fields,
  stamp: ({ userId, name }) => ({ user_id: userId, user_name: name, owner_id: userId, owner_name: name }),
});

const refusals = { enquiries_open: conflict('该老人已有未结束的咨询，请在原咨询中跟进') };

/** The fields of the member of staff who is to follow it up; none when the form names no one. Throws 422. */
async function ownerOf(tx: Tx, ownerId: number | null | undefined): Promise<{ ownerId?: number; ownerName?: string }> {
  if (ownerId === undefined || ownerId === null) return {};
  const owner = await tx.row<{ id: number; name: string }>(
    sql`select id, name from users where tenant_id = ${tx.tenantId} and id = ${ownerId} and status = 0 and deleted_at is null`,
  );
  if (!owner) throw refused('跟进人不存在或已停用');
  return { ownerId: owner.id, ownerName: owner.name };
}

/** Carries out a command on an enquiry that the session reaches. */
async function act(context: Context, which: { id: number; version?: number | undefined }, command: EnquirySaid): Promise<true> {
  await readOne(list, which.id, context);
  return apply(enquiryMachine, context, which, command);
}

export const enquiries: Handlers<typeof routes> = {
  ...reads(list),
  export: exporting(routes.export, sheet),
  get: ({ id }, context) => readEnquiry(context, id),

  async forecast(_input, { tx, deps }) {
    const until = nextDay(dayOf(deps.now()), AHEAD);
    const found = await tx.row<{ free: number; kept: number; leaving: number; waiting: number }>(sql`
      select (select count(*)::integer from beds where tenant_id = ${tx.tenantId} and status = 0) as free,
        (select count(*)::integer from admissions where tenant_id = ${tx.tenantId} and state in (1, 2, 5)) as kept,
        (select count(*)::integer from checkouts c
          join people p on p.tenant_id = c.tenant_id and p.id = c.person_id and p.bed_id is not null
          where c.tenant_id = ${tx.tenantId} and c.state < 3 and c.leave_on <= ${until}::date) as leaving,
        (select count(*)::integer from enquiries where tenant_id = ${tx.tenantId} and state = 4) as waiting`);
    return found!;
  },

  async statistics({ startDate, endDate }, { tx, session }) {
    if (startDate > endDate) throw invalid('开始日期不能晚于结束日期');
    if ((instantOf(endDate) - instantOf(startDate)) / DAY >= MOST_DAYS) throw invalid(`最多统计${MOST_DAYS}天`);
    const within = sql`tenant_id = ${session.tenantId} and created_at >= ${`${startDate} 00:00:00`}::timestamptz
      and created_at < ${`${nextDay(endDate)} 00:00:00`}::timestamptz`;
    const bySource = await tx.rows<{ key: number; count: number; visited: number; admitted: number; lost: number }>(sql`
      select source::integer as key, count(*)::integer as count, count(visited_at)::integer as visited,
        (count(*) filter (where state = 5))::integer as admitted, (count(*) filter (where state = 6))::integer as lost
      from enquiries where ${within} group by source order by count(*) desc, source`);
    const byReason = await tx.rows<{ key: number; count: number }>(sql`
      select lost_reason::integer as key, count(*)::integer as count from enquiries where ${within} and state = 6
      group by lost_reason order by count(*) desc, lost_reason`);
    const sum = (name: 'count' | 'visited' | 'admitted' | 'lost') => bySource.reduce((total, row) => total + row[name], 0);
    return { total: { count: sum('count'), visited: sum('visited'), admitted: sum('admitted'), lost: sum('lost') }, bySource, byReason };
  },

  async create({ ownerId, ...form }, context) {
    const owner = await ownerOf(context.tx, ownerId);
    const id = await explaining(refusals, plain.create({ ...form, ...owner }, context));
    await note(context, id, 'ask', form.wishes ?? null);
    await context.emit('enquiry.changed', { enquiryId: id });
    return id;
  },

  async update({ ownerId, ...form }, context) {
    const owner = await ownerOf(context.tx, ownerId);
    await explaining(refusals, plain.update({ ...form, ...owner }, context));
    await context.emit('enquiry.changed', { enquiryId: form.id });
    return true;
  },

  follow: ({ text, nextDate, ...which }, context) => act(context, which, { action: 'follow', nextOn: nextDate, text }),
  visit: ({ text, nextDate, ...which }, context) => act(context, which, { action: 'visit', nextOn: nextDate, text }),
  wait: ({ nextDate, ...which }, context) => act(context, which, { action: 'wait', nextOn: nextDate }),
  async lose({ reason, note: said, ...which }, context) {
    // Locked by `reachedHolder`: money that is taken at this moment is seen.
    const leftFen = await leftOf(context.tx, await reachedHolder(context, { enquiryId: which.id }));
    if (leftFen > 0) throw refused(`已收定金${fenText(leftFen)}，请先在“定金”中退还或不退，再标记流失`);
    return act(context, which, { action: 'lose', reason, note: said ?? null, text: said ?? null });
  },
  reopen: (which, context) => act(context, which, { action: 'reopen' }),
};
