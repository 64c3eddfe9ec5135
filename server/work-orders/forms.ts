/** What staff write down of an order: creating and editing it. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { orderStatus, payTypeOffered, statusOfJobs, totalOf, jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import { explaining } from '../db/constraints.ts';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import { fromMap, inMapOrder, isPosition, toMap } from '../geo/coordinates.ts';
import { expectNext } from '../warnings/asking-again.ts';
import { absentAmong, refuseAbsent } from './absences.ts';
import { staffOf } from './dispatches.ts';
import { nextNumber } from './numbers.ts';
import type { ToldOrder } from './staff-notices.ts';
import { targetColumns } from './targets.ts';
import { record } from './order-steps.ts';
import { addJobs, checkTime, projectsOf, readyJobs } from './work-order-jobs.ts';

type Form = z.output<typeof routes.create.input>;

/** The person served, as the order keeps them. */
export async function personOf(tx: Tx, id: number) {
  const person = await tx.row(
    db
      .selectFrom('people')
      .select(['id', 'name', 'care_level', 'ability', 'address', 'longitude', 'latitude'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );
  if (!person) throw notFound('服务对象');
  return person;
}

/**
 * The stored position: the form's, which is the map's, else the one on record for the same
 * address. One that is sent as it is shown stays to the digit.
 */
export function placeOf(
  { lng = null, lat = null, oldmanAddress }: Pick<Form, 'lng' | 'lat' | 'oldmanAddress'>,
  known: { address: string | null; longitude: number | null; latitude: number | null },
) {
  if (lng === null && lat === null)
    return known.address === oldmanAddress ? { longitude: known.longitude, latitude: known.latitude } : { longitude: null, latitude: null };
  if (lng === null || lat === null) throw invalid('坐标不正确');
  const picked = inMapOrder(lng, lat);
  if (!isPosition(...picked)) throw invalid('坐标不正确');
  if (known.longitude !== null && known.latitude !== null) {
    const shown = toMap([known.longitude, known.latitude]);
    if (shown[0] === picked[0] && shown[1] === picked[1]) return { longitude: known.longitude, latitude: known.latitude };
  }
  const [longitude, latitude] = fromMap(picked);
  return { longitude, latitude };
}

/** Columns that the form sets, whether the order is new or not. */
export const columnsOf = (form: Omit<Form, 'jobLists' | 'warningBusinessId' | 'goodsOrderId' | 'followsId'>) => ({
  orderer_name: form.downName,
  orderer_phone: form.downPhone,
  emergency: form.emergencyType,
  pay_type: form.payType,
  remarks: form.remarks,
  person_phone: form.oldmanPhone,
  person_address: form.oldmanAddress,
  ...(form.downTime === undefined ? {} : { ordered_at: form.downTime }),
});

export const ofPerson = (person: Awaited<ReturnType<typeof personOf>>) => ({
  person_id: person.id,
  person_name: person.name,
  care_level: person.care_level,
  ability: person.ability,
});

async function ruleOf(tx: Tx, warningId: number | null): Promise<string | null> {
  if (warningId === null) return null;
  const warning = await tx.row(db.selectFrom('warnings').select('rule').where('tenant_id', '=', tx.tenantId).where('id', '=', warningId));
  if (!warning) throw notFound('预警');
  return warning.rule;
}

async function checkGoodsOrder(tx: Tx, id: number, personId: number): Promise<void> {
  const found = await tx.row(
    db
      .selectFrom('goods_orders')
      .select('person_id')
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );
  if (!found) throw notFound('商品订单');
  if (found.person_id !== personId) throw refused('商品订单属于其他服务对象');
}

const refusals = {
  work_orders_warning: conflict('该预警已有工单，请刷新后查看'),
  work_orders_follows: conflict('已有跟进此工单的工单，请刷新后查看'),
};

/**
 * Writes a new order; gives its id. Prices, names and phones are those of our own
 * records, not of the caller. `planId`: the plan it comes from; `followed`: the order of `form.followsId`, as its reader may see it.
 */
export async function create(
  form: Form,
  work: Work,
  { planId = null, followed = null }: { planId?: number | null; followed?: { id: number; oldmanId: number } | null } = {},
): Promise<number> {
  const { tx, actor } = work;
  const { warningBusinessId: warningId, goodsOrderId } = form;
  let { jobLists } = form;
  if (!payTypeOffered(form.payType)) throw refused('新增工单不能使用服务包支付，请选择其他支付方式');
  if (jobLists.some((job) => job.id !== undefined)) throw invalid('新增工单的服务不能带编号');
  for (const job of jobLists) checkTime(work, job.serverTime);
  const person = await personOf(tx, form.oldmanId);
  const rule = await ruleOf(tx, warningId);
  if (goodsOrderId !== null) await checkGoodsOrder(tx, goodsOrderId, person.id);
  if (followed && followed.oldmanId !== person.id) throw refused('原工单属于其他服务对象');
  const projects = await projectsOf(
    tx,
    jobLists.map((job) => job.serverProjectId),
  );
  const planned = jobLists.map(({ serverUserId: userId, serverTime, serverProjectId }, index) => ({
    index,
    userId,
    serverTime,
    minutes: projects.get(serverProjectId)?.minutes ?? 0,
  }));
  if (planId === null) await refuseAbsent(tx, planned);
  else {
    // Of a recurring order a dispatcher finds who stands in.
    const absent = new Set((await absentAmong(tx, planned)).map(({ job }) => job.index));
    jobLists = jobLists.map((job, index) => (absent.has(index) ? { ...job, serverUserId: null } : job));
  }
  const staff = await staffOf(
    tx,
    jobLists.flatMap((job) => job.serverUserId ?? []),
  );
  const first = projects.get(jobLists[0]?.serverProjectId as number);
  const prices = jobLists.map((job) => ({
    priceFen: projects.get(job.serverProjectId)?.price_fen ?? 0,
    packageId: job.serverPackageId ?? 0,
  }));
  const status = statusOfJobs(jobLists.map((job) => (job.serverUserId ? jobStatus.assigned : jobStatus.unassigned)));
  const [ready, targets] = [
    await readyJobs(work, jobLists, projects, staff),
    await targetColumns(work, {
      orderedAt: form.downTime,
      urgency: form.emergencyType,
      jobs: jobLists.map((job) => ({ serviceAt: job.serverTime, minutes: projects.get(job.serverProjectId)?.minutes ?? 0 })),
    }),
  ];
  // All that can be read and refused before: orders wait for each other from here to the end.
  const number = await nextNumber(tx);
  const order = (await explaining(
    refusals,
    tx.row(
      db
        .insertInto('work_orders')
        .values({
          ...columnsOf(form),
          ...ofPerson(person),
          ...placeOf(form, person),
          ...targets,
          tenant_id: tx.tenantId,
          number,
          status,
          ...(status === orderStatus.assigned ? { responded_at: sql<string>`now()` } : {}),
          source: planId !== null ? 3 : warningId !== null ? 2 : goodsOrderId !== null ? 4 : 1,
          plan_id: planId,
          goods_order_id: goodsOrderId,
          follows_id: followed?.id ?? null,
          service_type_id: first?.service_type_id ?? null,
          total_fen: totalOf(prices),
          warning_id: warningId,
          warning_type: rule,
          ...(warningId === null
            ? {}
            : {
                warning_anew_count: sql<number>`(select anew_count from warnings where tenant_id = ${tx.tenantId} and id = ${warningId})`,
              }),
          operator_id: actor.userId,
          created_by: actor.userId,
        })
        .returning(['id', 'number', 'warning_id', 'person_id', 'person_name']),
    ),
  )) as ToldOrder & { person_id: number };
  await addJobs(work, order, ready, planId !== null);
  await record(work, order, 'create', [{ note: [...new Set(ready.rows.map((row) => row.project_name))].join('、') }]);
  if (followed) await work.emit('work-order.changed', { workOrderId: followed.id });
  if (warningId !== null) {
    await expectNext(tx, work.deps, warningId);
    await work.emit('warning.changed', { warningId });
  }
  return order.id;
}

/** Deletes an order that nobody was sent for. What an alarm asked for is cancelled instead: its trace must stay. */
export function checkRemovable(order: { status: number; warning_id: number | null }): void {
  if (order.warning_id !== null && order.status !== orderStatus.cancelled) throw refused('由预警产生的工单不能删除，请取消工单');
}
