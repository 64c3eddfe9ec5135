/** What of a board is shown: its jobs and staff as the address of the page chooses them. Pure. */
import type { Board, BoardJob, BoardStaff } from './board-data.ts';
import type { BoardState } from './board-state.ts';

export interface BoardRows {
  staff: readonly BoardStaff[];
  /** Of the staff that are shown. */
  own: readonly BoardJob[];
  /** Orders that no member of staff does yet. */
  waiting: readonly BoardJob[];
}

type Filter = Pick<BoardState, 'type' | 'urgency' | 'staff' | 'everybody' | 'week'>;

/** Who begins first stands first; a week has no such order. */
const sorted = (staff: readonly BoardStaff[], week: boolean) => {
  const begins = ({ duties }: BoardStaff) => duties[0]?.startTime ?? '9';
  return week ? staff : staff.toSorted((a, b) => (begins(a) < begins(b) ? -1 : begins(a) > begins(b) ? 1 : 0));
};

/** Takes what the server gave, or nothing yet, and the filters. */
export function rowsOf(
  board: Pick<Board, 'jobs' | 'staff'> | undefined,
  { type, urgency, staff: chosen, everybody, week }: Filter,
): BoardRows {
  const jobs = (board?.jobs ?? []).filter(
    (job) => (type === null || job.serverTypeId === type) && (urgency === null || job.emergencyType === urgency),
  );
  const known = board?.staff ?? [];
  const busy = new Set(jobs.map(({ serverUserId }) => serverUserId));
  // Where there is no roster at all, everybody counts as on duty.
  const all = everybody || known.every(({ duties }) => duties.length === 0);
  const staff = sorted(
    known.filter(({ id, duties }) => (chosen.length ? chosen.includes(id) : all || duties.length > 0 || busy.has(id))),
    week,
  );
  const ids = new Set(staff.map(({ id }) => id));
  return {
    staff,
    own: jobs.filter(({ serverUserId }) => serverUserId !== null && ids.has(serverUserId)),
    waiting: jobs.filter(({ serverUserId }) => serverUserId === null),
  };
}
