/** Where an order is served: in the house the bed of the person, now while it is open, as it was then once it is closed. */
import { sql } from 'kysely';
import { whereText } from '#contract/rooms/places.rules.ts';
import { jobStatus, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit, on } from '../events.ts';
import { sendMessage } from '../messages/messages.ts';
import { placeOfBed, placeOfPerson } from '../rooms/places.ts';

const { finished, cancelled, rated } = orderStatus;
const closed: readonly number[] = [finished, cancelled, rated];
const CLOSED = sql.raw(closed.join(', '));

const ofTheirs = placeOfPerson(sql.ref('work_orders.tenant_id'), sql.ref('work_orders.person_id'));

/** Over `work_orders`: building, floor, room and bed of the person served; null for whom lives at home. */
export const orderPlace = sql<string | null>`case when work_orders.status in (${CLOSED}) then work_orders.place else ${ofTheirs} end`;

/** Over `work_orders`: the room that its alarm came from, when the person's bed is not in it. */
export const alarmPlace = sql<string | null>`(select app.place_text(r.building, r.floor, r.name, null) from warnings w
  join rooms r on r.tenant_id = w.tenant_id and r.id = w.room_id
  where w.tenant_id = work_orders.tenant_id and w.id = work_orders.warning_id and work_orders.status not in (${CLOSED}) and not exists (
    select from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    where p.tenant_id = work_orders.tenant_id and p.id = work_orders.person_id and b.room_id = w.room_id))`;

/** What an order keeps when its status becomes `to`: the bed of that moment. */
export const keptPlace = (status: number, to: number | undefined) =>
  to !== undefined && closed.includes(to) && !closed.includes(status) ? { place: ofTheirs } : {};

/** Where its carer has to go, for messages. Empty when nothing is known. */
export async function whereOf(tx: Tx, orderId: number): Promise<string> {
  const row = await tx.row<{ place: string | null; alarm: string | null; address: string }>(sql`
    select ${orderPlace} as place, ${alarmPlace} as alarm, person_address as address from work_orders
    where tenant_id = ${tx.tenantId} and id = ${orderId}`);
  return row ? whereText({ bedPlace: row.place, alarmPlace: row.alarm, oldmanAddress: row.address }) : '';
}

interface MovedOrder {
  id: number;
  number: string;
  person_name: string;
}

/** Tells those who were sent where the person lies now. */
async function tellMoved(tx: Tx, deps: Dependencies, { id, number, person_name: name }: MovedOrder, where: string): Promise<void> {
  const carers = await tx.rows<{ id: number }>(sql`
    select distinct user_id as id from work_order_jobs where tenant_id = ${tx.tenantId} and work_order_id = ${id} and user_id is not null
      and status in (${sql.lit(jobStatus.assigned)}, ${sql.lit(jobStatus.inProgress)}, ${sql.lit(jobStatus.paused)})`);
  const message = {
    kind: 'workorder',
    title: '服务对象已换床',
    text: `${name}现在${where}（${number}）`,
    link: `/order/workorder/detail?id=${id}`,
  } as const;
  for (const carer of carers) await sendMessage(tx, deps, { recipientId: carer.id, ...message });
}

/**
 * An open order whose address is nothing but the bed goes with the person; its carers are
 * told, the pages that show it read it again. To be called once per process.
 */
export function followMoves(): void {
  on('person.changed', async ({ personId, bedBefore }, tx, deps) => {
    if (bedBefore === undefined) return;
    const tenant = sql`${tx.tenantId}::bigint`;
    const moved = await tx.rows<MovedOrder>(sql`
      update work_orders set person_address = case when person_address = ${placeOfBed(tenant, sql`${bedBefore}::bigint`)}
        then coalesce(${placeOfPerson(tenant, sql`${personId}::bigint`)}, person_address) else person_address end
      where tenant_id = ${tenant} and person_id = ${personId} and status not in (${CLOSED}) returning id, number, person_name`);
    for (const order of moved) {
      await emit('work-order.changed', { workOrderId: order.id }, tx, deps);
      await tellMoved(tx, deps, order, await whereOf(tx, order.id));
    }
  });
}
