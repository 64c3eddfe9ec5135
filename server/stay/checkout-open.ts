/** What is still open with each department when a person is to leave, read as it is now. One function per department. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { fenText } from '#contract/money.ts';
import { incidentStateLabels } from '#contract/incidents/incident-commands.rules.ts';
import { incidentTypes } from '#contract/incidents/incident-types.rules.ts';
import { departments, signStates, type Department } from '#contract/stay/checkout-departments.rules.ts';
import type { OpenThing } from '#contract/stay/checkouts.ts';
import { orderStatus, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { Tx } from '../db/tenant.ts';

type Thing = z.input<typeof OpenThing>;
interface Asked {
  personId: number;
  /** The check-out whose signs the director looks at; null: there is none yet. */
  checkoutId: number | null;
  /** Shanghai's day. */
  today: string;
}

/** Of a kind so many are named. */
const MOST = 20;
const named = (text: string, link: string | null, blocks = false): Thing => ({ text, link, blocks });
const { inProgress, finished, cancelled, rated } = orderStatus;

async function warnings(tx: Tx, personId: number, urgent: boolean): Promise<Thing[]> {
  const rows = await tx.rows<{ id: number; content: string; at: string }>(sql`
    select id, content, happened_at as at from warnings where tenant_id = ${tx.tenantId} and person_id = ${personId} and status in (0, 2)
      and (rule in ('sos', 'fall')) = ${urgent} order by happened_at limit ${MOST}`);
  return rows.map(({ id, content, at }) =>
    named(`预警未处理：${content}（${at.slice(5, 16)}）`, `/warning/warning/index?id=${id}`, urgent),
  );
}

async function orders(tx: Tx, personId: number): Promise<Thing[]> {
  const rows = await tx.rows<{ id: number; number: string; status: number }>(sql`
    select id, number, status from work_orders where tenant_id = ${tx.tenantId} and person_id = ${personId}
      and status not in (${finished}, ${cancelled}, ${rated}) order by status = ${inProgress} desc, id limit ${MOST}`);
  return rows.map(({ id, number, status }) =>
    named(`工单${number}${orderStatusLabels[status]}`, `/order/workorder/detail?id=${id}`, status === inProgress),
  );
}

async function series(tx: Tx, personId: number): Promise<Thing[]> {
  const rows = await tx.rows<{ reason: string }>(sql`
    select reason from observation_series where tenant_id = ${tx.tenantId} and person_id = ${personId} and ended_at is null
    order by id limit ${MOST}`);
  return rows.map(({ reason }) => named(`观察任务进行中：${reason}`, `/health/person?id=${personId}`));
}

async function nursing(tx: Tx, { personId, today }: Asked): Promise<Thing[]> {
  const tasks = await tx.row<{ count: number }>(sql`
    select count(*)::integer as count from care_tasks where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = 1
      and due_at >= ${today}::date and due_at < ${today}::date + 1`);
  const plans = await tx.rows<{ id: number; serial: number }>(sql`
    select id, serial from care_plans where tenant_id = ${tx.tenantId} and person_id = ${personId} and state = 2 order by serial
    limit ${MOST}`);
  return [
    ...(await warnings(tx, personId, true)),
    ...(await orders(tx, personId)),
    ...(tasks!.count > 0 ? [named(`今天还有${tasks!.count}项照护任务未完成`, '/care/task')] : []),
    ...plans.map(({ id, serial }) => named(`照护计划第${serial}版执行中，办理退住时停止`, `/care/plan?id=${id}`)),
    ...(await series(tx, personId)),
  ];
}

const medical = async (tx: Tx, { personId }: Asked): Promise<Thing[]> => [
  ...(await warnings(tx, personId, false)),
  ...(await series(tx, personId)),
];

async function general(tx: Tx, { personId }: Asked): Promise<Thing[]> {
  const worn = await tx.rows<{ id: number; name: string }>(sql`
    select id, coalesce(name, imei) as name from devices where tenant_id = ${tx.tenantId} and person_id = ${personId}
      and deleted_at is null order by id limit ${MOST}`);
  const locks = await tx.rows<{ id: number; name: string; codes: number }>(sql`
    select m.device_id as id, coalesce(d.name, d.imei) as name, (select count(*)::integer from lock_passcodes c
      where c.tenant_id = m.tenant_id and c.member_id = m.id and c.state in (1, 2)) as codes
    from lock_members m join devices d on d.tenant_id = m.tenant_id and d.id = m.device_id
    where m.tenant_id = ${tx.tenantId} and m.person_id = ${personId} and m.ended_at is null order by m.id limit ${MOST}`);
  return [
    ...worn.map(({ id, name }) => named(`设备${name}待收回，办理退住时解绑`, `/device/detail?id=${id}`)),
    ...locks.map(({ id, name, codes }) =>
      named(`门锁${name}的开门权限${codes > 0 ? `和${codes}个密码` : ''}，办理退住时结束`, `/device/detail?id=${id}`),
    ),
  ];
}

async function finance(tx: Tx, { personId, today }: Asked): Promise<Thing[]> {
  const purse = await tx.row<{ cash: number; deposit: number; grant: number }>(sql`
    select cash_fen as cash, deposit_fen as deposit, grant_fen as grant from person_accounts
    where tenant_id = ${tx.tenantId} and id = ${personId}`);
  const unpaid = await tx.rows<{ id: number; number: string; total: number }>(sql`
    select id, number, total_fen as total from goods_orders where tenant_id = ${tx.tenantId} and person_id = ${personId}
      and payment = 1 and deleted_at is null order by id limit ${MOST}`);
  const requests = await tx.rows<{ caseId: number | null; amount: number }>(sql`
    select case_id as "caseId", amount_fen as amount from account_requests where tenant_id = ${tx.tenantId} and person_id = ${personId}
      and state in (1, 5) order by id limit ${MOST}`);
  const works = await tx.rows<{ id: number; number: string; total: number }>(sql`
    select id, number, total_fen as total from work_orders where tenant_id = ${tx.tenantId} and person_id = ${personId} and total_fen > 0
      and status not in (${finished}, ${cancelled}, ${rated}) order by id limit ${MOST}`);
  const packages = await tx.rows<{ name: string; ends: string }>(sql`
    select name, ends_on as ends from person_packages where tenant_id = ${tx.tenantId} and person_id = ${personId} and status = 1
      and deleted_at is null and ends_on >= ${today} order by ends_on limit ${MOST}`);
  const account = `/members/account?oldmanId=${personId}`;
  return [
    ...unpaid.map(({ id, number, total }) => named(`商品订单${number}待支付${fenText(total)}`, `/order/detail?id=${id}`, true)),
    ...requests.map(({ caseId, amount }) =>
      named(`账户申请${fenText(Math.abs(amount))}待审批`, caseId === null ? account : `/activti/detail/${caseId}`, true),
    ),
    ...works.map(({ id, number, total }) => named(`工单${number}未完成，费用${fenText(total)}`, `/order/workorder/detail?id=${id}`)),
    ...packages.map(({ name, ends }) => named(`服务包“${name}”有效至${ends}`, '/oldManPackage/index')),
    ...(purse && (purse.cash !== 0 || purse.deposit !== 0 || purse.grant !== 0)
      ? [named(`可用余额${fenText(purse.cash)}、虚拟余额${fenText(purse.grant)}、押金${fenText(purse.deposit)}`, account)]
      : []),
  ];
}

async function business(tx: Tx, { personId, today }: Asked): Promise<Thing[]> {
  const contracts = await tx.rows<{ number: string; ends: string }>(sql`
    select distinct on (number) number, ends_on as ends from contracts where tenant_id = ${tx.tenantId} and person_id = ${personId}
      and ended_on is null order by number, part desc limit ${MOST}`);
  const tickets = await tx.rows<{ id: number; number: string; title: string }>(sql`
    select id, number, title from tickets where tenant_id = ${tx.tenantId} and person_id = ${personId} and not ended
    order by id limit ${MOST}`);
  const visits = await tx.rows<{ name: string; day: string }>(sql`
    select name, day from visitor_records where tenant_id = ${tx.tenantId} and person_id = ${personId} and state in (1, 2)
      and day >= ${today} order by day limit ${MOST}`);
  return [
    ...contracts.map(({ number, ends }) => named(`入住合同${number}至${ends}，办理退住时终止`, '/stay/contract')),
    ...tickets.map(({ id, number, title }) => named(`诉求${number}未关闭：${title}`, `/ticket/detail?id=${id}`)),
    ...visits.map(({ name, day }) => named(`${name}预约${day}来访`, '/visitors/index?tab=bookings')),
  ];
}

async function director(tx: Tx, { personId, checkoutId }: Asked): Promise<Thing[]> {
  const signs = await tx.rows<{ department: string }>(sql`
    select department from checkout_signs where tenant_id = ${tx.tenantId} and checkout_id = ${checkoutId} and department <> 'director'
      and state <> ${signStates.agreed} order by turn, department`);
  const incidents = await tx.rows<{ id: number; type: number; state: number }>(sql`
    select i.id, i.type, i.state from incidents i where i.tenant_id = ${tx.tenantId} and i.deleted_at is null and i.state < 4
      and exists (select from incident_people p where p.tenant_id = i.tenant_id and p.incident_id = i.id and p.person_id = ${personId})
    order by i.id limit ${MOST}`);
  return [
    ...signs.map(({ department }) => named(`${departments[department as Department]}未审核通过`, null)),
    ...incidents.map(({ id, type, state }) =>
      named(`不良事件“${incidentTypes[type] ?? '其他'}”${incidentStateLabels[state]}`, `/incident/detail?id=${id}`),
    ),
  ];
}

const OF: Record<Department, (tx: Tx, asked: Asked) => Promise<Thing[]>> = { nursing, medical, general, finance, business, director };

/** What is open with a department. */
export const openWith = (tx: Tx, department: Department, asked: Asked): Promise<Thing[]> => OF[department](tx, asked);
