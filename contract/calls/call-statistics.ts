/** 通话统计: how calls of a span of days were answered, by day, hour, group and seat. */
import { z } from 'zod';
import { date, id } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

/** Sees the figures of one's own seat; with `CALL_VIEW` those of all. */
export const CALL_STATISTICS = 'cloudcall_callstatistics_view';

/** What each figure counts: `call-figures.rules.ts`. */
const inbound = {
  offered: z.number(),
  answered: z.number(),
  quick: z.number(),
  inMenu: z.number(),
  inQueue: z.number(),
  inRing: z.number(),
  short: z.number(),
  late: z.number(),
  refused: z.number(),
  averageWait: z.number().nullable(),
  longestWait: z.number(),
  level: z.number().nullable(),
};
const handling = { talkSeconds: z.number(), holdSeconds: z.number(), afterSeconds: z.number() };
const outbound = { outbound: z.number(), connected: z.number() };
export const CallFigures = z.object({ ...inbound, ...outbound, ...handling });
export const SeatFigures = z.object({
  seatId: z.number(),
  name: z.string(),
  extension: z.string(),
  rang: z.number(),
  answered: z.number(),
  missed: z.number(),
  dialled: z.number(),
  connected: z.number(),
  ...handling,
  ringSeconds: z.number(),
  dialSeconds: z.number(),
  listenSeconds: z.number(),
  breakSeconds: z.number(),
  readySeconds: z.number(),
  signedSeconds: z.number(),
  occupancy: z.number().nullable(),
  averageHandle: z.number().nullable(),
});

/** Both days inclusive, at most a year. A seat sees its own; with `CALL_VIEW` all, or those of one seat. */
const query = { startDate: date, endDate: date, seatId: id.optional() };
const BASE = '/cloudcall/cloudcallstatistics';

export const callStatistics = {
  read: get(BASE, '通话统计', {
    access: CALL_STATISTICS,
    rate: 'export',
    input: z.object(query),
    output: z.object({
      /** Only what the seat of the session did. */
      own: z.boolean(),
      total: CallFigures,
      byDay: z.array(z.object({ day: z.string(), ...CallFigures.shape })),
      byHour: z.array(z.object({ hour: z.number(), ...CallFigures.shape })),
      byGroup: z.array(
        z.object({ groupId: z.number(), name: z.string(), levelSeconds: z.number(), shortSeconds: z.number(), ...inbound, ...handling }),
      ),
      bySeat: z.array(SeatFigures),
    }),
  }),
  export: exportRoute(`${BASE}/export`, '通话统计', 'cloudcall_callstatistics_export', query),
};
