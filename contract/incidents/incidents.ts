/** 不良事件: reported at the bedside in three fields, completed, told, analysed, reviewed and closed. */
import { z } from 'zod';
import { MOST_FILES } from '../approvals/approval-forms.rules.ts';
import { crudRoutes } from '../crud.ts';
import { clearable, date, dateTime, flag, id, int, ok, orNull, required, text } from '../fields.ts';
import { post, put } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { picture } from '../system/pictures.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { isBodyPart } from '../body-parts.rules.ts';
import { injuryKinds } from './body-map.rules.ts';
import { dueKinds } from './incident-dues.rules.ts';
import { incidentTypes, severityLabels } from './incident-types.rules.ts';

const BASE = '/members/adverseeventrecord';
const PERMISSION = 'members_adverseeventrecord';
const [VIEW, ADD, EDIT, REVIEW] = ['view', 'add', 'edit', 'review'].map((verb) => `${PERMISSION}_${verb}`) as [
  string,
  string,
  string,
  string,
];

/** How a family or an authority was told. */
export const noticeWays: Readonly<Record<number, string>> = { 1: '电话', 2: '当面', 3: '微信或短信', 4: '书面', 5: '系统填报', 9: '其他' };

const Due = z.object({ kind: z.enum(dueKinds), due: z.string(), done: z.string().nullable() });
const Person = z.object({ id: z.number(), name: z.string() });

export const Incident = z.object({
  id: z.number(),
  number: z.string(),
  /** incidentStates of incident-commands.rules.ts. */
  state: z.number(),
  type: z.number(),
  severity: z.number().nullable(),
  died: z.boolean(),
  oldmanId: z.number().nullable(),
  /** All who are concerned. */
  oldmanName: z.string().nullable(),
  occurTime: z.string(),
  reportTime: z.string(),
  reporterName: z.string(),
  place: z.string().nullable(),
  course: z.string(),
  /** Limits, also of what is done. */
  dues: z.array(Due),
  measures: z.number(),
  measuresOpen: z.number(),
  acceptTime: z.string().nullable(),
  closeTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

const Injury = z.object({ part: z.string(), kind: z.number(), note: z.string().nullable() });

export const IncidentNotice = z.object({
  id: z.number(),
  kind: z.enum(['family', 'authority', 'written']),
  oldmanName: z.string().nullable(),
  time: z.string(),
  way: z.number(),
  who: z.string(),
  toldBy: z.string(),
  answer: z.string().nullable(),
  userName: z.string(),
});

export const IncidentMeasure = z.object({
  id: z.number(),
  text: z.string(),
  ownerId: z.number().nullable(),
  ownerName: z.string().nullable(),
  dueDate: z.string(),
  doneTime: z.string().nullable(),
  doneBy: z.string().nullable(),
  result: z.string().nullable(),
  version: z.number(),
});

export const IncidentDetail = z.object({
  ...Incident.shape,
  people: z.array(Person),
  /** Of those who are concerned, whose family was not told. */
  untold: z.array(Person),
  foundTime: z.string().nullable(),
  roomId: z.number().nullable(),
  foundBy: z.string().nullable(),
  witnesses: z.string().nullable(),
  firstAid: z.string().nullable(),
  sentHospital: z.boolean(),
  hospital: z.string().nullable(),
  injuries: z.array(Injury),
  pictures: z.array(z.string()),
  warningId: z.number().nullable(),
  outingId: z.number().nullable(),
  causes: z.array(z.number()),
  causeText: z.string().nullable(),
  acceptName: z.string().nullable(),
  submitTime: z.string().nullable(),
  submitName: z.string().nullable(),
  closeName: z.string().nullable(),
  conclusion: z.string().nullable(),
  /** What is missing before it may be reviewed. */
  gaps: z.array(z.string()),
  notices: z.array(IncidentNotice),
  measureList: z.array(IncidentMeasure),
  events: z.array(
    z.object({ id: z.number(), kind: z.string(), text: z.string().nullable(), userName: z.string(), createTime: z.string() }),
  ),
});

const oneOf = (labels: Readonly<Record<number, string>>, error: string) => int().refine((value) => Object.hasOwn(labels, value), { error });
const type = oneOf(incidentTypes, '请选择事件类型');
const way = oneOf(noticeWays, '请选择告知方式');

const form = {
  oldmanIds: z
    .array(id)
    .max(20, { error: '一次最多涉及20位服务对象' })
    .refine((ids) => new Set(ids).size === ids.length, { error: '同一位服务对象只填一次' })
    .default([]),
  type,
  severity: clearable(oneOf(severityLabels, '请选择事件分级')),
  died: z.boolean().default(false),
  /** Absent: now. */
  occurTime: clearable(dateTime),
  foundTime: clearable(dateTime),
  roomId: clearable(id),
  place: clearable(text(100)),
  foundBy: clearable(text(50)),
  witnesses: clearable(text(200)),
  course: required(2000, '请填写事件经过'),
  firstAid: clearable(text(1000)),
  sentHospital: z.boolean().default(false),
  hospital: clearable(text(100)),
  injuries: z
    .array(
      z.object({
        part: z.string().refine(isBodyPart, { error: '请选择受伤部位' }),
        kind: oneOf(injuryKinds, '请选择伤情'),
        note: orNull(text(100)),
      }),
    )
    .max(40, { error: '伤情最多填写40条' })
    .default([]),
  pictures: z
    .array(picture)
    .max(MOST_FILES, { error: `最多${MOST_FILES}张图片` })
    .default([]),
  warningId: clearable(id),
  outingId: clearable(id),
  /** Dictionary `incident_cause`. */
  causes: z.array(int(1, 999)).max(20, { error: '原因最多选择20项' }).default([]),
  causeText: clearable(text(1000)),
};

const query = {
  oldmanName: text(20).optional(),
  oldmanId: id.optional(),
  type: int(1, 99).optional(),
  severity: int(1, 4).optional(),
  state: int(1, 4).optional(),
  /** Only what has passed a limit. */
  overdue: flag.optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};

const crud = crudRoutes(BASE, '不良事件', { permission: PERMISSION, row: Incident, form, query });
const at = { id, version: z.int().optional() };
/** Absent: now. */
const told = {
  time: orNull(dateTime),
  way,
  who: required(50, '请填写告知了谁'),
  /** Absent: the caller. */
  toldBy: orNull(text(20)),
  answer: orNull(text(300)),
};
const reason = (name: string) => required(300, `请填写${name}`);

export const incidents = {
  ...crud,
  get: { ...crud.get, output: IncidentDetail },
  ...removalRoutes(BASE, '不良事件', `${PERMISSION}_del`),
  export: exportRoute(`${BASE}/export`, '不良事件', `${PERMISSION}_export`, query),
  accept: put(`${BASE}/accept`, '受理不良事件', { access: REVIEW, input: z.object(at), output: ok, message: '已受理' }),
  /** One family was told; another time is another entry. */
  tellFamily: post(`${BASE}/family`, '登记告知家属', {
    access: ADD,
    input: z.object({ ...at, oldmanId: id, ...told }),
    output: ok,
    message: '已登记',
  }),
  tellAuthority: post(`${BASE}/authority`, '登记报告主管部门', {
    access: EDIT,
    input: z.object({ ...at, ...told, written: z.boolean().default(false) }),
    output: ok,
    message: '已登记',
  }),
  note: post(`${BASE}/note`, '补充不良事件', {
    access: ADD,
    input: z.object({ id, text: required(500, '请填写补充说明') }),
    output: ok,
    message: '已补充',
  }),
  submit: put(`${BASE}/submit`, '提交审核不良事件', { access: EDIT, input: z.object(at), output: ok, message: '已提交审核' }),
  return: put(`${BASE}/return`, '退回不良事件', {
    access: REVIEW,
    input: z.object({ ...at, reason: reason('退回原因') }),
    output: ok,
    message: '已退回',
  }),
  close: put(`${BASE}/close`, '不良事件结案', {
    access: REVIEW,
    input: z.object({ ...at, conclusion: reason('审核结论') }),
    output: ok,
    message: '已结案',
  }),
  reopen: put(`${BASE}/reopen`, '重新打开不良事件', {
    access: REVIEW,
    input: z.object({ ...at, reason: reason('重新打开的原因') }),
    output: ok,
    message: '已重新打开',
  }),
};

export const INCIDENT_ACCESS = { view: VIEW, add: ADD, edit: EDIT, review: REVIEW };
