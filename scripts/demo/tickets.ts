/** The demonstration's tickets of the last weeks, by the product's own functions on a clock of their own; groups, answers, the family page. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { messageKinds } from '#contract/tickets/tickets.rules.ts';
import { HOUR, MINUTE, midnightOf, weekdayOf } from '#contract/time.ts';
import type { TicketCommand } from '#contract/tickets/ticket-commands.rules.ts';
import type { Dependencies, Work } from '../../server/context.ts';
import { applyTo } from '../../server/db/transitions.ts';
import { workIn } from '../../server/events.ts';
import { createTicket } from '../../server/tickets/ticket-creation.ts';
import { lockTicket, ticketMachine } from '../../server/tickets/ticket-machine.ts';
import { say } from '../../server/tickets/ticket-messages.ts';

interface Named {
  id: number;
  name: string;
}

/** A command so many minutes after the one before, with what is said. */
type Step = [
  minutes: number,
  action: 'accept' | 'answer' | 'ask' | 'note' | 'wait' | 'solve' | 'rate' | 'close',
  text?: string,
  score?: number,
];

interface Story {
  /** Days before today, and the time of day. */
  ago: number;
  at: number;
  type: number;
  priority: number;
  title: string;
  text: string;
  asker: string;
  relation: string;
  about?: string;
  tags?: string[];
  family?: boolean;
  steps: Step[];
}

const stories: readonly Story[] = [
  {
    ago: 38,
    at: 9 * HOUR,
    type: 2,
    priority: 2,
    title: '午饭送到时已经凉了',
    text: '连续三天午饭送到房间时已经凉了，老人胃不好。',
    asker: '周晓梅',
    relation: '女儿',
    about: '食堂送餐',
    tags: ['伙食'],
    family: true,
    steps: [
      [12, 'accept'],
      [18, 'answer', '您好，已收到。今天起三楼改用保温餐车，下午我们去看看老人。'],
      [95, 'note', '食堂确认餐车昨天坏了一辆'],
      [160, 'solve', '已补齐保温餐车，送餐时间提前十分钟，并当面向老人道歉。'],
      [600, 'rate', '处理得很快', 5],
      [3 * 24 * 60, 'close'],
    ],
  },
  {
    ago: 31,
    at: 14 * HOUR,
    type: 1,
    priority: 3,
    title: '春节探访怎么安排',
    text: '想问春节期间哪几天可以探访，需要提前预约吗？',
    asker: '李志强',
    relation: '儿子',
    tags: ['探访'],
    family: true,
    steps: [
      [40, 'answer', '春节期间每天都可以探访，请提前一天在来访预约页面选择时段。'],
      [5, 'solve', '已答复探访安排。'],
      [900, 'rate', '', 4],
      [3 * 24 * 60, 'close'],
    ],
  },
  {
    ago: 24,
    at: 10 * HOUR,
    type: 4,
    priority: 1,
    title: '卫生间扶手松动',
    text: '302 卫生间的扶手松了，怕老人摔倒，请尽快修。',
    asker: '王建华',
    relation: '儿子',
    tags: ['维修'],
    steps: [
      [6, 'accept'],
      [9, 'answer', '维修师傅正在过去，修好前请先按铃由护理员陪同。'],
      [70, 'solve', '扶手已重新固定并试拉。'],
      [1500, 'rate', '谢谢', 5],
      [3 * 24 * 60, 'close'],
    ],
  },
  {
    ago: 17,
    at: 16 * HOUR,
    type: 3,
    priority: 4,
    title: '建议下午增加手工活动',
    text: '老人喜欢做手工，希望每周能多安排一两次。',
    asker: '赵敏',
    relation: '外孙女',
    tags: ['活动'],
    family: true,
    steps: [
      [200, 'accept'],
      [30, 'answer', '谢谢建议，活动组正在排下个月的课表，会加一次手工。'],
      [2880, 'solve', '下月起每周三、五下午有手工活动。'],
    ],
  },
  {
    ago: 9,
    at: 8 * HOUR,
    type: 2,
    priority: 2,
    title: '夜里按铃很久没人来',
    text: '前天夜里两点按铃，过了很久才有人来。',
    asker: '孙丽',
    relation: '儿媳',
    about: '夜班响应',
    tags: ['护理'],
    family: true,
    steps: [
      [20, 'accept'],
      [25, 'answer', '非常抱歉。请问是哪个房间，大约等了多久？'],
      [1, 'wait'],
      [1300, 'ask', '205，大概二十分钟。'],
      [180, 'note', '查了呼叫记录，02:03 呼叫，02:21 应答，当时两人都在抢救 210'],
      [240, 'solve', '核实情况属实，已调整夜班为三人并约谈值班组长。'],
      [500, 'rate', '希望以后不再发生', 3],
    ],
  },
  {
    ago: 3,
    at: 11 * HOUR,
    type: 5,
    priority: 4,
    title: '表扬二楼的护理员',
    text: '母亲说二楼的护理员特别耐心，谢谢你们。',
    asker: '陈芳',
    relation: '女儿',
    family: true,
    steps: [
      [90, 'answer', '谢谢您的肯定，我们会转达给她。'],
      [1, 'solve', '已转达并在晨会表扬。'],
    ],
  },
  {
    ago: 2,
    at: 15 * HOUR,
    type: 1,
    priority: 3,
    title: '想了解护理等级怎么评',
    text: '老人最近走路不稳，想重新评估护理等级，需要什么材料？',
    asker: '黄国庆',
    relation: '儿子',
    family: true,
    tags: ['评估'],
    steps: [
      [30, 'accept'],
      [20, 'answer', '可以重新评估，请问方便哪天来签一份申请？'],
      [1, 'wait'],
    ],
  },
  {
    ago: 1,
    at: 9 * HOUR,
    type: 4,
    priority: 2,
    title: '空调遥控器找不到了',
    text: '房间空调遥控器不见了，晚上冷。',
    asker: '林秀珍',
    relation: '女儿',
    tags: ['维修'],
    steps: [[50, 'accept']],
  },
  {
    ago: 0,
    at: 7 * HOUR,
    type: 2,
    priority: 1,
    title: '洗衣少了两件衣服',
    text: '昨天送洗的衣服少了两件毛衣，请查一下。',
    asker: '何伟',
    relation: '儿子',
    about: '洗衣房',
    tags: ['洗衣'],
    family: true,
    steps: [],
  },
];

const REPLIES = [
  ['已收到', '{诉求人}您好，您的诉求{编号}已收到，由{处理人}负责，会尽快给您答复。'],
  ['请补充情况', '{诉求人}您好，为了尽快核实，请补充发生的时间、房间和相关人员。'],
  ['已安排维修', '{诉求人}您好，已安排维修人员上门，修好后会告诉您。'],
] as const;

const commandOf = (action: Step[1], by: Named, text: string, score: number): TicketCommand => {
  switch (action) {
    case 'accept':
    case 'answer':
      return { action, by };
    case 'solve':
      return { action, by, result: text };
    case 'ask':
      return { action, days: 7 };
    case 'rate':
      return { action, score, text: text || null };
    case 'close':
      return { action, reason: null };
    default:
      return { action };
  }
};

const KINDS: Partial<Record<Step[1], number>> = { answer: messageKinds.reply, note: messageKinds.note, ask: messageKinds.asker };

/** Tells one story; `clock` is moved along with it, and what would be in the future has not happened yet. */
async function tell(
  work: (by: Named | null, name: string) => Work,
  story: Story,
  by: Named,
  groupId: number,
  clock: { at: number },
  end: number,
) {
  const { family = false, asker, steps } = story;
  const self = work(family ? null : by, family ? asker : by.name);
  const { id } = await createTicket(self, {
    title: story.title,
    type: story.type,
    priority: story.priority,
    source: { kind: family ? 'family' : 'staff', id: null, text: null },
    person: null,
    askerName: asker,
    askerPhone: '13900000000',
    relation: story.relation,
    about: story.about ?? null,
    owner: steps.length > 0 ? by : null,
    groupId,
    tags: story.tags ?? [],
  });
  await say(self, id, { kind: messageKinds.asker, text: story.text, files: [] });
  for (const [minutes, action, text = '', score = 0] of steps) {
    if (clock.at + minutes * MINUTE > end) return;
    clock.at += minutes * MINUTE;
    const asked = action === 'ask' || action === 'rate';
    const one = work(asked ? null : by, asked ? asker : by.name);
    const kind = KINDS[action];
    const row = await lockTicket(one.tx, id);
    await applyTo(ticketMachine, one, row, commandOf(action, by, text, score), async () => {
      if (kind) await say(one, id, { kind, text, files: [] });
    });
  }
}

/** Seeds what an institution has of tickets, once. */
export async function seedTickets(deps: Dependencies, tenantId: number): Promise<void> {
  const now = deps.now();
  await deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(sql`select 1 from ticket_groups where tenant_id = ${tenantId} limit 1`)) return;
    const staff = await tx.rows<Named & { role: string }>(sql`
      select distinct on (u.id) u.id, u.name, r.code as role from users u
        join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
        join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where u.tenant_id = ${tenantId} and r.code in ('agent', 'nurse', 'admin') order by u.id, r.code`);
    const [by] = [...staff.filter(({ role }) => role === 'agent'), ...staff];
    if (!by) return;
    const head = staff.find(({ role }) => role === 'admin') ?? by;
    const group = await tx.row<{ id: number }>(sql`
      insert into ticket_groups (tenant_id, name, head_id) values (${tenantId}, '家属服务组', ${head.id}) returning id`);
    for (const { id } of staff.filter(({ role }) => role !== 'admin').slice(0, 4))
      await tx.run(sql`insert into ticket_group_members (tenant_id, group_id, user_id) values (${tenantId}, ${group!.id}, ${id})`);
    for (const [index, [title, text]] of REPLIES.entries())
      await tx.run(sql`insert into ticket_replies (tenant_id, title, text, sort) values (${tenantId}, ${title}, ${text}, ${index})`);
    await tx.run(sql`insert into saved_ticket_views (tenant_id, name, filters, sort)
      values (${tenantId}, '投诉', ${JSON.stringify({ view: 'all', type: 2 })}::jsonb, 'due_time')`);
    const secret = createHash('sha256').update(`tickets of ${tenantId}`).digest('base64url').slice(0, 22);
    await tx.run(sql`insert into ticket_pages (tenant_id, secret, user_id) values (${tenantId}, ${secret}, ${head.id})`);
    for (const story of stories) {
      // On a working day: on others no time of service passes.
      const [sunday, saturday] = [0, 6];
      const weekday = weekdayOf(midnightOf(now, -story.ago));
      const back = story.ago === 0 ? 0 : weekday === sunday ? 2 : weekday === saturday ? 1 : 0;
      const clock = { at: Math.min(midnightOf(now, -story.ago - back) + story.at, now - MINUTE) };
      const past = { ...deps, now: () => clock.at };
      const work = (who: Named | null, name: string) => workIn(tx, past, { userId: who?.id ?? null, name });
      await tell(work, story, by, group!.id, clock, Math.max(now - HOUR, clock.at));
    }
  });
}
