/** What a carer has to do, with everything that she needs on site: one call, so that a phone can keep it. */
import { z } from 'zod';
import { date } from '../fields.ts';
import { get } from '../http.ts';
import { Job } from './jobs.ts';

export const OwnJob = z.object({
  workOrderId: z.number(),
  workNo: z.string(),
  /** Canonical. */
  state: z.number(),
  emergencyType: z.number(),
  warningType: z.string().nullable(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  oldmanPhone: z.string(),
  oldmanAddress: z.string(),
  /** Building, floor, room and bed: of now while the order is open, of then once it is closed; null for whom lives at home. */
  bedPlace: z.string().nullable(),
  /** Where its alarm came from, when it is not the person's own room: another room, or the address outside of the institution. */
  alarmPlace: z.string().nullable(),
  careLevel: z.number().nullable(),
  anergy: z.number().nullable(),
  /** What is to be minded of the person. */
  flags: z.array(z.string()),
  /** Of the order. */
  remarks: z.string().nullable(),
  /** GCJ-02, for maps. */
  map: z.object({ lng: z.number(), lat: z.number() }).nullable(),
  /** WGS-84, what a phone measures. */
  place: z.object({ lng: z.number(), lat: z.number() }).nullable(),
  job: Job.omit({ workOrderJobLogs: true }),
});

/** More are not kept on a phone. */
export const MOST_OWN_JOBS = 200;

export const ownJobs = {
  /** The caller's jobs planned from `from` to `to` (at most 31 days), and whichever of hers is in progress, in the order of their time. */
  list: get('/members/workorder/mine', '我的服务', {
    access: 'members_workorder_serve',
    input: z.object({ from: date, to: date }),
    output: z.array(OwnJob).max(MOST_OWN_JOBS),
  }),
};
