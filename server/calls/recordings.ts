/** 通话录音: listened to through a ticket of a few minutes, marked, downloaded; every opening is a row. */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Output } from '#contract/http.ts';
import { callRecordings as routes } from '#contract/calls/call-recordings.ts';
import { isoOf } from '#contract/time.ts';
import type { Dependencies, Reply } from '../context.ts';
import { issueTicket, readTicket } from '../devices/camera-tickets.ts';
import { forbidden, invalid, notFound, Refusal } from '../errors.ts';
import { waveform } from '../call-media/recordings.ts';
import type { Handlers } from '../http/implement.ts';
import { attachment, download } from '../lists/download.ts';
import { zip, type ZipEntry } from '../lists/zip.ts';
import { cloudSound } from './aliyun/sound.ts';
import { needScoring } from './call-inspections.ts';
import { recordingFile, recordingKey } from './call-recordings.ts';
import { bytesOf, keptRecording, listenKinds, noteListen, opened, soundOf, type Kept } from './recording-rows.ts';

const STREAM = '/cloudcall/cloudcallrecord/recording/stream';
const POINTS = 600;
const HEADERS = { 'content-type': 'audio/wav', 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; sandbox" };

type Listened = Output<typeof routes.listen>;

/** How long the sound is, and its peaks; sound in the cloud is not drawn, since it would have to be fetched for that. */
async function drawn(deps: Dependencies, kept: Kept) {
  if (kept.externalId !== '') return { durationMs: kept.durationMs, complete: true, left: [], right: [] };
  const recording = await opened(deps, kept);
  const { durationMs, complete } = recording;
  await recording.close();
  return { durationMs, complete, ...(await waveform(kept.path, kept.key, POINTS)) };
}
async function lengthOf(deps: Dependencies, kept: Kept): Promise<number> {
  if (kept.externalId !== '') return kept.durationMs;
  const recording = await opened(deps, kept);
  await recording.close();
  return recording.durationMs;
}

export const callRecordings: Handlers<typeof routes> = {
  async listen({ id }, context) {
    const { tx, session, deps } = context;
    const kept = await keptRecording(context, id);
    const { durationMs, complete, ...peaks } = await drawn(deps, kept);
    const lookId = await noteListen(context, kept, listenKinds.listened);
    const notes = await tx.rows<Listened['notes'][number]>(sql`
      select id, at_ms as "atMs", note, user_name as "userName", at as time from call_recording_notes
      where tenant_id = ${tx.tenantId} and recording_id = ${id} order by at_ms, id limit 500`);
    const listens = await tx.rows<Listened['listens'][number]>(sql`
      select id, what, user_name as "userName", address, at as time from call_listens
      where tenant_id = ${tx.tenantId} and recording_id = ${id} order by id desc limit 50`);
    const ticket = issueTicket(deps.secrets, { tenantId: session.tenantId, deviceId: id, lookId }, deps.now(), 'call');
    return { address: `${STREAM}/${ticket}`, durationMs, complete, ...peaks, notes, listens };
  },

  async note({ id, atMs, note, inspectionId = null }, context) {
    const { tx, session, deps } = context;
    const kept = await keptRecording(context, id);
    if (inspectionId !== null) await needScoring(context, inspectionId, kept.callId);
    if (atMs > (await lengthOf(deps, kept))) throw invalid('标注时刻超出录音时长');
    const row = await tx.row<{ id: number }>(sql`
      insert into call_recording_notes (tenant_id, recording_id, call_id, at_ms, note, user_id, user_name, at, inspection_id)
      values (${tx.tenantId}, ${id}, ${kept.callId}, ${atMs}, ${note}, ${session.userId}, ${session.name},
        ${isoOf(deps.now())}, ${inspectionId}) returning id`);
    return row!.id;
  },

  async stream({ ticket: text }, { deps, request }): Promise<Reply> {
    const ticket = readTicket(deps.secrets, text, deps.now(), 'call');
    if (!ticket) throw forbidden('录音地址已过期，请重新打开');
    const { tenantId, deviceId: id, lookId } = ticket;
    const row = await deps.inTenant(tenantId, (tx) =>
      tx.row<{ path: string; key: Buffer | null; externalId: string }>(sql`
        select r.path, r.key_cipher as key, r.external_id as "externalId" from call_recordings r
        join call_listens l on l.tenant_id = r.tenant_id and l.recording_id = r.id
        where r.tenant_id = ${tenantId} and r.id = ${id} and l.id = ${lookId}
          and (r.key_cipher is not null or r.external_id <> '')`),
    );
    if (!row) throw notFound('录音');
    if (row.key === null) {
      const { body, headers } = await cloudSound(deps, tenantId, row.externalId);
      const length = headers['content-length'];
      return { headers: { ...HEADERS, ...(length ? { 'content-length': length } : {}) }, body };
    }
    const path = recordingFile(deps.config.dataDir, row.path);
    const recording = await opened(deps, { id, path, key: recordingKey(deps.secrets, tenantId, row.path, row.key) });
    const match = /^bytes=(\d{1,12})-(\d{0,12})$/.exec([request.headers.range].flat()[0] ?? '');
    const start = match ? Number(match[1]) : 0;
    const end = Math.min(recording.bytes - 1, match?.[2] ? Number(match[2]) : recording.bytes - 1);
    if (start > end) {
      await recording.close();
      throw new Refusal(416, '请求的范围超出录音大小', null, { 'content-range': `bytes */${recording.bytes}` });
    }
    return {
      status: match ? 206 : 200,
      headers: {
        ...HEADERS,
        'accept-ranges': 'bytes',
        'content-length': String(end - start + 1),
        ...(match ? { 'content-range': `bytes ${start}-${end}/${recording.bytes}` } : {}),
      },
      body: Readable.from(bytesOf(recording, start, end + 1), { objectMode: false }),
    };
  },

  async download({ ids }, context) {
    const { deps, session } = context;
    const { tenantId } = session;
    const all: Kept[] = [];
    for (const id of ids) {
      const kept = await keptRecording(context, id);
      if (kept.externalId === '') await (await opened(deps, kept)).close();
      await noteListen(context, kept, listenKinds.downloaded);
      all.push(kept);
    }
    const [first] = all;
    if (all.length === 1 && first)
      return {
        headers: { ...HEADERS, 'content-disposition': attachment(`${first.name}.wav`) },
        body: Readable.from(soundOf(deps, tenantId, first), { objectMode: false }),
      };
    // One file is open at a time.
    async function* entries(): AsyncGenerator<ZipEntry> {
      for (const kept of all) yield { name: `${kept.name}.wav`, chunks: soundOf(deps, tenantId, kept) };
    }
    return download(context, '通话录音', 'zip', zip(entries()));
  },
};
