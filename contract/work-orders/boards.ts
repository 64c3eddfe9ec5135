/** The dispatch board: the jobs of a span of days beside the staff who could do them. */
import { z } from 'zod';
import { clock, dateTime, flag, id, int, orNull, picked, several } from '../fields.ts';
import { get, post } from '../http.ts';
import { partKeys } from './feasibility.rules.ts';

/** At most so many days, jobs, staff, and jobs of one proposal. */
export const SPAN_DAYS = 31;
export const MOST_JOBS = 3000;
export const MOST_STAFF = 500;
export const MOST_PROPOSED = 500;

export const BoardJob = z.object({
  id: z.number(),
  workOrderId: z.number(),
  workNo: z.string(),
  /** Of the order: what a move must repeat. */
  version: z.number(),
  /** The job's status 1–6 and the order's canonical one. */
  status: z.number(),
  state: z.number(),
  emergencyType: z.number(),
  serverProjectName: z.string(),
  serverTypeId: z.number(),
  serverTypeName: z.string(),
  serverTime: z.string(),
  minutes: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  oldmanAddress: z.string(),
  /** Building, floor, room and bed: of now while the order is open, of then once it is closed; null for whom lives at home. */
  bedPlace: z.string().nullable(),
  /** Where its alarm came from, when it is not the person's own room: another room, or the address outside of the institution. */
  alarmPlace: z.string().nullable(),
  /** GCJ-02 degrees. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  serverUserId: z.number().nullable(),
  serverUserName: z.string().nullable(),
  /** When it really began and ended. */
  checkInTime: z.string().nullable(),
  checkOutTime: z.string().nullable(),
  /** Targets of the order: until when somebody must be sent, until when all must be finished. */
  respondBy: z.string().nullable(),
  completeBy: z.string().nullable(),
  respondedAt: z.string().nullable(),
  /** Time or person may still be changed. */
  movable: z.boolean(),
  remarks: z.string().nullable(),
  /** Who handed it back and why, until somebody is sent anew. */
  returned: z.string().nullable(),
});

export const BoardStaff = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked. */
  phone: z.string().nullable(),
  departmentId: z.number().nullable(),
  departmentName: z.string().nullable(),
  /** May be given jobs; false for somebody who only has some left. */
  active: z.boolean(),
  skills: z.array(z.object({ serverTypeId: z.number(), serverTypeName: z.string(), level: z.number(), validUntil: z.string().nullable() })),
  duties: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
  /** Approved leaves: nothing can be given then. */
  leaves: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
  /** Of the span. */
  plannedMinutes: z.number(),
  dutyMinutes: z.number(),
  jobs: z.number(),
  /** Metres in a straight line through the jobs of today, or of the first day when today is not in the span, in their order. */
  dayMetres: z.number(),
});

export const Board = z.object({
  from: z.string(),
  to: z.string(),
  now: z.string(),
  jobs: z.array(BoardJob),
  staff: z.array(BoardStaff),
  /** There are more than `MOST_JOBS` or `MOST_STAFF`: the latest of the span, or the last of the staff, are not here. */
  cut: z.boolean(),
});

const part = z.object({ key: z.enum(partKeys), score: z.number(), why: z.string(), word: z.string() });
const feasibility = { score: z.number(), parts: z.array(part), blocks: z.array(z.string()) };

export const BoardCandidate = z.object({ userId: z.number(), name: z.string(), departmentName: z.string().nullable(), ...feasibility });

/** What is at the same time as a move that was refused for it (422). */
export const BoardOverlap = z.object({ jobId: z.number(), serverTime: z.string(), minutes: z.number(), label: z.string() });

const span = { from: dateTime, to: dateTime };
const ids = several(id, 200);
const see = 'members_workorder_board';
const view = 'members_workorder_view';
/** Who chooses a carer, on the board or in a form, may have the staff ranked: any of these, beside seeing orders. */
export const RANKS_STAFF = [
  'members_workorder_dispatch',
  'members_workorder_add',
  'members_workorder_edit',
  'members_workorder_plan',
] as const;
const change = 'members_workorder_dispatch';

export const boards = {
  /** Jobs that touch `[from, to)` and are not cancelled. With a department or staff: theirs and those of nobody. */
  get: get('/members/workorder/board', '派单看板', {
    access: see,
    input: z.object({ ...span, departmentId: id.optional(), userIds: ids.optional(), unassigned: flag.optional() }),
    output: Board,
  }),
  /**
   * Staff ranked, for one of: a job, at its own time or at another; all open jobs of some orders together, also as if they were moved
   * (`shiftDays`, `time`), those of the first `SPAN_DAYS` days counting; a job that is only being planned, by person and time and, once it
   * is known, project. For who sees orders and has one of `RANKS_STAFF`.
   */
  candidates: get('/members/workorder/board/candidates', '派单建议', {
    access: view,
    input: z
      .object({
        jobId: picked('请选择服务').optional(),
        at: dateTime.optional(),
        workOrderIds: ids.optional(),
        shiftDays: int(-365, 365).optional(),
        time: orNull(clock),
        serverProjectId: id.optional(),
        oldmanId: id.optional(),
        serverTime: dateTime.optional(),
      })
      .refine(
        ({ jobId, workOrderIds, oldmanId, serverTime }) =>
          jobId !== undefined || workOrderIds !== undefined || (oldmanId !== undefined && serverTime !== undefined),
        { error: '请选择服务' },
      ),
    output: z.array(BoardCandidate),
  }),
  /** Moves one job in time, to somebody, or back to nobody (`serverUserId` null). Answers 422 with `BoardOverlap[]` unless forced. */
  move: post('/members/workorder/board/move', '看板派单', {
    access: change,
    input: z.object({
      jobId: picked('请选择服务'),
      version: int(1),
      serverTime: dateTime.optional(),
      serverUserId: z.union([z.null(), id]).optional(),
      force: z.boolean().default(false),
    }),
    output: BoardJob,
  }),
  /** Who could do the unassigned jobs of the span; nothing is saved. */
  propose: post('/members/workorder/board/propose', '一键建议', {
    access: change,
    input: z.object({ ...span, departmentId: orNull(id) }),
    output: z.object({
      proposals: z.array(
        z.object({ job: BoardJob, userId: z.number().nullable(), userName: z.string().nullable(), ...feasibility, why: z.string() }),
      ),
      cut: z.boolean(),
    }),
    audit: false,
  }),
};
