/** 外出: a resident leaves the house with a companion and comes back. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, date, dateTime, flag, id, int, ok, orNull, required, text } from '../fields.ts';
import { put } from '../http.ts';
import { phone } from '../phones.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { outingKinds } from './outing-times.rules.ts';

export const Outing = z.object({
  id: z.number(),
  /** outingStates of outing-commands.rules.ts. */
  state: z.number(),
  /** outingKinds of outing-times.rules.ts. */
  kind: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  companionName: z.string(),
  companionPhone: z.string(),
  /** Dictionary `relation`. */
  relation: z.number().nullable(),
  destination: z.string(),
  /** As planned. */
  leaveTime: z.string(),
  dueTime: z.string(),
  leftTime: z.string().nullable(),
  leftBy: z.string().nullable(),
  returnTime: z.string().nullable(),
  returnedBy: z.string().nullable(),
  reason: z.string().nullable(),
  remarks: z.string().nullable(),
  createdByName: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const form = {
  oldmanId: id,
  companionName: required(20, '请输入同行人姓名'),
  companionPhone: phone('person'),
  relation: clearable(int(1, 99)),
  destination: required(100, '请填写去向'),
  leaveTime: dateTime,
  dueTime: dateTime,
  remarks: clearable(text(300)),
};

const query = {
  oldmanName: text(20).optional(),
  oldmanId: id.optional(),
  state: int(1, 4).optional(),
  kind: int(1, 2).optional(),
  overdue: flag.optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};

const BASE = '/business/bcouting';
const VIEW = 'business_bcvisitorsrecord_view';
const DESK = 'business_bcvisitor_desk';
const at = { id, version: z.int() };
const crud = crudRoutes(BASE, '外出登记', { permission: DESK, row: Outing, form, query });
/** Without a time: now. */
const moment = z.object({ ...at, time: orNull(dateTime) });

export const outings = {
  page: { ...crud.page, access: VIEW },
  get: { ...crud.get, access: VIEW },
  /**
   * `leaves`: they are gone, at `leaveTime` or now, whichever is earlier; with `returnTime` they are back already, and it is entered
   * afterwards. Then the care that was due meanwhile is noted as not done because they were away.
   */
  create: {
    ...crud.create,
    access: DESK,
    input: crud.create.input.extend({
      kind: int(1, 2).default(outingKinds.outing),
      leaves: z.boolean().default(false),
      returnTime: orNull(dateTime),
    }),
  },
  update: { ...crud.update, access: DESK },
  export: exportRoute(`${BASE}/export`, '外出登记', 'business_bcvisitorsrecord_export', query),
  leave: put(`${BASE}/leave`, '登记外出离开', { access: DESK, input: moment, output: ok, message: '已登记离开' }),
  return: put(`${BASE}/return`, '登记外出返回', { access: DESK, input: moment, output: ok, message: '已登记返回' }),
  cancel: put(`${BASE}/cancel`, '取消外出', {
    access: DESK,
    input: z.object({ ...at, reason: required(200, '请填写取消原因') }),
    output: ok,
    message: '已取消',
  }),
};
