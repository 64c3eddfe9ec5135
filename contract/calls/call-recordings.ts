/** 通话录音: listening, which is an act that is written down; notes at a moment; download. */
import { z } from 'zod';
import { id, int, required, text } from '../fields.ts';
import { get, post } from '../http.ts';

const BASE = '/cloudcall/cloudcallrecord/recording';
export const RECORDING_PLAY = 'cloudcall_recording_play';
export const MOST_RECORDINGS = 100;

export const callRecordings = {
  /** Opens a recording of a call that the session sees; the row of who listened is written before the address is given. */
  listen: post(`${BASE}/listen`, '听通话录音', {
    access: RECORDING_PLAY,
    input: z.object({ id }),
    output: z.object({
      /** Good for some minutes. */
      address: z.string(),
      durationMs: z.number(),
      complete: z.boolean(),
      /** The loudest of each part, 0 to 1: who called, and the seat. */
      left: z.array(z.number()),
      right: z.array(z.number()),
      notes: z.array(z.object({ id: z.number(), atMs: z.number(), note: z.string(), userName: z.string(), time: z.string() })),
      /** The last ones, the latest first. */
      listens: z.array(z.object({ id: z.number(), what: z.number(), userName: z.string(), address: z.string(), time: z.string() })),
    }),
  }),
  note: post(`${BASE}/note`, '录音标注', {
    access: RECORDING_PLAY,
    input: z.object({
      id,
      atMs: int(0, 86_400_000),
      note: required(200, '请输入标注'),
      /** It is of a score: its agent reads it, too. */
      inspectionId: id.optional(),
    }),
    output: id,
    message: '已标注',
  }),
  /** The sound itself, in parts: the ticket in the address says who listens. */
  stream: get(`${BASE}/stream/{ticket}`, '通话录音声音', {
    access: 'public',
    kind: 'raw',
    input: z.object({ ticket: z.string().max(160) }),
    output: z.any(),
  }),
  /** One is a WAV file, several are a zip of them; each is written down. */
  download: get(`${BASE}/download`, '下载通话录音', {
    access: 'cloudcall_recording_download',
    kind: 'raw',
    rate: 'export',
    audit: true,
    input: z.object({
      ids: text(2000)
        .transform((value) => [...new Set(value.split(',').map(Number))])
        .refine((ids) => ids.length > 0 && ids.length <= MOST_RECORDINGS && ids.every((one) => Number.isSafeInteger(one) && one > 0), {
          error: `请选择1到${MOST_RECORDINGS}段录音`,
        }),
    }),
    output: z.any(),
  }),
};
