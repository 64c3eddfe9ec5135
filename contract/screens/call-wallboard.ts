/** 呼叫大屏: what the call room sees on its wall. */
import { z } from 'zod';
import { CallFigures } from '../calls/call-statistics.ts';
import { get } from '../http.ts';

const count = z.number();

export const CallWallboard = z.object({
  tenantName: z.string(),
  time: z.string(),
  /** Open calls for help: a person with an open SOS, or the number of their device. The longest first. */
  help: z.array(
    z.object({
      id: z.number(),
      number: z.string(),
      name: z.string(),
      phase: z.number(),
      startTime: z.string(),
      groupName: z.string().nullable(),
      /** Who speaks with it; null: it waits. */
      seatName: z.string().nullable(),
    }),
  ),
  queues: z.array(
    z.object({
      groupId: z.number(),
      name: z.string(),
      waiting: count,
      ringing: count,
      /** Since when the longest of them waits. */
      longestSince: z.string().nullable(),
      levelSeconds: z.number(),
      /** Seats of the group on duty, and of them those that are ready. */
      onDuty: count,
      ready: count,
      /** Of today. */
      offered: count,
      answered: count,
      level: z.number().nullable(),
    }),
  ),
  seats: z.array(
    z.object({
      seatId: z.number(),
      name: z.string(),
      extension: z.string(),
      state: z.number(),
      breakCode: z.string(),
      since: z.string(),
      /** Of the call at hand. */
      callKind: z.number().nullable(),
      groupName: z.string().nullable(),
      /** Calls that it answered today. */
      answered: count,
    }),
  ),
  today: CallFigures,
  byHour: z.array(z.object({ hour: z.number(), offered: count, answered: count })),
});
export type CallWallboard = z.output<typeof CallWallboard>;

export const callWallboard = {
  /** Read after `call.changed` and `seat.changed`. */
  read: get('/cloudcall/cloudcallwallboard', '呼叫大屏', {
    access: 'cloudcall_wallboard',
    screen: true,
    input: z.object({}),
    output: CallWallboard,
  }),
};
