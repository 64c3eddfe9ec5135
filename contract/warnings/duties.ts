/** 值班表: who is on duty when, which is whom escalations tell. */
import { z } from 'zod';
import { byId, clock, date, id, nothing, ok, picked } from '../fields.ts';
import { del, get, post } from '../http.ts';

const view = 'warning_duty_view';
const edit = 'warning_duty_edit';

export const DutyStaff = z.object({
  userId: z.number(),
  name: z.string(),
  departmentName: z.string().nullable(),
  /** Counts as a carer where the need of carers is compared with the roster (parameter CARE_RATIO_ROLES). */
  cares: z.boolean(),
  /** That touch the week, by their beginning. */
  duties: z.array(z.object({ id: z.number(), startTime: z.string(), endTime: z.string() })),
  /** Approved leaves that touch the week. */
  leaves: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
});

/** How many carers the people in the house need by their abilities, as the institution's parameters have it. */
export const CareStaffing = z.object({
  dayFrom: z.string(),
  dayTo: z.string(),
  /** Null: not compared. */
  needed: z.number().nullable(),
  neededAtNight: z.number().nullable(),
  /** By the dictionary `anergy`. */
  levels: z.array(z.object({ anergy: z.number(), people: z.number() })),
  /** Without an assessment: they are in no number. */
  unrated: z.number(),
});

export const duties = {
  /** The week of a day, Monday to Sunday: everybody who works here, also those without a shift. */
  week: get('/warning/duty/week', '值班表', {
    access: view,
    input: z.object({ day: date }),
    output: z.object({ from: z.string(), staff: z.array(DutyStaff), care: CareStaffing }),
  }),
  /** Who is on duty now. */
  now: get('/warning/duty/now', '当前值班', {
    access: view,
    input: nothing,
    output: z.array(z.object({ userId: z.number(), name: z.string() })),
  }),
  /** An end that is not later than the beginning is on the next day. */
  create: post('/warning/duty', '新增班次', {
    access: edit,
    input: z.object({ userId: picked('请选择人员'), day: date, from: clock, to: clock }),
    output: id,
    message: '已排班',
  }),
  remove: del('/warning/duty/{id}', '取消班次', { access: edit, input: byId, output: ok, message: '已取消班次' }),
  /** Gives the week of `day` the shifts of the week before it; what would overlap is left out. */
  copy: post('/warning/duty/copy', '复制上周值班', {
    access: edit,
    input: z.object({ day: date }),
    output: z.object({ copied: z.number(), skipped: z.number() }),
  }),
};
