/** Warnings: `devicewarning` on the wire. */
import { z } from 'zod';
import { byId, dateTime, id, int, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { PersonContact } from '../elderly/person-contacts.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { ruleNames } from './warnings.rules.ts';

export const Warning = z.object({
  id: z.number(),
  /** Name of the person, or of the device while nobody wears it. */
  name: z.string(),
  mobile: z.string().nullable(),
  avatar: z.string().nullable(),
  oldmanId: z.number().nullable(),
  elderlyId: z.number().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  /** All contacts of the person in their order; the first is the one above. */
  contacts: z.array(PersonContact.omit({ notes: true })),
  /** Flags such as 跌倒高危, shown wherever the person is. */
  flags: z.array(z.string()),
  warningContent: z.string(),
  warningText: z.string(),
  rule: z.string(),
  severity: z.number(),
  dataHappenTime: z.string(),
  lastTime: z.string(),
  count: z.number(),
  /** The last measured value and the limit it passed, with the unit; null for alarms without a value. */
  lastValue: z.string().nullable(),
  limitValue: z.string().nullable(),
  /** When its cause went away by itself; the warning stays open until staff close it. */
  clearTime: z.string().nullable(),
  sourceType: z.number(),
  source: z.string(),
  modelName: z.string().nullable(),
  deviceId: z.number().nullable(),
  imei: z.string().nullable(),
  /** 1 comes from a place without coordinates (no map), 2 carries a position. */
  type: z.number(),
  /** "lng,lat" GCJ-02 for the map, null without a position. */
  location: z.string().nullable(),
  lastLocation: z.string().nullable(),
  lastAddress: z.string().nullable(),
  /** The position is not a satellite fix. */
  approximate: z.boolean().nullable(),
  /** The room that the alarm came from, else that of the person's bed. */
  roomId: z.number().nullable(),
  roomName: z.string().nullable(),
  /** Who lives and is present where a device is that nobody wears: one of them may be meant. Null for a person's warning. */
  residents: z.string().nullable(),
  processMode: z.number().nullable(),
  isDisposed: z.number(),
  remark: z.string().nullable(),
  /** The newest order that was not cancelled, and its canonical status. */
  workOrderId: z.number().nullable(),
  workOrderState: z.number().nullable(),
  /** Since when it waits to be confirmed: it was raised, or happened again after that, grew graver or came back. */
  askTime: z.string(),
  /** Why it asks again after it was confirmed: no decision, no dispatch or no visit followed. Null when its cause asks. */
  askReason: z.string().nullable(),
  acknowledgeTime: z.string().nullable(),
  acknowledgeName: z.string().nullable(),
  handleTime: z.string().nullable(),
  handlerName: z.string().nullable(),
  /** Within how many seconds of being raised it is to be confirmed; null: no matter. */
  answerSeconds: z.number().nullable(),
  assigneeId: z.number().nullable(),
  assigneeName: z.string().nullable(),
  /** Until when reminders wait, and why. */
  snoozeTime: z.string().nullable(),
  snoozeReason: z.string().nullable(),
  /** Of a storm, and how many stand in its line. */
  groupId: z.number().nullable(),
  groupCount: z.number(),
  version: z.number(),
  createTime: z.string(),
});

/** What is open in one room; without a room, what has no place in the house. */
export const WarningPlace = z.object({
  building: z.string().nullable(),
  floor: z.string().nullable(),
  roomId: z.number().nullable(),
  roomName: z.string().nullable(),
  open: z.number(),
  unanswered: z.number(),
  /** The gravest. */
  severity: z.number(),
});

/** One attempt to tell somebody. */
export const Delivery = z.object({
  id: z.number(),
  userName: z.string().nullable(),
  channel: z.string(),
  target: z.string().nullable(),
  state: z.number(),
  error: z.string().nullable(),
  createTime: z.string(),
  sentTime: z.string().nullable(),
});

/** `content` is what is hashed, as canonical JSON: keys sorted, no spaces. */
export const Evidence = z.object({
  content: z.record(z.string(), z.unknown()),
  gaps: z.array(z.string()),
  hash: z.string(),
  /** HMAC of the hash by this installation. */
  seal: z.string(),
  generatedTime: z.string(),
});

/** One step of the one timeline: warning and work order together. */
export const TimelineEntry = z.object({
  time: z.string(),
  kind: z.string(),
  title: z.string(),
  note: z.string().nullable(),
  userName: z.string().nullable(),
});

const view = 'warning_devicewarning_view';
const handle = 'warning_devicewarning_handle';

const query = {
  name: text(20).optional(),
  rule: z.enum(ruleNames).optional(),
  severity: int(1, 4).optional(),
  isDisposed: int(0, 4).optional(),
  open: z.enum(['true', 'false']).optional(),
  oldmanId: id.optional(),
  building: text(50).optional(),
  floor: text(50).optional(),
  roomId: id.optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
  /** True: of a storm only its newest warning; `groupId`: all of one storm. */
  grouped: z.enum(['true', 'false']).optional(),
  groupId: id.optional(),
};

export const warnings = {
  page: get('/warning/devicewarning/page', '预警列表', {
    access: view,
    input: z.object({ ...paging, ...query }),
    output: page(Warning),
  }),
  export: exportRoute('/warning/devicewarning/export', '预警', 'warning_devicewarning_export', query),
  /** What the bell shows: how many are open, how many of them nobody has confirmed, the three latest. */
  top: get('/warning/devicewarning/top', '最新预警', {
    access: view,
    urgent: true,
    input: z.object({}),
    output: z.object({ total: z.number(), unanswered: z.number(), records: z.array(Warning) }),
  }),
  /**
   * What may have to be heard, beside all else that is open: critical ones, serious ones that are not
   * confirmed, calls. Critical ones that wait first, then the latest.
   */
  alarms: get('/warning/devicewarning/alarms', '报警中的预警', {
    access: view,
    urgent: true,
    input: z.object({}),
    output: z.array(Warning),
  }),
  /** Where something is open, room by room in the order of the house: the page sums it up by floor and building. */
  places: get('/warning/devicewarning/places', '预警位置', { access: view, input: z.object({}), output: z.array(WarningPlace) }),
  get: get('/warning/devicewarning/{id}', '预警详情', { access: view, urgent: true, input: byId, output: Warning }),
  timeline: get('/warning/devicewarning/{id}/timeline', '预警时间线', {
    access: view,
    urgent: true,
    input: byId,
    output: z.array(TimelineEntry),
  }),
  acknowledge: post('/warning/devicewarning/acknowledge', '确认收到预警', {
    access: handle,
    always: true,
    urgent: true,
    input: z.object({ id }),
    output: ok,
  }),
  comment: post('/warning/devicewarning/comment', '预警备注', {
    access: handle,
    always: true,
    input: z.object({ id, note: required(200, '请输入备注') }),
    output: ok,
  }),
  /** Puts reminders off; a critical warning cannot be put off. */
  snooze: post('/warning/devicewarning/snooze', '暂缓提醒', {
    access: handle,
    always: true,
    input: z.object({ id, minutes: int(5, 720), reason: required(100, '请输入暂缓原因') }),
    output: ok,
    message: '已暂缓提醒',
  }),
  assign: post('/warning/devicewarning/assign', '指派预警', {
    access: handle,
    always: true,
    input: z.object({ id, userId: picked('请选择人员') }),
    output: ok,
    message: '已指派',
  }),
  /** Who was told, by which way, and whether it arrived. */
  deliveries: get('/warning/devicewarning/{id}/deliveries', '通知记录', { access: view, input: byId, output: z.array(Delivery) }),
  /**
   * Everything that is kept of a warning, what is missing of it, and the SHA-256 of both: the
   * same warning gives the same hash until something is added.
   */
  evidence: get('/warning/devicewarning/{id}/evidence', '证据包', {
    access: 'warning_devicewarning_evidence',
    input: byId,
    output: Evidence,
  }),
  evidencePdf: get('/warning/devicewarning/{id}/evidence.pdf', '证据包文档', {
    access: 'warning_devicewarning_evidence',
    input: byId,
    output: z.any(),
    kind: 'raw',
    rate: 'export',
  }),
  /** Whether a hash was sealed by this installation, and what it is now. */
  verifyEvidence: post('/warning/devicewarning/verifyEvidence', '核验证据包', {
    access: 'warning_devicewarning_evidence',
    input: z.object({
      id,
      hash: z.string().regex(/^[0-9a-f]{64}$/, { error: '哈希格式不正确' }),
      seal: z.string().regex(/^[0-9a-f]{64}$/, { error: '签章格式不正确' }),
    }),
    output: z.object({ genuine: z.boolean(), unchanged: z.boolean() }),
  }),
  /**
   * Answers the id of the work order that an on-site visit drafted, or null, and the
   * status as it is stored: an SOS or a fall that a carer is sent to stays in progress, and `notice` says so.
   */
  updateStatus: post('/warning/devicewarning/updateStatus', '处理预警', {
    access: handle,
    always: true,
    urgent: true,
    input: z.object({
      id,
      processMode: int(1, 2).default(1),
      /** 0 is empty on the wire and means the default, handled. */
      isDisposed: int(0, 4)
        .default(1)
        .transform((value) => value || 1),
      remark: orNull(text(200)),
      version: z.int().optional(),
    }),
    output: z.object({ workOrderId: z.number().nullable(), isDisposed: z.number(), notice: z.string().nullable() }),
    message: '处理成功',
  }),
};
