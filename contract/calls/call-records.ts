/** 通话记录: every call, one of them with its legs, its history and its recordings, and the calls of a warning. */
import { z } from 'zod';
import { byId, date, flag, id, int, ok, page, paging, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

const BASE = '/cloudcall/cloudcallrecord';
/** Sees the calls that one took, made or took part in; with `CALL_VIEW` all calls of the persons within the session's reach. */
export const CALL_OWN = 'cloudcall_call_own';
export const CALL_VIEW = 'cloudcall_call_view';

export const CallRecord = z.object({
  id: z.number(),
  jobId: z.string(),
  /** `callKinds`. */
  kind: z.number(),
  status: z.number(),
  caller: z.string(),
  callee: z.string(),
  groupId: z.number().nullable(),
  groupName: z.string().nullable(),
  seatId: z.number().nullable(),
  seatName: z.string().nullable(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  customerId: z.number().nullable(),
  customerName: z.string().nullable(),
  /** As the other side said it, who called by a link. */
  partyName: z.string().nullable(),
  warningId: z.number().nullable(),
  startTime: z.string(),
  establishTime: z.string().nullable(),
  releaseTime: z.string().nullable(),
  /** From the queue to the answer, or to the end of who gave up. */
  waitSeconds: z.number().nullable(),
  talkSeconds: z.number().nullable(),
  disposition: z.string().nullable(),
  /** 1 customer, 2 seat, 3 system. */
  endedBy: z.number().nullable(),
  summary: z.string(),
  outcome: z.string(),
  satisfaction: z.number().nullable(),
  /** `callbackStates`; 0 was not asked for. */
  callback: z.number(),
  recordings: z.number(),
});

const query = {
  kind: int(1, 5).optional(),
  groupId: id.optional(),
  seatId: id.optional(),
  disposition: text(30).optional(),
  /** Of either side: the beginning of it. */
  number: text(30).optional(),
  oldmanId: id.optional(),
  customerId: id.optional(),
  warningId: id.optional(),
  /** The permanent link that they came by. */
  linkId: id.optional(),
  /** `callbackStates`. */
  callback: int(1, 4).optional(),
  outcome: text(20).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};

export const CallRecording = z.object({
  id: z.number(),
  /** 1 is being made, 2 whole, 3 cut off. */
  state: z.number(),
  startTime: z.string(),
  durationMs: z.number(),
  bytes: z.number(),
  expireTime: z.string(),
  /** Since when the sound is destroyed. */
  removeTime: z.string().nullable(),
  /** Why it is kept beyond its time; null: it is not. */
  held: z.string().nullable(),
});

const CallLegRow = z.object({
  id: z.number(),
  kind: z.number(),
  part: z.number(),
  address: z.string(),
  name: z.string(),
  startTime: z.string(),
  connectTime: z.string().nullable(),
  endTime: z.string().nullable(),
  heldSeconds: z.number(),
  reason: z.string(),
  lossPercent: z.number().nullable(),
  jitterMs: z.number().nullable(),
});

export const callRecords = {
  page: get(`${BASE}/page`, '通话记录列表', {
    access: CALL_OWN,
    input: z.object({ ...paging, ...query }),
    output: page(CallRecord),
  }),
  export: exportRoute(`${BASE}/export`, '通话记录', 'cloudcall_call_export', query),
  get: get(`${BASE}/{id}`, '通话详情', {
    access: CALL_OWN,
    input: byId,
    output: z.object({
      ...CallRecord.shape,
      queueTime: z.string().nullable(),
      ringTime: z.string().nullable(),
      keys: z.string(),
      legs: z.array(CallLegRow),
      events: z.array(
        z.object({ id: z.number(), what: z.string(), seatName: z.string().nullable(), detail: z.string(), time: z.string() }),
      ),
      recordingList: z.array(CallRecording),
    }),
  }),
  /** The caller was called back, or is not (`dropped`, with the reason as its note): all that this number asked for is done. */
  calledBack: post(`${BASE}/{id}/calledback`, '结束回电', {
    access: 'cloudcall_workbench',
    input: z.object({ id, dropped: flag.default(false), note: text(100).default('') }),
    output: ok,
    message: '已标记',
  }),
  /** The calls of one warning, with their recordings, the latest first. */
  ofWarning: get('/cloudcall/cloudcallcalljobhandle/getWarningAliyunCCCListCall', '预警通话记录', {
    access: 'warning_devicewarning_view',
    input: z.object({ warningId: id }),
    output: z.array(z.object({ ...CallRecord.shape, recordingList: z.array(CallRecording) })),
  }),
};
