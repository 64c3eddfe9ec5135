/** Recordings as they are opened: those of calls that a session sees, each opening written down. */
import { sql } from 'kysely';
import { callKindLabels } from '#contract/calls/seat-states.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Context, Dependencies } from '../context.ts';
import { notFound, refused } from '../errors.ts';
import { openRecording, type OpenRecording } from '../call-media/recordings.ts';
import { cloudSound } from './aliyun/sound.ts';
import { recordingFile, recordingKey } from './call-recordings.ts';
import { seenCall } from './record-rows.ts';

export const listenKinds = { listened: 1, downloaded: 2 } as const;

interface Row {
  id: number;
  callId: number;
  path: string;
  key: Buffer | null;
  externalId: string;
  durationMs: number;
  beganAt: string;
  kind: number;
  caller: string;
  callee: string;
}
export interface Kept {
  id: number;
  callId: number;
  /** Of the file as it is saved, without a type. */
  name: string;
  path: string;
  key: Buffer;
  /** What the cloud calls its call, where the cloud has the sound; path and key are empty then. */
  externalId: string;
  durationMs: number;
}

/** A recording of a call that the session sees. Throws 404, and says when its sound is destroyed. */
export async function keptRecording({ tx, session, deps }: Context, id: number): Promise<Kept> {
  const row = await tx.row<Row>(sql`
    select r.id, r.call_id as "callId", r.path, r.key_cipher as key, r.external_id as "externalId",
      r.duration_ms as "durationMs", r.began_at as "beganAt", calls.kind, calls.caller, calls.callee
    from call_recordings r join calls on calls.tenant_id = r.tenant_id and calls.id = r.call_id
    where r.tenant_id = ${tx.tenantId} and r.id = ${id} and ${seenCall(session)}`);
  if (!row) throw notFound('录音');
  const { externalId, durationMs } = row;
  if (row.key === null && externalId === '') throw refused('录音已超过保存期限，声音已销毁');
  const name = `${row.beganAt.replace(/[-:]/g, '').replace(' ', '-').slice(0, 15)}-${callKindLabels[row.kind]}-${row.caller}-${row.callee}-${id}`;
  return {
    id,
    callId: row.callId,
    name: name.replace(/[^\p{L}\p{N}-]/gu, '_'),
    externalId,
    durationMs,
    path: recordingFile(deps.config.dataDir, row.path),
    key: row.key === null ? Buffer.alloc(0) : recordingKey(deps.secrets, tx.tenantId, row.path, row.key),
  };
}

/** Writes down who opened it, from where. Gives the row's id. */
export async function noteListen({ tx, session, deps, request }: Context, { id, callId }: Kept, what: 1 | 2): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into call_listens (tenant_id, recording_id, call_id, what, user_id, user_name, address, at) values (
      ${tx.tenantId}, ${id}, ${callId}, ${what}, ${session.userId}, ${session.name}, ${request.address},
      ${isoOf(deps.now())}) returning id`);
  return row!.id;
}

/** The file of a recording. One that is not there says so instead of an internal error. */
export async function opened(
  { log }: Pick<Dependencies, 'log'>,
  { id, path, key }: Pick<Kept, 'id' | 'path' | 'key'>,
): Promise<OpenRecording> {
  try {
    return await openRecording(path, key);
  } catch (error) {
    log.error({ err: error, recording: id }, 'a recording cannot be opened');
    throw notFound('录音文件');
  }
}

/** All bytes of the sound as it is saved. No transaction may be open when it begins to be read. */
export async function* soundOf(deps: Dependencies, tenantId: number, kept: Kept): AsyncGenerator<Buffer> {
  if (kept.externalId === '') yield* bytesOf(await opened(deps, kept));
  else for await (const chunk of (await cloudSound(deps, tenantId, kept.externalId)).body) yield chunk as Buffer;
}

/** The bytes from `start` to `end` (not included); the file is closed when they are read or given up. */
export async function* bytesOf(recording: OpenRecording, start = 0, end = recording.bytes): AsyncGenerator<Buffer> {
  try {
    yield* recording.read(start, end);
  } finally {
    await recording.close();
  }
}
