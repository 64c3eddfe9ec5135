/** How tickets were answered, and the register of complaints that inspectors ask for. */
import { z } from 'zod';
import { date, int, page, paging } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

/** Minutes of service: half of them took at most `p50`, nine of ten at most `p90`; of those with a target, so many met it. */
const Times = z.object({
  count: z.number(),
  p50: z.number().nullable(),
  p90: z.number().nullable(),
  met: z.number(),
});
const sums = {
  total: z.number(),
  open: z.number(),
  solved: z.number(),
  reopened: z.number(),
  first: Times,
  solve: Times,
  rated: z.number(),
  /** 1 to 5; null: nobody rated. */
  score: z.number().nullable(),
};

const span = { startDate: date, endDate: date };

export const Complaint = z.object({
  id: z.number(),
  ticketNo: z.string(),
  createTime: z.string(),
  source: z.string(),
  askerName: z.string().nullable(),
  askerPhone: z.string().nullable(),
  about: z.string().nullable(),
  oldmanName: z.string().nullable(),
  title: z.string(),
  /** What was first written. */
  content: z.string(),
  ownerName: z.string().nullable(),
  state: z.number(),
  firstAnswerTime: z.string().nullable(),
  /** Until when it should be answered, and have its result. */
  answerBy: z.string(),
  resultBy: z.string(),
  /** 1 in time, 2 late, 0 still has time. */
  answered: z.number(),
  concluded: z.number(),
  result: z.string().nullable(),
  solveTime: z.string().nullable(),
  score: z.number().nullable(),
});

const register = { startDate: date.optional(), endDate: date.optional(), state: int(1, 6).optional() };
const access = 'business_ticket_register';

export const ticketStatistics = {
  /** Of those that came from the first to the last day, at most a year. Merged ones count in the ticket that they were merged into. */
  read: get('/business/ticket/statistics', '诉求统计', {
    access,
    rate: 'export',
    input: z.object(span),
    output: z.object({
      ...sums,
      byType: z.array(z.object({ type: z.number(), ...sums })),
      byOwner: z.array(z.object({ ownerId: z.number().nullable(), ownerName: z.string(), ...sums })),
      byMonth: z.array(z.object({ month: z.string(), ...sums })),
    }),
  }),
  register: get('/business/ticket/register/page', '投诉登记', {
    access,
    input: z.object({ ...paging, ...register }),
    output: page(Complaint),
  }),
  exportRegister: exportRoute('/business/ticket/register/export', '投诉登记', access, register),
};
