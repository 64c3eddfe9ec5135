/** The demonstration's outbound jobs: one that runs, one that fills itself each day, a notice, and those of the last half year. */
import { sql } from 'kysely';
import { DAY, dayOf, HOUR, isoOf, MINUTE, SECOND } from '#contract/time.ts';
import type { MenuNode } from '#contract/calls/call-menus.rules.ts';
import type { Tx } from '../../server/db/tenant.ts';
import { randomOf } from './random.ts';
import { phone as sealed } from '../../server/db/sealed-phones.ts';

const BY_DAY = JSON.stringify([{ days: [], from: '08:00', to: '20:00' }]);
const MONTHS = 6;
const NOTES = ['满意，希望多安排下午的活动', '家属表示近期会来探视', '饭菜偏咸，已转厨房', '一切都好', '希望调整助浴时间'];

/** People with a number, and the seats of the house. */
const peopleOf = (tx: Tx, most: number) =>
  tx.rows<{ id: number; name: string; mobile: string }>(sql`
    select id, name, mobile from people where tenant_id = ${tx.tenantId} and deleted_at is null and mobile is not null
    order by id limit ${most}`);

/** A job that runs, with its questionnaire: some people are to be asked whether they are content; of two it is known. */
async function followUp(tx: Tx, groupId: number): Promise<void> {
  const job = await tx.row<{ id: number }>(sql`
    insert into call_jobs (tenant_id, name, kind, state, group_id, script, hours, questionnaire_id)
    values (${tx.tenantId}, '服务满意度回访', 3, 2, ${groupId}, '<p>您好，这里是服务台。最近的服务您满意吗？有什么需要改进？</p>',
      ${BY_DAY}, (select id from questionnaires where tenant_id = ${tx.tenantId} and name = '服务满意度回访' and status = 2 and deleted_at is null
        order by id limit 1)) returning id`);
  for (const [at, { id, name, mobile }] of (await peopleOf(tx, 12)).entries())
    await tx.run(sql`
      insert into call_job_cases (tenant_id, job_id, person_id, name, mobile, state, attempts, next_at, result, note, ended_at)
      values (${tx.tenantId}, ${job!.id}, ${id}, ${name}, ${sealed(mobile)}, ${at < 2 ? 3 : 1}, ${at < 2 ? 1 : 0}, now(),
        ${at < 2 ? 1 : null}, ${at === 0 ? NOTES[0] : ''}, case when ${at < 2}::boolean then now() end)
      on conflict do nothing`);
}

/** A job of each day, and a notice that waits for a telephone line. */
async function daily(tx: Tx, groupId: number, now: number): Promise<void> {
  await tx.run(sql`
    insert into call_jobs (tenant_id, name, kind, state, group_id, dialling, script, hours, automatic, rule, filled_on)
    values (${tx.tenantId}, '每日生日祝福', 1, 2, ${groupId}, 2, '<p>祝您生日快乐！今天食堂为您准备了长寿面。</p>', ${BY_DAY}, true,
      ${JSON.stringify({ birthdayDays: 0 })}, ${dayOf(now)})`);
  const tree: MenuNode = {
    greeting: '您好，明天上午九点至十一点停水，请提前储水。知道了请按1，需要帮助请按2，重听请按#',
    soundId: null,
    keys: [
      { key: '1', name: '已知晓', action: { to: 'hangup' } },
      { key: '2', name: '需要帮助', action: { to: 'group', groupId } },
      { key: '#', name: '重听', action: { to: 'repeat' } },
    ],
    seconds: 10,
    repeats: 1,
    otherwise: { to: 'hangup' },
  };
  const menu = await tx.row<{ id: number }>(sql`
    insert into call_menus (tenant_id, name, tree) values (${tx.tenantId}, '停水通知', ${JSON.stringify(tree)}) returning id`);
  const job = await tx.row<{ id: number }>(sql`
    insert into call_jobs (tenant_id, name, kind, dialling, menu_id, hours)
    values (${tx.tenantId}, '停水通知家属', 6, 3, ${menu!.id}, ${BY_DAY}) returning id`);
  for (const { id, name, mobile } of await peopleOf(tx, 6))
    await tx.run(sql`
      insert into call_job_cases (tenant_id, job_id, person_id, name, mobile, next_at)
      values (${tx.tenantId}, ${job!.id}, ${id}, ${name}, ${sealed(mobile)}, now()) on conflict do nothing`);
}

/** A job of each month that is over, with its calls. */
async function past(tx: Tx, now: number): Promise<void> {
  const random = randomOf('call-jobs');
  const people = await peopleOf(tx, 30);
  const seats = await tx.rows<{ id: number; extension: string }>(
    sql`select id, extension from call_seats where tenant_id = ${tx.tenantId} order by id`,
  );
  if (seats.length === 0) return;
  for (let month = 1; month < MONTHS; month++) {
    const at = now - month * 30 * DAY;
    const kind = random.pick([2, 3, 4]);
    const name = { 2: '健康随访', 3: '满意度回访', 4: '欠费提醒' }[kind];
    const job = await tx.row<{ id: number }>(sql`
      insert into call_jobs (tenant_id, name, kind, state, hours, created_at, updated_at)
      values (${tx.tenantId}, ${`${dayOf(at).slice(0, 7)} ${name}`}, ${kind}, 4, ${BY_DAY}, ${isoOf(at)}, ${isoOf(at)}) returning id`);
    for (const { id, name: who, mobile } of people.filter(() => random.chance(0.5))) {
      const seat = random.pick(seats);
      const began = at + random.int(0, 6) * HOUR + random.int(0, 59) * MINUTE;
      const answered = random.chance(0.8);
      const talk = random.int(30, 300) * SECOND;
      const row = await tx.row<{ id: number }>(sql`
        insert into call_job_cases (tenant_id, job_id, person_id, name, mobile, state, attempts, next_at, seat_id, result, note, ended_at,
          created_at)
        values (${tx.tenantId}, ${job!.id}, ${id}, ${who}, ${sealed(mobile)}, ${answered ? 3 : 4}, 1, ${isoOf(began)}, ${seat.id},
          ${answered ? 1 : 2},
          ${answered ? random.pick(NOTES) : ''}, ${isoOf(began + talk)}, ${isoOf(at)})
        on conflict do nothing returning id`);
      if (!row) continue;
      await tx.run(sql`
        insert into calls (tenant_id, kind, status, phase, caller, callee, seat_id, person_id, job_case_id, began_at, established_at,
          ended_at, disposition, ended_by)
        values (${tx.tenantId}, 2, 2, 7, ${seat.extension}, ${sealed(mobile)}, ${seat.id}, ${id}, ${row.id}, ${isoOf(began)},
          ${answered ? isoOf(began + 8 * SECOND) : null}, ${isoOf(began + 8 * SECOND + (answered ? talk : 20 * SECOND))},
          ${answered ? 'Success' : 'NoAnswer'}, ${answered ? 1 : 3})`);
    }
  }
}

/** Seeds an institution that has groups and seats; `groupId` is the group that calls back. */
export async function seedCallJobs(tx: Tx, groupId: number, now: number): Promise<void> {
  await past(tx, now);
  await followUp(tx, groupId);
  await daily(tx, groupId, now);
}
