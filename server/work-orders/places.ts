/** Where an order is served: in the house the bed of the person, now while it is open, as it was then once it is closed. */
import { sql } from 'kysely';
import { whereText } from '#contract/rooms/places.rules.ts';
import { jobStatus, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit, on } from '../events.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { baseIn } from '../rooms/base.ts';
import { placeOfBed, placeOfPerson } from '../rooms/places.ts';

const { finished, cancelled, rated } = orderStatus;
const closed: readonly number[] = [finished, cancelled, rated];
const CLOSED = sql.raw(closed.join(', '));

const ofTheirs = placeOfPerson(sql.ref('work_orders.tenant_id'), sql.ref('work_orders.person_id'));

/** Over `work_orders`: building, floor, room and bed of the person served; null for whom lives at home. */
export const orderPlace = sql<string | null>`case when work_orders.status in (${CLOSED}) then work_orders.place else ${ofTheirs} end`;

/** Metres from the institution. Who calls from further away is not in the house. */
const OUTSIDE = 300;

/** Over a warning `w`: the address where its device was, and how far from the institution; null in the house and where it is not known. */
const outside = sql`(select w.address || '，距机构 ' || case when away.metres < 1000 then round(away.metres)::text || ' 米'
    else round(away.metres::numeric / 1000, 1)::text || ' 公里' end
  from (select 111195 * sqrt(((w.longitude - base.longitude) * cosd(base.latitude)) ^ 2 + (w.latitude - base.latitude) ^ 2) as metres
    from ${baseIn(sql`w.tenant_id`)} as base) as away
  where away.metres > ${sql.lit(OUTSIDE)} and not w.approximate)`;

/**
 * Over `work_orders`: where its alarm came from, when that is not the person's room: another room, or for a resident
 * a place outside of the institution, where the device itself said so.
 */
export const alarmPlace = sql<string | null>`(select coalesce(
    (select app.place_text(r.building, r.floor, r.name, null) from rooms r
      where r.tenant_id = w.tenant_id and r.id = w.room_id and b.room_id is distinct from w.room_id),
    case when b.id is not null then ${outside} end)
  from warnings w left join people p on p.tenant_id = w.tenant_id and p.id = work_orders.person_id
  left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
  where w.tenant_id = work_orders.tenant_id and w.id = work_orders.warning_id and work_orders.status not in (${CLOSED}))`;

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
  /** Where the person lies now, and lay before. */
  bed: string | null;
  left: string | null;
}

/** Tells those who were sent where the person lies now, or that there is no bed any more. */
async function tellMoved(tx: Tx, deps: Dependencies, { id, number, person_name: name, bed, left }: MovedOrder): Promise<void> {
  const where = await whereOf(tx, id);
  const now = bed !== null ? `现在${where}` : where === left || where === '' ? '现在没有床位' : `现在没有床位，服务地址 ${where}`;
  const carers = await tx.rows<{ id: number }>(sql`
    select distinct user_id as id from work_order_jobs where tenant_id = ${tx.tenantId} and work_order_id = ${id} and user_id is not null
      and status in (${sql.lit(jobStatus.assigned)}, ${sql.lit(jobStatus.inProgress)}, ${sql.lit(jobStatus.paused)})`);
  const message = {
    kind: 'workorder',
    title: bed === null ? '服务对象已离床' : '服务对象已换床',
    text: `${name}${now}（${number}）`,
    link: `/order/workorder/detail?id=${id}`,
  } as const;
  await sendMessages(
    tx,
    deps,
    carers.map((carer) => carer.id),
    message,
  );
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
      where tenant_id = ${tenant} and person_id = ${personId} and status not in (${CLOSED})
      returning id, number, person_name, ${placeOfPerson(tenant, sql`${personId}::bigint`)} as bed,
        ${placeOfBed(tenant, sql`${bedBefore}::bigint`)} as "left"`);
    for (const order of moved) {
      await emit('work-order.changed', { workOrderId: order.id }, tx, deps);
      await tellMoved(tx, deps, order);
    }
  });
}
