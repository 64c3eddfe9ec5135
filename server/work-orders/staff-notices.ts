/**
 * What members of staff are told of their jobs: a message that stays, a reminder on their open pages, and a text where a person called
 * for help.
 */
import { textOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { tenantName } from '../messages/notices.ts';
import { recipientsWith, sendMessage } from '../messages/messages.ts';
import type { Staff } from './dispatches.ts';
import { settingsOf } from './work-order-settings.ts';
import { whereOf } from './places.ts';

/** What notices say of an order. */
export interface ToldOrder {
  id: number;
  number: string;
  person_name: string;
  warning_id: number | null;
}

interface ToldJob {
  user_id: number | null;
  project_name: string;
  service_at: string;
}

const linkTo = ({ id }: ToldOrder) => `/order/workorder/detail?id=${id}`;
const names = (jobs: readonly { project_name: string }[]) => jobs.map(({ project_name }) => project_name).join('、');
const clock = (time: string) => time.slice(5, 16);

/** Tells each person who was given jobs which order, what to do and where. Nobody is sent a message about what they did themselves. */
export async function announce(work: Work, order: ToldOrder, given: readonly { staff: Staff; project: string }[]): Promise<void> {
  const { tx, deps, actor } = work;
  const urgent = order.warning_id !== null;
  const where = given.length > 0 ? await whereOf(tx, order.id) : '';
  const texted = urgent && given.length > 0 && (await settingsOf(tx)).urgentSms ? await tenantName(tx) : null;
  for (const [userId, jobs] of Map.groupBy(given, ({ staff }) => staff.id)) {
    const { username } = (jobs[0] as (typeof jobs)[number]).staff;
    const what = jobs.map(({ project }) => project).join('、');
    await work.emit('task.assigned', { userId, username, task: `工单${order.number}（${what}）` });
    if (userId === actor.userId) continue;
    const title = urgent ? '请立即上门' : '您有新的服务';
    const text = `${order.person_name} ${what}（${order.number}）${where && `，${where}`}`;
    const sms = texted && `【颐安】${texted}：请立即上门，${order.person_name}${where && `，${where}`}，工单${order.number}`;
    await sendMessage(tx, deps, {
      recipientId: userId,
      kind: 'workorder',
      title,
      text,
      link: linkTo(order),
      urgent,
      ...(sms !== null && { sms }),
    });
  }
}

const HOW = {
  handed: '服务已改派他人',
  cancelled: '服务已取消',
  paused: '服务已暂停',
  resumed: '服务已恢复',
  moved: '服务时间已修改',
} as const;

/** Tells whoever was to do these jobs what became of them; `to`: the time that a job was moved to. */
export async function tellFormer(
  work: Work,
  order: ToldOrder,
  jobs: readonly (ToldJob & { to?: string })[],
  how: keyof typeof HOW,
): Promise<void> {
  const { tx, deps, actor } = work;
  for (const [userId, own] of Map.groupBy(jobs, ({ user_id }) => user_id)) {
    if (userId === null || userId === actor.userId) continue;
    const times = own.map(({ service_at, to }) => (to === undefined ? clock(service_at) : `${clock(service_at)} 改为 ${clock(to)}`));
    const text = `${order.person_name} ${names(own)}（${order.number}），${[...new Set(times)].join('、')}`;
    // Of what others do now she sees nothing any more.
    const link = how === 'handed' ? '/order/workorder' : linkTo(order);
    await sendMessage(tx, deps, { recipientId: userId, kind: 'workorder', title: HOW[how], text, link });
  }
}

/** Tells dispatchers, at once on their open pages, that somebody cannot go. */
export async function tellReturned(work: Work, order: ToldOrder, jobs: readonly ToldJob[], reason: string): Promise<void> {
  const { tx, deps, actor } = work;
  const ids = (await recipientsWith(tx, 'members_workorder_dispatch')).filter((id) => id !== actor.userId);
  if (ids.length === 0) return;
  const users = await tx.rows(
    db.selectFrom('users').select(['id', 'username']).where('tenant_id', '=', tx.tenantId).where('id', 'in', ids),
  );
  const first = jobs.map(({ service_at }) => service_at).toSorted()[0] ?? textOf(deps.now());
  const text = `${order.person_name} ${names(jobs)}（${order.number}），${clock(first)}。原因：${reason}`;
  for (const { id, username } of users) {
    await sendMessage(tx, deps, { recipientId: id, kind: 'workorder', title: `${actor.name}要求改派`, text, link: linkTo(order) });
    await work.emit('task.assigned', { userId: id, username, task: `工单${order.number}要求改派` });
  }
}
