/** Series of observations: full vital signs at once and in every shift for 72 hours. */
import { z } from 'zod';
import { dateTime, id, int, ok, page, paging, required, text } from '../fields.ts';
import { get, post } from '../http.ts';

const access = 'tenant_health_observe';

export const ObservationTask = z.object({
  id: z.number(),
  seriesId: z.number(),
  oldmanId: z.number(),
  userName: z.string(),
  /** Building, floor, room and bed. */
  place: z.string().nullable(),
  kind: z.number(),
  reason: z.string(),
  dueTime: z.string(),
  orthostatic: z.boolean(),
  /** 0 not due yet, 1 due, 2 overdue (more than an hour), 3 done, 4 passed over, 5 the series was ended. */
  state: z.number(),
  doneTime: z.string().nullable(),
  doneName: z.string().nullable(),
  skipReason: z.string().nullable(),
  warningId: z.number().nullable(),
  version: z.number(),
});

export const observations = {
  /** What is open, in the order of the house unless something else is asked for; `all` has what is done as well. */
  page: get('/tenant-device/health/observation/page', '观察任务列表', {
    access,
    input: z.object({
      ...paging,
      oldmanId: id.optional(),
      userName: text(20).optional(),
      all: z.enum(['true']).optional(),
      overdue: z.enum(['true']).optional(),
      /** Those that may be done now. */
      due: z.enum(['true']).optional(),
      building: text(20).optional(),
      floor: text(20).optional(),
    }),
    output: page(ObservationTask),
  }),
  start: post('/tenant-device/health/observation', '开始观察', {
    access,
    input: z.object({ oldmanId: id, kind: int(1, 4), startTime: dateTime, reason: required(200, '请填写原因') }),
    output: id,
    message: '已开始观察',
  }),
  end: post('/tenant-device/health/observation/end', '结束观察', {
    access,
    input: z.object({ seriesId: id, reason: required(200, '请填写原因') }),
    output: ok,
    message: '已结束观察',
  }),
  skip: post('/tenant-device/health/observation/skip', '跳过观察任务', {
    access,
    input: z.object({ id, version: z.int(), reason: required(200, '请填写原因') }),
    output: ok,
    message: '已跳过',
  }),
};
