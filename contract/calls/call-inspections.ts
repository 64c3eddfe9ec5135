/** 通话质检: calls that were drawn or sent by hand, scored by a sheet, appealed against by their agent, decided by a second person. */
import { z } from 'zod';
import { byId, date, flag, id, int, ok, page, paging, picked, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { CallRecording } from './call-records.ts';
import { SheetGroup } from './call-sheets.ts';

const BASE = '/cloudcall/cloudcallinspection';
/** Sees what was found of one's own calls; with `INSPECTION_VIEW` all inspections of the persons within the session's reach. */
export const INSPECTION_OWN = 'cloudcall_inspection_own';
export const INSPECTION_VIEW = 'cloudcall_inspection_view';
export const INSPECTION_SCORE = 'cloudcall_inspection_score';
export const INSPECTION_DECIDE = 'cloudcall_inspection_decide';

export const inspectionActions = ['score', 'skip', 'appeal', 'decide'] as const;

export const CallInspection = z.object({
  id: z.number(),
  callId: z.number(),
  /** `inspectionStates`. */
  state: z.number(),
  planName: z.string().nullable(),
  /** Who sent it by hand; empty: a plan drew it. */
  senderName: z.string(),
  sheetName: z.string(),
  agentName: z.string(),
  groupName: z.string().nullable(),
  /** `callKinds`. */
  kind: z.number(),
  callTime: z.string(),
  talkSeconds: z.number(),
  points: z.number().nullable(),
  knockedOut: z.boolean(),
  passed: z.boolean().nullable(),
  inspectorName: z.string(),
  scoredTime: z.string().nullable(),
  /** Until when its agent may appeal. */
  appealUntil: z.string().nullable(),
  /** When its agent read the score or, after an appeal, the decision. */
  seenTime: z.string().nullable(),
  appealTime: z.string().nullable(),
  decidedTime: z.string().nullable(),
  /** Before the appeal was decided. */
  firstPoints: z.number().nullable(),
  /** Until when the sound of the call can be heard; null when it is destroyed. */
  soundUntil: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

const Answer = z.object({
  key: z.string().max(20, { error: '评分项编号格式不正确' }),
  points: z.int({ error: '请输入整数分' }).default(0),
  hit: z.boolean({ error: '请选择是否发生' }).default(false),
  note: text(200).default(''),
});
const answers = z.array(Answer, { error: '请逐项评分' }).max(100, { error: '评分项过多' });
const version = z.int({ error: '缺少版本，请刷新后重试' });

const query = {
  state: int(1, 5).optional(),
  agentName: text(30).optional(),
  groupId: id.optional(),
  sheetId: id.optional(),
  planId: id.optional(),
  passed: flag.optional(),
  byHand: flag.optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};

export const callInspections = {
  page: get(`${BASE}/page`, '通话质检列表', {
    access: INSPECTION_OWN,
    input: z.object({ ...paging, ...query }),
    output: page(CallInspection),
  }),
  export: exportRoute(`${BASE}/export`, '通话质检', 'cloudcall_inspection_export', query),
  get: get(`${BASE}/{id}`, '通话质检详情', {
    access: INSPECTION_OWN,
    input: byId,
    output: z.object({
      ...CallInspection.shape,
      caller: z.string(),
      callee: z.string(),
      summary: z.string(),
      satisfaction: z.number().nullable(),
      /** The version by which it was scored; while it waits the one in use. */
      serial: z.number(),
      passPoints: z.number(),
      groups: z.array(SheetGroup),
      answers: z.array(z.object({ key: z.string(), points: z.number(), hit: z.boolean(), note: z.string() })),
      comment: z.string(),
      skipReason: z.string(),
      appealReason: z.string(),
      decisionNote: z.string(),
      deciderName: z.string(),
      /** At moments of the sound, made while it was scored. */
      notes: z.array(z.object({ id: z.number(), atMs: z.number(), note: z.string(), userName: z.string() })),
      recordingList: z.array(CallRecording),
      /** It is the session's own result, and not read yet. */
      unseen: z.boolean(),
      /** What the session may do with it now. */
      open: z.array(z.enum(inspectionActions)),
    }),
  }),
  /** Before a call is sent by hand: why it cannot be, or the sheets to choose from; first the one by which a plan would draw it. */
  sending: get(`${BASE}/sending`, '送质检前核对', {
    access: INSPECTION_SCORE,
    input: z.object({ callId: id }),
    output: z.object({
      refusal: z.string().nullable(),
      /** The call is inspected already. */
      inspectionId: z.number().nullable(),
      sheets: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
  create: post(BASE, '送质检', {
    access: INSPECTION_SCORE,
    input: z.object({ callId: id, sheetId: picked('请选择评分表') }),
    output: id,
    message: '已送质检',
  }),
  score: post(`${BASE}/{id}/score`, '质检评分', {
    access: INSPECTION_SCORE,
    input: z.object({ id, version, serial: z.int({ error: '缺少评分表版本' }), answers, comment: text(500).default('') }),
    output: ok,
    message: '已评分',
  }),
  /** It is not scored: there is nothing to judge, or its sound is gone. */
  skip: post(`${BASE}/{id}/skip`, '质检免检', {
    access: INSPECTION_SCORE,
    input: z.object({ id, version, reason: required(200, '请填写免检原因') }),
    output: ok,
    message: '已免检',
  }),
  /** Its agent has read the result. */
  seen: post(`${BASE}/{id}/seen`, '查看质检结果', { access: INSPECTION_OWN, input: byId, output: ok }),
  appeal: post(`${BASE}/{id}/appeal`, '质检申诉', {
    access: INSPECTION_OWN,
    input: z.object({ id, version, reason: required(500, '请填写申诉理由') }),
    output: ok,
    message: '已提交申诉',
  }),
  /** Without answers the score stays. */
  decide: post(`${BASE}/{id}/decide`, '裁定质检申诉', {
    access: INSPECTION_DECIDE,
    input: z.object({ id, version, note: required(500, '请填写裁定说明'), answers: answers.optional() }),
    output: ok,
    message: '已裁定',
  }),
};
