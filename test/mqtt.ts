/** Devices that sign in with MQTT, and their connections. */
import { once } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import { sql } from 'kysely';
import mqtt, { type MqttClient } from 'mqtt';
import { passwordHash } from '#server/devices/mqtt-passwords.ts';
import { commandKinds } from '#contract/devices/device-types.ts';
import type { Harness } from './harness.ts';
import { addDevice } from './ingest.ts';

type Inside = { deps: Pick<Harness['deps'], 'inTenant'> };
export const PASSWORD = 'a password of a device!!';

let serial = 0;

/** A type of devices that come this way. */
export async function addType(
  t: Inside,
  tenantId: number,
  protocol: 'mqtt' | 'http',
  { kind = 'bed', integrationId = null }: { kind?: string; integrationId?: number | null } = {},
): Promise<number> {
  const made = await t.deps.inTenant(tenantId, (tx) =>
    tx.row<{ id: number }>(sql`insert into device_types (tenant_id, name, kind, protocol, commands, integration_id)
      values (${tenantId}, ${`${protocol} ${++serial}`}, ${kind}, ${protocol}, ${[...commandKinds]}, ${integrationId}) returning id`),
  );
  return made!.id;
}

/** A device of a type, with the password above when it signs in itself. */
export async function addOfType(
  t: Inside,
  tenantId: number,
  typeId: number,
  { kind = 'bed', imei, password = true }: { kind?: string; imei?: string; password?: boolean } = {},
) {
  const device = await addDevice(t, tenantId, { type: kind, imei: imei ?? `DEV-${tenantId}-${++serial}` });
  await t.deps.inTenant(tenantId, async (tx) => {
    await tx.run(sql`update devices set type_id = ${typeId} where tenant_id = ${tenantId} and id = ${device.deviceId}`);
    if (password)
      await tx.run(
        sql`insert into device_credentials (tenant_id, device_id, password_hash)
          values (${tenantId}, ${device.deviceId}, ${passwordHash(tenantId, device.deviceId, PASSWORD)})`,
      );
  });
  return device;
}

/** Signs in; rejects when it is refused. */
export async function signIn(
  port: number,
  username: string,
  { password = PASSWORD, ...more }: mqtt.IClientOptions & { password?: string } = {},
): Promise<MqttClient> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    username,
    password,
    reconnectPeriod: 0,
    protocolVersion: 4,
    connectTimeout: 10_000,
    ...more,
  });
  client.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  return client;
}

/** Resolves when the connection has ended. */
export const ended = (client: MqttClient): Promise<void> =>
  client.connected ? new Promise((resolve) => client.once('close', () => resolve())) : Promise.resolve();

/** A connection without a library: bytes out, bytes in. */
export async function raw(port: number): Promise<{ socket: Socket; received(): Buffer; closed: Promise<unknown> }> {
  const socket = dial({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  let all = Buffer.alloc(0);
  socket.on('data', (chunk) => (all = Buffer.concat([all, chunk as Buffer])));
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, received: () => all, closed };
}
