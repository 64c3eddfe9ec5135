/** Pass codes: made and told once, then moved only as the rules allow; the loser of two moves hears of it. */
import { instantOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { lockPasscodes as routes } from '#contract/devices/lock-passcodes.ts';
import {
  MOST_ONCE_HOURS,
  nextState,
  passcodeKinds,
  passcodeStateLabels,
  passcodeStates,
  removals,
  SHORTEST_CODE,
  type PasscodeEvent,
} from '#contract/devices/lock-passcodes.rules.ts';
import type { Context, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { lookup } from '../lists/columns.ts';
import { equals, readOne, reads, type ListOf } from '../lists/crud.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { codeKey, drawCode, sealCode } from './lock-codes.ts';
import { endCodes } from './lock-steps.ts';
import { namesOfLock, ofSeenLocks, seeLock } from './locks.ts';

const list: ListOf<typeof routes.page, 'lock_passcodes'> = {
  table: 'lock_passcodes',
  noun: '门锁密码',
  scope: ofSeenLocks,
  columns: {
    id: 'id',
    deviceId: 'device_id',
    ...namesOfLock('lock_passcodes'),
    provider: () =>
      sql`(select l.provider from locks l where l.tenant_id = lock_passcodes.tenant_id and l.device_id = lock_passcodes.device_id)`,
    memberId: 'member_id',
    memberName:
      () => sql`(select coalesce(u.name, p.name) from lock_members m left join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
      left join people p on p.tenant_id = m.tenant_id and p.id = m.person_id where m.tenant_id = lock_passcodes.tenant_id
        and m.id = lock_passcodes.member_id)`,
    label: 'label',
    kind: 'kind',
    duress: 'duress',
    state: 'state',
    removal: 'removal',
    startTime: 'starts_at',
    endTime: 'ends_at',
    activeTime: 'activated_at',
    endedTime: 'ended_at',
    endReason: 'end_reason',
    attempts: 'attempts',
    nextTime: 'next_at',
    problem: 'problem',
    createName: lookup('users', 'name', 'lock_passcodes.created_by'),
    createTime: 'created_at',
    version: 'version',
  },
  filters: {
    deviceId: equals('device_id'),
    memberId: equals('member_id'),
    state: equals('state'),
    endingDays: (_eb, days: number) => sql`lock_passcodes.state = 2 and lock_passcodes.ends_at < now() + make_interval(days => ${days})`,
    attention: () => sql`(lock_passcodes.state in (1, 3) or lock_passcodes.removal = 1)`,
  },
  sorts: { end_time: 'ends_at', start_time: 'starts_at', state: 'state' },
  order: 'id',
};

interface Row {
  deviceId: number;
  state: number;
  removal: number;
  provider: string;
  version: number;
}

async function lock(context: Context, id: number, version?: number): Promise<Row> {
  const { tx } = context;
  const row = await tx.row<Row>(sql`
    select c.device_id as "deviceId", c.state, c.removal, l.provider, c.version from lock_passcodes c
    join locks l on l.tenant_id = c.tenant_id and l.device_id = c.device_id
    where c.tenant_id = ${tx.tenantId} and c.id = ${id} for update of c`);
  if (!row) throw notFound('门锁密码');
  await seeLock(context, row.deviceId);
  if (version !== undefined && version !== row.version) throw conflict('密码状态已变化，请刷新后重试', await readOne(list, id, context));
  return row;
}

/** The next state by the rules. Throws 409 with the row as it is when the step may not happen any more. */
async function step(context: Context, id: number, row: Row, event: PasscodeEvent): Promise<number> {
  const next = nextState(row.state, event);
  if (next === null) throw conflict(`密码${passcodeStateLabels[row.state]}，不能再做此操作`, await readOne(list, id, context));
  return next;
}

const manualOnly = ({ provider }: Row) => {
  if (provider !== 'manual') throw refused('联网门锁由系统自动下发，不能手工确认');
};

type Form = Parameters<(typeof routes)['create']['input']['parse']>[0] & {
  kind: number;
  startTime?: string | null;
  endTime?: string | null;
};

/** From when to when, by kind. Throws 400. */
function timesOf({ kind, startTime, endTime }: Pick<Form, 'kind' | 'startTime' | 'endTime'>, now: number) {
  const startsAt = startTime ? instantOf(startTime) : now;
  if (kind === passcodeKinds.permanent) return { startsAt, endsAt: null };
  const endsAt = endTime ? instantOf(endTime) : kind === passcodeKinds.once ? startsAt + MOST_ONCE_HOURS * 3_600_000 : null;
  if (endsAt === null) throw invalid('请选择结束时间');
  if (endsAt <= startsAt) throw invalid('结束时间应晚于开始时间');
  if (endsAt <= now) throw invalid('结束时间已经过去');
  if (kind === passcodeKinds.once && endsAt - startsAt > MOST_ONCE_HOURS * 3_600_000)
    throw invalid(`一次性密码最长${MOST_ONCE_HOURS}小时有效`);
  return { startsAt, endsAt };
}

/** Whose code it is: a member whose time lasts, else the words for a visitor. */
async function holderOf(
  { tx }: Work,
  deviceId: number,
  memberId: number | null | undefined,
  label: string | null | undefined,
  endsAt: number | null,
) {
  if (!memberId) {
    if (!label) throw invalid('请选择成员或填写使用人');
    return { memberId: null, label };
  }
  const member = await tx.row<{ name: string; endsOn: string | null }>(sql`
    select coalesce(u.name, p.name) as name, m.ends_on as "endsOn" from lock_members m left join users u on u.tenant_id = m.tenant_id
      and u.id = m.user_id
      left join people p on p.tenant_id = m.tenant_id and p.id = m.person_id
    where m.tenant_id = ${tx.tenantId} and m.id = ${memberId} and m.device_id = ${deviceId} and m.ended_at is null for update of m`);
  if (!member) throw refused('该成员不存在或已结束');
  if (member.endsOn !== null && endsAt !== null && textOf(endsAt).slice(0, 10) > member.endsOn)
    throw refused(`成员有效期到${member.endsOn}，密码不能更晚结束`);
  return { memberId, label: member.name };
}

const TRIES = 20;

interface NewCode {
  deviceId: number;
  memberId: number | null;
  label: string;
  kind: number;
  digits: number;
  duress: boolean;
  startsAt: number;
  endsAt: number | null;
}

/** Draws a code that this lock has never had and keeps it sealed. Gives it, this once. */
async function draw(
  work: Work,
  { deviceId, memberId, label, kind, digits, duress, startsAt, endsAt }: NewCode,
): Promise<{ id: number; code: string }> {
  const { tx, deps, actor } = work;
  const settings = await tx.row<{ provider: string }>(
    sql`select provider from locks where tenant_id = ${tx.tenantId} and device_id = ${deviceId}`,
  );
  if (!settings) throw refused('门锁还没有设置接入方式');
  for (let turn = 0; turn < TRIES; turn++) {
    const code = drawCode(digits);
    const made = await tx.row<{ id: number }>(sql`
      insert into lock_passcodes (tenant_id, device_id, member_id, label, kind, duress, code_cipher, code_key, starts_at, ends_at, next_at,
        created_by)
      values (${tx.tenantId}, ${deviceId}, ${memberId}, ${label}, ${kind}, ${duress},
        ${sealCode(deps.secrets, tx.tenantId, deviceId, code)},
        ${codeKey(deps.secrets, tx.tenantId, deviceId, code)}, ${instant(startsAt)},
          ${instant(endsAt)},
        ${settings.provider === 'manual' ? null : sql`${instant(deps.now())}`}, ${actor.userId})
      on conflict (tenant_id, device_id, code_key) do nothing returning id`);
    if (!made) continue;
    await work.emit('device.changed', { deviceId });
    return { id: made.id, code };
  }
  throw refused('没有可用的密码，请增加位数后重试');
}

export const lockPasscodes: Handlers<typeof routes> = {
  async page(input, context) {
    if (input.deviceId !== undefined) await seeLock(context, input.deviceId);
    return reads(list).page(input, context);
  },

  async create({ deviceId, memberId, label, kind, digits, duress, startTime, endTime }, context) {
    await seeLock(context, deviceId);
    const times = timesOf({ kind, startTime: startTime ?? null, endTime: endTime ?? null }, context.deps.now());
    const holder = await holderOf(context, deviceId, memberId, label, times.endsAt);
    return draw(context, { deviceId, ...holder, kind, digits, duress, ...times });
  },

  async ofResident({ deviceId, oldmanId }, context) {
    const { tx, deps, session } = context;
    await seeLock(context, deviceId);
    const person = await tx.row<{ name: string }>(sql`
      select p.name from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id join devices d on d.tenant_id = b.tenant_id
        and d.room_id = b.room_id
      where p.tenant_id = ${tx.tenantId} and p.id = ${oldmanId} and p.deleted_at is null and d.id = ${deviceId} for update of p`);
    if (!person) throw refused('该服务对象不住在这把门锁的房间');
    await tx.run(sql`
      insert into lock_members (tenant_id, device_id, person_id, starts_on, lives_there, created_by)
      select l.tenant_id, l.device_id, ${oldmanId}, (${instant(deps.now())} at time zone 'Asia/Shanghai')::date,
        true, ${session.userId}
      from locks l where l.tenant_id = ${tx.tenantId} and l.device_id = ${deviceId}
      on conflict (tenant_id, device_id, person_id) where ended_at is null do nothing`);
    const member = await tx.row<{ id: number; endsOn: string | null; has: boolean }>(sql`
      select m.id, m.ends_on as "endsOn", exists (select from lock_passcodes c where c.tenant_id = m.tenant_id and c.member_id = m.id
        and c.state in (1, 2) and not c.duress) as has
      from lock_members m where m.tenant_id = ${tx.tenantId} and m.device_id = ${deviceId} and m.person_id
        = ${oldmanId} and m.ended_at is null`);
    if (!member) throw refused('门锁还没有设置接入方式');
    if (member.has) throw conflict(`${person.name}在这把门锁上已有密码`);
    const { permanent } = passcodeKinds;
    return draw(context, {
      deviceId,
      memberId: member.id,
      label: person.name,
      kind: permanent,
      digits: SHORTEST_CODE,
      duress: false,
      startsAt: deps.now(),
      endsAt: null,
    });
  },

  async confirm({ id, version }, context) {
    const row = await lock(context, id, version);
    manualOnly(row);
    const next = await step(context, id, row, 'confirm');
    await context.tx.run(sql`update lock_passcodes set state = ${next}, activated_at = ${instant(context.deps.now())}, problem = null,
        version = version + 1, updated_at = now()
      where tenant_id = ${context.tx.tenantId} and id = ${id}`);
    await context.emit('device.changed', { deviceId: row.deviceId });
    return true;
  },

  async fail({ id, version, reason }, context) {
    const row = await lock(context, id, version);
    manualOnly(row);
    const next = await step(context, id, row, 'fail');
    await context.tx.run(
      sql`update lock_passcodes set state = ${next}, problem = ${reason}, version = version + 1, updated_at = now()
        where tenant_id = ${context.tx.tenantId} and id = ${id}`,
    );
    await context.emit('device.changed', { deviceId: row.deviceId });
    return true;
  },

  async retry({ id, version }, context) {
    const row = await lock(context, id, version);
    const next = await step(context, id, row, 'retry');
    const due = row.provider === 'manual' ? null : sql`${instant(context.deps.now())}`;
    await context.tx.run(
      sql`update lock_passcodes set state = ${next}, attempts = 0, next_at = ${due}, version = version + 1, updated_at = now()
        where tenant_id = ${context.tx.tenantId} and id = ${id}`,
    );
    await context.emit('device.changed', { deviceId: row.deviceId });
    return true;
  },

  async revoke({ id, version, reason }, context) {
    const { tx, deps } = context;
    const row = await lock(context, id, version);
    await step(context, id, row, 'revoke');
    await endCodes(tx, 'revoke', reason, sql`c.id = ${id}`, deps.now());
    await context.emit('device.changed', { deviceId: row.deviceId });
    return true;
  },

  async removed({ id }, context) {
    const row = await lock(context, id);
    manualOnly(row);
    const ended = row.state === passcodeStates.revoked || row.state === passcodeStates.expired;
    if (!ended || row.removal !== removals.pending) throw conflict('该密码不需要删除', await readOne(list, id, context));
    await context.tx.run(
      sql`update lock_passcodes set removal = ${removals.done}, code_cipher = null, version = version + 1, updated_at = now()
        where tenant_id = ${context.tx.tenantId} and id = ${id}`,
    );
    await context.emit('device.changed', { deviceId: row.deviceId });
    return true;
  },
};
