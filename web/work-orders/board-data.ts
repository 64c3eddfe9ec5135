/** The board's data: read for a span, held still while something is dragged, moved with an answer to everything that can come back. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Output } from '#contract/http.ts';
import { boards } from '#contract/work-orders/boards.ts';
import { jobStatus, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { call, keyOf, useCall } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { CallError } from '#web/api/refusals.ts';
import { fasterText, freshOf } from './faster.ts';

export type Board = Output<typeof boards.get>;
export type BoardJob = Board['jobs'][number];
export type BoardStaff = Board['staff'][number];

export interface BoardSpan {
  from: string;
  to: string;
  departmentId?: number;
}

/** What a move changes; absent stays as it is, `serverUserId` null gives the job back. */
export interface Change {
  serverTime?: string;
  serverUserId?: number | null;
}

interface Done {
  jobId: number;
  label: string;
  before: Required<Change>;
}
const MOST_UNDONE = 20;

const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join('-');

/** The job as it will be, so that it lies where it was dropped while the server is asked. */
function asMoved(job: BoardJob, change: Change, staff: readonly BoardStaff[]): BoardJob {
  const serverUserId = change.serverUserId === undefined ? job.serverUserId : change.serverUserId;
  const status = job.status === jobStatus.paused ? job.status : serverUserId === null ? jobStatus.unassigned : jobStatus.assigned;
  return {
    ...job,
    ...change,
    serverUserId,
    serverUserName: staff.find(({ id }) => id === serverUserId)?.name ?? job.serverUserName,
    status,
  };
}

/** A moved job in the board; the other jobs of its order have its version. */
const withMoved = (board: Board, moved: BoardJob): Board => ({
  ...board,
  jobs: board.jobs.map((job) =>
    job.id === moved.id ? moved : job.workOrderId === moved.workOrderId ? { ...job, version: moved.version, state: moved.state } : job,
  ),
});

export interface Moves {
  /** Gives whether it worked; whatever went wrong has been said. */
  move: (job: BoardJob, change: Change, quiet?: boolean) => Promise<boolean>;
  undo: () => Promise<void>;
  /** What 撤销 would take back. */
  last: Done | undefined;
  busy: boolean;
}

/** The board of a span with its moves. `hold(true)` keeps the picture still, whatever news arrive. */
export function useBoard(span: BoardSpan) {
  const query = useCall(boards.get, span, { quiet: true, placeholderData: keepPreviousData, staleTime: 5000 });
  const client = useQueryClient();
  const { modal } = App.useApp();
  const [pending, setPending] = useState<ReadonlyMap<number, Change>>(new Map());
  const [done, setDone] = useState<readonly Done[]>([]);
  const [held, setHeld] = useState<Board | null>(null);
  const known = held ?? query.data;
  const board = useMemo(() => {
    if (!known || pending.size === 0) return known;
    return {
      ...known,
      jobs: known.jobs.map((job) => (pending.has(job.id) ? asMoved(job, pending.get(job.id) as Change, known.staff) : job)),
    };
  }, [known, pending]);
  const latest = useRef(query.data);
  useLayoutEffect(() => {
    latest.current = query.data;
  });

  /** By order: the versions from `since` up to `after` are this page's own moves in a row. */
  const own = useRef(new Map<number, { since: number; after: number }>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const hold = useCallback((still: boolean) => setHeld(still ? (latest.current ?? null) : null), []);
  const readAgain = useCallback(() => void client.invalidateQueries({ queryKey: keyOf(boards.get) }), [client]);
  const settle = (jobId: number, change: Change) =>
    setPending((now) => {
      if (now.get(jobId) !== change) return now;
      const next = new Map(now);
      next.delete(jobId);
      return next;
    });

  async function send(job: BoardJob, change: Change, force: boolean, quiet: boolean): Promise<BoardJob | null> {
    setPending((now) => new Map(now).set(job.id, change));
    const mine = own.current.get(job.workOrderId);
    const version = mine && job.version >= mine.since && job.version < mine.after ? mine.after : job.version;
    try {
      const moved = await call(boards.move, { jobId: job.id, version, ...change, force }, { quiet: true, key: newKey() });
      own.current.set(job.workOrderId, { since: version === mine?.after ? mine.since : version, after: moved.version });
      client.setQueriesData<Board>({ queryKey: keyOf(boards.get) }, (cached) => cached && withMoved(cached, moved));
      return moved;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const fresh = freshOf(error);
      if (fresh) showMessage('warning', `没有移动：${fasterText(fresh)}`);
      else if (error.status === 422 && Array.isArray(error.data) && !force && !quiet) {
        settle(job.id, change);
        const sure = await modal.confirm({
          title: '时间重叠',
          content: `${error.message}。仍要这样安排吗？`,
          okText: '仍要安排',
          cancelText: '放弃',
        });
        if (sure) return await send(job, change, true, quiet);
      } else showMessage('error', error.message);
      readAgain();
      return null;
    } finally {
      settle(job.id, change);
    }
  }

  async function move(job: BoardJob, change: Change, quiet = false): Promise<boolean> {
    // Somebody's event may have come between the picture and the drop: the version that was seen is the one that is sent. One move goes
    // after the other, so that a second one to the same order follows what the first has made of it.
    setPending((now) => new Map(now).set(job.id, change));
    const moving = queue.current.then(() => send(job, change, false, quiet));
    queue.current = moving.catch(() => {});
    const moved = await moving;
    if (!moved) return false;
    const before = { serverTime: job.serverTime, serverUserId: job.serverUserId };
    setDone((now) => [...now, { jobId: job.id, label: `${job.oldmanName}·${job.serverProjectName}`, before }].slice(-MOST_UNDONE));
    return true;
  }

  async function undo(): Promise<void> {
    const last = done.at(-1);
    if (!last) return;
    const job = latest.current?.jobs.find(({ id }) => id === last.jobId);
    setDone((now) => now.slice(0, -1));
    if (!job || job.state === orderStatus.cancelled) return showMessage('warning', `${last.label}已不在看板上，不能撤销`);
    if (await send(job, last.before, true, false)) showMessage('success', `已撤销：${last.label}`);
  }

  const moves: Moves = { move, undo, last: done.at(-1), busy: pending.size > 0 };
  return { board, query, hold, moves, readAgain };
}
