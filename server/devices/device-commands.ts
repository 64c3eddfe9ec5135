/** The queue of what devices shall be told. The gateway that a device is connected to empties it (server/ingest/commands.ts). */
import { sql } from 'kysely';
import {
  commandLabels,
  commandParameters,
  commandStates,
  deviceCommands as routes,
  hoursOf,
  isSetting,
  type CommandParameters,
} from '#contract/devices/device-commands.ts';
import { commandKinds, protocolCommands, type CommandKind } from '#contract/devices/device-types.ts';
import type { Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { equals, readOne, reads, type ListOf } from '../lists/crud.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { firstMessage } from '../http/inputs.ts';
import { amend } from '../http/lenient-input.ts';
import { deviceRows } from './device-rows.ts';
import { sealedJson } from '../db/sealed-phones.ts';

/** So many may wait for one device: more is somebody pressing again and again. */
const MOST_WAITING = 20;

const state = sql<number>`case when device_commands.state = ${sql.lit(commandStates.waiting)} and device_commands.expires_at <= now()
  then ${sql.lit(commandStates.expired)} else device_commands.state end`;

const list: ListOf<typeof routes.page, 'device_commands'> = {
  table: 'device_commands',
  noun: '指令',
  columns: {
    id: 'id',
    deviceId: 'device_id',
    kind: 'kind',
    parameters: 'parameters',
    state: () => state,
    attempts: 'attempts',
    answer: 'answer',
    refusal: 'refusal',
    expireTime: 'expires_at',
    sendTime: 'sent_at',
    answerTime: 'answered_at',
    createName: lookup('users', 'name', 'device_commands.created_by'),
    createTime: 'created_at',
  },
  filters: { deviceId: equals('device_id') },
  order: 'id',
};

interface Told {
  enabled: boolean;
  type: string;
  protocol: string | null;
  commands: string[] | null;
  fall_levels: number[] | null;
  waiting: number;
}

/** What a device of no type understands: that of the bracket watches, which tell us by ignoring it when they do not. */
const plainKinds: readonly string[] = commandKinds.filter((kind) => kind !== 'fallSensitivity');

/** The kinds that a device can be told; none for what is no watch. */
export const kindsOf = ({
  type,
  protocol,
  commands,
  fall_levels,
}: Pick<Told, 'type' | 'protocol' | 'commands' | 'fall_levels'>): readonly string[] => {
  if (protocol === null) return type === 'watch' || type === 'pendant' ? plainKinds : [];
  const known: readonly string[] = protocolCommands[protocol as keyof typeof protocolCommands] ?? [];
  return (commands ?? []).filter((kind) => known.includes(kind) && (kind !== 'fallSensitivity' || fall_levels !== null));
};

/** A device with what its type says of commands; locked when something will be queued. */
async function told({ tx }: Work, deviceId: number, lock: boolean): Promise<Told> {
  const device = await tx.row<Told>(sql`
    select d.enabled, d.type, t.protocol, t.commands, t.fall_levels,
      (select count(*) from device_commands c where c.tenant_id = d.tenant_id and c.device_id = d.id and c.state = 1
        and c.expires_at > now()) as waiting
    from devices d left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
    where d.tenant_id = ${tx.tenantId} and d.id = ${deviceId} and d.deleted_at is null ${lock ? sql`for update of d` : sql``}`);
  if (!device) throw notFound('设备');
  return device;
}

/**
 * Queues one command; refused when the device cannot be told so. An older one of the same
 * kind that is not done is replaced: the newest wish counts.
 */
export async function queueCommand<K extends CommandKind>(
  work: Work,
  deviceId: number,
  kind: K,
  parameters: CommandParameters[K],
): Promise<number> {
  const { tx, actor } = work;
  const device = await told(work, deviceId, true);
  if (!device.enabled) throw refused('设备已停用，不能下发指令');
  if (!kindsOf(device).includes(kind)) throw refused(`该设备不支持“${commandLabels[kind]}”`);
  if (device.waiting >= MOST_WAITING) throw refused(`该设备已有${MOST_WAITING}条指令等待发送，请先取消或等待设备上线`);
  // A setting that was sent and not confirmed would be sent again, after the newer one.
  const replaced = kind === 'message' ? [] : isSetting(kind) ? [commandStates.waiting, commandStates.sent] : [commandStates.waiting];
  await tx.run(sql`update device_commands set state = ${commandStates.cancelled}, refusal = '被新的指令代替'
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and kind = ${kind} and state = any(${replaced}::smallint[])`);
  const said = 'level' in parameters ? { ...parameters, code: device.fall_levels?.[parameters.level - 1] } : parameters;
  const made = (await tx.row<{ id: number }>(sql`
    insert into device_commands (tenant_id, device_id, kind, parameters, expires_at, created_by)
    values (${tx.tenantId}, ${deviceId}, ${kind}, ${sealedJson(said)}::jsonb,
      now() + make_interval(secs => ${hoursOf(kind) * 3600}), ${actor.userId})
    returning id`)) as { id: number };
  await work.emit('command.queued', { deviceId });
  return made.id;
}

export const deviceCommands: Handlers<typeof routes> = {
  async page(input, context) {
    await readOne(deviceRows(context.session), input.deviceId, context);
    return reads(list).page(input, context);
  },

  async kinds({ id }, context) {
    await readOne(deviceRows(context.session), id, context);
    return kindsOf(await told(context, id, false)) as CommandKind[];
  },

  async send({ deviceId, kind, parameters }, context) {
    await readOne(deviceRows(context.session), deviceId, context);
    const schema = commandParameters[kind];
    const checked = schema.safeParse(amend(schema, parameters, false));
    if (!checked.success) throw invalid(firstMessage(checked.error));
    return queueCommand(context, deviceId, kind, checked.data as never);
  },

  async again({ id }, context) {
    const command = await readOne(list, id, context);
    const { deviceId, kind } = command as { deviceId: number; kind: CommandKind };
    await readOne(deviceRows(context.session), deviceId, context);
    // What was told of levels is looked up anew; what an older version took may be none any more.
    const { code: _, ...parameters } = command.parameters as Record<string, unknown>;
    const checked = commandParameters[kind]?.safeParse(parameters);
    if (!checked?.success) throw refused('这条指令的参数已不适用，请重新填写后下发');
    return queueCommand(context, deviceId, kind, checked.data as never);
  },

  async cancel({ id }, context) {
    const { tx } = context;
    const command = await readOne(list, id, context);
    await readOne(deviceRows(context.session), command.deviceId, context);
    const done = await tx.run(
      sql`update device_commands set state = ${commandStates.cancelled} where tenant_id = ${tx.tenantId} and id = ${id} and state = 1`,
    );
    if (done === 0) throw conflict('指令已发送，不能取消', await readOne(list, id, context));
    return true;
  },
};
