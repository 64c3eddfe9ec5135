/** How a command to a device stands, as the gateways find it out. */
import { sql } from 'kysely';
import { commandStates } from '#contract/devices/device-commands.ts';
import type { Tx } from '../db/tenant.ts';
import { phonesWithin } from '../db/sealed-phones.ts';

/** It cannot be said in the words of the device. */
export const failCommand = (tx: Tx, id: number, refusal: string) =>
  tx.run(
    sql`update device_commands set state = ${commandStates.failed}, refusal = ${refusal} where tenant_id = ${tx.tenantId} and id = ${id}`,
  );

/** It was sent, once more or for the first time; `index` is what its answer will carry. */
export const noteSent = (tx: Tx, id: number, index: string | null) =>
  tx.run(sql`update device_commands set state = ${commandStates.sent}, attempts = attempts + 1, sent_at = now(), message_index = ${index}
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** The device answered. */
export const noteAnswer = (tx: Tx, id: number, { values, failed }: { values: readonly string[]; failed: boolean }) =>
  tx.run(sql`update device_commands set state = ${failed ? commandStates.failed : commandStates.confirmed}, answered_at = now(),
      answer = nullif(${phonesWithin(values.join(',').slice(0, 200))}, ''), refusal = ${failed ? '设备拒绝了指令' : null}
    where tenant_id = ${tx.tenantId} and id = ${id}`);
