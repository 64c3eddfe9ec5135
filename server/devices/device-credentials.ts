/** Passwords of devices that sign in by themselves: made here, told once, checked by the MQTT gateway. */
import { sql } from 'kysely';
import { deviceCredentials as routes } from '#contract/devices/device-credentials.ts';
import { downTopic, upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import type { Context } from '../context.ts';
import { readOne } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { deviceRows } from './device-rows.ts';
import { newPassword, passwordHash } from './mqtt-passwords.ts';

interface Credential {
  imei: string;
  enabled: boolean;
  protocol: string | null;
  issueTime: string | null;
  issueName: string | null;
}

async function credentialOf({ tx, session }: Context, deviceId: number, lock: boolean): Promise<Credential> {
  await readOne(deviceRows(session), deviceId, { tx, session } as Context);
  return (await tx.row<Credential>(sql`
    select d.imei, d.enabled, (select t.protocol from device_types t where t.tenant_id = d.tenant_id and t.id = d.type_id) as protocol,
      c.created_at as "issueTime", (select u.name from users u where u.tenant_id = c.tenant_id and u.id = c.created_by) as "issueName"
    from devices d left join device_credentials c on c.tenant_id = d.tenant_id and c.device_id = d.id
    where d.tenant_id = ${tx.tenantId} and d.id = ${deviceId} ${lock ? sql`for update of d` : sql``}`)) as Credential;
}

/**
 * Gives a device a new password, which cannot be read afterwards. `by` made it; null,
 * the demonstration did. Tell the gateway by `device.changed`.
 */
export async function renewPassword(tx: Tx, deviceId: number, by: number | null): Promise<string> {
  const password = newPassword();
  await tx.run(sql`
    insert into device_credentials (tenant_id, device_id, password_hash, created_by)
    values (${tx.tenantId}, ${deviceId}, ${passwordHash(tx.tenantId, deviceId, password)}, ${by})
    on conflict (tenant_id, device_id) do update set password_hash = excluded.password_hash, created_by = excluded.created_by,
      created_at = now()`);
  return password;
}

export const deviceCredentials: Handlers<typeof routes> = {
  async get({ id }, context) {
    const { imei, issueTime, issueName } = await credentialOf(context, id, false);
    const { mqttPort } = context.deps.config;
    return { username: imei, issueTime, issueName, up: upTopic(imei), down: downTopic(imei), port: mqttPort ?? null };
  },

  async issue({ id }, context) {
    const { imei, enabled, protocol } = await credentialOf(context, id, true);
    if (!enabled) throw refused('设备已停用，不能生成接入密码');
    if (protocol !== 'mqtt') throw refused('该设备的类型不是MQTT接入，请先在设备类型里选择通信协议');
    const password = await renewPassword(context.tx, id, context.session.userId);
    await context.emit('device.changed', { deviceId: id });
    return { username: imei, password };
  },

  async revoke({ id }, context) {
    await credentialOf(context, id, true);
    const gone = await context.tx.run(sql`delete from device_credentials where tenant_id = ${context.tx.tenantId} and device_id = ${id}`);
    if (gone === 0) throw conflict('该设备没有接入密码');
    await context.emit('device.changed', { deviceId: id });
    return true;
  },
};
