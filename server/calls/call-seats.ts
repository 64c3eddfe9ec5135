/** Seats: who may take calls. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { callSeats as routes } from '#contract/calls/call-seats.ts';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { containing } from '../lists/like.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, lockOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { sealCallSecret, type CallSecretPlace } from './call-secrets.ts';

const own = { table: 'call_seats', noun: '坐席' } as const;
const fields = {
  userId: 'user_id',
  extension: 'extension',
  device: 'device',
  outboundNumber: 'outbound_number',
  externalId: 'external_id',
  enabled: 'enabled',
  remarks: 'remarks',
} as const;
const presence = (column: string) =>
  sql.raw(`(select p.${column} from call_presences p where p.tenant_id = call_seats.tenant_id and p.seat_id = call_seats.id)`);

const list: ListOf<typeof routes.page, 'call_seats'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    userName: lookup('users', 'name', 'call_seats.user_id'),
    username: lookup('users', 'username', 'call_seats.user_id'),
    groups:
      () => sql`coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'level', s.level) order by s.level desc, g.name)
      from call_seat_groups s join call_groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      where s.tenant_id = call_seats.tenant_id and s.seat_id = call_seats.id), '[]')`,
    hasSipPassword: () => sql<boolean>`(sip_cipher is not null)`,
    hasAccessKey: () => sql<boolean>`(external_cipher is not null)`,
    state: () => sql<number>`coalesce(${presence('state')}, ${sql.lit(seatStates.offline)})`,
    breakCode: () => sql<string>`coalesce(${presence('break_code')}, '')`,
    since: () => presence('since'),
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    userName: (_eb, value) => sql`exists (select 1 from users u where u.tenant_id = call_seats.tenant_id and u.id = call_seats.user_id
      and u.name like ${containing(value)})`,
    extension: contains('extension'),
    groupId: (_eb, value) => sql`exists (select 1 from call_seat_groups s where s.tenant_id = call_seats.tenant_id
      and s.seat_id = call_seats.id and s.group_id = ${value})`,
    enabled: equals('enabled'),
    state: (_eb, value) => sql`coalesce(${presence('state')}, ${sql.lit(seatStates.offline)}) = ${value}`,
  },
  sorts: { extension: 'extension' },
};

const written = writes({ ...own, fields });

const refusals = {
  call_seats_tenant_id_user_id_key: conflict('该员工已有坐席'),
  call_seats_tenant_id_extension_key: conflict('分机号已被使用'),
  call_seats_tenant_id_user_id_fkey: refused('员工不存在'),
  call_seat_groups_tenant_id_group_id_fkey: refused('技能组不存在'),
};

type Form = z.output<typeof routes.update.input>;
type Secrets = Pick<Form, 'sipPassword' | 'accessKeyId' | 'accessKeySecret'>;

async function needUser({ tx }: Context, userId: number | undefined): Promise<void> {
  if (userId === undefined) return;
  const user = await tx.row<{ status: number }>(
    sql`select status from users where tenant_id = ${tx.tenantId} and id = ${userId} and deleted_at is null`,
  );
  if (!user) throw refused('员工不存在');
}

/** Of a skill whose level is not said. */
const USUAL_LEVEL = 5;

async function setGroups({ tx }: Context, seatId: number, groups: Form['groups']): Promise<void> {
  if (groups === undefined) return;
  const levels = new Map(groups.map(({ id, level }) => [id, level ?? USUAL_LEVEL]));
  await tx.run(sql`delete from call_seat_groups where tenant_id = ${tx.tenantId} and seat_id = ${seatId}`);
  await tx.run(sql`insert into call_seat_groups (tenant_id, seat_id, group_id, level)
    select ${tx.tenantId}::bigint, ${seatId}::bigint, g.id, g.level
    from unnest(${[...levels.keys()]}::bigint[], ${[...levels.values()]}::smallint[]) as g (id, level)`);
}

/** Writes the secrets that a form brings: absent or '' leaves what is kept, null takes it away. A key has two halves. */
async function setSecrets({ tx, deps }: Context, id: number, { sipPassword, accessKeyId, accessKeySecret }: Secrets): Promise<void> {
  const put = (column: 'sip_cipher' | 'external_cipher', at: CallSecretPlace, text: string | null) =>
    tx.run(sql`update call_seats set ${sql.ref(column)} = ${text === null ? null : sealCallSecret(deps.secrets, tx.tenantId, at, id, text)}
      where tenant_id = ${tx.tenantId} and id = ${id}`);
  if (sipPassword === null || sipPassword) await put('sip_cipher', 'call_seats:sip', sipPassword);
  if (accessKeyId === null && accessKeySecret === null) await put('external_cipher', 'call_seats:key', null);
  else if (accessKeyId || accessKeySecret) {
    if (!accessKeyId || !accessKeySecret) throw invalid('AccessKey ID和Secret须同时填写');
    await put('external_cipher', 'call_seats:key', JSON.stringify({ keyId: accessKeyId, keySecret: accessKeySecret }));
  }
}

export const callSeats: Handlers<typeof routes> = {
  ...reads(list),
  async create({ groups, ...form }, context) {
    await needUser(context, form.userId);
    const id = await explaining(refusals, written.create(form, context));
    await context.tx.run(sql`insert into call_presences (tenant_id, seat_id) values (${context.tx.tenantId}, ${id})`);
    await explaining(refusals, setGroups(context, id, groups));
    await setSecrets(context, id, form);
    await context.emit('seat.changed', { seatId: id });
    return id;
  },
  async update({ groups, ...form }, context) {
    const before = await lockOne(list, form.id, context);
    if (form.userId !== before.userId) await needUser(context, form.userId);
    if (before.state !== seatStates.offline && (form.enabled === false || (form.userId ?? before.userId) !== before.userId)) {
      throw refused('坐席正在值守，请先下线再停用或更换员工');
    }
    await explaining(refusals, written.update(form, context));
    await explaining(refusals, setGroups(context, form.id, groups));
    await setSecrets(context, form.id, form);
    await context.emit('seat.changed', { seatId: form.id });
    return true;
  },
  async remove(input, context) {
    const before = await lockOne(list, input.id, context);
    if (before.state !== seatStates.offline) throw refused('坐席正在值守，不能删除');
    const used = refused('坐席有通话记录，不能删除，请停用');
    const references = ['calls', 'call_legs', 'call_seat_spans', 'call_waits'].map((table) => [`${table}_tenant_id_seat_id_fkey`, used]);
    await explaining(Object.fromEntries(references), written.remove(input, context));
    await context.emit('seat.changed', { seatId: input.id });
    return true;
  },
};
