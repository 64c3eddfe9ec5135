/** The demonstration's call centre: the embedded service, three groups, the seats of its staff, a menu, and the link of the lobby. */
import { sql } from 'kysely';
import type { MenuNode } from '#contract/calls/call-menus.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import type { Tx } from '../../server/db/tenant.ts';
import { seedCallHistory } from './call-history.ts';
import { hashOf } from '../../server/calls/call-link-sending.ts';

const GROUPS = [
  { name: '服务台', code: 'desk', strategy: 1 },
  { name: '紧急', code: 'urgent', strategy: 1 },
  { name: '回访', code: 'follow', strategy: 2 },
] as const;
/** Extension, account, and the groups with their levels. */
const SEATS = [
  { extension: '8001', username: 'agent', levels: { desk: 8, urgent: 6, follow: 8 } },
  { extension: '8002', username: 'nurse', levels: { desk: 4, urgent: 9 } },
  { extension: '8003', username: 'admin', levels: { desk: 2 } },
] as const;
/** The demonstration's link of the lobby is the same on every start: it can be printed. */
const LOBBY = 'lobbylobbylobbylobbylobbylobbylo';

async function groupsOf(tx: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { name, code, strategy } of GROUPS) {
    const row = await tx.row<{ id: number }>(sql`
      insert into call_groups (tenant_id, name, code, strategy, most_seconds, remarks)
      values (${tx.tenantId}, ${name}, ${code}, ${strategy}, ${code === 'urgent' ? 60 : 300}, '') returning id`);
    ids.set(code, row!.id);
  }
  return ids;
}

const menuOf = (groups: Map<string, number>): MenuNode => ({
  greeting: '欢迎致电，紧急情况请按1，服务台请按2，预约回电请按3，重听请按#',
  fileId: null,
  keys: [
    { key: '1', name: '紧急情况', action: { to: 'group', groupId: groups.get('urgent') as number } },
    { key: '2', name: '服务台', action: { to: 'group', groupId: groups.get('desk') as number } },
    { key: '3', name: '预约回电', action: { to: 'callback' } },
    { key: '#', name: '重听', action: { to: 'repeat' } },
  ],
  seconds: 10,
  repeats: 1,
  otherwise: { to: 'group', groupId: groups.get('desk') as number },
});

/** A job that runs: some people are to be asked whether they are content; of two it is known. */
async function followUp(tx: Tx, groupId: number): Promise<void> {
  const job = await tx.row<{ id: number }>(sql`
    insert into call_jobs (tenant_id, name, kind, state, group_id, script, hours)
    values (${tx.tenantId}, '服务满意度回访', 3, 2, ${groupId}, '<p>您好，这里是服务台。最近的服务您满意吗？有什么需要改进？</p>',
      ${JSON.stringify([{ days: [], from: '08:00', to: '20:00' }])}) returning id`);
  await tx.run(sql`
    insert into call_job_cases (tenant_id, job_id, person_id, name, mobile, state, attempts, next_at, result, note, ended_at)
    select tenant_id, ${job!.id}, id, name, mobile, case when n <= 2 then 3 else 1 end, case when n <= 2 then 1 else 0 end, now(),
      case when n <= 2 then 1 end, case when n = 1 then '满意，希望多安排下午的活动' else '' end, case when n <= 2 then now() end
    from (select tenant_id, id, name, mobile, row_number() over (order by id) as n from people
      where tenant_id = ${tx.tenantId} and deleted_at is null and mobile is not null order by id limit 12) as p
    on conflict do nothing`);
}

/** Seeds an institution; one that has no account of a seat has the service without that seat. */
export async function seedCalls(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    const groups = await groupsOf(tx);
    const menu = await tx.row<{ id: number }>(sql`
      insert into call_menus (tenant_id, name, tree) values (${tenantId}, '来电导航', ${JSON.stringify(menuOf(groups))}) returning id`);
    const numbers = [{ number: '4008001234', name: '服务热线', groupId: null, menuId: menu!.id }];
    await tx.run(sql`
      insert into call_services (tenant_id, name, provider, enabled, numbers) values (${tenantId}, '内置呼叫服务', 1, true,
        ${JSON.stringify(numbers)})`);
    for (const { extension, username, levels } of SEATS) {
      const seat = await tx.row<{ id: number }>(sql`
        insert into call_seats (tenant_id, user_id, extension)
        select tenant_id, id, ${extension} from users where tenant_id = ${tenantId} and deleted_at is null
          and (username = ${username} or username like ${`%\\_${username}`}) order by id limit 1 returning id`);
      if (!seat) continue;
      for (const [code, level] of Object.entries(levels))
        await tx.run(sql`
          insert into call_seat_groups (tenant_id, seat_id, group_id, level) values (${tenantId}, ${seat.id}, ${groups.get(code)},
            ${level})`);
    }
    await tx.run(sql`
      insert into call_customers (tenant_id, name, mobile, relation, level, level_reason, remarks) values
        (${tenantId}, '周建国', '13757100001', '邻居', 0, '', '常来问候，代收快递'),
        (${tenantId}, '社区医院张医生', '0571-87650001', '签约医生', 1, '签约医生，来电优先', ''),
        (${tenantId}, '推销来电', '13757100009', '', 2, '反复推销保健品', '')`);
    await tx.run(sql`
      insert into call_links (tenant_id, token_hash, name, menu_id, remarks)
      values (${tenantId}, ${hashOf(`${tenantId}.${LOBBY}`)}, '呼叫服务台', ${menu!.id}, '大厅二维码')`);
    await followUp(tx, groups.get('follow') as number);
    await seedCallHistory(tx, deps.now());
  });
}
