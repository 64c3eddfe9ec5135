/** What falls due by the clock: reminders, breaches, and tickets that have been solved for long enough. */
import { sql } from 'kysely';
import type { TicketAlert } from '#contract/tickets/ticket-dues.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Actor, Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { applyTo } from '../db/transitions.ts';
import { workIn } from '../events.ts';
import { forTenants } from '../jobs/poller.ts';
import { clockOf, dueColumns, duesAt } from './ticket-clock.ts';
import { lockTicket, logTicket, ticketMachine } from './ticket-machine.ts';
import { answerable, tellUsers } from './ticket-notices.ts';

const CLOCK: Actor = { userId: null, name: '系统' };
/** Tickets of one institution at once; what is left waits for the next run. */
const MOST = 200;

const WORDS = { first: '首次回复', solve: '解决' } as const;
const titleOf = ({ of, late }: TicketAlert) => (late ? `诉求${WORDS[of]}已超时，请立即处理` : `诉求${WORDS[of]}即将超时，请处理`);

/** Who leads the group of a ticket, or the department that the group is. */
const headOf = async (tx: Tx, groupId: number | null): Promise<number | null> =>
  groupId === null
    ? null
    : ((
        await tx.row<{ id: number | null }>(sql`
          select coalesce(g.head_id, d.leader_id) as id from ticket_groups g
            left join departments d on d.tenant_id = g.tenant_id and d.id = g.department_id
          where g.tenant_id = ${tx.tenantId} and g.id = ${groupId}`)
      )?.id ?? null);

/** Does what is due of one ticket as of `now`. */
async function look(deps: Dependencies, tenantId: number, id: number, now: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    const work = workIn(tx, deps, CLOCK);
    const row = await lockTicket(tx, id);
    const clock = await clockOf(tx, row, row.state, now);
    const dues = duesAt(clock, row, now);
    if (dues.closes) {
      await applyTo(ticketMachine, work, row, { action: 'close', reason: `已解决满${clock.settings.closeDays}天，自动关闭` });
      return;
    }
    const told = dues.told | dues.bits;
    const next = duesAt(clock, { ...row, told }, now);
    // Not a change of the ticket: what staff write meanwhile is not stale.
    await tx.run(
      db
        .updateTable('tickets')
        .set({ ...dueColumns(next, row.first_answered_at !== null), told })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id),
    );
    for (const alert of dues.alerts) {
      const whom = await answerable(work, row);
      await tellUsers(work, row, titleOf(alert), alert.late ? [...whom, await headOf(tx, row.group_id)] : whom);
      await logTicket(work, id, 'alert', row.state, titleOf(alert).split('，')[0]!);
    }
    if (dues.alerts.length > 0) await work.emit('ticket.changed', { ticketId: id });
  });
}

/** The task of cleanup, over all institutions; gives how many tickets it looked at. */
export async function watchTickets(deps: Dependencies, now: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'tickets_due',
    text: 'select tenant_id from app.tickets_due($1)',
    values: [isoOf(now)],
  });
  let looked = 0;
  await forTenants(deps, 'the watch over tickets', rows, async (tenantId) => {
    const due = await deps.inTenant(tenantId, (tx) =>
      tx.rows<{ id: number }>(sql`
        select id from tickets where tenant_id = ${tenantId} and look_at <= ${isoOf(now)} order by look_at limit ${MOST}`),
    );
    for (const { id } of due) {
      try {
        await look(deps, tenantId, id, now);
        looked++;
      } catch (error) {
        deps.log.warn({ err: error, tenantId, ticketId: id }, 'what is due of a ticket was not done');
      }
    }
  });
  return looked;
}
