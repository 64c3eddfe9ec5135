/** Removing people so that they can come back for a month, and clearing what served to look after them when it is over. */
import { sql } from 'kysely';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import { planStatus } from '#contract/work-orders/work-order-plans.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Session } from '../context.ts';
import { needQuota } from '../db/quotas.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import { readOne } from '../lists/crud.ts';
import { reach } from '../lists/people-reach.ts';
import { line, lines, named, type Removable } from '../lists/removals.ts';
import { freeBed } from '../rooms/occupancy.ts';
import { placeOfBed } from '../rooms/places.ts';
import { peopleRows } from './people-rows.ts';
import { lock, moveBed } from './person-locks.ts';
import { hasGone, isAway, refuseTwin, refuseWhileLeaving } from './registrations.ts';

const { finished, cancelled, rated } = orderStatus;
const openOrders = (tx: Tx, id: number) => sql`(select count(*)::integer from work_orders where tenant_id = ${tx.tenantId}
  and person_id = ${id} and status not in (${finished}, ${cancelled}, ${rated}))`;
const openWarnings = (tx: Tx, id: number) => sql`(select count(*)::integer from warnings where tenant_id = ${tx.tenantId}
  and person_id = ${id} and status in (${disposals.open}, ${disposals.inProgress}))`;

/** Whether there is money of the person, or a debt: both are settled first. */
const holdsMoney = (tx: Tx, id: number) => sql`exists (select from person_accounts where tenant_id = ${tx.tenantId} and id = ${id}
  and (cash_fen <> 0 or grant_fen <> 0 or deposit_fen <> 0))`;

interface Hanging {
  money: boolean;
  orders: number;
  warnings: number;
  devices: string[];
  packages: number;
  plans: number;
}

interface Removed {
  name: string;
  mobile: string | null;
  identity_index: string | null;
  status: number;
  /** How many devices were taken off by the removal. */
  devices: number;
}

/** People that a session reaches, those who were removed among them; nothing for all. */
function reached(session: Session) {
  const all = db.selectFrom('people').select('people.id').where('people.tenant_id', '=', session.tenantId);
  let limited = true;
  const query = all.where((eb) => {
    const own = reach(eb as never, session);
    limited = own !== undefined;
    return (own ?? eb.lit(true)) as never;
  });
  return limited ? query : undefined;
}

/** Whether a bed is still there for its former person: free, and not promised to another one. */
async function isFree(tx: Tx, bedId: number): Promise<boolean> {
  const bed = await tx.row<{ status: number }>(sql`select status from beds where tenant_id = ${tx.tenantId} and id = ${bedId} for update`);
  return bed?.status === bedStates.free;
}

export const personRemoval: Removable<{ bedId: number | null }> = {
  kind: 'person',
  reach: reached,

  async look(id, context) {
    const { tx, session } = context;
    const { userName, place } = await readOne(peopleRows(session), id, context);
    const found = (await tx.row<Hanging>(sql`
      select ${openOrders(tx, id)} as orders, ${openWarnings(tx, id)} as warnings, ${holdsMoney(tx, id)} as money,
        (select coalesce(array_agg(coalesce(name, imei) order by id), '{}') from devices
          where tenant_id = ${tx.tenantId} and person_id = ${id} and deleted_at is null) as devices,
        (select count(*)::integer from person_packages where tenant_id = ${tx.tenantId} and person_id = ${id}
          and deleted_at is null and status = 1 and ends_on >= current_date) as packages,
        (select count(*)::integer from work_order_plans where tenant_id = ${tx.tenantId} and person_id = ${id}
          and status = ${planStatus.active} and deleted_at is null) as plans`)) as Hanging;
    const { orders, warnings, money, devices, packages, plans } = found;
    return {
      name: userName,
      detail: place,
      blockers: lines(
        orders > 0 && line(`还有${orders}张未完成的工单，请先完成或取消`, 'personOrders', id),
        warnings > 0 && line(`还有${warnings}条未处理的预警，请先处理`, 'personWarnings', id),
        money && line('账户还有余额、押金或欠费，请先结清', 'personAccount', id),
      ),
      effects: lines(
        place !== null && line(`床位 ${place} 变为空闲`),
        devices.length > 0 && line(`解除佩戴的设备：${named(devices)}，恢复后需重新绑定`),
        packages > 0 && line(`${packages}个使用中的服务包不能再使用`),
        plans > 0 && line(`${plans}个周期工单暂停`),
        line('健康数据、预警和工单记录保留'),
      ),
    };
  },

  async take(id, context) {
    const { tx } = context;
    const { bed_id, name, mobile } = await lock(id, context);
    const open = await tx.row<{ orders: number; warnings: number; money: boolean; place: string | null }>(sql`
      select ${openOrders(tx, id)} as orders, ${openWarnings(tx, id)} as warnings, ${holdsMoney(tx, id)} as money,
        (select ${placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id'))} from people
          where people.tenant_id = ${tx.tenantId} and people.id = ${id}) as place`);
    await refuseWhileLeaving(tx, id);
    if (open?.orders) throw refused('该服务对象还有未完成的工单，不能删除');
    if (open?.warnings) throw refused('该服务对象还有未处理的预警，不能删除');
    if (open?.money) throw refused('该服务对象的账户还有余额、押金或欠费，不能删除');
    await tx.run(sql`
      update people set deleted_at = now(), bed_id = null, version = version + 1 where tenant_id = ${tx.tenantId} and id = ${id}`);
    if (bed_id !== null) await freeBed(tx, bed_id);
    await context.emit('person.removed', { personId: id });
    await context.emit('person.changed', { personId: id, bedBefore: bed_id });
    return { name, detail: [open?.place, mobile].filter(Boolean).join(' · ') || null, kept: { bedId: bed_id } };
  },

  async give(id, { bedId: bedBefore }, context) {
    const { tx } = context;
    // A removal and what it causes have the same `now()`.
    const person = await tx.row<Removed>(sql`
      select p.name, p.mobile, p.identity_index, p.status,
        (select count(*)::integer from device_bindings b where b.tenant_id = p.tenant_id and b.person_id = p.id
          and b.released_at = p.deleted_at) as devices
      from people p where p.tenant_id = ${tx.tenantId} and p.id = ${id} and p.deleted_at is not null for update of p`);
    if (!person) throw notFound('已删除的服务对象');
    const { name, mobile, identity_index: index, status, devices } = person;
    await refuseTwin(tx, name, mobile, id);
    const known = await tx.row(sql`select 1 from people where tenant_id = ${tx.tenantId} and identity_index = ${index}
      and deleted_at is null`);
    if (known) throw refused('已有相同身份证号的服务对象，不能恢复');
    await needQuota(tx, 'people');
    const wants = bedBefore !== null && !hasGone(status);
    const bedId = wants && (await isFree(tx, bedBefore)) ? bedBefore : null;
    await moveBed(tx, null, bedId, isAway(status));
    await tx.run(sql`
      update people set deleted_at = null, bed_id = ${bedId}::bigint, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('person.changed', { personId: id, ...(bedId === null ? {} : { bedBefore: null }) });
    const now = await tx.row<{ place: string | null; plans: number }>(sql`
      select ${placeOfBed(sql.ref('p.tenant_id'), sql.ref('p.bed_id'))} as place,
        (select count(*)::integer from work_order_plans w where w.tenant_id = p.tenant_id and w.person_id = p.id
          and w.status = ${planStatus.paused} and w.deleted_at is null) as plans
      from people p where p.tenant_id = ${tx.tenantId} and p.id = ${id}`);
    return [
      ...(now?.place ? [`床位 ${now.place}`] : wants ? ['原床位已不空闲，请重新安排'] : []),
      ...(devices > 0 ? [`${devices}台设备需重新绑定`] : []),
      ...(now?.plans ? [`${now.plans}个周期工单已暂停，请确认后继续`] : []),
    ];
  },

  /** Name, sex and birth date stay: orders, readings and alarms, which are kept as evidence, name them. */
  async clear(tx, ids) {
    await tx.run(sql`delete from person_contacts where tenant_id = ${tx.tenantId} and person_id = any(${ids}::bigint[])`);
    await tx.run(sql`
      update people set mobile = null, identity_sealed = null, identity_index = null, address = null, region_code = null, longitude = null,
        latitude = null, photo = null, contact_name = null, contact_phone = null, contact_relation = null, contact_notes = null,
        remarks = null, flags = '{}', version = version + 1
      where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) and deleted_at is not null`);
  },
};
