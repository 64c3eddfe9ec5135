/** 照护任务: what is to be done for whom in a shift, out of the plans in force. They are no orders and cost nothing. */
import { z } from 'zod';
import { date, dateTime, id, int, ok, orNull, page, paging, text, whole } from '../fields.ts';
import { get, put } from '../http.ts';
import { careKindNames } from './care-kinds.ts';

export const CareTask = z.object({
  id: z.number(),
  planId: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  building: z.string().nullable(),
  floor: z.string().nullable(),
  place: z.string().nullable(),
  carerName: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  minutes: z.number(),
  two: z.boolean(),
  unit: z.string().nullable(),
  instruction: z.string(),
  openTime: z.string(),
  dueTime: z.string(),
  closeTime: z.string(),
  /** 0 not due yet, 1 to be done, 2 overdue, 3 done, 4 not done, 5 missed. */
  state: z.number(),
  doneTime: z.string().nullable(),
  enterTime: z.string().nullable(),
  doneId: z.number().nullable(),
  doneName: z.string().nullable(),
  secondName: z.string().nullable(),
  reason: z.number().nullable(),
  value: z.number().nullable(),
  note: z.string().nullable(),
  version: z.number(),
});

const query = {
  /** The shift that runs, or a whole day; without either today. */
  shift: z.enum(['true']).optional(),
  day: date.optional(),
  building: text(20).optional(),
  floor: text(20).optional(),
  kind: z.enum(careKindNames).optional(),
  carerId: id.optional(),
  oldmanId: id.optional(),
  userName: text(20).optional(),
  state: int(0, 5).optional(),
};

const BASE = '/members/caretask';
const view = 'members_caretask_view';
const perform = 'members_caretask_do';
const named = { id, version: z.int().optional(), doneTime: orNull(dateTime) };

/** A phone keeps so many. */
export const MOST_TASKS = 500;

export const careTasks = {
  /** Those that are overdue or due first, each in the order of the house. */
  page: get(`${BASE}/page`, '照护任务列表', { access: view, input: z.object({ ...paging, ...query }), output: page(CareTask) }),
  figures: get(`${BASE}/figures`, '照护任务数量', {
    access: view,
    input: z.object(query),
    output: z.object({ total: z.number(), done: z.number(), due: z.number(), overdue: z.number(), missed: z.number() }),
  }),
  /** What a phone needs to go on where there is no network: the tasks of this shift and the next, and who can help. */
  round: get(`${BASE}/round`, '照护任务名单', {
    access: perform,
    input: z.object({}),
    output: z.object({
      tasks: z.array(CareTask).max(MOST_TASKS),
      more: z.boolean(),
      helpers: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
  /** Of two who do it one wins; the other reads who was first. `doneTime`: when it was done, where that was written down before. */
  done: put(`${BASE}/done`, '完成照护任务', {
    access: perform,
    input: z.object({
      ...named,
      secondUserId: orNull(id),
      value: orNull(z.number({ error: '请填写数字' }).min(0, { error: '不能小于0' }).max(99_999, { error: '不能大于99999' })),
      note: orNull(text(200)),
    }),
    output: ok,
  }),
  notDone: put(`${BASE}/notdone`, '登记照护任务未完成', {
    access: perform,
    input: z.object({ ...named, reason: whole(1, 4, '未完成原因'), note: orNull(text(200)) }),
    output: ok,
  }),
  undo: put(`${BASE}/undo`, '撤销照护任务登记', { access: perform, input: z.object({ id }), output: ok, message: '已撤销' }),
};
