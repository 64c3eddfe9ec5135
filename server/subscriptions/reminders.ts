/**
 * Telling tenants that their term ends, and the platform that a receipt waits for too long.
 * What was told stands in tables: once each, over restarts too.
 */
import { DAY, instantOf, isoOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { CLOSED, ENDED, reminderOf, REMINDERS } from '#contract/subscriptions/terms.rules.ts';
import { PLATFORM, tenantLevelOf } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { smsLater } from '../messages/text-messages.ts';
import { inside } from '../db/inside.ts';
import { graceDays } from './standings.ts';

interface Ending {
  id: number;
  name: string;
  parent_id: number | null;
  ends_at: string;
  contact_phone: string | null;
  /** When the term began that is running now. */
  since: string;
  told: number[];
}

/** Nobody is told of ends that are older than this: the tenant has left. */
const OLD_MS = 60 * DAY;

const textFor = ({ name, ends_at, parent_id }: Ending, days: number, grace: number) => {
  const day = ends_at.slice(0, 10);
  // Whoever cannot renew is told who can.
  const renew = tenantLevelOf(parent_id) === 1 ? '续费' : '联系所属集团或平台续费';
  if (days === CLOSED)
    return { title: '产品包已到期，机构已停用', text: `${name}的产品包已于${day}到期，现已停用，${renew}后立即恢复。设备预警仍在记录。` };
  if (days === ENDED)
    return {
      title: '产品包已到期',
      text: `${name}的产品包已于${day}到期，${grace}天内仍可登录查看和处理预警，不能修改其他数据。请尽快${renew}。`,
    };
  return { title: `产品包将在${days}天内到期`, text: `${name}的产品包将于${ends_at.slice(0, 16)}到期，请及时${renew}，以免影响使用。` };
};

/** Reminds of one end, unless another process has. */
async function remind(deps: Dependencies, ending: Ending, days: number, grace: number): Promise<void> {
  const { id, ends_at, contact_phone } = ending;
  return deps.inTenant(PLATFORM, async (platform) => {
    const made = await platform.run(sql`
      insert into subscription_notices (tenant_id, subscriber_id, ends_at, days)
      values (${PLATFORM}, ${id}, ${isoOf(instantOf(ends_at))}, ${days}) on conflict do nothing`);
    if (made === 0) return;
    const { title, text } = textFor(ending, days, grace);
    await inside(platform, deps, id, (tx) =>
      tellThoseWith(tx, deps, 'package_order', { kind: 'notice', title, text, link: '/subscription/index' }),
    );
    if (contact_phone) await smsLater({ tx: platform, deps }, contact_phone, `【颐安】${text}`);
  });
}

/** 30, 7 and 1 days before a term ends, when it has ended, and when reading ends too. Gives how many were told. */
export async function remindOfEnds(deps: Dependencies, now: number, most: number): Promise<number> {
  const { grace, endings } = await deps.inTenant(PLATFORM, async (platform) => ({
    grace: await graceDays(platform),
    endings: await platform.rows<Ending>(sql`
      select t.id, t.name, t.parent_id, t.ends_at, t.contact_phone,
        greatest(t.starts_at, (select max(m.created_at) from package_terms m
        where m.tenant_id = ${PLATFORM} and m.subscriber_id = t.id)) as since,
        coalesce((select array_agg(n.days) from subscription_notices n where n.tenant_id = ${PLATFORM} and n.subscriber_id = t.id
          and n.ends_at = date_trunc('second', t.ends_at)), '{}') as told
      from tenants t where t.id <> ${PLATFORM} and t.status = 0 and t.deleted_at is null
        and t.ends_at between ${isoOf(now - OLD_MS)}::timestamptz and ${isoOf(now + REMINDERS[0] * DAY)}::timestamptz
      order by t.ends_at limit ${most}`),
  }));
  let told = 0;
  for (const ending of endings) {
    const end = instantOf(ending.ends_at);
    const days = reminderOf(end, grace, now, instantOf(ending.since));
    // A nearer one was told: what is farther is old news.
    if (days === null || ending.told.some((known) => known <= days)) continue;
    await remind(deps, ending, days, grace);
    told++;
  }
  // What is found again is no work left over: the next run looks again.
  return Math.min(told, most - 1);
}

/** Receipts that nobody has judged within 24 hours: the platform is told once. */
export async function remindOfBills(deps: Dependencies, now: number, most: number): Promise<number> {
  return deps.inTenant(PLATFORM, async (platform) => {
    const late = await platform.rows<{ number: string; created_at: string }>(sql`
      with late as (
        select b.tenant_id, b.id from package_bills b where b.tenant_id = ${PLATFORM} and b.state = 1 and b.told_at is null
          and b.due_at <= ${isoOf(now)}::timestamptz
        order by b.due_at limit ${most} for update skip locked)
      update package_bills b set told_at = ${isoOf(now)}::timestamptz from late, package_orders o
      where b.tenant_id = late.tenant_id and b.id = late.id and o.tenant_id = b.tenant_id and o.id = b.order_id
      returning o.number, b.created_at`);
    for (const { number, created_at } of late)
      await tellThoseWith(platform, deps, 'sys_packageorder_verify', {
        kind: 'notice',
        title: '转账回执超过24小时未核实',
        text: `订单${number}的回执单于${textOf(instantOf(created_at)).slice(0, 16)}提交，已超过24小时，请立即核实。`,
        link: '/platform/verification',
      });
    return late.length;
  });
}
