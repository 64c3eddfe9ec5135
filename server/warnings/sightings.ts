/** What a device itself called an alarm, as a row of its timeline. */
import { sql } from 'kysely';
import type { RuleName } from '#contract/warnings/warnings.rules.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';

export interface SightingRow {
  deviceId: number;
  code: RuleName;
  /** Epoch ms, as `receivedAt`. */
  at: number;
  receivedAt: number;
  /** Whose it was, where that is another than who has the device now. */
  personId?: number | undefined;
  raw: Record<string, unknown>;
  /** Cells and access points around the device, as JSON text. */
  heard: string | null;
}

/** Adds the row; gives 0 when the device said so before. */
export const addSighting = (tx: Tx, { deviceId, code, at, receivedAt, personId, raw, heard }: SightingRow): Promise<number> =>
  tx.run(sql`
    insert into device_events (tenant_id, device_id, code, at, received_at, person_id, raw, surroundings)
    select ${tx.tenantId}, ${deviceId}, ${code}, ${instant(at)}, ${instant(receivedAt)},
      coalesce(${personId ?? null}::bigint, (select person_id from devices where tenant_id = ${tx.tenantId} and id = ${deviceId})),
      ${JSON.stringify(raw)}, ${heard}::jsonb
    on conflict do nothing`);
