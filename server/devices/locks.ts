/** Door locks: their settings, trying them, opening one from here, and what the provider posts. */
import { environment } from '../config.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { locks as routes, SOON_DAYS } from '#contract/devices/locks.ts';
import type { Context, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { readOne, reads, type ListOf } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, notFound, Refusal, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { seal } from '../db/sealed.ts';
import { deviceRows, reachOfDevices } from './device-rows.ts';
import { keepToken, lockRow, ttlockAccess } from './lock-access.ts';
import { accountPlace } from './lock-codes.ts';
import { takeIn } from './lock-events.ts';
import { recordsOf } from './ttlock-records.ts';
import { inspect, LockFailure, openDoor, passwordOf, type Token, type TtlockAccess } from './ttlock.ts';
import type { Tables } from '../db/tables.ts';
import { containing } from '../lists/like.ts';
import type { AnyBuilder, ColumnValue } from '../lists/query.ts';

const of =
  <C extends keyof Tables['locks'] & string>(column: C) =>
  () =>
    sql<ColumnValue<
      'locks',
      C
    > | null>`(select l.${sql.ref(column)} from locks l where l.tenant_id = devices.tenant_id and l.device_id = devices.id)`;
const codes = (what: ReturnType<typeof sql>) => () =>
  sql<number>`(select count(*) from lock_passcodes c where c.tenant_id = devices.tenant_id and c.device_id = devices.id and ${what})`;
const attention = sql`(c.state in (1, 3) or c.removal = 1)`;

/** Devices of the kind lock, as the session sees devices. */
const lockRows = (session: Context['session']): ListOf<typeof routes.page, 'devices'> => {
  const own = deviceRows(session);
  const { id, imei, name, roomName } = own.columns;
  return {
    ...own,
    noun: '门锁',
    scope: (eb, who) => {
      const reach = own.scope?.(eb, who);
      return reach ? eb.and([eb(eb.ref('devices.type'), '=', 'lock'), reach]) : eb(eb.ref('devices.type'), '=', 'lock');
    },
    columns: {
      id: id!,
      imei: imei!,
      name: name!,
      roomName: roomName!,
      provider: of('provider'),
      externalId: of('external_id'),
      account: of('account'),
      hasPassword: () =>
        sql`coalesce((select l.password_cipher is not null from locks l where l.tenant_id = devices.tenant_id
          and l.device_id = devices.id), false)`,
      verifyTime: of('verified_at'),
      canUnlock: () =>
        sql`coalesce((select l.can_unlock from locks l where l.tenant_id = devices.tenant_id and l.device_id = devices.id), false)`,
      doorMinutes: () =>
        sql`coalesce((select l.door_minutes from locks l where l.tenant_id = devices.tenant_id and l.device_id = devices.id), 5)`,
      battery: of('battery'),
      doorOpenTime: of('door_open_since'),
      problem: of('problem'),
      memberCount: () =>
        sql`(select count(*) from lock_members m where m.tenant_id = devices.tenant_id and m.device_id = devices.id
          and m.ended_at is null)`,
      activeCount: codes(sql`c.state = 2`),
      soonCount: codes(sql`c.state = 2 and c.ends_at < now() + make_interval(days => ${sql.lit(SOON_DAYS)})`),
      waitingCount: codes(attention),
      lastUnlockTime: () =>
        sql`(select max(r.at) from lock_records r where r.tenant_id = devices.tenant_id and r.device_id = devices.id
          and r.kind in ('unlock', 'duress', 'remote') and r.success)`,
      version: of('version'),
    },
    filters: {
      name: (_eb, value: string) => {
        const part = containing(value);
        return sql`(devices.name like ${part} or devices.imei like ${part} or exists (select from rooms r
          where r.tenant_id = devices.tenant_id and r.id = devices.room_id and r.name like ${part}))`;
      },
      provider: (_eb, value: string) =>
        sql`exists (select from locks l where l.tenant_id = devices.tenant_id and l.device_id = devices.id and l.provider = ${value})`,
      attention: () =>
        sql`exists (select from lock_passcodes c where c.tenant_id = devices.tenant_id and c.device_id = devices.id and ${attention})`,
    },
    sorts: { imei: 'imei' },
  };
};

/** Throws 404 unless the session sees the lock; gives nothing of its secrets. */
export const seeLock = (context: Context, id: number) => readOne(lockRows(context.session), id, context);

/** The name and the room of the lock that a row's `device_id` names. */
export function namesOfLock(table: 'lock_passcodes' | 'lock_records') {
  const of =
    <T>(column: RawBuilder<T>) =>
    () =>
      sql<T>`(select ${column} from devices d left join rooms r on r.tenant_id = d.tenant_id and r.id = d.room_id
        where d.tenant_id = ${sql.ref(`${table}.tenant_id`)} and d.id = ${sql.ref(`${table}.device_id`)})`;
  return {
    lockName: of(sql<string>`coalesce(d.name, d.imei)`),
    roomName: of(sql<string | null>`app.place_text(r.building, r.floor, r.name, null)`),
  };
}

/** Rows of locks that the session sees, by their column `device_id`. */
export const ofSeenLocks = (eb: AnyBuilder, session: Context['session']): Expression<SqlBool> =>
  eb(
    'device_id',
    'in',
    db
      .selectFrom('devices')
      .select('devices.id')
      .where('devices.tenant_id', '=', session.tenantId)
      .where('devices.deleted_at', 'is', null)
      .where((device) => (reachOfDevices(device as never, session) ?? device.lit(true)) as never) as never,
  );

/** What a try at the provider came to; no unit of work is open while it lasts, because it may take seconds. */
async function atProvider<T>(work: Work, id: number, access: TtlockAccess, ask: () => Promise<T>): Promise<T | LockFailure> {
  const { tx, deps } = work;
  const before: Token | null = access.token;
  const result = await tx.outside(() =>
    ask().catch((error: unknown) => {
      if (error instanceof LockFailure) return error;
      throw error;
    }),
  );
  await keepToken(tx, deps, id, access, before);
  return result;
}

function accessOf({ deps, tx }: Work, id: number, lock: NonNullable<Awaited<ReturnType<typeof lockRow>>>): TtlockAccess {
  try {
    return ttlockAccess(deps, tx.tenantId, id, lock);
  } catch (error) {
    throw error instanceof LockFailure ? refused(error.message) : error;
  }
}

const isCallbackKey = (key: string) => {
  const right = environment.ttlockCallbackKey();
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return right !== null && timingSafeEqual(hash(key), hash(right));
};

/** How long the door of a lock that was never set up may stand open. */
const DOOR_MINUTES = 5;

export const locks: Handlers<typeof routes> = {
  page: (input, context) => reads(lockRows(context.session)).page(input, context),
  get: ({ id }, context) => seeLock(context, id),

  async save({ id, provider, externalId = null, account = null, password, doorMinutes, version }, context) {
    const { tx, session, deps } = context;
    await seeLock(context, id);
    const before = await tx.row<{
      provider: string;
      external_id: string | null;
      account: string | null;
      sealed: boolean;
      version: number;
      live: boolean;
    }>(sql`
      select provider, external_id, account, password_cipher is not null as sealed, version,
        exists (select from lock_passcodes c where c.tenant_id = l.tenant_id and c.device_id = l.device_id
          and (c.state in (1, 2) or c.removal = 1)) as live
      from locks l where tenant_id = ${tx.tenantId} and device_id = ${id} for update`);
    if (before && version !== undefined && version !== before.version)
      throw conflict('门锁设置已被他人修改，请刷新后重试', await seeLock(context, id));
    const cloud = provider === 'ttlock';
    const moved = before !== undefined && (before.provider !== provider || (cloud && before.external_id !== externalId));
    // The codes would stay in a lock that we no longer reach.
    if (moved && before.live) throw refused('门锁里还有密码，请先撤销并删除后再更换接入方式或锁编号');
    if (cloud && !environment.ttlock()) throw refused('平台没有开通通通锁，请联系平台管理员');
    const other = moved || before?.account !== account;
    if (cloud && !password && (other || !before?.sealed)) throw invalid('请输入通通锁账号的密码');
    const sealed = cloud && password ? seal(deps.secrets, accountPlace(tx.tenantId, id), passwordOf(password)) : null;
    const anew = !cloud || other || sealed !== null;
    await tx.run(sql`
      insert into locks (tenant_id, device_id, provider, external_id, account, password_cipher, door_minutes, updated_by)
      values (${tx.tenantId}, ${id}, ${provider}, ${cloud ? externalId : null}, ${cloud ? account : null}, ${sealed},
        ${doorMinutes ?? DOOR_MINUTES}, ${session.userId})
      on conflict (tenant_id, device_id) do update set provider = excluded.provider, external_id = excluded.external_id,
        account = excluded.account,
        password_cipher = case when ${anew} then excluded.password_cipher else locks.password_cipher end,
        token_cipher = case when ${anew} then null else locks.token_cipher end,
        verified_at = case when ${anew} then null else locks.verified_at end, can_unlock = case when ${anew} then false
          else locks.can_unlock end,
        problem = null, door_minutes = coalesce(${doorMinutes ?? null}::integer, locks.door_minutes), updated_by = excluded.updated_by,
          updated_at = now(), version = locks.version + 1`);
    await context.emit('device.changed', { deviceId: id });
    return true;
  },

  async check({ id }, context) {
    const { tx, deps } = context;
    await seeLock(context, id);
    const lock = await lockRow(tx, id);
    if (!lock || lock.provider === 'manual') throw refused('现场设置的门锁不联网，无需检测');
    const access = accessOf(context, id, lock);
    const found = await atProvider(context, id, access, () => inspect(access, deps.now()));
    if (found instanceof LockFailure) throw refused(found.message);
    await tx.run(sql`update locks set verified_at = ${instant(deps.now())}, can_unlock = ${found.canUnlock},
      battery = coalesce(${found.battery}, battery), problem = null
      where tenant_id = ${tx.tenantId} and device_id = ${id} and account = ${access.account} and external_id = ${access.lockId}`);
    await context.emit('device.changed', { deviceId: id });
    return found;
  },

  async unlock({ id, reason }, context) {
    const { tx, deps, session } = context;
    await seeLock(context, id);
    const lock = await lockRow(tx, id);
    if (!lock || lock.provider === 'manual') throw refused('现场设置的门锁不能远程开锁');
    if (!lock.can_unlock) throw refused('这把门锁没有连接网关，不能远程开锁；连接后请先检测门锁');
    const access = accessOf(context, id, lock);
    // First that somebody will open it, then opening it: no door opens without a record.
    const intent = (await tx.row<{ id: number }>(sql`
      insert into lock_records (tenant_id, device_id, at, kind, method, success, who, note, source, created_by)
      values (${tx.tenantId}, ${id}, ${instant(deps.now())}, 'remote', 'remote', false, ${session.name}, ${reason},
        4, ${session.userId}) returning id`)) as {
      id: number;
    };
    const result = await atProvider(context, id, access, () => openDoor(access, deps.now()));
    if (result instanceof LockFailure) throw refused(`没有打开：${result.message}`);
    await tx.run(sql`update lock_records set success = true where tenant_id = ${tx.tenantId} and id = ${intent.id}`);
    await context.emit('device.changed', { deviceId: id });
    return true;
  },

  async callback({ key, lockId, notifyType, records }, { deps }) {
    if (!isCallbackKey(key)) throw notFound('资源');
    if (notifyType === '1' && lockId && records) {
      const told = recordsOf(records, deps.now());
      if (!told) throw new Refusal(400, '门锁消息格式不正确');
      const { rows } = await deps.pool.query<{ tenant_id: number; device_id: number }>({
        name: 'find_lock',
        text: 'select tenant_id, device_id from app.find_lock($1, $2)',
        values: ['ttlock', lockId],
      });
      for (const { tenant_id: tenantId, device_id: deviceId } of rows)
        await deps.inTenant(tenantId, (tx) => takeIn(tx, deps, deviceId, told, 1));
    }
    // What its maker expects, whatever it was: otherwise it comes again and again.
    return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'success' };
  },
};
