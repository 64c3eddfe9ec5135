/** The demonstration's call centre: the embedded service, three groups, the seats of its staff, a menu, and the link of the lobby. */
import { sql } from 'kysely';
import type { MenuNode } from '#contract/calls/call-menus.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import type { Tx } from '../../server/db/tenant.ts';
import { seedCallJobs } from './call-jobs.ts';
import { seedCallHistory } from './call-history.ts';
import { seedCallQuality } from './call-quality.ts';
import { hashOf } from '../../server/calls/call-link-sending.ts';
import { sealCallSecret } from '../../server/calls/call-secrets.ts';
import { nameSound, storeSound } from '../../server/calls/call-sounds.ts';
import type { StoredFile } from '../../server/files/file-keeping.ts';
import { demoSounds } from './call-sounds.ts';
import { phone as sealed } from '../../server/db/sealed-phones.ts';

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
const FAMILY = 'familyfamilyfamilyfamilyfamilyfa';

async function groupsOf(tx: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { name, code, strategy } of GROUPS) {
    const row = await tx.row<{ id: number }>(sql`
      insert into call_groups (tenant_id, name, code, strategy, most_seconds, callback_keeps, remarks)
      values (${tx.tenantId}, ${name}, ${code}, ${strategy}, ${code === 'urgent' ? 60 : 300}, ${code === 'desk'}, '') returning id`);
    ids.set(code, row!.id);
  }
  return ids;
}

const menuOf = (groups: Map<string, number>): MenuNode => ({
  greeting: '欢迎致电，紧急情况请按1，服务台请按2，预约回电请按3，重听请按#',
  soundId: null,
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

/** The chimes of the demonstration, by what they are for. */
async function storedSounds(deps: Dependencies): Promise<[keyof typeof demoSounds, StoredFile][]> {
  const stored: [keyof typeof demoSounds, StoredFile][] = [];
  for (const [key, { name, sound }] of Object.entries(demoSounds))
    stored.push([key as keyof typeof demoSounds, await storeSound(deps, name, sound, () => {})]);
  return stored;
}

/** A permanent link whose address can be shown; the demonstration's are the same on every start. */
async function addLink(
  tx: Tx,
  deps: Dependencies,
  secret: string,
  link: { name: string; menuId: number; personId: number | null; welcome: string },
) {
  const token = `${tx.tenantId}.${secret}`;
  const row = await tx.row<{ id: number }>(sql`
    insert into call_links (tenant_id, token_hash, name, menu_id, person_id, welcome)
    values (${tx.tenantId}, ${hashOf(token)}, ${link.name}, ${link.menuId}, ${link.personId}, ${link.welcome}) returning id`);
  const sealed = sealCallSecret(deps.secrets, tx.tenantId, 'call_links', row!.id, token);
  await tx.run(sql`update call_links set token_cipher = ${sealed} where tenant_id = ${tx.tenantId} and id = ${row!.id}`);
}

/** Seeds an institution; one that has no account of a seat has the service without that seat. */
export async function seedCalls(deps: Dependencies, tenantId: number): Promise<void> {
  const stored = await storedSounds(deps);
  await deps.inTenant(tenantId, async (tx) => {
    const groups = await groupsOf(tx);
    const sounds = new Map<string, number>();
    for (const [key, file] of stored) sounds.set(key, await nameSound(tx, deps, file, { ...demoSounds[key], userId: null }));
    await tx.run(sql`update call_groups set music_id = ${sounds.get('music')} where tenant_id = ${tenantId} and code = 'desk'`);
    const tree = { ...menuOf(groups), soundId: sounds.get('greeting') };
    const menu = await tx.row<{ id: number }>(sql`
      insert into call_menus (tenant_id, name, tree, closed_sound_id)
      values (${tenantId}, '来电导航', ${JSON.stringify(tree)}, ${sounds.get('closed')}) returning id`);
    const numbers = [{ number: '4008001234', name: '服务热线', groupId: null, menuId: menu!.id }];
    await tx.run(sql`
      insert into call_services (tenant_id, name, provider, enabled, numbers, supervision_told) values (${tenantId}, '内置呼叫服务', 1, true,
        ${JSON.stringify(numbers)}, 1)`);
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
        (${tenantId}, '周建国', ${sealed('13757100001')}, '邻居', 0, '', '常来问候，代收快递'),
        (${tenantId}, '社区医院张医生', ${sealed('0571-87650001')}, '签约医生', 1, '签约医生，来电优先', ''),
        (${tenantId}, '推销来电', ${sealed('13757100009')}, '', 2, '反复推销保健品', '')`);
    const menuId = menu!.id;
    await addLink(tx, deps, LOBBY, { name: '呼叫服务台', menuId, personId: null, welcome: '服务台全天有人，紧急情况请进入后按1' });
    const resident = await tx.row<{ id: number; name: string }>(sql`
      select id, name from people where tenant_id = ${tenantId} and deleted_at is null and mobile is not null order by id limit 1`);
    if (resident)
      await addLink(tx, deps, FAMILY, {
        name: `联系${resident.name}的护理站`,
        menuId,
        personId: resident.id,
        welcome: `呼叫${resident.name}的护理人员`,
      });
    await seedCallJobs(tx, groups.get('follow') as number, deps.now());
    await seedCallHistory(tx, deps.now());
  });
  await seedCallQuality(deps, tenantId);
}
