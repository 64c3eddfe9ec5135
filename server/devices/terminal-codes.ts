/** Which terminal holds a device's authentication code (JT/T 808), as it is written down: docs/decisions/033. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

/** The code was given to a terminal. */
export const noteGiven = (tx: Tx, deviceId: number, terminalId: string | null) =>
  tx.run(sql`insert into device_registrations (tenant_id, device_id, given_id, given_at)
    values (${tx.tenantId}, ${deviceId}, ${terminalId}, now())
    on conflict (tenant_id, device_id) do update set given_id = excluded.given_id, given_at = excluded.given_at`);

/** Binds the code to the terminal that showed it, else to the one that was given it last; gives how many rows that changed. */
export const bindCode = (tx: Tx, deviceId: number, terminalId: string | null) =>
  tx.run(sql`
    update device_registrations set bound_id = coalesce(${terminalId}::text, given_id), bound_at = now()
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId}
      and case when ${terminalId}::text is null then bound_at is null
        and given_at is not null else bound_id is distinct from ${terminalId}::text end`);

/** A terminal was refused. */
export const noteRefused = (tx: Tx, deviceId: number, terminalId: string | null) =>
  tx.run(sql`insert into device_registrations (tenant_id, device_id, refused_id, refused_at)
    values (${tx.tenantId}, ${deviceId}, ${terminalId}, now())
    on conflict (tenant_id, device_id) do update set refused_id = excluded.refused_id, refused_at = excluded.refused_at`);
