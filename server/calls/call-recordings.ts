/** Recordings as rows: begun when a call is spoken in, ended whole or cut off. The key of each is sealed here and nowhere else. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DAY, dayOf, isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import type { Secrets } from '../db/secrets.ts';
import { seal, unseal } from '../db/sealed.ts';
import type { Tx } from '../db/tenant.ts';

const place = (tenantId: number, path: string) => `call_recordings:${tenantId}:${path}`;

/** The key of a recording. Throws when it was changed or moved. */
export const recordingKey = (secrets: Pick<Secrets, 'seal'>, tenantId: number, path: string, sealed: Buffer): Buffer =>
  Buffer.from(unseal(secrets, place(tenantId, path), sealed), 'base64');

/** Where the file of a recording is; `path` is as its row has it, below the data directory. */
export const recordingFile = (dataDir: string, path: string): string => join(dataDir, 'calls', path);

export interface Begun {
  id: number;
  path: string;
  key: Buffer;
}

/** A recording of a call begins; null when the call is not recorded. */
export async function beginRecording({ tx, deps }: Work, callId: number): Promise<Begun | null> {
  const call = await tx.row<{ days: number }>(sql`
    select coalesce(s.kept_days, 180) as days from calls c left join call_services s on s.tenant_id = c.tenant_id and s.enabled
    where c.tenant_id = ${tx.tenantId} and c.id = ${callId} and c.recorded and c.status = 1`);
  if (!call) return null;
  const now = deps.now();
  return addRecording({ tx, deps }, callId, now, now + call.days * DAY);
}

/** The row of a recording that began at one time and is kept until another, epoch ms, with a key of its own. */
export async function addRecording({ tx, deps }: Pick<Work, 'tx' | 'deps'>, callId: number, began: number, until: number): Promise<Begun> {
  const path = join(String(tx.tenantId), dayOf(began), `${randomUUID()}.rec`);
  const key = randomBytes(32);
  const row = await tx.row<{ id: number }>(sql`
    insert into call_recordings (tenant_id, call_id, path, key_cipher, began_at, expires_at)
    values (${tx.tenantId}, ${callId}, ${path}, ${seal(deps.secrets, place(tx.tenantId, path), key.toString('base64'))}, ${isoOf(began)},
      ${isoOf(until)}) returning id`);
  return { id: row!.id, path, key };
}

/** It ended: 2 whole, 3 cut off. */
export async function endRecording(tx: Tx, path: string, state: 2 | 3, durationMs: number, bytes: number): Promise<void> {
  await tx.run(sql`
    update call_recordings set state = ${state}, duration_ms = ${Math.round(durationMs)}, bytes = ${bytes}
    where tenant_id = ${tx.tenantId} and path = ${path} and state = 1`);
}

/** Recordings that a process left behind. */
export const unfinishedRecordings = (tx: Tx) =>
  tx.rows<{ path: string; keyCipher: Buffer | null }>(
    sql`select path, key_cipher as "keyCipher" from call_recordings where tenant_id = ${tx.tenantId} and state = 1`,
  );
