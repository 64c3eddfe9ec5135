/** 通话工作台: what a seat's page reads, and the one way in which it acts on calls (docs/decisions/100). */
import { z } from 'zod';
import { id, int, ok, orNull, text } from '../fields.ts';
import { get, post } from '../http.ts';

const BASE = '/cloudcall/cloudcallworkbench';

/** The commands that a seat may give; names, keys and answers are those of Aliyun CCC 2020-07-01, which has no `RemoveParticipant`. */
export const workbenchActions = [
  'GetLoginDetails',
  'ListSkillLevelsOfUser',
  'ListOutboundNumbersOfUser',
  'ListSkillGroups',
  'ListBriefSkillGroups',
  'ListUsers',
  'ListConfigItems',
  'ListPrivilegesOfUser',
  'ListDevices',
  'ListCallDetailRecords',
  'GetCallDetailRecord',
  'GetTurnServerList',
  'GetTurnCredentials',
  'GetNumberLocation',
  'PickOutboundNumbers',
  'ResetAgentState',
  'PollUserStatus',
  'SignInGroup',
  'SignOutGroup',
  'ReadyForService',
  'TakeBreak',
  'ChangeWorkMode',
  'MakeCall',
  'RedialCall',
  'AnswerCall',
  'ReleaseCall',
  'HoldCall',
  'RetrieveCall',
  'MuteCall',
  'UnmuteCall',
  'SendDtmfSignaling',
  'BlindTransfer',
  'InitiateAttendedTransfer',
  'CompleteAttendedTransfer',
  'CancelAttendedTransfer',
  'SwitchToConference',
  'StartConference',
  'EndConference',
  'RemoveParticipant',
  'MonitorCall',
  'CoachCall',
  'BargeInCall',
  'InterceptCall',
  'LaunchSurvey',
] as const;
export type WorkbenchAction = (typeof workbenchActions)[number];

/** Who may stand behind others' calls; the commands check it beside `cloudcall_workbench`. */
export const SUPERVISE = 'cloudcall_supervise';

/** A server by which a browser reaches the sound of calls. */
export const IceServer = z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() });

const Group = z.object({ id: z.number(), name: z.string(), level: z.number() });

/** A leg of the call that the seat is in. */
export const WorkbenchLeg = z.object({
  id: z.number(),
  /** `legKinds` and `legParts` of hearing.rules.ts. */
  kind: z.number(),
  part: z.number(),
  state: z.number(),
  seatId: z.number().nullable(),
  /** With whom a listener, whisperer or consulted leg is. */
  toSeatId: z.number().nullable(),
  address: z.string(),
  name: z.string(),
  held: z.boolean(),
  muted: z.boolean(),
  mine: z.boolean(),
  /** Of a supervisor who stands behind the call. */
  supervises: z.boolean(),
});

/** The call at hand. `status` 0 initialised, 1 established, 2 hung up. */
export const WorkbenchCall = z.object({
  jobId: z.string(),
  id: z.number(),
  kind: z.number(),
  status: z.number(),
  phase: z.number(),
  caller: z.string(),
  callee: z.string(),
  groupName: z.string().nullable(),
  oldmanId: z.number().nullable(),
  customerId: z.number().nullable(),
  warningId: z.number().nullable(),
  /** The case of an outbound job. */
  jobCaseId: z.number().nullable(),
  /** Who it is, as far as is known: a resident, a contact, a customer, a colleague. */
  name: z.string(),
  startTime: z.string(),
  establishTime: z.string().nullable(),
  releaseTime: z.string().nullable(),
  priority: z.number(),
  legs: z.array(WorkbenchLeg),
});

const Seat = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  extension: z.string(),
  /** 1 browser, 2 telephone. */
  device: z.number(),
  /** 1 embedded, 2 SIP trunk, 3 Aliyun CCC. */
  provider: z.number(),
  groups: z.array(Group),
});

export const workbench = {
  /** Whether the session's user has a seat: without one the page shows no workbench. */
  check: get(`${BASE}/workbenchCheck`, '检查坐席', {
    access: 'session',
    input: z.object({}),
    output: Seat.nullable(),
  }),
  /** What the page needs to come on duty: how to reach the media, or with Aliyun the configuration of its SDK. */
  open: get(`${BASE}/openWorkbench`, '打开通话工作台', {
    access: 'cloudcall_workbench',
    input: z.object({}),
    output: z.object({
      seat: Seat,
      width: z.number(),
      height: z.number(),
      afterCallRule: z.number(),
      ringSeconds: z.number(),
      iceServers: z.array(IceServer),
      /** Aliyun only; `frame` is the page in which the SDK runs. */
      sdk: z.object({ url: z.string(), frame: z.string(), instanceId: z.string(), regionId: z.string(), ajaxPath: z.string() }).nullable(),
      supervises: z.boolean(),
      recorded: z.boolean(),
    }),
  }),
  /** The state of the seat and of its call: read after `seat.changed` and `call.changed`. */
  state: get(`${BASE}/state`, '坐席状态', {
    access: 'cloudcall_workbench',
    urgent: true,
    input: z.object({}),
    output: z.object({
      state: z.number(),
      breakCode: z.string(),
      since: z.string(),
      /** When the time after a call ends. */
      dueTime: z.string().nullable(),
      /** The page whose sound it is. */
      pageId: z.string().nullable(),
      call: WorkbenchCall.nullable(),
      /** Who took over the call that the seat has just lost; null without that, and where seats are not told. */
      takenOverBy: z.string().nullable(),
      /** Whether a tone says so, besides the mark. */
      toned: z.boolean(),
      /** Waiting calls of the seat's groups. */
      queues: z.array(z.object({ groupId: z.number(), name: z.string(), waiting: z.number(), longestSeconds: z.number() })),
    }),
  }),
  /** Colleagues with their states: to whom a call may be handed on, and whom a supervisor may hear. */
  colleagues: get(`${BASE}/colleagues`, '坐席列表', {
    access: 'cloudcall_workbench',
    input: z.object({ name: text(20).optional() }),
    output: z.array(
      z.object({
        seatId: z.number(),
        userId: z.number(),
        name: z.string(),
        extension: z.string(),
        state: z.number(),
        breakCode: z.string(),
        since: z.string(),
        groups: z.array(z.string()),
        jobId: z.string().nullable(),
        caller: z.string().nullable(),
      }),
    ),
  }),
  /**
   * The one way in which a seat acts. `action` stands in the query, `request` is JSON in a form or the body itself; keys begin in either
   * case. The answer is CCC's: `{ code, httpStatusCode, message, requestId, data }`.
   */
  invoke: post(`${BASE}/aliyun/ccc/api`, '通话操作', {
    access: 'cloudcall_workbench',
    urgent: true,
    input: z.looseObject({ action: text(60), request: z.union([text(8000), z.looseObject({})]).optional() }),
    output: z.object({
      code: z.string(),
      httpStatusCode: z.number(),
      message: z.string(),
      requestId: z.string(),
      params: z.array(z.string()).optional(),
      data: z.unknown(),
    }),
  }),
  /** A page offers its sound; `take` takes it over from another page of the same seat. The answer follows with `leg.answered`. */
  offer: post(`${BASE}/leg`, '接入语音', {
    access: 'cloudcall_workbench',
    input: z.object({
      pageId: z.guid({ error: '页面编号格式不正确' }),
      offer: z.string({ error: '缺少语音参数' }).max(30_000, { error: '语音参数过长' }),
      take: z.boolean().default(false),
    }),
    output: z.object({ legId: z.number(), answer: z.string().nullable() }),
    audit: false,
  }),
  answer: get(`${BASE}/leg/{legId}`, '语音接入结果', {
    access: 'cloudcall_workbench',
    input: z.object({ legId: id }),
    output: z.object({ answer: z.string().nullable(), state: z.number() }),
  }),
  /** Says every ten seconds that the page is there; a seat that is not heard of for 30 s is offline. Gives what the network is like. */
  seen: post(`${BASE}/seen`, '坐席心跳', {
    access: 'cloudcall_workbench',
    audit: false,
    rate: 'read',
    input: z.object({
      pageId: z.guid({ error: '页面编号格式不正确' }),
      lossPercent: orNull(z.number().min(0).max(100)),
      jitterMs: orNull(z.number().min(0).max(60_000)),
      roundTripMs: orNull(int(0, 60_000)),
    }),
    output: ok,
  }),
};
