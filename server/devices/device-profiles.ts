/** What is special about one device, and which terminal holds its authentication code (JT/T 808). */
import { sql } from 'kysely';
import { OwnProfile, deviceProfiles as routes, type ModelProfile } from '#contract/devices/device-profiles.ts';
import { fitting, profileProblem } from '#contract/devices/device-profiles.rules.ts';
import { lostByProfile } from '#contract/devices/lost-alarms.rules.ts';
import { UNREAD_ITEM } from '#contract/devices/jt808-suggestions.rules.ts';
import type { Context, Work } from '../context.ts';
import { matching, readOne } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { deviceRows } from './device-rows.ts';
import { confirmedLosses } from './lost-alarms.ts';

interface Row {
  imei: string;
  protocol: string | null;
  profile: Record<string, unknown> | null;
  model: ModelProfile | null;
  suppressChargerSos: boolean | null;
  version: number;
  givenTime: string | null;
  boundTime: string | null;
  boundId: string | null;
  refusedTime: string | null;
  refusedId: string | null;
}

/** The device with what is kept for it; 404 beyond the session's reach. */
async function rowOf(context: Context, id: number, lock: boolean): Promise<Row> {
  const { tx, session } = context;
  await readOne(deviceRows(session), id, context);
  return (await tx.row<Row>(sql`
    select d.imei, d.version, d.settings -> 'profile' as profile, t.protocol, t.profile as model,
      t.suppress_charger_sos as "suppressChargerSos",
      r.given_at as "givenTime", r.bound_at as "boundTime", r.bound_id as "boundId", r.refused_at as "refusedTime",
        r.refused_id as "refusedId"
    from devices d left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      left join device_registrations r on r.tenant_id = d.tenant_id and r.device_id = d.id
    where d.tenant_id = ${tx.tenantId} and d.id = ${id} ${lock ? sql`for update of d` : sql``}`)) as Row;
}

/**
 * Field by field: what an older version left there and this one does not read is not shown. Codes of another protocol are not this
 * device's.
 */
function ownOf({ profile, protocol }: Row): OwnProfile {
  if (!profile) return {};
  const known = Object.entries(OwnProfile.shape).flatMap(([name, schema]) => {
    const { data } = schema.safeParse(profile[name]);
    return data === undefined ? [] : [[name, data]];
  });
  const own = Object.fromEntries(known) as OwnProfile;
  if (profile.protocol === undefined || profile.protocol === protocol) return own;
  const { alarms: _, items: __, ...rest } = own;
  return rest;
}

/** What the device does not raise: its own settings on top of its type's, or with null its type's alone. */
function lostBy({ protocol, model, suppressChargerSos }: Row, own: OwnProfile | null): string[] {
  return lostByProfile({
    protocol,
    alarms: { ...model?.alarms, ...own?.alarms },
    items: { ...model?.items, ...own?.items },
    suppressChargerSos: own?.suppressChargerSos ?? suppressChargerSos,
  });
}

/** Puts a device's own settings in place of what was there, and tells the gateways. */
async function put({ tx, emit }: Work, id: number, profile: object): Promise<void> {
  await tx.run(sql`update devices set settings = settings || jsonb_build_object('profile', ${JSON.stringify(profile)}::jsonb),
    version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);
  await emit('device.changed', { deviceId: id });
}

/** The code is bound to no terminal any more: the next one that registers gets it. */
export const forgetTerminal = (tx: Tx, deviceId: number) =>
  tx.run(sql`delete from device_registrations where tenant_id = ${tx.tenantId} and device_id = ${deviceId}`);

/** Opens the registration and forgets the terminal that holds the code, or closes it. */
async function turn(context: Context, id: number, open: boolean): Promise<boolean> {
  const { tx } = context;
  const row = await rowOf(context, id, true);
  if (row.protocol !== 'jt808') throw refused('只有JT/T 808设备需要注册');
  const own = ownOf(row);
  const closed = own.registration === false;
  if (!open && closed) throw conflict('注册已经关闭');
  if (open && !closed && row.boundTime === null) throw conflict('注册已经开放');
  if (open) await forgetTerminal(tx, id);
  const { registration: _, ...rest } = own;
  await put(context, id, { ...rest, ...(open ? {} : { registration: false }), protocol: row.protocol });
  return true;
}

/** The id of the item that a device report `r` is a sample of. */
const itemOf = sql`substring(r.name from ${sql.lit(UNREAD_ITEM.length + 1)})`;

export const deviceProfiles: Handlers<typeof routes> = {
  async unread({ typeId, deviceId }, context) {
    const { tx, session } = context;
    if (typeId === undefined && deviceId === undefined) throw invalid('请选择设备或设备类型');
    if (deviceId !== undefined) await readOne(deviceRows(session), deviceId, context);
    const own = matching(deviceRows(session), { typeId }, session).select(['id', 'type_id', 'settings']);
    return tx.rows(sql`
      select distinct on (item) item, value, devices, time from (
        select ${itemOf} as item, r.value, r.reported_at as time, count(*) over (partition by r.name)::integer as devices
        from (${own}) as own join device_reports r on r.tenant_id = ${tx.tenantId} and r.device_id = own.id
          left join device_types t on t.tenant_id = r.tenant_id and t.id = own.type_id
        where r.name like ${sql.lit(`${UNREAD_ITEM}__`)} and r.reported_at > now() - interval '30 days'
          and ${deviceId === undefined ? sql`true` : sql`own.id = ${deviceId}`}
          and not coalesce(t.profile -> 'items' ? ${itemOf}, false)
            and not coalesce(own.settings -> 'profile' -> 'items' ? ${itemOf}, false)
      ) as said order by item, time desc`);
  },

  async get({ id }, context) {
    const row = await rowOf(context, id, false);
    const { protocol, version, model, imei, givenTime, boundTime, boundId, refusedTime, refusedId } = row;
    const { terminalId, ...own } = ownOf(row);
    // Whoever knows number and terminal id could register in the terminal's place.
    const edits = context.session.permissions.has(routes.save.access);
    return {
      id,
      protocol,
      version,
      model: model ?? {},
      suppressChargerSos: row.suppressChargerSos ?? false,
      lost: lostBy(row, ownOf(row)),
      profile: edits && terminalId !== undefined ? { ...own, terminalId } : own,
      hasTerminalId: terminalId !== undefined,
      registration:
        protocol === 'jt808'
          ? {
              number: imei,
              port: context.deps.config.devicePorts?.jt808 ?? null,
              givenTime,
              boundTime,
              boundId: edits ? boundId : null,
              refusedTime,
              refusedId: edits ? refusedId : null,
            }
          : null,
    };
  },

  async save({ id, profile, version }, context) {
    const row = await rowOf(context, id, true);
    if (version !== undefined && version !== row.version) throw conflict('设备已被他人修改，请刷新后重试');
    const protocol = row.protocol ?? '';
    const problem = profileProblem(protocol, profile);
    if (problem) throw refused(row.protocol === null ? '请先为设备选择设备类型' : problem);
    const { registration } = ownOf(row);
    const { acceptedLoss: accepted = [], ...said } = profile;
    const byType = lostBy(row, null);
    const acceptedLoss = await confirmedLosses(
      lostBy(row, said).filter((text) => !byType.includes(text)),
      { before: lostBy(row, ownOf(row)), accepted, countDevices: () => Promise.resolve(1) },
    );
    await put(context, id, {
      ...fitting(protocol, {
        ...said,
        ...(registration === undefined ? {} : { registration }),
        ...(acceptedLoss.length > 0 ? { acceptedLoss } : {}),
      }),
      protocol: row.protocol ?? undefined,
    });
    return true;
  },

  close: ({ id }, context) => turn(context, id, false),
  open: ({ id }, context) => turn(context, id, true),
};
