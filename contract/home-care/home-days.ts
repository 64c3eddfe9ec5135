/** 居家照护: the visits of a day to those who are looked after at home, and one home with its week. Reads of orders only. */
import { z } from 'zod';
import { date, id, int, page, paging, text } from '../fields.ts';
import { get } from '../http.ts';

export const HomeVisit = z.object({
  /** Of the job. */
  id: z.number(),
  workOrderId: z.number(),
  workNo: z.string(),
  /** visitPhases of home-days.rules.ts, at the time of the answer. */
  phase: z.number(),
  serverProjectName: z.string(),
  /** As planned. */
  serverTime: z.string(),
  minutes: z.number(),
  checkInTime: z.string().nullable(),
  checkOutTime: z.string().nullable(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  oldmanPhone: z.string(),
  oldmanAddress: z.string(),
  serverUserId: z.number().nullable(),
  serverUserName: z.string().nullable(),
});

/** How a list of visits stands. */
export const visitOrders = ['urgency', 'time', 'person', 'carer'] as const;
const which = { day: date, userName: text(20).optional(), serverUserId: id.optional() };

const VIEW = 'members_homecare_view';
const BASE = '/members/homecare';

export const homeDays = {
  page: get(`${BASE}/page`, '居家照护列表', {
    access: VIEW,
    input: z.object({ ...paging, ...which, phase: int(1, 7).optional(), by: z.enum(visitOrders).default('urgency') }),
    output: page(HomeVisit),
  }),
  /** How many visits of the day are in each phase, and how many homes they are to. */
  counts: get(`${BASE}/counts`, '居家照护统计', {
    access: VIEW,
    input: z.object(which),
    output: z.object({ phases: z.array(z.object({ phase: z.number(), count: z.number() })), visits: z.number(), homes: z.number() }),
  }),
  /** One home: who lives there, its visits of the week of `day` from Monday on, and the bookings that are to come. */
  get: get(`${BASE}/{id}`, '居家照护详情', {
    access: VIEW,
    input: z.object({ id, day: date }),
    output: z.object({
      id: z.number(),
      userName: z.string(),
      gender: z.number().nullable(),
      age: z.number().nullable(),
      careLevel: z.number().nullable(),
      status: z.number(),
      mobile: z.string().nullable(),
      address: z.string().nullable(),
      /** What is to be minded of the person. */
      flags: z.array(z.string()),
      remarks: z.string().nullable(),
      areaName: z.string().nullable(),
      visits: z.array(HomeVisit),
      bookings: z.array(
        z.object({
          id: z.number(),
          code: z.string(),
          state: z.number(),
          day: z.string(),
          half: z.number(),
          serverTime: z.string().nullable(),
          projectNames: z.string(),
        }),
      ),
    }),
  }),
};
